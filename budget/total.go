package budget

import "strings"

// result is the count of the chosen texts as a whole.
type result struct {
	tally
	summed bool
}

// total counts what is chosen so far, joined. An additive counter counts each run of
// texts between two seams, which is most often a single text whose count is
// known; any other counter counts everything as one run.
func (f *fitter) total() (result, error) {
	sum := tally{e: Exact}
	flush := func(lo, hi, texts int) error {
		t, err := f.run(lo, hi, texts)
		sum.n, sum.e = add(sum.n, t.n), min(sum.e, t.e)
		return err
	}
	before, lo, texts := edges(0), 0, 0
	for i := range f.choices[:f.hi] {
		s := &f.states[i]
		if !s.in {
			continue
		}
		if texts > 0 && f.additive && seam(before, s.edgesNow) {
			if err := flush(lo, i, texts); err != nil {
				return result{}, err
			}
			texts = 0
		}
		if texts == 0 {
			lo = i
		}
		texts++
		before = s.edgesNow
	}
	if texts == 0 {
		return result{tally: tally{e: f.ledger.once("").e}, summed: true}, nil
	}
	err := flush(lo, f.hi, texts)
	return result{tally: sum, summed: f.additive || texts == 1}, err
}

// run counts choices[lo:hi], which hold so many texts, as one.
func (f *fitter) run(lo, hi, texts int) (tally, error) {
	if texts == 1 {
		return tally{f.choices[lo].Tokens, f.states[lo].chosen}, nil
	}
	size := 0
	for i := lo; i < hi; i++ {
		size += len(f.choices[i].Text)
	}
	if err := f.alive(size); err != nil {
		return tally{}, err
	}
	var b strings.Builder
	b.Grow(size)
	for i := lo; i < hi; i++ {
		b.WriteString(f.choices[i].Text)
	}
	if f.additive {
		return f.ledger.count(b.String()), nil // likely to come again as it is
	}
	return f.ledger.once(b.String()), nil
}
