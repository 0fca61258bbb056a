package fuzz_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	// Keeps the collection of seeds in go.mod; its smallest package does.
	_ "github.com/dvyukov/go-fuzz-corpus/fuzz"

	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/internal/testdata"
)

const (
	// seedModule is a collection of inputs that other fuzzers found.
	seedModule = "github.com/dvyukov/go-fuzz-corpus"
	// maxSeedFiles bounds the files taken from one folder: every seed is run in
	// every ordinary test, and the folders hold thousands.
	maxSeedFiles = 300
	// maxSeedBytes leaves out files that would mostly test the size cap.
	maxSeedBytes = maxInput
)

// vectors returns the payloads of the shipped vectors that are within the cap.
func vectors(f *testing.F) []string {
	f.Helper()
	all, err := corpus.Vectors()
	if err != nil {
		f.Fatal(err)
	}
	var out []string
	for _, v := range all {
		if v.Payload.Len() <= maxSeedBytes {
			out = append(out, v.Payload.Raw())
		}
	}
	if len(out) == 0 {
		f.Fatal("no vector is within the cap")
	}
	return out
}

// moduleDir is where the collection lies in the module cache, or "".
var moduleDir = sync.OnceValue(func() string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", seedModule).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
})

// collected returns the seeds of a folder of the collection, such as
// "json/corpus": the first files by name that are within the caps. Without the
// module in the cache there are none, and the test says so.
func collected(f *testing.F, folder string) [][]byte {
	f.Helper()
	dir := moduleDir()
	if dir == "" {
		f.Logf("%s is not in the module cache: its seeds of %s are left out", seedModule, folder)
		return nil
	}
	return readFolder(f, filepath.Join(dir, filepath.FromSlash(folder)))
}

func readFolder(f *testing.F, dir string) [][]byte {
	f.Helper()
	entries, err := os.ReadDir(dir) // sorted by name
	if err != nil {
		f.Fatal(err)
	}
	var out [][]byte
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > maxSeedBytes {
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			f.Fatal(err)
		}
		if out = append(out, b); len(out) == maxSeedFiles {
			break
		}
	}
	if len(out) == 0 {
		f.Fatalf("%s has no file within the caps", dir)
	}
	return out
}

// attacks returns prompts from the public collections beside the repository, or
// nothing when they are not there.
func attacks(f *testing.F) []string {
	f.Helper()
	var out []string
	for _, c := range []struct {
		name string
		read func(*os.File) ([]corpus.Vector, error)
	}{
		{"blns.json", func(r *os.File) ([]corpus.Vector, error) { return corpus.ReadStrings(r) }},
		{"structural.jsonl", func(r *os.File) ([]corpus.Vector, error) {
			return corpus.ReadJSONLines("structural", "beside the repository", r)
		}},
	} {
		r, err := os.Open(filepath.Join(shared(f), "data", "attacks", c.name))
		if err != nil {
			f.Logf("shared data %s is not beside the repository: its seeds are left out", c.name)
			continue
		}
		list, err := c.read(r)
		if err := r.Close(); err != nil {
			f.Fatal(err)
		}
		if err != nil {
			f.Fatalf("%s: %v", c.name, err)
		}
		for _, v := range list[:min(len(list), maxSeedFiles)] {
			if v.Payload.Len() <= maxSeedBytes {
				out = append(out, v.Payload.Raw())
			}
		}
	}
	return out
}

// caseBodies returns the bodies of the list of faults beside the repository, or
// nothing when it is not there.
func caseBodies(f *testing.F) [][]byte {
	f.Helper()
	b, err := os.ReadFile(filepath.Join(shared(f), "cases", "cases.jsonl"))
	if err != nil {
		f.Log("the list of cases is not beside the repository: its seeds are left out")
		return nil
	}
	var out [][]byte
	for line := range bytes.Lines(b) {
		var c struct {
			Input struct {
				JSON json.RawMessage
				Raw  string
			}
		}
		if err := json.Unmarshal(line, &c); err != nil {
			f.Fatal(err)
		}
		for _, body := range [][]byte{c.Input.JSON, []byte(c.Input.Raw)} {
			if len(body) > 0 && len(body) <= maxSeedBytes {
				out = append(out, body)
			}
		}
	}
	if len(out) == 0 {
		f.Fatal("the list of cases has no body within the cap")
	}
	return out
}

// shared is the folder of data beside the repository, there or not. Seeds are
// extra, so unlike testdata.Shared this skips no test.
func shared(tb testing.TB) string {
	tb.Helper()
	return filepath.Join(filepath.Dir(testdata.Root(tb)), "shared")
}
