package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The table in the tree is what the generator writes.
func TestIdeographicTableIsFresh(t *testing.T) {
	file := os.Getenv("IVD_FILE")
	if file == "" {
		t.Skip("IVD_FILE is not set: the table is not regenerated (see the command's documentation)")
	}
	out := t.TempDir()
	if err := runIdeographic(file, out); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(out, ideographicFile))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join("..", ideographicFile)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale: run go generate (%v)", ideographicFile, err)
	}
}

func TestIdeographicCounts(t *testing.T) {
	const good = ";; heading\n\u845b /\u845b\U000E0100;A(1)/\u845b\U000E0101;B(2),C(3)/\n"
	counts, err := ideographicCounts([]byte(good))
	if err != nil || counts[0x845b] != 2 || len(counts) != 1 {
		t.Errorf("%v, %v", counts, err)
	}
	for name, bad := range map[string]string{
		"a base twice":     good + good,
		"two characters":   "ab /a\U000E0100;A/",
		"another base":     "\u845b /\u8300\U000E0100;A/",
		"no selector":      "\u845b /\u845b\uFE00;A/",
		"a gap":            "\u845b /\u845b\U000E0100;A/\u845b\U000E0102;B/",
		"not from the 1st": "\u845b /\u845b\U000E0101;A/",
		"no sequences":     "\u845b ",
	} {
		if counts, err := ideographicCounts([]byte(bad)); err == nil {
			t.Errorf("%s: %v", name, counts)
		}
	}
}

// Runs break where a neighbour is missing or has another count, and when full.
func TestIdeographicTable(t *testing.T) {
	counts := map[rune]int{0x3400: 1, 0x3401: 1, 0x3402: 2, 0x3404: 2}
	for r := rune(0x4E00); r < 0x4E00+300; r++ {
		counts[r] = 3
	}
	src := ideographicTable(counts)
	for _, want := range []string{"[5]uint32", "0xd000081,", "0xd008042,", "0xd010042,", "0x13803fc3,"} {
		if !strings.Contains(src, want) {
			t.Errorf("no %s in %s", want, src)
		}
	}
}

func TestIdeographicRefusesOtherFiles(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(file, []byte("; nothing\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := runIdeographic(file, t.TempDir()); err == nil || !strings.Contains(err.Error(), "SHA-256") {
		t.Errorf("%v", err)
	}
	if err := runIdeographic(filepath.Join(t.TempDir(), "absent"), t.TempDir()); err == nil {
		t.Error("no error for an absent file")
	}
}
