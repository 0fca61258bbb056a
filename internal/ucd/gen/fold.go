package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// Arithmetic of Hangul syllables, section 3.12 of the Unicode Standard.
const (
	hangulBase  = 0xAC00
	hangulCount = 19 * 21 * 28
	leadBase    = 0x1100
	vowelBase   = 0x1161
	trailBase   = 0x11A7 // one before the first trailing consonant
)

func isHangul(r rune) bool { return r >= hangulBase && r < hangulBase+hangulCount }

// decompose appends the full compatibility decomposition of r, without reordering.
func (db *database) decompose(out []rune, r rune) []rune {
	if isHangul(r) {
		i := r - hangulBase
		out = append(out, leadBase+i/(21*28), vowelBase+i/28%21)
		if t := i % 28; t != 0 {
			out = append(out, trailBase+t)
		}
		return out
	}
	step, ok := db.decomp[r]
	if !ok {
		return append(out, r)
	}
	for _, x := range step {
		out = db.decompose(out, x)
	}
	return out
}

// folds returns the fold of every code point that changes, Hangul syllables excepted.
func (db *database) folds() map[rune]string {
	folds := map[rune]string{}
	for r := rune(0); r <= maxRune; r++ {
		// A surrogate has no UTF-8 form, so that string(r) would not be itself.
		if isHangul(r) || db.category[r] == "Cs" {
			continue
		}
		var kept []rune
		for _, x := range db.decompose(nil, r) {
			if db.category[x][0] != 'M' && !db.props["Default_Ignorable_Code_Point"][x] {
				kept = append(kept, x)
			}
		}
		if s := string(kept); s != string(r) {
			folds[r] = s
		}
	}
	return folds
}

// foldTables writes the mapped code points as bitmaps with ranks, and the
// strings in the order of the ranks.
func foldTables(folds map[rune]string) (string, error) {
	var mapped []rune
	for r, s := range folds {
		if s != "" {
			mapped = append(mapped, r)
		}
	}
	slices.Sort(mapped)
	last := mapped[len(mapped)-1]
	bitmaps := make([]uint64, last>>6+1)
	for _, r := range mapped {
		bitmaps[r>>6] |= 1 << (r & 63)
	}
	// Block 0 of the second stage has no mapped code point.
	index := make([]uint8, len(bitmaps))
	blocks := []string{"{0,0}"}
	rank := 0
	for i, m := range bitmaps {
		if m == 0 {
			continue
		}
		if len(blocks) > 255 {
			return "", fmt.Errorf("more than 255 blocks with mappings")
		}
		index[i] = uint8(len(blocks))
		blocks = append(blocks, fmt.Sprintf("{%#x,%d}", m, rank))
		rank += bits.OnesCount64(m)
	}
	offsets := []uint16{0}
	var pool strings.Builder
	var quoted []string
	for i, r := range mapped {
		pool.WriteString(folds[r])
		if pool.Len() > 0xffff {
			return "", fmt.Errorf("folded strings exceed 64 KiB")
		}
		offsets = append(offsets, uint16(pool.Len()))
		q := strconv.QuoteToASCII(folds[r])
		q = q[1 : len(q)-1]
		if i%16 == 0 {
			quoted = append(quoted, `"`+q+`"`)
		} else {
			l := &quoted[len(quoted)-1]
			*l = (*l)[:len(*l)-1] + q + `"`
		}
	}
	return array("foldIndex maps a block of 64 code points to its number in foldBlocks.", "foldIndex", "uint8", "%d", index) +
		array("foldBlocks holds which code points of a block are mapped, and how many are mapped before the block.",
			"foldBlocks", "foldBlock", "%s", blocks) +
		array("foldOffsets holds where the string of each mapped code point starts in foldPool.", "foldOffsets", "uint16", "%d", offsets) +
		constant("foldPool holds the folded strings in the order of their code points.", "foldPool", quoted), nil
}

// hangulTables writes, for each lead and vowel, the decompositions with each of
// the 27 trailing consonants. The one without is a prefix of them.
func hangulTables() (string, error) {
	var quoted []string
	for i := range rune(19 * 21) {
		var l strings.Builder
		l.WriteByte('"')
		for t := rune(1); t < 28; t++ {
			l.WriteString(string([]rune{leadBase + i/21, vowelBase + i%21, trailBase + t}))
		}
		l.WriteByte('"')
		quoted = append(quoted, l.String())
	}
	return constant("hangulPool holds 9 bytes for each syllable with a trailing consonant.", "hangulPool", quoted), nil
}
