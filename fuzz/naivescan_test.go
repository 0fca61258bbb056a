package fuzz_test

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// The grammar of fence lines, as regular expressions over whole lines.
const (
	naiveNumber = `[1-9][0-9]{0,8}`
	naiveName   = `(untrusted-data|derived-data|request-data)-([a-z2-7]{10,64})-(` + naiveNumber + `)`
)

var (
	naiveOpen  = regexp.MustCompile(`^<` + naiveName + `((?: [a-z]+=[A-Za-z0-9/+#._-]+)*)>\n$`)
	naiveClose = regexp.MustCompile(`^</` + naiveName + `>\n?$`)
	naiveCut   = regexp.MustCompile(`^(0|` + naiveNumber + `)/(` + naiveNumber + `)$`)
	naiveCount = regexp.MustCompile(`^` + naiveNumber + `$`)
	naiveUnit  = regexp.MustCompile(`(?s)⟦U\+([0-9A-F]{4}|[1-9A-F][0-9A-F]{4,5})⟧|⟦0x([89A-F][0-9A-F])⟧|.`)
)

// A naiveBlock is what the naive scanner finds of a block.
type naiveBlock struct {
	header     fence.Header
	nonce      string
	data       string
	start, end int
}

// naiveScan reads one message line by line, by the grammar. It returns the
// blocks, and false when anything is out of order.
func naiveScan(text string) ([]naiveBlock, bool) {
	var (
		blocks []naiveBlock
		open   *naiveBlock
		nonce  string
		last   int
		at     int
		body   strings.Builder
	)
	for _, line := range strings.SplitAfter(text, "\n") {
		start := at
		at += len(line)
		switch m := naiveOpen.FindStringSubmatch(line); {
		case m != nil:
			h, ok := naiveFields(m[4])
			n := atoi(m[3])
			if !ok || open != nil || nonce != "" && m[2] != nonce || n <= last {
				return nil, false
			}
			h.N, h.Trust, nonce, last = n, naiveTrust(m[1]), m[2], n
			open = &naiveBlock{header: h, nonce: nonce, start: start}
			body.Reset()
		case naiveClose.MatchString(line):
			m := naiveClose.FindStringSubmatch(line)
			if open == nil || m[2] != nonce || atoi(m[3]) != open.header.N || naiveTrust(m[1]) != open.header.Trust {
				return nil, false
			}
			payload, fed := strings.CutSuffix(body.String(), "\n")
			data, ok := naiveDecode(payload, open.header.CRLF)
			if !fed || !ok {
				return nil, false
			}
			if data, ok = naiveUnstyle(data, open.header); !ok {
				return nil, false
			}
			open.data, open.end = data, at
			blocks = append(blocks, *open)
			open = nil
		case hasFenceShape(line):
			return nil, false
		default:
			body.WriteString(line)
		}
	}
	if open != nil {
		return nil, false
	}
	return blocks, true
}

func naiveTrust(word string) ringfence.Trust {
	switch word {
	case "request-data":
		return ringfence.Request
	case "derived-data":
		return ringfence.Derived
	}
	return ringfence.Untrusted
}

// naiveFields reads the fields of an opening line, each once at most.
func naiveFields(s string) (h fence.Header, ok bool) {
	seen := map[string]bool{}
	for pair := range strings.FieldsSeq(s) {
		key, value, _ := strings.Cut(pair, "=")
		if seen[key] {
			return h, false
		}
		seen[key] = true
		ok := false
		switch key {
		case "kind":
			h.Kind, ok = fence.ParseKind(value)
		case "lang":
			h.Lang, ok = fence.LangOf(value)
		case "cut":
			if m := naiveCut.FindStringSubmatch(value); m != nil {
				h.Cut = fence.Cut{Shown: atoi(m[1]), Of: atoi(m[2])}
				ok = h.Cut.Shown < h.Cut.Of
			}
		case "more":
			h.More, ok = atoi(value), naiveCount.MatchString(value)
		case "dropped":
			h.Dropped, ok = atoi(value), naiveCount.MatchString(value)
		case "eol":
			h.CRLF = value == "crlf"
			ok = h.CRLF
		case "style":
			h.Style, h.Marker, ok = naiveStyle(value)
		}
		if !ok {
			return h, false
		}
	}
	return h, true
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}

// naiveDecode undoes the escapes of a payload, and returns false when one is
// not canonical: another form, a surrogate, or bytes that make a character.
func naiveDecode(payload string, crlf bool) (string, bool) {
	var out strings.Builder
	var run []byte // escaped bytes that stand one after another
	for _, m := range naiveUnit.FindAllStringSubmatch(payload, -1) {
		if m[2] == "" {
			run = run[:0]
		}
		switch {
		case m[1] != "":
			v, err := strconv.ParseUint(m[1], 16, 32)
			if err != nil || v > utf8.MaxRune || !utf8.ValidRune(rune(v)) {
				return "", false
			}
			out.WriteRune(rune(v))
		case m[2] != "":
			v, err := strconv.ParseUint(m[2], 16, 8)
			if err != nil {
				return "", false
			}
			run = append(run, byte(v))
			out.WriteByte(byte(v))
			if holdsCharacter(run) {
				return "", false
			}
		case m[0] == "⟦":
			return "", false
		case m[0] == "\n" && crlf:
			out.WriteString("\r\n")
		default:
			out.WriteString(m[0])
		}
	}
	return out.String(), true
}

func holdsCharacter(b []byte) bool {
	for i := range b {
		if _, n := utf8.DecodeRune(b[i:]); n > 1 {
			return true
		}
	}
	return false
}
