package effectlog

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/internal/durable"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Sync says when a journal is forced to the disk. The zero value is the safe
// one.
type Sync uint8

const (
	// SyncIntents forces each intent, and the end, to the disk: after a power
	// cut, too, the log says what was in flight. Outcomes reach the disk with
	// the next intent.
	SyncIntents Sync = iota
	// SyncAll forces every record to the disk.
	SyncAll
	// SyncEnd forces the log to the disk when it is closed. A crash of the
	// program loses nothing, a power cut may.
	SyncEnd
)

// Options are what a run's journal says about the run as a whole, and how it is
// written.
type Options struct {
	Session   string // names the run, printable ASCII without a path
	Toolchain string // what runs, such as "ringfence/1"
	Program   Digest // hash of the program or agent that asks, may be zero
	Policy    Digest // hash of the policy at the start
	// Key makes the chain a keyed one: nil, or KeyBytes secret bytes. With the
	// key any change to the log is found, without the head hash.
	Key  []byte
	Sync Sync
	// Store takes responses whose print is longer than InlineMax bytes; nil
	// keeps all of them in the log.
	Store     *Store
	InlineMax int // DefaultInline when 0
}

// DefaultInline is the longest response that is kept in a log when there is a
// store, in bytes of its print.
const DefaultInline = 4 << 10

func (o *Options) fault() error {
	if !plainName(o.Session) || !plainName(o.Toolchain) || o.Session == "" {
		return fail(CodeOptions, "session and toolchain are short plain names, not paths", nil)
	}
	if o.Key != nil && len(o.Key) != KeyBytes || o.Sync > SyncEnd || o.InlineMax < 0 {
		return fail(CodeOptions, "the key has not 32 bytes, or an option is unknown", nil)
	}
	return nil
}

// sink is what a journal writes to.
type sink interface {
	io.Writer
	Sync() error
}

// noSync is a sink that has no disk below it.
type noSync struct{ io.Writer }

func (noSync) Sync() error { return nil }

// Journal is the log of a run that goes on. It is safe for concurrent use: the
// order of entries is the order in which Intent was called.
type Journal struct {
	mu      sync.Mutex
	options Options
	out     sink
	closer  io.Closer
	chain   chain
	head    Digest
	records int
	entries int
	pending map[int]Decision // entries without an outcome
	broken  error            // why nothing can be written any more
	buf     []byte
	scratch []coreform.Term
	hex     hexCache
}

// Create starts a journal in a new file, readable by its owner alone. A file
// that exists is an error: a log is never written over.
func Create(path string, o Options) (*Journal, error) {
	if err := o.fault(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL|os.O_APPEND, 0o600) //nolint:gosec // the file that the caller names
	if err != nil {
		return nil, fail(CodeWrite, "the journal cannot be created", err)
	}
	j, err := start(f, f, o)
	if err == nil && o.Sync != SyncEnd {
		if serr := durable.Dir(os.Open(filepath.Dir(path))); serr != nil {
			err = fail(CodeWrite, "the folder of the journal cannot be forced to the disk", serr)
		}
	}
	if err != nil {
		_ = f.Close() // the first error is the one to tell
		return nil, err
	}
	return j, nil
}

// NewJournal starts a journal on a writer, which is not closed. Options.Sync has
// no effect on it.
func NewJournal(w io.Writer, o Options) (*Journal, error) {
	if err := o.fault(); err != nil {
		return nil, err
	}
	return start(noSync{w}, nil, o)
}

func start(w sink, c io.Closer, o Options) (*Journal, error) {
	if o.InlineMax == 0 {
		o.InlineMax = DefaultInline
	}
	o.Key = slices.Clone(o.Key)
	j := &Journal{options: o, out: w, closer: c, chain: chain{key: o.Key}, pending: map[int]Decision{}}
	r := record{
		kind: kindOpen, keyed: o.Key != nil, policy: o.Policy, program: o.Program,
		session: o.Session, toolchain: o.Toolchain,
	}
	if err := j.write(&r, o.Sync != SyncEnd); err != nil {
		return nil, err
	}
	return j, nil
}

// write appends a record. After a write that failed, what is on the disk is not
// known, so nothing more is written.
func (j *Journal) write(r *record, force bool) error {
	if j.broken != nil {
		return fail(CodeClosed, "the journal was closed, or broke at an earlier write", j.broken)
	}
	r.n, r.prev, r.hex = j.records, j.head, &j.hex
	text, scratch, err := r.append(j.buf[:0], j.scratch)
	j.scratch = scratch
	if err != nil {
		return fail(CodeEntry, "the record is no term, or too long", err)
	}
	framed, err := frame.Append(text[len(text):], text)
	if err != nil {
		return fail(CodeEntry, "the record cannot be framed", err)
	}
	head := j.chain.record(text)
	j.buf = framed[:0]
	_, err = j.out.Write(framed)
	if err == nil && force {
		err = j.out.Sync()
	}
	if err != nil {
		j.broken = err
		return fail(CodeWrite, "the journal cannot be written", err)
	}
	j.head = head
	j.records++
	return nil
}

// Next returns the index of the next entry and the hash of a request that
// becomes it: what an approval binds.
func (j *Journal) Next(op string, payload coreform.Term) (i int, request Digest) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.entries, j.request(op, payload)
}

func (j *Journal) request(op string, payload coreform.Term) Digest {
	return RequestHash(op, PayloadHash(payload), ContHash(j.options.Session, j.entries))
}

// Intent logs a request and its decision, before anything happens, and returns
// the index of the entry. If it returns an error, the effect must not happen.
func (j *Journal) Intent(e Entry) (int, error) {
	if err := e.fault(); err != nil {
		return 0, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	r := record{kind: kindIntent, i: j.entries, entry: e, request: j.request(e.Op, e.Payload)}
	if e.Request != (Digest{}) && e.Request != r.request {
		return 0, fail(CodeRequest, "what would happen is not what was approved", nil)
	}
	if err := j.write(&r, j.options.Sync != SyncEnd); err != nil {
		return 0, err
	}
	i := j.entries
	j.entries++
	j.pending[i] = e.Decision
	return i, nil
}

// Outcome logs what came of entry i. Each entry has one outcome, and that of a
// denied one is an ERROR. An outcome that is too long for the log goes to the
// store first.
func (j *Journal) Outcome(i int, o outcome.Outcome) error {
	if o.IsZero() {
		return fail(CodeEntry, "this is no outcome", nil)
	}
	resp := responseOf(o)
	if err := j.offload(&resp); err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	decision, ok := j.pending[i]
	if !ok {
		return fail(CodeEntry, "the entry does not exist, or has its outcome", nil)
	}
	if decision == Deny && !o.IsSealed() {
		return fail(CodeEntry, "a denied request has an answer", nil)
	}
	r := record{kind: kindOutcome, i: i, resp: resp, respH: o.Hash()}
	if err := j.write(&r, j.options.Sync == SyncAll); err != nil {
		return err
	}
	delete(j.pending, i)
	return nil
}

// offload puts a long response into the store.
func (j *Journal) offload(r *response) error {
	if j.options.Store == nil {
		return nil
	}
	text := r.value.Append(nil)
	if len(text) <= j.options.InlineMax {
		return nil
	}
	name, err := j.options.Store.Put(text)
	if err != nil {
		return err
	}
	r.artifact, r.value = name, coreform.Term{}
	return nil
}

// Head returns the hash of the last record that was written.
func (j *Journal) Head() Digest {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.head
}

// Close writes the closing record, forces the log to the disk, and returns the
// head hash: keep it where a writer of the log cannot change it. Entries in
// flight stay without an outcome, which the log then says.
func (j *Journal) Close() (Digest, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	r := record{kind: kindClose, entries: j.entries}
	err := j.write(&r, true)
	if j.closer != nil {
		if cerr := j.closer.Close(); err == nil && cerr != nil {
			err = fail(CodeWrite, "the journal cannot be closed", cerr)
		}
		j.closer = nil
	}
	if j.broken == nil {
		j.broken = os.ErrClosed
	}
	if err != nil {
		return Digest{}, err
	}
	return j.head, nil
}
