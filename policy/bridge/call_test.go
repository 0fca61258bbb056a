//go:build linux

package bridge_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/bridge"
)

func TestAnswers(t *testing.T) {
	const forged = `{:error/code "core/caps/denied" :error/context {} :error/message "m" :error/op a}`
	quoted := fmt.Sprintf("%d\n%s", len(forged), forged)
	for _, c := range []struct{ name, sent, want string }{
		{"nothing", "", "{:ok true}"},
		{"term", "10\n{:ok true}", "{:ok true}"},
		{"two bytes a character", "9\n{:k \"é\"}", `{:k "é"}`},
		{"not canonical", "12\n ; c\n{:b 1} ", "{:b 1}"},
		{"an ERROR in disguise", quoted, forged},
		{"nil", "3\nnil", "nil"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, config(t, "bytes", fmt.Sprintf("%q", c.sent)))
			r := call(t, b, "{}")
			wantData(t, r, c.want)
			if r.Outcome.IsSealed() {
				t.Error("data is sealed")
			}
		})
	}
}

func TestBadAnswers(t *testing.T) {
	for _, c := range []struct {
		name, sent string
		code       ringfence.Code
	}{
		{"the published example", "17\n{:ok true :id \"x\"}", bridge.CodeParse},
		{"characters for bytes", "8\n{:k \"é\"}", bridge.CodeParse},
		{"no header", "{:ok true}", bridge.CodeParse},
		{"leading zero", "010\n{:ok true}", bridge.CodeParse},
		{"plus", "+10\n{:ok true}", bridge.CodeParse},
		{"carriage return", "10\r\n{:ok true}", bridge.CodeParse},
		{"space", "10 \n{:ok true}", bridge.CodeParse},
		{"line feed alone", "\n", bridge.CodeParse},
		{"too few bytes", "11\n{:ok true}", bridge.CodeParse},
		{"too many bytes", "10\n{:ok true}\n", bridge.CodeParse},
		{"two frames", "3\nnil3\nnil", bridge.CodeParse},
		{"no term", "0\n", bridge.CodeParse},
		{"two terms", "3\n1 2", bridge.CodeParse},
		{"bad term", "2\n{:", bridge.CodeParse},
		{"repeated key", "15\n{:a 1 :a 2}    ", bridge.CodeParse},
		{"not UTF-8", "3\n\"\xff\"", bridge.CodeStdoutUTF8},
		{"announced too long", "999999999\nx", bridge.CodeResponseTooLarge},
		{"header without end", strings.Repeat("1", 40), bridge.CodeParse},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := open(t, config(t, "bytes", fmt.Sprintf("%q", c.sent)))
			wantError(t, call(t, b, "{}"), c.code)
		})
	}
}

func TestPayloadIsCanonicalAndFramed(t *testing.T) {
	b := open(t, config(t, "echo"))
	for _, payload := range []string{"{}", `{:z "é\n" :a [1 2 3 4]}`, "nil"} {
		wantData(t, call(t, b, payload), payload)
	}
}

func TestDrippedAnswer(t *testing.T) {
	wantData(t, call(t, open(t, config(t, "drip", `"10\n{:ok true}"`)), "{}"), "{:ok true}")
}

func TestExit(t *testing.T) {
	r := call(t, open(t, config(t, "exit", "3")), "{}")
	if context := wantError(t, r, bridge.CodeExit); context.String() != "{:status 3}" {
		t.Errorf("context %v", context)
	}
	if string(r.Stderr) != "reason" || strings.Contains(r.Outcome.String(), "reason") {
		t.Errorf("stderr %q, outcome %v", r.Stderr, r.Outcome)
	}
	wantData(t, call(t, open(t, config(t, "exit", "0")), "{}"), "{:ok false}")
	wantError(t, call(t, open(t, config(t, "signal")), "{}"), bridge.CodeExit)
}

func TestDeadlineEndsTheCall(t *testing.T) {
	for _, behaviour := range []string{"sleep", "stall", "flooderr", "announce"} {
		t.Run(behaviour, func(t *testing.T) {
			if behaviour == "announce" {
				c := config(t, behaviour)
				wantError(t, call(t, open(t, c), "{}"), bridge.CodeResponseTooLarge)
				return
			}
			c := config(t, behaviour)
			c.Timeout = 150 * time.Millisecond
			c.MaxStderr = 1000
			r := call(t, open(t, c), "{}")
			wantError(t, r, bridge.CodeTimeout)
			if len(r.Stderr) > 1000 {
				t.Errorf("%d bytes of stderr", len(r.Stderr))
			}
			if behaviour == "flooderr" && (len(r.Stderr) != 1000 || r.Dropped == 0) {
				t.Errorf("%d bytes of stderr, %d dropped", len(r.Stderr), r.Dropped)
			}
		})
	}
}

func TestCallerGivesUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	b := open(t, config(t, "sleep"))
	time.AfterFunc(100*time.Millisecond, cancel)
	r := b.Call(ctx, term(t, "{}"))
	wantError(t, r, bridge.CodeTimeout)
	if !errors.Is(r.Err, context.Canceled) {
		t.Errorf("cause %v", r.Err)
	}
	wantError(t, b.Call(ctx, term(t, "{}")), bridge.CodeTimeout)
}

// TestFloodIsBounded holds memory while a bridge sends without end.
func TestFloodIsBounded(t *testing.T) {
	c := config(t, "flood")
	c.MaxResponse = 1 << 16
	b := open(t, c)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := call(t, b, "{}")
	runtime.ReadMemStats(&after)
	if context := wantError(t, r, bridge.CodeResponseTooLarge); context.String() != "{:limit 65536}" {
		t.Errorf("context %v", context)
	}
	// All that was ever allocated, not what is left.
	if got := after.TotalAlloc - before.TotalAlloc; got > 16<<20 {
		t.Errorf("%d bytes allocated for a limit of 64 KiB", got)
	}
}

func TestNoisyStderr(t *testing.T) {
	c := config(t, "noisy")
	c.MaxStderr = 10
	r := call(t, open(t, c), "{}")
	wantData(t, r, "{:ok true}")
	if string(r.Stderr) != "eeeeeeeeee" || r.Dropped != 1<<20-10 {
		t.Errorf("stderr %q, dropped %d", r.Stderr, r.Dropped)
	}
}

func TestRequestLimit(t *testing.T) {
	c := config(t, "echo")
	c.MaxRequest = 20
	b := open(t, c)
	wantData(t, call(t, b, `"123456789012345678"`), `"123456789012345678"`)
	if context := wantError(t, call(t, b, `"1234567890123456789"`), bridge.CodePayloadTooLarge); context.String() != "{:limit 20}" {
		t.Errorf("context %v", context)
	}
}

// TestInputLeftUnread: exit status and output alone judge, whether or not the
// request fits into the pipe.
func TestInputLeftUnread(t *testing.T) {
	b := open(t, config(t, "deaf"))
	for _, n := range []int{1, 1 << 19} {
		wantData(t, call(t, b, `"`+strings.Repeat("x", n)+`"`), "{:ok true}")
	}
}

// No shell reads the arguments of a bridge: each comes as it was written.
func TestArgumentsAreNoScript(t *testing.T) {
	args := []string{"where", "7 ; exit 3", "$(echo 7)", "`echo 7`", "7 > file", "*", "'7'", "", "$HOME"}
	c := config(t, args...)
	var want strings.Builder
	for _, arg := range append(args, "editor/plugin::command") { // the op comes last
		fmt.Fprintf(&want, " %q", arg)
	}
	got := strings.Join(strings.Fields(data(t, call(t, open(t, c), "{}")).String()), " ")
	if !strings.HasSuffix(got, want.String()+"]]") {
		t.Errorf("got %s, want %s", got, want.String())
	}
}

func TestEnvironmentIsExactlyTheContracts(t *testing.T) {
	t.Setenv("RINGFENCE_CANARY", "canary-secret")
	c := config(t, "env")
	c.Environ = append(os.Environ(), "LANG_X=first", "LANG_X=second", "OTHER=1")
	c.EnvAllow = []string{"LANG_X", "ABSENT"}
	want := `["GENESIS_HOST_BRIDGE_FAMILY=editor" "GENESIS_HOST_BRIDGE_OP=editor/plugin::command" "LANG_X=first"]`
	for range 2 {
		r := call(t, open(t, c), "{}")
		wantData(t, r, want)
	}
	c.Environ = nil
	wantData(t, call(t, open(t, c), "{}"), `["GENESIS_HOST_BRIDGE_FAMILY=editor" "GENESIS_HOST_BRIDGE_OP=editor/plugin::command"]`)
}

func TestArgumentsAndDirectory(t *testing.T) {
	c := config(t, "where", "a b", "")
	dir, err := filepath.EvalSymlinks(c.Dir)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`[%q ["bridge.exe" "where" "a b" "" %q]]`, dir, op)
	wantData(t, call(t, open(t, c), "{}"), want)
	// An absolute command inside the base directory is the same program.
	c.Command = filepath.Join(c.Dir, "bridge.exe")
	got := data(t, call(t, open(t, c), "{}"))
	if first, _ := got.Item(0); first.String() != fmt.Sprintf("%q", dir) {
		t.Errorf("directory %v", first)
	}
}

func TestClosedBridge(t *testing.T) {
	b := open(t, config(t, "echo"))
	for range 2 {
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	wantError(t, call(t, b, "{}"), bridge.CodeSpawn)
}

func TestConcurrentCalls(t *testing.T) {
	b := open(t, config(t, "echo"))
	failures := make(chan string, 8)
	for i := range cap(failures) {
		go func() {
			payload := fmt.Sprintf("[%d]", i)
			got, ok := b.Call(context.Background(), term(t, payload)).Outcome.Data()
			if !ok || got.String() != payload {
				failures <- fmt.Sprintf("%v for %s", got, payload)
				return
			}
			failures <- ""
		}()
	}
	for range cap(failures) {
		if f := <-failures; f != "" {
			t.Error(f)
		}
	}
}
