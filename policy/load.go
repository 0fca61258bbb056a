package policy

import (
	"sort"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
)

// loader turns a tree into a Policy. The first error ends it.
type loader struct {
	file  string
	src   []byte
	dir   string // folder of the file
	lines []int  // offsets at which lines start, so that a place is a search
}

func (l *loader) fail(code ringfence.Code, n *node, pointer, message, hint string) error {
	return loadError(code, l.file, l.src, n.at, pointer, message, hint)
}

func (l *loader) at(n *node) Position {
	line := sort.SearchInts(l.lines, n.at+1)
	return Position{File: l.file, Line: line, Column: n.at - l.lines[line-1] + 1}
}

// lineStarts returns the offsets at which the lines of a source start.
func lineStarts(src []byte) []int {
	starts := []int{0}
	for i, c := range src {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return starts
}

// check judges the keys and types of a table.
func (l *loader) check(n *node, pointer string, known, more keyTypes) error {
	folded := map[string]bool{}
	for _, k := range n.keys {
		at := pointer + "/" + escapePointer(k.key)
		if folded[strings.ToLower(k.key)] {
			return l.fail(CodeKeyCase, k, at, "a key like this one but for case is in the same table", "write each key once, in lower case")
		}
		folded[strings.ToLower(k.key)] = true
		want := known.of(k.key)
		if want == 0 {
			want = more.of(k.key)
		}
		if want == 0 {
			return l.unknown(k, at, known)
		}
		if err := l.typed(k, at, want); err != nil {
			return err
		}
	}
	return nil
}

func (l *loader) unknown(k *node, at string, known keyTypes) error {
	lower := strings.ToLower(k.key)
	if known.of(lower) != 0 {
		return l.fail(CodeKeyCase, k, at, "the key is known in lower case only", "write "+lower)
	}
	names := make([]string, 0, len(known))
	for _, k := range known {
		names = append(names, k.key)
	}
	sort.Strings(names)
	return l.fail(CodeUnknownKey, k, at, "the key is unknown here", "known keys: "+strings.Join(names, ", "))
}

// typed judges the type of one value.
func (l *loader) typed(k *node, at string, want keyType) error {
	bad := func(takes string) error { return l.fail(CodeType, k, at, "the key takes "+takes, "") }
	switch want {
	case texts:
		if k.shape != listShape {
			return bad("a list of strings")
		}
		for i, item := range k.list {
			here := at + "/" + strconv.Itoa(i)
			if item.shape != textShape {
				return l.fail(CodeType, item, here, "the list takes strings", "")
			}
			if err := l.sized(item, here); err != nil {
				return err
			}
		}
		if len(k.list) > MaxList && k.key != "allow" && k.key != "deny" {
			return l.fail(CodeSize, k, at, "the list has more than "+strconv.Itoa(MaxList)+" entries", "")
		}
	case text:
		if k.shape != textShape {
			return bad("a string")
		}
		return l.sized(k, at)
	case count, positive:
		least := int64(0)
		if want == positive {
			least = 1
		}
		if k.shape != intShape {
			return bad("an integer")
		}
		if k.bad || k.num < least {
			return l.fail(CodeValue, k, at, "the number is less than "+strconv.FormatInt(least, 10)+" or does not fit", "")
		}
	case flag:
		if k.shape != boolShape {
			return bad("true or false")
		}
	case table:
		if k.shape != tableShape {
			return bad("a table")
		}
	case tables:
		if k.shape != listShape {
			return bad("a list of tables, each written [[" + k.key + "]]")
		}
		for _, item := range k.list {
			if item.shape != tableShape {
				return bad("a list of tables, each written [[" + k.key + "]]")
			}
		}
	case anything:
	}
	return nil
}

func (l *loader) sized(n *node, at string) error {
	if len(n.text) > MaxText {
		return l.fail(CodeSize, n, at, "the text is longer than "+strconv.Itoa(MaxText)+" bytes", "")
	}
	return nil
}

// escapePointer writes a key as a token of a JSON pointer (RFC 6901, section 3).
func escapePointer(key string) string {
	return strings.ReplaceAll(strings.ReplaceAll(key, "~", "~0"), "/", "~1")
}

// number returns the value of an integer key, and def without it.
func number(n *node, key string, def int64) int64 {
	if k := n.child(key); k != nil {
		return k.num
	}
	return def
}
