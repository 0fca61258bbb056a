//go:build linux

package gobridge

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A module can hold the socket of a service of the machine, or a pipe that one
// reads: a mount that is read only stops nobody from talking through them, and a
// network of its own no socket that has a name. Inside, all are empty files.
func TestSandboxCoversSpecialFiles(t *testing.T) {
	needSandbox(t)
	dir := workspace(t, map[string]string{"plain": "x", "sub/plain": "y"})
	t.Chdir(dir) // names of sockets are short
	for _, at := range []string{"s", "sub/s"} {
		l, err := net.Listen("unix", at)
		if err != nil {
			t.Skip(err)
		}
		defer l.Close()
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "sub", "p"), 0o600); err != nil {
		t.Skip(err)
	}
	if err := os.Symlink("sub/s", filepath.Join(dir, "l")); err != nil {
		t.Fatal(err)
	}
	const look = `for f in s sub/s sub/p l; do test -f $f && echo file $f; test -S $f && echo socket $f; test -p $f && echo pipe $f; done; cat plain sub/plain`
	var out, errs capture
	if err := sandboxed(t.Context(), boxed(t, "/bin/sh", "-c", look), &out, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	if got := strings.Join(strings.Fields(out.String()), " "); got != "file s file sub/s file sub/p file l xy" {
		t.Errorf("inside: %s", got)
	}
	// Outside the same command finds them: it can fail.
	if b, err := exec.Command("/bin/sh", "-c", look).Output(); err != nil || !strings.Contains(string(b), "socket s\n") || !strings.Contains(string(b), "pipe sub/p\n") {
		t.Errorf("outside: %s, %v", b, err)
	}

	const perl = "/usr/bin/perl"
	if _, err := os.Stat(perl); err != nil {
		t.Log("there is no perl: nothing dialled")
		return
	}
	const dial = `use Socket; for my $f ("s", "sub/s", "l") { socket(my $c, PF_UNIX, SOCK_STREAM, 0); print "reached $f\n" if connect($c, pack_sockaddr_un($f)); }`
	out, errs = capture{}, capture{}
	if err := sandboxed(t.Context(), boxed(t, perl, "-e", dial), &out, &errs); err != nil || out.Len() > 0 || errs.Len() > 0 {
		t.Errorf("dialled: %s %s %v", out.String(), errs.String(), err)
	}
	if b, err := exec.Command(perl, "-e", dial).Output(); err != nil || strings.Count(string(b), "reached") != 3 {
		t.Errorf("outside: %s, %v", b, err)
	}
}

// The kernel lets the user 0 of the machine set its parameters without any
// capability, and a bridge may run as that user. Asked is only whether one could
// write.
func TestSandboxSetsNoParameters(t *testing.T) {
	needSandbox(t)
	workspace(t, map[string]string{"plain": "x"})
	const look = `test -r /proc/self/status && echo there; for f in /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sysrq-trigger /proc/self/oom_score_adj /proc/self/attr/current; do test -w $f && echo writable $f; done; true`
	var out, errs capture
	if err := sandboxed(t.Context(), boxed(t, "/bin/sh", "-c", look), &out, &errs); err != nil {
		t.Fatal(err, errs.String())
	}
	if strings.Contains(out.String(), "writable") {
		t.Errorf("inside: %s", out.String())
	}
	// Outside something is: it can fail.
	if b, err := exec.Command("/bin/sh", "-c", look).Output(); err != nil || !strings.Contains(string(b), "writable /proc/self/oom_score_adj") {
		t.Errorf("outside: %s, %v", b, err)
	}
}
