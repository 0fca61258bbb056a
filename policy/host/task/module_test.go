package task_test

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
)

func source(src string) coreform.Term {
	t, _ := coreform.Map(coreform.Sym(":source"), coreform.Str(src))
	return t
}

func str(t testing.TB, m coreform.Term, key string) string {
	t.Helper()
	s, ok := at(t, m, key).Text()
	if !ok {
		t.Fatalf("%s is no string in %s", key, m)
	}
	return s
}

// codes returns "code path" of the diagnostics of a result.
func codes(t testing.TB, m coreform.Term) []string {
	t.Helper()
	out := []string{}
	for _, d := range at(t, m, ":diagnostics").Items() {
		if d.Len() != 4 {
			t.Fatalf("diagnostic %s", d)
		}
		level, _ := at(t, d, ":level").Symbol()
		out = append(out, level+" "+strings.TrimPrefix(str(t, d, ":code"), "editor/")+" "+str(t, d, ":path"))
	}
	return out
}

// The published vectors of module hashes.
func TestParseModule(t *testing.T) {
	for src, want := range map[string]string{
		"(def x (prim int/add 1 2))\nx\n":                                  "2b45b7589484cd1ca94c8c906d726f357ca156eadf12c35a38db191696996c00",
		"; unicode byte custody\n(def café \"e\\u0301\")\n[{:z 2 :a 1}]\n": "170731a977ca684b557387d54988e26ec24024ee7f437276877ecdd93d935941",
	} {
		o, partials := carryOut(t, "parse-module", source(src), task.Workspace{})
		v := data(t, o)
		if str(t, v, ":module-h") != want || len(partials) != 0 || str(t, v, ":path") != "<memory>" {
			t.Errorf("%q came to %s", src, v)
		}
		if n, _ := at(t, v, ":form-count").Int64(); n != 2 {
			t.Errorf("%q has %d forms", src, n)
		}
	}
	o, _ := carryOut(t, "parse-module", source("(def x 1)\n  (a é ]"), task.Workspace{})
	v := data(t, o)
	if got := codes(t, v); !slices.Equal(got, []string{":error task/parse-error <memory>:2:8"}) {
		t.Errorf("diagnostics %q", got)
	}
	if !at(t, v, ":ok").Equal(coreform.Bool(false)) || !at(t, v, ":module-h").IsNil() {
		t.Errorf("a module that does not parse came to %s", v)
	}
}

// Formatting is the canonical print, is stable, and says when comments are lost.
func TestFmtCoreform(t *testing.T) {
	for _, c := range []struct {
		src, want string
		warnings  int
	}{
		{"", "\n", 0},
		{"(a   b)x", "(a b)\n\nx\n", 0},
		{"a ; why\n", "a\n", 1},
		{`"a ; b"`, "\"a ; b\"\n", 0},
		{`"\"; b" b"\\";c`, "\"\\\"; b\"\n\nb\"\\\\\"\n", 1},
	} {
		v := data(t, first(carryOut(t, "fmt-coreform", source(c.src), task.Workspace{})))
		if got := str(t, v, ":formatted"); got != c.want {
			t.Errorf("%q became %q", c.src, got)
		}
		if got := codes(t, v); len(got) != c.warnings {
			t.Errorf("%q: %q", c.src, got)
		}
		again := data(t, first(carryOut(t, "fmt-coreform", source(c.want), task.Workspace{})))
		if str(t, again, ":formatted") != c.want || str(t, again, ":formatted-h") != str(t, v, ":formatted-h") {
			t.Errorf("%q is not stable", c.want)
		}
	}
	deep := strings.Repeat("[", 120) + strings.Repeat("aaaa ", 150_000) + strings.Repeat("]", 120)
	o, _ := carryOut(t, "fmt-coreform", source(deep), task.Workspace{})
	if e, _ := o.Failure(); e.Code != string(task.CodeLimit) {
		t.Errorf("a print of tens of megabytes came to %.200s", o)
	}
}

func first[A, B any](a A, _ B) A { return a }

// What lint finds, with its place.
func TestLintModule(t *testing.T) {
	const meta = "(def ::meta (quote {:exports [a]})) "
	for _, c := range []struct {
		src  string
		want []string
	}{
		{meta + "(def a 1)", nil},
		{"(def a 1)", []string{":warn lint/missing-meta <memory>"}},
		{meta + "(def a 1) (def a 2)", []string{":error lint/duplicate-def <memory>:1:52"}},
		{meta + meta + "(def a 1)", []string{":error lint/duplicate-meta <memory>:1:42"}},
		{"(def ::meta {})", []string{":error lint/malformed-meta <memory>:1:13"}},
		{"(def ::meta '{:exports a})", []string{":error lint/malformed-meta <memory>:1:24"}},
		{"(def ::meta '{:exports [1]})", []string{":error lint/malformed-meta <memory>:1:25"}},
		{"(def ::meta '{:exports [b]})", []string{":error lint/export-missing-def <memory>:1:6"}},
		{meta + "(def a b) (def b 1) (def c 2)", []string{":warn lint/unused-def <memory>:1:62"}},
		{meta + "(def a 1) (def c c2) (def c2 'c)", nil},
		{"(def ::meta '{}) (def a 1)", nil},
		{meta + "(def a) (def 1 2) (def)", []string{
			":error lint/export-missing-def <memory>:1:6", ":error lint/malformed-def <memory>:1:37",
			":error lint/malformed-def <memory>:1:45", ":error lint/malformed-def <memory>:1:55",
		}},
		{meta + "(def a (fn (x) (def y x)))", []string{":error lint/nested-def <memory>:1:52"}},
		{meta + "(def a (fn (x) 1))", []string{":warn lint/unused-local <memory>:1:49"}},
		{meta + "(def a (fn (_x) 1))", nil},
		{meta + "(def a (fn (x x) x))", []string{":error lint/duplicate-param <memory>:1:51"}},
		{meta + "(def a (fn (x) (fn (x) x)))", []string{":warn lint/unused-local <memory>:1:49", ":warn lint/shadowed <memory>:1:57"}},
		{meta + "(def a (fn (a) a))", []string{":warn lint/shadowed <memory>:1:49"}},
		{meta + "(def a (let ((x 1) (y x)) y))", nil},
		{meta + "(def a (let ((x 1) (x x)) x))", []string{":warn lint/shadowed <memory>:1:57"}},
		{meta + "(def a (let ((x)) 1))", []string{":error lint/malformed-form <memory>:1:50"}},
		{meta + "(def a (let x 1))", []string{":error lint/malformed-form <memory>:1:44"}},
		{meta + "(def a (fn x 1))", []string{":error lint/malformed-form <memory>:1:44"}},
		{meta + "(def a (fn (x)))", []string{":error lint/malformed-form <memory>:1:44"}},
		{meta + "(def a (fn (1) 1))", []string{":error lint/malformed-form <memory>:1:49"}},
		{meta + "(def a (if 1 2))", []string{":error lint/malformed-form <memory>:1:44"}},
		{meta + "(def a (quote))", []string{":error lint/malformed-form <memory>:1:44"}},
		{meta + "(def a (prim 1))", []string{":error lint/malformed-form <memory>:1:44"}},
		{meta + "(def a (fn () {:k [(fn (z) z)]}))", nil},
	} {
		got := codes(t, data(t, first(carryOut(t, "lint-module", source(c.src), task.Workspace{}))))
		if !slices.Equal(got, append([]string{}, c.want...)) {
			t.Errorf("%s\n got %q\nwant %q", strings.TrimPrefix(c.src, meta), got, c.want)
		}
	}
	// Forms given as data have no places.
	v := data(t, first(carryOut(t, "lint-module", parse(t, `{:input [(def a 1) (def a 2)]}`), task.Workspace{})))
	if got := codes(t, v); !slices.Equal(got, []string{":warn lint/missing-meta <memory>", ":error lint/duplicate-def <memory>"}) {
		t.Errorf("forms as data: %q", got)
	}
	// Many findings are counted, and a part is listed.
	v = data(t, first(carryOut(t, "lint-module", source(strings.Repeat("(def)", 5000)), task.Workspace{})))
	if n, _ := at(t, v, ":error-count").Int64(); n != 5000 || at(t, v, ":diagnostics").Len() != task.MaxDiagnostics+1 {
		t.Errorf("%d errors, %d listed", n, at(t, v, ":diagnostics").Len())
	}
}

// Renaming is structural: whole symbols alone, and all else stays as it stood.
func TestRefactorModule(t *testing.T) {
	for _, c := range []struct {
		src, from, to, want string
		changed             bool
	}{
		{"(def x 1)\n\nx\n", "x", "y", "(def y 1)\n\ny\n", true},
		{"; x is x\n(x \"x\" b\"x\" xx :x 'x)", "x", "long/name::y", "; x is x\n(long/name::y \"x\" b\"x\" xx :x 'long/name::y)", true},
		{"{x 1 a x}", "x", "b", "{b 1 a b}", true},
		{"'x 'quote (quote x)", "quote", "q", "'x 'q (q x)", true},
		{"a", "b", "c", "a", false},
		{"a", "a", "a", "a", false},
		{"", "a", "b", "", false},
		{"x y", "x", "y", "", false},
		{"[:ok 'x]", ":ok", ":fine", "[:fine 'x]", true},
	} {
		in, err := coreform.Map(coreform.Sym(":source"), coreform.Str(c.src), coreform.Sym(":from"), coreform.Str(c.from), coreform.Sym(":to"), coreform.Sym(c.to))
		if err != nil {
			t.Fatal(err)
		}
		o, partials := carryOut(t, "refactor-module", in, task.Workspace{})
		v := data(t, o)
		if c.want == "" && c.src != "" {
			if got := codes(t, v); len(got) != 1 || !strings.HasPrefix(got[0], ":error task/refactor-conflict") || !at(t, v, ":updated").IsNil() {
				t.Errorf("%q: %q", c.src, got)
			}
			continue
		}
		if got := str(t, v, ":updated"); got != c.want || !at(t, v, ":changed").Equal(coreform.Bool(c.changed)) {
			t.Errorf("%q became %q, %s", c.src, got, v)
		}
		forms, err := coreform.ParseModule([]byte(c.want))
		if err != nil {
			t.Fatal(err)
		}
		h := coreform.HashModule(forms)
		if str(t, v, ":updated-h") != hex.EncodeToString(h[:]) || len(partials) != 3 {
			t.Errorf("%q: hash or partials %q", c.src, partials)
		}
	}
}

// Renaming there and back is the module that was, for any module.
func TestRefactorThereAndBack(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	parts := []string{"x ", "x", "[x", "]", "'x ", "\"x\"", " ", "\n", ";x\n", "xx ", "{x 1}", "(x)", "b\"x\"", "1 "}
	parsed := 0
	for range 1000 {
		var src strings.Builder
		for range r.IntN(12) {
			src.WriteString(parts[r.IntN(len(parts))])
		}
		rename := func(src, from, to string) (string, bool) {
			in, _ := coreform.Map(coreform.Sym(":source"), coreform.Str(src), coreform.Sym(":from"), coreform.Sym(from), coreform.Sym(":to"), coreform.Sym(to))
			o, _ := carryOut(t, "refactor-module", in, task.Workspace{})
			v, _ := o.Data()
			updated, _ := v.Lookup(":updated")
			s, ok := updated.Text()
			return s, ok
		}
		once, ok := rename(src.String(), "x", "other")
		if !ok {
			continue // it does not parse
		}
		parsed++
		back, ok := rename(once, "other", "x")
		if !ok || back != src.String() {
			t.Fatalf("%q, %q, %q", src.String(), once, back)
		}
		if strings.Count(once, `"x"`) != strings.Count(src.String(), `"x"`) {
			t.Fatalf("a string changed: %q, %q", src.String(), once)
		}
	}
	if parsed < 50 {
		t.Errorf("only %d modules parse", parsed)
	}
}

// Wide and deep modules cost no more than their length: twice the names take
// about twice the time (with wide slack).
func TestLintIsLinear(t *testing.T) {
	wide := func(n int) string {
		names := make([]string, n)
		for i := range names {
			names[i] = "v" + strings.Repeat("i", i%7) + hex.EncodeToString([]byte{byte(i >> 16), byte(i >> 8), byte(i)})
		}
		return "(def f (fn (" + strings.Join(names, " ") + ") [" + strings.Join(names, " ") + "]))"
	}
	least := func(n int) time.Duration {
		src, best := source(wide(n)), time.Hour
		for range 5 {
			start := time.Now()
			carryOut(t, "lint-module", src, task.Workspace{})
			best = min(best, time.Since(start))
		}
		return best
	}
	small, large := least(5_000), least(20_000)
	if large > 40*max(small, 5*time.Millisecond) {
		t.Errorf("4 times the names take %v, not %v", large, small)
	}
}

// Places of what a linter finds take one pass over the source, also where it is one
// line: a module with four times as much to say takes about four times as long.
func TestLintPlacesAreLinear(t *testing.T) {
	cost := func(names int) time.Duration {
		var src strings.Builder
		src.WriteString("(def f (fn (")
		for i := range names {
			fmt.Fprintf(&src, "é%d ", i)
		}
		src.WriteString(") 1))")
		least := time.Hour
		for range 3 {
			start := time.Now()
			got, _ := carryOut(t, "lint-module", source(src.String()), task.Workspace{})
			least = min(least, time.Since(start))
			v := data(t, got)
			if n, _ := at(t, v, ":warn-count").Int64(); n != int64(names)+2 { // and ::meta, and that there are more
				t.Fatalf("%d warnings of %d names", n, names)
			}
			last, _ := at(t, v, ":diagnostics").Item(3)
			if p, _ := at(t, last, ":path").Text(); p != "<memory>:1:19" {
				t.Errorf("the third name is at %s", p)
			}
		}
		return least
	}
	small, large := cost(20_000), cost(80_000)
	if large > 10*small+time.Second {
		t.Errorf("20,000 names took %v, 80,000 %v", small, large)
	}
}
