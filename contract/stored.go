package contract

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
)

// storedName is the member that tells a stored state from an ask body, and
// storedVersion the value that this package writes and reads.
const (
	storedName    = "ringfenceStored"
	storedVersion = "1"
)

// MinSecret is the least length of the secret of a stored state, in bytes: 128
// bits cannot be guessed. Whoever can guess the secret can try out, for any id,
// whether a window with that id was withheld, and can forge a state.
const MinSecret = 16

// Stored returns the state as JSON that an application keeps between turns and
// gives to [ParseStored]. Shown windows are in it with id and title, withheld
// ones only as keyed hashes of their folded ids, sorted, so that neither a name
// nor a place in the list can be read from it. The bytes are the same for the
// same state and secret.
//
// The secret belongs to the application and has at least [MinSecret] bytes, made
// at random; a shorter one is an error with [CodeSecret]. It also signs the
// state, so that a client which carries the state cannot change it; it does not
// keep a client from sending an older one. A UI that came from ParseStored can
// be stored again only under the same secret.
func (u *UI) Stored(secret []byte) ([]byte, error) {
	if u == nil {
		return nil, &ringfence.Error{
			Code: CodeMissing, Message: "there is no ui to store", Offset: ringfence.NoOffset,
			Hint: "keep the state of the turn before when a turn has no ui",
		}
	}
	if err := checkSecret(secret); err != nil {
		return nil, err
	}
	if !u.sameSecret(secret) {
		return nil, &ringfence.Error{
			Code: CodeSecret, Message: "the state was read with another secret", Offset: ringfence.NoOffset,
			Hint: "store it again from an ask body to change the secret",
		}
	}
	b := u.appendContent(nil, secret)
	mac := storedMAC(b, secret)
	b = append(b, `,"mac":"`...)
	b = hex.AppendEncode(b, mac)
	return append(b, `"}`...), nil
}

// MarshalJSON always fails with [ringfence.ErrDataEncoding]: use [UI.Stored],
// which knows what may be kept.
func (u UI) MarshalJSON() ([]byte, error) { return nil, ringfence.ErrDataEncoding }

func checkSecret(secret []byte) error {
	if len(secret) >= MinSecret {
		return nil
	}
	return &ringfence.Error{
		Code: CodeSecret, Message: "the secret is shorter than " + strconv.Itoa(MinSecret) + " bytes", Offset: ringfence.NoOffset,
		Hint: "pass random bytes that only the application knows, and keep them: crypto/rand makes them",
	}
}

// appendContent appends everything of a stored state up to the signature. This
// is what is signed, so it is canonical: one state has one text.
func (u *UI) appendContent(b, secret []byte) []byte {
	b = append(b, `{"`+storedName+`":`+storedVersion...)
	if s := u.Viewport.String(); s != "" {
		b = append(b, `,"viewport":"`+s+`"`...)
	}
	if s := u.Audience.String(); s != "" {
		b = append(b, `,"audience":"`+s+`"`...)
	}
	b = append(b, `,"windows":[`...)
	for i, w := range u.shown {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendWindow(b, w)
	}
	b = append(b, `],"withheld":[`...)
	for i, h := range u.withheldHashes(secret) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = hex.AppendEncode(b, h[:])
		b = append(b, '"')
	}
	return append(b, ']')
}

func appendWindow(b []byte, w Window) []byte {
	b = append(b, `{"id":`...)
	b = appendString(b, w.ID)
	if w.Title.Present() {
		b = append(b, `,"title":`...)
		b = appendString(b, w.Title)
	}
	if w.Focused {
		b = append(b, `,"focused":true`...)
	}
	return append(b, '}')
}

// appendString appends d as a JSON string. Text of a UI came out of a decoder
// and is valid UTF-8; what is not would be replaced.
func appendString(b []byte, d ringfence.Data) []byte {
	b, _ = jsontext.AppendQuote(b, strings.ToValidUTF8(d.Raw(), "\uFFFD"))
	return b
}

// withheldHashes returns the hashes of the withheld ids in order of their bytes.
func (u *UI) withheldHashes(secret []byte) []ringfence.Hash {
	out := make([]ringfence.Hash, 0, len(u.withheld)+len(u.hashes))
	for k := range u.withheld {
		out = append(out, k.Hash(secret))
	}
	for h := range u.hashes {
		out = append(out, h)
	}
	slices.SortFunc(out, func(a, b ringfence.Hash) int { return slices.Compare(a[:], b[:]) })
	return out
}

// storedMAC signs the content of a stored state. The label keeps it apart from
// the hashes of keys under the same secret, which start with a length byte that
// is smaller than any letter.
func storedMAC(content, secret []byte) []byte {
	m := hmac.New(sha256.New, secret)
	m.Write([]byte("ringfence stored state\x00"))
	m.Write(content)
	return m.Sum(nil)
}
