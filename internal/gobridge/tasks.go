package gobridge

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/task"
	"github.com/ringfence/ringfence/policy/outcome"
)

// typecheck compiles the packages and vets them with their tests.
func (j *job) typecheck() outcome.Outcome {
	j.analysis()
	if j.sources() {
		j.compiled(j.exec(step{dir: ".", compile: true, argv: []string{"build", "-gcflags=-e", "-o", os.DevNull, j.module.pattern()}}), "type-error", task.Error)
	}
	j.compiled(j.exec(step{dir: ".", compile: true, argv: []string{"vet", j.module.pattern()}}), "vet", task.Warn)
	return j.result()
}

// sources reports whether there is a file that is no test.
func (j *job) sources() bool {
	for _, p := range j.module.packages {
		if p.files > 0 {
			return true
		}
	}
	return false
}

// test compiles the tests of each package and runs them, one package at a time.
func (j *job) test() outcome.Outcome {
	j.analysis()
	for i, p := range j.module.packages {
		if !p.tests {
			continue
		}
		binary := inOut + "/" + strconv.Itoa(i) + ".test"
		o := j.exec(step{dir: ".", compile: true, argv: []string{"test", "-c", "-vet=off", "-o", binary, "./" + p.dir}})
		if o.err != nil || o.status != 0 {
			j.compiled(o, "type-error", task.Error)
			continue
		}
		argv := []string{binary, "-test.paniconexit0"}
		if j.budget > 0 {
			argv = append(argv, "-test.timeout="+j.budget.String())
		}
		o = j.exec(step{dir: p.dir, argv: argv})
		switch {
		case o.err != nil:
			j.refuse()
			return j.result()
		case o.status != 0:
			j.tested(p.dir, o)
		}
	}
	return j.result()
}

// refuse says that code of the workspace was not run.
func (j *job) refuse() {
	j.fail("sandbox-unavailable", "<task>", "the code was not run: "+printable(errorText(j.noSandbox), 200))
}

func errorText(err error) string {
	if err == nil {
		return "it could not be started"
	}
	return err.Error()
}

// platform is a target of build-pkg.
var platform = regexp.MustCompile(`^[a-z0-9]{1,16}/[a-z0-9]{1,16}$`)

// maxTargets bounds the time of a build.
const maxTargets = 8

// build compiles the programs of the module for each target, or all packages where
// there is no program, and says what came of it by a hash. Nothing is written to
// the workspace.
func (j *job) build() outcome.Outcome {
	j.set(":module-count", coreform.Int(int64(len(j.module.packages))))
	targets, ok := j.targets()
	if !ok {
		return j.result()
	}
	var programs []string
	for _, p := range j.module.packages {
		if p.main {
			programs = append(programs, argument(p.dir))
		}
	}
	mode := ":executables"
	if programs == nil {
		mode = ":packages"
	}
	var listed, artifacts []coreform.Term
	for i, t := range targets {
		listed = append(listed, coreform.Str(t))
		goos, goarch, _ := strings.Cut(t, "/")
		env := []string{"GOOS=" + goos, "GOARCH=" + goarch}
		out := os.DevNull
		patterns := []string{j.module.pattern()}
		if programs != nil {
			out, patterns = inOut+"/"+strconv.Itoa(i)+"/", programs
			_ = os.MkdirAll(filepath.Join(j.out(), strconv.Itoa(i)), 0o700) // the go tool says what is wrong
		}
		argv := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", out}, patterns...)
		o := j.exec(step{dir: ".", compile: true, argv: argv, env: env})
		if o.err != nil || o.status != 0 {
			j.compiled(o, "build-error", task.Error)
			continue
		}
		if programs != nil {
			artifacts = append(artifacts, j.artifacts(t, i)...)
		}
	}
	j.set(":build/targets", coreform.Vec(listed...))
	j.set(":build/mode", coreform.Sym(mode))
	if !j.failed() {
		h := coreform.Hash(coreform.Vec(artifacts...))
		j.set(":build/artifact-h", coreform.Str(hex.EncodeToString(h[:])))
	}
	return j.result()
}

// targets reads :targets, the platforms to build for.
func (j *job) targets() ([]string, bool) {
	list, has := j.input.Lookup(":targets")
	if !has || list.Len() == 0 {
		return []string{runtime.GOOS + "/" + runtime.GOARCH}, true
	}
	var out []string
	for _, item := range list.Items() {
		s, ok := item.Text()
		if !ok {
			s, _ = item.Symbol()
		}
		if !platform.MatchString(s) {
			j.fail("build-target", j.module.named, "a target is a platform such as linux/amd64")
			return nil, false
		}
		out = append(out, s)
	}
	if len(out) > maxTargets {
		j.fail("build-target", j.module.named, "there are too many targets")
		return nil, false
	}
	return out, true
}

// artifacts returns target, name and SHA-256 of each program that was built.
func (j *job) artifacts(target string, i int) []coreform.Term {
	var out []coreform.Term
	dir := filepath.Join(j.out(), strconv.Itoa(i))
	entries, err := os.ReadDir(dir) // in order
	if err != nil || len(entries) == 0 {
		j.fail("build-error", j.module.named, "the go tool built nothing")
	}
	for _, e := range entries {
		sum, err := digest(filepath.Join(dir, e.Name()))
		if err != nil {
			j.fail("build-error", j.module.named, "what was built cannot be read")
			continue
		}
		out = append(out, coreform.Vec(coreform.Str(target), coreform.Str(printable(e.Name(), maxMessage)), coreform.Bytes(sum)))
	}
	return out
}

func digest(name string) ([]byte, error) {
	f, err := os.Open(name) //nolint:gosec // a file of this task
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // it was only read
	h := sha256.New()
	_, err = io.Copy(h, f)
	return h.Sum(nil), err
}

// run builds one program and runs it in the module's folder.
func (j *job) run() outcome.Outcome {
	entry, ok := j.entry()
	if !ok {
		return j.result()
	}
	j.set(":run/entry", coreform.Str(printable(entry, maxMessage)))
	binary := inOut + "/program"
	o := j.exec(step{dir: ".", compile: true, argv: []string{"build", "-buildvcs=false", "-o", binary, entry}})
	if o.err != nil || o.status != 0 {
		j.compiled(o, "build-error", task.Error)
		return j.result()
	}
	argv := []string{binary}
	var args []coreform.Term
	list, _ := j.input.Lookup(":args")
	for _, a := range list.Items() {
		s, _ := a.Text()
		argv, args = append(argv, s), append(args, a)
	}
	o = j.exec(step{dir: ".", argv: argv})
	if o.err != nil {
		j.refuse()
		return j.result()
	}
	mode := ":sandboxed"
	if j.noSandbox != nil {
		mode = ":unconfined"
	}
	contract, err := coreform.Map(
		coreform.Sym(":entry"), coreform.Str(printable(entry, maxMessage)),
		coreform.Sym(":args"), coreform.Vec(args...),
		coreform.Sym(":mode"), coreform.Sym(mode),
		coreform.Sym(":exit-status"), coreform.Int(int64(o.status)),
		coreform.Sym(":stdout"), coreform.Str(printable(o.stdout.String(), maxOutput)),
		coreform.Sym(":stderr"), coreform.Str(printable(o.stderr.String(), maxOutput)),
		coreform.Sym(":dropped"), coreform.Int(int64(o.stdout.dropped+o.stderr.dropped)),
	)
	if err == nil {
		j.set(":run/launch-contract", contract)
	}
	if o.status != 0 {
		j.fail("run-failed", entry, "the program ended with status "+strconv.Itoa(o.status))
	}
	return j.result()
}

// argument is a folder of the module as the go tool takes it.
func argument(dir string) string {
	if dir == "." {
		return "."
	}
	return "./" + dir
}

// entry returns the program that run-pkg is about: :entry, a folder of the module,
// or the only program there is.
func (j *job) entry() (string, bool) {
	v, has := j.input.Lookup(":entry")
	name, _ := v.Text()
	if s, isSym := v.Symbol(); isSym {
		name = s
	}
	var found []string
	for _, p := range j.module.packages {
		if p.main && (!has || p.dir == path.Clean("./"+name)) {
			found = append(found, argument(p.dir))
		}
	}
	switch {
	case len(found) == 1:
		return found[0], true
	case has || len(found) == 0:
		j.fail("run-entry-missing", j.module.named, "the module has no such program")
	default:
		j.fail("run-entry-missing", j.module.named, "the module has several programs: name one with :entry")
	}
	return "", false
}
