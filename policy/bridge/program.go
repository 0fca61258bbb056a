package bridge

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"os"
	"path/filepath"
)

// confined returns the command relative to the base directory. The check is by
// path element; links are the business of os.Root.
func (c Config) confined() (string, error) {
	if !filepath.IsAbs(c.Dir) {
		return "", fail(CodePolicy, "the base directory is not an absolute path", nil)
	}
	name := c.Command
	if filepath.IsAbs(name) {
		rel, err := filepath.Rel(c.Dir, name)
		if err != nil {
			return "", fail(CodePath, "the bridge is outside the base directory", err)
		}
		name = rel
	}
	if !filepath.IsLocal(name) {
		return "", fail(CodePath, "the bridge is outside the base directory", nil)
	}
	return name, nil
}

// openCommand opens the executable inside the base directory.
func openCommand(root *os.Root, name string) (*os.File, error) {
	// What is no regular file is not opened: a pipe would block.
	info, err := root.Stat(name)
	if err == nil {
		err = executable(info)
	}
	if err != nil {
		return nil, fail(CodePath, "the bridge is missing, outside the base directory or no executable file", err)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, fail(CodePath, "the bridge cannot be read", err)
	}
	info, err = f.Stat()
	if err == nil {
		err = executable(info)
	}
	if err == nil && info.Size() > MaxExecutable {
		err = os.ErrInvalid
	}
	if err != nil {
		_ = f.Close() // it was only read
		return nil, fail(CodePath, "the bridge is no executable file, or too large", err)
	}
	return f, nil
}

func executable(info os.FileInfo) error {
	if !info.Mode().IsRegular() || !anyoneMayRun(info.Mode()) {
		return os.ErrInvalid
	}
	return nil
}

// copyHashed copies at most MaxExecutable bytes and holds them against the pin.
func (c Config) copyHashed(dst io.Writer, src io.Reader) error {
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(dst, sum), io.LimitReader(src, MaxExecutable+1))
	if err != nil || n > MaxExecutable {
		return fail(CodePath, "the bridge cannot be read, or is too large", err)
	}
	if c.SHA256 == "" {
		return nil
	}
	pin, err := hex.DecodeString(c.SHA256)
	if err != nil || subtle.ConstantTimeCompare(pin, sum.Sum(nil)) != 1 {
		return fail(CodeIdentity, "the bridge does not have the hash that the policy pins", err)
	}
	return nil
}
