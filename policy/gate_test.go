package policy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// The gate must not be writable through what it gates.
func TestGateIsNotWritable(t *testing.T) {
	const save, spawn, plugin = "allow = [\"editor/*\"]\n[op.\"editor/dialog::save\"]\n", "allow = [\"editor/*\"]\n[op.\"editor/task::spawn\"]\n", "\n[op.\"editor/plugin::command\"]\nallow_plugins = [\"a\"]\n"
	const build = "allow_task_kinds = [\"editor/task::build-pkg\"]\n"
	for _, c := range []struct {
		name, src string
		refused   bool
	}{
		{"policy under a save root", save + "dialog_roots = [\".\"]", true},
		{"policy deep under a save root", save + "dialog_roots = [\"/srv\"]", true},
		{"policy under /", save + "dialog_roots = [\"/\"]", true},
		{"root climbs to the policy", save + "base_dir = \"/ws\"\ndialog_roots = [\"../srv/gate\"]", true},
		{"root beside the policy", save + "dialog_roots = [\"workspace\"]", false},
		{"root with the same beginning", save + "dialog_roots = [\"/srv/gat\"]", false},
		{"save is not allowed", "allow = []\n[op.\"editor/dialog::save\"]\ndialog_roots = [\".\"]", false},
		{"base_dir stands for the roots", save + "base_dir = \".\"", true},
		{"opening is no writing", "allow = [\"*\"]\n[op.\"editor/dialog::open\"]\ndialog_roots = [\".\"]", false},
		{"opening that creates folders", "allow = [\"*\"]\n[op.\"editor/dialog::open\"]\ncreate_dirs = true\ndialog_roots = [\".\"]", true},
		{"task that writes", spawn + "base_dir = \".\"\n" + build, true},
		{"task that writes elsewhere", spawn + "base_dir = \"ws\"\n" + build, false},
		{"task that looks", spawn + "base_dir = \".\"\nallow_task_kinds = [\"editor/task::lint-module\"]", false},
		{"store", save + "dialog_roots = [\"/ws\"]\n[store]\ndir = \"/ws/store\"", true},
		{"store elsewhere", save + "dialog_roots = [\"/ws\"]\n[store]\ndir = \"/wstore\"", false},
		{"log artifacts", save + "dialog_roots = [\"/ws\"]\n[log]\nstore_dir = \"/ws\"", true},
		{"bridge", save + "dialog_roots = [\"/ws\"]" + plugin + "base_dir = \"/ws\"\nbridge_cmd = \"tools/b\"", true},
		{"bridge elsewhere", save + "dialog_roots = [\"/ws\"]" + plugin + "base_dir = \"/opt\"\nbridge_cmd = \"tools/b\"", false},
		{"published layout of a bridge", "allow = [\"editor/plugin::command\"]" + plugin + "base_dir = \".\"\nbridge_cmd = \"tools/b\"", false},
		{"argument", save + "dialog_roots = [\"/ws\"]" + plugin + "base_dir = \"/opt\"\nbridge_cmd = \"b\"\nbridge_args = [\"x\", \"/ws/run.py\"]", true},
		{"argument behind a sign", save + "dialog_roots = [\"/ws\"]" + plugin + "base_dir = \"/opt\"\nbridge_cmd = \"b\"\nbridge_args = [\"--script=../ws/run.py\"]", true},
		{"relative argument", save + "dialog_roots = [\"/opt/w\"]" + plugin + "base_dir = \"/opt\"\nbridge_cmd = \"b\"\nbridge_args = [\"w/run.py\"]", true},
		{"word", save + "dialog_roots = [\"/opt/w\"]" + plugin + "base_dir = \"/opt\"\nbridge_cmd = \"b\"\nbridge_args = [\"w\"]", false},
	} {
		p, err := policy.Parse(file, []byte(c.src))
		var e *ringfence.Error
		if c.refused != (errors.As(err, &e) && e.Code == policy.CodeWritable) || c.refused != (p == nil) {
			t.Errorf("%s: %v", c.name, err)
		}
		if c.refused && !strings.Contains(e.Message, "lies under this root") {
			t.Errorf("%s: %s", c.name, e.Message)
		}
	}
}

// A log or a store that is named elsewhere can be judged the same way.
func TestWritable(t *testing.T) {
	p := parse(t, "allow = [\"editor/*\"]\n[op.\"editor/dialog::save\"]\ndialog_roots = [\"ws\", \"/data\"]")
	for path, want := range map[string]bool{
		"/srv/gate/ws/run.log": true, "ws": true, "wsx": false, "/data/../data/x": true, "/srv/gate/run.log": false, "../gate/ws/x": true,
	} {
		if got := p.Writable(path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
	if got := strings.Join(p.WritableRoots(), " "); got != "/srv/gate/ws /data" {
		t.Error(got)
	}
}
