package gobridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"text/scanner"
	"unicode"
)

// errLeadsOut: without a sandbox nobody but the module itself keeps the compiler
// from reading, and quoting, what is none of the task's business.
var errLeadsOut = errors.New("there is no sandbox, and the module leads the compiler out")

func leadsOut(name, why string) error { return fmt.Errorf("%w: %s: %s", errLeadsOut, name, why) }

// selfContained holds that the compiler finds nothing through the module that is
// not in it: no link out or to what is hidden, no special file, no include of a
// path, no module that is replaced by a folder elsewhere. What cannot be looked at
// does not hold. It is a look before the compiler's, and no wall: who changes the
// module meanwhile is not held by it.
func (j *job) selfContained() error {
	dir := filepath.FromSlash(j.module.dir)
	top, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return leadsOut(".", "it cannot be followed")
	}
	seen, size := 0, int64(0)
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		name := printable(filepath.ToSlash(strings.TrimPrefix(p, dir)), maxMessage)
		if seen++; err != nil || seen > maxHidden {
			return leadsOut(name, "it cannot be looked at, or there are too many files")
		}
		switch {
		case d.IsDir():
			return j.ctx.Err()
		case d.Type()&fs.ModeSymlink != 0:
			real, err := filepath.EvalSymlinks(p)
			rel, relErr := filepath.Rel(top, real)
			if err != nil || relErr != nil || !filepath.IsLocal(rel) || j.hiddenPath(rel) {
				return leadsOut(name, "a link leads out, or to what is hidden")
			}
			return nil
		case !d.Type().IsRegular():
			return leadsOut(name, "this is no file")
		case !strings.EqualFold(filepath.Ext(p), ".s"):
			return nil
		}
		return j.includes(p, map[string]bool{}, &size)
	})
	if err != nil {
		return err
	}
	return j.replaced(dir)
}

// hiddenPath reports whether an element of a path is hidden.
func (j *job) hiddenPath(rel string) bool {
	for e := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if hides(j.hide, e) {
			return true
		}
	}
	return false
}

// includes holds that a file of the assembler includes nothing but plain names,
// and so what it includes of its folder. The tokens are those of the assembler;
// the word counts wherever it stands, since a macro can put the sign before it.
func (j *job) includes(p string, done map[string]bool, size *int64) error {
	if done[p] {
		return nil
	}
	done[p] = true
	info, err := os.Stat(p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // of the Go tree
	}
	name := printable(filepath.Base(p), maxMessage)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return leadsOut(name, "it cannot be looked at")
	}
	src, err := os.ReadFile(p) //nolint:gosec // a file of the module
	if *size += int64(len(src)); err != nil || *size > maxSource {
		return leadsOut(name, "it cannot be looked at")
	}
	var s scanner.Scanner
	s.Init(bytes.NewReader(src))
	s.Error = func(*scanner.Scanner, string) {} // the assembler will say it
	s.Whitespace = 1<<'\t' | 1<<'\r' | 1<<' '
	s.Mode = scanner.ScanChars | scanner.ScanFloats | scanner.ScanIdents | scanner.ScanInts | scanner.ScanStrings | scanner.ScanComments | scanner.SkipComments
	s.IsIdentRune = func(r rune, i int) bool {
		return unicode.IsLetter(r) || r == '_' || r == '\u00b7' || r == '\u2215' || i > 0 && unicode.IsDigit(r)
	}
	for t := s.Scan(); t != scanner.EOF; t = s.Scan() {
		if t != scanner.Ident || s.TokenText() != "include" {
			continue
		}
		if s.Scan() != scanner.String {
			return leadsOut(name, "an include has no name")
		}
		what, err := strconv.Unquote(s.TokenText())
		if err != nil || what == "" || what == "." || what == ".." || strings.ContainsAny(what, "/\\:\x00") || j.hiddenPath(what) {
			return leadsOut(name, "an include is no plain name of a file, or that of a hidden one")
		}
		if err := j.includes(filepath.Join(filepath.Dir(p), what), done, size); err != nil {
			return err
		}
	}
	return nil
}

// replaced holds that folders that stand in for modules lie in the module, and are
// not hidden. The go tool reads go.mod for it, which reads nothing else.
func (j *job) replaced(dir string) error {
	cmd := exec.CommandContext(j.ctx, j.goTool, "mod", "edit", "-json") //nolint:gosec // the go tool
	cmd.Dir = dir
	cmd.Env = environment(filepath.Dir(filepath.Dir(j.goTool)), j.cacheDir(), filepath.Join(j.tmp, "modcache"), j.tmp)
	cmd.WaitDelay = killDelay
	out, err := cmd.Output()
	var mod struct {
		Replace []struct {
			New struct{ Path, Version string }
		}
	}
	if err != nil || json.Unmarshal(out, &mod) != nil {
		return leadsOut("go.mod", "it cannot be read")
	}
	for _, r := range mod.Replace {
		at := filepath.Clean(filepath.FromSlash(r.New.Path))
		if r.New.Version == "" && (!filepath.IsLocal(at) || j.hiddenPath(at)) {
			return leadsOut("go.mod", "a module is replaced by a folder outside, or by a hidden one")
		}
	}
	return nil
}
