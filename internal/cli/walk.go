package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
)

// extensions are those of the files that check takes from a folder. A file
// that is named on the command line is checked whatever it is called.
var extensions = []string{".json", ".md", ".prompt", ".txt"}

// maxFolders is how deep folders may lie in each other: far deeper than any
// tree that people make, and shallow enough for the length of a path.
const maxFolders = 256

// entry is one thing to check, or the reason why it cannot be.
type entry struct {
	name  string
	named bool // on the command line
	err   error
}

// expand turns the arguments of check into files, in order. A folder stands for
// the files in and below it whose extension is listed, in the order of names.
// Names that begin with a dot are passed over. Symbolic links are not followed:
// one that leads to a file that would be checked, or to a folder, is an error
// of its own, since it may lead out of what was to be checked.
func expand(args []string) []entry {
	var out []entry
	for _, name := range args {
		if info, err := os.Stat(name); name == stdinName || err != nil || !info.IsDir() {
			out = append(out, entry{name: name, named: true})
			continue
		}
		before := len(out)
		out = walk(out, name, 0)
		if len(out) == before {
			out = append(out, entry{name: name, named: true, err: &ringfence.Error{
				Code: CodeNoFiles, Message: "the folder holds no file to check", Offset: ringfence.NoOffset,
				Hint: "from folders, files are taken that end in " + strings.Join(extensions, ", "),
			}})
		}
	}
	return out
}

func walk(out []entry, dir string, depth int) []entry {
	list, err := os.ReadDir(dir)
	if err != nil {
		return append(out, entry{name: dir, err: fileError("", "the folder cannot be read", err)})
	}
	if depth >= maxFolders {
		return append(out, entry{name: dir, err: fileError("", "the folder lies too deep", nil)})
	}
	for _, e := range list {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		name := filepath.Join(dir, e.Name())
		wanted := slices.Contains(extensions, strings.ToLower(filepath.Ext(e.Name())))
		switch mode := e.Type(); {
		case mode.IsDir():
			out = walk(out, name, depth+1)
		case mode&os.ModeSymlink != 0:
			if target, err := os.Stat(name); wanted || err != nil || target.IsDir() {
				out = append(out, entry{name: name, err: notRegular("a symbolic link in a folder is not followed", "name its target to check it")})
			}
		case wanted:
			out = append(out, entry{name: name}) // no regular file is an error when it is read
		}
	}
	return out
}
