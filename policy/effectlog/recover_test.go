package effectlog_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/effectlog"
)

// crashed returns the file of a run that broke off after its second intent, with
// bytes of a third record.
func crashed(t *testing.T, o effectlog.Options, torn string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.journal")
	j, err := effectlog.Create(path, o)
	must(t, err)
	steps := run(t)
	i, err := j.Intent(steps[0].entry)
	must(t, err)
	must(t, j.Outcome(i, steps[0].outcome))
	_, err = j.Intent(steps[2].entry)
	must(t, err)
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteString(torn)
	must(t, errors.Join(err, f.Close()))
	return path
}

func TestCrashIsToldAndContinued(t *testing.T) {
	keyed := options
	keyed.Key = key
	for name, o := range map[string]effectlog.Options{"plain": options, "keyed": keyed} {
		for _, torn := range []string{"", "1", "500\n{:a", "20\n{\n  :i 1"} {
			path := crashed(t, o, torn)
			log, err := os.ReadFile(path)
			must(t, err)
			r := verify(t, log, effectlog.VerifyOptions{Key: o.Key})
			if r.Faults() || r.OK() || !slices.Equal(r.InFlight, []int{1}) {
				t.Fatalf("%s %q: %v", name, torn, r.Findings)
			}
			if torn != "" {
				wantFinding(t, r, effectlog.Warning, effectlog.FindTorn)
			}
			j, found, err := effectlog.Recover(path, effectlog.Options{Key: o.Key})
			must(t, err)
			if found.Torn != len(torn) || !slices.Equal(found.InFlight, []int{1}) || len(found.Entries) != 1 || found.Entries[0].Op != "editor/clipboard::set" {
				t.Fatalf("%s %q: %+v", name, torn, found)
			}
			// What is in flight gets no outcome any more; the run goes on.
			if err := j.Outcome(1, run(t)[2].outcome); err == nil {
				t.Error("an outcome was made up")
			}
			i, err := j.Intent(run(t)[3].entry)
			must(t, err)
			if i != 2 {
				t.Errorf("went on with entry %d", i)
			}
			must(t, j.Outcome(i, run(t)[3].outcome))
			head, err := j.Close()
			must(t, err)
			log, err = os.ReadFile(path)
			must(t, err)
			r = verify(t, log, effectlog.VerifyOptions{Head: &head, Key: o.Key})
			if r.Faults() || !r.Closed || !slices.Equal(r.InFlight, []int{1}) {
				t.Errorf("%s %q: %v", name, torn, r.Findings)
			}
			wantFinding(t, r, effectlog.Note, effectlog.FindRecovered)
			wantFinding(t, r, effectlog.Warning, effectlog.CodeInFlight)
		}
	}
}

func TestWhatIsNotContinued(t *testing.T) {
	keyed := options
	keyed.Key = key
	good, _ := write(t, options, run(t))
	open := func() []byte { b, err := os.ReadFile(crashed(t, options, "")); must(t, err); return b }()
	published, err := effectlog.Export(good, effectlog.ExportOptions{})
	must(t, err)
	for name, c := range map[string]struct {
		log  []byte
		o    effectlog.Options
		code ringfence.Code
	}{
		"closed":       {good, effectlog.Options{}, effectlog.CodeClosed},
		"changed":      {bytes.Replace(open, []byte("line 3"), []byte("line 4"), 1), effectlog.Options{}, effectlog.CodeUnverified},
		"no log":       {[]byte("1\nx"), effectlog.Options{}, effectlog.CodeUnreadable},
		"published":    {published, effectlog.Options{}, effectlog.CodeOptions},
		"key for none": {open, effectlog.Options{Key: key}, effectlog.CodeUnverified},
		"bad key":      {open, effectlog.Options{Key: key[1:]}, effectlog.CodeOptions},
	} {
		path := filepath.Join(t.TempDir(), "log")
		must(t, os.WriteFile(path, c.log, 0o600))
		j, _, err := effectlog.Recover(path, c.o)
		if j != nil || !errors.Is(err, &ringfence.Error{Code: c.code}) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(after, c.log) {
			t.Errorf("%s: the file was changed", name)
		}
	}
	if _, _, err := effectlog.Recover(crashed(t, keyed, ""), effectlog.Options{}); !errors.Is(err, &ringfence.Error{Code: effectlog.CodeOptions}) {
		t.Errorf("keyed without its key: %v", err)
	}
	if _, _, err := effectlog.Recover(filepath.Join(t.TempDir(), "absent"), effectlog.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("absent: %v", err)
	}
}
