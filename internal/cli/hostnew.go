package cli

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/approval"
	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/clipboard"
	"github.com/ringfence/ringfence/policy/host/dialog"
	"github.com/ringfence/ringfence/policy/host/schema"
)

// toolchain is what the log says carried the session out.
const toolchain = "ringfence/1"

// newHost makes the host of a session. done gives up what the host does not own,
// and must be called whatever the error.
func (inv *invocation) newHost(f hostFlags) (h *host.Host, done func(), err error) {
	var cleanup []func()
	done = func() {
		for _, c := range cleanup {
			c()
		}
	}
	c := host.Config{
		Environ: inv.environ, UnsafeExec: *f.unsafely, UndoDir: *f.store,
		Now: time.Now, //nolint:forbidigo // the clock of a session: deadlines, stamps and expiries
	}
	if c.Policy, err = inv.loadPolicy(*f.caps); err != nil {
		return nil, done, err
	}
	if err := f.guardLog(c.Policy); err != nil {
		return nil, done, err
	}
	if c.Schemas, err = inv.schemas(*f.schemas); err != nil {
		return nil, done, err
	}
	if err := inv.people(f, &c); err != nil {
		return nil, done, err
	}
	if *f.clipboard != "system" && *f.dialog != "zenity" {
		// Where bridges are all that is started, what they leave behind is found
		// wherever it went. A system that cannot do so ends what it can.
		c.Reaper, _ = bridge.NewReaper()
	}
	o, err := f.journalOptions(inv, c.Policy)
	if o.Store != nil {
		c.Store = o.Store
		cleanup = append(cleanup, func() { _ = o.Store.Close() }) // everything in it was forced to the disk
	}
	if err != nil {
		return nil, done, err
	}
	unlock, err := inv.journal(f, o, &c)
	if unlock != nil {
		cleanup = append(cleanup, unlock)
	}
	if err != nil {
		return nil, done, err
	}
	h, err = host.New(c)
	if err != nil {
		_, _ = c.Journal.Close() // the first error is the one to tell
	}
	return h, done, err
}

// guardLog refuses a log, a store or parts of a policy that requests could write
// to, before anything is made.
func (f hostFlags) guardLog(p *policy.Policy) error {
	for _, g := range [...]struct{ flag, name string }{{"--log", *f.log}, {"--store", *f.store}} {
		if g.name != "" && host.Writable(p, g.name) {
			return usageError(g.flag+" lies under a root that requests can write to", "name a place outside the roots of the policy, by whatever links they are reached")
		}
	}
	for _, name := range p.GatePaths() {
		if host.Writable(p, name) {
			return usageError("what the policy hangs on leads to where requests can write: "+quote(name), "move it outside, or name a root that does not hold it")
		}
	}
	return nil
}

// journalOptions are what the flags and the policy say of the log.
func (f hostFlags) journalOptions(inv *invocation, p *policy.Policy) (o effectlog.Options, err error) {
	o = effectlog.Options{Session: *f.session, Toolchain: toolchain, Policy: p.Hash()}
	if o.Key, err = inv.logKey(*f.key); err != nil {
		return o, err
	}
	if most := p.Log().InlineMaxBytes; most > 0 {
		o.InlineMax = int(min(most, effectlog.MaxRecord))
	}
	dir := *f.store
	// Who wrote the policy named its folders; nobody else can have.
	for _, named := range []string{p.Log().StoreDir, p.Store().Dir} {
		if named == "" {
			continue
		}
		named = filepath.FromSlash(named)
		if err := os.MkdirAll(named, 0o700); err != nil {
			return o, fileError(named, "cannot be made", err)
		}
		if dir == "" {
			dir = named
		}
	}
	if dir != "" {
		if o.Store, err = effectlog.OpenStore(dir); err != nil {
			return o, nameFile(dir, err)
		}
	}
	return o, nil
}

// people makes the clipboard, the dialogs and the approver that the flags name.
func (inv *invocation) people(f hostFlags, c *host.Config) (err error) {
	switch *f.clipboard {
	case "none":
	case "memory":
		c.Clipboard = clipboard.NewMemory()
	case "system":
		if c.Clipboard, err = clipboard.System(inv.environ); err != nil {
			return err
		}
	default:
		return usageError("there is no clipboard "+quote(*f.clipboard), "none, memory or system")
	}
	switch *f.dialog {
	case "none":
	case "zenity":
		if c.Dialog, err = dialog.Zenity(inv.environ); err != nil {
			return err
		}
	case "terminal":
		c.Dialog = dialog.Terminal{Open: openTerminal}.Dialog()
	default:
		return usageError("there is no dialog "+quote(*f.dialog), "none, zenity or terminal")
	}
	return approver(f, c)
}

// approver reads --approve and --approve-from.
func approver(f hostFlags, c *host.Config) error {
	from := *f.approveFrom
	switch *f.approve {
	case "none":
	case "terminal":
		c.Approver = approval.Gate{Approver: approval.Terminal{}, Now: c.Now}
		if from == "" {
			from = policy.Irreversible.String()
		}
	default:
		return usageError("there is no approver "+quote(*f.approve), "none or terminal")
	}
	if from == "" {
		return nil
	}
	class, ok := policy.ParseReversibility(from)
	if !ok {
		return usageError("there is no class "+quote(from), "read, reversible, irreversible or outward")
	}
	c.ApproveFrom = class
	return nil
}

// openTerminal opens the terminal of the process; standard input has the requests.
func openTerminal() (io.ReadWriteCloser, error) {
	if runtime.GOOS == "windows" {
		return nil, approval.ErrNoTerminal
	}
	return os.OpenFile("/dev/tty", os.O_RDWR, 0)
}

// schemas reads --schema ID=FILE.
func (inv *invocation) schemas(list []string) (map[string]host.Schema, error) {
	out := map[string]host.Schema{}
	for _, item := range list {
		id, file, ok := strings.Cut(item, "=")
		if !ok || id == "" || file == "" || out[id] != nil {
			return nil, usageError("--schema takes ID=FILE, each id once", "such as --schema lint/request=lint.schema.json")
		}
		body, err := inv.read(file, schema.MaxBytes)
		if err != nil {
			return nil, nameFile(file, err)
		}
		s, err := schema.Compile(body)
		if err != nil {
			return nil, nameFile(file, err)
		}
		out[id] = s
	}
	return out, nil
}
