package audit

import "strings"

// inTag is where in a tag a place is, as HTML reads tags: a quotation mark opens a
// value behind an equals sign alone.
type inTag uint8

const (
	outside  inTag = iota // between or in names
	equals                // behind "="
	unquoted              // in a value without quotation marks
	double
	single
	tagStates
)

// openTag is a tag that ends at end. What is known of it has come to at, and it is
// of interest up to until: from there on it is as another one.
type openTag struct {
	at, until, end int
	state          inTag
}

// end returns where the tag ends that opens at i: at its ">", or with the text.
// Tags may stand in the values of others. Two that are in one state at one place go
// on alike, so that no more of them are followed at once than there are states, and
// the text is not read once a tag.
func (m *markup) end(s string, i int) int {
	live, same := m.tags[:0], -1
	for _, o := range m.tags {
		if o.until <= i {
			continue
		}
		if o.at, o.state = walkTag(s, o.at, i, o.state); o.state == outside {
			same = o.end
		}
		live = append(live, o)
	}
	m.tags = live
	if same >= 0 {
		return same
	}
	made := openTag{at: i + 1, state: outside}
	made.until, made.end = follow(s, i+1, live)
	m.tags = append(live, made)
	return made.end
}

// follow returns where a tag ends whose names begin at i, and where it becomes one
// of those that are followed already.
func follow(s string, i int, live []openTag) (until, end int) {
	var others [tagStates]openTag
	n := 0
	for _, o := range live {
		if n < len(others) {
			o.at, o.state = walkTag(s, o.at, i, o.state)
			others[n] = o
			n++
		}
	}
	state := outside
	for ; n > 0 && i < len(s); i++ {
		left := 0
		for _, o := range others[:n] {
			if o.until <= i {
				continue
			}
			if o.state == state {
				return i, o.end
			}
			_, o.state = walkTag(s, i, i+1, o.state)
			others[left] = o
			left++
		}
		n = left
		if s[i] == '>' && state != double && state != single {
			return i, i
		}
		_, state = walkTag(s, i, i+1, state)
	}
	end, _ = walkTag(s, i, len(s), state)
	return end, end
}

// walkTag goes on from i in a state, up to the end of the tag or to a place, and
// returns where it came to and the state there.
func walkTag(s string, i, to int, state inTag) (int, inTag) {
	for i < to {
		switch b := s[i]; state {
		case double, single:
			mark := byte('"')
			if state == single {
				mark = '\''
			}
			k := strings.IndexByte(s[i:to], mark)
			if k < 0 {
				return to, state
			}
			i, state = i+k, outside
		case outside:
			switch b {
			case '=':
				state = equals
			case '>':
				return i, state
			}
		case equals:
			switch {
			case b == '"':
				state = double
			case b == '\'':
				state = single
			case b == '>':
				return i, state
			case !isBlank(b) && b != '\f' && b != '\\':
				state = unquoted
			}
		case unquoted:
			if b == '>' {
				return i, state
			}
			if isBlank(b) || b == '\f' {
				state = outside
			}
		case tagStates:
		}
		i++
	}
	return i, state
}
