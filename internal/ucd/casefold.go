package ucd

// caseRun is a run of code points with one distance to their case folding.
type caseRun struct {
	first, last rune
	delta       int32
}

// FoldCase returns the simple case folding of r (CaseFolding.txt, statuses C
// and S), or r when it has none. One rune stays one rune: U+00DF is not "ss".
// The result folds to itself.
func FoldCase(r rune) rune {
	if uint32(r) < 0x80 {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	if word(r)&bitCased == 0 {
		return r
	}
	// r is in some run: the first whose end is not before it. A run of every
	// second code point holds no other cased ones in between.
	lo, hi := 0, len(caseRuns)
	for lo < hi {
		mid := (lo + hi) / 2
		if caseRuns[mid].last < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(caseRuns) {
		return r
	}
	return r + caseRuns[lo].delta
}
