package cli

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// configPlaces are the lines of the keys of a configuration, by their paths, such
// as limits.bytes and kinds[0].files. The decoder says where it failed, and nothing
// of a value that it took.
type configPlaces map[string]int

// placesOf reads the lines of a file that the decoder has taken. It takes linear
// time: lines are counted on from one key to the next.
func placesOf(body []byte) configPlaces {
	w := placeWalker{body: body, out: configPlaces{}}
	var p unstable.Parser
	p.Reset(body)
	table := ""
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, _ = w.key("", e)
			if table == kindsKey { // one table without brackets around the brackets is taken as well
				table = w.entry()
			}
			w.out[table] = w.line
			table += "."
		case unstable.KeyValue:
			w.value(table, e)
		default:
		}
	}
	return w.out
}

// kindsKey is the one key with a list of tables.
const kindsKey = "kinds"

type placeWalker struct {
	body       []byte
	out        configPlaces
	seen, line int // the line of an offset; zero before the first
	entries    int // of kinds
}

// key returns the path of a table or a value, and moves to its line.
func (w *placeWalker) key(table string, e *unstable.Node) (string, int) {
	var parts []string
	for keys := e.Key(); keys.Next(); {
		if len(parts) == 0 {
			w.move(int(keys.Node().Raw.Offset))
		}
		parts = append(parts, string(keys.Node().Data))
	}
	return table + strings.Join(parts, "."), w.line
}

// move counts lines up to an offset. Keys come in the order of the file.
func (w *placeWalker) move(offset int) {
	if w.line == 0 {
		w.line = 1
	}
	if offset > w.seen && offset <= len(w.body) {
		w.line += bytes.Count(w.body[w.seen:offset], []byte{'\n'})
		w.seen = offset
	}
}

func (w *placeWalker) entry() string {
	name := kindsKey + "[" + strconv.Itoa(w.entries) + "]"
	w.entries++
	return name
}

// value notes a key, and those of the tables in its value.
func (w *placeWalker) value(table string, e *unstable.Node) {
	path, line := w.key(table, e)
	w.out[path] = line
	switch v := e.Value(); {
	case v.Kind == unstable.InlineTable:
		w.inline(path, v)
	case v.Kind == unstable.Array && path == kindsKey:
		for list := v.Children(); list.Next(); {
			if list.Node().Kind == unstable.InlineTable {
				name := w.entry()
				w.out[name] = line // of the list, unless the table has a key
				w.inline(name, list.Node())
			}
		}
	}
}

// inline notes the keys of a table in braces.
func (w *placeWalker) inline(path string, table *unstable.Node) {
	first := true
	for keys := table.Children(); keys.Next(); {
		if keys.Node().Kind != unstable.KeyValue {
			continue
		}
		w.value(path+".", keys.Node())
		if first {
			w.out[path], first = w.line, false
		}
	}
}

// has reports whether a path is in the file.
func (p configPlaces) has(path string) bool {
	_, ok := p[path]
	return ok
}

// of is where a path stands, in words; "" where that is not known.
func (p configPlaces) of(path string) string {
	line, ok := p[path]
	if !ok {
		return ""
	}
	return " (line " + strconv.Itoa(line) + ")"
}

// at begins an error about a path: "kinds[1] (line 6): ", where the line is that of
// a key in it, if the key is there.
func (p configPlaces) at(path, key string) string {
	where := p.of(path + "." + key)
	if where == "" {
		where = p.of(path)
	}
	return path + where + ": "
}
