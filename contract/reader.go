package contract

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// reader reads the values of a checked document, one after the other, and
// collects notes. Its methods return an *Error for a value of the wrong type.
type reader struct {
	doc  *document
	dec  *jsontext.Decoder
	lim  Limits
	sink *noteList
	// pin, when set, is the pointer of every note instead of the exact place.
	// Notes on windows and items use it: names of unknown members there are
	// nobody's business.
	pin func() string
	// near holds where the last name stood that looks like a known one and is
	// not, by that one and the kind of its object: the likely reason why the
	// known one is missing. Both come from closed sets.
	near map[nearKey]int64
}

// nearKey is a known member of one kind of object.
type nearKey struct{ class, name string }

func newReader(doc *document, lim Limits) *reader {
	r := &reader{
		doc: doc, lim: lim, sink: &noteList{},
		// Names are known to be unique by now; not to check again is faster.
		dec: doc.decoder(jsontext.AllowDuplicateNames(true)),
	}
	if doc.base > 0 {
		r.sink.add("", Note{Code: NoteBOM, Count: 1, Detail: "the body starts with a byte order mark"}, func() string { return "" })
	}
	return r
}

// offset returns where the next token starts.
func (r *reader) offset() int64 {
	return r.doc.base + jsonline.SkipSpace(r.doc.body, r.dec.InputOffset())
}

// pointer returns the place of the value read last, or pin's.
func (r *reader) pointer() string {
	if r.pin != nil {
		return r.pin()
	}
	return string(r.dec.StackPointer())
}

// note records something unusual about the value read last.
func (r *reader) note(code ringfence.Code, class string, offset int64, detail string) {
	r.noteN(code, class, offset, 1, detail)
}

func (r *reader) noteN(code ringfence.Code, class string, offset int64, count int, detail string) {
	r.sink.add(class, Note{Code: code, Offset: offset, Count: count, Detail: detail}, r.pointer)
}

// fail makes an error about the value read last.
func (r *reader) fail(code ringfence.Code, offset int64, message, hint string) error {
	return &ringfence.Error{Code: code, Message: message, Offset: offset, Pointer: string(r.dec.StackPointer()), Hint: hint}
}

// token reads a token of the given kind; want names the type for the message.
func (r *reader) token(kind jsontext.Kind, want string) (jsontext.Token, error) {
	at := r.offset()
	tok, err := r.dec.ReadToken()
	if err != nil {
		return tok, r.doc.syntaxError(err) // the document was checked: not reached
	}
	if tok.Kind() != kind {
		return tok, r.fail(CodeType, at, "expected "+want, "")
	}
	return tok, nil
}

// object reads an object and calls member with each name, which must read the
// value. The pointer of the object is the reader's place on return.
func (r *reader) object(want string, member func(name string, at int64) error) error {
	if _, err := r.token('{', want); err != nil {
		return err
	}
	for r.dec.PeekKind() == '"' {
		at := r.offset()
		name, err := r.str("a name", "name")
		if err != nil {
			return err
		}
		if err := member(name, at); err != nil {
			return err
		}
	}
	_, err := r.token('}', "a name")
	return err
}

// array reads an array of at most limit elements; element must read one.
func (r *reader) array(want string, limit int, element func(i int) error) error {
	if _, err := r.token('[', want); err != nil {
		return err
	}
	for i := 0; r.dec.PeekKind() != ']'; i++ {
		if i >= limit {
			return r.tooLong()
		}
		if err := element(i); err != nil {
			return err
		}
	}
	_, err := r.token(']', "the end of the list")
	return err
}

// tooLong is the error for a list or map whose next element is one too many.
// The place is the list; the value read last is in it.
func (r *reader) tooLong() error {
	return &ringfence.Error{
		Code: CodeList, Message: "a list is longer than its limit", Offset: r.offset(),
		Pointer: string(r.dec.StackPointer().Parent()),
		Hint:    "nothing is shortened: raise the field of Limits for this list",
	}
}

// str reads a string. Class says what kind of place it is, for the note that
// something in it reads as U+FFFD.
func (r *reader) str(want, class string) (string, error) {
	at := r.offset()
	tok, err := r.token('"', want)
	if err != nil {
		return "", err
	}
	s := tok.String()
	if r.doc.replaceable {
		raw := r.doc.body[at-r.doc.base : r.dec.InputOffset()]
		rep := replacedIn(raw)
		if rep.bytes > 0 {
			r.note(NoteUTF8, class, at, "bytes that are not UTF-8 were read as U+FFFD")
		}
		if rep.halves > 0 {
			r.note(NoteSurrogate, class, at, "half a surrogate pair was read as U+FFFD")
		}
	}
	return s, nil
}

// hidden reads a string that nothing may be said about, so that no finding
// depends on it.
func (r *reader) hidden(want string) (string, error) {
	tok, err := r.token('"', want)
	if err != nil {
		return "", err
	}
	return tok.String(), nil
}

// data reads a string that may hold anything.
func (r *reader) data(class string) (ringfence.Data, error) {
	s, err := r.str("a string", class)
	if err != nil {
		return ringfence.Data{}, err
	}
	return ringfence.NewData(s), nil
}

// null reads a null if that is what comes next.
func (r *reader) null() bool {
	if r.dec.PeekKind() != 'n' {
		return false
	}
	_, err := r.dec.ReadToken()
	return err == nil
}

// dataOrNull reads a string, or null as absent data.
func (r *reader) dataOrNull(class string) (ringfence.Data, error) {
	if r.null() {
		return ringfence.Data{}, nil
	}
	s, err := r.str("a string or null", class)
	if err != nil {
		return ringfence.Data{}, err
	}
	return ringfence.NewData(s), nil
}

// flag reads true or false.
func (r *reader) flag() (bool, error) {
	at := r.offset()
	if k := r.dec.PeekKind(); k != 't' && k != 'f' {
		if _, err := r.dec.ReadToken(); err != nil {
			return false, r.doc.syntaxError(err)
		}
		return false, r.fail(CodeType, at, "expected true or false", "")
	}
	tok, err := r.dec.ReadToken()
	if err != nil {
		return false, r.doc.syntaxError(err)
	}
	return tok.Bool(), nil
}

// skip passes over the value of a member that no contract names, as consumers
// must (edit context §2), and counts it.
func (r *reader) skip(name string, at int64, known *names) error {
	r.sink.unknown++
	if i, ok := known.looksLike(name); ok {
		if r.near == nil {
			r.near = map[nearKey]int64{}
		}
		r.near[nearKey{known.class, known.list[i]}] = at
		r.note(NoteCase, known.class, at, known.about().like[i])
	} else {
		r.note(NoteUnknown, known.class, at, known.about().other)
	}
	return r.pass()
}

// pass passes over one value.
func (r *reader) pass() error {
	if err := r.dec.SkipValue(); err != nil {
		return r.doc.syntaxError(err)
	}
	return nil
}

// missing is the error for a required member, at the object read last, which
// began at the offset at.
func (r *reader) missing(at int64, known *names, what string) error {
	hint := known.about().all
	if place, ok := r.near[nearKey{known.class, what}]; ok && place > at {
		hint = "a member has a name that only looks like " + what + "; names are matched exactly"
	}
	return r.fail(CodeMissing, at, "a required member is missing: "+what, hint)
}
