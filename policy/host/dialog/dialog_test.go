package dialog_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/host/dialog"
)

func code(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

func TestCheck(t *testing.T) {
	good := dialog.Request{
		Title: "T\u202e\x1b[2J <b>\n--x", DefaultName: "r\u00e9port 2.tar.gz", StartDir: t.TempDir(),
		Filters: []dialog.Filter{{Name: "a|b", Extensions: []string{"tar.gz", "C++", "*"}}},
	}
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(r *dialog.Request){
		"long title":         func(r *dialog.Request) { r.Title = strings.Repeat("x", dialog.MaxTitle+1) },
		"title not UTF-8":    func(r *dialog.Request) { r.Title = "\xff" },
		"name climbs":        func(r *dialog.Request) { r.DefaultName = ".." },
		"name is a path":     func(r *dialog.Request) { r.DefaultName = "a/b" },
		"name is a path too": func(r *dialog.Request) { r.DefaultName = `a\b` },
		"name is a stream":   func(r *dialog.Request) { r.DefaultName = "a:b" },
		"name is an option":  func(r *dialog.Request) { r.DefaultName = "-rf" },
		"name has two lines": func(r *dialog.Request) { r.DefaultName = "a\nb" },
		"name hides":         func(r *dialog.Request) { r.DefaultName = "gpj.\u202eexe" },
		"name ends in space": func(r *dialog.Request) { r.DefaultName = "a " },
		"long name":          func(r *dialog.Request) { r.DefaultName = strings.Repeat("x", dialog.MaxName+1) },
		"relative folder":    func(r *dialog.Request) { r.StartDir = "a" },
		"folder of two":      func(r *dialog.Request) { r.StartDir += "\n/etc" },
		"many filters":       func(r *dialog.Request) { r.Filters = make([]dialog.Filter, dialog.MaxFilters+1) },
		"no extension":       func(r *dialog.Request) { r.Filters = []dialog.Filter{{Name: "x"}} },
		"empty extension":    func(r *dialog.Request) { r.Filters = []dialog.Filter{{Extensions: []string{""}}} },
		"two patterns":       func(r *dialog.Request) { r.Filters = []dialog.Filter{{Extensions: []string{"a b"}}} },
		"a pattern":          func(r *dialog.Request) { r.Filters = []dialog.Filter{{Extensions: []string{"a*"}}} },
		"a path":             func(r *dialog.Request) { r.Filters = []dialog.Filter{{Extensions: []string{"a/b"}}} },
		"two dots":           func(r *dialog.Request) { r.Filters = []dialog.Filter{{Extensions: []string{"a..b"}}} },
		"long filter":        func(r *dialog.Request) { r.Filters[0].Name = good.Title + strings.Repeat("x", dialog.MaxTitle) },
	} {
		r := good
		r.Filters = slices.Clone(good.Filters)
		change(&r)
		if err := r.Check(); code(err) != dialog.CodeRequest {
			t.Errorf("%s: %v", name, err)
		}
		if a, err := (dialog.Headless{}).Open(t.Context(), r); code(err) != dialog.CodeRequest || a.OK {
			t.Errorf("%s: open: %v", name, err)
		}
	}
}

func TestJudge(t *testing.T) {
	text := dialog.Request{Filters: []dialog.Filter{{Extensions: []string{"txt", "tar.gz"}}}}
	many := text
	many.Multi = true
	all := dialog.Request{Filters: []dialog.Filter{{Extensions: []string{"go"}}, {Extensions: []string{"*"}}}}
	for _, v := range []struct {
		name  string
		r     dialog.Request
		save  bool
		a     dialog.Answer
		wrong bool
	}{
		{"nothing", text, false, dialog.Answer{}, false},
		{"one", text, false, dialog.Answer{OK: true, Paths: []string{"/a/b.txt"}}, false},
		{"case", text, false, dialog.Answer{OK: true, Paths: []string{"/a/B.TXT"}}, false},
		{"longer extension", text, false, dialog.Answer{OK: true, Paths: []string{"/a/b.tar.gz"}}, false},
		{"no filter takes it", text, false, dialog.Answer{OK: true, Paths: []string{"/a/b.sh"}}, true},
		{"only the end of a name", text, false, dialog.Answer{OK: true, Paths: []string{"/a/btxt"}}, true},
		{"a folder of the name", text, false, dialog.Answer{OK: true, Paths: []string{"/a.txt/b"}}, true},
		{"any", all, false, dialog.Answer{OK: true, Paths: []string{"/a/b"}}, false},
		{"a person saves as they like", text, true, dialog.Answer{OK: true, Paths: []string{"/a/b.sh"}}, false},
		{"two", text, false, dialog.Answer{OK: true, Paths: []string{"/a/b.txt", "/a/c.txt"}}, true},
		{"two of many", many, false, dialog.Answer{OK: true, Paths: []string{"/a/b.txt", "/a/c.txt"}}, false},
		{"one of many is wrong", many, false, dialog.Answer{OK: true, Paths: []string{"/a/b.txt", "/a/c"}}, true},
		{"two to save", many, true, dialog.Answer{OK: true, Paths: []string{"/a/b.txt", "/a/c.txt"}}, true},
		{"yes without a path", text, false, dialog.Answer{OK: true}, true},
		{"no with a path", text, false, dialog.Answer{Paths: []string{"/a/b.txt"}}, true},
		{"relative", text, false, dialog.Answer{OK: true, Paths: []string{"b.txt"}}, true},
		{"climbs", text, false, dialog.Answer{OK: true, Paths: []string{"/a/../b.txt"}}, true},
		{"two lines", text, false, dialog.Answer{OK: true, Paths: []string{"/a\n/b.txt"}}, true},
		{"not UTF-8", text, false, dialog.Answer{OK: true, Paths: []string{"/\xff.txt"}}, true},
		{"too many", many, false, dialog.Answer{OK: true, Paths: slices.Repeat([]string{"/a.txt"}, dialog.MaxPaths+1)}, true},
	} {
		got, err := v.r.Judge(v.a, v.save)
		if (err != nil) != v.wrong || v.wrong && (code(err) != dialog.CodeAnswer || got.OK || got.Paths != nil) {
			t.Errorf("%s: %+v, %v", v.name, got, err)
		}
		if err == nil && (got.OK != v.a.OK || !slices.Equal(got.Paths, v.a.Paths)) {
			t.Errorf("%s: %+v", v.name, got)
		}
	}
}

// tree makes a folder with links, and returns it and one outside of it.
func tree(t *testing.T) (root, outside string) {
	t.Helper()
	base := t.TempDir()
	root, outside = filepath.Join(base, "root"), filepath.Join(base, "outside")
	for _, dir := range []string{filepath.Join(root, "sub"), outside} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{filepath.Join(root, "file"), filepath.Join(root, "sub", "deep"), filepath.Join(outside, "canary")} {
		if err := os.WriteFile(f, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"in": "sub/deep", "up": "sub/../file", "out": "../outside/canary", "abs": filepath.Join(root, "file"), "outdir": "../outside",
		"loop": "loop", "dangling": "sub/none", "subdir": "sub", "climb": "sub/../../outside",
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	return root, outside
}

func TestWithin(t *testing.T) {
	root, outside := tree(t)
	for _, v := range []struct {
		path    string
		missing bool
		want    string // below root
		code    ringfence.Code
	}{
		{"file", false, "file", ""},
		{"", false, "", ""},
		{"sub/deep", false, "sub/deep", ""},
		{"in", false, "sub/deep", ""},
		{"up", false, "file", ""},
		{"subdir/deep", false, "sub/deep", ""},
		{"subdir/new", true, "sub/new", ""},
		{"new", true, "new", ""},
		{"dangling", true, "sub/none", ""},
		{"dangling", false, "", dialog.CodeAnswer},
		{"new", false, "", dialog.CodeAnswer},
		{"none/new", true, "", dialog.CodeAnswer},
		{"file/new", true, "", dialog.CodeAnswer},
		{"out", false, "", dialog.CodeEscape},
		{"out", true, "", dialog.CodeEscape},
		{"outdir/canary", false, "", dialog.CodeEscape},
		{"outdir/new", true, "", dialog.CodeEscape},
		{"climb", false, "", dialog.CodeEscape},
		{"abs", false, "", dialog.CodeEscape},
		{"loop", false, "", dialog.CodeEscape},
		{"sub/../file", false, "", dialog.CodeEscape},
		{"../outside/canary", false, "", dialog.CodeEscape},
	} {
		got, err := dialog.Within([]string{filepath.Join(root, "none"), root}, root+"/"+v.path, v.missing)
		if code(err) != v.code {
			t.Errorf("%q, %v: %v", v.path, v.missing, err)
			continue
		}
		if err == nil && (got.Path != filepath.Join(root, v.want) || got.Root != root || got.Named != filepath.Join(root, v.path)) {
			t.Errorf("%q: %+v", v.path, got)
		}
		if err != nil && got != (dialog.Place{}) {
			t.Errorf("%q: %+v beside an error", v.path, got)
		}
	}
	for path, want := range map[string]ringfence.Code{
		filepath.Join(outside, "canary"): dialog.CodeEscape, root + "x/file": dialog.CodeEscape, "file": dialog.CodeEscape, "": dialog.CodeEscape,
		filepath.Join(root, "none", "x"): dialog.CodeFolder,
	} {
		if _, err := dialog.Within([]string{filepath.Join(root, "none")}, path, true); code(err) != want {
			t.Errorf("%q: %v", path, err)
		}
	}
}

// A folder that is named through a link holds its paths by either name.
func TestWithinOtherName(t *testing.T) {
	root, _ := tree(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(root, link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	real, err := filepath.EvalSymlinks(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{filepath.Join(link, "in"), filepath.Join(real, "in")} {
		got, err := dialog.Within([]string{link}, p, false)
		if err != nil || got.Path != filepath.Join(link, "sub", "deep") {
			t.Errorf("%s: %+v, %v", p, got, err)
		}
	}
}

// Whatever a path is, what Within returns lies in the folder and holds no link.
func FuzzWithin(f *testing.F) {
	for _, s := range []string{"", "file", "in", "out", "outdir/../file", "sub/./deep", "a/b/c", "subdir/subdir", "\x00", "loop/x", "climb/canary"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, p string, missing bool) {
		root, _ := tree(t)
		got, err := dialog.Within([]string{root}, root+"/"+p, missing)
		if err != nil {
			if code(err) == "" || got != (dialog.Place{}) {
				t.Fatalf("%q: %v", p, err)
			}
			return
		}
		rel, err := filepath.Rel(root, got.Path)
		if err != nil || !filepath.IsLocal(rel) {
			t.Fatalf("%q: %+v", p, got)
		}
		parent, err := filepath.EvalSymlinks(filepath.Dir(got.Path))
		realRoot, rootErr := filepath.EvalSymlinks(filepath.Dir(root))
		if err != nil || rootErr != nil || !strings.HasPrefix(parent, realRoot) {
			t.Fatalf("%q: %+v", p, got)
		}
		info, err := os.Lstat(got.Path)
		if (err == nil) != got.Exists || err == nil && info.Mode()&os.ModeSymlink != 0 {
			t.Fatalf("%q: %+v, %v", p, got, err)
		}
	})
}
