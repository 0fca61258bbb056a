package audit

// Sizes of what costs a tokenizer or a reader more than it says.
const (
	// bombSize is how long a repetition is that nobody writes.
	bombSize = 16 << 10
	// bombStep is how often a repetition is looked for; one of bombSize spans
	// several.
	bombStep = 4 << 10
	// maxPeriod is the longest unit that counts as a repetition.
	maxPeriod = 48
	// unbroken is how long a word without an end is that only hand-made merging
	// makes cheap.
	unbroken = 64 << 10
)

// repeats looks for a unit that is repeated for bombSize bytes. It tests blocks:
// in ordinary text the first bytes of a block tell it apart.
func (t *textScan) repeats() {
	if t.in.code {
		return
	}
	seen := evidence{text: t.s}
	first, last := 0, 0
	defer func() {
		if seen.n > 0 {
			addAll(t.put, &seen, idBomb, first, last, "one unit is repeated for a long way: text that is made to be expensive")
		}
	}()
	for i := 0; i+bombSize <= len(t.s); i += bombStep {
		for p := 1; p <= maxPeriod; p++ {
			if t.s[i] != t.s[i+p] || !periodic(t.s[i:i+bombStep], p) {
				continue
			}
			end := i + bombStep
			for end < len(t.s) && t.s[end] == t.s[end-p] {
				end++
			}
			if end-i >= bombSize-bombStep {
				start := i // blocks begin anywhere in the run
				for start > 0 && t.s[start-1] == t.s[start-1+p] {
					start--
				}
				if seen.n == 0 {
					first, last = start, end
				}
				seen.hit(start, end)
				i = (end - 1) / bombStep * bombStep // and one step on
			}
			break
		}
	}
}

// periodic reports whether s repeats itself after p bytes.
func periodic(s string, p int) bool { return s[p:] == s[:len(s)-p] }
