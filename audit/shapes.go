package audit

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// looksLikePolicy reports whether a file is named as TOML and sets allow or an
// op table, as only policies do.
func looksLikePolicy(file string, body []byte) bool {
	if !strings.EqualFold(filepath.Ext(file), ".toml") {
		return false
	}
	for line := range bytes.Lines(body) {
		line = bytes.TrimSpace(line)
		if rest, ok := bytes.CutPrefix(line, []byte("allow")); ok && bytes.HasPrefix(bytes.TrimSpace(rest), []byte("=")) ||
			bytes.HasPrefix(line, []byte(`[op."`)) {
			return true
		}
	}
	return false
}

// looksLikeTools reports whether a JSON file is a list of tools, or holds one,
// whose first element has a name and a schema as tools have.
func looksLikeTools(body []byte) bool {
	list, _, _, ok := toolList(body)
	if !ok {
		return false
	}
	is := false
	first := true
	eachElement(list, func(_ int, v jsontext.Value, _ int64) {
		if first {
			t, named := readTool(v)
			is = named && (t.schema != "" || functionTool(v))
		}
		first = false
	})
	return is
}

// functionTool reports OpenAI's type "function", whose parameters may be absent.
func functionTool(v jsontext.Value) bool {
	is := false
	eachMember(v, func(name string, m jsontext.Value, _ int64) {
		is = is || name == "type" && string(m) == `"function"`
	})
	return is
}
