package policy

import (
	"regexp"
	"strings"
	"testing"
)

// globRegexp is what a glob means, as a regular expression over a path that
// begins with a slash; "**" is any number of elements.
func globRegexp(elements []string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString("^")
	for _, e := range elements {
		if e == "**" {
			b.WriteString("(/[^/]+)*")
			continue
		}
		b.WriteString("/")
		for _, r := range e {
			switch r {
			case '*':
				b.WriteString("[^/]*")
			case '?':
				b.WriteString("[^/]")
			default:
				b.WriteString(regexp.QuoteMeta(string(r)))
			}
		}
	}
	return regexp.MustCompile(b.String() + "$")
}

// words lists all strings over an alphabet of at most n letters.
func words(alphabet string, n int) []string {
	out := []string{""}
	for i := 0; i < len(out); i++ {
		if len(out[i]) < n {
			for _, r := range alphabet {
				out = append(out, out[i]+string(r))
			}
		}
	}
	return out
}

// All short globs against all short paths: matching is what the regular
// expression says, and a covered glob matches nothing that its cover does not.
func TestGlobsExhaustively(t *testing.T) {
	var globs []glob
	for _, text := range words("a*?/", 5) {
		if g, ok := parseGlob(text); ok {
			globs = append(globs, g)
		}
	}
	for _, text := range []string{"**/a", "a/**", "**/a/**", "a/**/a", "**/**", "**/?", "**/a*/b"} {
		g, ok := parseGlob(text)
		if !ok {
			t.Fatal(text)
		}
		globs = append(globs, g)
	}
	var paths [][]string
	for _, text := range words("ab/", 5) {
		if text != "" && !strings.Contains("/"+text+"/", "//") {
			paths = append(paths, strings.Split(text, "/"))
		}
	}
	if len(globs) < 100 || len(paths) < 100 {
		t.Fatalf("%d globs, %d paths", len(globs), len(paths))
	}
	sets := make([][]bool, len(globs))
	for i, g := range globs {
		re := globRegexp(g.elements)
		for _, p := range paths {
			want := re.MatchString("/" + strings.Join(p, "/"))
			sets[i] = append(sets[i], want)
			if got := matches(g.elements, p); got != want {
				t.Fatalf("%s matches %s: %v", g.text, strings.Join(p, "/"), got)
			}
		}
	}
	// The short way of deny globs is the same.
	for _, g := range globs {
		d := denyGlob(g)
		for _, p := range paths {
			if got, want := d.denies(p), matches(d.elements, p); got != want {
				t.Fatalf("%s denies %s: %v", g.text, strings.Join(p, "/"), got)
			}
		}
	}
	covered := 0
	for i, wide := range globs {
		for j, narrow := range globs {
			if !covers(wide.elements, narrow.elements, false) {
				if i == j {
					t.Fatalf("%s does not cover itself", wide.text)
				}
				continue
			}
			covered++
			for k, in := range sets[j] {
				if in && !sets[i][k] {
					t.Fatalf("%s is said to cover %s, which matches %s", wide.text, narrow.text, strings.Join(paths[k], "/"))
				}
			}
		}
	}
	if covered < len(globs) {
		t.Errorf("only %d covers", covered)
	}
}

// A path's own stars and question marks mean themselves.
func TestGlobMatchesLiterally(t *testing.T) {
	for path, want := range map[string]bool{"a*": true, "a?": true, "ab": true, "a": false, "*": false, "abc": false, "é": false, "aé": true} {
		g, _ := parseGlob("a?")
		if got := matches(g.elements, []string{path}); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	g, _ := parseGlob("**/a")
	if matches(g.elements, []string{"**"}) {
		t.Error("a folder named ** is any folder")
	}
}

// Names that a file system or a person takes for a denied one are denied.
func TestFoldElement(t *testing.T) {
	for in, want := range map[string]string{
		".git": ".git", ".GIT": ".git", ".git.": ".git", ".git . ": ".git", ".git:x": ".git", ".g\u200bit": ".git", ".ｇｉｔ": ".git",
		".gi\u0301t": ".git", "Jenkinsfile": "jenkinsfile", "\u212aey": "key", "x": "x", "": "", "...": "",
	} {
		if got := foldElement(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
		if again := foldElement(foldElement(in)); again != foldElement(in) {
			t.Errorf("%q: folding again changes %q", in, again)
		}
	}
}

// Every built-in glob is one, and has matched something in its life.
func TestProtectedGlobs(t *testing.T) {
	if got := len(protectedGlobs()); got != len(protected) {
		t.Errorf("%d of %d built-in globs parse", got, len(protected))
	}
	for i, g := range protectedGlobs() {
		example := strings.NewReplacer("**/", "sub/", "*", "x", "?", "x").Replace(protected[i].glob)
		if !matches(g.elements, foldPath("/ws/"+strings.ToUpper(example)+"/deep")) {
			t.Errorf("%s does not match %s", protected[i].glob, example)
		}
	}
}

// within and below agree with a comparison of elements.
func TestWithinByElement(t *testing.T) {
	split := func(p string) []string {
		if p == "/" || p == "." {
			return nil
		}
		return strings.Split(strings.TrimPrefix(p, "/"), "/")
	}
	var all []string
	for _, w := range words("ab/", 4) {
		for _, prefix := range []string{"/", ""} {
			if c, ok := resolve(".", prefix+w); ok {
				all = append(all, c)
			}
		}
	}
	for _, root := range all {
		for _, p := range all {
			r, q := split(root), split(p)
			want := strings.HasPrefix(root, "/") == strings.HasPrefix(p, "/") && len(q) >= len(r)
			for i := 0; want && i < len(r); i++ {
				want = r[i] == q[i]
			}
			if got := within(root, p); got != want {
				t.Fatalf("within(%q, %q) = %v", root, p, got)
			}
			if want && strings.Join(q[len(r):], "/") != below(root, p) {
				t.Fatalf("below(%q, %q) = %q", root, p, below(root, p))
			}
		}
	}
	if within(".", "..") || within(".", "../a") || !within("../a", "../a/b") || within("../a", "../ab") {
		t.Error("roots above the folder")
	}
}
