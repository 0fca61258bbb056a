package audit

import (
	"strconv"

	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
)

// editContext checks an edit context.
func (c Checker) editContext(col *collector, body []byte) error {
	ec, err := c.Limits.ParseEditContext(body)
	if err != nil {
		return err
	}
	col.notes(ec.Notes)
	return eachString(body, func(s *jsonString) {
		switch use := contextUse(s, ec.Version); use {
		case useNone:
		case useText, useCode:
			col.data(s, use)
		}
	})
}

// ask checks an ask body. Of what must not be shown, nothing is looked at.
func (c Checker) ask(col *collector, body []byte) error {
	ask, err := c.Limits.ParseAsk(body)
	if err != nil {
		return err
	}
	col.notes(ask.Notes)
	hidden, err := withheldEntries(body, ask.UI)
	if err != nil {
		return err
	}
	return eachString(body, func(s *jsonString) {
		if askUse(s, hidden) != useNone {
			col.data(s, useText)
		}
	})
}

// notes makes findings of a parser's notes. Every note code has a rule; a test
// holds the two together.
func (c *collector) notes(list []contract.Note) {
	for _, n := range list {
		msg := n.Detail
		if n.Count > 1 { // their number is all that is known of the others
			msg += "; " + strconv.Itoa(n.Count) + " places like this, the first is shown"
		}
		put := newPlaced(c, promptdoc.PlainSpan(n.Offset), 0, at(n.Pointer), msg)
		put.put(contractFamily+string(n.Code), 0, len(msg), 0, 0, msg)
	}
}

// contractFamily begins the ids of rules that are codes of package contract.
const contractFamily = "contract/"
