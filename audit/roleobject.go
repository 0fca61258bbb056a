package audit

import "strings"

// roleObjects looks for an object of a chat interface in data: a member "role"
// whose value is one that the data has no right to. It is how data leaves a
// string of JSON that somebody built by hand, or a list that Python printed, with
// single quotation marks. The member is read as JSON reads it, with any white
// space and with escapes, and in a string within a string, where quotation marks
// have backslashes before them.
//
// Every colon is looked at once, with the white space beside it and a bounded
// number of bytes on both sides, so that it takes linear time.
func roleObjects(s string, code bool, put sink) {
	if code || !strings.Contains(s, ":") {
		return
	}
	for i := 0; ; i++ {
		k := strings.IndexByte(s[i:], ':')
		if k < 0 {
			return
		}
		i += k
		start, end, ok := roleKey(s, i)
		if !ok {
			continue
		}
		next := i + 1
		for next < len(s) && isBlank(s[next]) {
			next++
		}
		value, last, whole := quoted(s, next)
		if !systemRole(s[start:end], value, whole) || put.full(idRoleForged, start, last) {
			continue
		}
		put.add(idRoleForged, start, last, "a member that makes a message of a chat interface one of the system's")
	}
}

// maxRole is how much of a string is read for a role, in bytes: every letter of
// "developer" can be an escape with a few backslashes.
const maxRole = 96

// roleKey finds the string before the colon at i if it says role: where it
// begins and ends.
func roleKey(s string, i int) (start, end int, ok bool) {
	for i > 0 && isBlank(s[i-1]) {
		i--
	}
	if i < len(`"role"`) || !isQuote(s[i-1]) {
		return 0, 0, false
	}
	end = i
	lo := max(0, end-1-maxRole)
	start = strings.LastIndexByte(s[lo:end-1], s[i-1])
	if start < 0 {
		return 0, 0, false
	}
	start += lo
	key, _, whole := quoted(s, start)
	return start, end, whole && strings.EqualFold(key, "role")
}

func isQuote(b byte) bool { return b == '"' || b == '\'' }

// quoted reads the string whose quotation mark stands at i, behind backslashes
// or not, up to end. whole is false where it goes on: the text may end in the
// middle.
func quoted(s string, i int) (value string, end int, whole bool) {
	for n := 0; n < maxBackslashes && i < len(s) && s[i] == '\\'; n++ {
		i++
	}
	if i >= len(s) || !isQuote(s[i]) {
		return "", i, false
	}
	part := within(s, i+1, maxRole)
	k := strings.IndexByte(part, s[i])
	end = i + 1 + len(part)
	if whole = k >= 0; whole {
		end = i + 1 + k + 1
		part = strings.TrimRight(part[:k], `\`)
	}
	if strings.IndexByte(part, '\\') < 0 {
		return part, end, whole
	}
	b := make([]byte, 0, len(part))
	for i := 0; i < len(part); {
		if part[i] == '\\' {
			if r, n := backslash(part, i); n > 0 {
				b = appendUnit(b, r)
				i += n
				continue
			}
		}
		b = append(b, part[i])
		i++
	}
	return string(b), end, whole
}

// leastRole is how much of a role must be there where the text ends in it.
const leastRole = 3

// systemRole reports whether a member makes a message one of the system's. No
// other object has "system" for a role, in any case of letters; teams have
// developers.
func systemRole(key, value string, whole bool) bool {
	if !whole {
		return len(value) >= leastRole && (strings.HasPrefix("system", value) || strings.HasPrefix("developer", value))
	}
	return strings.EqualFold(value, "system") || value == "developer" && strings.IndexByte(key, 'R') < 0
}
