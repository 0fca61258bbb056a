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
const answersDigest = "f8c56569de51282646c319fc2b4cd7b4caefc3f678bb4a530724c8c936763da4"

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
		for vs := rune(firstIdeographic); VariationSequence(r, vs); vs++ {
			w.WriteByte('1')
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
