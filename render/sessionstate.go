package render

import (
	"bytes"
	"encoding/json"
	"slices"
	"unicode/utf8"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
)

// sessionVersion is the version of both stored forms of a session.
const sessionVersion = 1

// The stored forms. Both have the counters, what the conversation was made of
// and which styles are explained; only the server's has the nonce and the texts.
type (
	sessionJSON struct {
		Version int         `json:"session"`
		Next    int         `json:"next"`
		Turns   int         `json:"turns"`
		Used    int         `json:"used"`
		Seen    seenJSON    `json:"seen"`
		Styles  []string    `json:"styles"`
		Server  *serverJSON `json:"server,omitempty"`
		MAC     string      `json:"mac,omitempty"`
	}
	serverJSON struct {
		Nonce    string        `json:"nonce"`
		Messages []messageJSON `json:"messages"`
		Replies  []replyJSON   `json:"replies"`
		// Apart is what of Used has no messages here, after a client's form.
		Apart int `json:"apart,omitempty"`
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
	st.Server = &serverJSON{Nonce: s.r.Nonce.Reveal(), Messages: []messageJSON{}, Replies: []replyJSON{}, Apart: s.apart}
	for _, m := range s.texts.value() {
		if !utf8.ValidString(m.Text) { // an instruction: payloads are always valid
			return nil, sessionError("an instruction is not UTF-8 and would change in JSON", "write instructions in UTF-8")
		}
		st.Server.Messages = append(st.Server.Messages, messageJSON{m.Role.String(), m.Text})
	}
	for _, p := range s.replies {
		st.Server.Replies = append(st.Server.Replies, replyJSON{Text: []byte(p.text.Raw()), Seen: seenOf(p.from)})
	}
	return json.Marshal(st)
}

func (s *Session) state() sessionJSON {
	st := sessionJSON{
		Version: sessionVersion, Next: s.next, Turns: s.turns, Used: s.used,
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
// scanned, so that a session goes on only from blocks that are whole. The error
// is a *[ringfence.Error] with [CodeSession], or that of the scan.
func ParseSession(r Renderer, state []byte) (*Session, error) {
	st, err := parseState(state)
	if err != nil {
		return nil, err
	}
	if st.Server == nil || st.MAC != "" {
		return nil, sessionError("this is not the server's form of a session", "read a client's form with ParseClientSession")
	}
	if st.Server.Apart < 0 || st.Server.Apart > st.Used {
		return nil, sessionError("a counter of the state is out of range", "begin a new session")
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
	s.texts, s.apart = hide(texts), st.Server.Apart
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

// parseState decodes one JSON object with exactly the members of the format.
func parseState(b []byte) (sessionJSON, error) {
	var st sessionJSON
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if err := d.Decode(&st); err != nil || d.More() || len(bytes.TrimSpace(b[d.InputOffset():])) > 0 {
		return st, sessionError("the state is no session in JSON", "begin a new session")
	}
	if st.Version != sessionVersion {
		return st, sessionError("the state has a version that is not supported", "begin a new session")
	}
	if st.Next < 0 || st.Next > maxOrdinal+1 || st.Turns < 0 || st.Used < 0 || st.Turns == 0 && st.Used > 0 {
		return st, sessionError("a counter of the state is out of range", "begin a new session")
	}
	return st, nil
}

// session makes the session of the members that both forms have.
func (st sessionJSON) session(r Renderer) (*Session, error) {
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
