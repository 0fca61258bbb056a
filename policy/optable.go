package policy

import (
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// opTable is [op."NAME"] with everything resolved.
type opTable struct {
	origin  *origin
	keys    map[string]*origin // the keys that were given
	public  Table
	when    *condition
	calls   int64 // -1 without a limit
	bytes   int64
	timeout int64 // milliseconds, 0 without a limit

	dialogRoots, watchRoots *rootList
	workRoots               *rootList
	watchGlobs, denyGlobs   []glob
	base                    string // "" without base_dir
	kinds                   *names

	plugins, commands, schemas             *names
	denyPlugins, denyCommands, denySchemas *names
}

// rootList is a list of clean paths of one key.
type rootList struct {
	origin *origin
	list   []root
}

type root struct {
	path   string
	origin *origin
}

// Table is what a policy says of one op to the host and the bridge that carry it
// out, beyond what [Policy.Decide] checks. Paths are clean, and absolute if the
// policy's name is.
type Table struct {
	BaseDir    string // "" when not given
	CreateDirs bool
	Timeout    time.Duration // 0 when not given
	// MaxBytes caps the canonical print of a payload and of a response, and
	// LogInlineMaxBytes what a log holds inline; -1 when not given.
	MaxBytes          int64
	LogInlineMaxBytes int64
	MaxCalls          int64 // per session, -1 when not given
	Bridge            Bridge
	// Roots are dialog_roots, watch_roots or workspace_roots, base_dir when none is
	// given.
	Roots     []string
	DenyGlobs []string // as written; those built in are not listed
	// UnsafeExec lets tasks run code where no sandbox can be had, after an approval.
	UnsafeExec bool
}

// Bridge is the program that carries an op out. The zero Bridge is none.
type Bridge struct {
	Cmd        string   // path of the executable, "" for no bridge
	Args       []string // before the op symbol
	Persistent bool     // persistent-stdio instead of spawn-per-op
	SHA256     string   // of the executable, 64 lower-case hex digits; "" for no pin
	Env        []string // names of variables that are passed on
}

func (l *loader) optable(n *node) (*opTable, error) {
	at := "/op/" + escapePointer(n.key)
	more := foreignKeys
	if opOf(n.key) != noOp || strings.HasPrefix(n.key, "editor/") {
		more = nil
	}
	if err := l.check(n, at, opKeys, more); err != nil {
		return nil, err
	}
	prefix := "op." + strconv.QuoteToASCII(n.key)
	t := &opTable{
		origin: &origin{rule: prefix, pos: l.at(n)}, keys: map[string]*origin{},
		calls: number(n, "max_calls", -1), bytes: number(n, "max_bytes", -1), timeout: number(n, "timeout_ms", 0),
	}
	for _, k := range n.keys {
		t.keys[k.key] = &origin{rule: prefix + "." + k.key, pos: l.at(k)}
	}
	const most = int64(1<<63-1) / int64(time.Millisecond)
	if k := n.child("timeout_ms"); k != nil && k.num > most {
		return nil, l.fail(CodeValue, k, at+"/timeout_ms", "the time does not fit", "")
	}
	s := &section{l: l, n: n, at: at, t: t}
	s.read()
	if s.err != nil {
		return nil, s.err
	}
	t.public.Timeout = time.Duration(t.timeout) * time.Millisecond
	t.public.MaxBytes, t.public.MaxCalls = t.bytes, t.calls
	t.public.LogInlineMaxBytes = number(n, "log_inline_max_bytes", -1)
	return t, nil
}

// section reads the keys of an op table and keeps the first error.
type section struct {
	l   *loader
	n   *node
	at  string
	t   *opTable
	err error
}

func (s *section) read() {
	t := s.t
	if k := s.n.child("base_dir"); k != nil {
		t.base = s.path(k, s.at+"/base_dir", s.l.dir)
		t.public.BaseDir = t.base
	}
	if k := s.n.child("create_dirs"); k != nil {
		t.public.CreateDirs = k.on
	}
	if k := s.n.child("unsafe_exec"); k != nil {
		t.public.UnsafeExec = k.on
	}
	t.dialogRoots, t.watchRoots = s.roots("dialog_roots"), s.roots("watch_roots")
	t.workRoots = s.roots("workspace_roots")
	t.watchGlobs, t.denyGlobs = s.globs("watch_globs"), s.globs("deny_globs")
	for i, g := range t.denyGlobs {
		t.public.DenyGlobs = append(t.public.DenyGlobs, g.text)
		t.denyGlobs[i] = denyGlob(g)
	}
	t.plugins, t.commands, t.schemas = s.names("allow_plugins", false), s.names("allow_commands", false), s.names("allow_schema_ids", false)
	t.denyPlugins, t.denyCommands, t.denySchemas = s.names("deny_plugins", true), s.names("deny_commands", true), s.names("deny_schema_ids", true)
	t.kinds = s.kinds()
	s.bridge()
	if k := s.n.child("when"); k != nil && s.err == nil {
		t.when, s.err = s.l.condition(k, s.at+"/when", false)
		if s.err == nil {
			t.when.origin.rule = t.origin.rule + ".when"
		}
	}
	for _, list := range []*rootList{t.dialogRoots, t.watchRoots, t.workRoots} {
		if list != nil {
			for _, r := range list.list {
				t.public.Roots = append(t.public.Roots, r.path)
			}
		}
	}
	if t.dialogRoots == nil && t.watchRoots == nil && t.workRoots == nil && t.base != "" {
		t.public.Roots = []string{t.base}
	}
}

func (s *section) set(err error) {
	if s.err == nil {
		s.err = err
	}
}

func (s *section) path(k *node, at, base string) string {
	if k.text == "" || badPath(k.text) {
		s.set(s.l.fail(CodePath, k, at, "the path is empty or holds a backslash or a control character", `write "." for the folder of the policy file`))
	}
	return join(base, k.text)
}

func (s *section) item(key string, i int) string { return s.at + "/" + key + "/" + strconv.Itoa(i) }

func (s *section) child(key string, i int) *origin {
	return &origin{rule: s.t.keys[key].rule + "[" + strconv.Itoa(i) + "]", pos: s.l.at(s.n.child(key).list[i])}
}

func (s *section) roots(key string) *rootList {
	k := s.n.child(key)
	if k == nil {
		return nil
	}
	base := s.l.dir
	if s.t.base != "" {
		base = s.t.base
	}
	out := &rootList{origin: s.t.keys[key]}
	for i, item := range k.list {
		out.list = append(out.list, root{s.path(item, s.item(key, i), base), s.child(key, i)})
	}
	return out
}

func (s *section) globs(key string) []glob {
	k := s.n.child(key)
	if k == nil {
		return nil
	}
	out := make([]glob, 0, len(k.list))
	for i, item := range k.list {
		g, ok := parseGlob(item.text)
		if !ok {
			s.set(s.l.fail(CodeValue, item, s.item(key, i), "this is no glob", `a relative path with "*", "?" and "**"; no "..", classes or braces`))
			return nil
		}
		g.origin = s.child(key, i)
		out = append(out, g)
	}
	return out
}

func (s *section) names(key string, fold bool) *names {
	k := s.n.child(key)
	if k == nil {
		return nil
	}
	out := &names{origin: s.t.keys[key], fold: fold}
	for i, item := range k.list {
		p, err := s.l.pattern(item, s.item(key, i), fold, s.child(key, i))
		if err != nil {
			s.set(err)
			return nil
		}
		out.list = append(out.list, p)
	}
	return out
}

// kinds reads allow_task_kinds, which holds whole symbols.
func (s *section) kinds() *names {
	k := s.n.child("allow_task_kinds")
	if k == nil {
		return nil
	}
	out := &names{origin: s.t.keys["allow_task_kinds"]}
	for i, item := range k.list {
		if item.text == "" || strings.Contains(item.text, "*") {
			s.set(s.l.fail(CodeWildcard, item, s.item("allow_task_kinds", i), "a task kind is a whole symbol", `such as "editor/task::fmt-coreform"`))
			return nil
		}
		out.list = append(out.list, pattern{text: item.text, origin: s.child("allow_task_kinds", i)})
	}
	return out
}

// bridge reads the bridge_ keys and env_allow.
func (s *section) bridge() {
	b := &s.t.public.Bridge
	if k := s.n.child("bridge_cmd"); k != nil {
		base := s.l.dir
		if s.t.base != "" {
			base = s.t.base
		}
		b.Cmd = s.path(k, s.at+"/bridge_cmd", base)
	}
	if k := s.n.child("bridge_args"); k != nil {
		for _, item := range k.list {
			if strings.ContainsRune(item.text, 0) {
				s.set(s.l.fail(CodeValue, item, s.at+"/bridge_args", "no argument can hold NUL", ""))
			}
			b.Args = append(b.Args, item.text)
		}
	}
	if k := s.n.child("bridge_transport"); k != nil {
		b.Persistent = k.text == "persistent-stdio"
		if !b.Persistent && k.text != "spawn-per-op" {
			s.set(s.l.fail(CodeValue, k, s.at+"/bridge_transport", "there is no such transport", "spawn-per-op or persistent-stdio"))
		}
	}
	if k := s.n.child("bridge_cmd_sha256"); k != nil {
		b.SHA256 = strings.ToLower(strings.TrimPrefix(k.text, "sha256:"))
		if raw, err := hex.DecodeString(b.SHA256); err != nil || len(raw) != 32 {
			s.set(s.l.fail(CodeValue, k, s.at+"/bridge_cmd_sha256", "this is no SHA-256", "64 hexadecimal digits"))
		}
	}
	if k := s.n.child("env_allow"); k != nil {
		for _, item := range k.list {
			if !envName(item.text) {
				s.set(s.l.fail(CodeValue, item, s.at+"/env_allow", "this is no name of a variable", "letters, digits and underscores; no wildcards"))
			}
			b.Env = append(b.Env, item.text)
		}
	}
	if b.Cmd == "" {
		for _, key := range []string{"bridge_args", "bridge_transport", "bridge_cmd_sha256", "env_allow"} {
			if k := s.n.child(key); k != nil {
				s.set(s.l.fail(CodeMissingKey, k, s.at+"/bridge_cmd", "the key says how to run a bridge and there is none", "add bridge_cmd"))
			}
		}
	}
}

func envName(name string) bool {
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c|0x20 < 'a' || c|0x20 > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
