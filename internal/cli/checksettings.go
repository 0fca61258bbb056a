package cli

import (
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
)

// settings is one run of check: flags and configuration, judged and merged.
type settings struct {
	header   report.Header
	checker  audit.Checker
	kind     audit.Kind
	fixed    bool // the kind was named on the command line
	lines    *bool
	fields   *promptdoc.Fields // of --field; nil for none
	pointers []string          // what fields was made of
	maxBytes int
	show     bool
	config   *config
	known    map[string]struct{} // fingerprints of the baseline; nil for none
	shard    shard
	compares []*comparison // what bodies are compared with
	dir      string        // the working folder, "" if unknown
	writes   bool          // files, besides standard output
	own      []os.FileInfo // files of this run that a folder may hold
	passed   []passed      // files in folders that are not checked because of their names
	globs    exclusion     // what is left out of folders
	excluded []passed      // files in folders that they leave out
	links    int           // links in folders to what is reached without them
	read     *atomic.Int64 // bytes that were read, for progress; nil without it
}

// settings judges the flags and reads the files that they name. A flag that was
// given beats the configuration.
func (f *checkFlags) settings(inv *invocation) (*settings, error) {
	if f.set.Changed("redact") && *f.redact && *f.show {
		return nil, usageError("--show and --redact contradict each other", "give one of them")
	}
	if *f.record == stdinName && (*f.output == "" || *f.output == stdinName) {
		return nil, usageError("report and baseline would both go to standard output",
			"name a file for one of them, with --write-baseline FILE or -o FILE")
	}
	conf, err := readConfig(inv, *f.config)
	if err != nil {
		return nil, err
	}
	f.from(conf)
	c := &settings{maxBytes: *f.maxBytes, config: conf, show: *f.show || !*f.redact, fixed: f.set.Changed("kind")}
	if f.set.Changed("lines") {
		c.lines = f.lines
	}
	kind, ok := audit.ParseKind(*f.kind)
	if !ok {
		return nil, notOneOf("kind", *f.kind, audit.Kinds())
	}
	c.kind = kind
	if err := c.fieldFlag(*f.fields); err != nil {
		return nil, err
	}
	if err := checkLimit(*f.maxBytes); err != nil {
		return nil, err
	}
	if c.header, err = f.header(); err != nil {
		return nil, err
	}
	conf.header(&c.header)
	if err := c.exclude(*f.exclude); err != nil {
		return nil, err
	}
	if c.shard, err = parseShard(*f.shard); err != nil {
		return nil, err
	}
	c.header.Shard, c.header.Shards = c.shard.i, c.shard.n
	if err := f.rules.fit(c); err != nil {
		return nil, err
	}
	c.compares = f.rules.comparisons()
	c.checker.Limits = contract.Limits{Bytes: c.maxBytes, Depth: conf.Limits.Depth}
	if err := f.rules.fill(inv, &c.checker, c.maxBytes); err != nil {
		return nil, err
	}
	known, sum, err := f.fingerprints(inv)
	if err != nil {
		return nil, err
	}
	c.known = known
	c.header.Settings = c.told(sum)
	c.dir = workingFolder()
	c.header.Root = c.dir
	c.writes = *f.output != "" || *f.record != ""
	reads := []string{*f.config, *f.baseline, *f.rules.pins}
	if prompt := *f.rules.prompt; prompt != "" && c.kindOf(prompt) == audit.Response {
		reads = append(reads, prompt) // in a folder of answers it is none
	}
	c.own = ownFiles(reads, []string{*f.record, *f.output})
	return c, nil
}

// fingerprints are those that the baseline knows, and the digest of it; nil without one.
func (f *checkFlags) fingerprints(inv *invocation) (known map[string]struct{}, sum string, err error) {
	if *f.baseline == "" {
		return nil, "", nil
	}
	if *f.output != "" && sameName(*f.output, *f.baseline) {
		return nil, "", usageError("--output names an input file", "choose another name")
	}
	return readBaseline(inv, *f.baseline)
}

// ownFiles are the files of a run that are nothing to check: what it reads for
// itself, and earlier reports that it will replace. A file that it would replace
// and that is no report may be an input that a slip of the hand named.
func ownFiles(reads, writes []string) []os.FileInfo {
	var out []os.FileInfo
	for i, name := range append(reads, writes...) {
		info, err := os.Stat(name)
		if name != "" && err == nil && (i < len(reads) || isReport(name)) {
			out = append(out, info)
		}
	}
	return out
}

// isReport reports whether a file is a report that can be read.
func isReport(name string) bool {
	f, _, err := openRegular(name)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }() // it was only read
	_, err = report.Read(io.LimitReader(f, maxFile))
	return err == nil
}

// from sets the flags that were not given to what the configuration says.
func (f *checkFlags) from(conf *config) {
	for name, value := range map[string]string{
		"kind": conf.Kind, "fail-on": conf.FailOn, "model": conf.Model, "max-bytes": number(conf.Limits.Bytes),
	} {
		if flag := f.set.Lookup(name); flag != nil && !flag.Changed && value != "" {
			_ = flag.Value.Set(value) // it was judged when the configuration was read
		}
	}
}

// workingFolder is where relative names count from; without it names are taken
// as they are.
func workingFolder() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	return dir
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// header judges what a report is made with.
func (f *checkFlags) header() (report.Header, error) {
	h := newHeader()
	if err := oneOf("format", *f.format, reportFormats()); err != nil {
		return h, err
	}
	err := setFailOn(&h, *f.failOn)
	return h, err
}

func setFailOn(h *report.Header, name string) error {
	if err := oneOf("fail-on", name, failNames); err != nil {
		return err
	}
	severity, ok := audit.ParseSeverity(name)
	h.FailOn, h.Never = severity, !ok
	return nil
}

// newHeader says which program writes a report.
func newHeader() report.Header {
	return report.Header{Tool: "promptcheck", Version: ownVersion(), Fingerprints: report.FingerprintVersion}
}

// kindOf is the kind that a file is checked as.
func (c *settings) kindOf(name string) audit.Kind {
	if c.fixed {
		return c.kind
	}
	if k := c.config.entryOf(c.relative(name)); k != nil {
		return k.kind
	}
	return c.kind
}

// isLines reports whether a file is JSON Lines.
func (c *settings) isLines(name string) bool {
	if c.lines != nil {
		return *c.lines
	}
	switch strings.ToLower(filepath.Ext(withoutGzip(name))) {
	case ".jsonl", ".ndjson":
		return true
	}
	return false
}

// withoutGzip is a name without the extension of gzip.
func withoutGzip(name string) string {
	if n := len(name) - len(".gz"); n > 0 && strings.EqualFold(name[n:], ".gz") {
		return name[:n]
	}
	return name
}

// relative is a name as fingerprints and globs have it: from the working folder
// where it lies below that, with "/" between folders.
func (c *settings) relative(name string) string {
	if c.dir != "" && filepath.IsAbs(name) {
		if rel, err := filepath.Rel(c.dir, name); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
	}
	return filepath.ToSlash(filepath.Clean(name))
}
