package ucd

// Selectors of ideographic sequences.
const (
	firstIdeographic = 0xE0100
	lastIdeographic  = 0xE01EF
)

// ideographicSequence reports whether base followed by the selector vs is
// registered in the Ideographic Variation Database. The selectors of a base are
// numbered from the first without gaps, so its count says which they are.
func ideographicSequence(base, vs rune) bool {
	lo, hi := 0, len(ideographicRuns) // the last run that begins at or before base is before lo
	for lo < hi {
		mid := (lo + hi) / 2
		if rune(ideographicRuns[mid]>>14) <= base {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return false
	}
	run := ideographicRuns[lo-1]
	return base-rune(run>>14) < rune(run>>6&0xff) && vs-firstIdeographic < rune(run&0x3f)
}
