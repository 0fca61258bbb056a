//go:build linux

package bridge_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/ringfence/ringfence/policy/bridge"
)

// BenchmarkCall measures a call with the smallest process there is, and the same
// process started and awaited without a bridge.
func BenchmarkCall(b *testing.B) {
	script := filepath.Join(b.TempDir(), "true")
	whole, err := os.ReadFile("/bin/true")
	if err != nil {
		b.Skip("no /bin/true to run")
	}
	if err := os.WriteFile(script, whole, 0o700); err != nil {
		b.Fatal(err)
	}
	payload := term(b, `{:plugin "p" :command "c" :payload {:text "hello"}}`)
	b.Run("process", func(b *testing.B) {
		for b.Loop() {
			p, err := os.StartProcess(script, []string{"true"}, &os.ProcAttr{Env: []string{}})
			if err != nil {
				b.Fatal(err)
			}
			if _, err := p.Wait(); err != nil {
				b.Fatal(err)
			}
		}
	})
	run := func(c bridge.Config) func(*testing.B) {
		return func(b *testing.B) {
			br := open(b, c)
			br.Call(context.Background(), payload)
			for b.Loop() {
				if r := br.Call(context.Background(), payload); r.Err != nil {
					b.Fatal(r.Err)
				}
			}
		}
	}
	b.Run("spawn-per-op", run(bridge.Config{Op: op, Dir: filepath.Dir(script), Command: "true"}))
	b.Run("persistent-stdio", run(persistent(b)))
}
