package host

import (
	"errors"
	"path"
	"sync"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/bridge"
)

// bridges are the programs of a session, one an op, opened when they are first
// needed.
type bridges struct {
	mu     sync.Mutex
	byOp   map[string]*bridge.Bridge
	closed bool
}

// bridge returns the program that the policy names for an op, opened. An error
// becomes an ERROR with [bridge.Sealed]; without a bridge it has
// [bridge.CodeRequired].
func (h *Host) bridge(op string, t policy.Table) (*bridge.Bridge, error) {
	b := &h.bridges
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return nil, errors.New("host: closed")
	}
	if open, ok := b.byOp[op]; ok { // its program was looked at once, for the session
		return open, nil
	}
	open, err := bridge.Open(h.bridgeConfig(op, t))
	if err != nil {
		return nil, err
	}
	if b.byOp == nil {
		b.byOp = map[string]*bridge.Bridge{}
	}
	b.byOp[op] = open
	return open, nil
}

// bridgeConfig is what the policy says of the bridge of an op.
func (h *Host) bridgeConfig(op string, t policy.Table) bridge.Config {
	c := bridge.Config{
		Op: op, Dir: h.baseDir(t), Command: t.Bridge.Cmd, Args: t.Bridge.Args, SHA256: t.Bridge.SHA256,
		Environ: h.config.Environ, EnvAllow: t.Bridge.Env, Timeout: t.Timeout, Reaper: h.config.Reaper,
	}
	if t.Bridge.Persistent {
		c.Transport = bridge.PersistentStdio
	}
	if t.MaxBytes >= 0 {
		c.MaxRequest = int(min(t.MaxBytes, maxAnswer))
		c.MaxResponse = c.MaxRequest
	}
	return c
}

// baseDir is base_dir of an op, or the folder of the policy.
func (h *Host) baseDir(t policy.Table) string {
	if t.BaseDir != "" {
		return t.BaseDir
	}
	return path.Dir(h.config.Policy.Name())
}

func (b *bridges) close() {
	b.mu.Lock()
	open := b.byOp
	b.byOp, b.closed = nil, true
	b.mu.Unlock()
	for _, o := range open {
		_ = o.Close() // it has ended whatever it says
	}
}
