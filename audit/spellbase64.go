package audit

const (
	// leastLetters is the shortest run of base64 that is decoded, and leastDecoded
	// the shortest string that is looked for in what comes out, in bytes: a shorter
	// one turns up by chance, since any text of letters decodes to something.
	leastLetters = 8
	leastDecoded = 6
	// leastFolded is how long a line of base64 is that can go on in the next.
	leastFolded = 32
)

// inBase64 returns the spelling in which runs of letters of base64 are decoded,
// without the first skip letters of each: text may stand right before what was
// encoded. A run goes on behind a line break if it has filled a line. All bytes of
// a run come from the whole of it. False is for a text without runs.
func inBase64(text string, skip int) (spelling, bool) {
	var s spelling
	var out, letters []byte
	for i := 0; i < len(text); i++ {
		if !letter64(text[i]) {
			continue
		}
		start, end, line := i, i, i
		letters = letters[:0]
		for i < len(text) {
			if letter64(text[i]) {
				letters = append(letters, text[i])
				i++
				end = i
				continue
			}
			n := lineBreak(text[i:])
			if n == 0 || i-line < leastFolded || i+n == len(text) || !letter64(text[i+n]) {
				break
			}
			i += n
			line = i
		}
		if len(letters) < leastLetters+skip {
			continue
		}
		from := len(out)
		out = append(decode64(out, string(letters[skip:])), 0) // no text goes on from one run to the next
		for range len(out) - from {
			s.from, s.to = append(s.from, start), append(s.to, end)
		}
	}
	s.text, s.from = string(out), append(s.from, len(text))
	return s, len(out) > 0
}

func letter64(b byte) bool { return b == 'A' || sextets[b] != 0 }

// lineBreak is the length of the line break that s begins with, 0 without one.
func lineBreak(s string) int {
	switch {
	case s[0] == '\n':
		return 1
	case len(s) > 1 && s[:2] == "\r\n":
		return 2
	}
	return 0
}
