package gobridge

import (
	"errors"
	"path"
	"regexp"
	"strings"

	"github.com/ringfence/ringfence/policy/host/task"
)

// maxParsed is the most diagnostics that are read from one program's output.
const maxParsed = 200

// place matches the line of a compiler or vet: file, line, column, message. The
// file ends in .go or .mod, so that prose with a colon is none.
var place = regexp.MustCompile(`^(vet: )?(?:\./)?([^\s:][^:\n]*\.(?:go|mod|sum|s)):(\d{1,9})(?::(\d{1,9}))?: (.+)$`)

// compiled reads what the go tool printed while it compiled or vetted. Findings
// that are no errors of the compiler are warnings where the caller says so.
func (j *job) compiled(o output, code string, level task.Level) {
	before := len(j.diagnostics)
	text := printable(o.stderr.String(), maxOutput)
	rest := ""
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		m := place.FindStringSubmatch(line)
		switch {
		case len(j.diagnostics)-before >= maxParsed:
		case m != nil:
			at := path.Clean(m[2]) + ":" + m[3]
			if m[4] != "" {
				at += ":" + m[4]
			}
			severity, name := level, code
			if m[1] != "" { // vet stopped at an error of the type checker
				severity, name = task.Error, "type-error"
			}
			if !j.known(at, m[5]) {
				j.say(severity, name, at, m[5])
			}
		case strings.HasPrefix(line, "\t") && len(j.diagnostics) > before:
			last := &j.diagnostics[len(j.diagnostics)-1]
			last.Msg = printable(last.Msg+"\n"+strings.TrimSpace(line), maxMessage)
		case strings.HasPrefix(line, "#"), strings.TrimSpace(line) == "", strings.Contains(line, "too many errors"), strings.HasPrefix(line, "go: warning:"):
		case rest == "":
			rest = line
		case len(rest) <= maxMessage: // no more of it is told
			rest += "\n" + line
		}
	}
	if errors.Is(o.err, errLeadsOut) {
		j.fail("sandbox-unavailable", j.module.named, o.err.Error())
		return
	}
	if o.err != nil {
		j.fail("go-tool", j.module.named, "the go tool could not be run")
		return
	}
	if o.status != 0 && len(j.diagnostics) == before && !j.failed() {
		if rest == "" {
			rest = "the go tool failed and did not say why"
		}
		j.fail("go-tool", j.module.named, rest)
	}
}

// known reports whether a diagnostic was said before: vet repeats the compiler.
func (j *job) known(at, msg string) bool {
	for _, d := range j.diagnostics {
		if d.Path == at && d.Msg == printable(msg, maxMessage) {
			return true
		}
	}
	return false
}

var (
	failedTest = regexp.MustCompile(`^\s*--- FAIL: (\S+)`)
	testPlace  = regexp.MustCompile(`^\s+([^\s:/]+\.go):(\d{1,9}): (.*)$`)
	panicLine  = regexp.MustCompile(`^(?:panic|fatal error): (.*)$`)
	tracePlace = regexp.MustCompile(`^\t(?:` + inModule + `/|\S*?/)?([^\s:]+\.go):(\d{1,9})`)
)

// tested reads what the tests of a package printed. They can print what they
// like: that they failed is known from the status, and this only says where.
func (j *job) tested(dir string, o output) {
	before := len(j.diagnostics)
	test, said, broke := "", true, ""
	flush := func() {
		if !said {
			j.fail("test-failed", dir, test+" failed")
		}
		said = true
	}
	for line := range strings.Lines(printable(o.stdout.String(), maxOutput) + "\n" + printable(o.stderr.String(), maxOutput)) {
		line = strings.TrimRight(line, "\r\n")
		if len(j.diagnostics)-before >= maxParsed {
			break
		}
		if m := failedTest.FindStringSubmatch(line); m != nil {
			flush()
			test, said = m[1], false
		} else if m := testPlace.FindStringSubmatch(line); m != nil && test != "" {
			j.fail("test-failed", path.Join(dir, m[1])+":"+m[2], test+": "+m[3])
			said = true
		} else if m := panicLine.FindStringSubmatch(line); m != nil && broke == "" {
			broke = m[1]
		} else if m := tracePlace.FindStringSubmatch(line); m != nil && broke != "" && strings.Contains(line, inModule+"/") {
			j.fail("test-panic", path.Clean(m[1])+":"+m[2], "panic: "+broke)
			broke, said = "", true
		}
	}
	flush()
	if broke != "" {
		j.fail("test-panic", dir, "panic: "+broke)
	}
	if len(j.diagnostics) == before {
		j.fail("test-failed", dir, "the tests failed and did not say why")
	}
}
