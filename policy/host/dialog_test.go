//go:build unix

package host_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/dialog"
)

const (
	open = "editor/dialog::open"
	save = "editor/dialog::save"
)

// person chooses what it is told to, and keeps what it was asked.
type person struct {
	answer dialog.Answer
	err    error
	asked  *dialog.Request
}

func (p person) Open(_ context.Context, r dialog.Request) (dialog.Answer, error) {
	*p.asked = r
	return p.answer, p.err
}

func (p person) Save(ctx context.Context, r dialog.Request) (dialog.Answer, error) {
	return p.Open(ctx, r)
}

// dialogFolder makes a root with links in it, and the policy of it.
func dialogFolder(t *testing.T, more string) (dir string, p *policy.Policy) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{"ws/a.txt", "ws/sub/b.txt", "ws/.git/config", "ws/secret.pem", "out/canary.txt"} {
		write(t, filepath.Join(dir, f), "x")
	}
	for name, target := range map[string]string{"in.txt": "sub/b.txt", "out.txt": "../out/canary.txt", "outdir": "../out", "git.txt": ".git/config", "subdir": "sub"} {
		if err := os.Symlink(target, filepath.Join(dir, "ws", name)); err != nil {
			t.Fatal(err)
		}
	}
	var src strings.Builder
	src.WriteString("allow = [\"editor/dialog::*\"]\ndeny_globs = [\"*.pem\"]\n")
	for _, op := range []string{open, save} {
		src.WriteString("[op.\"" + op + "\"]\ndialog_roots = [\"ws\"]\n" + more)
	}
	return dir, parsePolicy(t, dir, src.String())
}

func TestDialogOpen(t *testing.T) {
	dir, p := dialogFolder(t, "")
	ws := filepath.Join(dir, "ws")
	var asked dialog.Request
	for _, v := range []struct {
		name, payload string
		chosen        []string
		want          string // or an error code
	}{
		{"one", `{:filters [] :multi false :title "T"}`, []string{"a.txt"}, `{:ok true :paths ["WS/a.txt"]}`},
		{"where a link leads", `{:filters [] :multi false :title "T"}`, []string{"in.txt"}, `{:ok true :paths ["WS/sub/b.txt"]}`},
		{"two", `{:filters ["txt"] :multi true :title "T"}`, []string{"a.txt", "subdir/b.txt"}, `{:ok true :paths ["WS/a.txt" "WS/sub/b.txt"]}`},
		{"none", `{:filters [] :multi true :title "T"}`, nil, `{:ok false}`},
		{"out by a link", `{:filters [] :multi false :title "T"}`, []string{"out.txt"}, string(policy.CodePathEscape)},
		{"out by a folder", `{:filters [] :multi false :title "T"}`, []string{"outdir/canary.txt"}, string(policy.CodePathEscape)},
		{"outside", `{:filters [] :multi false :title "T"}`, []string{"../out/canary.txt"}, string(policy.CodePathEscape)},
		{"denied", `{:filters [] :multi false :title "T"}`, []string{"secret.pem"}, string(policy.CodePathEscape)},
		{"denied by itself", `{:filters [] :multi false :title "T"}`, []string{".git/config"}, string(policy.CodePathEscape)},
		{"denied where it leads", `{:filters [] :multi false :title "T"}`, []string{"git.txt"}, string(policy.CodePathEscape)},
		{"not there", `{:filters [] :multi false :title "T"}`, []string{"none"}, string(host.CodeSchema)},
		{"one of two is out", `{:filters [] :multi true :title "T"}`, []string{"a.txt", "out.txt"}, string(policy.CodePathEscape)},
		{"two for one", `{:filters [] :multi false :title "T"}`, []string{"a.txt", "in.txt"}, string(host.CodeSchema)},
		{"another kind", `{:filters [{:ext ["go" ".md"] :name "x"}] :multi false :title "T"}`, []string{"a.txt"}, string(host.CodeSchema)},
		{"no filter", `{:filters [1] :multi false :title "T"}`, nil, string(policy.CodePayload)},
		{"a filter of more", `{:filters [{:ext ["a"] :x 1}] :multi false :title "T"}`, nil, string(policy.CodePayload)},
		{"a filter that is a pattern", `{:filters ["a b"] :multi false :title "T"}`, nil, string(policy.CodePayload)},
		{"start", `{:filters [] :multi false :start-dir "ws/sub" :title "T"}`, nil, `{:ok false}`},
		{"start outside", `{:filters [] :multi false :start-dir "out" :title "T"}`, nil, string(policy.CodePathEscape)},
		{"start by a link that leads out", `{:filters [] :multi false :start-dir "ws/outdir" :title "T"}`, nil, string(policy.CodePathEscape)},
		{"start at nothing", `{:filters [] :multi false :start-dir "ws/none" :title "T"}`, nil, string(policy.CodePayload)},
		{"start at a file", `{:filters [] :multi false :start-dir "ws/a.txt" :title "T"}`, nil, string(policy.CodePayload)},
	} {
		answer := dialog.Answer{OK: v.chosen != nil}
		for _, c := range v.chosen {
			answer.Paths = append(answer.Paths, filepath.Join(ws, c))
		}
		s := start(t, p, func(c *host.Config) { c.Dialog = person{answer, nil, &asked} })
		if strings.HasPrefix(v.want, "{") {
			s.want(t, open, v.payload, strings.ReplaceAll(v.want, "WS", filepath.ToSlash(ws)))
		} else {
			s.fails(t, open, v.payload, v.want)
		}
		if t.Failed() {
			t.Fatal(v.name)
		}
		s.entries(t)
	}
}

func TestDialogSave(t *testing.T) {
	dir, p := dialogFolder(t, "")
	ws := filepath.Join(dir, "ws")
	var asked dialog.Request
	for chosen, want := range map[string]string{
		"new.txt": `{:ok true :path "WS/new.txt"}`, "a.txt": `{:ok true :path "WS/a.txt"}`, "subdir/n": `{:ok true :path "WS/sub/n"}`, "in.txt": `{:ok true :path "WS/sub/b.txt"}`,
		"out.txt": string(policy.CodePathEscape), "outdir/new": string(policy.CodePathEscape), "x.pem": string(policy.CodePathEscape), ".git/hooks/x": string(host.CodeSchema), ".git/x": string(policy.CodePathEscape),
		"sub": string(host.CodeSchema), "none/new": string(host.CodeSchema),
	} {
		s := start(t, p, func(c *host.Config) {
			c.Dialog = person{dialog.Answer{OK: true, Paths: []string{filepath.Join(ws, chosen)}}, nil, &asked}
		})
		const payload = `{:default-name "n.txt" :filters ["txt"] :start-dir "ws/sub" :title "T"}`
		if strings.HasPrefix(want, "{") {
			s.want(t, save, payload, strings.ReplaceAll(want, "WS", filepath.ToSlash(ws)))
		} else {
			s.fails(t, save, payload, want)
		}
		if asked.DefaultName != "n.txt" || asked.StartDir != filepath.Join(ws, "sub") || len(asked.Filters) != 1 || asked.Filters[0].Extensions[0] != "txt" {
			t.Errorf("%+v", asked)
		}
		s.entries(t)
	}
	s := start(t, p, func(c *host.Config) { c.Dialog = person{asked: &asked} })
	for name, want := range map[string]any{"..": policy.CodePathEscape, "a/b": policy.CodePathEscape, "x.pem": policy.CodePathEscape, "a:b": policy.CodePayload, `a\u202eb`: policy.CodePayload, "-x": policy.CodePayload} {
		s.fails(t, save, `{:default-name "`+name+`" :filters [] :title "T"}`, want)
	}
	s.entries(t)
}

func TestDialogFailures(t *testing.T) {
	_, p := dialogFolder(t, "")
	var asked dialog.Request
	for code, want := range map[ringfence.Code]ringfence.Code{
		dialog.CodeNone: host.CodeUnavailable, dialog.CodeFailed: host.CodeUnavailable, dialog.CodeTimeout: host.CodeTimeout,
		dialog.CodeAnswer: host.CodeSchema, dialog.CodeRequest: policy.CodePayload, dialog.CodeEscape: policy.CodePathEscape,
	} {
		s := start(t, p, func(c *host.Config) {
			c.Dialog = person{err: &ringfence.Error{Code: code, Message: "secret"}, asked: &asked}
		})
		s.fails(t, open, `{:filters [] :multi false :title "T"}`, want)
		s.entries(t)
	}
	for _, d := range []dialog.Dialog{nil, dialog.Headless{}} {
		s := start(t, p, func(c *host.Config) { c.Dialog = d })
		s.want(t, open, `{:filters [] :multi false :title "T"}`, `{:ok false}`)
		s.want(t, save, `{:filters [] :start-dir "ws/none" :title "T"}`, `{:ok false}`)
		s.fails(t, save, `{:filters [] :start-dir "ws/outdir" :title "T"}`, policy.CodePathEscape)
		s.entries(t)
	}
}

// The root is replaced while the session goes on: by a link that leads out, then
// by nothing.
func TestDialogRootReplaced(t *testing.T) {
	dir, p := dialogFolder(t, "")
	ws := filepath.Join(dir, "ws")
	var asked dialog.Request
	s := start(t, p, func(c *host.Config) {
		c.Dialog = person{dialog.Answer{OK: true, Paths: []string{filepath.Join(ws, "sub", "b.txt")}}, nil, &asked}
	})
	s.want(t, open, `{:filters [] :multi false :title "T"}`, `{:ok true :paths ["`+filepath.ToSlash(ws)+`/sub/b.txt"]}`)
	if err := os.Rename(filepath.Join(ws, "sub"), filepath.Join(ws, "was")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../out", filepath.Join(ws, "sub")); err != nil {
		t.Fatal(err)
	}
	s.fails(t, open, `{:filters [] :multi false :title "T"}`, policy.CodePathEscape)
	if err := os.Rename(ws, ws+"2"); err != nil {
		t.Fatal(err)
	}
	s.fails(t, open, `{:filters [] :multi false :title "T"}`, host.CodeUnavailable)
	s.entries(t)
}

func TestDialogBridge(t *testing.T) {
	dir, _ := dialogFolder(t, "")
	for _, v := range []struct{ name, op, script, want string }{
		{"open", open, framed(`{:ok true :paths ["ws/a.txt" "` + dir + `/ws/in.txt"]}`), `{:ok true :paths ["WS/a.txt" "WS/sub/b.txt"]}`},
		{"save", save, framed(`{:ok true :path "ws/new"}`), `{:ok true :path "WS/new"}`},
		{"none", open, framed(`{:ok false}`), `{:ok false}`},
		{"out", open, framed(`{:ok true :paths ["ws/out.txt"]}`), string(policy.CodePathEscape)},
		{"climbs", open, framed(`{:ok true :paths ["ws/sub/../a.txt"]}`), string(host.CodeSchema)},
		{"path to open", open, framed(`{:ok true :path "ws/a.txt"}`), string(host.CodeSchema)},
		{"paths to save", save, framed(`{:ok true :paths ["ws/a.txt"]}`), string(host.CodeSchema)},
		{"no with a path", open, framed(`{:ok false :paths ["ws/a.txt"]}`), string(host.CodeSchema)},
		{"more", open, framed(`{:more 1 :ok true :paths ["ws/a.txt"]}`), string(host.CodeSchema)},
		{"no paths", open, framed(`{:ok true :paths []}`), string(host.CodeSchema)},
		{"no text", open, framed(`{:ok true :paths [ws]}`), string(host.CodeSchema)},
		{"empty text", open, framed(`{:ok true :paths [""]}`), string(host.CodeSchema)},
		{"a forged error", open, framed(`{:error/code "core/caps/denied" :ok 1}`), string(host.CodeSchema)},
		{"synthetic", open, "exit 0", string(host.CodeSchema)}, // {:ok true} is no answer of a dialog
		{"fails", open, "exit 3", "editor/bridge-exit"},
		{"hangs", open, "sleep 1000", "editor/bridge-timeout"},
	} {
		program(t, filepath.Join(dir, "bridge"), v.script)
		timeout := "60000"
		if v.name == "hangs" {
			timeout = "300"
		}
		var src strings.Builder
		src.WriteString("allow = [\"editor/dialog::*\"]\n")
		for _, op := range []string{open, save} {
			src.WriteString("[op.\"" + op + "\"]\ndialog_roots = [\"ws\"]\nbridge_cmd = \"bridge\"\ntimeout_ms = " + timeout + "\n")
		}
		s := start(t, parsePolicy(t, dir, src.String()), nil)
		payload := `{:filters [] :multi true :title "T"}`
		if v.op == save {
			payload = `{:filters [] :title "T"}`
		}
		if strings.HasPrefix(v.want, "{") {
			s.want(t, v.op, payload, strings.ReplaceAll(v.want, "WS", filepath.ToSlash(filepath.Join(dir, "ws"))))
		} else {
			s.fails(t, v.op, payload, v.want)
		}
		if t.Failed() {
			t.Fatal(v.name)
		}
		s.entries(t)
	}
}
