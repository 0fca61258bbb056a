package render

import (
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/ucd"
)

// Items is what the user attached: one block, one record an item with label and
// excerpt alone, grouped by kind in order of first appearance. An item without
// a label is dropped and counted, since the label is all a model could name it
// by.
func Items(items []contract.Item) Part {
	var order []ringfence.Key
	groups := make(map[ringfence.Key][]contract.Item)
	dropped := 0
	for _, it := range items {
		if blank(it.Label.Raw()) {
			dropped++
			continue
		}
		if _, ok := groups[it.Kind]; !ok {
			order = append(order, it.Kind)
		}
		groups[it.Kind] = append(groups[it.Kind], it)
	}
	var list []contract.Item
	for _, kind := range order {
		list = append(list, groups[kind]...)
	}
	return Part{sections: []section{{
		kind: fence.Items, source: "/contextItems", dropped: dropped,
		priority: priorityItems, share: shareQuarter, data: shown(newRecords(len(list), func(b *builder, i int) {
			b.name("label", list[i].Label, maxTitle)
			b.field("excerpt", list[i].Excerpt, maxExcerpt)
		})),
	}}}
}

// blank reports whether s holds nothing that can be seen.
func blank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool {
		c := ucd.CategoryOf(r)
		return ucd.IsWhiteSpace(r) || ucd.Ignorable(r) || c == ucd.Cc || c == ucd.Cf
	}) == ""
}
