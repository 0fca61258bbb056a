package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// A file that is written is there whole with its mode, and a failure leaves the
// old one and nothing else.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	for _, content := range []string{"first", "", "second, longer"} {
		if err := writeFile(path, []byte(content), modeSecret); err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(path)
		if err != nil || string(got) != content {
			t.Errorf("%q %v", got, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != modeSecret {
			t.Errorf("mode %v %v", info.Mode(), err)
		}
	}
	for _, bad := range []string{dir, filepath.Join(dir, "no", "out"), filepath.Join(path, "below")} {
		if err := writeFile(bad, []byte("x"), modeResult); err == nil {
			t.Errorf("%s was written", bad)
		}
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 {
		t.Errorf("left behind: %v %v", list, err)
	}
}

// Renaming over a folder that appears in between leaves nothing behind.
func TestWriteFileCleansUp(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("loop", filepath.Join(dir, "loop")); err != nil {
		t.Skip("no symbolic links here")
	}
	if err := writeFile(filepath.Join(dir, "loop", "out"), []byte("x"), modeResult); err == nil {
		t.Error("written through a loop")
	}
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != 1 {
		t.Errorf("left behind: %v %v", list, err)
	}
}

// What holds data is for its owner alone, and a file that is closed to others
// stays closed.
func TestModes(t *testing.T) {
	dir := t.TempDir()
	at := func(name, body string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(body), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	ask := at("ask.json", `{"ui":{"openWindows":[{"id":"a","title":"Mugs"}]},"message":"x"}`, 0o600)
	prompt, closed := filepath.Join(dir, "prompt.txt"), at("closed.txt", "old", 0o600)
	for _, tc := range []struct {
		out  string
		mode os.FileMode
		args []string
	}{
		{prompt, modeSecret, []string{"render", "--encoding", "bytes", ask}},
		{at("open.txt", "old", 0o644), modeSecret, []string{"render", "--encoding", "bytes", ask}},
		{filepath.Join(dir, "blocks.json"), modeSecret, []string{"blocks", "--format", "json", prompt}},
		{filepath.Join(dir, "diff.txt"), modeSecret, []string{"diff", ask, ask}},
		{filepath.Join(dir, "report.txt"), modeResult, []string{"check", ask}},
		{closed, modeSecret, []string{"check", ask}},
	} {
		if code, _, stderr := run("", append(tc.args, "-o", tc.out)...); code != ExitClean {
			t.Fatalf("%v: status %d %s", tc.args, code, stderr)
		}
		if info, err := os.Stat(tc.out); err != nil || info.Mode().Perm() != tc.mode {
			t.Errorf("%v: mode %v, want %v", tc.args, info.Mode(), tc.mode)
		}
	}
}
