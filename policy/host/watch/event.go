package watch

// Kind says what happened to a file.
type Kind uint8

// The kinds of events. There is no other: nothing is reported that did not
// happen to a file.
const (
	Create Kind = iota + 1
	Modify
	Delete
)

// String returns create, modify or delete.
func (k Kind) String() string {
	switch k {
	case Create:
		return "create"
	case Modify:
		return "modify"
	case Delete:
		return "delete"
	default:
		return ""
	}
}

// Event is one difference between what was reported before and what is there.
type Event struct {
	Kind Kind
	Path string // below the root, slash-separated: bytes from outside
	// Stamp is the number of the snapshot that found the change. The one of the
	// subscription is 0 and each poll or wait that looks takes the next, so that
	// stamps rise and depend on no clock.
	Stamp int64
}

// diff compares two snapshots, both in order of paths.
func diff(before, now []record, stamp int64) []Event {
	var changed, gone []Event
	b, n := 0, 0
	for b < len(before) || n < len(now) {
		switch {
		case n == len(now) || b < len(before) && before[b].path < now[n].path:
			gone = append(gone, Event{Delete, before[b].path, stamp})
			b++
		case b == len(before) || now[n].path < before[b].path:
			changed = append(changed, Event{Create, now[n].path, stamp})
			n++
		default:
			if !before[b].same(&now[n]) {
				changed = append(changed, Event{Modify, now[n].path, stamp})
			}
			b++
			n++
		}
	}
	return append(changed, gone...)
}

// advance returns what is reported once events were: all of now where they are
// all events, else before with those events done.
func advance(before, now []record, done []Event) []record {
	told := make(map[string]bool, len(done))
	for _, e := range done {
		told[e.Path] = true
	}
	out := make([]record, 0, max(len(before), len(now)))
	b, n := 0, 0
	for b < len(before) || n < len(now) {
		switch {
		case n == len(now) || b < len(before) && before[b].path < now[n].path:
			if !told[before[b].path] {
				out = append(out, before[b])
			}
			b++
		case b == len(before) || now[n].path < before[b].path:
			if told[now[n].path] {
				out = append(out, now[n])
			}
			n++
		default:
			if told[now[n].path] || before[b].same(&now[n]) {
				out = append(out, now[n])
			} else {
				out = append(out, before[b])
			}
			b++
			n++
		}
	}
	return out
}
