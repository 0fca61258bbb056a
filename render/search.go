package render

import "github.com/ringfence/ringfence/budget"

const (
	// maxProbes bounds the search of a cut: a handful to enclose the limit from
	// any start, the rest to halve what is enclosed until it is under a hundredth.
	maxProbes = 24
	// typicalTokenBytes is where a search begins: a token of ordinary text has
	// three to five bytes.
	typicalTokenBytes = 3
	// gallop is how much further a search looks while nothing was too large.
	gallop = 4
)

// cut returns the fullest form of at most maximum tokens that a search finds.
// It looks where the density of tokens seen so far says that the limit is, and
// halves every other time, since hostile text changes its density at will. No
// form it makes is much longer than the first one that is too large.
func (b *block) cut(counter budget.Counter, maximum int) (string, bool) {
	var best variant
	low, lowTokens := 0, 0
	high, highTokens := b.top, 0 // too large; highTokens is 0 until one was counted
	probe := b.body.reach(min(maximum, maxReach) * typicalTokenBytes)
	for n := range maxProbes {
		if high-low <= 1 {
			break
		}
		probe = min(max(probe, low+1), high-1)
		v := b.sealStep(probe)
		if tokens := counter.Count(v.text); tokens < 0 || tokens > maximum {
			high, highTokens = probe, max(tokens, maximum+1)
		} else {
			best, low, lowTokens = v, probe, tokens
		}
		switch {
		case highTokens == 0:
			probe = gallop * low
			if lowTokens > 0 {
				probe = min(probe, scale(low, maximum, lowTokens)+1)
			}
		case n%2 == 0:
			probe = low + (high-low)/2
		default:
			probe = low + scale(high-low, maximum-lowTokens, highTokens-lowTokens)
		}
	}
	if best.text == "" {
		return "", false
	}
	return b.offer(best), true
}

// scale is n*a/b without overflow on machines with an int of 32 bits.
func scale(n, a, b int) int {
	return int(min(float64(n)*float64(a)/float64(b), maxOrdinal))
}
