package corpus_test

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
)

func vectors(tb testing.TB) []corpus.Vector {
	tb.Helper()
	vs, err := corpus.Vectors()
	if err != nil {
		tb.Fatal(err)
	}
	return vs
}

// families is every family with how many vectors it has at least. A family that
// is not here fails the test, so that a misspelt folder is found.
var families = map[string]int{
	"bytes":           12,
	"control-token":   77,
	"fence-close":     17,
	"fence-forged":    12,
	"fence-lookalike": 16,
	"json-body":       10,
	"legitimate":      30,
	"multi-turn":      8,
	"plain-language":  14,
	"prompt-assembly": 24,
	"regression":      36,
	"rendered-prompt": 32,
	"tokenizer-bomb":  12,
	"unicode":         40,
}

// regressions names the vector for each fault that a published fence or prompt
// builder had, and for each family of the control-token table.
var regressions = map[string]string{
	"literal close tag":                  "fence-close/close-tag-literal",
	"close tag with attributes":          "fence-close/close-tag-attributes",
	"close tag in other case":            "fence-close/close-tag-case",
	"markdown fence":                     "fence-close/markdown-backticks",
	"marker renamed on exact collision":  "fence-close/renamed-marker",
	"already wrapped":                    "fence-forged/whole-block",
	"marker derived from length":         "fence-forged/derived-marker-length",
	"one fence closes another":           "fence-forged/crossing-blocks",
	"nonce comes back":                   "fence-forged/nonce-echo",
	"no line feed at the end":            "fence-forged/no-line-feed",
	"no-break space":                     "fence-lookalike/nbsp",
	"zero-width lookalike":               "fence-lookalike/zero-width",
	"fullwidth lookalike":                "fence-lookalike/fullwidth",
	"entity lookalike":                   "fence-lookalike/entity",
	"escape that is not injective":       "fence-lookalike/entity-injective",
	"escape lookalike":                   "fence-lookalike/escape-lookalike",
	"replacement string":                 "prompt-assembly/replacement-string",
	"role marker of a template":          "prompt-assembly/dotprompt-role",
	"template injection":                 "prompt-assembly/go-template",
	"history as a template":              "prompt-assembly/history-as-template",
	"re-assembly by deletion":            "prompt-assembly/reassembly-deletion",
	"guard's own prompt":                 "prompt-assembly/judge",
	"pruned fence":                       "prompt-assembly/pruned-close",
	"truncation after fencing":           "prompt-assembly/truncated-escape",
	"truncation inside of a character":   "prompt-assembly/truncated-cluster",
	"line feed in a label":               "prompt-assembly/label-line-feed",
	"line feed in a title":               "prompt-assembly/title-line-feed",
	"URL in a fence header":              "prompt-assembly/header-url",
	"language in a fence header":         "prompt-assembly/source-language",
	"withheld title":                     "prompt-assembly/withheld-title",
	"frame":                              "prompt-assembly/frame",
	"suppression in data":                "prompt-assembly/suppression",
	"attribute":                          "plain-language/attribute",
	"source comment":                     "plain-language/source-comment",
	"authored id":                        "plain-language/authored-id",
	"file name as a label":               "plain-language/filename",
	"clipboard":                          "plain-language/clipboard",
	"tool description":                   "plain-language/tool-description",
	"tag characters":                     "unicode/tag-characters",
	"variation selectors":                "unicode/variation-selectors",
	"bidi controls":                      "unicode/bidi-override",
	"Hangul fillers":                     "unicode/hangul-fillers",
	"terminal escapes":                   "unicode/terminal-escapes",
	"mixed line ends":                    "unicode/crlf-mixed",
	"only line feeds":                    "unicode/only-line-feeds",
	"overlong UTF-8":                     "bytes/overlong-slash",
	"surrogates":                         "bytes/surrogates",
	"truncated UTF-8":                    "bytes/truncated",
	"bytes that are never valid":         "bytes/never-valid",
	"lone surrogate in JSON":             "json-body/lone-surrogate",
	"odd keys":                           "json-body/odd-keys",
	"duplicate key":                      "json-body/duplicate-key",
	"tokenizer bomb":                     "tokenizer-bomb/spaces-line-feeds",
	"block that is not terminated":       "rendered-prompt/unterminated",
	"block that closes twice":            "rendered-prompt/closed-twice",
	"blocks that cross":                  "rendered-prompt/crossing",
	"chatml/qwen/yi":                     "control-token/chatml",
	"phi-4":                              "control-token/phi-4",
	"phi-3":                              "control-token/phi-3",
	"zephyr":                             "control-token/zephyr",
	"falcon3/glmedge":                    "control-token/falcon3",
	"llama2":                             "control-token/llama2",
	"llama3":                             "control-token/llama3",
	"llama4":                             "control-token/llama4",
	"mistral":                            "control-token/mistral",
	"gemma":                              "control-token/gemma",
	"gemma-4 style":                      "control-token/gemma-4",
	"openai tiktoken":                    "control-token/tiktoken",
	"gpt-oss harmony":                    "control-token/harmony",
	"deepseek":                           "control-token/deepseek",
	"hunyuan-dense":                      "control-token/hunyuan-dense",
	"hunyuan-moe":                        "control-token/hunyuan-moe",
	"cohere command-r":                   "control-token/command-r",
	"granite":                            "control-token/granite",
	"kimi-k2":                            "control-token/kimi-k2",
	"chatglm":                            "control-token/chatglm",
	"exaone":                             "control-token/exaone",
	"gigachat":                           "control-token/gigachat",
	"megrez":                             "control-token/megrez",
	"dots1":                              "control-token/dots1",
	"openchat":                           "control-token/openchat",
	"minicpm":                            "control-token/minicpm",
	"bailing/ling":                       "control-token/bailing",
	"yandex":                             "control-token/yandex",
	"smolvlm":                            "control-token/smolvlm",
	"deepseek-coder":                     "control-token/deepseek-coder",
	"alpaca (words)":                     "control-token/alpaca",
	"vicuna":                             "control-token/vicuna",
	"rwkv (words)":                       "control-token/rwkv",
	"claude legacy":                      "control-token/claude-legacy",
	"function calls":                     "control-token/function-calls",
	"tool and think tags":                "control-token/tool-call",
	"prompt-template languages":          "control-token/guidance",
	"StruQ":                              "control-token/struq",
	"a token that no table has":          "control-token/shape-unknown",
	"tokens that overlap":                "control-token/overlap",
	"NFKC variants of a token":           "control-token/fullwidth",
	"combining marks in a token":         "control-token/combining-marks",
	"zero-width characters in a token":   "control-token/zero-width-split",
	"variation selectors inside a token": "control-token/variation-selector-split",
}

// minVectors is how many vectors there are at least.
const minVectors = 300

func TestFamilies(t *testing.T) {
	have := map[string]int{}
	if n := len(vectors(t)); n < minVectors {
		t.Errorf("%d vectors, want at least %d", n, minVectors)
	}
	for _, v := range vectors(t) {
		have[v.Family]++
	}
	for family, n := range families {
		if have[family] < n {
			t.Errorf("family %s has %d vectors, want at least %d", family, have[family], n)
		}
	}
	for _, family := range slices.Sorted(maps.Keys(have)) {
		if families[family] == 0 {
			t.Errorf("family %s is not in the table of families", family)
		}
	}
}

// TestVocabulary demands a vector for each word that the format has: a word
// that nothing uses is one that nothing tests.
func TestVocabulary(t *testing.T) {
	outcomes, carriers, encodings := map[corpus.Outcome]bool{}, map[corpus.Carrier]bool{}, map[corpus.Encoding]bool{}
	repeats := 0
	for _, v := range vectors(t) {
		outcomes[v.Expect.Outcome], carriers[v.Carrier], encodings[v.Encoding] = true, true, true
		repeats += len(v.Repeats)
	}
	for o := corpus.Contained; o <= corpus.Found; o++ {
		if !outcomes[o] {
			t.Errorf("no vector expects %s", o)
		}
	}
	for c := corpus.Text; c <= corpus.Body; c++ {
		if !carriers[c] {
			t.Errorf("no vector is carried by %s", c)
		}
	}
	for e := corpus.Raw; e <= corpus.Base64; e++ {
		if !encodings[e] {
			t.Errorf("no vector is written in %s", e)
		}
	}
	if repeats < 20 {
		t.Errorf("%d repeats, want at least 20", repeats)
	}
}

func TestRegressions(t *testing.T) {
	have := map[string]bool{}
	for _, v := range vectors(t) {
		have[v.Name] = true
	}
	for fault, name := range regressions {
		if !have[name] {
			t.Errorf("%s: no vector %s", fault, name)
		}
	}
}

func TestShippedFiles(t *testing.T) {
	names, payloads := map[string]bool{}, map[string]string{}
	files := 0
	err := fs.WalkDir(corpus.FS, "vectors", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		name, ok := strings.CutSuffix(strings.TrimPrefix(path, "vectors/"), ".vec")
		if !ok {
			t.Errorf("%s is not a vector", path)
			return nil
		}
		b, err := fs.ReadFile(corpus.FS, path)
		if err != nil {
			return err
		}
		v, err := corpus.Parse(name, b)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		if folded := strings.ToLower(name); names[folded] {
			t.Errorf("two vectors %s", name)
		} else {
			names[folded] = true
		}
		back, err := v.Format()
		if err != nil || string(back) != string(b) {
			t.Errorf("%s: does not read back to the same bytes: %v", path, err)
		}
		if other := payloads[v.Payload.Raw()]; other != "" {
			t.Errorf("%s and %s have one payload", name, other)
		}
		payloads[v.Payload.Raw()] = name
		if v.Canary != "" && !strings.Contains(v.Payload.Raw(), v.Canary) {
			t.Errorf("%s: canary is not in the payload", name)
		}
		if v.Expect.Outcome == corpus.Absent && v.Canary == "" {
			t.Errorf("%s: expects absence of nothing", name)
		}
		// What cannot be seen in an editor is not shipped raw.
		if v.Encoding == corpus.Raw && strings.ContainsFunc(string(b), func(r rune) bool {
			return (r < ' ' || r > '~') && r != '\n' && r != '\t'
		}) {
			t.Errorf("%s: raw and not printable ASCII", name)
		}
		if len(b) > 4096 {
			t.Errorf("%s: %d bytes; write big payloads with gen", name, len(b))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if vs := vectors(t); len(vs) != files {
		t.Errorf("%d files and %d vectors", files, len(vs))
	}
}

// A canary that two vectors share could be found where the other one put it.
func TestCanariesAreUnique(t *testing.T) {
	seen := map[string]string{}
	for _, v := range vectors(t) {
		if v.Canary == "" {
			continue
		}
		if other := seen[v.Canary]; other != "" {
			t.Errorf("%s and %s have one canary", v.Name, other)
		}
		seen[v.Canary] = v.Name
	}
}

func TestOrder(t *testing.T) {
	first, second := vectors(t), vectors(t)
	if !slices.IsSortedFunc(first, func(a, b corpus.Vector) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("vectors are not in the order of their names")
	}
	if !slices.EqualFunc(first, second, corpus.Vector.Equal) {
		t.Error("two calls differ")
	}
	first[0].Name = "changed"
	if third := vectors(t); third[0].Name == "changed" {
		t.Error("a caller can change what the next one gets")
	}
}

func TestRead(t *testing.T) {
	file := func(family string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(strings.Replace(head, "demo", family, 1) + "encoding: raw\n\na\n")}
	}
	vs, err := corpus.Read(fstest.MapFS{
		"demo/b.vec": file("demo"), "demo/a.vec": file("demo"), "demo-x/a.vec": file("demo-x"), "README": {},
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range vs {
		names = append(names, v.Name)
	}
	if want := []string{"demo-x/a", "demo/a", "demo/b"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}

	_, err = corpus.Read(fstest.MapFS{"demo/a.vec": file("demo"), "demo/b.vec": {Data: []byte("x\n")}})
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Pointer != "demo/b.vec" || e.Code != corpus.CodeHeader {
		t.Errorf("error %v, want one of demo/b.vec", err)
	}
	if _, err = corpus.Read(fstest.MapFS{"a.vec": file("demo")}); !errors.Is(err, &ringfence.Error{Code: corpus.CodeName}) {
		t.Errorf("a vector outside of a folder: %v", err)
	}
}
