package audit

import "strings"

// roleSpelling is one way to write that somebody's turn begins, in ordinary
// words. No tokenizer treats them apart, so nothing can break them with an
// escape without altering ordinary text; but models that were trained on them
// still heed them.
type roleSpelling struct {
	word   string // what stands before the colon
	family string
	role   string
	strict bool // only after an empty line or at the start
	space  bool // white space or the line's end must follow the colon
	code   bool // in source text, too: nothing else is written so there
}

// roleSpellings are the ways that templates have.
var roleSpellings = [...]roleSpelling{
	{word: "### Instruction", family: "alpaca", role: "user", code: true},
	{word: "### Input", family: "alpaca", role: "data", code: true},
	{word: "### Response", family: "alpaca", role: "assistant", code: true},
	{word: "GPT4 Correct User", family: "openchat", role: "user", code: true},
	{word: "GPT4 Correct Assistant", family: "openchat", role: "assistant", code: true},
	{word: "Human", family: "claude-legacy", role: "user", strict: true, code: true},
	{word: "USER", family: "vicuna", role: "user", space: true},
	{word: "ASSISTANT", family: "vicuna", role: "assistant", space: true},
	{word: "SYSTEM", family: "vicuna", role: "system", space: true},
	{word: "User", family: "rwkv", role: "user", space: true},
	{word: "Assistant", family: "rwkv", role: "assistant", space: true},
	{word: "System", family: "rwkv", role: "system", space: true},
	{word: "Пользователь", family: "yandex", role: "user", space: true},
	{word: "Ассистент", family: "yandex", role: "assistant", space: true},
}

// spellingOf returns the spelling with this word, or nil. Few lines come so far.
func spellingOf(word string) *roleSpelling {
	for i := range roleSpellings {
		if roleSpellings[i].word == word {
			return &roleSpellings[i]
		}
	}
	return nil
}

// roleNamed returns whose turn a name of a role in lower case begins, or "". Lists
// and settings have lines like "user: x", so these count only where a text has two
// of different roles.
func roleNamed(word string) string {
	switch word {
	case "user", "human":
		return "user"
	case "assistant", "ai", "model":
		return "assistant"
	case "system":
		return "system"
	}
	return ""
}

// roleHeads are the first bytes of all of them, names of roles in any case.
var roleHeads = [256]bool{
	'#': true, 'G': true, 0xD0: true, // of Cyrillic letters
	'A': true, 'a': true, 'H': true, 'h': true, 'M': true, 'm': true, 'S': true, 's': true, 'U': true, 'u': true,
}

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
		if m := spellingOf(word); m != nil {
			if (!m.strict || wasBlank) && (!m.space || spaceFollows(rest)) && (!code || m.code) {
				sure.add(here, m.family, m.role)
				continue
			}
		}
		if role := roleNamed(strings.ToLower(word)); role != "" && !code && spaceFollows(rest) {
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
