package contract

import "github.com/ringfence/ringfence"

// noteKey is what notes are merged by.
type noteKey struct {
	code  ringfence.Code
	class string
}

// noteList collects notes, one for each code and class of place. Both come
// from closed sets, so the list stays short whatever the body holds.
type noteList struct {
	list    []Note
	at      map[noteKey]int
	keys    []noteKey
	unknown int // members that no contract names
}

// add counts n, which the place function completes if it is the first of its
// kind: a pointer can be long and most are not needed.
func (l *noteList) add(class string, n Note, place func() string) {
	k := noteKey{n.Code, class}
	if i, ok := l.at[k]; ok {
		l.list[i].Count += n.Count
		return
	}
	if l.at == nil {
		l.at = map[noteKey]int{}
	}
	l.at[k] = len(l.list)
	n.Pointer = place()
	l.list = append(l.list, n)
	l.keys = append(l.keys, k)
}

// merge adds what another list collected.
func (l *noteList) merge(o *noteList) {
	for i, n := range o.list {
		l.add(o.keys[i].class, n, func() string { return n.Pointer })
	}
	l.unknown += o.unknown
}
