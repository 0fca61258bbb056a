package render

import (
	"context"
	"io"
	"math"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// Session is a conversation of several turns. It keeps the nonce and the
// ordinals, renders only what is new, and never changes a byte of an earlier
// turn, so that a provider's prompt cache goes on to match. The limit of its
// renderer is for the whole conversation.
//
// What the model answered comes back as derived data (see [Session.Reply]): it
// has no more authority than the least trusted block that the model had seen.
//
// A turn takes time and memory that grow with the turn, and with the one before
// where it begins with an instruction which begins with white space or a slash:
// then it is counted together with the instructions or the fence line that it
// joins. A counter that is not [budget.Additive] is asked for the whole
// conversation in every turn: with it the turns together take time quadratic in
// the conversation.
//
// A Session belongs to one goroutine at a time. An error leaves it as it was.
type Session struct {
	r     Renderer // with the nonce; First and continued are set for each turn
	next  int      // ordinal of the next block
	turns int
	used  int // tokens of the turns so far
	group     // what the next turn may have to be counted with
	texts hidden[[]Message]
	// Of turns whose texts are not here, after a client's form: the tokens before
	// their end, and the end, empty when it is not known.
	apart   int
	end     hidden[string]
	seen    ringfence.Provenance // of all turns together
	styles  map[fence.Style]bool // which are explained
	replies []reply              // not rendered yet
}

// reply is what a model said, and what it had seen.
type reply struct {
	text ringfence.Data
	from ringfence.Provenance
}

// NewSession begins a conversation. A zero r.Nonce means a fresh one; r.First is
// the ordinal of the first block, 0 for 1.
func NewSession(r Renderer) *Session {
	if r.Nonce.IsZero() {
		r.Nonce = fence.NewNonce()
	}
	return &Session{r: r, next: r.First, seen: ringfence.NewProvenance(), styles: make(map[fence.Style]bool)}
}

// Render renders the next turn: replies that wait, then the parts. The prompt
// holds the new messages alone, and its provenance is that of the whole
// conversation, since a model sees all of it. The first turn has the system
// message; instructions of later turns stand in the user message.
//
// The errors are those of [Renderer.Render]. When the turns so far have used up
// the limit, the code is that of budget for a reserve or for what is mandatory.
// After [ParseClientSession] it is [CodeSession] for a turn that cannot be counted.
func (s *Session) Render(ctx context.Context, parts ...Part) (*Prompt, error) {
	// What was used comes off a limit that is one: it would make up for a reserve
	// below zero.
	if err := s.r.Limit.Validate(); err != nil {
		return nil, err
	}
	r := s.r
	r.First, r.continued = s.next, s.turns > 0
	r.Limit.Reserve += int(min(math.Ceil(float64(s.used)*(1+s.r.Limit.Margin)), budget.MaxTokens))
	all := make([]Part, 0, len(parts)+len(s.replies)+1)
	for _, p := range s.replies {
		all = append(all, Derived(p.text, p.from))
	}
	all = append(all, parts...)
	styles := r.styles(all)
	p, used, g, err := s.fit(ctx, r, append(s.newGuides(styles), all...))
	if err != nil {
		return nil, err
	}
	c := p.in()
	s.next, s.turns, s.used, s.group = c.next, s.turns+1, used, g
	s.texts = hide(append(s.texts.value(), c.messages...))
	s.seen = s.seen.Join(c.provenance)
	c.provenance = s.seen
	for _, style := range styles {
		s.styles[style] = true
	}
	s.replies = nil
	return p, nil
}

// newGuides are instructions for the styles that a later turn is first to use.
func (s *Session) newGuides(styles []fence.Style) []Part {
	var out []Part
	for _, style := range styles {
		if s.turns > 0 && !s.r.NoGuide && !s.styles[style] {
			out = append(out, Part{instruction: style.Guide()})
		}
	}
	return out
}

// Reply adds what the model answered to the last turn, the arguments of its tool
// calls included: each text becomes a derived block of the next turn. It holds
// whatever the prompts held, also the nonce, which is escaped there and counted
// in the report of that turn.
func (s *Session) Reply(texts ...ringfence.Data) {
	for _, text := range texts {
		s.replies = append(s.replies, reply{text: text, from: s.seen})
	}
}

// Messages returns the messages of all turns, as a copy.
func (s *Session) Messages() []Message { return append([]Message(nil), s.texts.value()...) }

// Text returns the texts of the messages of all turns, one after the other.
func (s *Session) Text() string {
	var b strings.Builder
	_, _ = s.WriteTo(&b) // a Builder takes everything
	return b.String()
}

// WriteTo writes what Text returns.
func (s *Session) WriteTo(w io.Writer) (int64, error) {
	return writeTexts(w, s.texts.value())
}

// Provenance says what the conversation so far was made of.
func (s *Session) Provenance() ringfence.Provenance { return s.seen }

// Nonce is the conversation's nonce.
func (s *Session) Nonce() fence.Nonce { return s.r.Nonce }

// Turns is how many turns were rendered.
func (s *Session) Turns() int { return s.turns }

// Used is how many tokens the turns so far have, as the limit counts them: the
// count of [Session.Text] for an exact counter.
func (s *Session) Used() int { return s.used }

// Scan returns the blocks of a message of the conversation, with the checks of
// [fence.Scanner] over all messages: it is how an application or a test reads
// the conversation back.
func (s *Session) Scan() ([]fence.Block, error) {
	in := fence.NewScanner(s.r.Nonce)
	var out []fence.Block
	for _, m := range s.texts.value() {
		blocks, err := in.Scan(m.Text)
		if err != nil {
			return nil, err
		}
		out = append(out, blocks...)
	}
	return out, nil
}
