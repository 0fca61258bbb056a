package release

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// build makes promptcheck, told a version unless that is "".
func build(t *testing.T, version string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "promptcheck")
	if runtime.GOOS == "windows" {
		out += ".exe"
	}
	args := []string{"build", "-o", out}
	if version != "" {
		args = append(args, "-ldflags=-X github.com/ringfence/ringfence/internal/release.version="+version)
	}
	cmd := exec.CommandContext(t.Context(), "go", append(args, "../../cmd/promptcheck")...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if b, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, b)
	}
	return out
}

// outcome is what a run printed and how it ended.
type outcome struct {
	out, err string
	status   int
}

func start(t *testing.T, cmd *exec.Cmd) outcome {
	t.Helper()
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return outcome{out.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// A build that was told its version answers early, and as one that was not does.
func TestRelease(t *testing.T) {
	const told = "v9.8.7"
	plain, tool := build(t, ""), build(t, told)
	first := regexp.MustCompile(`^promptcheck [^\n]*\n`)
	for _, args := range [][]string{
		{"version"},
		{"--version"},
		{"version", "--help"},
		{"version", "x"},
		{"version", "--no-such-flag"},
		{"--version", "x"},
		{"help", "version"},
		{"version "},
	} {
		want := start(t, exec.CommandContext(t.Context(), plain, args...))
		got := start(t, exec.CommandContext(t.Context(), tool, args...))
		if len(args) == 1 && strings.HasSuffix(args[0], "version") {
			if !strings.HasPrefix(got.out, "promptcheck "+told+"\n") || got.status != 0 {
				t.Errorf("%q: %+v", args, got)
			}
			want.out = first.ReplaceAllString(want.out, "promptcheck "+told+"\n")
		}
		if got != want {
			t.Errorf("%q: %+v, want %+v", args, got, want)
		}
	}

	// It waits for nothing that it does not need.
	inits := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), tool, args...)
		cmd.Env = append(os.Environ(), "GODEBUG=inittrace=1")
		return start(t, cmd).err
	}
	version, help := inits("version"), inits("help")
	for _, name := range []string{"net/http", "html/template", "crypto/tls", "regexp/syntax", "encoding/json", "github.com/klauspost/cpuid/v2"} {
		line := "init " + name + " @"
		if strings.Contains(version, line) {
			t.Errorf("%s is initialised before a version", name)
		}
		if !strings.Contains(help, line) {
			t.Errorf("%s is not in the program any more: look for another", name)
		}
	}

	// Reports have the version, too.
	report := start(t, exec.CommandContext(t.Context(), tool, "check", "--format", "json", "release.go"))
	if !strings.Contains(report.out, `"version":"`+told+`"`) {
		t.Errorf("a report says %s", report.out)
	}

	// An output that cannot be written is told as by any other command.
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no device that is always full: %v", err)
	}
	defer func() { _ = full.Close() }()
	cmd := exec.CommandContext(t.Context(), tool, "version")
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = full, &stderr
	if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != 2 || stderr.Len() == 0 {
		t.Errorf("%v: %s", err, &stderr)
	}
}
