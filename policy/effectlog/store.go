package effectlog

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"

	"lukechampine.com/blake3"

	"github.com/ringfence/ringfence/policy/internal/durable"
)

// DefaultArtifact is the longest artifact that is read, in bytes.
const DefaultArtifact = 64 << 20

// Store is a folder of artifacts, each named by the BLAKE3 hash of its bytes.
// Nothing outside the folder is ever opened, and links that lead out are not
// followed. It is safe for concurrent use, also by several processes.
type Store struct {
	root *os.Root
	// Max is the longest artifact that Get reads, in bytes.
	max int64
}

// OpenStore opens the store in a folder, which must exist.
func OpenStore(dir string) (*Store, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fail(CodeStore, "the store cannot be opened", err)
	}
	return &Store{root: root, max: DefaultArtifact}, nil
}

// Close gives up the folder.
func (s *Store) Close() error { return s.root.Close() }

// Put stores bytes and returns their name. The artifact is written beside its
// place, forced to the disk and renamed, so that a reader sees all of it or
// none, and its name is forced to the disk. An artifact that is there already is verified, and replaced when it was
// changed.
func (s *Store) Put(content []byte) (name string, err error) {
	if int64(len(content)) > s.max {
		return "", fail(CodeArtifactSize, "the artifact is longer than allowed", nil)
	}
	name = Digest(blake3.Sum256(content)).String()
	if _, err := s.Get(name); err == nil {
		return name, nil
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails
	temporary := ".tmp-" + hex.EncodeToString(random[:])
	if err := s.write(temporary, name, content); err != nil {
		_ = s.root.Remove(temporary) // the first error is the one to tell
		return "", fail(CodeStore, "the artifact cannot be written", err)
	}
	return name, nil
}

func (s *Store) write(temporary, name string, content []byte) error {
	if err := durable.Create(s.root, temporary, content); err != nil {
		return err
	}
	if err := s.root.Rename(temporary, name); err != nil {
		return err
	}
	return durable.Dir(s.root.Open("."))
}

// Get returns the bytes of an artifact, which have the hash that is its name, or
// an error with CodeArtifactName, CodeArtifactMissing, CodeArtifactChanged,
// CodeArtifactSize or CodeStore.
func (s *Store) Get(name string) ([]byte, error) {
	want, ok := digest(name)
	if !ok {
		return nil, fail(CodeArtifactName, "the name of an artifact is 64 lower-case hexadecimal digits", nil)
	}
	// What is no regular file is not opened: a pipe would block.
	info, err := s.root.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fail(CodeArtifactMissing, "the store does not hold the artifact", err)
	case err != nil:
		return nil, fail(CodeStore, "the artifact cannot be read", err)
	case !info.Mode().IsRegular():
		return nil, fail(CodeStore, "the artifact is no regular file", nil)
	case info.Size() > s.max:
		return nil, fail(CodeArtifactSize, "the artifact is longer than allowed", nil)
	}
	f, err := s.root.Open(name)
	if err != nil {
		return nil, fail(CodeStore, "the artifact cannot be read", err)
	}
	content, err := io.ReadAll(io.LimitReader(f, s.max+1))
	_ = f.Close() // it was only read
	switch {
	case err != nil:
		return nil, fail(CodeStore, "the artifact cannot be read", err)
	case int64(len(content)) > s.max:
		return nil, fail(CodeArtifactSize, "the artifact is longer than allowed", nil)
	case blake3.Sum256(content) != want:
		return nil, fail(CodeArtifactChanged, "the artifact does not have the hash that is its name", nil)
	}
	return content, nil
}
