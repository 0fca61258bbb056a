package contract

import (
	"crypto/hmac"
	"encoding/hex"

	"github.com/ringfence/ringfence"
)

// Members of the objects of a stored state. Others are not passed over: nobody
// but this package writes one.
var (
	storedNames       = &names{list: []string{storedName, "viewport", "audience", "windows", "withheld", "mac"}}
	storedWindowNames = &names{class: "/windows/*", list: []string{"id", "title", "focused"}}
)

// ParseStored reads what [UI.Stored] wrote under the same secret. White space
// and the order of members may have changed, as some databases do; anything
// else is a *[ringfence.Error] with [CodeTampered], or the code of what is
// malformed, and the UI is nil. A secret under [MinSecret] bytes is an error with
// [CodeSecret].
func (l Limits) ParseStored(b, secret []byte) (*UI, error) {
	l, err := l.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := checkSecret(secret); err != nil {
		return nil, err
	}
	doc, err := open(b, l, storedName)
	if err != nil {
		return nil, err
	}
	if err := doc.stored(); err != nil {
		return nil, err
	}
	p := &storedParser{askParser: askParser{reader: newReader(doc, l)}, ui: &UI{hashes: map[ringfence.Hash]struct{}{}}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	key := string(secret)
	p.ui.secret = &key
	if err := p.consistent(); err != nil {
		return nil, err
	}
	if !hmac.Equal(p.mac, storedMAC(p.ui.appendContent(nil, secret), secret)) {
		return nil, &ringfence.Error{
			Code: CodeTampered, Message: "the stored state was not signed with this secret", Offset: ringfence.NoOffset,
			Hint: "the state was changed, or the secret was; go on as if there were no earlier turn",
		}
	}
	return p.ui, nil
}

// stored judges the version of a stored state.
func (d *document) stored() error {
	switch {
	case !d.isObject || !d.marker.seen:
		return &ringfence.Error{Code: CodeShape, Message: "this is no stored state", Offset: d.marker.offset}
	case string(d.marker.raw) != storedVersion:
		return &ringfence.Error{
			Code: CodeStoredVersion, Message: "the stored state has a version that is not supported",
			Offset: d.marker.offset, Pointer: "/" + storedName, Hint: "this reads version " + storedVersion,
		}
	}
	return nil
}

// storedParser reads one stored state.
type storedParser struct {
	askParser
	ui  *UI
	mac []byte
	has struct{ windows, withheld bool }
}

func (p *storedParser) parse() error {
	top := p.offset()
	err := p.object("a stored state", func(name string, at int64) (err error) {
		var v uint8
		switch name {
		case storedName:
			return p.pass() // judged already
		case "viewport":
			v, err = p.enum(viewportNames[:], "viewport is mobile or desktop")
			p.ui.Viewport = Viewport(v)
		case "audience":
			v, err = p.enum(audienceNames[:], "audience is operator or customer")
			p.ui.Audience = Audience(v)
		case "windows":
			p.has.windows = true
			return p.array("a list of windows", p.lim.Windows, p.window)
		case "withheld":
			p.has.withheld = true
			return p.array("a list of hashes", p.lim.Windows, p.hash)
		case "mac":
			var h ringfence.Hash
			h, err = p.hex()
			p.mac = h[:]
		default:
			return p.fail(CodeTampered, at, "a stored state has no such member", "")
		}
		return err
	})
	switch {
	case err != nil:
		return err
	case !p.has.windows:
		return p.missing(top, storedNames, "windows")
	case !p.has.withheld:
		return p.missing(top, storedNames, "withheld")
	case p.mac == nil:
		return p.missing(top, storedNames, "mac")
	}
	return nil
}

// window reads a window that was shown.
func (p *storedParser) window(int) error {
	at := p.offset()
	var w Window
	err := p.object("a window", func(name string, nameAt int64) (err error) {
		switch name {
		case "id":
			var id *string
			if id, err = p.windowID(); err == nil {
				w.ID, w.Key = ringfence.NewData(*id), windowKey(*id)
			}
		case "title":
			w.Title, err = p.data("")
		case "focused":
			w.Focused, err = p.flag()
		default:
			return p.fail(CodeTampered, nameAt, "a stored window has no such member", "")
		}
		return err
	})
	if err == nil && !w.ID.Present() {
		return p.missing(at, storedWindowNames, "id")
	}
	p.ui.shown = append(p.ui.shown, w)
	return err
}

// consistent refuses what no ui can be: two focused windows, a window without
// an id, one that is shown and withheld. Whoever signed it made a mistake.
func (p *storedParser) consistent() error {
	focused := 0
	for i, w := range p.ui.shown {
		if w.Focused {
			focused++
		}
		if focused > 1 || foldID(w.ID.Raw()) == "" || p.ui.Withholds(w) {
			return &ringfence.Error{
				Code: CodeTampered, Message: "the stored windows contradict each other",
				Offset: ringfence.NoOffset, Pointer: elementPointer("/windows", i, ""),
			}
		}
	}
	return nil
}

// hash reads the hash of a withheld window's id.
func (p *storedParser) hash(int) error {
	h, err := p.hex()
	if err == nil {
		p.ui.hashes[h] = struct{}{}
	}
	return err
}

// hex reads a hash in hexadecimal.
func (p *storedParser) hex() (h ringfence.Hash, err error) {
	at := p.offset()
	s, err := p.str("a hash", "")
	if err != nil {
		return h, err
	}
	if len(s) != hex.EncodedLen(len(h)) {
		return h, p.fail(CodeValue, at, "a hash has 64 hexadecimal digits", "")
	}
	if _, err := hex.Decode(h[:], []byte(s)); err != nil {
		return h, p.fail(CodeValue, at, "a hash has 64 hexadecimal digits", "")
	}
	return h, nil
}
