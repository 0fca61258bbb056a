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

// expand turns the arguments of check into files, in order. A folder stands for
// the files in and below it whose extension is listed, in the order of names.
// Names that begin with a dot are passed over. Symbolic links are not followed:
// one that leads to a file that would be checked, or to a folder, is an error
// of its own, since it may lead out of what was to be checked.
func expand(args []string) []entry { return expandBut(args, nil) }

// expandBut is expand without the files in own, where a folder or a glob and no
// argument names them.
func expandBut(args []string, own []os.FileInfo) []entry {
	var out []entry
	for _, name := range args {
		before, base := len(out), filepath.Dir(name)
		switch info, err := os.Stat(name); {
		case name != stdinName && err == nil && info.IsDir():
			out, base = folder(out, name), name
		case name != stdinName && isGlob(name):
			out, base = glob(out, name), globBase(name)
		default:
			out = append(out, entry{name: name, rel: below(base, name), named: true})
			continue
		}
		for i := before; i < len(out); i++ {
			out[i].rel = below(base, out[i].name)
		}
		out = append(out[:before], slices.DeleteFunc(out[before:], func(e entry) bool { return isOwn(e, own) })...)
	}
	return out
}

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

// folder returns the files in and below a folder.
func folder(out []entry, name string) []entry {
	before := len(out)
	w := walker{wanted: func(name string) bool {
		return slices.Contains(extensions, strings.ToLower(filepath.Ext(withoutGzip(name))))
	}}
	if out = w.walk(out, name, 0); len(out) > before {
		return out
	}
	return append(out, entry{name: name, named: true, err: &ringfence.Error{
		Code: CodeNoFiles, Message: "the folder holds no file to check", Offset: ringfence.NoOffset,
		Hint: "from folders, files are taken that end in " + strings.Join(extensions, ", "),
	}})
}

// walker walks a folder for the files that are wanted.
type walker struct {
	wanted func(name string) bool
	hidden bool // take names that begin with a dot
}

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
			out = w.walk(out, name, depth+1)
		case mode&os.ModeSymlink != 0:
			if target, err := os.Stat(name); w.wanted(name) || err != nil || target.IsDir() {
				out = append(out, entry{name: name, err: notRegular("a symbolic link in a folder is not followed", "name its target to check it")})
			}
		case w.wanted(name):
			out = append(out, entry{name: name}) // no regular file is an error when it is read
		}
	}
	return out
}
