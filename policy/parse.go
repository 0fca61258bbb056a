package policy

import (
	"slices"
	"strconv"
	"strings"

	"lukechampine.com/blake3"
)

// Policy is a policy file that was read and judged. It is immutable and safe
// for concurrent use; what a session has done is in a [State]. The zero Policy
// and a nil one deny everything.
type Policy struct {
	name   string
	hash   [32]byte
	loaded bool
	rules  []*rule // in the order of the file: allow, deny, rule
	// What is left of rules for each op, so that deciding is not a search.
	allows, denies [opCount][]*rule
	tables         [opCount]*opTable
	others         []*opTable // of ops of other families
	denyGlobs      []glob     // built in, and of the top level
	builtin        int        // how many of denyGlobs are built in
	dir            string

	runtime Runtime
	task    TaskLimits
	log     Log
	store   Store
	origins map[string]*origin // of keys of runtime, task, log and store
}

// Runtime is [runtime]: limits of one session, -1 where there is none.
type Runtime struct {
	MaxEffectOps                                  int64
	MaxPayloadBytesPerOp, MaxPayloadBytesPerRun   int64
	MaxResponseBytesPerOp, MaxResponseBytesPerRun int64
}

// TaskLimits is [task]: limits for the host's scheduler, -1 where there is none.
// MaxTimeMSPerTask is also a limit of the budget that a request asks for.
type TaskLimits struct {
	DefaultWorkers, MaxWorkers, MaxTasks, MaxQueue int64
	MaxStepsPerTask, MaxTimeMSPerTask              int64
}

// Log is [log]; limits are -1 and the folder "" where there is none.
type Log struct {
	InlineMaxBytes, MaxArtifactBytesPerRun int64
	StoreDir                               string
}

// Store is [store]; the limit is -1 and the folder "" where there is none.
type Store struct {
	Dir         string
	MaxRunBytes int64
}

// Parse reads a policy. name is the path of the file, as it will stand in
// decisions; relative paths of the policy resolve against its folder, so it
// should be absolute. Nothing is read but src.
//
// An error is a [ringfence.Error] with a policy code, the byte offset, the JSON
// pointer of the key and, through [PositionOf], line and column; the Policy
// beside it is nil. It takes time linear in src, which is at most [MaxBytes].
func Parse(name string, src []byte) (*Policy, error) {
	if len(src) > MaxBytes {
		return nil, loadError(CodeSize, name, src, 0, "", "the policy is longer than "+strconv.Itoa(MaxBytes)+" bytes", "")
	}
	doc, err := readTOML(name, src)
	if err != nil {
		return nil, err
	}
	l := &loader{file: name, src: src, dir: folder(name), lines: lineStarts(src)}
	if err := l.check(doc, "", topKeys, nil); err != nil {
		return nil, err
	}
	p := &Policy{name: name, dir: l.dir, loaded: true, origins: map[string]*origin{}}
	h := blake3.New(32, nil)
	_, _ = h.Write([]byte("ringfence\x00policy\x00"))
	_, _ = h.Write(src)
	h.Sum(p.hash[:0])
	for _, step := range []func(*loader, *node) error{p.readRules, p.readTables, p.readLimits, p.readGlobs, p.guard} {
		if err := step(l, doc); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// readRules reads allow, deny and the [[rule]] tables.
func (p *Policy) readRules(l *loader, doc *node) error {
	if doc.child("allow") == nil {
		return l.fail(CodeMissingKey, doc, "/allow", "the policy has no allow", "allow = [] allows nothing")
	}
	allow, err := l.entries(doc, "allow")
	if err != nil {
		return err
	}
	deny, err := l.entries(doc, "deny")
	if err != nil {
		return err
	}
	rest, err := l.rules(doc)
	if err != nil {
		return err
	}
	p.rules = slices.Concat(allow, deny, rest)
	patterns := 0
	for _, r := range p.rules {
		patterns += len(r.ops)
	}
	if patterns > MaxRules {
		return l.fail(CodeSize, doc, "/allow", "the rules name more than "+strconv.Itoa(MaxRules)+" ops", "")
	}
	for id := opID(1); id < opCount; id++ {
		for _, r := range p.rules {
			switch {
			case !r.names(ops[id].name):
			case r.denies:
				p.denies[id] = append(p.denies[id], r)
			default:
				p.allows[id] = append(p.allows[id], r)
			}
		}
	}
	return nil
}

// readTables reads the op tables.
func (p *Policy) readTables(l *loader, doc *node) error {
	list := doc.child("op")
	if list == nil {
		return nil
	}
	folded := map[string]bool{}
	for _, n := range list.keys {
		at := "/op/" + escapePointer(n.key)
		if folded[strings.ToLower(n.key)] {
			return l.fail(CodeKeyCase, n, at, "there is a table for this op but for case", "ops are written in lower case")
		}
		folded[strings.ToLower(n.key)] = true
		if opOf(n.key) == noOp && opOf(strings.ToLower(n.key)) != noOp {
			return l.fail(CodeKeyCase, n, at, "the op is known in lower case only", "write "+strings.ToLower(n.key))
		}
		if err := l.typed(n, at, table); err != nil {
			return err
		}
		t, err := l.optable(n)
		if err != nil {
			return err
		}
		if id := opOf(n.key); id != noOp {
			p.tables[id] = t
		} else {
			p.others = append(p.others, t)
		}
	}
	return nil
}

// readLimits reads the other tables.
func (p *Policy) readLimits(l *loader, doc *node) error {
	sections := []struct {
		name string
		keys keyTypes
	}{{"runtime", runtimeKeys}, {"task", taskKeys}, {"log", logKeys}, {"store", storeKeys}, {"refs", refsKeys}}
	in := map[string]*node{}
	for _, s := range sections {
		in[s.name] = &node{}
		n := doc.child(s.name)
		if n == nil {
			continue
		}
		if err := l.check(n, "/"+s.name, s.keys, nil); err != nil {
			return err
		}
		in[s.name] = n
		for _, k := range n.keys {
			p.origins[s.name+"."+k.key] = &origin{rule: s.name + "." + k.key, pos: l.at(k)}
		}
	}
	r, t := in["runtime"], in["task"]
	p.runtime = Runtime{
		number(r, "max_effect_ops", -1),
		number(r, "max_payload_bytes_per_op", -1), number(r, "max_payload_bytes_per_run", -1),
		number(r, "max_response_bytes_per_op", -1), number(r, "max_response_bytes_per_run", -1),
	}
	p.task = TaskLimits{
		number(t, "default_workers", -1), number(t, "max_workers", -1), number(t, "max_tasks", -1), number(t, "max_queue", -1),
		number(t, "max_steps_per_task", -1), number(t, "max_time_ms_per_task", -1),
	}
	s := &section{l: l}
	folder := func(n *node, key, at string) string {
		if k := n.child(key); k != nil {
			return s.path(k, at, l.dir)
		}
		return ""
	}
	p.log = Log{number(in["log"], "inline_max_bytes", -1), number(in["log"], "max_artifact_bytes_per_run", -1), folder(in["log"], "store_dir", "/log/store_dir")}
	p.store = Store{folder(in["store"], "dir", "/store/dir"), number(in["store"], "max_run_bytes", -1)}
	_ = folder(in["refs"], "path", "/refs/path") // judged like the others
	return s.err
}

// readGlobs reads the deny globs of the top level, behind those built in.
func (p *Policy) readGlobs(l *loader, doc *node) error {
	p.denyGlobs = protectedGlobs()
	p.builtin = len(p.denyGlobs)
	k := doc.child("deny_globs")
	if k == nil {
		return nil
	}
	s := &section{l: l, n: doc, t: &opTable{keys: map[string]*origin{"deny_globs": {rule: "deny_globs", pos: l.at(k)}}}}
	for _, g := range s.globs("deny_globs") {
		p.denyGlobs = append(p.denyGlobs, denyGlob(g))
	}
	return s.err
}
