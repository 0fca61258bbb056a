package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

// Each key has the line that it stands in, however the file is written.
func TestConfigPlaces(t *testing.T) {
	places := placesOf([]byte("kind = \"text\" # 1\n" +
		"exclude = [\n  \"a\",\n  \"b\",\n]\n" +
		"limits = { bytes = 1, depth = 2 } # 6\n" +
		"rules.\"chars/*\" = \"\"\"\n\nerror\"\"\"\n" +
		"[[kinds]] # 10\nfiles = [\"x\"]\n\nkind = \"text\" # 13\n" +
		"[[kinds]]\nfield = [\"/x\"] # 15\n"))
	for path, want := range map[string]int{
		"kind": 1, "exclude": 2, "limits": 6, "limits.bytes": 6, "limits.depth": 6, "rules.chars/*": 7,
		"kinds[0]": 10, "kinds[0].files": 11, "kinds[0].kind": 13, "kinds[1]": 14, "kinds[1].field": 15, "fail-on": 0, "kinds[2]": 0,
	} {
		if places[path] != want {
			t.Errorf("%s is in line %d, not %d", path, want, places[path])
		}
	}
	if at := places.at("kinds[1]", "kind"); at != "kinds[1] (line 14): " {
		t.Errorf("%q", at)
	}
	if at := places.at("kinds[1]", "field"); at != "kinds[1] (line 15): " {
		t.Errorf("%q", at)
	}
	if at := places.at("fail-on", ""); at != "fail-on: " {
		t.Errorf("%q", at)
	}
}

// Whatever the decoder takes has places within the file, and what it refuses is an
// error that shows no value.
func FuzzConfig(f *testing.F) {
	for _, seed := range []string{
		"kind = \"promt\"", "kinds = [{files = [\"a\"], kind = \"b\"}, {}]", "[kinds]\nfiles = [\"a\"]", "[[kinds]]\n[kinds.x]\n", "[limits]\nbytes = \"1M\"",
		"[rules]\na.b = \"x\"", "exclude = [1]", "a = {b = {c = [{d = 1}]}}", "x = [", "[[a]]\n[[a.kinds]]\n", "limits = {}", "\r\n\r\nkind = ''",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			return
		}
		body := []byte(text)
		var c config
		if err := toml.NewDecoder(bytes.NewReader(body)).DisallowUnknownFields().Decode(&c); err != nil {
			if message := tomlError(body, err).Error(); message == "" || len(message) > 600 {
				t.Errorf("%q", message)
			}
			return
		}
		most := 1 + bytes.Count(body, []byte{'\n'})
		for path, line := range placesOf(body) {
			if line < 1 || line > most {
				t.Errorf("%q is in line %d of %d", path, line, most)
			}
		}
		c.places = placesOf(body)
		if err := c.judge(); err != nil && strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%q", err.Error())
		}
	})
}

// A value that is empty or out of its range is refused with its line, and never
// taken for one that is not there.
func TestConfigValuesOutOfRange(t *testing.T) {
	name := filepath.Join(t.TempDir(), "c.toml")
	for text, want := range map[string]string{
		"kind = ''":                                         `kind (line 1): "" is not known`,
		"\nfail-on = ''":                                    `fail-on (line 2): "" is not known`,
		"model = ''":                                        "model (line 1): there is no name",
		"[limits]\nbytes = 0":                               "limits.bytes (line 2): 0 is out of its range",
		"limits.bytes = 1073741825":                         "limits.bytes (line 1): 1073741825 is out of its range",
		"limits = {bytes = 5, depth = 0}":                   "limits.depth (line 1): 0 is out of its range",
		"[limits]\ndepth = 10000":                           "limits.depth (line 2): 10000 is out of its range",
		"[[kinds]]\nfiles = ['a']\nkind = ''":               `kinds[0] (line 3): kind "" is not known`,
		"[[kinds]]\nfield = ['/a']\nfiles = ['a']\nkind=''": `kinds[0] (line 4): kind "" is not known`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, _, stderr := run("x", "check", "--config", name, "--kind", "text", "-")
		if code != ExitUnchecked || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d %s, want %s", text, code, stderr, want)
		}
	}
	for _, text := range []string{"", "limits = {bytes = 1, depth = 1}", "[limits]\ndepth = 9999\nbytes = 1073741824", "kind = 'text'\nfail-on = 'never'\nmodel = 'gpt-4o'"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := run("x", "check", "--config", name, "--kind", "text", "-"); code != ExitClean {
			t.Errorf("%q: status %d %s", text, code, stderr)
		}
	}
}
