package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence/audit"
)

// digestLen is the length of the digest of a run in hexadecimal digits: 128 bits.
const digestLen = 32

// digest is what the reports of the parts of one run have in common: all that is
// checked, in every part, and how. Files are told by their names below the argument
// that they were found under and by their sizes, so that a part may be checked on
// another machine, but not of another store. What only shapes the report, its
// format and --fail-on, is not in it.
func (c *settings) digest(list []entry) string {
	h := sha256.New()
	d := digester{h}
	d.fields("promptcheck run 1")
	d.numbers(c.shard.n, c.maxBytes, c.checker.Limits.Depth, c.checker.Window)
	d.fields(c.checker.Model, strconv.FormatBool(c.show))
	for _, given := range [][]byte{c.checker.With, c.checker.Prompt, c.checker.Pins} {
		d.fields(strconv.FormatBool(given != nil), string(given))
	}
	d.rules(c.header.Rules, c.header.Off)
	if len(c.globs) > 0 {
		d.fields(c.globs...)
	}
	d.fields(strconv.FormatBool(c.known != nil))
	d.fields(slices.Sorted(maps.Keys(c.known))...)
	lines := make([]string, len(list))
	for i, e := range list {
		var one strings.Builder
		line := digester{&one}
		line.fields(e.rel, strconv.FormatBool(e.err != nil))
		line.numbers(int(sizeOf(e)), int(c.kindOf(e.name)))
		line.fields(strconv.FormatBool(c.isLines(e.name)))
		line.fields(c.pointersOf(e.name)...)
		lines[i] = one.String()
	}
	slices.Sort(lines) // names are sorted as they are spelled, which differs
	d.fields(lines...)
	return hex.EncodeToString(h.Sum(nil))[:digestLen]
}

// pointersOf are the fields that are checked of a file, as somebody wrote them.
func (c *settings) pointersOf(name string) []string {
	if c.fields != nil {
		return c.pointers
	}
	if k := c.config.entryOf(c.relative(name)); k != nil {
		return k.Field
	}
	return nil
}

// sizeOf is the size of a file in bytes; -1 where there is none to read.
func sizeOf(e entry) int64 {
	if e.err != nil || e.name == stdinName {
		return -1
	}
	info, err := os.Stat(e.name)
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// digester writes lists of texts with their lengths, so that no list passes for
// another.
type digester struct{ w io.Writer }

func (d digester) fields(list ...string) {
	d.text(strconv.Itoa(len(list)) + ";")
	for _, s := range list {
		d.text(strconv.Itoa(len(s)) + ":")
		d.text(s)
	}
}

func (d digester) numbers(list ...int) {
	for _, n := range list {
		d.fields(strconv.Itoa(n))
	}
}

// rules writes what the configuration made of the rules.
func (d digester) rules(list []audit.Rule, off []string) {
	for _, r := range list {
		d.fields(r.ID, r.Severity.String())
	}
	d.fields(off...)
}

func (d digester) text(s string) { _, _ = io.WriteString(d.w, s) } // hashes and builders do not fail
