package host_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
)

// guardTree is a folder "real" under the names "real" and "link", a folder "safe"
// with a link into it, and a link out of it.
func guardTree(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"real/sub", "safe"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"link": "real", "safe/in": "../real/sub", "safe/abs": filepath.Join(dir, "real"), "real/out": "../safe",
		"safe/loop": "loop", "safe/gone": "../real/new",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Skip("this system makes no symbolic links: ", err)
		}
	}
	return dir
}

func savePolicy(t *testing.T, name, root, more string) *policy.Policy {
	t.Helper()
	src := fmt.Sprintf("allow = [\"editor/dialog::save\"]\n[op.\"editor/dialog::save\"]\ndialog_roots = [%q]\n%s", filepath.ToSlash(root), more)
	p, err := policy.Parse(filepath.ToSlash(name), []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWritableFollowsLinks(t *testing.T) {
	dir := guardTree(t)
	for _, root := range []string{"real", "link", "safe/abs"} {
		p := savePolicy(t, filepath.Join(dir, "caps.toml"), filepath.Join(dir, root), "")
		for name, want := range map[string]bool{
			"real/run.log": true, "link/run.log": true, "real": true, "real/new/deep/run.log": true,
			"safe/in/run.log": true, "safe/abs/run.log": true, "safe/gone/run.log": true,
			"real/out/run.log": true, // who writes to real says where out leads
			"safe/in/../x.log": true, // behind the link, ".." is real
			"safe/loop/x":      true, // nobody can follow it
			"safe/none/../x":   true,
			"safe/run.log":     false, "safe": false, "caps.toml": false, "safe/new/deep/run.log": false, "reals/run.log": false,
		} {
			// Not joined: that would take ".." away.
			if got := host.Writable(p, dir+"/"+name); got != want {
				t.Errorf("root %s, %s: %v", root, name, got)
			}
		}
	}
	// A root that is not there yet.
	p := savePolicy(t, filepath.Join(dir, "caps.toml"), filepath.Join(dir, "link", "later"), "")
	if !host.Writable(p, filepath.Join(dir, "real", "later", "x")) || host.Writable(p, filepath.Join(dir, "real", "other", "x")) {
		t.Error("a root that does not exist yet is not told by its name")
	}
	t.Chdir(dir)
	p = savePolicy(t, filepath.Join(dir, "caps.toml"), filepath.Join(dir, "link"), "")
	if !host.Writable(p, "real/run.log") || host.Writable(p, "safe/run.log") {
		t.Error("a relative path is not one of the working directory")
	}
	if host.Writable(nil, "run.log") {
		t.Error("no policy has a writable root")
	}
}

// A policy that as text hangs on nothing that requests can write, and on the file
// system does.
func TestNewLooksWhereTheGateLeads(t *testing.T) {
	dir := guardTree(t)
	bridged := func(cmd, args string) string {
		return fmt.Sprintf("[op.\"editor/dialog::open\"]\nbase_dir = %q\nbridge_cmd = %q\nbridge_args = [%s]\n", filepath.ToSlash(dir), cmd, args)
	}
	for _, c := range []struct {
		name, file, more string
		refused          bool
	}{
		{"all outside", "safe/caps.toml", bridged("safe/b", `"safe/x.py"`), false},
		{"policy", "real/caps.toml", "", true},
		{"store", "safe/caps.toml", "[store]\ndir = \"in\"", true},
		{"artifacts", "safe/caps.toml", "[log]\nstore_dir = \"abs/store\"", true},
		{"bridge", "safe/caps.toml", bridged("safe/in/b", ""), true},
		{"argument", "safe/caps.toml", bridged("safe/b", `"--script=safe/in/x.py"`), true},
	} {
		p := savePolicy(t, filepath.Join(dir, c.file), filepath.Join(dir, "link"), c.more)
		log := filepath.Join(t.TempDir(), "run.log")
		journal, err := effectlog.Create(log, effectlog.Options{Session: "s"})
		if err != nil {
			t.Fatal(err)
		}
		h, err := host.New(host.Config{Policy: p, Journal: journal, Session: "s"})
		var e *ringfence.Error
		if refused := errors.As(err, &e) && e.Code == host.CodeConfig; refused != c.refused || !refused && err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if h != nil {
			if _, err := h.Close(); err != nil {
				t.Error(err)
			}
		} else if _, err := journal.Close(); err != nil {
			t.Error(err)
		}
	}
}
