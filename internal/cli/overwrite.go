package cli

import (
	"os"
	"path/filepath"
)

// isInput remembers a file that is read, whether reading it succeeds or not.
func (inv *invocation) isInput(name string) {
	if name == stdinName {
		return // a file of this name is another one
	}
	if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
		inv.inputs = append(inv.inputs, info)
	}
}

// mayWrite refuses a name that leads to a file which this run has read, by
// whatever path or link: a slip of the hand must not cost the input. It refuses
// what is no regular file, too, unless it is where -o leads to and can be written
// as it is. It is asked again right before something is written, and before, where
// a run writes twice.
func (inv *invocation) mayWrite(flag, path string) error {
	info, err := os.Stat(path)
	for _, in := range inv.inputs {
		if err == nil && os.SameFile(in, info) { // without a file there is nothing to lose
			return usageError("--"+flag+" names an input file", "choose another name")
		}
	}
	if there, err := os.Lstat(path); err == nil && !(flag == outputName && isDirect(path, there)) {
		if err := mayReplace(there); err != nil {
			return fileError(path, "cannot be written", err)
		}
	}
	return nil
}

// sameName reports whether two names lead to one file, there already or not.
func sameName(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX == nil && errY == nil {
		return os.SameFile(x, y) && x.Mode().IsRegular()
	}
	return filepath.Clean(a) == filepath.Clean(b)
}
