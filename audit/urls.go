package audit

import "strings"

// eachURL calls f with the addresses in s: from a scheme to white space or what
// ends one in Markdown, HTML and JSON.
func eachURL(s string, f func(start, end int)) {
	for i := 0; ; {
		k := strings.Index(s[i:], "://")
		if k < 0 {
			return
		}
		at := i + k
		start := at
		for start > i && letters[s[start-1]] {
			start--
		}
		end := at + len("://")
		for end < len(s) && s[end] > ' ' && s[end] != 0x7F && strings.IndexByte("\"'<>)]}`\\|", s[end]) < 0 {
			end++
		}
		if start < at {
			f(start, end)
		}
		i = end
	}
}
