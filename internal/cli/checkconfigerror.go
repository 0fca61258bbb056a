package cli

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/ringfence/ringfence"
)

// configKeys are the keys of a configuration with what they take. A star stands
// for every name.
var configKeys = []struct{ key, takes string }{
	{"kind", "a string"},
	{"fail-on", "a string"},
	{"model", "a string"},
	{"exclude", "a list of strings"},
	{"limits", "a table"},
	{"limits.bytes", "a whole number"},
	{"limits.depth", "a whole number"},
	{"rules", "a table of strings"},
	{"rules.*", "a string: error, warning, note or off"},
	{kindsKey, "tables that begin with [[kinds]]"},
	{"kinds.files", "a list of strings"},
	{"kinds.kind", "a string"},
	{"kinds.field", "a list of strings"},
}

// tomlError says where a file is no configuration. Of the file it shows the name
// of a key, and nothing else.
func tomlError(body []byte, err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		e := unknown.Errors[0]
		line, _ := e.Position()
		key := strings.Join(e.Key(), ".")
		return configError(quote(key)+" in line "+number(line)+" is not known", unknownKeyHint(key))
	}
	var d *toml.DecodeError
	if !errors.As(err, &d) {
		return configError("the file is not TOML", "")
	}
	line, column := d.Position()
	at := "line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column)
	// Into a map everything goes that is TOML.
	var whole map[string]any
	if toml.Unmarshal(body, &whole) != nil {
		return configError(at+" is not TOML, or a key is given twice", "")
	}
	return wrongType(at, d.Key())
}

// unknownKeyHint says which key may have been meant, and which there are.
func unknownKeyHint(key string) string {
	var names []string
	for _, k := range configKeys {
		if !strings.HasSuffix(k.key, "*") {
			names = append(names, k.key)
		}
	}
	hint := "there are " + strings.Join(names, ", ")
	if near := nearest(key, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return hint
}

// wrongType says what a key takes.
func wrongType(at string, key toml.Key) error {
	name := strings.Join(key, ".")
	for _, k := range configKeys {
		if k.key == name || k.key == "rules.*" && len(key) > 1 && key[0] == "rules" {
			return configError(at+": "+quote(name)+" takes "+k.takes, "")
		}
	}
	return configError(at+" is not of the right type", "")
}

func configError(message, hint string) error {
	return &ringfence.Error{Code: CodeConfig, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}

// outOfRange is an error about a number that is not 1 to most.
func outOfRange(at string, n, most int) error {
	return configError(at+strconv.Itoa(n)+" is out of its range", "it takes 1 to "+strconv.Itoa(most))
}

// unknownWord is an error about a value that is none of a list.
func unknownWord(at, key, value string, list []string) error {
	hint := "there are " + strings.Join(list, ", ")
	if near := nearest(value, list); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	what := at
	if key != "" {
		what += key + " "
	}
	return configError(what+quote(value)+" is not known", hint)
}
