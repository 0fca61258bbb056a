package audit

import "strings"

// roleObjects looks for an object of a chat interface in data: a member "role"
// whose value is one that the data has no right to. It is how data leaves a
// string of JSON that somebody built by hand.
func roleObjects(s string, code bool, put sink) {
	if code {
		return
	}
	for i := 0; ; {
		k := strings.Index(s[i:], `"role"`)
		if k < 0 {
			return
		}
		i += k
		rest := strings.TrimLeft(within(s, i+len(`"role"`), 16), " \t")
		if rest, ok := strings.CutPrefix(rest, ":"); ok {
			rest = strings.TrimLeft(rest, " \t")
			for _, role := range []string{`"system"`, `"developer"`} {
				if strings.HasPrefix(rest, role) || len(rest) >= 4 && strings.HasPrefix(role, rest) {
					if !put.full(idRoleForged) {
						put.add(idRoleForged, i, i+len(`"role"`), "a member that makes a message of a chat interface one of the system's")
					}
					break
				}
			}
		}
		i += len(`"role"`)
	}
}
