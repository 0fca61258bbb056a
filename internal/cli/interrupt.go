package cli

import (
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// unfinished are files that are being written for a long time. A signal that ends
// the process removes them first; it then ends as it would have. The zero value has
// none, and takes no signal.
type unfinished struct {
	mu      sync.Mutex // held while a file is made, so that none is missed
	names   []string
	signals chan os.Signal
	gone    chan os.Signal // that a reader of standard output went, which is an error of a write
}

// create is [createFile] for one of them.
func (u *unfinished) create(path string, mode os.FileMode) (*newFile, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.watch()
	f, err := createFile(path, mode)
	if err == nil {
		u.names = append(u.names, f.f.Name())
	}
	return f, err
}

// watch takes signals, but those that are ignored: a job in the background stays one.
func (u *unfinished) watch() {
	if u.signals != nil {
		return
	}
	signals := make(chan os.Signal, 1)
	u.signals = signals
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			signal.Notify(signals, s)
		}
	}
	u.gone = make(chan os.Signal, 1)
	signal.Notify(u.gone, syscall.SIGPIPE)
	go func() {
		if s, ok := <-signals; ok {
			u.mu.Lock() // for good: nothing is made any more
			for _, name := range u.names {
				_ = os.Remove(name) // one that was finished is not there under this name
			}
			signal.Stop(signals)
			endBy(s)
		}
	}()
}

// finish ends the watch: the files are in their places, or removed. It is called once.
func (u *unfinished) finish() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.signals != nil {
		signal.Stop(u.gone)
		signal.Stop(u.signals) // after which nobody sends
		close(u.signals)
		u.signals = nil
	}
}

// endPatience is how long a signal may take that this process sends itself: it comes
// at once, where it comes.
const endPatience = time.Second

// endBy ends the process by a signal that nobody takes any more, so that who waits
// for it learns of the signal. Where none comes, it is the exit status of something
// that was not done.
func endBy(s os.Signal) {
	if self, err := os.FindProcess(os.Getpid()); err == nil && self.Signal(s) == nil {
		time.Sleep(endPatience)
	}
	os.Exit(ExitUnchecked) //nolint:forbidigo // the run goes on in another goroutine, and returns no status any more
}
