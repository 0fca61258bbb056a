package budget

// ScanUnits is the number of parts, a group being one, up to which a shortened plan is
// sought one part at a time, which finds the longest that fits whatever the
// counter. Beyond it the search halves, so that it stays near-linear.
const ScanUnits = 64

// admit decides which items are in the text, in their smallest forms.
func (f *fitter) admit(greedy bool) error {
	required := 0
	for ; required < len(f.units) && f.units[required].required; required++ {
		if _, err := f.take(f.units[required]); err != nil {
			return err
		}
	}
	base, err := f.total()
	if err != nil {
		return err
	}
	f.used = base
	if base.n > f.room {
		return f.shortage(required, base.n)
	}
	left := f.room - base.n
	stopped := false
	for n := required; n < len(f.units); n++ {
		u := f.units[n]
		if stopped {
			f.drop(u, AfterHigher)
			continue
		}
		need, err := f.need(u)
		if err != nil {
			return err
		}
		if need > left {
			f.drop(u, NoRoom)
			f.blameGroup(u, left)
			stopped = !greedy
			continue
		}
		left -= need
		f.kept = append(f.kept, n)
	}
	return f.settle()
}

// need returns the tokens of the smallest forms of a unit.
func (f *fitter) need(u unit) (int, error) {
	sum := 0
	for _, i := range f.order[u.lo:u.hi] {
		text := f.items[i].Forms[f.ladders[i].smallest]
		if err := f.alive(len(text)); err != nil {
			return 0, err
		}
		t := f.ledger.count(text)
		f.choices[i].Smallest, f.worth[i].smallest = t.n, t.e
		sum = add(sum, f.choices[i].Smallest)
	}
	return sum, nil
}

// take puts the smallest forms of a unit into the text.
func (f *fitter) take(u unit) (int, error) {
	sum, err := f.need(u)
	for _, i := range f.order[u.lo:u.hi] {
		f.shrink(i)
	}
	return sum, err
}

// shrink sets an item to its smallest form, which has been counted.
func (f *fitter) shrink(i int) {
	c := &f.choices[i]
	c.Form = f.ladders[i].smallest
	c.Text, c.Tokens = f.items[i].Forms[c.Form], c.Smallest
	f.worth[i].chosen = f.worth[i].smallest
	f.capped[i], f.tried[i] = false, 0
}

// drop leaves a unit out of the text.
func (f *fitter) drop(u unit, why Reason) {
	for _, i := range f.order[u.lo:u.hi] {
		c := &f.choices[i]
		c.Form, c.Text, c.Tokens, c.Reason = FormDropped, "", 0, why
	}
}

// blameGroup marks the members of a dropped group that would have fitted
// alone.
func (f *fitter) blameGroup(u unit, left int) {
	if u.hi-u.lo == 1 {
		return
	}
	for _, i := range f.order[u.lo:u.hi] {
		if c := &f.choices[i]; c.Smallest <= left {
			c.Reason = WithGroup
		}
	}
}

// settle takes the units in f.kept, or as many of them from the front as fit
// when counted as a whole.
func (f *fitter) settle() error {
	all := len(f.kept)
	fits := func(k int) (bool, error) {
		for n, u := range f.kept[:all] {
			switch {
			case n < k:
				for _, i := range f.order[f.units[u].lo:f.units[u].hi] {
					f.shrink(i)
				}
			case n == k:
				f.drop(f.units[u], NoRoom)
			default:
				f.drop(f.units[u], AfterHigher)
			}
		}
		t, err := f.total()
		if err != nil || t.n > f.room {
			return false, err
		}
		f.used = t
		return true, nil
	}
	k, err := longest(all, len(f.units) <= ScanUnits, fits)
	f.kept = f.kept[:k]
	return err
}

// longest returns a k, at most all, for which fits is true and was called last;
// 0 is known to fit. By scan it is the largest such k.
func longest(all int, scan bool, fits func(int) (bool, error)) (int, error) {
	last := -1
	try := func(k int) (bool, error) {
		last = k
		return fits(k)
	}
	lo, hi := 0, all+1 // lo fits, hi does not
	for k := all; lo+1 < hi; {
		ok, err := try(k)
		switch {
		case err != nil:
			return 0, err
		case ok:
			lo = k
		default:
			hi = k
		}
		if ok && scan {
			break
		}
		k = (lo + hi) / 2
		if scan {
			k = hi - 1
		}
	}
	if last != lo {
		if _, err := fits(lo); err != nil {
			return 0, err
		}
	}
	return lo, nil
}

// shortage builds the error for required units that do not fit.
func (f *fitter) shortage(required, total int) error {
	s := &Shortage{Usable: f.room, Total: total, Missing: total - f.room}
	sum := 0
	for _, u := range f.units[:required] {
		for _, i := range f.order[u.lo:u.hi] {
			c := f.choices[i]
			sum = add(sum, c.Tokens)
			s.Needs = append(s.Needs, Need{Name: c.Name, Tokens: c.Tokens, Fits: sum <= f.room})
		}
	}
	return s.wrap()
}
