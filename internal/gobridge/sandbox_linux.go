package gobridge

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// Descriptors of the process inside, besides its streams.
const (
	specFD   = 3
	statusFD = 4
)

// sandboxed runs a command in a sandbox. It returns an error that wraps
// errNoSandbox where there is none, before anything of the command ran, else the
// error of [exec.Cmd.Wait].
func sandboxed(ctx context.Context, s spec, stdout, stderr io.Writer) error {
	specR, specW, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("%w: %w", errNoSandbox, err)
	}
	statusR, statusW, err := os.Pipe()
	if err != nil {
		_, _ = specR.Close(), specW.Close()
		return fmt.Errorf("%w: %w", errNoSandbox, err)
	}
	cmd := exec.CommandContext(ctx, "/proc/self/exe", confined)
	cmd.Env = []string{}
	cmd.Stdout, cmd.Stderr = stdout, stderr
	cmd.ExtraFiles = []*os.File{specR, statusW}
	cmd.WaitDelay = time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS | syscall.CLONE_NEWPID | syscall.CLONE_NEWNET |
			syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	// The signal of the parent's death is that of the thread that started it.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err = cmd.Start()
	_, _ = specR.Close(), statusW.Close()
	if err != nil {
		_, _ = specW.Close(), statusR.Close()
		return fmt.Errorf("%w: namespaces: %w", errNoSandbox, err)
	}
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		_ = json.NewEncoder(specW).Encode(s) // who gets a part of it says so by the status
		_ = specW.Close()
	}()
	// The pipe ends without a word when the command is started.
	status, _ := io.ReadAll(io.LimitReader(statusR, 4096))
	_ = statusR.Close()
	err = cmd.Wait()
	<-sent
	if len(status) > 0 {
		return fmt.Errorf("%w: %s", errNoSandbox, status)
	}
	return err
}

// enterSandbox is the process inside: it builds the sandbox around itself and
// becomes the command. It returns an exit status only where that failed, and
// nothing of the command has run then.
func enterSandbox() int {
	runtime.LockOSThread() // capabilities are those of a thread
	status := os.NewFile(statusFD, "status")
	var s spec
	err := json.NewDecoder(os.NewFile(specFD, "spec")).Decode(&s)
	if err == nil {
		err = s.enter()
	}
	if status != nil {
		fmt.Fprint(status, err)
	}
	return ExitError
}
