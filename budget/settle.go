package budget

// settle takes the units in f.kept, or as many of them from the front as fit
// when counted as a whole.
func (f *fitter) settle() error {
	all := len(f.kept)
	fits := func(k int) (bool, error) {
		for n, u := range f.kept[:all] {
			switch {
			case n < k:
				f.keep(f.units[u])
			case n == k:
				f.drop(f.units[u], NoRoom)
			default:
				f.drop(f.units[u], AfterHigher)
			}
		}
		f.apply()
		t, err := f.total()
		if err != nil || t.n > f.room {
			return false, err
		}
		f.used = t
		return true, nil
	}
	k, err := longest(all, len(f.units) <= ScanUnits, fits)
	f.kept = f.kept[:k]
	f.recount()
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
