//go:build mutants

package main

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/fence"
)

const (
	number = `[1-9][0-9]{0,8}`
	kinds  = `selection|screen|source|items|windows|changes|request|derived|tool|note`
	name   = `(untrusted-data|derived-data|request-data)-([a-z2-7]{10,64})-`
)

var (
	openLine  = regexp.MustCompile(`^<` + name + `(` + number + `)((?: (?:kind=(?:` + kinds + `)|eol=crlf|lang=[a-z+#]+|cut=(?:0|` + number + `)/` + number + `|(?:more|dropped)=` + number + `))*)>\n$`)
	anyOpen   = regexp.MustCompile(`^<` + name + `([0-9]+)((?: [a-z]+=[^ >]+)*)>\n$`)
	anyClose  = regexp.MustCompile(`^</` + name + `([0-9]+)>\n?$`)
	closeLine = regexp.MustCompile(`^</` + name + `(` + number + `)>\n?$`)
	unit      = regexp.MustCompile(`(?s)⟦U\+([0-9A-F]{4}|[1-9A-F][0-9A-F]{4,5})⟧|⟦0x([89A-F][0-9A-F])⟧|.`)
	lowerUnit = regexp.MustCompile(`(?s)⟦U\+([0-9A-Fa-f]{4}|[1-9A-Fa-f][0-9A-Fa-f]{4,5})⟧|⟦0x([89A-Fa-f][0-9A-Fa-f])⟧|.`)
	zerosUnit = regexp.MustCompile(`(?s)⟦U\+([0-9A-F]{4,6})⟧|⟦0x([89A-F][0-9A-F])⟧|.`)
	bytesUnit = regexp.MustCompile(`(?s)⟦U\+([0-9A-F]{4}|[1-9A-F][0-9A-F]{4,5})⟧|⟦0x([0-9A-F][0-9A-F])⟧|.`)
)

// found is a block that was read.
type found struct {
	data       string
	start, end int // bytes in the message
	payload    string
}

// A block that is being read.
type open struct {
	word, nonce string
	n           string
	crlf        bool
	start       int
	body        strings.Builder
}

// read returns the blocks of a message by the grammar of SPEC.md, and false when
// anything is out of order. It knows the nonce.
func (m *model) read(nonce, text string) ([]found, bool) {
	var (
		out  []found
		cur  *open
		last int
		at   int
	)
	fault := func() ([]found, bool) {
		if m.is(readPartly) && len(out) > 0 {
			return out, true
		}
		return nil, false
	}
	for line := range strings.SplitAfterSeq(text, "\n") {
		start := at
		at += len(line)
		if o, ok := m.opening(line, cur != nil); ok {
			n, err := strconv.Atoi(o.n)
			if n == 0 && m.is(readOrdinalZero) {
				n = last + 1
			}
			bad := err != nil || n <= last && !m.is(readAnyOrdinal) && (n < last || !m.is(readSameOrdinal)) ||
				o.nonce != nonce && !m.anyNonce() && (!m.is(readSecondNonce) || len(out) == 0)
			if bad || cur != nil {
				return fault()
			}
			o.start, last = start, n
			cur = o
			continue
		}
		closing := closeLine
		if m.is(readOrdinalZero) {
			closing = anyClose
		}
		if c := closing.FindStringSubmatch(line); c != nil && (cur != nil || !m.is(readClosedTwice)) {
			if cur == nil || !m.closes(cur, c) {
				return fault()
			}
			f, ok := m.finish(cur, at)
			if !ok {
				return fault()
			}
			out, cur = append(out, f), nil
			continue
		}
		if len(fence.FindFenceShapes(line)) > 0 && (!m.is(readShapeInside) || cur == nil) && !m.is(readNested) && !m.is(readClosedTwice) {
			return fault()
		}
		if cur != nil {
			cur.body.WriteString(line)
		}
	}
	if cur != nil {
		if !m.is(readUnterminated) {
			return fault()
		}
		return append(out, found{data: cur.body.String(), start: cur.start, end: at}), true
	}
	return out, true
}

// anyNonce reports whether every nonce is accepted: fences that make their own
// marker have to.
func (m *model) anyNonce() bool {
	switch m.fault {
	case readAnyNonce, markerOfLength, markerOfContent, markerRedrawn:
		return true
	}
	return false
}

func (m *model) opening(line string, inside bool) (*open, bool) {
	f := openLine.FindStringSubmatch(line)
	if f == nil && (m.is(readAnyKey) || m.is(readAnyKind) || m.is(readOrdinalZero)) {
		if f = anyOpen.FindStringSubmatch(line); f != nil {
			kind := strings.Contains(f[4], "kind=")
			zero := strings.HasPrefix(f[3], "0")
			if m.is(readAnyKind) && !kind || zero && !m.is(readOrdinalZero) {
				f = nil
			}
		}
	}
	if f == nil || inside && m.is(readNested) {
		return nil, false
	}
	seen := map[string]bool{}
	for _, pair := range strings.Fields(f[4]) {
		key, _, _ := strings.Cut(pair, "=")
		if seen[key] {
			return nil, false
		}
		seen[key] = true
	}
	return &open{word: f[1], nonce: f[2], n: f[3], crlf: seen["eol"] && !m.is(readCRLF)}, true
}

func (m *model) closes(o *open, c []string) bool {
	if m.is(readOtherClose) {
		return true
	}
	return c[1] == o.word && c[2] == o.nonce && (c[3] == o.n || m.is(ordinalSkipped))
}

// finish ends a block: the last line feed belongs to the fence.
func (m *model) finish(o *open, end int) (found, bool) {
	payload, ok := strings.CutSuffix(o.body.String(), "\n")
	if !ok && !m.is(readNoLine) && !m.is(emptyNoLF) {
		return found{}, false
	}
	data, ok := m.decode(payload, o.crlf)
	if m.is(readTrimmed) {
		data = strings.TrimSuffix(data, "\n")
	}
	return found{data: data, start: o.start, end: end, payload: payload}, ok
}

func (m *model) decode(payload string, crlf bool) (string, bool) {
	units := unit
	switch m.fault {
	case readLowerCase, escapeLower:
		units = lowerUnit
	case readZeros:
		units = zerosUnit
	case readASCIIBytes:
		units = bytesUnit
	case escapeEntity:
		return entity.ReplaceAllStringFunc(payload, func(e string) string {
			v, err := strconv.Atoi(e[2 : len(e)-1])
			if err != nil {
				return e
			}
			return string(rune(v))
		}), true
	}
	var out strings.Builder
	var run []byte // escaped bytes that stand one after another
	for _, u := range units.FindAllStringSubmatch(payload, -1) {
		if u[2] == "" {
			run = run[:0]
		}
		switch {
		case u[1] != "":
			v, err := strconv.ParseUint(u[1], 16, 32)
			if err != nil || !utf8.ValidRune(rune(v)) && !m.is(readSurrogates) {
				return "", false
			}
			out.WriteRune(rune(v))
		case u[2] != "":
			v, err := strconv.ParseUint(u[2], 16, 8)
			if err != nil {
				return "", false
			}
			run = append(run, byte(v))
			out.WriteByte(byte(v))
			if joins(run) {
				return "", false
			}
		case u[0] == "⟦" && !m.is(readAnyBracket) && !m.is(bracketKept) && !m.is(escapeShort):
			return "", false
		case u[0] == "\n" && crlf:
			out.WriteString("\r\n")
		default:
			out.WriteString(u[0])
		}
	}
	return out.String(), true
}

var entity = regexp.MustCompile(`&#[0-9]{1,7};`)

func joins(b []byte) bool {
	for i := range b {
		if _, n := utf8.DecodeRune(b[i:]); n > 1 {
			return true
		}
	}
	return false
}
