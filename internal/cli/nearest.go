package cli

import (
	"os"
	"strings"
)

// maxTypos is how many letters may differ between a word and the one that was
// meant.
const maxTypos = 2

// nearest returns the one of list that is closest to word, or "" when none is
// close. The first of several wins.
func nearest(word string, list []string) string {
	best, least := "", maxTypos+1
	for _, w := range list {
		if len(word) > 2*len(w)+maxTypos {
			continue // also bounds the work for a long word
		}
		d := distance(strings.ToLower(word), w)
		if len(word) >= 3 && strings.HasPrefix(w, strings.ToLower(word)) {
			d = min(d, maxTypos)
		}
		if d < least && d < len(w) {
			best, least = w, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour to make b of a.
func distance(a, b string) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}

// mistyped returns the command that a first argument may have meant: a bare
// word that is close to a command and names no file.
func mistyped(word string) string {
	if word == "" || strings.ContainsAny(word, "./\\") || strings.HasPrefix(word, "-") {
		return ""
	}
	if _, err := os.Lstat(word); err == nil {
		return ""
	}
	return nearest(word, commandNames())
}
