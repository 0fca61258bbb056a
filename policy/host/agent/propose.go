package agent

import (
	"strconv"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/patch"
)

// Propose answers {:files [{:base :new :path} …]}: contents are strings or bytes,
// nil where the file is not there before or after. The answer is {:files :kind
// :ok :patch :patch-h}: the patch is a string, or bytes where it is not UTF-8, and
// :patch-h its hash as a term. It touches no file. The error has CodePayload or a
// code of package patch.
func Propose(payload coreform.Term) (coreform.Term, error) {
	list, _ := payload.Lookup(":files")
	if payload.Kind() != coreform.KindMap || payload.Len() != 1 || list.Kind() != coreform.KindVector || list.Len() == 0 {
		return coreform.Term{}, fail(CodePayload, "", "the payload is a map of :files, a vector that is not empty")
	}
	changes := make([]patch.Change, 0, list.Len())
	for i, f := range list.Items() {
		at := "/:files/" + strconv.Itoa(i)
		path, _ := f.Lookup(":path")
		name, ok := path.Text()
		base, ok1 := side(f, ":base")
		next, ok2 := side(f, ":new")
		if !ok || !ok1 || !ok2 || f.Len() != 3 || base == nil && next == nil {
			return coreform.Term{}, fail(CodePayload, at, "a file is a map of :base, :new and :path")
		}
		changes = append(changes, patch.Change{Path: name, Base: base, New: next})
	}
	text, err := patch.Diff(changes)
	if err != nil {
		return coreform.Term{}, err
	}
	var files []patch.File
	if len(text) > 0 {
		if files, err = patch.Parse(text); err != nil {
			return coreform.Term{}, err
		}
	}
	p := octets(text)
	return fields(":files", filesTerm(files), ":kind", coreform.Sym(":editor/agent-patch"),
		":ok", coreform.Bool(true), ":patch", p, ":patch-h", hash(p)), nil
}

// side reads :base or :new of a file; nil is a file that is not there, and an
// empty one is not nil.
func side(f coreform.Term, key string) ([]byte, bool) {
	v, ok := f.Lookup(key)
	if !ok || v.IsNil() {
		return nil, ok
	}
	b, ok := content(v)
	if ok && b == nil {
		b = []byte{}
	}
	return b, ok
}

// filesTerm lists what a patch does to which file.
func filesTerm(files []patch.File) coreform.Term {
	out := make([]coreform.Term, len(files))
	for i, f := range files {
		out[i] = fields(":op", coreform.Sym(":"+f.Op.String()), ":path", coreform.Str(f.Path))
	}
	return coreform.Vec(out...)
}
