package cli

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// pageLetters are what data of these tests is made of: words, what markup and the
// fence are made of, letters of several scripts, and what has no shape.
var pageLetters = []rune("abcxyzABCXYZ0189 <>/&\"'={}-_;:#\\|`\n\t⟦⟧åéжЯ中\u0301\u200b\u202e\u2028\U0001F600\x00\x1b")

// secretLetters are what is made of that no page shows: none of the others, so that
// what is shown does not hold it by chance.
var secretLetters = []rune("ΔΘΛΞΦΨΩ§¶")

// window is the length in bytes from which text of data may not be on a page.
const window = 8

// turnData is what somebody else wrote in one turn.
type turnData struct {
	title, second, withheld, kind, id, label, excerpt, message string
}

func (d turnData) texts() []string {
	return []string{d.title, d.second, d.withheld, d.kind, d.id, d.label, d.excerpt, d.message}
}

// ask is the ask body of the turn.
func (d turnData) ask(t testing.TB) []byte {
	t.Helper()
	return marshal(t, map[string]any{
		"ui": map[string]any{"openWindows": []any{
			map[string]any{"id": "w1", "title": d.title},
			map[string]any{"id": "w2", "title": d.second, "isFocused": true},
			map[string]any{"id": "w3", "title": d.withheld, "withheld": true},
		}},
		"contextItems": []any{map[string]any{"kind": d.kind, "id": d.id, "label": d.label, "excerpt": d.excerpt}},
		"message":      d.message,
	})
}

// context is an edit context with the same data.
func (d turnData) context(t testing.TB) []byte {
	t.Helper()
	id := "viv:" + d.id
	return marshal(t, map[string]any{
		"editContextVersion": "0.1", "profile": d.kind,
		"selection": []any{map[string]any{"id": id, "tag": d.title}},
		"screen":    map[string]any{"elementIds": []any{id, d.second}},
		"source":    map[string]any{"language": d.withheld, "code": d.excerpt},
		"untrusted": map[string]any{id: map[string]any{"text": d.label, "attributes": map[string]any{"aria-label": d.message}}},
	})
}

func marshal(t testing.TB, v any) []byte {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// drawTurn draws data. Every text begins with a letter, so that it counts as one.
func drawTurn(r *rand.Rand) turnData {
	draw := func(letters []rune) string {
		out := []rune{letters[0]}
		for range window + r.IntN(72) {
			out = append(out, letters[r.IntN(len(letters))])
		}
		return string(out)
	}
	text := func() string { return draw(pageLetters) }
	secret := func() string { return draw(secretLetters) }
	return turnData{text(), text(), secret(), secret(), secret(), text(), text(), text()}
}

// plainTurn is data whose pages serve for comparison: what they hold, every page
// holds.
func plainTurn(word string) turnData {
	at := func(s string) string { return strings.Repeat(word+s, 3) }
	return turnData{at("1"), at("2"), at("3"), at("4"), at("5"), at("6"), at("7"), at("8")}
}

// promptcheck runs a command line that has to succeed, and returns its output.
func promptcheck(t testing.TB, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	c := Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}
	if code := c.Main(args); code != ExitClean {
		t.Fatalf("%v: status %d: %s", args, code, errs.String())
	}
	return out.Bytes()
}

// pageFiles are the inputs of pages in one folder.
type pageFiles struct{ prev, cur, context, prevPrompt, curPrompt string }

func newPageFiles(t testing.TB) pageFiles {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	return pageFiles{at("prev.json"), at("cur.json"), at("context.json"), at("prev.prompt.json"), at("cur.prompt.json")}
}

// write writes two turns, and their prompts.
func (f pageFiles) write(t testing.TB, prev, cur turnData) {
	t.Helper()
	for name, body := range map[string][]byte{f.prev: prev.ask(t), f.cur: cur.ask(t), f.context: cur.context(t)} {
		if err := os.WriteFile(name, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range [][2]string{{f.prev, f.prevPrompt}, {f.cur, f.curPrompt}} {
		promptcheck(t, "render", "--format", "json", "--seed", "00", "-o", p[1], p[0])
	}
}

// pages makes every kind of page that the files can give.
func (f pageFiles) pages(t testing.TB, more ...string) map[string][]byte {
	t.Helper()
	out := make(map[string][]byte)
	for name, args := range map[string][]string{
		"ask":         {"render", f.cur},
		"style":       {"render", "--style", "datamark", "--prev", f.prev, f.cur},
		"small":       {"render", "--budget", "650", "--encoding", "cl100k_base", f.cur},
		"context":     {"render", f.context},
		"two turns":   {"diff", f.prev, f.cur},
		"two prompts": {"diff", f.prevPrompt, f.curPrompt},
	} {
		out[name] = promptcheck(t, append(append(args, "--format", "html"), more...)...)
	}
	return out
}

// No 8 bytes in a row of any text of data are on a page without --show, whatever
// the text looks like; with it, nothing that is withheld is.
func TestPageHidesData(t *testing.T) {
	f := newPageFiles(t)
	f.write(t, plainTurn("Qw"), plainTurn("Zk"))
	always := f.pages(t)
	for seed := range uint64(pageRounds) {
		r := rand.New(rand.NewPCG(seed, 1))
		prev, cur := drawTurn(r), drawTurn(r)
		f.write(t, prev, cur)
		for name, page := range f.pages(t) {
			for _, text := range append(prev.texts(), cur.texts()...) {
				wantHidden(t, name, page, always[name], text)
			}
		}
		for name, page := range f.pages(t, "--show") {
			for _, text := range []string{prev.withheld, cur.withheld, prev.kind, cur.kind, prev.id, cur.id} {
				if name != "context" { // there, these are members of another kind
					wantHidden(t, name, page, always[name], text)
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %+v and %+v", seed, prev, cur)
		}
	}
}

// pageRounds is how many pairs of turns are drawn.
const pageRounds = 25

// wantHidden wants no part of a text on a page, as it is or as HTML writes it, but
// for what is on every page.
func wantHidden(t *testing.T, name string, page, always []byte, text string) {
	t.Helper()
	for _, form := range []string{text, escapedHTML(text)} {
		for i := 0; i+window <= len(form); i++ {
			if part := []byte(form[i : i+window]); bytes.Contains(page, part) && !bytes.Contains(always, part) && !entity(form, i) {
				t.Errorf("%s: %q of %q is on the page", name, part, text)
				return
			}
		}
	}
}

// escapedHTML is a text as the template writes it.
func escapedHTML(s string) string {
	return strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", `"`, "&#34;", "'", "&#39;", "+", "&#43;").Replace(s)
}

// entity reports whether what stands at i is mostly the names of escaped
// characters, which fence lines and instructions have too.
func entity(form string, i int) bool {
	return strings.Count(form[i:i+window], "&")+strings.Count(form[i:i+window], ";") > 1
}

// What the test above looks for is there with --show: it can fail.
func TestPageShowsData(t *testing.T) {
	f := newPageFiles(t)
	prev, cur := plainTurn("Qw"), plainTurn("Zk")
	f.write(t, prev, cur)
	hidden, shown := f.pages(t), f.pages(t, "--show")
	for name, want := range map[string][]string{
		"ask":         {cur.title, cur.second, cur.label, cur.excerpt, cur.message},
		"style":       {cur.title, prev.title, cur.message},
		"small":       {cur.message},
		"context":     {cur.title, cur.label, cur.excerpt, cur.message},
		"two turns":   {cur.title, prev.title, cur.second, prev.second, cur.label, prev.label, cur.message, prev.message},
		"two prompts": {cur.title, prev.title, cur.second, prev.second, cur.label, prev.label, cur.message, prev.message},
	} {
		for _, text := range want {
			// A style may set a mark between words; these have none inside.
			if !bytes.Contains(shown[name], []byte(text)) {
				t.Errorf("%s: %q is not on the page with --show", name, text)
			}
			if bytes.Contains(hidden[name], []byte(text[:window])) {
				t.Errorf("%s: %q is on the page without --show", name, text)
			}
		}
	}
}

// The same files give the same pages, and no nonce is on one.
func TestPageBytes(t *testing.T) {
	f := newPageFiles(t)
	f.write(t, plainTurn("Qw"), plainTurn("Zk"))
	for _, more := range [][]string{nil, {"--show"}} {
		for _, args := range [][]string{
			{"diff", "--format", "html", f.prev, f.cur},
			{"diff", "--format", "html", f.prevPrompt, f.curPrompt},
			{"render", "--format", "html", "--seed", "00", f.cur},
		} {
			first := promptcheck(t, append(args, more...)...)
			for range 3 {
				if again := promptcheck(t, append(args, more...)...); !bytes.Equal(first, again) {
					t.Fatalf("%v %v: two pages of one input differ", args, more)
				}
			}
			for _, nonce := range []string{seeded("\x00"), seeded(diffSeed)} {
				if bytes.Contains(first, []byte(nonce)) {
					t.Errorf("%v %v: a nonce is on the page", args, more)
				}
			}
		}
	}
	one, two := promptcheck(t, "render", "--format", "html", f.cur), promptcheck(t, "render", "--format", "html", f.cur)
	if bytes.Equal(one, two) {
		t.Error("two nonces that are secret give one keyed hash")
	}
}

// What is withheld, and kind and id of an item, change no byte of a page but by
// their equality.
func TestPageOfWithheld(t *testing.T) {
	f := newPageFiles(t)
	prev, cur := plainTurn("Qw"), plainTurn("Zk")
	var first map[string][]byte
	for _, word := range []string{"a", "Zk1", "<b>much longer than the others</b>\u202e"} {
		cur.withheld, prev.withheld = word, word+word
		cur.kind, cur.id = word+"k", word+"i"
		f.write(t, prev, cur)
		pages := map[string][]byte{}
		for _, show := range []string{"--show", "--show=false"} {
			pages["diff"+show] = promptcheck(t, "diff", "--format", "html", show, f.prev, f.cur)
			pages["render"+show] = promptcheck(t, "render", "--format", "html", "--seed", "00", show, f.cur)
		}
		if first == nil {
			first = pages
		}
		for name, page := range pages {
			if !bytes.Equal(page, first[name]) {
				t.Errorf("%s: %q changes the page", name, word)
			}
		}
	}
}
