package policy_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence/policy"
)

// cost is the least of a few runs, so that a busy machine does not matter much.
func cost(f func()) time.Duration {
	least := time.Duration(1 << 62)
	for range 4 {
		start := time.Now()
		f()
		least = min(least, time.Since(start))
	}
	return least
}

// Hostile sizes cost in proportion: eight times the input takes less than 32
// times the time, where a square would take 64 times.
func TestGrowth(t *testing.T) {
	parseCost := func(n int) func() {
		var b strings.Builder
		b.WriteString("allow = [\n")
		for i := range n {
			fmt.Fprintf(&b, "  \"editor/x%d\",\n", i)
		}
		b.WriteString("]\n")
		for i := range n {
			fmt.Fprintf(&b, "[op.\"io/x%d\"]\nbase_dir = \"a\"\n", i)
		}
		src := []byte(b.String())
		return func() {
			if _, err := policy.Parse(file, src); err != nil {
				t.Fatal(err)
			}
		}
	}
	globs := parse(t, `allow = ["*"]`+tables+"deny_globs = [\"*a*a*a*b\", \"**/a/**/b/**\"]\n")
	decideCost := func(n int) func() {
		path := strings.Repeat("a", n) + "/" + strings.Repeat("a/", n/2)
		data := strings.Repeat("[", 60) + strings.Repeat("x ", n*100) + strings.Repeat("]", 60)
		r := request(t, "editor/watch::subscribe", `{:globs ["a"] :root "/ws/`+path+`"}`)
		q := request(t, "editor/plugin::command", `{:command fmt :payload `+data+` :plugin lint}`)
		return func() {
			for range 20 {
				globs.Decide(r).Explain()
				globs.Decide(q).Explain()
			}
		}
	}
	for name, of := range map[string]func(int) func(){"parse": parseCost, "decide": decideCost} {
		small, large := cost(of(250)), cost(of(2000))
		if large > 32*small+20*time.Millisecond {
			t.Errorf("%s: %v for a size, %v for eight times that", name, small, large)
		}
	}
}
