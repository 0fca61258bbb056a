package coreform

import (
	"cmp"
	"slices"
	"strings"
)

// Compare returns -1, 0 or +1 as a sorts before, with or after b in the
// published order of terms: first by kind (nil, bool, int, str, bytes, symbol,
// list, vector, map), then false before true, integers by value, text and
// octets bytewise, containers item by item with the shorter one first, and maps
// by key and value in turn. An invalid term sorts last.
//
// It takes time linear in the smaller term.
func Compare(a, b Term) int { return compare(&a, &b) }

// Equal reports whether the terms are the same, whatever their offsets.
func (t Term) Equal(other Term) bool { return compare(&t, &other) == 0 }

// compare takes pointers because it is the inner loop of sorting keys.
func compare(a, b *Term) int {
	if a.kind != b.kind {
		return cmp.Compare(a.kind, b.kind)
	}
	switch a.kind {
	case KindNil:
		return 0
	case KindInt:
		return compareInts(a.text, b.text)
	case KindList, KindVector, KindMap:
		// A list is a chain of pairs that ends in nil, and nil sorts before a
		// pair: item by item and then by length, like the others.
		n := min(len(a.sub), len(b.sub))
		for i := range n {
			if c := compare(&a.sub[i], &b.sub[i]); c != 0 {
				return c
			}
		}
		return cmp.Compare(len(a.sub), len(b.sub))
	default:
		// "false" sorts before "true", too.
		return strings.Compare(a.text, b.text)
	}
}

// compareInts compares canonical decimal texts by value: of two positive ones
// the longer is the greater.
func compareInts(a, b string) int {
	aNegative, bNegative := a[0] == '-', b[0] == '-'
	switch {
	case aNegative && bNegative:
		a, b = b, a
	case aNegative:
		return -1
	case bNegative:
		return 1
	}
	if c := cmp.Compare(len(a), len(b)); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// sortPairs sorts keys and values, given in turn, by key. It returns the index
// of the first key that an earlier one equals, as the items were given, or -1.
func sortPairs(items []Term) int {
	if ascending(items) {
		return -1
	}
	order := make([]int, 0, len(items)/2)
	for i := 0; i < len(items); i += 2 {
		order = append(order, i)
	}
	slices.SortFunc(order, func(i, j int) int {
		if c := compare(&items[i], &items[j]); c != 0 {
			return c
		}
		return cmp.Compare(i, j)
	})
	repeated := -1
	for n := 1; n < len(order); n++ {
		if compare(&items[order[n-1]], &items[order[n]]) == 0 && (repeated < 0 || order[n] < repeated) {
			repeated = order[n]
		}
	}
	if repeated >= 0 {
		return repeated
	}
	sorted := make([]Term, 0, len(items))
	for _, i := range order {
		sorted = append(sorted, items[i], items[i+1])
	}
	copy(items, sorted)
	return -1
}

// ascending reports whether the keys are distinct and in order already, which
// is so for everything that was printed canonically.
func ascending(items []Term) bool {
	for i := 2; i < len(items); i += 2 {
		if compare(&items[i-2], &items[i]) >= 0 {
			return false
		}
	}
	return true
}
