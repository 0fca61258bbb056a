package audit

import (
	"unicode"
	"unicode/utf8"
)

// twins are letters of other scripts that most typefaces draw like a Latin
// letter (UTS #39, confusables, reduced to those that people cannot tell
// apart). Cyrillic small ve, ka, em, en and te are not among them: in lower case
// they look like small capitals.
var twins = runeSet(
	"АВЕЅІЈКМНОРСТУХаеѕіјорсухһӏԁԛԝѵ" + // Cyrillic
		"ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο" + // Greek; its other small letters are apart
		"ՍՕօոսհց" + // Armenian
		"ᎪᏴᏟᎠᎬᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᎳᏃ") // Cherokee

// mathTwins are small Greek letters that stand before or after Latin ones in
// formulas, as in "αmax" or "xν". Only in the middle of a word do they pass for
// a Latin letter.
var mathTwins = runeSet("αικνρτυωγ")

func runeSet(list string) map[rune]bool {
	m := make(map[rune]bool)
	for _, r := range list {
		m[r] = true
	}
	return m
}

// leastWord is how many letters a word has that can be read as a Latin one.
// Shorter ones are units and symbols: "Ом", "kВ".
const leastWord = 3

// mixedWord is what was seen of a word.
type mixedWord struct {
	letters int
	latin   int
	twins   int
	first   int  // where the first twin stands
	foreign bool // a letter that is neither Latin nor a twin: nobody reads this as Latin
	greek   int  // where a math twin stands that may still be in the middle, or -1
}

// homoglyphs calls f once with the first word of s that reads as Latin and is
// not all Latin, and how many such words there are. A word is a run of letters,
// digits and the marks on them; whole words of another script beside Latin ones
// are ordinary. It takes linear time.
func homoglyphs(s string, f func(at, count int)) {
	if ascii(s) {
		return
	}
	first, count := 0, 0
	w := mixedWord{greek: -1}
	end := func() {
		if w.passes() {
			if count == 0 {
				first = w.first
			}
			count++
		}
		w = mixedWord{greek: -1}
	}
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if !w.add(r, i) {
			end()
		}
		i += n
	}
	end()
	if count > 0 {
		f(first, count)
	}
}

// add takes the next character of a word; false when the word ends before it.
func (w *mixedWord) add(r rune, at int) bool {
	switch {
	case 'a' <= r|0x20 && r|0x20 <= 'z', r >= 0xC0 && unicode.Is(unicode.Latin, r):
		w.latin++
	case '0' <= r && r <= '9', unicode.Is(unicode.Mn, r):
		return true
	case twins[r]:
		w.twin(at)
	case mathTwins[r]:
		if w.letters == 0 {
			w.foreign = true // begins a symbol
		} else if w.greek < 0 {
			w.greek = at
		}
		w.letters++
		return true
	case unicode.IsLetter(r):
		w.foreign = true
	default:
		return false
	}
	w.letters++
	if w.greek >= 0 { // the math twin before it is in the middle after all
		w.twin(w.greek)
		w.greek = -1
	}
	return true
}

func (w *mixedWord) twin(at int) {
	if w.twins == 0 || at < w.first {
		w.first = at
	}
	w.twins++
}

// passes reports whether the word can be read as a Latin one and is none.
func (w *mixedWord) passes() bool {
	return !w.foreign && w.greek < 0 && w.latin > 0 && w.twins > 0 && w.letters >= leastWord
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
