package host

import (
	"context"
	"errors"
	"os"
	"path"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/internal/nolink"
	"github.com/ringfence/ringfence/policy/host/watch"
	"github.com/ringfence/ringfence/policy/outcome"
)

// subscribeOp is the op whose table says what may be watched.
const subscribeOp = "editor/watch::subscribe"

// MaxWatches is the most subscriptions of a session at a time: each keeps what it
// saw in memory, about 150 bytes a file, and a folder open.
const MaxWatches = 32

// watchState is what a host keeps of its subscriptions.
type watchState struct {
	mu    sync.Mutex
	count int64
	byID  map[string]*subscription // nil once they have ended
}

type subscription struct {
	watch *watch.Watch
	root  *os.Root
}

func (s *subscription) close() {
	s.watch.Close()
	_ = s.root.Close() // it was only read
}

// startWatches is called once by New.
func (h *Host) startWatches() error {
	h.watches.byID = map[string]*subscription{}
	return nil
}

// endWatches ends all subscriptions.
func (h *Host) endWatches() {
	w := &h.watches
	w.mu.Lock()
	open := w.byID
	w.byID = nil
	w.mu.Unlock()
	for _, s := range open {
		s.close()
	}
}

// WaitWatch returns when a poll of a subscription may have something to answer. It
// is no request: it has no effect, tells nothing, and leaves no entry. The error
// is that of ctx, or has [CodeClosed] when there is no such subscription any more.
func (h *Host) WaitWatch(ctx context.Context, id string) error {
	s := h.subscription(id)
	if s == nil {
		return &ringfence.Error{Code: CodeClosed, Message: "there is no such subscription", Offset: ringfence.NoOffset}
	}
	return s.watch.Wait(ctx)
}

func (h *Host) subscription(id string) *subscription {
	h.watches.mu.Lock()
	defer h.watches.mu.Unlock()
	return h.watches.byID[id]
}

func watchSubscribe(ctx context.Context, c *call) outcome.Outcome {
	root, _ := c.payload.Lookup(":root")
	name, ok := root.Text()
	list, _ := c.payload.Lookup(":globs")
	if !ok || list.Kind() != coreform.KindVector || c.payload.Len() != 2 {
		return fail(c, policy.CodePayload, "the payload is a map of :root, a string, and :globs, a vector")
	}
	var globs []string
	for _, g := range list.Items() {
		text, ok := g.Text()
		if !ok {
			return fail(c, policy.CodePayload, "a glob is a string")
		}
		// As in a policy, a glob without a folder counts at any depth.
		if text != "**" && !strings.Contains(text, "/") {
			text = "**/" + text
		}
		globs = append(globs, text)
	}
	w := &c.host.watches
	w.mu.Lock()
	full := len(w.byID) >= MaxWatches
	w.mu.Unlock()
	if full {
		return fail(c, policy.CodeResource, "the session has all the subscriptions that it can have")
	}
	dir := name
	if !path.IsAbs(dir) {
		dir = path.Join(c.host.baseDir(c.table), dir)
	}
	dir = path.Clean(dir)
	opened, refused, ok := c.openRoot(dir)
	if !ok {
		return refused
	}
	one, err := watch.New(ctx, watch.Options{
		Root: opened, Name: dir, Globs: globs, Allowed: c.host.watchable(dir), Now: c.host.config.Now,
	})
	if err != nil {
		_ = opened.Close() // it was only read
		return watchFailure(c, err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.count++
	id := c.host.config.Session + "-watch-" + strconv.FormatInt(w.count, 10)
	w.byID[id] = &subscription{one, opened}
	return answer(c, symOK(), yes(), coreform.Sym(":watch-id"), coreform.Str(id))
}

// openRoot opens a folder below one of the roots of the op, without links below
// the root. What the policy allows as text is held again on the file system.
func (c *call) openRoot(dir string) (*os.Root, outcome.Outcome, bool) {
	for _, r := range c.table.Roots {
		rest, ok := strings.CutPrefix(dir, strings.TrimSuffix(r, "/"))
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		top, err := os.OpenRoot(r)
		if err != nil {
			return nil, fail(c, CodeUnavailable, "a root of the policy cannot be opened"), false
		}
		opened, err := nolink.Dir(top, path.Clean("./"+strings.TrimPrefix(rest, "/")))
		_ = top.Close() // it was only read
		switch {
		case err == nil:
			return opened, outcome.Outcome{}, true
		case errors.Is(err, nolink.ErrLink) || errors.Is(err, nolink.ErrNotFolder) || errors.Is(err, nolink.ErrChanged):
			return nil, fail(c, policy.CodePathEscape, "the root is no folder, or lies behind a link"), false
		default:
			return nil, fail(c, CodeUnavailable, "the root cannot be opened"), false
		}
	}
	return nil, fail(c, policy.CodePathEscape, "the root is outside the roots of the policy"), false
}

// watchable returns the predicate of the files of a subscription: those that a
// request could name.
func (h *Host) watchable(dir string) func(string) bool {
	return func(p string) bool {
		allowed, _ := h.config.Policy.PathAllowed(subscribeOp, path.Join(dir, p))
		return allowed && utf8.ValidString(p)
	}
}

func watchPoll(ctx context.Context, c *call) outcome.Outcome {
	s, _, refused := c.watched()
	if s == nil {
		return refused
	}
	const envelope = 64 // bytes of the answer around its events
	events, err := s.watch.PollMax(ctx, watch.DefaultEvents, c.max-envelope)
	if err != nil {
		return watchFailure(c, err)
	}
	out := make([]coreform.Term, 0, len(events))
	for _, e := range events {
		t, err := coreform.Map(
			coreform.Sym(":kind"), coreform.Sym(":"+e.Kind.String()),
			coreform.Sym(":path"), coreform.Str(e.Path),
			coreform.Sym(":stamp"), coreform.Int(e.Stamp),
		)
		if err != nil {
			return fail(c, CodeUnavailable, "the answer is no term")
		}
		out = append(out, t)
	}
	return answer(c, coreform.Sym(":events"), coreform.Vec(out...))
}

func watchUnsubscribe(_ context.Context, c *call) outcome.Outcome {
	s, id, refused := c.watched()
	if s == nil {
		return refused
	}
	w := &c.host.watches
	w.mu.Lock()
	delete(w.byID, id)
	w.mu.Unlock()
	s.close()
	return answer(c, symOK(), yes())
}

// watched returns the subscription that {:watch-id str} names.
func (c *call) watched() (s *subscription, id string, refused outcome.Outcome) {
	v, _ := c.payload.Lookup(":watch-id")
	id, ok := v.Text()
	if !ok || c.payload.Len() != 1 {
		return nil, "", fail(c, policy.CodePayload, "the payload is not a map of :watch-id alone, or that is no string")
	}
	if s = c.host.subscription(id); s == nil {
		return nil, "", fail(c, policy.CodePayload, "the session has no such subscription")
	}
	return s, id, outcome.Outcome{}
}

// watchFailure is the ERROR of an error of package watch.
func watchFailure(c *call, err error) outcome.Outcome {
	var e *ringfence.Error
	code := ringfence.Code("")
	if errors.As(err, &e) {
		code = e.Code
	}
	switch {
	case code == watch.CodeGlob:
		return fail(c, policy.CodePayload, "a glob does not compile")
	case code == watch.CodeLimit:
		return fail(c, policy.CodeResource, "the folder is over a limit, or not even one event fits into an answer")
	case code == watch.CodeOptions:
		return fail(c, CodeUnavailable, "the host has no clock")
	case code == watch.CodeGone:
		return fail(c, CodeUnavailable, "the root was deleted, moved or exchanged")
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled):
		return fail(c, CodeTimeout, "the time of the op passed")
	default:
		return fail(c, CodeUnavailable, "the folder cannot be read")
	}
}
