package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence/internal/serve"
	"github.com/ringfence/ringfence/render"
)

// What a server is: the hooks, or one that reads a body and says nothing.
const (
	serverHooks = "hooks"
	serverEmpty = "empty"
)

// startServer starts the command once more as a server and returns its address,
// and what stops it.
func startServer(what string, cpus int) (url string, stop func() error, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	cmd := exec.Command(self, "-be", what)
	cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(cpus))
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() error { return errors.Join(in.Close(), cmd.Wait()) }
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return "", nil, errors.Join(err, stop())
	}
	return "http://" + strings.TrimSpace(line), stop, nil
}

// beServer writes its address to out and serves until in ends.
func beServer(what string, in io.Reader, out io.Writer) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	done := make(chan error, 1)
	switch what {
	case serverEmpty:
		go func() { done <- empty(ctx, l) }()
	case serverHooks:
		s, err := serve.New(serve.Config{Render: func(context.Context, serve.RenderInput) (*render.Prompt, error) {
			return nil, errors.New("nothing is rendered here")
		}})
		if err != nil {
			return err
		}
		go func() { done <- s.Serve(ctx, l) }()
	default:
		return fmt.Errorf("there is no server %q", what)
	}
	if _, err := fmt.Fprintln(out, l.Addr()); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, in)
	stop()
	return errors.Join(err, <-done)
}

// empty serves nothing until ctx ends.
func empty(ctx context.Context, l net.Listener) error {
	s := http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.WriteHeader(http.StatusOK)
	})}
	context.AfterFunc(ctx, func() { _ = s.Close() })
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
