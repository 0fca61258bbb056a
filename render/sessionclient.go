package render

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/ringfence/ringfence/fence"
)

// minSecret is the least length of a secret, in bytes: 128 bits.
const minSecret = 16

// ClientState returns what of the session a client may hold, as JSON under a
// MAC: the counters, what the conversation was made of and which styles are
// explained. It has no text, no nonce and no window. The application keeps the
// nonce, which binds the state to the conversation, and the secret, of at least
// 16 bytes, on the server.
//
// A reply that waits to be rendered would be lost: then the code is
// [CodeSession]. A client can hand in an older state of the same conversation;
// an application that must notice compares [Session.Turns].
func (s *Session) ClientState(secret []byte) ([]byte, error) {
	if len(secret) < minSecret {
		return nil, sessionError("the secret has fewer than 16 bytes", "use random bytes that only the server knows")
	}
	if len(s.replies) > 0 {
		return nil, sessionError("a reply waits to be rendered", "store the server's form, or render first")
	}
	st := s.state()
	mac, err := st.sum(secret, s.r.Nonce)
	if err != nil {
		return nil, err
	}
	st.MAC = hex.EncodeToString(mac)
	return json.Marshal(st)
}

// ParseClientSession reads what [Session.ClientState] wrote under the same
// secret and for the same nonce. The session goes on where that one was; its
// Messages are those of the turns to come, and what those count is added to what
// was used: the texts are not there to be counted together. The error is a *ringfence.Error with
// [CodeSession].
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
	want, sumErr := st.sum(secret, nonce)
	if err != nil || sumErr != nil || st.Server != nil || !hmac.Equal(got, want) {
		return nil, sessionError("the state was not signed with this secret for this conversation",
			"it was changed or belongs to another conversation: begin a new session")
	}
	r.Nonce = nonce
	s, err := st.session(r)
	if err == nil {
		s.apart = s.used
	}
	return s, err
}

// sum is the MAC of the state. The order of members and their form are those of
// the encoder, whatever the client sent.
func (st sessionJSON) sum(secret []byte, nonce fence.Nonce) ([]byte, error) {
	b, err := json.Marshal(st)
	if err != nil {
		return nil, err
	}
	m := hmac.New(sha256.New, secret)
	m.Write([]byte("ringfence session\x00" + nonce.Reveal() + "\x00"))
	m.Write(b)
	return m.Sum(nil), nil
}
