package clipboard

import (
	"context"
	"encoding/base64"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ringfence/ringfence/policy/host/internal/run"
)

// system is a clipboard behind programs.
type system struct {
	tools    tools
	get, set string // absolute paths
	env      []string

	turn   chan struct{} // one writer, or reader, at a time
	mu     sync.Mutex
	owner  *run.Process // what hands out the content that was set last
	closed bool
}

// System returns the clipboard of the desktop that an environment ("NAME=value")
// describes, and an error with [CodeNone] where there is none or its programs are
// missing. The Clipboard has a method Close, which ends what it started: on X11
// and Wayland what was set is then gone, unless another program took it over.
func System(environ []string) (Clipboard, error) {
	t, ok := choose(runtime.GOOS, func(name string) string { return run.Lookup(environ, name) })
	if !ok {
		return nil, fail(CodeNone, "there is no desktop", "set DISPLAY or WAYLAND_DISPLAY, or use the clipboard in memory", nil)
	}
	return open(t, environ)
}

func open(t tools, environ []string) (*system, error) {
	s := &system{tools: t, turn: make(chan struct{}, 1)}
	s.get, s.set = run.Find(environ, t.get), run.Find(environ, t.set)
	if s.get == "" || s.set == "" {
		return nil, fail(CodeNone, "the program of the clipboard is not installed", "install "+t.get+" ("+t.set+")", nil)
	}
	s.env = slices.Concat(run.Desktop(environ), t.env)
	return s, nil
}

// enter takes the turn.
func (s *system) enter(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return timeout(ctx)
	}
	switch {
	case ctx.Err() != nil: // the turn was free too: no program may begin what is over
		<-s.turn
		return timeout(ctx)
	case s.isClosed():
		<-s.turn
		return fail(CodeClosed, "the clipboard was closed", "", nil)
	}
	return nil
}

func (s *system) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

func timeout(ctx context.Context) error {
	return fail(CodeTimeout, "the clipboard did not answer in time", "", context.Cause(ctx))
}

// Get implements [Clipboard].
func (s *system) Get(ctx context.Context, max int) (Content, error) {
	if err := s.enter(ctx); err != nil {
		return Content{}, err
	}
	defer func() { <-s.turn }()
	args := slices.Clone(s.tools.getArgs)
	if s.tools.listArgs != nil {
		kind, err := s.kind(ctx)
		if err != nil || kind == "" {
			return Content{MIME: Text}, err
		}
		args[s.tools.wantsArg] = kind
	}
	data, err := s.read(ctx, args, max)
	if err != nil {
		return Content{}, err
	}
	return Content{MIME: Text, Data: data}, nil
}

// maxTypes is the longest list of types, in bytes: programs offer dozens, not
// thousands.
const maxTypes = 64 << 10

// kind returns the type of text that the clipboard holds, "" when it is empty.
func (s *system) kind(ctx context.Context) (string, error) {
	r, err := s.run(ctx, s.get, s.tools.listArgs, nil, maxTypes)
	switch {
	case err != nil:
		return "", err
	case r.Code != 0 && unreachable(r.Err):
		return "", fail(CodeNone, "the desktop cannot be reached", "", nil)
	case r.Code != 0:
		return "", nil // nobody owns the selection
	}
	kind, ok := s.tools.textType(string(r.Out))
	if !ok {
		return "", fail(CodeNotText, "the clipboard holds something that is no text", "", nil)
	}
	return kind, nil
}

// unreachable tells a desktop that is not there from a clipboard that is empty:
// the programs have one status for both.
func unreachable(diagnostics []byte) bool {
	text := strings.ToLower(string(diagnostics))
	return strings.Contains(text, "open display") || strings.Contains(text, "connect to a wayland server")
}

// read returns what the program that reads writes.
func (s *system) read(ctx context.Context, args []string, max int) ([]byte, error) {
	most := max
	if s.tools.base64 {
		most = base64.StdEncoding.EncodedLen(max)
	}
	r, err := s.run(ctx, s.get, args, nil, most)
	switch {
	case err != nil:
		return nil, err
	case r.Over:
		return nil, fail(CodeTooLong, "the clipboard holds more than may be read", "", nil)
	case r.Code != 0 && unreachable(r.Err):
		return nil, fail(CodeNone, "the desktop cannot be reached", "", nil)
	case r.Code != 0:
		return nil, fail(CodeFailed, "the program of the clipboard failed", "", nil)
	case !s.tools.base64:
		return r.Out, nil
	}
	data, err := base64.StdEncoding.DecodeString(strings.TrimRight(string(r.Out), "\r\n"))
	switch {
	case err != nil:
		return nil, fail(CodeFailed, "the program of the clipboard answered with something else", "", err)
	case len(data) > max:
		return nil, fail(CodeTooLong, "the clipboard holds more than may be read", "", nil)
	}
	return data, nil
}

// run runs a program to its end. With max 0 one byte is asked for, so that output
// which must not be there is seen.
func (s *system) run(ctx context.Context, path string, args []string, stdin []byte, max int) (run.Result, error) {
	// The owner of an X selection does not always live on when a reader vanishes.
	p := run.Program{Path: path, Args: args, Env: s.env, Stdin: stdin, MaxOut: max, Take: true, Drain: s.tools.owner}
	r, err := p.Run(ctx)
	switch {
	case r.Over && ctx.Err() != nil:
		return r, nil //nolint:nilerr // it was too long already, which is what counts
	case ctx.Err() != nil:
		return r, timeout(ctx)
	case err != nil:
		return r, fail(CodeFailed, "the program of the clipboard did not start", "", err)
	}
	return r, nil
}

// Set implements [Clipboard].
func (s *system) Set(ctx context.Context, content Content) error {
	if err := content.settable(); err != nil {
		return err
	}
	if s.tools.textOnly && !utf8.Valid(content.Data) {
		return fail(CodeNotText, "the clipboard of this system holds text only", "", nil)
	}
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer func() { <-s.turn }()
	if s.tools.owner {
		return s.own(ctx, content.Data)
	}
	data := content.Data
	if s.tools.base64 {
		data = []byte(base64.StdEncoding.EncodeToString(data))
	}
	r, err := s.run(ctx, s.set, s.tools.setArgs, data, 0)
	if err == nil && r.Code != 0 {
		err = fail(CodeFailed, "the program of the clipboard failed", "", nil)
	}
	return err
}
