package patch

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence/policy/host/internal/nolink"
	"github.com/ringfence/ringfence/policy/internal/durable"
)

// Names in the folder of undo records, each followed by an id.
const (
	undoName     = "patch-undo-"
	conflictName = "patch-conflict-"
	tornName     = ".patch-undo-"
)

// maxRecord is the longest undo record in bytes: contents, paths and folders, and
// what stands around them.
const maxRecord = MaxAll + (2+MaxFiles+MaxDirs)*(MaxPath+256)

// record is what it takes to undo a patch.
type record struct {
	ID    string
	Root  string
	Files []entry
	Dirs  []string // that are made, from the top
}

// entry is one file of a record.
type entry struct {
	Path  string
	Op    string
	Base  []byte
	After string // hash of the content after; of nothing for one that is deleted
	Mode  int
	UID   int
	GID   int

	id string // of the record
}

// temporary is the name beside a file under which its successor is written. It
// follows from the record, so that what a crash leaves is found.
func (e *entry) temporary(name string) string {
	const most = 60 // names have at most 255 bytes
	if len(name) > most {
		name = digest([]byte(name))[:most]
	}
	return ".ringfence-" + e.id + "-" + name
}

func base(p string) string { return path.Base(p) }

// recordHead begins a record: what it is and its version.
const recordHead = "ringfence undo record 1\n"

// encode writes a record: its head, its fields, each as length, colon, bytes and
// line feed, and the hash of all that. Contents stand there as they are.
func (r *record) encode() []byte {
	size := 0
	for _, e := range r.Files {
		size += len(e.Base) + 2*len(e.Path) + 256
	}
	out := append(make([]byte, 0, size+1024), recordHead...)
	put := func(field []byte) {
		out = strconv.AppendInt(out, int64(len(field)), 10)
		out = append(append(append(out, ':'), field...), '\n')
	}
	number := func(n int) { put(strconv.AppendInt(nil, int64(n), 10)) }
	put([]byte(r.ID))
	put([]byte(r.Root))
	number(len(r.Files))
	for _, e := range r.Files {
		for _, text := range []string{e.Path, e.Op, e.After} {
			put([]byte(text))
		}
		put(e.Base)
		for _, n := range []int{e.Mode, e.UID, e.GID} {
			number(n)
		}
	}
	number(len(r.Dirs))
	for _, d := range r.Dirs {
		put([]byte(d))
	}
	return append(out, digest(out)...)
}

// decode reads a record; ok is false for one that is torn, was changed, or names a
// path that none can have.
func decode(src []byte) (r record, ok bool) {
	const hash = 64
	if len(src) < hash || digest(src[:len(src)-hash]) != string(src[len(src)-hash:]) || !bytes.HasPrefix(src, []byte(recordHead)) {
		return record{}, false
	}
	d := recordReader{rest: src[len(recordHead) : len(src)-hash]}
	r.ID, r.Root = d.text(), d.text()
	for range d.count(MaxFiles) {
		e := entry{Path: d.text(), Op: d.text(), After: d.text(), Base: d.field()}
		e.Mode, e.UID, e.GID = d.number(), d.number(), d.number()
		d.bad = d.bad || !validPath(e.Path) || e.Op != Modify.String() && e.Op != Create.String() && e.Op != Delete.String()
		r.Files = append(r.Files, e)
	}
	for range d.count(MaxDirs) {
		dir := d.text()
		d.bad = d.bad || !validPath(dir)
		if d.bad {
			break
		}
		r.Dirs = append(r.Dirs, dir)
	}
	if d.bad || len(d.rest) > 0 || len(r.ID) != 16 || strings.Trim(r.ID, "0123456789abcdef") != "" {
		return record{}, false
	}
	r.adopt()
	return r, true
}

// recordReader reads fields; after the first that is none it returns nothing.
type recordReader struct {
	rest []byte
	bad  bool
}

func (d *recordReader) field() []byte {
	if d.bad {
		return nil
	}
	length, rest, ok := bytes.Cut(d.rest, []byte{':'})
	n, err := strconv.Atoi(string(length))
	if d.bad = !ok || err != nil || n < 0 || n >= len(rest) || rest[n] != '\n'; d.bad {
		return nil
	}
	d.rest = rest[n+1:]
	return rest[:n:n]
}

func (d *recordReader) text() string { return string(d.field()) }

func (d *recordReader) number() int {
	n, err := strconv.Atoi(d.text())
	d.bad = d.bad || err != nil
	return n
}

func (d *recordReader) count(most int) int {
	n := d.number()
	if d.bad = d.bad || n < 0 || n > most; d.bad {
		return 0
	}
	return n
}

// adopt tells the entries whose they are.
func (r *record) adopt() {
	for i := range r.Files {
		r.Files[i].id = r.ID
	}
}

// write puts a record into its folder: all of it or nothing, and on the disk.
func (r *record) write(t *Target) error {
	r.adopt()
	if err := t.writeRecord(r.ID, r.encode()); err != nil {
		_ = t.Undo.Remove(tornName + r.ID) // there is a greater error to tell
		return fail(CodeWrite, "the undo record cannot be written", err)
	}
	return nil
}

func (t *Target) writeRecord(id string, content []byte) error {
	t.stepped()
	if err := durable.Create(t.Undo, tornName+id, content); err != nil {
		return err
	}
	t.stepped()
	if err := t.Undo.Rename(tornName+id, undoName+id); err != nil {
		return err
	}
	return durable.Dir(t.Undo.Open("."))
}

// pending returns the records of the folder of t, by id. A record that cannot be
// read is an error: what it holds is not known to be done.
func (t *Target) pending() ([]record, error) {
	names, err := t.undoNames(undoName)
	if err != nil {
		return nil, err
	}
	var out []record
	for _, name := range names {
		content, _, err := nolink.ReadFile(t.Undo, name, maxRecord)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		r, ok := decode(content)
		if err != nil || !ok || undoName+r.ID != name {
			return nil, fail(CodeRecord, "an undo record cannot be read, or was changed", err)
		}
		if r.Root == t.Name {
			out = append(out, r)
		}
	}
	return out, nil
}

// undoNames lists the folder of records.
func (t *Target) undoNames(prefix string) ([]string, error) {
	f, err := t.Undo.Open(".")
	if err != nil {
		return nil, fail(CodeWrite, "the folder of undo records cannot be read", err)
	}
	names, err := f.Readdirnames(-1)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fail(CodeWrite, "the folder of undo records cannot be read", err)
	}
	names = slices.DeleteFunc(names, func(n string) bool { return !strings.HasPrefix(n, prefix) })
	slices.Sort(names)
	return names, nil
}
