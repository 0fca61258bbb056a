package watch

import (
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/fsnotify/fsnotify"
	"github.com/ringfence/ringfence"
)

// notifier asks the system to tell when something in a folder changes. What it
// tells is a hint, of which only the path is looked at, to tell what matters.
type notifier struct {
	name    string
	matters func(path string) bool
	watcher *fsnotify.Watcher // nil where there is none
	wake    chan struct{}
	all     atomic.Bool // every folder of the last snapshot is told of
	known   map[string][2]uint64
	done    sync.WaitGroup
}

// followed is a folder by name and identity: one that was made again under its
// name is another, which the system does not tell of any more.
type followed struct {
	path string
	id   [2]uint64 // device and number, 0 where the system has none
}

// newNotifier returns a notifier for the folder with a name. One that cannot
// tell of anything is no error.
func newNotifier(name string, matters func(path string) bool) *notifier {
	n := &notifier{name: name, matters: matters, wake: make(chan struct{}, 1), known: map[string][2]uint64{}}
	if name == "" {
		return n
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return n // the system has no more to give
	}
	n.watcher = watcher
	n.done.Go(n.drain)
	return n
}

// drain turns what matters, and every doubt, into a wake.
func (n *notifier) drain() {
	events, failures := n.watcher.Events, n.watcher.Errors
	for events != nil || failures != nil {
		select {
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			path, err := filepath.Rel(n.name, e.Name)
			if err == nil && path != "." && !n.matters(filepath.ToSlash(path)) {
				continue
			}
		case _, ok := <-failures:
			if !ok {
				failures = nil
				continue
			}
		}
		n.ring()
	}
}

func (n *notifier) ring() {
	select {
	case n.wake <- struct{}{}:
	default: // one is waiting to be heard
	}
}

// hush forgets a wake.
func (n *notifier) hush() {
	select {
	case <-n.wake:
	default:
	}
}

// follow makes the folders of a snapshot the ones that are told of. It reports
// whether one is told of only since now: it was read before the system knew of
// it, and what happened in between is for another snapshot.
func (n *notifier) follow(folders []followed) (late bool) {
	if n.watcher == nil {
		return false
	}
	current := make(map[string][2]uint64, len(folders))
	for _, f := range folders {
		current[f.path] = f.id
	}
	for f, id := range n.known {
		if now, ok := current[f]; !ok || now != id {
			_ = n.watcher.Remove(n.path(f)) // it may have gone by itself
			delete(n.known, f)
		}
	}
	all := true
	for _, f := range folders {
		if _, ok := n.known[f.path]; ok {
			continue
		}
		if len(n.known) >= maxNotified {
			all = false
			break
		}
		if err := n.watcher.Add(n.path(f.path)); err != nil {
			all = false
			continue
		}
		n.known[f.path], late = f.id, true
	}
	n.all.Store(all)
	return late
}

func (n *notifier) path(folder string) string {
	return filepath.Join(n.name, filepath.FromSlash(folder))
}

// close ends the notifier; nothing of it runs any more when it returns.
func (n *notifier) close() {
	if n.watcher != nil {
		_ = n.watcher.Close() // there is nothing to do about it
	}
	n.done.Wait()
}

// code returns the code of an error of this package.
func code(err error) ringfence.Code {
	var e *ringfence.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}
