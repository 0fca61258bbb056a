package main

import (
	"fmt"
	"slices"
	"strings"
)

// categories in the order of the Category constants of package ucd.
var categories = strings.Fields(
	"Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn")

// Bits of a property word above the category; package ucd has the same list.
const (
	bitWhite = 1 << (5 + iota)
	bitIgnorable
	bitNonchar
	bitBidi
	bitEmoji
	bitPictographic
	bitJoin
	bitDropped
	bitMapped
	bitCased
)

const (
	blockBits = 6
	// lowEnd is the end of the range the trie covers: the first multiple of a
	// block after the last ideograph. Above it few ranges are assigned.
	lowEnd = 0x323C0
)

// word returns the property word of r.
func (db *database) word(r rune, folds map[rune]string) uint16 {
	w := uint16(slices.Index(categories, db.category[r]))
	add := func(on bool, bit uint16) {
		if on {
			w |= bit
		}
	}
	add(db.props["White_Space"][r], bitWhite)
	add(db.props["Default_Ignorable_Code_Point"][r], bitIgnorable)
	add(db.props["Noncharacter_Code_Point"][r], bitNonchar)
	add(db.props["Bidi_Control"][r], bitBidi)
	add(db.props["Emoji"][r], bitEmoji)
	add(db.props["Extended_Pictographic"][r], bitPictographic)
	add(db.joins(r), bitJoin)
	s, mapped := folds[r]
	add(mapped && s == "", bitDropped)
	add(mapped && s != "" || isHangul(r), bitMapped)
	add(db.caseFold[r] != 0, bitCased)
	return w
}

// propsTables writes the property words: a two-stage trie over string bytes
// below lowEnd, sorted ranges above.
func propsTables(db *database, folds map[rune]string) (string, error) {
	words := make([]uint16, maxRune+1)
	count := map[uint16]int{}
	for r := range words {
		words[r] = db.word(rune(r), folds)
		if r < lowEnd {
			count[words[r]]++
		}
	}
	// A class stands for a distinct word. Its byte is a printable character, so
	// that the table costs one byte of source an entry.
	var distinct []uint16
	for w := range count {
		distinct = append(distinct, w)
	}
	slices.Sort(distinct)
	if len(distinct) > 0x7f-'#' {
		return "", fmt.Errorf("%d classes do not fit printable bytes", len(distinct))
	}
	class := map[uint16]byte{}
	var classWords [128]uint16
	b := byte('#')
	for _, w := range distinct {
		if b == '\\' {
			b++
		}
		class[w], classWords[b] = b, w
		b++
	}
	stage1, blocks := blocksOf(words[:lowEnd], class)
	var quoted []string
	for _, bl := range blocks {
		quoted = append(quoted, `"`+bl+`"`)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "// lowEnd is the first code point that is found in highRanges.\nconst lowEnd = %#x\n\n", lowEnd)
	out.WriteString(array("classWords maps a class byte to its property word.", "classWords", "uint16", "%#x", classWords[:]))
	out.WriteString(array("propsIndex maps a code point's block of 64 to its number in propsBlocks.", "propsIndex", "uint16", "%d", stage1))
	out.WriteString(constant("propsBlocks holds the class byte of each code point of each distinct block.", "propsBlocks", quoted))
	var ranges []string
	for r := lowEnd; r <= maxRune; {
		end := r
		for end < maxRune && words[end+1] == words[r] {
			end++
		}
		ranges = append(ranges, fmt.Sprintf("{%#x,%#x}", end, words[r]))
		r = end + 1
	}
	out.WriteString(array("highRanges holds the last code point and the property word of each range from lowEnd on.",
		"highRanges", "highRange", "%s", ranges))
	return out.String(), nil
}

// blocksOf cuts words into blocks and returns the number of each block and the
// distinct blocks in order of appearance.
func blocksOf(words []uint16, class map[uint16]byte) (index []uint16, blocks []string) {
	seen := map[string]uint16{}
	for i := 0; i < len(words); i += 1 << blockBits {
		buf := make([]byte, 1<<blockBits)
		for j := range buf {
			buf[j] = class[words[i+j]]
		}
		n, ok := seen[string(buf)]
		if !ok {
			n = uint16(len(blocks))
			seen[string(buf)] = n
			blocks = append(blocks, string(buf))
		}
		index = append(index, n)
	}
	return index, blocks
}
