package watch

import (
	"context"
	"errors"
	"hash/maphash"
	"io/fs"
	"math"
	"os"
	"sync"
	"time"
)

// Options say what is watched. Zero numbers mean their defaults.
type Options struct {
	// Root is the folder. The caller keeps it open until Close and closes it.
	Root *os.Root
	// Name is the path of the folder, by which it is noticed that it was moved or
	// exchanged, and by which the system is asked for notifications. "" does
	// without both.
	Name string
	// Globs are patterns of package doublestar, relative to the root, one of which
	// a path must match. None is every file.
	Globs []string
	// Allowed says whether a path below the root may be looked at, for folders as
	// well as files; nil allows all. It must be a pure function.
	Allowed   func(path string) bool
	MaxFiles  int // [DefaultFiles]
	MaxEvents int // of one poll, [DefaultEvents]
	// Now is the clock that file times are held against, such as time.Now.
	Now func() time.Time
}

// Watch is one subscription.
type Watch struct {
	o          Options
	globs      globs
	seed       maphash.Seed
	statOf     func(fs.FileInfo) stat
	maxEntries int

	mu     sync.Mutex // held while a snapshot is taken
	told   []record   // what was reported, in order of paths
	stamp  int64
	gone   bool
	closed bool
	notify *notifier
	// Of the last snapshot: when it began, whether folders are told of only since
	// it, and whether a poll left some of its events.
	looked  time.Time
	stale   bool
	partial bool

	end context.Context //nolint:containedctx // the life of the subscription
	die context.CancelFunc
}

// New subscribes: what is there now is the state from which changes are counted.
// The error has CodeOptions, CodeGlob, CodeLimit or CodeRead, or is that of ctx.
func New(ctx context.Context, o Options) (*Watch, error) {
	g, err := compile(o.Globs)
	if err != nil {
		return nil, err
	}
	if o.Root == nil || o.Now == nil {
		return nil, fail(CodeOptions, "there is no root, or no clock", nil)
	}
	if o.MaxFiles <= 0 {
		o.MaxFiles = DefaultFiles
	}
	if o.MaxEvents <= 0 {
		o.MaxEvents = DefaultEvents
	}
	w := &Watch{o: o, globs: g, seed: maphash.MakeSeed(), statOf: statOf, maxEntries: MaxEntries}
	if w.told, _, err = w.snapshot(ctx); err != nil {
		return nil, err
	}
	w.end, w.die = context.WithCancel(context.Background())
	return w, nil
}

func (w *Watch) allowed(path string) bool { return w.o.Allowed == nil || w.o.Allowed(path) }

// Poll returns what changed since what the polls before returned, at most
// MaxEvents events; what is left comes with the next poll. No event is an empty
// answer. The error has CodeLimit, CodeRead, CodeGone or CodeClosed, or is that
// of ctx; it loses nothing. The cost is that of a snapshot.
func (w *Watch) Poll(ctx context.Context) ([]Event, error) {
	return w.PollMax(ctx, w.o.MaxEvents, math.MaxInt)
}

// PollMax is Poll with another limit of events, and one of their bytes: each has
// three times the length of its path, which is what escapes can make of it, and
// EventBytes. Where not even one fits, the error has CodeLimit.
func (w *Watch) PollMax(ctx context.Context, limit, size int) ([]Event, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now, events, err := w.look(ctx)
	if err != nil {
		return nil, err
	}
	limit = min(max(limit, 1), len(events))
	for i, e := range events[:limit] {
		if size -= 3*len(e.Path) + EventBytes; size >= 0 {
			continue
		}
		if limit = i; limit == 0 {
			return nil, fail(CodeLimit, "not even one event fits", nil)
		}
		break
	}
	w.partial = len(events) > limit
	if !w.partial {
		w.told = now
		return events, nil
	}
	events = events[:limit:limit]
	w.told = advance(w.told, now, events)
	return events, nil
}

// look takes a snapshot and compares it, with the lock held.
func (w *Watch) look(ctx context.Context) ([]record, []Event, error) {
	if w.closed {
		return nil, nil, fail(CodeClosed, "the subscription has ended", nil)
	}
	if w.notify != nil {
		w.notify.hush() // what is told from here on is news to the snapshot
		w.looked = w.o.Now()
	}
	var now []record
	if w.gone = w.gone || w.lost(); !w.gone {
		var folders []followed
		var err error
		if now, folders, err = w.snapshot(ctx); err != nil {
			return nil, nil, err
		}
		if w.notify != nil {
			w.stale = w.notify.follow(folders)
		}
		// A root that went while it was read is seen as empty, and is gone.
		if w.gone = w.lost(); w.gone {
			now = nil
		}
	}
	w.stamp++
	events := diff(w.told, now, w.stamp)
	if w.gone && len(events) == 0 {
		return nil, nil, fail(CodeGone, "the root is not there any more", nil)
	}
	return now, events, nil
}

// lost reports whether the name of the root leads elsewhere than to the root.
func (w *Watch) lost() bool {
	if w.o.Name == "" {
		return false
	}
	named, err := os.Stat(w.o.Name)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist) || goneError(err)
	}
	root, err := w.o.Root.Stat(".")
	return err == nil && !os.SameFile(named, root)
}

// Close ends the subscription and every Wait. The root stays open.
func (w *Watch) Close() {
	w.die()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed, w.told = true, nil
	if w.notify != nil {
		w.notify.close()
		w.notify = nil
	}
}
