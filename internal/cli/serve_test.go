package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/ringfence/ringfence/internal/testdata"
)

// servePatience is how long a server may take to start, answer or stop.
const servePatience = 90 * time.Second

// served is a running "promptcheck serve" of this test binary.
type served struct {
	url    string
	cmd    *exec.Cmd
	stdout *bufio.Reader
	stderr *bytes.Buffer
}

// startServe starts the command as a process of its own, which the test ends.
func startServe(t *testing.T, args ...string) *served {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	// TestMain runs the command when the program has its name.
	s := &served{cmd: exec.CommandContext(t.Context(), self), stderr: new(bytes.Buffer)}
	s.cmd.Args = append([]string{"promptcheck", "serve", "--addr", "127.0.0.1:0", "--timeout", "30s"}, args...)
	s.cmd.Stderr = s.stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	s.stdout = bufio.NewReader(out)
	line, err := s.stdout.ReadString('\n')
	if err != nil {
		_ = s.cmd.Wait()
		t.Fatalf("%v: %q %s", err, line, s.stderr)
	}
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("the first line is %q", line)
	}
	s.url = url
	return s
}

// stop sends SIGTERM and returns the exit status and what else was printed.
func (s *served) stop(t *testing.T) (status int, rest string) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	more, err := io.ReadAll(s.stdout)
	if err != nil {
		t.Fatal(err)
	}
	_ = s.cmd.Wait() // the status is what counts
	return s.cmd.ProcessState.ExitCode(), string(more) + s.stderr.String()
}

// call posts a body with a bearer token.
func (s *served) call(t *testing.T, path, token, body string) (int, http.Header, string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), servePatience)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(b)
}

// The whole of it as a process: it says where it listens, wants its token,
// renders as the command does, writes spans, prints nothing of what it is sent,
// and ends with status 0 on SIGTERM.
func TestServe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM to send on Windows")
	}
	dir := t.TempDir()
	const token = "0123456789abcdef0123"
	tokenFile, spans := filepath.Join(dir, "token"), filepath.Join(dir, "spans.jsonl")
	if err := os.WriteFile(tokenFile, []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := startServe(t, "--token-file", tokenFile, "--otlp-file", spans)
	if code, _, body := s.call(t, "/v1/check", "wrong", "x"); code != http.StatusUnauthorized {
		t.Errorf("without the token: %d %s", code, body)
	}
	const ask = `{"ui":{"openWindows":[{"id":"a","title":"CANARY inbox","focused":true},{"id":"b","title":"SECRET","withheld":true}]},"message":"What is new?"}`
	code, header, body := s.call(t, "/v1/render", token, `{"ask":`+ask+`,"nonce":"abcdefghij","encoding":"bytes","budget":9000}`)
	if code != http.StatusOK || header.Get("Promptcheck-Next-Ordinal") == "" || strings.Contains(body, "SECRET") {
		t.Fatalf("%d %s", code, body)
	}
	// The same as the command, but for the nonce, which there comes from a seed.
	_, want, _ := run(ask, "render", "--format", "json", "--encoding", "bytes", "--budget", "9000", "--seed", "00", "-")
	var doc struct{ Nonce string }
	if err := json.Unmarshal([]byte(want), &doc); err != nil {
		t.Fatal(err)
	}
	if got := strings.ReplaceAll(body, "abcdefghij", doc.Nonce); got != want {
		t.Errorf("the server renders\n%s\nand the command\n%s", got, want)
	}
	// The same report as the command.
	_, want, _ = run(body, "check", "--format", "json", "-")
	type named struct { // what programs rely on; the command says more
		Checked   int
		Unchecked []struct{ File, Error string }
		Findings  []struct {
			Rule, Severity, File, Pointer, Message string
			Offset                                 int
		}
	}
	var here, there named
	_, _, report := s.call(t, "/v1/check", token, body)
	if json.Unmarshal([]byte(report), &here) != nil || json.Unmarshal([]byte(want), &there) != nil || fmt.Sprint(here) != fmt.Sprint(there) {
		t.Errorf("the server reports %s and the command %s", report, want)
	}
	status, rest := s.stop(t)
	if status != ExitClean || rest != "" {
		t.Errorf("status %d, printed %q", status, rest)
	}
	written, err := os.ReadFile(spans)
	if err != nil || bytes.Count(written, []byte("\n")) != 3 || bytes.Contains(written, []byte("CANARY")) {
		t.Errorf("%v: spans %s", err, written)
	}
	if info, err := os.Stat(spans); err == nil && info.Mode().Perm() != modeSecret {
		t.Errorf("others may read the spans: %v", info.Mode())
	}
}

// Who lets other machines in without a token is told, and nobody else is.
func TestServeWithoutToken(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM to send on Windows")
	}
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("0123456789abcdef0123"), 0o600); err != nil {
		t.Fatal(err)
	}
	const warning = "promptcheck: whoever reaches \"0.0.0.0:0\" may call: there is no --token-file, and no TLS here\n"
	for _, c := range []struct {
		want string
		args []string
	}{
		{"", nil},
		{"", []string{"--expose-to-network"}}, // the address is still a loopback address
		{warning, []string{"--expose-to-network", "--addr", "0.0.0.0:0"}},
		{"", []string{"--expose-to-network", "--addr", "0.0.0.0:0", "--token-file", token}},
	} {
		s := startServe(t, c.args...)
		if status, rest := s.stop(t); status != ExitClean || rest != c.want {
			t.Errorf("%v: status %d, printed %q", c.args, status, rest)
		}
	}
}

// The client in examples/typescript, run by node against the server. What is run
// is client.js; TestTypeScriptClientIsCurrent holds it against client.ts.
func TestTypeScriptClient(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the TypeScript client is not run")
	}
	if runtime.GOOS == "windows" {
		t.Skip("there is no SIGTERM to send on Windows")
	}
	s := startServe(t)
	cmd := exec.CommandContext(t.Context(), node, filepath.Join(testdata.Root(t), "examples", "typescript", "run.js"), s.url)
	out, err := cmd.CombinedOutput()
	if err != nil || strings.TrimSpace(string(out)) != "client ok" {
		t.Errorf("%v\n%s", err, out)
	}
	if status, rest := s.stop(t); status != ExitClean || rest != "" {
		t.Errorf("status %d, printed %q", status, rest)
	}
}

// client.js and client.d.ts are what the compiler makes of client.ts. The
// compiler is there after "npm ci" in the folder.
func TestTypeScriptClientIsCurrent(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: client.js is not held against client.ts")
	}
	folder := filepath.Join(testdata.Root(t), "examples", "typescript")
	compiler := filepath.Join(folder, "node_modules", "typescript", "bin", "tsc")
	if _, err := os.Stat(compiler); err != nil {
		t.Skip("no TypeScript compiler (npm ci in examples/typescript): client.js is not held against client.ts")
	}
	made := t.TempDir()
	cmd := exec.CommandContext(t.Context(), node, compiler, "-p", folder, "--outDir", made)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"client.js", "client.d.ts"} {
		want, err := os.ReadFile(filepath.Join(made, name))
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what client.ts gives (npm run build): %v", name, err)
		}
	}
}
