package ucd

import "unicode/utf8"

// What a state of the emoji automaton accepts; the generator has the same list.
const (
	acceptListed = 1 // in emoji-test.txt, but not RGI
	acceptRGI    = 2
)

// emojiStateBits is the width of the state beside the code point of an edge.
const emojiStateBits = 11

// EmojiSequence returns the length in bytes of the longest prefix of s that is
// an RGI emoji sequence (UTS #51, ED-27) of more than one code point: ZWJ
// sequences, keycaps, flags, the three subdivision flags, modifier sequences
// and a base with U+FE0F. It is 0 when there is none. Sequences are taken from
// the list, not from the grammar, so no other joiner, tag or selector passes.
func EmojiSequence(s string) int { return longestEmoji(s, acceptRGI) }

// EmojiSequenceLoose is EmojiSequence that also takes the minimally-qualified
// and unqualified forms listed in emoji-test.txt, in which some U+FE0F are
// left out. Input methods and older software produce them.
func EmojiSequenceLoose(s string) int { return longestEmoji(s, acceptListed) }

// longestEmoji runs the automaton over s and returns the end of the longest
// prefix accepted with at least the given value.
func longestEmoji(s string, accept uint16) int {
	// Below 0x80 only keycaps start, with a byte of 0xE2 or 0xEF second.
	if len(s) < 4 || s[0] < 0x80 && s[1] < 0x80 {
		return 0
	}
	end := 0
	state := uint32(emojiStart)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		next, ok := emojiStep(state, r)
		if !ok {
			break
		}
		state = next
		i += n
		if emojiStates[state]&3 >= accept {
			end = i
		}
	}
	return end
}

// emojiStep follows the edge of r out of a state.
func emojiStep(state uint32, r rune) (next uint32, ok bool) {
	lo, hi := int(emojiStates[state]>>2), int(emojiStates[state+1]>>2)
	end := hi
	for lo < hi {
		mid := (lo + hi) / 2
		if rune(emojiEdges[mid]>>emojiStateBits) < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == end || rune(emojiEdges[lo]>>emojiStateBits) != r {
		return 0, false
	}
	return emojiEdges[lo] & (1<<emojiStateBits - 1), true
}
