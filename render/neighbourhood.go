package render

import (
	"strings"

	"github.com/ringfence/ringfence/contract"
)

// neighbourhood returns, for each element of the screen, how it stands to the
// selection. Version 0.2 says so; in 0.1 it is read from the ids, which are
// paths: "viv:@card/div[0]/button[1]" is in "viv:@card/div[0]", which is in the
// element authored as "card". An authored id itself has no known parent. Ids
// are data, so a wrong relation can come out of a forged one; it only changes
// the order in which elements are shown.
func neighbourhood(ec *contract.EditContext) []contract.Relation {
	near := make([]contract.Relation, len(ec.Screen))
	if ec.Version != contract.Version01 {
		for i, e := range ec.Screen {
			near[i] = e.Relation
		}
		return near
	}
	selected := make(map[string]bool, len(ec.Selection))
	parents := make(map[string]bool, len(ec.Selection))
	ancestors := make(map[string]bool)
	for _, s := range ec.Selection {
		id := s.ID.Raw()
		selected[id] = true
		parent, ok := parentOf(id)
		if ok {
			parents[parent] = true
		}
		for depth := 0; ok && depth < maxAncestors && !ancestors[parent]; depth++ {
			ancestors[parent] = true
			parent, ok = parentOf(parent)
		}
	}
	for i, e := range ec.Screen {
		id := e.ID.Raw()
		parent, ok := parentOf(id)
		switch {
		case selected[id]:
			near[i] = contract.RelationSelected
		case ancestors[id]:
			near[i] = contract.RelationAncestor
		case ok && selected[parent]:
			near[i] = contract.RelationChild
		case ok && parents[parent]:
			near[i] = contract.RelationSibling
		}
	}
	return near
}

// maxAncestors bounds how deep an id is followed: an authored id of a megabyte
// of slashes would otherwise cost its square.
const maxAncestors = 128

const (
	idPrefix     = "viv:"
	anchorPrefix = "viv:@"
)

// parentOf returns the id of the element that the id's path says is around it.
func parentOf(id string) (string, bool) {
	if !strings.HasPrefix(id, idPrefix) {
		return "", false
	}
	slash := strings.LastIndexByte(id, '/')
	if slash < 0 || !isStep(id[slash+1:]) {
		return "", false
	}
	parent := id[:slash]
	if rest, ok := strings.CutPrefix(parent, anchorPrefix); ok && !isPath(rest) {
		return rest, true // the authored element itself
	}
	return parent, true
}

// isPath reports whether an anchored id goes on below its anchor.
func isPath(rest string) bool {
	slash := strings.LastIndexByte(rest, '/')
	return slash >= 0 && isStep(rest[slash+1:])
}

// isStep reports whether s is tag[n].
func isStep(s string) bool {
	tag, rest, ok := strings.Cut(s, "[")
	number, closed := strings.CutSuffix(rest, "]")
	if !ok || !closed || tag == "" || number == "" {
		return false
	}
	for _, b := range []byte(number) {
		if b < '0' || b > '9' {
			return false
		}
	}
	return true
}
