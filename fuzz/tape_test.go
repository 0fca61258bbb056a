package fuzz_test

// A tape hands out the bytes of a fuzz argument, and zeros when it has run out.
// What is built from one tape does not depend on another.
type tape struct {
	b []byte
	i int
}

func (t *tape) next() byte {
	if t.i >= len(t.b) {
		return 0
	}
	t.i++
	return t.b[t.i-1]
}

// pick returns a number from 0 to n-1.
func (t *tape) pick(n int) int { return int(t.next()) % n }

// take returns the next n bytes, or what is left.
func (t *tape) take(n int) string {
	end := min(len(t.b), t.i+n)
	s := string(t.b[t.i:end])
	t.i = end
	return s
}
