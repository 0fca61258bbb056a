package ucd

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"testing"
)

// answersDigest is the SHA-256 of every answer of the package, taken when all
// tables agreed with the source data. It lets a run without that data notice a
// changed table; a new Unicode version changes it, and Version with it.
const answersDigest = "487c922a039923de9a955cb7b3dd2df06a52c9d41aa19f18068ff2cbeed7ec3d"

func TestAnswersDigest(t *testing.T) {
	h := sha256.New()
	w := bufio.NewWriter(h)
	flag := func(on bool) byte {
		if on {
			return '1'
		}
		return '0'
	}
	everyRune(func(r rune) {
		s, changed := Fold(r)
		w.WriteString(CategoryOf(r).String())
		w.Write([]byte{
			flag(IsWhiteSpace(r)), flag(Ignorable(r)), flag(Noncharacter(r)), flag(Bidi(r)), flag(Emoji(r)),
			flag(ExtendedPictographic(r)), flag(JoinControlScript(r)), flag(changed), byte(len(s)),
		})
		w.WriteString(s)
		f := FoldCase(r)
		w.Write([]byte{byte(f >> 16), byte(f >> 8), byte(f)})
		for vs := rune(0x180B); vs <= 0x180F; vs++ {
			w.WriteByte(flag(VariationSequence(r, vs)))
		}
		for vs := rune(0xFE00); vs <= 0xFE0F; vs++ {
			w.WriteByte(flag(VariationSequence(r, vs)))
		}
	})
	accepted(emojiStart, "", func(s string, accept uint16) {
		fmt.Fprintf(w, "%s %d\n", s, accept)
	})
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%x", h.Sum(nil)); got != answersDigest {
		t.Errorf("the answers have the digest %s, want %s", got, answersDigest)
	}
}
