package audit

import "strings"

// roleSpelling is one way to write that somebody's turn begins, in ordinary
// words. No tokenizer treats them apart, so nothing can break them with an
// escape without altering ordinary text; but models that were trained on them
// still heed them.
type roleSpelling struct {
	family string
	role   string
	strict bool // only after an empty line or at the start
	space  bool // white space or the line's end must follow the colon
	code   bool // in source text, too: nothing else is written so there
}

// roleSpellings has what stands before the colon, as templates spell it.
var roleSpellings = map[string]roleSpelling{
	"### Instruction":        {family: "alpaca", role: "user", code: true},
	"### Input":              {family: "alpaca", role: "data", code: true},
	"### Response":           {family: "alpaca", role: "assistant", code: true},
	"GPT4 Correct User":      {family: "openchat", role: "user", code: true},
	"GPT4 Correct Assistant": {family: "openchat", role: "assistant", code: true},
	"Human":                  {family: "claude-legacy", role: "user", strict: true, code: true},
	"USER":                   {family: "vicuna", role: "user", space: true},
	"ASSISTANT":              {family: "vicuna", role: "assistant", space: true},
	"SYSTEM":                 {family: "vicuna", role: "system", space: true},
	"User":                   {family: "rwkv", role: "user", space: true},
	"Assistant":              {family: "rwkv", role: "assistant", space: true},
	"System":                 {family: "rwkv", role: "system", space: true},
	"Пользователь":           {family: "yandex", role: "user", space: true},
	"Ассистент":              {family: "yandex", role: "assistant", space: true},
}

// roleWords are role names in any case. Lists and settings have lines like
// "user: x", so these count only where a text has two of different roles.
var roleWords = map[string]string{
	"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant", "model": "assistant", "system": "system",
}

// roleHeads are the first bytes of role names in any case.
var roleHeads = func() (t [256]bool) {
	for word := range roleSpellings {
		t[word[0]] = true
	}
	for word := range roleWords {
		t[word[0]], t[word[0]&^0x20] = true, true
	}
	return t
}()

// maxRoleWord is longer than every spelling, in bytes.
const maxRoleWord = 32

// rolesOf returns the role markers of s, in linear time. In source text only what
// nothing else looks like counts.
func rolesOf(s string, code bool) roleTally {
	var sure, loose roleTally
	if !strings.Contains(s, ":") {
		return sure
	}
	sure.seen.in(s)
	loose.seen.in(s)
	at, blank := 0, true
	for line := range strings.Lines(s) {
		here := at
		at += len(line)
		first := 0
		for first < len(line) && (line[first] == ' ' || line[first] == '\t') {
			first++
		}
		if first < len(line) && !roleHeads[line[first]] {
			blank = strings.TrimRight(line[first:], "\r\n") == ""
			continue
		}
		text := line[first:]
		here += len(line) - len(text)
		word, rest, ok := cutRole(text)
		wasBlank := blank
		blank = strings.TrimRight(text, "\r\n") == ""
		if !ok {
			continue
		}
		if m, known := roleSpellings[word]; known {
			if (!m.strict || wasBlank) && (!m.space || spaceFollows(rest)) && (!code || m.code) {
				sure.add(here, m.family, m.role)
				continue
			}
		}
		if role, known := roleWords[strings.ToLower(word)]; known && !code && spaceFollows(rest) {
			loose.add(here, "chat transcripts", role)
		}
	}
	if loose.role != "" && (sure.count > 0 || loose.several) {
		sure.join(loose)
	}
	return sure
}

// cutRole splits a line after the colon that ends a role, if it can have one.
func cutRole(line string) (word, rest string, ok bool) {
	i := strings.IndexByte(line[:min(len(line), maxRoleWord)], ':')
	if i < 2 {
		return "", "", false
	}
	return line[:i], line[i+1:], true
}

func spaceFollows(rest string) bool {
	return rest == "" || strings.ContainsRune(" \t\r\n", rune(rest[0]))
}

// roleTally is the markers of one sort.
type roleTally struct {
	first, count int
	family       string
	role         string // of the first
	several      bool   // another role came after
	seen         evidence
}

func (t *roleTally) add(at int, family, role string) {
	if t.count == 0 {
		t.first, t.family, t.role = at, family, role
	}
	t.several = t.several || role != t.role
	t.count++
	t.seen.hit(at, at)
}

func (t *roleTally) join(o roleTally) {
	if t.count == 0 || o.first < t.first {
		t.first, t.family = o.first, o.family
	}
	t.count += o.count
	t.seen.join(&o.seen)
}
