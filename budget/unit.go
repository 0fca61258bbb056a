package budget

import (
	"cmp"
	"slices"
)

// unit is what lives or dies together: one item, or the items of a group. Its
// members are order[lo:hi], by priority.
type unit struct {
	lo, hi   int32
	first    int32 // index of the highest member, the first of several
	required bool
	priority int // of that member
}

// arrange divides the items that have text into units. It returns the units,
// required ones first and then by priority, and the items in that order.
func arrange(items []Item, states []state) (units []unit, order []int32) {
	found, of := collect(items, states)
	units = sorted(found, len(items))
	// Until here lo is the unit's number before sorting, and hi its size.
	next := make([]int32, len(units))
	at := int32(0)
	for i := range units {
		u := &units[i]
		next[u.lo], u.lo, u.hi = at, at, at+u.hi
		at = u.hi
	}
	order = make([]int32, at)
	for i, n := range of {
		if n >= 0 {
			order[next[n]] = int32(i)
			next[n]++
		}
	}
	for _, u := range units {
		if u.hi-u.lo > 1 {
			slices.SortStableFunc(order[u.lo:u.hi], func(a, b int32) int {
				return cmp.Compare(items[b].Priority, items[a].Priority)
			})
		}
	}
	return units, order
}

// sorted returns units in order: required, then the higher priority, then the
// first. It sorts the priorities that occur and deals the units out to them,
// because they are few where the units are many.
func sorted(units []unit, items int) []unit {
	byFirst := make([]int32, items) // unit number plus one
	for i, u := range units {
		byFirst[u.first] = int32(i + 1)
	}
	out := make([]unit, 0, len(units))
	return deal(deal(out, units, byFirst, true), units, byFirst, false)
}

// deal appends the required units, or the others, to out.
func deal(out, units []unit, byFirst []int32, required bool) []unit {
	class := map[int]int{} // by priority
	var priorities, sizes []int
	of := make([]int32, len(units))
	for i := range units {
		u := &units[i]
		if u.required != required {
			continue
		}
		if i > 0 && units[i-1].required == required && units[i-1].priority == u.priority {
			of[i] = of[i-1]
		} else if c, ok := class[u.priority]; ok {
			of[i] = int32(c)
		} else {
			of[i] = int32(len(sizes))
			class[u.priority] = len(sizes)
			priorities, sizes = append(priorities, u.priority), append(sizes, 0)
		}
		sizes[of[i]]++
	}
	slices.Sort(priorities)
	at := len(out)
	for _, p := range slices.Backward(priorities) {
		c := class[p]
		sizes[c], at = at, at+sizes[c]
	}
	out = out[:at]
	for _, n := range byFirst {
		if n > 0 && units[n-1].required == required {
			c := of[n-1]
			out[sizes[c]] = units[n-1]
			sizes[c]++
		}
	}
	return out
}

// collect makes the units in order of first appearance; lo holds a unit's
// number and hi its size. of maps an item to its unit, -1 where it has no text.
func collect(items []Item, states []state) (units []unit, of []int32) {
	units = make([]unit, 0, len(items))
	of = make([]int32, len(items))
	groups := map[string]int32{}
	for i := range items {
		it := &items[i]
		if states[i].smallest < 0 {
			of[i] = -1
			continue
		}
		n, old := int32(0), false
		if it.Group != "" {
			n, old = groups[it.Group]
		}
		if !old {
			n = int32(len(units))
			units = append(units, unit{lo: n, priority: it.Priority, first: int32(i)})
			if it.Group != "" {
				groups[it.Group] = n
			}
		}
		of[i] = n
		u := &units[n]
		u.hi++
		u.required = u.required || it.Required
		if it.Priority > u.priority {
			u.priority, u.first = it.Priority, int32(i)
		}
	}
	return units, of
}
