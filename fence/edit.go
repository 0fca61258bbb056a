package fence

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
)

// Edit is a replacement of bytes of a block's data.
type Edit struct {
	Start, End int            // byte range in the data
	Replace    ringfence.Data // what to put there: a model wrote it
}

// Apply returns d with the edit made. The error has code [CodeFindAbsent] when
// d is too short for the range, as it is when d is not the data of the block.
func (e Edit) Apply(d ringfence.Data) (ringfence.Data, error) {
	s := d.Raw()
	if e.Start < 0 || e.Start > e.End || e.End > len(s) {
		return ringfence.Data{}, editError(CodeFindAbsent, "the edit is outside the data",
			"apply an edit to the data of the block it was made from")
	}
	return ringfence.NewData(s[:e.Start] + e.Replace.Raw() + s[e.End:]), nil
}

// Unescape maps an edit that a model wrote against the payload of b, as find
// and replace text, to the bytes of the data. find has to be in the payload
// exactly once, with whole escapes. In the replacement only escapes that occur
// in find are decoded: any other would let a model write characters that were
// never in the data and cannot be seen in its answer.
//
// The same holds for characters that may not stand raw in a payload, and for
// characters that the edit would form out of bytes beside it.
//
// Where line feeds of the payload stand for CR LF, so do those of find and
// replace, and a CR LF in either is one line end. Only a block of the block style
// can be quoted from: in the others a model has to rewrite what it quotes.
// Codes: [CodeFindAbsent], [CodeFindAmbiguous], [CodeReplaceEscape],
// [CodeReplaceCharacter], [CodeEscape], [CodeStyle]. An offset is in replace, as it
// was given. It takes time linear in the payload and the two texts.
func Unescape(b Block, find, replace string) (Edit, error) {
	if b.Style != StyleBlock {
		return Edit{}, editError(CodeStyle, "a block of this style cannot be quoted from",
			"render what a model is to edit in the block style")
	}
	find = b.lineEnds(find)
	at, err := b.locate(find)
	if err != nil {
		return Edit{}, err
	}
	e, err := b.edit(at, find, b.lineEnds(replace))
	if bad, ok := errors.AsType[*ringfence.Error](err); ok && b.CRLF && bad.Offset > 0 {
		bad.Offset += int64(lineEndsBefore(replace, int(bad.Offset)))
	}
	return e, err
}

// lineEndsBefore returns how many CR LF of s lineEnds has made an LF before what is
// then at the offset.
func lineEndsBefore(s string, offset int) (n int) {
	for at := 0; ; n++ {
		i := strings.Index(s[at:], "\r\n")
		if at += i; i < 0 || at-n >= offset {
			return n
		}
		at += len("\r\n")
	}
}

// lineEnds writes line ends as the payload does.
func (b Block) lineEnds(s string) string {
	if b.CRLF {
		return strings.ReplaceAll(s, "\r\n", "\n")
	}
	return s
}

// edit makes the edit of the occurrence of find at an offset of the payload.
func (b Block) edit(at int, find, replace string) (Edit, error) {
	before, bad := decode(b.payload.Raw()[:at], b.CRLF)
	found, badFind := decode(find, b.CRLF)
	if bad >= 0 || badFind >= 0 {
		return Edit{}, editError(CodeEscape, "the payload holds no canonical escapes", "scan the prompt again")
	}
	if err := onlyEscapesOf(find, replace); err != nil {
		return Edit{}, err
	}
	if err := onlyCharactersOf(find, replace); err != nil {
		return Edit{}, err
	}
	with, bad := decode(replace, b.CRLF)
	if bad >= 0 {
		return Edit{}, editError(CodeReplaceEscape, "the replacement joins escapes of bytes into a character", "")
	}
	if joinsBytes(before, with, b.payload.Raw()[at+len(find):]) {
		return Edit{}, editError(CodeReplaceEscape, "the edit joins bytes around it into a character that was not there",
			"widen the text to find so that it holds the bytes beside it too, and keep them apart")
	}
	return Edit{Start: len(before), End: len(before) + len(found), Replace: ringfence.NewData(with)}, nil
}

// joinsBytes reports whether a character lies over an edge of with once it stands
// between the data before and what the payload after it decodes to. There was
// none over the edges of what it replaces: bytes that form a character are not
// written as bytes. So it is new, and could be one that cannot be seen.
func joinsBytes(before, with, after string) bool {
	const reach = utf8.UTFMax - 1 // how far a character can lie over an edge
	first := before[max(0, len(before)-reach):]
	text := append([]byte(first), with...)
	for strings.HasPrefix(after, escOpen) && len(text) < len(first)+len(with)+reach {
		n, r, isByte := parseEscape(after)
		if !isByte || n == 0 {
			break // a character of its own
		}
		text = append(text, byte(r)) // parseEscape returns 80 to FF
		after = after[n:]
	}
	for _, edge := range [...]int{len(first), len(first) + len(with)} {
		for k := 1; k <= min(reach, edge); k++ {
			if _, n := utf8.DecodeRune(text[edge-k:]); n > k {
				return true
			}
		}
	}
	return false
}

// locate returns the offset of the only occurrence of find in the payload.
func (b Block) locate(find string) (int, error) {
	absent := func(hint string) (int, error) {
		return 0, editError(CodeFindAbsent, "the text to find is not in the block", hint)
	}
	if find == "" || !utf8.ValidString(find) {
		return absent("quote a piece of the block, in valid UTF-8")
	}
	at, count, broken := whole(b.payload.Raw(), find)
	switch {
	case count > 1:
		return 0, editError(CodeFindAmbiguous, "the text to find is in the block more than once",
			"quote more of what is around it")
	case count == 1:
		return at, nil
	case broken:
		return absent("quote escapes whole")
	}
	return absent("quote the block exactly as it stands, escapes included")
}

// whole counts the occurrences of find in payload, up to two, that break no
// escape, and returns the first. broken reports that others were passed over:
// letters of an escape are no text of the block. Occurrences may overlap, so
// this is the search by Knuth, Morris and Pratt, linear whatever the texts.
func whole(payload, find string) (at, count int, broken bool) {
	if len(find) > len(payload) {
		return 0, 0, false
	}
	fail := make([]int, len(find))
	for i, k := 1, 0; i < len(find); i++ {
		for k > 0 && find[i] != find[k] {
			k = fail[k-1]
		}
		if find[i] == find[k] {
			k++
		}
		fail[i] = k
	}
	for i, k := 0, 0; i < len(payload) && count < 2; i++ {
		for k > 0 && payload[i] != find[k] {
			k = fail[k-1]
		}
		if payload[i] == find[k] {
			k++
		}
		if k < len(find) {
			continue
		}
		k = fail[k-1]
		start := i + 1 - len(find)
		switch {
		case insideEscape(payload, start) || insideEscape(payload, i+1):
			broken = true
		case count == 0:
			at, count = start, 1
		default:
			count = 2
		}
	}
	return at, count, broken
}

// insideEscape reports whether offset i is within an escape of payload. It
// looks back no further than an escape can reach.
func insideEscape(payload string, i int) bool {
	from := max(0, i-maxEscape)
	open := strings.LastIndex(payload[from:i], escOpen)
	if open < 0 {
		return false
	}
	open += from
	n, _, _ := parseEscape(payload[open:])
	return i < open+n
}

// onlyEscapesOf checks that every escape of replace occurs in find, whose
// escapes are known to be canonical.
func onlyEscapesOf(find, replace string) error {
	allowed := make(map[string]bool)
	for at, n := nextEscape(find, 0); n > 0; at, n = nextEscape(find, at+n) {
		allowed[find[at:at+n]] = true
	}
	for at, n := nextEscape(replace, 0); at >= 0; at, n = nextEscape(replace, at+n) {
		if n == 0 || !allowed[replace[at:at+n]] {
			return &ringfence.Error{
				Code:    CodeReplaceEscape,
				Message: "the replacement holds an escape that is not in the text it replaces",
				Offset:  int64(at),
				Hint:    "widen the text to find so that it holds the escaped character too",
			}
		}
	}
	return nil
}

// onlyCharactersOf checks that replace holds no raw character of a class that is
// escaped in payloads, unless find holds it. Brackets are onlyEscapesOf's, and a
// mark at the start of a line can be seen.
func onlyCharactersOf(find, replace string) error {
	for _, c := range FindCharacters(replace) {
		switch {
		case c.Class == Bracket || c.Class == OpeningMark:
		case c.Class != NotUTF8 && strings.ContainsRune(find, c.Rune):
		default:
			return &ringfence.Error{
				Code:    CodeReplaceCharacter,
				Message: "the replacement holds a character that cannot be seen and is not in the text it replaces",
				Offset:  int64(c.Start),
				Hint:    "widen the text to find so that it holds the character's escape, and copy the escape",
			}
		}
	}
	// FindCharacters passes over a CR before an LF; line ends are LF here.
	if i := strings.IndexByte(replace, '\r'); i >= 0 {
		return &ringfence.Error{
			Code: CodeReplaceCharacter, Message: "the replacement holds a carriage return", Offset: int64(i),
			Hint: "write line feeds: they become the line ends of the text",
		}
	}
	return nil
}

// nextEscape returns where the next bracket from offset i opens, or a negative
// offset, and the length of the escape there: 0 when it is not canonical.
func nextEscape(s string, i int) (at, n int) {
	k := strings.Index(s[i:], escOpen)
	if k < 0 {
		return -1, 0
	}
	n, _, _ = parseEscape(s[i+k:])
	return i + k, n
}

func editError(code ringfence.Code, msg, hint string) error {
	return &ringfence.Error{Code: code, Message: msg, Hint: hint, Offset: ringfence.NoOffset}
}
