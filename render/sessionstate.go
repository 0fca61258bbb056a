package render

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// sessionVersion is the version of both stored forms of a session. Those of
// version 1 do not say how a conversation ends and by what it was counted.
const sessionVersion = 2

// The stored forms. Both have the counters, what the conversation was made of
// and which styles are explained; only the server's has the nonce and the texts.
type (
	sessionJSON struct {
		Version int         `json:"session"`
		Next    int         `json:"next"`
		Turns   int         `json:"turns"`
		Used    int         `json:"used"`
		Counter string      `json:"counter"`
		Seen    seenJSON    `json:"seen"`
		Styles  []string    `json:"styles"`
		Server  *serverJSON `json:"server,omitempty"`
		Client  *clientJSON `json:"client,omitempty"`
		MAC     string      `json:"mac,omitempty"`
	}
	clientJSON struct {
		Apart int    `json:"apart"` // of Used: what stands before End
		End   []byte `json:"end"`   // encrypted
	}
	serverJSON struct {
		Nonce    string        `json:"nonce"`
		Messages []messageJSON `json:"messages"`
		Replies  []replyJSON   `json:"replies"`
		// Apart and End are what a client's form said of turns without messages
		// here; Base, From and At are the group.
		Apart int    `json:"apart,omitempty"`
		End   string `json:"end,omitempty"`
		Base  int    `json:"base"`
		From  int    `json:"from"`
		At    int    `json:"at,omitempty"`
	}
	replyJSON struct {
		Text []byte   `json:"data_base64"` // may not be UTF-8
		Seen seenJSON `json:"seen"`
	}
	seenJSON struct {
		Known   bool         `json:"known"`
		Sources []sourceJSON `json:"sources"`
	}
	sourceJSON struct {
		Kind  string `json:"kind"`
		Trust string `json:"trust"`
	}
)

// Stored returns the session as JSON for the application's own store. It holds
// the nonce and every text: it must not reach a client or a log. The windows of
// the last turn are not part of a session; contract.UI.Stored keeps them.
func (s *Session) Stored() ([]byte, error) {
	st := s.state()
	st.Server = &serverJSON{
		Nonce: s.r.Nonce.Reveal(), Messages: []messageJSON{}, Replies: []replyJSON{},
		Apart: s.apart, End: s.end.value(), Base: s.base, From: s.from, At: s.at,
	}
	for _, m := range s.texts.value() { // UTF-8, as instructions and payloads are
		st.Server.Messages = append(st.Server.Messages, messageJSON{m.Role.String(), m.Text})
	}
	for _, p := range s.replies {
		st.Server.Replies = append(st.Server.Replies, replyJSON{Text: []byte(p.text.Raw()), Seen: seenOf(p.from)})
	}
	return json.Marshal(st)
}

func (s *Session) state() sessionJSON {
	st := sessionJSON{
		Version: sessionVersion, Next: s.next, Turns: s.turns, Used: s.used, Counter: counterID(s.r.Limit.Counter),
		Seen: seenOf(s.seen), Styles: []string{},
	}
	for style := fence.StyleBlock + 1; style.Guide() != ""; style++ {
		if s.styles[style] {
			st.Styles = append(st.Styles, style.String())
		}
	}
	return st
}

func seenOf(p ringfence.Provenance) seenJSON {
	out := seenJSON{Known: p.Known(), Sources: []sourceJSON{}}
	for _, s := range p.Sources() {
		out.Sources = append(out.Sources, sourceJSON{s.Kind, s.Trust.String()})
	}
	return out
}

// ParseSession reads what [Session.Stored] wrote. r is the configuration of the
// session, which is not stored; its Nonce and First are not read. The texts are
// scanned, so that a session goes on only from blocks that are whole, and counted
// when the counter has another name. The error is a *[ringfence.Error] with
// [CodeSession], or that of the scan.
func ParseSession(r Renderer, state []byte) (*Session, error) {
	st, err := parseState(state)
	if err != nil {
		return nil, err
	}
	if st.Server == nil || st.Client != nil || st.MAC != "" {
		return nil, sessionError("this is not the server's form of a session", "read a client's form with ParseClientSession")
	}
	if !st.Server.inRange(st.Used) {
		return nil, errRange()
	}
	if r.Nonce, err = fence.ParseNonce(st.Server.Nonce); err != nil {
		return nil, err
	}
	s, err := st.session(r)
	if err != nil {
		return nil, err
	}
	var texts []Message
	for _, m := range st.Server.Messages {
		role := slices.Index([]string{System.String(), User.String()}, m.Role)
		if role < 0 {
			return nil, sessionError("a message has an unknown role", "")
		}
		texts = append(texts, Message{Role: Role(role), Text: m.Text}) // 0 or 1
	}
	s.texts, s.apart, s.end = hide(texts), st.Server.Apart, hide(st.Server.End)
	s.group = group{base: st.Server.Base, from: st.Server.From, at: st.Server.At}
	if err := s.recount(st.Counter); err != nil {
		return nil, err
	}
	blocks, err := s.Scan()
	if err != nil {
		return nil, err
	}
	if n := len(blocks); n > 0 && blocks[n-1].N >= s.next {
		return nil, sessionError("the next ordinal was used already", "")
	}
	for _, p := range st.Server.Replies {
		from, ok := p.Seen.provenance()
		if !ok {
			return nil, sessionError("a source has an unknown kind or trust", "")
		}
		s.replies = append(s.replies, reply{text: ringfence.NewData(string(p.Text)), from: from})
	}
	return s, nil
}

// inRange reports whether the counters of the server's form can be those of a
// session.
func (j *serverJSON) inRange(used int) bool {
	if j.Apart < 0 || j.Apart > used || len(j.End) > maxEnd || j.Base < 0 || j.Base > used ||
		j.From < 0 || j.From > len(j.Messages)+1 || j.From == 0 && j.At == 0 && j.Base != j.Apart {
		return false
	}
	first := 0 // bytes of the piece where the group begins
	switch {
	case j.From == 0:
		first = len(j.End)
	case j.From <= len(j.Messages):
		first = len(j.Messages[j.From-1].Text)
	}
	return j.At >= 0 && j.At <= first
}

// recount counts a session whose state was counted by another counter.
func (s *Session) recount(by string) error {
	c := s.r.Limit.Counter
	if c == nil || s.turns == 0 || by == counterID(c) {
		return nil // without a counter no turn is rendered
	}
	if s.apart > 0 || s.end.value() != "" {
		return errCounter()
	}
	s.used, s.group = c.Count(s.Text()), group{}
	if s.used < 0 {
		return sessionError("the counter cannot count the session", "begin a new session")
	}
	return nil
}

// probe is a text of many scripts and habits, on which two vocabularies do not
// agree: those that were loaded have the name of their pattern alone.
const probe = "The quick brown fox's 1234567 jumps over\n\n    return x == nil && !ok; // <div class=\"a\">\n" +
	"Größe straße café naïve español русский текст ελληνικά עברית العربية हिन्दी ไทย 日本語のテキスト 漢字仮名 한국어 🙂👍\n" +
	"antidisestablishmentarianism floccinaucinihilipilification kubernetes tokenizer \t\t{\"id\":[0.125,-7e9]} https://example.com/a?b=c#d"

// counterID tells counters apart: by name, and by what they count. No counter has
// none.
func counterID(c budget.Counter) string {
	if c == nil {
		return ""
	}
	return counterName(c) + " " + strconv.Itoa(c.Count(probe))
}

func errRange() error {
	return sessionError("a counter of the state is out of range", "begin a new session")
}

// parseState decodes one JSON object with exactly the members of the format.
func parseState(b []byte) (sessionJSON, error) {
	var st sessionJSON
	var version struct {
		Session *int `json:"session"`
	}
	// The version first: the members of another one are others.
	if json.Unmarshal(b, &version) == nil && version.Session != nil && *version.Session != sessionVersion {
		return st, sessionError("the state has a version that is not supported",
			"begin a new session; states of version 1 do not hold what the limit needs")
	}
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&st); err != nil || d.More() || len(bytes.TrimSpace(b[d.InputOffset():])) > 0 {
		return st, sessionError("the state is no session in JSON", "begin a new session")
	}
	if st.Version != sessionVersion {
		return st, sessionError("the state has no version", "begin a new session")
	}
	if st.Next < 0 || st.Next > maxOrdinal+1 || st.Turns < 0 || st.Used < 0 || st.Turns == 0 && st.Used > 0 {
		return st, errRange()
	}
	return st, nil
}

// session makes the session of the members that both forms have.
func (st *sessionJSON) session(r Renderer) (*Session, error) {
	s := NewSession(r)
	s.next, s.turns, s.used = st.Next, st.Turns, st.Used
	var ok bool
	if s.seen, ok = st.Seen.provenance(); !ok {
		return nil, sessionError("a source has an unknown kind or trust", "")
	}
	for _, name := range st.Styles {
		style, ok := fence.ParseStyle(name)
		if !ok {
			return nil, sessionError("a style is unknown", "")
		}
		s.styles[style] = true
	}
	return s, nil
}

func (j seenJSON) provenance() (ringfence.Provenance, bool) {
	if !j.Known {
		return ringfence.Provenance{}, len(j.Sources) == 0
	}
	var sources []ringfence.Source
	for _, s := range j.Sources {
		trust, ok := trustOf(s.Trust)
		if _, known := fence.ParseKind(s.Kind); !ok || !known {
			return ringfence.Provenance{}, false
		}
		sources = append(sources, ringfence.Source{Kind: s.Kind, Trust: trust})
	}
	return ringfence.NewProvenance(sources...), true
}

// trustOf is the inverse of Trust.String for the trust of data.
func trustOf(name string) (ringfence.Trust, bool) {
	for _, t := range [...]ringfence.Trust{ringfence.Untrusted, ringfence.Derived, ringfence.Request} {
		if t.String() == name {
			return t, true
		}
	}
	return ringfence.Untrusted, false
}

func sessionError(msg, hint string) error { return partError(CodeSession, msg, hint) }
