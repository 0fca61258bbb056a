package budget

// ScanUnits is the number of parts, a group being one, up to which a shortened plan is
// sought one part at a time, which finds the longest that fits whatever the
// counter. Beyond it the search halves, so that it stays near-linear.
const ScanUnits = 64

// admit decides which items of the stage are in the text, in their smallest
// forms.
func (f *fitter) admit(greedy bool) error {
	required := 0
	before := f.used.n
	for ; required < len(f.units) && f.units[required].required; required++ {
		sum, err := f.take(f.units[required])
		if err != nil {
			return err
		}
		f.floor = add(f.floor, sum)
	}
	f.apply()
	base, err := f.total()
	if err != nil {
		return err
	}
	f.used = base
	if base.n > f.room {
		return f.shortage(f.units[:required], before, base.n)
	}
	if err := f.requiredWithin(f.units[:required]); err != nil {
		return err
	}
	left := f.room - base.n
	stopped := false
	for n := required; n < len(f.units); n++ {
		u := f.units[n]
		if stopped || f.trees != nil && f.shutWithin(u) {
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
		if f.trees != nil && !f.admitWithin(u, greedy) {
			f.drop(u, NoRoomWithin)
			continue
		}
		left -= need
		f.kept = append(f.kept, n)
	}
	return f.settle()
}

// likely is how many bytes a token has on average, or a little more: a part
// whose smallest forms have no more than so many for each token of the room is
// likely to be needed whole.
const likely = 4

// ahead counts the smallest forms of a stage in the order of the text, when
// most will be needed. The order of priorities jumps about in memory, and
// waiting for it can take longer than to count.
func (f *fitter) ahead(s stage) error {
	size := 0
	for i := s.lo; i < s.hi; i++ {
		if n := f.states[i].smallest; n >= 0 {
			size += len(f.items[i].Forms[n])
		}
	}
	if size/likely > f.room-f.used.n {
		return nil
	}
	for i := s.lo; i < s.hi; i++ {
		if f.states[i].smallest >= 0 {
			if err := f.measure(int32(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure counts the smallest form of an item, once.
func (f *fitter) measure(i int32) error {
	s := &f.states[i]
	if s.counted {
		return nil
	}
	if err := f.alive(len(f.items[i].Forms[s.smallest])); err != nil {
		return err
	}
	f.smallest(i)
	return nil
}

// need returns the tokens of the smallest forms of a unit.
func (f *fitter) need(u unit) (int, error) {
	sum := 0
	for _, i := range f.order[u.lo:u.hi] {
		if err := f.measure(i); err != nil {
			return 0, err
		}
		f.states[i].weighed = true
		sum = add(sum, f.states[i].least.n)
	}
	return sum, nil
}

// take is need for a unit that will be in the text.
func (f *fitter) take(u unit) (int, error) {
	sum, err := f.need(u)
	f.keep(u)
	return sum, err
}

// keep decides that a unit is in the text, once apply is called.
func (f *fitter) keep(u unit) {
	for _, i := range f.order[u.lo:u.hi] {
		f.states[i].in = true
	}
}

// drop decides that a unit is not in the text, once apply is called.
func (f *fitter) drop(u unit, why Reason) {
	for _, i := range f.order[u.lo:u.hi] {
		s := &f.states[i]
		s.in, s.reason = false, why
	}
}

// apply makes the choices what was decided, all in their smallest forms. It
// goes in the order of the text, which is that of memory.
func (f *fitter) apply() {
	for i := f.lo; i < f.hi; i++ {
		if f.states[i].in {
			f.shrink(i)
		} else if c := &f.choices[i]; c.Form != FormDropped {
			c.Form, c.Text, c.Tokens = FormDropped, "", 0
		}
	}
}

// shrink sets an item to its smallest form, which has been counted.
func (f *fitter) shrink(i int) {
	c, s := &f.choices[i], &f.states[i]
	c.Form = int(s.smallest)
	c.Text, c.Tokens = f.items[i].Forms[c.Form], s.least.n
	s.chosen, s.edgesNow, s.capped, s.tried = s.least.e, s.edges, false, 0
}

// blameGroup marks the members of a dropped group that would have fitted
// alone.
func (f *fitter) blameGroup(u unit, left int) {
	if u.hi-u.lo == 1 {
		return
	}
	for _, i := range f.order[u.lo:u.hi] {
		if s := &f.states[i]; s.least.n <= left {
			s.reason = WithGroup
		}
	}
}
