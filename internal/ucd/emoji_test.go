package ucd

import (
	"strings"
	"testing"
)

const (
	family  = "\U0001F468\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466"
	kiss    = "\U0001F469\U0001F3FB\u200d\u2764\ufe0f\u200d\U0001F48B\u200d\U0001F468\U0001F3FF"
	england = "\U0001F3F4\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F"
	texas   = "\U0001F3F4\U000E0075\U000E0073\U000E0074\U000E0078\U000E007F"
)

func TestEmojiSequence(t *testing.T) {
	for _, c := range []struct {
		name, s       string
		strict, loose int
	}{
		{"empty", "", 0, 0},
		{"text", "hello", 0, 0},
		{"one code point", "\U0001F600", 0, 0},
		{"family", family, len(family), len(family)},
		{"family and text", family + "x", len(family), len(family)},
		{"family and joiner", family + "\u200d", len(family), len(family)},
		{"family cut", family[:11] + "\u200d", 0, 0},
		{"kiss of ten", kiss, len(kiss), len(kiss)},
		{"flag", "\U0001F1E9\U0001F1EA", 8, 8},
		{"two flags", "\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7", 8, 8},
		{"flag of Sark, new in 16.0", "\U0001F1E8\U0001F1F6", 8, 8},
		{"no flag", "\U0001F1E6\U0001F1E6", 0, 0},
		{"keycap", "7\ufe0f\u20e3", 7, 7},
		{"keycap star", "*\ufe0f\u20e3", 7, 7},
		{"keycap without selector", "7\u20e3", 0, 4},
		{"keycap of a letter", "a\ufe0f\u20e3", 0, 0},
		{"keycap cut", "7\ufe0f", 0, 0},
		{"England", england, len(england), len(england)},
		{"Texas, not RGI", texas, 0, 0},
		{"England without end", england[:len(england)-4], 0, 0},
		{"tags alone", england[4:], 0, 0},
		{"modifier", "\U0001F44D\U0001F3FD", 8, 8},
		{"modifier on no base", "\U0001F600\U0001F3FD", 0, 0},
		{"presentation", "\u263a\ufe0f", 6, 6},
		{"presentation of copyright", "\u00a9\ufe0f", 5, 5},
		{"presentation not needed", "\U0001F600\ufe0f", 0, 0},
		{"text style", "\u263a\ufe0e", 0, 0},
		{"heart on fire", "\u2764\ufe0f\u200d\U0001F525", 13, 13},
		{"heart on fire without selector", "\u2764\u200d\U0001F525", 0, 10},
		{"longest is not the last try", "\u2764\ufe0f\u200dx", 6, 6},
		{"invalid", "\xf0\x9f\x98", 0, 0},
		{"selector and invalid", "\u263a\ufe0f\xff", 6, 6},
		{"joined letters", "a\u200db", 0, 0},
	} {
		if got := EmojiSequence(c.s); got != c.strict {
			t.Errorf("%s: EmojiSequence = %d, want %d", c.name, got, c.strict)
		}
		if got := EmojiSequenceLoose(c.s); got != c.loose {
			t.Errorf("%s: EmojiSequenceLoose = %d, want %d", c.name, got, c.loose)
		}
	}
}

// accepted calls f for every sequence of the automaton.
func accepted(state uint32, prefix string, f func(s string, accept uint16)) {
	if a := emojiStates[state] & 3; a != 0 {
		f(prefix, a)
	}
	for _, e := range emojiEdges[emojiStates[state]>>2 : emojiStates[state+1]>>2] {
		accepted(e&(1<<emojiStateBits-1), prefix+string(rune(e>>emojiStateBits)), f)
	}
}

// The counts are those of the lists of Unicode Emoji 16.0: a shared state must
// not have let in a sequence of neither.
func TestEmojiSequenceCounts(t *testing.T) {
	rgi, listed := 0, 0
	kinds := map[string]int{}
	accepted(emojiStart, "", func(s string, accept uint16) {
		listed++
		if accept != acceptRGI {
			return
		}
		rgi++
		runes := []rune(s)
		switch {
		case strings.Contains(s, "\u200d"):
			kinds["zwj"]++
		case strings.HasSuffix(s, "\u20e3"):
			kinds["keycap"]++
		case runes[0] >= 0x1F1E6 && runes[0] <= 0x1F1FF:
			kinds["flag"]++
		case strings.HasSuffix(s, "\U000E007F"):
			kinds["tag"]++
		case len(runes) == 2 && runes[1] >= 0x1F3FB && runes[1] <= 0x1F3FF:
			kinds["modifier"]++
		case len(runes) == 2 && runes[1] == 0xFE0F && VariationSequence(runes[0], 0xFE0F):
			kinds["presentation"]++
		default:
			t.Errorf("sequence %U is of no kind", runes)
		}
		if got := EmojiSequence(s + "x"); got != len(s) {
			t.Errorf("EmojiSequence(%q) = %d, want %d", s, got, len(s))
		}
		if len(runes) < 2 || len(runes) > 10 {
			t.Errorf("sequence %U has %d code points", runes, len(runes))
		}
	})
	want := map[string]int{"zwj": 1468, "keycap": 12, "flag": 259, "tag": 3, "modifier": 655, "presentation": 207}
	sum := 0
	for k, n := range want {
		sum += n
		if kinds[k] != n {
			t.Errorf("%d sequences of kind %s, want %d", kinds[k], k, n)
		}
	}
	if rgi != sum || listed != 3649 {
		t.Errorf("%d RGI of %d sequences, want %d of 3649", rgi, listed, sum)
	}
}

// FuzzEmojiSequence checks that the result is a prefix that is a sequence
// itself, that more text behind it only makes it longer, and that the loose
// form takes all the strict one takes.
func FuzzEmojiSequence(f *testing.F) {
	for _, s := range []string{"", "a", "7\ufe0f\u20e3", family, kiss, england, texas, "\u263a\ufe0f\xff", "\xf0\x9f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		strict, loose := EmojiSequence(s), EmojiSequenceLoose(s)
		if strict < 0 || strict > loose || loose > len(s) {
			t.Fatalf("%q: strict %d, loose %d", s, strict, loose)
		}
		if got := EmojiSequence(s[:strict]); got != strict {
			t.Errorf("prefix %q of %q has %d", s[:strict], s, got)
		}
		if got := EmojiSequenceLoose(s[:loose]); got != loose {
			t.Errorf("loose prefix %q of %q has %d", s[:loose], s, got)
		}
		if got := EmojiSequence(s + "\U0001F525"); got < strict {
			t.Errorf("%q has %d, with more text %d", s, strict, got)
		}
		if strict > 0 && !Emoji([]rune(s)[0]) {
			t.Errorf("%q starts with no emoji", s)
		}
	})
}

func BenchmarkEmojiSequence(b *testing.B) {
	b.SetBytes(int64(len(kiss)))
	for b.Loop() {
		sink += EmojiSequence(kiss)
	}
}
