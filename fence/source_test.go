package fence

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// goFiles calls f with the Go files of the standard library, every step-th.
func goFiles(t testing.TB, step int, f func(path, text string)) {
	t.Helper()
	root := filepath.Join(runtime.GOROOT(), "src")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the source of the standard library is not installed")
	}
	i := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go"):
			return nil
		}
		if i++; i%step != 0 {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		f(path, string(text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// clean reports whether nothing in data may be escaped, by the Find functions.
func clean(data, nonce string) bool {
	return strings.IndexByte(data, '\r') < 0 && FindCharacters(data) == nil && FindControlTokens(data) == nil &&
		FindFenceShapes(data) == nil && !oracleHasNonce(data, nonce)
}

// Source text comes through as it is: what is changed holds something from the
// tables, and that is rare.
func TestGoSourceIsUnchanged(t *testing.T) {
	step := 1
	if testing.Short() || raceEnabled {
		step = 20
	}
	var buf []byte
	files, changed := 0, 0
	goFiles(t, step, func(path, text string) {
		files++
		out, m, err := Seal(buf[:0], testNonce, noteHeader, ringfence.NewData(text))
		buf = out
		if err != nil {
			t.Fatal(err)
		}
		b := scanOne(t, string(out))
		payload := string(out[b.PayloadStart:b.PayloadEnd])
		if b.Data.Raw() != text {
			t.Errorf("%s does not come back", path)
		}
		if payload == text {
			if m != (Marks{}) || FindControlTokens(text) != nil {
				t.Errorf("%s is unchanged with %+v", path, m)
			}
			return
		}
		changed++
		if m.Escapes == 0 && !b.CRLF || clean(text, testCode) {
			t.Errorf("%s is changed without a reason: %+v", path, m)
		}
		if m.Nonces != 0 || m.FenceShaped != 0 {
			t.Errorf("%s: %+v", path, m)
		}
		if lit := alive(payload); lit != "" {
			t.Errorf("%s: %q stands in the payload", path, lit)
		}
	})
	t.Logf("%d of %d files hold something that is escaped", changed, files)
	if files < 50 || changed*50 > files {
		t.Errorf("%d of %d files changed", changed, files)
	}
}
