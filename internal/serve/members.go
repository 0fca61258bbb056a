package serve

import "slices"

// place is where a value stands: what the names above it say about it.
type place struct {
	role     string // whose its texts are, where that is known
	message  bool   // an object here is a message: its member "role" is a role
	words    bool   // text is expected, and a number would be a token
	mask     bool   // a string here may be masked
	fixed    bool   // a program reads what is here, at any depth
	declared bool   // tools are described here
}

// member is the place of a member of an object at p; top is true for an object
// that is the whole request or response.
func (p place) member(name string, top bool) place {
	next := place{role: p.role, fixed: p.fixed, declared: p.declared}
	if isResult(name) {
		next.role = "tool"
	}
	if top {
		switch name {
		case "system", "instructions", "systemInstruction", "system_instruction":
			next.role = "system"
		case "tools", "functions":
			next.role, next.declared = "tool", true
		case "prompt", "input":
			next.message, next.words, next.mask = true, true, true
			return next
		}
	}
	next.fixed = next.fixed || isForProgram(name)
	if next.fixed {
		return next
	}
	next.message = holdsMessages(name)
	next.mask = isMaskable(name) || next.message
	next.words = name == "content" || name == "text"
	return next
}

// plainName reports whether the name of a member has nothing in it to check: short
// words of ASCII, in which no code of a fence has room.
func plainName(name string) bool {
	const code = 10 // the least length of a nonce
	run := 0
	for i := range len(name) {
		switch b := name[i]; {
		case b|0x20 >= 'a' && b|0x20 <= 'z' || b >= '2' && b <= '7':
			run++
		case b >= '0' && b <= '9' || b == '_' || b == '.' || b == '-':
			run = 0
			continue
		default:
			return false
		}
		if run >= code {
			return isLongName(name)
		}
	}
	return true
}

// plainWord reports whether a JSON string is a word of letters, digits and what
// joins them in keys, addresses of models and base64.
func plainWord(s []byte) bool {
	return !slices.ContainsFunc(s, func(b byte) bool {
		return (b|0x20 < 'a' || b|0x20 > 'z') && (b < '-' || b > ':') && b != '_' && b != '=' && b != '+' && b != '@'
	})
}
