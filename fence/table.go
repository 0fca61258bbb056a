package fence

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// Table is a control-token table that is ready for use: that of [Tokens], and
// the literals of further models. A nil *Table and the zero Table are the table of
// Tokens alone. A Table is immutable and safe for concurrent use.
type Table struct {
	tokens []Token
	lits   trie // literals, folded, case kept
	heads  heads
	// stops says what a byte asks of the escaper, by how line ends are written.
	stops, crlfStops stopTable
	// wide are the characters beyond ASCII whose fold holds the first character
	// of a pattern; nil stands for those of the default table.
	wide map[rune]struct{}
	// first are the first characters of the patterns, folded.
	first map[rune]struct{}
}

const (
	// maxLiterals and maxTableBytes bound a table, in literals and in bytes of them
	// or of their folds, whichever are more: one character can fold to eighteen. The
	// largest vocabulary on record has about ten thousand added tokens.
	maxLiterals   = 1 << 16
	maxTableBytes = 1 << 21
)

// NewTable returns a table of [Tokens] and extra. Each extra literal has to be
// one that can be made inert and that ordinary text does not hold (see
// [Token.Forced]); the error is a *[ringfence.Error] with code [CodeToken] that
// names its index. A family or source may be empty. NewTable takes time linear
// in the literals, and some milliseconds more when one of them begins with a
// character that no literal of Tokens begins with.
func NewTable(extra ...Token) (*Table, error) {
	total := 0
	for i, tok := range extra {
		if msg := tok.check(); msg != "" {
			return nil, tokenError(i, msg, "see fence.NewTable and fence.Token")
		}
		total += max(len(tok.Literal), len(tok.folded()))
		if i >= maxLiterals || total > maxTableBytes {
			return nil, tokenError(i, "the table is too large", "leave out literals that the shapes cover")
		}
	}
	return newTable(append(Tokens(), extra...), len(extra) > 0), nil
}

// defaultTable is built on first use and never changes.
var defaultTable = sync.OnceValue(func() *Table { return newTable(Tokens(), false) })

func (t *Table) orDefault() *Table {
	if t == nil || t.first == nil { // the zero value would let everything through
		return defaultTable()
	}
	return t
}

// Tokens returns the literals of the table as a fresh slice.
func (t *Table) Tokens() []Token { return append([]Token(nil), t.orDefault().tokens...) }

func newTable(tokens []Token, extended bool) *Table {
	t := &Table{tokens: tokens, first: make(map[rune]struct{})}
	for i, tok := range tokens {
		folded := tok.folded()
		t.lits.add(folded, i)
		t.pattern(folded)
	}
	for _, w := range words {
		for _, open := range [...]string{"<", "</"} {
			t.fenceWord([]rune(open + w))
		}
	}
	for _, s := range shapes {
		t.shapeHead(s)
	}
	if extended {
		t.findWide()
	}
	t.makeStops()
	return t
}

func (t *Table) pattern(folded string) {
	rs := []rune(folded)
	t.first[rs[0]] = struct{}{}
	t.heads.add(rs)
}

// fenceWord adds the heads of a fence word in every mix of letter cases.
func (t *Table) fenceWord(w []rune) {
	const head = 4
	var letters []int
	for i := range head {
		if w[i] >= 'a' && w[i] <= 'z' {
			letters = append(letters, i)
		}
	}
	for mix := range 1 << len(letters) {
		v := append([]rune(nil), w...)
		for k, i := range letters {
			if mix>>k&1 != 0 {
				v[i] -= 'a' - 'A'
			}
		}
		t.heads.add(v)
	}
}

// shapeHead adds the heads of a shape: after the opener comes any character of
// a name.
func (t *Table) shapeHead(s shape) {
	t.first[rune(s.open[0])] = struct{}{}
	for c := range byte(utf8.RuneSelf) {
		if shapeRune(rune(c)) {
			t.heads.addOpener(s.open[0], s.open[1], c)
		}
	}
}

// findWide looks for the characters whose fold holds a first character, unless
// they are those of the default table.
func (t *Table) findWide() {
	same := true
	for r := range t.first {
		same = same && strings.ContainsRune(defaultFirst, r)
	}
	if same {
		return
	}
	t.wide = make(map[rune]struct{})
	for r := range t.first {
		if r >= utf8.RuneSelf {
			t.wide[r] = struct{}{} // a fold folds to itself
		}
	}
	for r := rune(utf8.RuneSelf); r <= lastFolded; r++ {
		folded, _ := ucd.Fold(r)
		for _, f := range folded {
			if _, ok := t.first[f]; ok {
				t.wide[r] = struct{}{}
				break
			}
		}
	}
}

// lastFolded is the last character that folds to others.
const lastFolded = 0x2FA1D

// trigger reports whether a match can begin within the fold of the character r,
// which is not ASCII.
func (t *Table) trigger(r rune) bool {
	if t.wide == nil {
		return defaultTrigger(r)
	}
	_, ok := t.wide[r]
	return ok
}

// defaultFirst holds the first characters of the patterns of [Tokens].
const defaultFirst = "<[]{\u25C1"

// defaultTrigger is trigger for the patterns of [Tokens]: the characters that
// fold to a first character of theirs, which a test compares with the tables of
// Unicode.
func defaultTrigger(r rune) bool {
	switch r {
	case '\u226E', '\uFE64', '\uFF1C', // <
		'\uFE47', '\uFF3B', // [
		'\uFE48', '\uFF3D', // ]
		'\uFE37', '\uFE5B', '\uFF5B', // {
		'\u25C1': // itself
		return true
	}
	return false
}

// Seal is like the function [Seal] with the literals of the table.
func (t *Table) Seal(dst []byte, nonce Nonce, h Header, d ringfence.Data) ([]byte, Marks, error) {
	return t.orDefault().seal(dst, nonce, h, d)
}

// FindControlTokens is like the function [FindControlTokens] with the literals
// of the table.
func (t *Table) FindControlTokens(s string) []Match { return t.orDefault().find(s) }
