package render

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// minSecret is the least length of a secret, in bytes: 128 bits.
const minSecret = 16

// ClientState returns what of the session a client may hold, as JSON under a
// MAC: the counters, what the conversation was made of and which styles are
// explained. It has no nonce, no window and no text but one: up to 2 KiB of the
// last line of a block or an instruction, encrypted, with which the next turn may
// have to be counted. No data is in it. The application keeps the nonce, which
// binds the state to the conversation, and the secret, of at least 16 bytes, on
// the server.
//
// The code is [CodeSession] when the secret is shorter or a reply waits to be
// rendered, which would be lost, and after the first turn when there is no counter
// or one that promises that its counts are not too low and is not
// [budget.Additive]: it would have to count the texts together.
//
// A client can hand in an older state of the same conversation; an application
// that must notice compares [Session.Turns].
func (s *Session) ClientState(secret []byte) ([]byte, error) {
	if len(secret) < minSecret {
		return nil, sessionError("the secret has fewer than 16 bytes", "use random bytes that only the server knows")
	}
	if len(s.replies) > 0 {
		return nil, sessionError("a reply waits to be rendered", "store the server's form, or render first")
	}
	if c := s.r.Limit.Counter; s.turns > 0 {
		switch {
		case c == nil:
			return nil, sessionError("there is no counter, and a client's form says by what turns were counted", "give the renderer the counter of the session")
		case !countsApart(c):
			return nil, errTogether()
		}
	}
	st := s.state()
	apart, end := s.endForClient()
	st.Client = &clientJSON{Apart: apart, End: []byte(end)}
	if err := st.hideEnd(secret, s.r.Nonce); err != nil {
		return nil, err
	}
	mac, err := st.sum("", secret, s.r.Nonce)
	if err != nil {
		return nil, err
	}
	st.MAC = hex.EncodeToString(mac)
	return json.Marshal(st)
}

// ParseClientSession reads what [Session.ClientState] wrote under the same
// secret and for the same nonce. The session goes on where that one was; its
// Messages are those of the turns to come, and [Session.Used] and the limit go on
// to be those of the whole conversation. r has the counter of that session.
//
// A turn that begins with an instruction which begins with white space or a slash
// joins the end of the turn before. Where that end was an instruction with more
// than 2 KiB from the last line on that begins otherwise, the turn is refused. The
// error is a *[ringfence.Error] with [CodeSession].
func ParseClientSession(r Renderer, state, secret []byte, nonce fence.Nonce) (*Session, error) {
	st, err := parseState(state)
	if err != nil {
		return nil, err
	}
	if len(secret) < minSecret || nonce.IsZero() {
		return nil, sessionError("a client's state needs the secret and the nonce", "keep both on the server")
	}
	got, err := hex.DecodeString(st.MAC)
	st.MAC = ""
	want, sumErr := st.sum("", secret, nonce)
	if err != nil || sumErr != nil || st.Server != nil || st.Client == nil || !hmac.Equal(got, want) {
		return nil, sessionError("the state was not signed with this secret for this conversation",
			"it was changed or belongs to another conversation: begin a new session")
	}
	end, err := st.readEnd(secret, nonce)
	if err != nil {
		return nil, err
	}
	if c := r.Limit.Counter; c != nil && st.Turns > 0 {
		if st.Counter != counterID(c) {
			return nil, errCounter()
		}
		if !countsApart(c) {
			return nil, errTogether()
		}
	}
	r.Nonce = nonce
	s, err := st.session(r)
	if err != nil {
		return nil, err
	}
	s.apart, s.end, s.group = st.Client.Apart, hide(end), group{base: st.Client.Apart}
	return s, nil
}

// countsApart reports whether turns can be counted without the texts before them:
// they add up, or nothing is promised about what they count together.
func countsApart(c budget.Counter) bool { return additive(c) || !promises(c) }

func errTogether() error {
	return sessionError("the counter has to count all turns together, and a client's form has no texts",
		"store the server's form, or use a counter whose counts add up")
}

func errCounter() error {
	return sessionError("the turns were counted by another counter, and their texts are not here",
		"read the state with the counter of the session that was stored")
}

// sum is a MAC of the state, for a use. The order of members and their form are
// those of the encoder, whatever the client sent.
func (st *sessionJSON) sum(use string, secret []byte, nonce fence.Nonce) ([]byte, error) {
	b, err := json.Marshal(st)
	if err != nil {
		return nil, err
	}
	return macOf(secret, "ringfence session\x00"+use+"\x00"+nonce.Reveal()+"\x00"+string(b)), nil
}

// macOf is HMAC-SHA-256.
func macOf(secret []byte, text string) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte(text))
	return m.Sum(nil)
}
