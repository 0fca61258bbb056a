package render

import (
	"context"
	"strings"

	"github.com/ringfence/ringfence/budget"
)

// sessionTries bounds how often a turn is rendered again with less room, where
// the conversation counts for more than its turns. The difference is a token or
// two at each place without a seam, and a counter that is not additive is asked
// for the whole.
const sessionTries = 8

// group is the end of a conversation as far as a turn is counted together with
// it: what stands after a seam of an additive counter, or after nothing. What
// stands before the group and the group add up.
type group struct {
	base int // tokens of what stands before the group
	// from and at are where it begins: 0 is the end that a client's form holds, and
	// n the message n-1, from a byte on. from is 0 too for as long as nothing adds
	// up.
	from, at int
}

// fit renders a turn so that the conversation as a whole is within the limit,
// and returns what it counts then and the group that the turn belongs to.
func (s *Session) fit(ctx context.Context, r Renderer, parts []Part) (*Prompt, int, group, error) {
	limit := s.r.Limit.Usable()
	before, g, built := "", group{}, false
	for range sessionTries {
		p, err := r.Render(ctx, parts...)
		if err != nil {
			return nil, 0, group{}, err
		}
		if s.adds(p) {
			g = s.group
			if additive(r.Limit.Counter) {
				g = group{base: s.used, from: len(s.texts.value()) + 1}
			}
			return p, s.used + p.in().report.Used, g, nil
		}
		if s.endIsLost() {
			return nil, 0, group{}, sessionError("the turn joins the end of the one before, which the client's form does not hold",
				"begin the turn with data or with a word, or store the server's form")
		}
		if !built {
			g, before = s.tail()
			built = true
		}
		room := limit - g.base // a count can be the largest int: nothing is added to it
		n := r.Limit.Counter.Count(before + p.Text())
		if n >= 0 && n <= room {
			return p, g.base + n, g, nil
		}
		r.Limit.Reserve += min(max(n-max(room, 0), 1), budget.MaxTokens)
	}
	return nil, 0, group{}, partError(CodeEmpty, "the turn does not fit into what the conversation leaves", "begin a new conversation, or raise the limit")
}

// tail returns the group from the last seam in it on, and its text: what a turn
// adds to the count depends on that alone, and it holds the last line of a block
// at most. It counts that line for an exact counter, and what is before it in the
// group for another one.
func (s *Session) tail() (group, string) {
	c, text := s.r.Limit.Counter, s.groupText()
	if !additive(c) {
		return s.group, text
	}
	at := lastSeam(text)
	if at == 0 {
		return s.group, text
	}
	g := s.group
	if c.Exactness() == budget.Exact {
		n := c.Count(text[at:])
		if n < 0 || n > s.used {
			return g, text
		}
		g.base = s.used - n
	} else {
		n := c.Count(text[:at])
		if n < 0 {
			return g, text
		}
		g.base += min(n, s.used-g.base) // both are bounds
	}
	g.at += at
	for g.at > 0 && g.at >= len(s.piece(g.from)) {
		g.at -= len(s.piece(g.from))
		g.from++
	}
	return g, text[at:]
}

// piece is the text at a place where a group can begin: an end, or a message.
func (s *Session) piece(from int) string {
	if from == 0 {
		return s.end.value()
	}
	return s.texts.value()[from-1].Text
}

// adds reports whether the count of a turn is added to that of the turns before:
// there are none, or the two meet at a seam of an additive counter. Every message
// ends in a line feed, so that how the new one begins decides.
func (s *Session) adds(p *Prompt) bool {
	return s.turns == 0 || additive(s.r.Limit.Counter) && budget.Seam("\n", p.in().messages[0].Text)
}

// endIsLost reports whether the group begins in turns whose texts are not here,
// with an end that was too long for the client's form. An estimate has a margin
// for what a join adds, and promises nothing.
func (s *Session) endIsLost() bool {
	return s.from == 0 && s.apart > 0 && s.end.value() == "" && promises(s.r.Limit.Counter)
}

// groupText is the text of the group.
func (s *Session) groupText() string {
	var b strings.Builder
	messages := s.texts.value()
	if s.from == 0 {
		b.WriteString(s.end.value())
	} else {
		messages = messages[s.from-1:]
	}
	_, _ = writeTexts(&b, messages) // a Builder takes everything
	return b.String()[s.at:]
}

// additive reports whether counts add at seams.
func additive(c budget.Counter) bool {
	a, ok := c.(budget.Additive)
	return ok && a.SeamAdditive()
}

// promises reports whether a count is never below the true one.
func promises(c budget.Counter) bool {
	e := c.Exactness()
	return e == budget.Exact || e == budget.Upper
}
