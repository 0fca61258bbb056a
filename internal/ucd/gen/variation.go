package main

import (
	"fmt"
	"slices"
)

// selectorBit numbers the selectors in use: FE00 to FE0F are 0 to 15, the
// Mongolian 180B, 180C, 180D, 180F are 16 to 18 and 20.
func selectorBit(vs rune) (int, error) {
	switch {
	case vs >= 0xFE00 && vs <= 0xFE0F:
		return int(vs - 0xFE00), nil
	case vs >= 0x180B && vs <= 0x180F && vs != 0x180E:
		return int(vs-0x180B) + 16, nil
	}
	return 0, fmt.Errorf("unexpected selector %X", vs)
}

// variationTables writes the sorted bases, each with the number of its set of selectors.
func variationTables(db *database) (string, error) {
	var bases []rune
	for b := range db.variants {
		bases = append(bases, b)
	}
	slices.Sort(bases)
	var sets, keys []uint32
	for _, b := range bases {
		set := uint32(0)
		for vs := range db.variants[b] {
			bit, err := selectorBit(vs)
			if err != nil {
				return "", err
			}
			set |= 1 << bit
		}
		n := slices.Index(sets, set)
		if n < 0 {
			n = len(sets)
			sets = append(sets, set)
		}
		keys = append(keys, uint32(b)<<8|uint32(n))
	}
	if len(sets) > 256 {
		return "", fmt.Errorf("%d sets of selectors do not fit a byte", len(sets))
	}
	return array("variationSets holds the distinct sets of selectors, one bit each.", "variationSets", "uint32", "%#x", sets) +
		array("variationBases holds the base in the upper 24 bits and the number of its set in the lower 8, sorted.",
			"variationBases", "uint32", "%#x", keys), nil
}
