package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
)

// extensions are those of the files that check takes from a folder, with or
// without .gz behind. A file that is named on the command line is checked
// whatever it is called.
var extensions = []string{".json", ".jsonl", ".md", ".ndjson", ".prompt", ".txt"}

// maxFolders is how deep folders may lie in each other: far deeper than any
// tree that people make, and shallow enough for the length of a path.
const maxFolders = 256

// entry is one thing to check, or the reason why it cannot be.
type entry struct {
	name string
	// rel is the name below the argument that it was found under, with "/" between
	// folders; of a file that is named itself, the last part of it. It is the same
	// wherever a store lies, and decides the part of a run that the file is in.
	rel   string
	named bool // on the command line
	err   error
}

// expansion is what arguments stand for.
type expansion struct {
	list []entry
	// other are the files in folders whose extension is not listed: nobody looks at
	// them.
	other []passed
	// excluded are those that would be in list and are left out.
	excluded []passed
}

// expand turns the arguments of check into files, in order. A folder stands for
// the files in and below it whose extension is listed, in the order of names.
// Names that begin with a dot are passed over. Symbolic links are not followed:
// one that leads to a file that would be checked, or to a folder, is an error
// of its own, since it may lead out of what was to be checked.
//
// The files in own, and those that globs leave out, are not among them where a
// folder or a glob and no argument names them.
func expand(args []string, own []os.FileInfo, globs exclusion) expansion {
	var (
		out             []entry
		other, excluded []passed
	)
	for _, name := range args {
		before, base := len(out), filepath.Dir(name)
		switch info, err := os.Stat(name); {
		case name != stdinName && err == nil && info.IsDir():
			var left []string
			out, left = folder(out, name)
			base = name
			for _, file := range left {
				if !isOwn(entry{name: file}, own) && !globs.fits(below(name, file)) {
					other = append(other, passed{folder: name, name: file})
				}
			}
		case name != stdinName && isGlob(name):
			out, base = glob(out, name), globBase(name)
		default:
			out = append(out, entry{name: name, rel: below(base, name), named: true})
			continue
		}
		for i := before; i < len(out); i++ {
			out[i].rel = below(base, out[i].name)
		}
		here := slices.DeleteFunc(out[before:], func(e entry) bool { return isOwn(e, own) })
		kept, left := globs.without(here, name, base)
		out, excluded = append(out[:before], kept...), append(excluded, left...)
	}
	return expansion{out, other, excluded}
}

// passed is a file in a folder that is not checked because of its name, or because
// a glob leaves it out.
type passed struct{ folder, name string }

// below is a name as it counts from a folder.
func below(base, name string) string {
	rel, err := filepath.Rel(base, name)
	if err != nil {
		return filepath.ToSlash(name)
	}
	return filepath.ToSlash(rel)
}

func isOwn(e entry, own []os.FileInfo) bool {
	if len(own) == 0 || e.err != nil {
		return false
	}
	info, err := os.Lstat(e.name)
	return err == nil && slices.ContainsFunc(own, func(o os.FileInfo) bool { return os.SameFile(o, info) })
}

// folder returns the files in and below a folder, and the names of those that are
// not taken.
func folder(out []entry, name string) (list []entry, other []string) {
	before := len(out)
	w := walker{
		wanted: func(name string) bool {
			return slices.Contains(extensions, strings.ToLower(filepath.Ext(withoutGzip(name))))
		},
		other: func(name string) { other = append(other, name) },
	}
	if out = w.walk(out, name, 0); len(out) > before {
		return out, other
	}
	return append(out, entry{name: name, named: true, err: &ringfence.Error{
		Code: CodeNoFiles, Message: "the folder holds no file to check", Offset: ringfence.NoOffset,
		Hint: "from folders, files are taken that end in " + strings.Join(extensions, ", "),
	}}), other
}

// walker walks a folder for the files that are wanted.
type walker struct {
	wanted func(name string) bool
	enter  func(dir string) bool // whether something below may be wanted; nil for everywhere
	hidden bool                  // take names that begin with a dot
	other  func(name string)     // is told of what is not wanted; nil for nobody
}

// into reports whether a folder is walked, or would be if it were none but a link.
func (w walker) into(name string) bool { return w.enter == nil || w.enter(name) }

func (w walker) walk(out []entry, dir string, depth int) []entry {
	list, err := os.ReadDir(dir)
	if err != nil {
		return append(out, entry{name: dir, err: fileError("", "the folder cannot be read", err)})
	}
	if depth >= maxFolders {
		return append(out, entry{name: dir, err: fileError("", "the folder lies too deep", nil)})
	}
	for _, e := range list {
		if strings.HasPrefix(e.Name(), ".") && !w.hidden {
			continue
		}
		name := filepath.Join(dir, e.Name())
		switch mode := e.Type(); {
		case mode.IsDir():
			if w.into(name) {
				out = w.walk(out, name, depth+1)
			}
		case mode&os.ModeSymlink != 0:
			if target, err := os.Stat(name); w.wanted(name) || w.into(name) && (err != nil || target.IsDir()) {
				out = append(out, entry{name: name, err: notRegular("a symbolic link in a folder is not followed", "name its target to check it")})
			} else if w.other != nil {
				w.other(name)
			}
		case w.wanted(name):
			out = append(out, entry{name: name}) // no regular file is an error when it is read
		case w.other != nil:
			w.other(name)
		}
	}
	return out
}
