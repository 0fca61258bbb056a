package ucd

// VariationSequence reports whether base followed by the selector vs is listed
// in StandardizedVariants.txt or emoji-variation-sequences.txt, or registered in
// the Ideographic Variation Database. The selectors are U+FE00 to U+FE0F, the
// Mongolian U+180B to U+180D and U+180F, and U+E0100 to U+E01EF. The database
// grows apart from Unicode: what was registered after its version of 2020 is not
// in the tables.
func VariationSequence(base, vs rune) bool {
	var bit uint32
	switch {
	case vs >= 0xFE00 && vs <= 0xFE0F:
		bit = uint32(vs) - 0xFE00
	case vs >= 0x180B && vs <= 0x180F:
		bit = uint32(vs) - 0x180B + 16
	case vs >= firstIdeographic && vs <= lastIdeographic:
		return ideographicSequence(base, vs)
	default:
		return false
	}
	lo, hi := 0, len(variationBases)
	for lo < hi {
		mid := (lo + hi) / 2
		if rune(variationBases[mid]>>8) < base {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == len(variationBases) || rune(variationBases[lo]>>8) != base {
		return false
	}
	return variationSets[variationBases[lo]&0xff]>>bit&1 != 0
}
