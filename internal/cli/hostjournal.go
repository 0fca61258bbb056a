package cli

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/host"
)

// defaultSession names a session that nobody named.
const defaultSession = "session"

// journal starts the log of a session, or continues it. unlock, where it is not
// nil, gives up the right to write it.
func (inv *invocation) journal(f hostFlags, o effectlog.Options, c *host.Config) (unlock func(), err error) {
	if *f.resume {
		return inv.resumeJournal(f, o, c)
	}
	if o.Session == "" {
		o.Session = defaultSession
	}
	c.Session = o.Session
	if c.Journal, err = effectlog.Create(*f.log, o); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return nil, usageError("the log "+quote(*f.log)+" exists, and a log is never written over", "name another file, or continue the session that crashed with --resume")
		}
		return nil, nameFile(*f.log, err)
	}
	if unlock, err = lockLog(*f.log); err != nil {
		_, _ = c.Journal.Close() // the first error is the one to tell
	}
	return unlock, err
}

// resumeJournal continues the log of a session that crashed.
func (inv *invocation) resumeJournal(f hostFlags, o effectlog.Options, c *host.Config) (unlock func(), err error) {
	if unlock, err = lockLog(*f.log); err != nil {
		return unlock, err
	}
	session, state, err := priorSession(*f.log, c.Policy, o.Store)
	if err != nil {
		return unlock, nameFile(*f.log, err)
	}
	if o.Session != "" && o.Session != session {
		return unlock, usageError("the log is that of another session", "leave --session out, or name the log of that session")
	}
	journal, found, err := effectlog.Recover(*f.log, o)
	if err != nil {
		return unlock, nameFile(*f.log, err)
	}
	c.Journal, c.Session, c.State = journal, session, state
	if found.Torn > 0 {
		inv.say("a record that the crash cut was removed, " + plural(found.Torn, "byte", "bytes"))
	}
	for i, n := range found.InFlight {
		inv.say("entry " + strconv.Itoa(n) + ", " + visible(found.Entries[i].Op) + ", was in flight: it may have happened, and is not repeated")
	}
	return unlock, nil
}

// priorSession reads from a log the name of the session and what the session has
// done, so that limits go on counting. The log itself is judged by Recover. What a
// policy allowed counts by the policy of now, for an untainted prompt; what it
// would not allow any more counts as denied.
func priorSession(file string, p *policy.Policy, store *effectlog.Store) (session string, s policy.State, err error) {
	f, _, err := openRegular(file)
	if err != nil {
		return "", s, err
	}
	defer func() { _ = f.Close() }() // it was only read
	in := bufio.NewReader(f)
	open := map[int64]policy.Decision{}
	for first := true; ; first = false {
		body, err := frame.Read(in, effectlog.MaxRecord)
		if err != nil && !first {
			// The end, or what Recover will say more about.
			for range open {
				s = s.After(policy.Decision{}, 0)
			}
			return session, s, nil
		}
		var t coreform.Term
		if err == nil {
			t, err = coreform.Parse(body)
		}
		if err != nil && !first {
			continue
		}
		if errors.Is(err, io.EOF) {
			err = &ringfence.Error{Code: effectlog.CodeUnreadable, Message: "the log is empty", Offset: 0, Hint: "begin a session of that name with another log"}
		}
		if err != nil {
			return "", s, err
		}
		if first {
			name, _ := t.Lookup(":session")
			session, _ = name.Text()
			continue
		}
		s = count(s, p, t, open, store)
	}
}

// count moves the state on by one record.
func count(s policy.State, p *policy.Policy, t coreform.Term, open map[int64]policy.Decision, store *effectlog.Store) policy.State {
	kind, _ := t.Lookup(":record")
	i, _ := t.Lookup(":i")
	n, _ := i.Int64()
	switch name, _ := kind.Symbol(); name {
	case ":intent":
		op, _ := t.Lookup(":op")
		payload, _ := t.Lookup(":payload")
		decision, _ := t.Lookup(":decision")
		name, _ := op.Symbol()
		if d, _ := decision.Symbol(); d == effectlog.Allow.String() {
			open[n] = p.Decide(policy.Request{Op: name, Payload: payload, Provenance: ringfence.NewProvenance()})
		} else {
			open[n] = policy.Decision{}
		}
	case ":outcome":
		resp, _ := t.Lookup(":resp")
		value, _ := resp.Lookup(":value")
		size := len(value.Append(nil))
		if artifact, ok := resp.Lookup(":artifact"); ok && store != nil {
			name, _ := artifact.Text()
			content, _ := store.Get(name) // one that is gone is found by Recover
			size = len(content)
		}
		if d, ok := open[n]; ok {
			s = s.After(d, int64(size))
			delete(open, n)
		}
	}
	return s
}

// lockLog makes this the one process that writes a log, where the system can.
func lockLog(file string) (unlock func(), err error) {
	f, err := os.OpenFile(file, os.O_RDWR, 0) //nolint:gosec // the log that a flag names
	if err != nil {
		return nil, fileError(file, "cannot be opened", err)
	}
	if err := lockFile(f); err != nil {
		_ = f.Close()
		return nil, usageError("another process writes the log "+quote(file), "wait for it to end")
	}
	return func() { _ = f.Close() }, nil // which gives the lock up
}
