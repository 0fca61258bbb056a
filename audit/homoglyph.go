package audit

import (
	"unicode"
	"unicode/utf8"
)

// twinOf returns the Latin letter, in lower case, that most typefaces draw like a
// letter of another script (UTS #39, confusables, reduced to those that people
// cannot tell apart), or 0. For each there are those of Cyrillic, Greek, whose small
// letters but one are apart, Armenian and Cherokee. Cyrillic small ve, ka, em, en
// and te are not among them: in lower case they look like small capitals.
func twinOf(r rune) byte {
	switch r {
	case 'А', 'а', 'Α', 'Ꭺ':
		return 'a'
	case 'В', 'Β', 'Ᏼ':
		return 'b'
	case 'С', 'с', 'Ꮯ':
		return 'c'
	case 'ԁ', 'Ꭰ':
		return 'd'
	case 'Е', 'е', 'Ε', 'Ꭼ':
		return 'e'
	case 'ց':
		return 'g'
	case 'Н', 'һ', 'Η', 'հ', 'Ꮋ':
		return 'h'
	case 'І', 'і', 'Ι':
		return 'i'
	case 'Ј', 'ј', 'Ꭻ':
		return 'j'
	case 'К', 'Κ', 'Ꮶ':
		return 'k'
	case 'ӏ', 'Ꮮ':
		return 'l'
	case 'М', 'Μ', 'Ꮇ':
		return 'm'
	case 'Ν', 'ո':
		return 'n'
	case 'О', 'о', 'Ο', 'ο', 'Օ', 'օ':
		return 'o'
	case 'Р', 'р', 'Ρ', 'Ꮲ':
		return 'p'
	case 'ԛ':
		return 'q'
	case 'Ꮢ':
		return 'r'
	case 'Ѕ', 'ѕ', 'Ꮪ':
		return 's'
	case 'Т', 'Τ', 'Ꭲ':
		return 't'
	case 'Ս', 'ս':
		return 'u'
	case 'ѵ', 'Ꮩ':
		return 'v'
	case 'ԝ', 'Ꮃ':
		return 'w'
	case 'Х', 'х', 'Χ':
		return 'x'
	case 'У', 'у', 'Υ':
		return 'y'
	case 'Ζ', 'Ꮓ':
		return 'z'
	}
	return 0
}

// isMathTwin reports whether r is a small Greek letter that stands before or after
// Latin ones in formulas, as in "αmax" or "xν". Only in the middle of a word do they
// pass for a Latin letter.
func isMathTwin(r rune) bool {
	switch r {
	case 'α', 'ι', 'κ', 'ν', 'ρ', 'τ', 'υ', 'ω', 'γ':
		return true
	}
	return false
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

// mixedWords calls f once with the first word of s that reads as Latin and is not
// all Latin, and how many such words there are, all of which are seen. A word is a
// run of letters, digits and the marks on them; whole words of another script
// beside Latin ones are ordinary. Only words with a twin are looked at; it takes
// linear time.
func mixedWords(s string, seen *evidence, f func(at, count int)) {
	first, count := 0, 0
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i = skipASCII(s, i)
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !maybeTwin(r) || count >= maxCounted {
			i += n
			continue
		}
		var w mixedWord
		from := i
		w, i = wordAt(s, i)
		i = max(i, from+n) // what is no letter ends the word before it
		if w.passes() {
			if count == 0 {
				first = w.first
			}
			count++
			seen.hit(w.first, i)
		}
	}
	if count >= maxCounted {
		seen.whole()
	}
	if count > 0 {
		f(first, count)
	}
}

// skipASCII returns the place of the next byte from i on that is not ASCII.
func skipASCII(s string, i int) int {
	for i+8 <= len(s) && (s[i]|s[i+1]|s[i+2]|s[i+3]|s[i+4]|s[i+5]|s[i+6]|s[i+7]) < utf8.RuneSelf {
		i += 8
	}
	for i < len(s) && s[i] < utf8.RuneSelf {
		i++
	}
	return i
}

// maybeTwin is a filter for the scripts of twins.
func maybeTwin(r rune) bool {
	return r >= 0x370 && r <= 0x58F || r >= 0x13A0 && r <= 0x13FF
}

// longestWord is how much before its first twin a word is looked at, in bytes:
// longer than any word, so that what comes before does not matter.
const longestWord = 64

// wordAt judges the word around the twin at i, and returns where to go on.
func wordAt(s string, i int) (mixedWord, int) {
	lo := i
	for lo > 0 && i-lo < longestWord {
		r, n := rune(s[lo-1]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeLastRuneInString(s[:lo])
		}
		if !wordRune(r) {
			break
		}
		lo -= n
	}
	w := mixedWord{greek: -1}
	for k := lo; ; {
		if k == len(s) {
			return w, k
		}
		r, n := rune(s[k]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[k:])
		}
		if !w.add(r, k) {
			return w, k
		}
		k += n
	}
}

// wordRune reports whether r belongs to a word.
func wordRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return isLetter(byte(r)) || '0' <= r && r <= '9'
	case r >= 0x3000:
		return unicode.IsLetter(r)
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r)
}

// add takes the next character of a word; false when the word ends before it.
func (w *mixedWord) add(r rune, at int) bool {
	switch {
	case 'a' <= r|0x20 && r|0x20 <= 'z', r >= 0xC0 && unicode.Is(unicode.Latin, r):
		w.latin++
	case '0' <= r && r <= '9', unicode.Is(unicode.Mn, r):
		return true
	case twinOf(r) != 0:
		w.twin(at)
	case isMathTwin(r):
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
