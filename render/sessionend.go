package render

import (
	"crypto/aes"
	"crypto/cipher"
	"strings"

	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
)

// maxEnd bounds in bytes what a client's form holds of the end of a
// conversation: a long paragraph, or many short lines. With it the form still
// fits into a cookie of 4 KiB.
const maxEnd = 2048

// endForClient returns the end of the conversation from its last seam on, and
// the tokens of all that stands before. What a later turn adds to the count
// depends on that end alone. It is the last line of a block or of an
// instruction, with the lines of instructions that begin with white space or a
// slash after it, and never data: the closing line of a block begins at a seam.
//
// Where the end is not known, too long, or of no use because the counter
// promises nothing, it is empty and all is before it.
func (s *Session) endForClient() (tokens int, end string) {
	c := s.r.Limit.Counter
	if s.turns == 0 || !additive(c) || s.endIsLost() {
		return s.used, ""
	}
	g, end := s.tail()
	if len(end) > maxEnd {
		return s.used, ""
	}
	return g.base, end
}

// lastSeam returns the last place of s where budget.Seam is true, 0 for none.
func lastSeam(s string) int {
	for i := len(s) - 1; i > 0; i-- {
		if s[i-1] == '\n' && budget.Seam("\n", s[i:]) {
			return i
		}
	}
	return 0
}

// nonceMark stands in an end for the nonce. No end has this byte, since
// instructions and fence lines are UTF-8.
const nonceMark = "\xff"

// hideEnd encrypts the end in the state under the secret: instructions are not
// for a client to read. The nonce is replaced first, so that whoever has the
// secret alone does not learn it. The initial value is a MAC of the state with
// the end in it, so that equal states are equal bytes and two different ones
// never share a key stream.
func (st *sessionJSON) hideEnd(secret []byte, nonce fence.Nonce) error {
	plain := []byte(strings.ReplaceAll(string(st.Client.End), nonce.Reveal(), nonceMark))
	st.Client.End = plain
	iv, err := st.sum("end", secret, nonce)
	if err != nil || len(plain) == 0 {
		return err
	}
	out := append([]byte(nil), iv[:aes.BlockSize]...)
	st.Client.End = append(out, plain...)
	return crypt(st.Client.End[aes.BlockSize:], iv[:aes.BlockSize], secret, nonce)
}

// readEnd returns the end that hideEnd encrypted.
func (st *sessionJSON) readEnd(secret []byte, nonce fence.Nonce) (string, error) {
	if len(st.Client.End) < aes.BlockSize {
		return "", nil
	}
	plain := append([]byte(nil), st.Client.End[aes.BlockSize:]...)
	err := crypt(plain, st.Client.End[:aes.BlockSize], secret, nonce)
	return strings.ReplaceAll(string(plain), nonceMark, nonce.Reveal()), err
}

// crypt encrypts and decrypts b in place. The key is for this use alone.
func crypt(b, iv, secret []byte, nonce fence.Nonce) error {
	block, err := aes.NewCipher(macOf(secret, "ringfence session key\x00"+nonce.Reveal()))
	if err != nil {
		return err
	}
	cipher.NewCTR(block, iv).XORKeyStream(b, b)
	return nil
}
