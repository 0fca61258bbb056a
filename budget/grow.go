package budget

// growTries is how often growth is repeated with less room when the whole
// counts for more than its parts. The room given up at least doubles each
// time; after the last try the smallest forms, which are known to fit, stay.
const growTries = 10

// growAll lets what was taken grow into the room left.
func (f *fitter) growAll() error {
	if !f.growable() {
		return nil
	}
	base, short := f.used, 0
	for range growTries {
		grown, err := f.grow(f.room - base.n - short)
		if err != nil {
			return err
		}
		if !grown {
			break
		}
		t, err := f.total()
		if err != nil {
			return err
		}
		if t.n <= f.room {
			f.used = t
			return nil
		}
		short = add(short, max(t.n-f.room, short, 1))
		f.apply()
		f.recount()
	}
	return nil
}

// growable reports whether anything in the text has a larger form.
func (f *fitter) growable() bool {
	for i := f.lo; i < f.hi; i++ {
		if s := &f.states[i]; s.in && s.smallest != s.fullest {
			return true
		}
	}
	return false
}

// grow runs both passes over the room left and reports whether anything grew.
func (f *fitter) grow(left int) (bool, error) {
	grown := false
	for _, capped := range [...]bool{true, false} {
		waiting := false // something could still grow
		for _, i := range f.order {
			if left <= 0 {
				break
			}
			s := &f.states[i]
			if !s.in || s.smallest == s.fullest || f.whole(i) {
				continue
			}
			c := &f.choices[i]
			waiting = true
			allow := add(c.Tokens, min(left, f.trees.room(s.subtree)))
			s.capped = c.Cap > 0 && (capped || s.capped) && allow > c.Cap
			if capped && s.capped {
				allow = c.Cap
			}
			was := c.Tokens
			ok, err := f.growItem(i, allow)
			if err != nil {
				return false, err
			}
			grown = grown || ok
			left -= c.Tokens - was
			f.trees.charge(s.subtree, c.Tokens-was)
			if ok && !capped {
				s.capped = false // the room was what stopped it
			}
		}
		if !waiting {
			break
		}
	}
	return grown, nil
}

// growItem replaces an item by its fullest form of at most allow tokens, or by
// what Cut makes of that many, in steps, and reports whether it did.
func (f *fitter) growItem(i int32, allow int) (bool, error) {
	c, it, s := &f.choices[i], &f.items[i], &f.states[i]
	if allow <= max(c.Tokens, s.tried) {
		return false, nil
	}
	s.tried = allow
	// After a cut, the forms to try are those above the smallest as before.
	end := c.Form
	if end == FormCut {
		end = int(s.smallest)
	}
	grown := false
	for j, text := range it.Forms[:end] {
		if text == "" {
			continue
		}
		if err := f.alive(len(text)); err != nil {
			return false, err
		}
		t := f.ledger.count(text)
		if c.Full == Uncounted {
			c.Full = t.n
		}
		if t.n <= allow && (c.Form != FormCut || t.n > c.Tokens) {
			f.set(i, j, text, t)
			grown = true
			break
		}
	}
	allow -= allow % f.step
	if it.Cut == nil || f.whole(i) || allow <= c.Tokens {
		return grown, nil
	}
	text, ok := it.Cut(allow)
	if !ok || text == "" {
		return grown, nil
	}
	if err := f.alive(len(text)); err != nil {
		return false, err
	}
	if t := f.ledger.count(text); t.n <= allow && t.n > c.Tokens {
		f.set(i, FormCut, text, t)
		grown = true
	}
	return grown, nil
}

// set makes a text the choice for an item.
func (f *fitter) set(i int32, form int, text string, t tally) {
	c := &f.choices[i]
	c.Form, c.Text, c.Tokens = form, text, t.n
	f.states[i].chosen, f.states[i].edgesNow = t.e, edgesOf(text)
}
