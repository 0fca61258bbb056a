package audit

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// secret is a string of a payload that must not reach a prompt.
type secret struct {
	text    string // folded
	pointer string // in the payload: numbers and names of the contract alone
	word    bool   // an ordinary word, which instructions may hold as well
}

// leastSecret is how long a string is, in folded characters, that does not turn
// up by chance everywhere.
const leastSecret = 3

// withheld holds a prompt against the payload that it was made of. A finding
// says which string of the payload arrived, by its place there, and never what
// it says.
func (c Checker) withheld(col *collector, doc *promptdoc.Document) error {
	if c.With == nil {
		return nil
	}
	secrets, shown, err := c.secrets()
	if err != nil {
		return err
	}
	for _, m := range doc.Messages {
		blocks := inspectBlocks(m.Text)
		for _, b := range blocks {
			find(col, m, b.Data.Raw(), b.PayloadStart, secrets, shown, &b)
		}
		eachOutside(m.Text, blocks, func(start, end int) {
			find(col, m, m.Text[start:end], start, secrets, shown, nil)
		})
	}
	return nil
}

// find looks for the secrets in a piece of a prompt: the data of a block, or
// what stands outside.
func find(col *collector, m promptdoc.Message, text string, from int, secrets []secret, shown string, b *fence.Block) {
	folded, places := fold(text)
	for _, s := range secrets {
		k := strings.Index(folded, s.text)
		if k < 0 {
			continue
		}
		id, message := idLeaked, "the payload's "+s.pointer+" reached the prompt"
		if strings.Contains(shown, s.text) || b == nil && s.word {
			id, message = idPossible, "the payload's "+s.pointer+" may have reached the prompt: text that may be shown, or an instruction, holds the same"
			if !wholeWord(folded, k, len(s.text)) {
				continue // a part of another word, which is explained
			}
		} else if s.word && !wholeWord(folded, k, len(s.text)) {
			continue
		}
		start := from
		end := start
		if b == nil || m.Text[b.PayloadStart:b.PayloadEnd] == text {
			start, end = from+places[k], from+places[k+len(s.text)-1]+1
		}
		col.addRange(id, m.Span, start, end, at(m.Pointer), message)
	}
}

// secrets reads what a payload withholds, and what it shows, folded.
func (c Checker) secrets() (secrets []secret, shown string, err error) {
	if contract.ShapeOf(c.With) == contract.ShapeEditContext {
		_, err := c.Limits.ParseEditContext(c.With)
		return nil, "", err // it withholds nothing
	}
	ask, err := c.Limits.ParseAsk(c.With)
	if err != nil {
		return nil, "", err
	}
	hidden, err := withheldEntries(c.With, ask.UI)
	if err != nil {
		return nil, "", err
	}
	var all strings.Builder
	err = eachString(c.With, func(s *jsonString) {
		folded, _ := fold(s.text)
		switch {
		case askUse(s, hidden) != useNone:
			all.WriteString(folded + "\n")
		case isSecret(s) && utf8.RuneCountInString(folded) >= leastSecret:
			secrets = append(secrets, secret{folded, payloadPlace(s), strings.Trim(folded, "abcdefghijklmnopqrstuvwxyz") == ""})
		}
	})
	return secrets, all.String(), err
}

// isSecret reports the kinds and ids of items, and, since askUse did not take
// it, titles and ids of withheld windows.
func isSecret(s *jsonString) bool {
	p := s.path
	if s.name {
		return false
	}
	return p[0] == "contextItems" && s.depth == 3 && (p[2] == "kind" || p[2] == "id") ||
		isWindow(s) && (p[3] == "title" || p[3] == "id" || p[3] == "key")
}

// payloadPlace is the pointer of a secret, made of names of the contract.
func payloadPlace(s *jsonString) string {
	if s.path[0] == "contextItems" {
		return "/contextItems/" + strconv.Itoa(s.index) + "/" + s.path[2]
	}
	return "/ui/openWindows/" + strconv.Itoa(s.index) + "/" + s.path[3]
}

// fold is s without marks, invisible characters and differences of case and
// width, and the places of its bytes in s.
func fold(s string) (string, []int) {
	out, from := make([]byte, 0, len(s)), make([]int, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		folded, changed := ucd.Fold(r)
		if !changed {
			folded = string(r)
		}
		for _, f := range folded {
			out = utf8.AppendRune(out, ucd.FoldCase(f))
		}
		for len(from) < len(out) {
			from = append(from, i)
		}
		i += n
	}
	return string(out), from
}

// wholeWord reports whether no letter or digit stands right beside s[k:k+n].
func wholeWord(s string, k, n int) bool {
	return (k == 0 || !wordByte(s[k-1])) && (k+n == len(s) || !wordByte(s[k+n]))
}
