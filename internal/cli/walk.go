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
	// links are those that lead to what is in list or excluded anyway.
	links []passed
}

// expand turns the arguments of check into files, in order. A folder stands for
// the files in and below it whose extension is listed, in the order of names.
// Names that begin with a dot are passed over. Symbolic links are not followed:
// one with the name of a file that would be checked, or to a folder, is an error
// of its own, since it may lead out of what was to be checked; unless it leads to
// what is reached in the same folder without it.
//
// The files in own, and those that globs leave out, are not among them where a
// folder or a glob and no argument names them.
func expand(args []string, own []os.FileInfo, globs exclusion) expansion {
	var (
		out                    []entry
		other, excluded, links []passed
	)
	for _, name := range args {
		before, base := len(out), filepath.Dir(name)
		switch info, err := os.Stat(name); {
		case name != stdinName && err == nil && info.IsDir():
			var left, inside []string
			out, left, inside = folder(out, name, globs)
			base = name
			links = appendPassed(links, name, inside, globs)
			for _, file := range left {
				if !isOwn(entry{name: file}, own) && !globs.fits(below(name, file)) {
					other = append(other, passed{folder: name, name: file})
				}
			}
		case name != stdinName && isGlob(name):
			var inside []string
			base = globBase(name)
			out, inside = glob(out, name, globs)
			links = appendPassed(links, base, inside, globs)
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
	return expansion{out, other, excluded, links}
}

// appendPassed adds the files of a folder that no glob leaves out.
func appendPassed(out []passed, folder string, names []string, globs exclusion) []passed {
	for _, name := range names {
		if !globs.fits(below(folder, name)) {
			out = append(out, passed{folder: folder, name: name})
		}
	}
	return out
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

// folder returns the files in and below a folder, the names of those that are not
// taken, and those of links to what is reached without them.
func folder(out []entry, name string, globs exclusion) (list []entry, other, inside []string) {
	before := len(out)
	w := walker{
		root: name, globs: globs, anywhere: true,
		inside: func(name string) { inside = append(inside, name) },
		wanted: func(name string) bool {
			return slices.Contains(extensions, strings.ToLower(filepath.Ext(withoutGzip(name))))
		},
		other: func(name string) { other = append(other, name) },
	}
	if out = w.walk(out, name, 0); len(out) > before {
		return out, other, inside
	}
	return append(out, entry{name: name, named: true, err: &ringfence.Error{
		Code: CodeNoFiles, Message: "the folder holds no file to check", Offset: ringfence.NoOffset,
		Hint: "from folders, files are taken that end in " + strings.Join(extensions, ", "),
	}}), other, inside
}
