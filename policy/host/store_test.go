//go:build unix

package host_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host"
	"github.com/ringfence/ringfence/policy/host/clipboard"
)

// full is a disk with room for so many bytes.
type full struct {
	safe
	room int
}

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		_, _ = f.safe.Write(p[:n])
		return n, syscall.ENOSPC
	}
	f.room -= len(p)
	return f.safe.Write(p)
}

// The disk is full at every possible byte of a session: what cannot be announced
// does not happen, the answer that is given is the one that the log has, and the
// log that is left is whole up to its torn end.
func TestFullDisk(t *testing.T) {
	p := parsePolicy(t, t.TempDir(), clipboardPolicy)
	length := 0
	for room := 1 << 20; room > 300; {
		disk := &full{room: room}
		journal, err := effectlog.NewJournal(disk, effectlog.Options{Session: "test", Toolchain: "ringfence/1"})
		if err != nil {
			break // not even the first record
		}
		board := clipboard.NewMemory()
		h, err := host.New(host.Config{Policy: p, Journal: journal, Session: "test", Clipboard: board})
		if err != nil {
			t.Fatal(err)
		}
		answered := 0
		for _, data := range []string{"a", "b", "c"} {
			o := h.Do(t.Context(), set, term(t, `{:data "`+data+`" :mime "text/plain"}`), untainted())
			if o.IsSealed() {
				failed(t, o, set, string(host.CodeUnavailable))
			} else {
				answered++
			}
		}
		_, closeErr := h.Close()
		r, err := effectlog.Verify(disk.Bytes(), effectlog.VerifyOptions{})
		if err != nil || r.Faults() {
			t.Fatalf("room %d: %v, %v", room, err, r.Findings)
		}
		got, err := board.Get(t.Context(), 10)
		if err != nil {
			t.Fatal(err)
		}
		// What happened last was announced, and is answered or in flight.
		happened := strings.Index("abc", string(got.Data)) + len(got.Data)
		if happened > r.Entries || answered > happened || happened > answered+len(r.InFlight) {
			t.Fatalf("room %d: %d happened, %d announced, %d answered, %d in flight", room, happened, r.Entries, answered, len(r.InFlight))
		}
		if (closeErr == nil) != r.Closed {
			t.Fatalf("room %d: %v, closed %v", room, closeErr, r.Closed)
		}
		if length == 0 {
			length = len(disk.Bytes())
			room = length
		}
		room -= 7
	}
	if length == 0 {
		t.Error("no session was whole")
	}
}

// A log on a device that is always full.
func TestFullDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer func() { _ = f.Close() }()
	if _, err := effectlog.NewJournal(f, effectlog.Options{Session: "test", Toolchain: "t"}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
}

// A store that takes nothing, as one on a full or read-only disk: a long answer is
// an ERROR, in the log as for the caller, and the session goes on.
func TestStoreTakesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "store")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	store, err := effectlog.OpenStore(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = store.Close() }()
	// Root writes everywhere, but not into a folder that has gone.
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	log := &safe{}
	journal, err := effectlog.NewJournal(log, effectlog.Options{Session: "test", Toolchain: "t", Store: store, InlineMax: 200})
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), func(c *host.Config) { c.Journal = journal })
	s.log = log
	s.want(t, set, `{:data "`+strings.Repeat("x", 300)+`" :mime "text/plain"}`, `{:ok true}`)
	s.fails(t, get, `{}`, host.CodeUnavailable)
	s.want(t, set, `{:data "y" :mime "text/plain"}`, `{:ok true}`)
	s.want(t, get, `{}`, `{:data "y" :mime "text/plain" :ok true}`)
	if r := s.entries(t); r.Entries != 4 || len(r.InFlight) != 0 {
		t.Errorf("%+v", r)
	}
}

// A clipboard of a gigabyte is refused, and not held.
func TestHugeRequest(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes much memory")
	}
	s := start(t, parsePolicy(t, t.TempDir(), clipboardPolicy), nil)
	s.fails(t, set, `{:data "`+strings.Repeat("x", effectlog.MaxRecord-100)+`" :mime "text/plain"}`, policy.CodeResource)
	s.want(t, get, `{}`, `{:data "" :mime "text/plain" :ok true}`)
	s.entries(t)
}
