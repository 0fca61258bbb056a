package policy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
)

// loadErrors has a source, the code, and "line:column pointer" of the error.
var loadErrors = []struct {
	name, src string
	code      ringfence.Code
	at        string
}{
	{"no allow", "deny = []", policy.CodeMissingKey, "1:1 /allow"},
	{"empty", "", policy.CodeMissingKey, "1:1 /allow"},
	{"not TOML", "allow = [\n\"a\"\n", policy.CodeSyntax, ""},
	{"key twice", "allow = []\nallow = []\n", policy.CodeSyntax, "2:1"},
	{"table twice", "allow = []\n[op.x]\n[op.x]\n", policy.CodeSyntax, "3:2"},
	{"table twice in two spellings", "allow = []\n[op.\"x\"]\n[op.x]\n", policy.CodeSyntax, "3:2"},
	{"inline and header", "allow = []\nlog = {}\n[log]\nstore_dir = \"a\"", policy.CodeSyntax, "3:2"},
	{"not UTF-8", "allow = [\"\xff\"]", policy.CodeSyntax, ""},

	{"unknown top key", "allow = []\nallows = []\n", policy.CodeUnknownKey, "2:1 /allows"},
	{"top key in capitals", "ALLOW = []", policy.CodeKeyCase, "1:1 /ALLOW"},
	{"top keys that differ in case", "allow = []\nDeny = []\ndeny = []\n", policy.CodeKeyCase, "2:1 /Deny"},
	{"unknown table", "allow = []\n[tasks]\n", policy.CodeUnknownKey, "2:2 /tasks"},
	{"unknown runtime key", "allow = []\n[runtime]\nmax_ops = 1", policy.CodeUnknownKey, "3:1 /runtime/max_ops"},
	{"unknown op key", "allow = []\n[op.\"editor/task::spawn\"]\nbase_dri = \".\"", policy.CodeUnknownKey, "3:1 /op/editor~1task::spawn/base_dri"},
	{"op key of another family", "allow = []\n[op.\"editor/task::spawn\"]\nurl_allow = []", policy.CodeUnknownKey, "3:1 /op/editor~1task::spawn/url_allow"},
	{"unknown key of a foreign op", "allow = []\n[op.\"io/fs::read\"]\nbase_dri = \".\"", policy.CodeUnknownKey, "3:1 /op/io~1fs::read/base_dri"},
	{"op key in another case", "allow = []\n[op.\"editor/task::spawn\"]\nBase_Dir = \".\"", policy.CodeKeyCase, "3:1 /op/editor~1task::spawn/Base_Dir"},
	{"op in another case", "allow = []\n[op.\"Editor/Task::spawn\"]\n", policy.CodeKeyCase, "2:5 /op/Editor~1Task::spawn"},
	{"ops that differ in case", "allow = []\n[op.\"io/x\"]\n[op.\"io/X\"]\n", policy.CodeKeyCase, "3:5 /op/io~1X"},
	{"dotted op key", "allow = []\nop.\"editor/task::spawn\".timeout = 1", policy.CodeUnknownKey, "2:25 /op/editor~1task::spawn/timeout"},
	{"unknown rule key", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\nop = []", policy.CodeUnknownKey, "5:1 /rule/0/op"},

	{"allow is text", "allow = \"*\"", policy.CodeType, "1:1 /allow"},
	{"allow is true", "allow = true", policy.CodeType, "1:1 /allow"},
	{"allow holds a number", "allow = [\n  \"a\",\n  3]", policy.CodeType, "3:3 /allow/1"},
	{"allow holds a list", "allow = [[\"a\"]]", policy.CodeType, "1:1 /allow/0"},
	{"op is a list", "allow = []\nop = []", policy.CodeType, "2:1 /op"},
	{"op table is text", "allow = []\n[op]\nx = \"y\"", policy.CodeType, "3:1 /op/x"},
	{"number is text", "allow = []\n[runtime]\nmax_effect_ops = \"1\"", policy.CodeType, "3:1 /runtime/max_effect_ops"},
	{"number is a float", "allow = []\n[runtime]\nmax_effect_ops = 1.0", policy.CodeType, "3:1 /runtime/max_effect_ops"},
	{"flag is a number", "allow = []\n[op.x]\ncreate_dirs = 1", policy.CodeType, "3:1 /op/x/create_dirs"},
	{"rule is a table", "allow = []\n[rule]\neffect = \"deny\"", policy.CodeType, "2:2 /rule"},

	{"negative number", "allow = []\n[op.x]\nmax_bytes = -1", policy.CodeValue, "3:1 /op/x/max_bytes"},
	{"no time", "allow = []\n[op.x]\ntimeout_ms = 0", policy.CodeValue, "3:1 /op/x/timeout_ms"},
	{"endless time", "allow = []\n[op.x]\ntimeout_ms = 9223372036854775807", policy.CodeValue, "3:1 /op/x/timeout_ms"},
	{"star inside", "allow = [\"a*b\"]", policy.CodeWildcard, "1:10 /allow/0"},
	{"two stars", "allow = [\"a**\"]", policy.CodeWildcard, "1:10 /allow/0"},
	{"empty op", "allow = [\"\"]", policy.CodeWildcard, "1:10 /allow/0"},
	{"star in a denial", "allow = []\ndeny = [\"*x\"]", policy.CodeWildcard, "2:9 /deny/0"},
	{"star in task kinds", "allow = []\n[op.\"editor/task::spawn\"]\nallow_task_kinds = [\"editor/task::*\"]", policy.CodeWildcard, "3:21 /op/editor~1task::spawn/allow_task_kinds/0"},
	{"no effect", "allow = []\n[[rule]]\nops = [\"*\"]", policy.CodeMissingKey, "2:3 /rule/0/effect"},
	{"other effect", "allow = []\n[[rule]]\neffect = \"Deny\"\nops = [\"*\"]", policy.CodeValue, "3:1 /rule/0/effect"},
	{"no ops", "allow = []\n[[rule]]\neffect = \"deny\"\nops = []", policy.CodeMissingKey, "2:3 /rule/0/ops"},
	{"condition of nothing", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\nwhen = {}", policy.CodeValue, "5:1 /rule/0/when"},
	{"allow asks for taint", "allow = []\n[[rule]]\neffect = \"allow\"\nops = [\"*\"]\nwhen = { tainted = [\"tool\"] }", policy.CodeUnknownKey, "5:10 /rule/0/when/tainted"},
	{"deny asks for trust", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\nwhen = { trust_at_least = \"request\" }", policy.CodeUnknownKey, "5:10 /rule/0/when/trust_at_least"},
	{"no such kind", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\nwhen = { tainted = [\"tools\"] }", policy.CodeValue, "5:21 /rule/0/when/tainted"},
	{"no kinds", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\nwhen = { tainted = [] }", policy.CodeValue, "5:10 /rule/0/when/tainted"},
	{"no such trust", "allow = []\n[[rule]]\neffect = \"deny\"\nops = [\"*\"]\nwhen = { trust_below = \"some\" }", policy.CodeValue, "5:10 /rule/0/when/trust_below"},
	{"no such class", "allow = []\n[op.x]\nwhen = { reversibility = [\"none\"] }", policy.CodeValue, "3:27 /op/x/when/reversibility"},
	{"no classes", "allow = []\n[op.x]\nwhen = { reversibility = [] }", policy.CodeValue, "3:10 /op/x/when/reversibility"},

	{"empty root", "allow = []\n[op.x]\ndialog_roots = [\"\"]", policy.CodePath, "3:17 /op/x/dialog_roots/0"},
	{"backslash", "allow = []\n[op.x]\nbase_dir = 'a\\b'", policy.CodePath, "3:1 /op/x/base_dir"},
	{"control", "allow = []\n[log]\nstore_dir = \"a\\u0000\"", policy.CodePath, "3:1 /log/store_dir"},
	{"glob climbs", "allow = []\n[op.x]\ndeny_globs = [\"../a\"]", policy.CodeValue, "3:15 /op/x/deny_globs/0"},
	{"glob with a class", "allow = []\ndeny_globs = [\"[a]\"]", policy.CodeValue, "2:15 /deny_globs/0"},
	{"glob with a star too many", "allow = []\ndeny_globs = [\"a**\"]", policy.CodeValue, "2:15 /deny_globs/0"},
	{"transport", "allow = []\n[op.x]\nbridge_cmd = \"a\"\nbridge_transport = \"pipe\"", policy.CodeValue, "4:1 /op/x/bridge_transport"},
	{"short hash", "allow = []\n[op.x]\nbridge_cmd = \"a\"\nbridge_cmd_sha256 = \"abc\"", policy.CodeValue, "4:1 /op/x/bridge_cmd_sha256"},
	{"variable", "allow = []\n[op.x]\nbridge_cmd = \"a\"\nenv_allow = [\"A=B\"]", policy.CodeValue, "4:14 /op/x/env_allow"},
	{"variable wildcard", "allow = []\n[op.x]\nbridge_cmd = \"a\"\nenv_allow = [\"*\"]", policy.CodeValue, "4:14 /op/x/env_allow"},
	{"bridge keys without a bridge", "allow = []\n[op.x]\nbridge_args = []", policy.CodeMissingKey, "3:1 /op/x/bridge_cmd"},
	{"long text", "allow = [\"" + strings.Repeat("a", policy.MaxText+1) + "\"]", policy.CodeSize, "1:10 /allow/0"},
	{"long list", "allow = []\n[op.x]\nbridge_args = [" + strings.Repeat("\"a\",", policy.MaxList+1) + "]", policy.CodeSize, "3:1 /op/x/bridge_args"},
	{"long source", "allow = []" + strings.Repeat("\n", policy.MaxBytes), policy.CodeSize, "1:1"},
	{"many keys", "allow = []\n" + numbered("a%d = 1\n", policy.MaxEntries), policy.CodeSize, "10001:1"},
	{"many tables", "allow = []\n" + numbered("[op.a%d]\n", policy.MaxEntries), policy.CodeSize, "10001:2"},
	{"many keys in a value", "allow = []\nx = [1, [{" + numbered("a%d = 1,", policy.MaxEntries) + "b = 1}]]", policy.CodeSize, "2:1"},
	{"long key", "allow = []\n" + strings.Repeat("a.", policy.MaxKeyParts) + "a = 1", policy.CodeSize, "2:1"},
	{"long key in a value", "allow = []\nx = {" + strings.Repeat("a.", policy.MaxKeyParts) + "a = 1}", policy.CodeSize, "2:1"},
	{"long name of a table", "allow = []\n[" + strings.Repeat("a.", policy.MaxKeyParts) + "a]", policy.CodeSize, "2:2"},
	{"as many keys as there may be", "allow = []\n" + numbered("a%d = 1\n", policy.MaxEntries-1), policy.CodeUnknownKey, "2:1 /a0"},
	{"as long a key as there may be", "allow = []\n" + strings.Repeat("a.", policy.MaxKeyParts-1) + "a = 1", policy.CodeUnknownKey, "2:1 /a"},
	{"many rules", "allow = [" + strings.Repeat("\"a\",", policy.MaxRules) + "]\n[[rule]]\neffect = \"deny\"\nops = [\"x\"]", policy.CodeSize, "1:1 /allow"},
}

// numbered repeats a format with the numbers from 0 on.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

func TestParseErrors(t *testing.T) {
	for _, c := range loadErrors {
		t.Run(c.name, func(t *testing.T) {
			p, err := policy.Parse(file, []byte(c.src))
			var e *ringfence.Error
			if p != nil || !errors.As(err, &e) || e.Code != c.code {
				t.Fatalf("got %v, %v, want %s", p, err, c.code)
			}
			pos, ok := policy.PositionOf(err)
			if !ok || pos.File != file || e.Offset < 0 || e.Offset > int64(len(c.src)) {
				t.Errorf("no place: %v, offset %d", pos, e.Offset)
			}
			got := strings.TrimPrefix(pos.String(), file+":") + " " + e.Pointer
			if c.at != "" && got != c.at && strings.TrimSpace(got) != c.at {
				t.Errorf("at %q, want %q", got, c.at)
			}
			if !strings.HasPrefix(e.Message, "line ") {
				t.Errorf("message without a line: %s", e.Message)
			}
		})
	}
}

// Everything that is published and everything of ours loads.
func TestParseAllKeys(t *testing.T) {
	src := `
allow = ["editor/*", "io/fs::read"]
deny = ["editor/clipboard::*"]
deny_globs = ["*.pem", "src/secret/**"]
[task]
default_workers = 8
max_workers = 16
max_tasks = 128
max_queue = 256
max_steps_per_task = 100000
max_time_ms_per_task = 10000
[runtime]
max_effect_ops = 20_000
max_payload_bytes_per_op = 0x10000
max_payload_bytes_per_run = 8388608
max_response_bytes_per_op = 1048576
max_response_bytes_per_run = 16777216
[log]
inline_max_bytes = 1
store_dir = "./.store"
max_artifact_bytes_per_run = 2
[store]
dir = "/var/store"
max_run_bytes = 3
[refs]
path = "refs.gc"
[op."io/fs::read"]
base_dir = "./sandbox"
timeout_ms = 250
url_allow = ["x"]
[op."editor/plugin::command"]
base_dir = "../ws"
create_dirs = false
timeout_ms = 5
max_bytes = 6
log_inline_max_bytes = 7
bridge_cmd = "tools/b"
bridge_args = ["--mode", "x"]
bridge_transport = "persistent-stdio"
bridge_cmd_sha256 = "sha256:ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789ABCDEF0123456789"
allow_plugins = ["demo"]
allow_commands = ["run"]
allow_schema_ids = ["s.v1"]
deny_plugins = ["x*"]
deny_commands = ["y"]
deny_schema_ids = ["z"]
env_allow = ["PATH", "_x1"]
max_calls = 9
when = { untainted = ["tool"], trust_at_least = "request", reversibility = ["outward"] }
[op."editor/watch::subscribe"]
watch_roots = ["a", "/b"]
watch_globs = ["**/*.gc"]
deny_globs = ["x"]
[[rule]]
name = "r"
effect = "deny"
ops = ["editor/dialog::*"]
when = { tainted = ["screen"], trust_below = "derived", reversibility = ["read", "outward"] }
`
	p := parse(t, src)
	got, ok := p.Op("editor/plugin::command")
	b := got.Bridge
	if !ok || got.BaseDir != "/srv/ws" || b.Cmd != "/srv/ws/tools/b" || !b.Persistent || len(b.Args) != 2 || len(b.Env) != 2 ||
		b.SHA256 != strings.Repeat("abcdef0123456789", 4) || got.MaxBytes != 6 || got.LogInlineMaxBytes != 7 || got.MaxCalls != 9 ||
		got.Timeout.Milliseconds() != 5 || got.CreateDirs {
		t.Errorf("%+v", got)
	}
	w, _ := p.Op("editor/watch::subscribe")
	if strings.Join(w.Roots, " ") != "/srv/gate/a /b" || w.MaxBytes != -1 || w.MaxCalls != -1 || w.Timeout != 0 || len(w.DenyGlobs) != 1 {
		t.Errorf("%+v", w)
	}
	if _, ok := p.Op("io/fs::read"); ok {
		t.Error("a table of another family")
	}
	if p.Runtime().MaxEffectOps != 20000 || p.Runtime().MaxPayloadBytesPerOp != 65536 || p.Task().MaxTimeMSPerTask != 10000 ||
		p.Log().StoreDir != "/srv/gate/.store" || p.Store().Dir != "/var/store" || p.Name() != file {
		t.Errorf("%+v %+v %+v %+v", p.Runtime(), p.Task(), p.Log(), p.Store())
	}
	got.Bridge.Args[0] = "changed"
	if again, _ := p.Op("editor/plugin::command"); again.Bridge.Args[0] != "--mode" {
		t.Error("a caller can change the policy")
	}
	if p.Hash() == parse(t, src+"\n").Hash() || p.Hash() != parse(t, src).Hash() {
		t.Error("the hash is not one of the source")
	}
}
