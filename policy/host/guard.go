package host

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ringfence/ringfence/policy"
)

// maxHops is how many symbolic links one path may pass: as many as the system
// follows.
const maxHops = 40

// Writable reports whether a path lies, or leads, where requests can write: below
// a writable root of the policy as text ([policy.Policy.Writable]), or on the file
// system, whatever links, case or mounts stand between the two. Every folder that
// the path passes counts, since who writes there says where it leads. A relative
// path is one of the working directory. A path that nobody can follow counts as
// writable; what does not exist yet is judged by its name below what does. The cost
// is that of looking at each element of the path and of the roots once.
func Writable(p *policy.Policy, name string) bool {
	name = filepath.FromSlash(name)
	full, err := filepath.Abs(name)
	if err != nil || p.Writable(filepath.ToSlash(full)) {
		return true
	}
	var roots []place
	for _, r := range p.WritableRoots() {
		steps, ok := trail(filepath.FromSlash(r))
		if !ok {
			return true
		}
		roots = append(roots, steps[len(steps)-1])
	}
	steps, ok := trail(name)
	if !ok {
		return true
	}
	for _, s := range steps {
		if slices.ContainsFunc(roots, s.same) {
			return true
		}
	}
	return false
}

// guard refuses a policy whose gate can be written to through links, which it
// cannot see itself.
func guard(p *policy.Policy) error {
	for _, name := range p.GatePaths() {
		if Writable(p, name) {
			return configError("the policy, a folder of artifacts, a bridge or an argument of one leads to where requests can write", "move it outside, or name a root that does not hold it", nil)
		}
	}
	return nil
}

// place is a file or folder that a path passes.
type place struct {
	name string      // without links, as far as it exists
	info fs.FileInfo // nil for what does not exist
}

func (p place) same(q place) bool {
	if p.info != nil && q.info != nil {
		return os.SameFile(p.info, q.info)
	}
	return p.info == nil && q.info == nil && strings.EqualFold(p.name, q.name)
}

// trail returns every place that a path passes, the last of which is where it
// leads. It is not ok for a path that nobody can follow. The path is not cleaned:
// ".." behind a link goes up from where the link leads.
func trail(name string) (steps []place, ok bool) {
	if !filepath.IsAbs(name) {
		dir, err := os.Getwd()
		if err != nil {
			return nil, false
		}
		name = dir + string(filepath.Separator) + name
	}
	at, todo := start(name)
	steps = append(steps, at)
	for hops := 0; len(todo) > 0; {
		element := todo[0]
		todo = todo[1:]
		switch {
		case element == "" || element == ".":
			continue
		case element == ".." && at.info == nil:
			return nil, false // there is no way up from what is not there
		}
		next := look(filepath.Join(at.name, element)) // at has no link, so that ".." is its parent
		if next.info == nil || next.info.Mode()&fs.ModeSymlink == 0 {
			at = next
			steps = append(steps, at)
			continue
		}
		target, err := os.Readlink(next.name)
		if hops++; err != nil || hops > maxHops {
			return nil, false
		}
		if filepath.IsAbs(target) {
			var more []string
			at, more = start(target)
			steps, todo = append(steps, at), append(more, todo...)
			continue
		}
		todo = append(split(target), todo...)
	}
	return append(steps, at), true
}

// start returns the top of an absolute path and the names below it.
func start(name string) (top place, todo []string) {
	volume := filepath.VolumeName(name)
	return look(volume + string(filepath.Separator)), split(name[len(volume):])
}

func split(name string) []string {
	return strings.Split(filepath.ToSlash(name), "/")
}

// look is what is at a name. What cannot be looked at is told by its name.
func look(name string) place {
	info, err := os.Lstat(name)
	if err != nil {
		info = nil
	}
	return place{name, info}
}
