package html

import (
	"strconv"
	"strings"
)

// ref is the place of a finding.
type ref struct {
	at       int // byte of the message
	end      int // just behind what was found; not behind at where that is not known
	N        int // number of the finding, from 1
	Severity string
}

// put adds a marked piece.
func (w *writer) put(p piece) {
	w.flush()
	if w.full {
		return
	}
	w.allow.pieces--
	p.Hit = w.until > 0
	w.out = append(w.out, p)
}

// mark adds the place of a finding.
func (w *writer) mark(r *ref) {
	w.put(piece{Kind: mark, Ref: r})
	if !w.hide && r.end > r.at {
		w.until = max(w.until, r.end)
	}
}

// run adds ordinary text and returns how much of it had room.
func (w *writer) run(s string) int {
	if len(s) > w.allow.text {
		s = s[:w.allow.text]
		for len(s) > 0 && s[len(s)-1]&0xC0 == 0x80 {
			s = s[:len(s)-1] // not a part of a character
		}
		if len(s) > 0 && s[len(s)-1] >= 0xC0 {
			s = s[:len(s)-1]
		}
		w.full = true
	}
	w.allow.text -= len(s)
	if w.hide {
		return w.measure(s)
	}
	return w.lineEnds(s)
}

// lineEnds adds text in which a CR stands only before an LF: shown, since a
// browser would drop it unseen.
func (w *writer) lineEnds(s string) int {
	for rest := s; rest != ""; {
		line, after, found := strings.Cut(rest, "\r")
		w.text(line)
		if found {
			if w.allow.pieces <= 0 {
				w.full = true
				return len(s) - len(after) - 1
			}
			w.put(piece{Kind: char, Class: "control", Text: "CR"})
		}
		rest = after
	}
	return len(s)
}

func (w *writer) text(s string) { w.plain = append(w.plain, s...) }

// measure adds the lengths of the lines of hidden text.
func (w *writer) measure(s string) int {
	total := len(s)
	for s != "" && !w.full {
		i := strings.IndexByte(s, '\n')
		if i < 0 {
			w.hidden += len(s)
			return total
		}
		w.hidden += len(strings.TrimSuffix(s[:i], "\r"))
		w.settle()
		w.text("\n")
		s = s[i+1:]
		w.lines++
		w.full = w.lines >= MaxHiddenLines || w.allow.pieces <= 0
	}
	return total - len(s)
}

// settle makes a piece of the length of hidden text so far.
func (w *writer) settle() {
	if w.hidden == 0 {
		return
	}
	n := w.hidden
	w.hidden = 0
	w.flush()
	w.allow.pieces--
	w.out = append(w.out, piece{Kind: length, Text: count(n, "byte", "bytes")})
}

// flush makes pieces of what is not one yet.
func (w *writer) flush() {
	w.settle()
	if len(w.plain) > 0 {
		w.out = append(w.out, piece{Text: string(w.plain), Hit: w.until > 0})
		w.plain = w.plain[:0]
	}
}

// count writes a number with its unit.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}

// number writes a number with a comma before each three digits.
func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
