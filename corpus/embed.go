package corpus

import (
	"embed"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/ringfence/ringfence"
)

// FS holds the shipped vectors as vectors/FAMILY/SLUG.vec.
//
//go:embed vectors
var FS embed.FS

// suffix is how a vector file's name ends.
const suffix = ".vec"

// Vectors returns the shipped vectors, ordered by name. Every call reads and
// expands them anew, so that no caller can change another's: keep the result
// where many tests use it. It does not fail with the vectors as shipped.
func Vectors() ([]Vector, error) {
	sub, err := fs.Sub(FS, "vectors")
	if err != nil {
		return nil, &ringfence.Error{Code: CodeName, Offset: ringfence.NoOffset, Message: "no folder of vectors", Err: err}
	}
	return Read(sub)
}

// Read returns the vectors of every file FAMILY/SLUG.vec in fsys, ordered by
// name; other files are ignored. A project's own vectors are read with it. It
// stops at the first file that cannot be read: the error is a
// *[ringfence.Error] whose Pointer is the file's path.
func Read(fsys fs.FS) ([]Vector, error) {
	var out []Vector
	err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return &ringfence.Error{Code: CodeName, Offset: ringfence.NoOffset, Message: "file that cannot be read", Pointer: path, Err: err}
		}
		name, ok := strings.CutSuffix(path, suffix)
		if d.IsDir() || !ok {
			return nil
		}
		b, err := fs.ReadFile(fsys, path)
		if err != nil {
			return &ringfence.Error{Code: CodeName, Offset: ringfence.NoOffset, Message: "file that cannot be read", Pointer: path, Err: err}
		}
		v, err := Parse(name, b)
		if err != nil {
			return withPointer(err, path)
		}
		out = append(out, v)
		return nil
	})
	if err != nil {
		return nil, err
	}
	// WalkDir orders by path element, which is not the order of the names.
	slices.SortFunc(out, func(a, b Vector) int { return strings.Compare(a.Name, b.Name) })
	return out, nil
}

// withPointer says in which file an error of [Parse] is.
func withPointer(err error, path string) error {
	var e *ringfence.Error
	if errors.As(err, &e) {
		e.Pointer = path
	}
	return err
}
