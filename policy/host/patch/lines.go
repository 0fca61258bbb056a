package patch

import "bytes"

// split returns the lines of a text, each with its line feed; the last one may
// have none. Only a line feed ends a line: a carriage return belongs to it.
func split(text []byte) [][]byte {
	out := make([][]byte, 0, bytes.Count(text, []byte{'\n'})+1)
	for len(text) > 0 {
		end := bytes.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		out = append(out, text[:end:end])
		text = text[end:]
	}
	return out
}

// intern numbers lines so that equal ones have equal numbers.
func intern(a, b [][]byte) (x, y []int, count int) {
	ids := make(map[string]int, len(a)+len(b))
	number := func(lines [][]byte) []int {
		out := make([]int, len(lines))
		for i, l := range lines {
			id, ok := ids[string(l)]
			if !ok {
				id = len(ids)
				ids[string(l)] = id
			}
			out[i] = id
		}
		return out
	}
	x, y = number(a), number(b)
	return x, y, len(ids)
}
