package dialog

import (
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/policy/internal/console"
)

// Limits of a request: a dialog is looked at by a person.
const (
	MaxTitle      = 200   // bytes of a title, or of the name of a filter
	MaxName       = 255   // bytes of a name that is offered, as file systems have it
	MaxFilters    = 32    // filters of a request
	MaxExtensions = 64    // extensions of a filter
	MaxExtension  = 32    // bytes of an extension
	MaxPaths      = 1_000 // paths of an answer
	MaxPath       = 4_096 // bytes of a path of an answer
)

// Check judges a request, with [CodeRequest] for what no dialog shows. Characters
// that a person would not see as they are do not make a title wrong: they are
// escaped where it is shown. In the name of a file, which is used and not only
// shown, they do.
func (r Request) Check() error {
	wrong := func(message string) error { return fail(CodeRequest, message, "", nil) }
	switch {
	case len(r.Title) > MaxTitle || !utf8.ValidString(r.Title):
		return wrong("the title is too long, or not UTF-8")
	case r.DefaultName != "" && !element(r.DefaultName):
		return wrong("the default name is not one plain element of a path")
	case r.StartDir != "" && (!filepath.IsAbs(r.StartDir) || !plainPath(r.StartDir)):
		return wrong("the folder to start in is not an absolute path")
	case len(r.Filters) > MaxFilters:
		return wrong("there are too many filters")
	}
	for _, f := range r.Filters {
		if len(f.Name) > MaxTitle || !utf8.ValidString(f.Name) {
			return wrong("the name of a filter is too long, or not UTF-8")
		}
		if len(f.Extensions) == 0 || len(f.Extensions) > MaxExtensions {
			return wrong("a filter has no extensions, or too many")
		}
		for _, e := range f.Extensions {
			if e != "*" && !extension(e) {
				return wrong("an extension is letters, digits and single dots")
			}
		}
	}
	return nil
}

// extension judges an extension, which becomes part of a pattern: nothing in it
// may be one.
func extension(e string) bool {
	if e == "" || len(e) > MaxExtension {
		return false
	}
	for part := range strings.SplitSeq(e, ".") {
		if part == "" || strings.Trim(part, extensionBytes) != "" {
			return false
		}
	}
	return true
}

const extensionBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+~"

// element judges a name that is offered.
func element(name string) bool {
	return len(name) <= MaxName && name != "." && name != ".." && !strings.ContainsAny(name, "/\\:") &&
		!strings.HasPrefix(name, "-") && strings.TrimSpace(name) == name && console.Visible(name, true) == name
}

// plainPath judges a path that comes from a dialog or goes to one: no control
// character, which forges lines where paths are listed.
func plainPath(p string) bool {
	if p == "" || len(p) > MaxPath || !utf8.ValidString(p) {
		return false
	}
	for i := range len(p) {
		if p[i] < 0x20 || p[i] == 0x7f {
			return false
		}
	}
	return true
}

// climbs reports whether a path has an element "..": behind a link it leads
// elsewhere than it reads.
func climbs(p string) bool {
	for e := range strings.SplitSeq(filepath.ToSlash(p), "/") {
		if e == ".." {
			return true
		}
	}
	return false
}

// takes reports whether a filter takes a name. Case does not count: it does not
// for the person.
func (f Filter) takes(name string) bool {
	name = strings.ToLower(name)
	for _, e := range f.Extensions {
		if e == "*" || strings.HasSuffix(name, "."+strings.ToLower(e)) {
			return true
		}
	}
	return false
}

// Judge holds an answer to the request, whoever gave it: paths are absolute, one
// where one was asked for, and to open only names that a filter takes (a person
// who saves may name a file as they like). The error has [CodeAnswer].
func (r Request) Judge(a Answer, save bool) (Answer, error) {
	wrong := func(message string) (Answer, error) { return Answer{}, fail(CodeAnswer, message, "", nil) }
	switch {
	case !a.OK && len(a.Paths) == 0:
		return Answer{}, nil
	case !a.OK || len(a.Paths) == 0:
		return wrong("the dialog says both that something was chosen and that nothing was")
	case len(a.Paths) > 1 && (save || !r.Multi) || len(a.Paths) > MaxPaths:
		return wrong("the dialog chose more paths than were asked for")
	}
	out := Answer{OK: true, Paths: make([]string, len(a.Paths))}
	for i, p := range a.Paths {
		if !plainPath(p) || !filepath.IsAbs(p) || climbs(p) {
			return wrong("the dialog chose something that is no absolute path")
		}
		p = filepath.Clean(p)
		if !save && !r.wants(filepath.Base(p)) {
			return wrong("the dialog chose a name that no filter takes")
		}
		out.Paths[i] = p
	}
	return out, nil
}

// wants reports whether there is no filter, or one that takes the name.
func (r Request) wants(name string) bool {
	for _, f := range r.Filters {
		if f.takes(name) {
			return true
		}
	}
	return len(r.Filters) == 0
}
