package html

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/ringfence/ringfence/fence"
)

// piece is a run of text on the page. The template writes one element for it, or
// none, by its Kind; Text is written escaped.
type piece struct {
	Kind  pieceKind
	Class string // of a character: a word of package fence
	Text  string
	Ref   *ref // of a mark
	Hit   bool // it is of what was found
}

// pieceKind says how a piece is shown. The set is closed.
type pieceKind uint8

const (
	plain  pieceKind = iota
	char             // a character made visible
	escape           // an escape of the fence, as it stands
	nonce            // a nonce, masked
	length           // the length of hidden text
	mark             // the place of a finding
)

// Is tells the kinds apart in the template.
func (p piece) Is(name string) bool { return pieceNames[p.Kind] == name }

var pieceNames = [...]string{"plain", "char", "escape", "nonce", "length", "mark"}

// allowance is what a page may still hold.
type allowance struct {
	text, pieces int
}

// writer turns a piece of a message into pieces for the page.
type writer struct {
	allow  *allowance
	hide   bool
	escape bool // brackets open escapes: the text is a payload
	out    []piece
	plain  []byte // ordinary text that is not a piece yet
	hidden int    // bytes of hidden text that are not written yet
	lines  int
	full   bool
	until  int // where what was found ends; 0 outside of it
}

// chunk is how much text is searched at a time: a search returns a list that for
// hostile text is many times the size of the text.
const chunk = 64 << 10

// write adds text[start:end]; marks are the findings in it, by place. It returns
// how many bytes are left out.
func (w *writer) write(text string, start, end int, secret ranges, marks []ref) int {
	for at := start; at < end; {
		to := chunkEnd(text, at, end)
		done := w.chunk(text[:to], at, &secret, &marks)
		if done < to {
			w.flush()
			return end - done
		}
		at = to
	}
	w.flush()
	for i := range marks {
		w.mark(&marks[i])
	}
	return 0
}

// chunkEnd ends a chunk behind a line feed where there is one, and never inside a
// character.
func chunkEnd(text string, at, end int) int {
	if end-at <= chunk {
		return end
	}
	to := at + chunk
	if i := strings.LastIndexByte(text[at:to], '\n'); i >= 0 {
		return at + i + 1
	}
	for n := 0; n < 3 && text[to]&0xC0 == 0x80; n++ {
		to--
	}
	return to
}

// chunk writes text from at to its end and returns how far it came.
func (w *writer) chunk(text string, at int, secret *ranges, marks *[]ref) int {
	found := fence.FindCharacters(text[at:])
	base := at
	for {
		for len(found) > 0 && base+found[0].Start < at {
			found = found[1:]
		}
		for len(*secret) > 0 && (*secret)[0].End <= at {
			*secret = (*secret)[1:]
		}
		next, stop := nextEvent(text, at, base, found, *secret, *marks)
		if w.until > 0 && w.until <= next {
			next, stop = max(w.until, at), foundEnd
		}
		if got := w.run(text[at:next]); got < next-at {
			return at + got
		}
		at = next
		if stop == none {
			return at
		}
		if w.full = w.full || w.allow.pieces <= 0; w.full {
			return at
		}
		switch stop {
		case none:
		case foundEnd:
			w.flush()
			w.until = 0
		case finding:
			w.mark(&(*marks)[0])
			*marks = (*marks)[1:]
		case code:
			w.put(piece{Kind: nonce, Text: masked})
			at = min((*secret)[0].End, len(text))
		case character:
			at = w.character(text, base, at, &found)
		}
	}
}

// event is what stands at the next place of a text.
type event uint8

const (
	none event = iota
	character
	code
	finding
	foundEnd
)

// nextEvent returns the next place from at where text is not ordinary.
func nextEvent(text string, at, base int, found []fence.CharMatch, secret ranges, marks []ref) (int, event) {
	next, stop := len(text), none
	if len(found) > 0 {
		next, stop = base+found[0].Start, character
	}
	if len(secret) > 0 && at < len(text) && secret[0].Start < len(text) && secret[0].Start <= next {
		next, stop = secret[0].Start, code
	}
	if len(marks) > 0 && marks[0].at <= next {
		next, stop = marks[0].at, finding
	}
	return max(next, at), stop
}

// character writes the character at the head of found, with those after it that
// are the same, and returns where the text goes on.
func (w *writer) character(text string, base, at int, found *[]fence.CharMatch) int {
	m := (*found)[0]
	if m.Class == fence.Bracket {
		n, r := escapeAt(text[at:])
		// Where text is hidden, an escaped letter or digit is text: it can be one
		// of a nonce.
		if w.escape && n > 0 && (!w.hide || !isWord(r)) {
			w.put(piece{Kind: escape, Text: text[at : at+n]})
			return at + n
		}
		n = max(n, len(opening))
		return at + w.run(text[at:at+n])
	}
	same := 1
	for same < len(*found) {
		next := (*found)[same]
		if next.Rune != m.Rune || next.Class != m.Class || next.Start != (*found)[same-1].End {
			break
		}
		same++
	}
	last := (*found)[same-1]
	w.put(piece{Kind: char, Class: m.Class.String(), Text: codePoint(m, same)})
	return base + last.End
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// maxEscape is the length of the longest escape, in bytes, and one more.
const maxEscape = len("⟦U+10FFFF⟧") + 1

// codePoint names a character, and how often it stands there.
func codePoint(m fence.CharMatch, times int) string {
	s := fmt.Sprintf("U+%04X", m.Rune)
	if m.Class == fence.NotUTF8 {
		s = fmt.Sprintf("0x%02X", m.Rune)
	}
	if times > 1 {
		s += " ×" + strconv.Itoa(times)
	}
	return s
}
