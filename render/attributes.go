package render

import (
	"slices"
	"strings"

	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/internal/jsonline"
)

// maxAttributes is how many attributes of an element are shown. An element
// that a person wrote has fewer; a page can make any number.
const maxAttributes = 16

// attributeRank puts first what tells an element apart for a reader, then what
// it does, then how it looks. Prefixes end in "-"; what is not listed comes
// between, in document order.
var attributeRank = []string{
	"aria-label", "alt", "title", "placeholder", "name", "value", "type", "role",
	"href", "src", "for", "action", "checked", "selected", "disabled", "aria-", "id",
}

var attributeLast = []string{"class", "data-", "style", "on"}

func rankOf(name string) int {
	for i, r := range attributeRank {
		if name == r || strings.HasSuffix(r, "-") && strings.HasPrefix(name, r) {
			return i
		}
	}
	for i, r := range attributeLast {
		if name == r || (r == "on" || strings.HasSuffix(r, "-")) && strings.HasPrefix(name, r) {
			return len(attributeRank) + 1 + i
		}
	}
	return len(attributeRank)
}

// attributesWeight bounds the bytes that the attributes of an element take once
// sealed, so that they leave room for the elements after it.
const attributesWeight = 4000

// leastAttribute is the least limit of a value that is worth its name, in
// UTF-16 units.
const leastAttribute = 12

// attributes adds the ranked attributes of an element to its record, the cuts
// announced under "attributes." and the name. An attribute whose name is over
// its limit is left out and counted with those that are too many: cut, it could
// be taken for another.
func (b *builder) attributes(list []contract.Attribute) {
	switch {
	case len(list) == 0:
		return
	case b.brief > 0:
		b.left = true
		return
	}
	ranked := make([]contract.Attribute, 0, len(list))
	for _, a := range list {
		if _, cut := cutField(a.Name.Raw(), maxName); cut == "" {
			ranked = append(ranked, a)
		}
	}
	slices.SortStableFunc(ranked, func(x, y contract.Attribute) int {
		return rankOf(x.Name.Raw()) - rankOf(y.Name.Raw())
	})
	ranked = ranked[:min(len(ranked), maxAttributes/b.fraction)]
	var o jsonline.Object
	shown, room := 0, attributesWeight/b.fraction
	for _, a := range ranked {
		name := a.Name.Raw()
		weight := 2 * weightOf(name) // it stands beside the value and, cut, beside the cut
		limit := min(maxAttribute/b.fraction, (room-weight)/unitWeight)
		if limit < leastAttribute {
			continue
		}
		value, cut := cutField(a.Value.Raw(), limit)
		room -= weight + weightOf(value)
		shown++
		o.String(name, value)
		if cut != "" {
			b.cuts.String("attributes."+name, cut)
		}
	}
	if shown > 0 {
		b.o.Object("attributes", &o)
	}
	if more := len(list) - shown; more > 0 {
		b.less = true
		b.o.Int("moreAttributes", more)
	}
}
