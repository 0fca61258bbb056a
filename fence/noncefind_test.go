package fence

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ringfence/ringfence/internal/ucd"
)

// findNaive is finder.find in the plainest way: the fold of the whole text with
// the place each folded character comes from.
func findNaive(s, nonce string) (hits []int) {
	var fold []rune
	var from []int
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		for _, f := range string(ucd.AppendFold(nil, r)) {
			fold = append(fold, lower(f))
			from = append(from, i)
		}
		i += n
	}
	for i := range fold {
		if strings.HasPrefix(string(fold[i:min(len(fold), i+len(nonce))]), nonce) && (len(hits) == 0 || hits[len(hits)-1] < from[i]) {
			hits = append(hits, from[i])
		}
	}
	return hits
}

func checkFind(t *testing.T, s, nonce string) {
	t.Helper()
	f := newFinder(nonce)
	got, want := f.find(s), findNaive(s, nonce)
	if len(got) != len(want) {
		t.Errorf("find(%+q, %q) = %v, want %v", s, nonce, got, want)
		return
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("find(%+q, %q) = %v, want %v", s, nonce, got, want)
		}
	}
}

// mathBold writes letters and digits as mathematical bold.
func mathBold(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + '𝐚'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + '𝐀'
		case r >= '0' && r <= '9':
			return r - '0' + '𝟎'
		}
		return r
	}, s)
}

func between(s, sep string) string { return strings.Join(strings.Split(s, ""), sep) }

// nonces that look like themselves somewhere, and one that does not.
var selfSimilar = []string{
	testCode, "aaaaaaaaaa", "ababababab", "abababababa", "aaaaaaaaab", "baaaaaaaaa", "abcabcabca", "aabaabaaba",
	"mtmtmtmtmt", "ffiffiffif", "2222222222", "ffffffffff", strings.Repeat("a", 64), strings.Repeat("ab", 32),
}

func TestNonceForms(t *testing.T) {
	for _, code := range selfSimilar {
		nonce := makeNonce(code)
		up := strings.ToUpper(code)
		for _, form := range []string{
			code, up, wide(code), wide(up), mathBold(code), mathBold(up),
			between(code, "\u0301"), between(code, "\u200b"), between(code, "\ufe0f"), between(code, "\u00ad\u0301"),
			code[:5] + up[5:], code[:5] + wide(code[5:]), wide(code[:5]) + code[5:], code[:9] + "\u200d" + code[9:],
			code[:1] + strings.Repeat("\u0338", 100) + code[1:],
		} {
			for _, data := range []string{
				form, form + form, "x" + form + "y", "é" + form + "é", "👩\u200d🚀" + form + "1️⃣", code + form, form + code,
				code[1:] + form, form + code[:len(code)-1], "\xff" + form + "\xff", "\r\n" + form + "\r\n", strings.Repeat(form, 5),
			} {
				_, _, m := seal(t, nonce, noteHeader, data)
				if m.Nonces == 0 {
					t.Errorf("%q in %+q is not reported", code, data)
				}
				checkBlock(t, nonce, noteHeader, data)
				checkFind(t, data, code)
			}
		}
	}
}

// What is no occurrence stays.
func TestNonceNearMisses(t *testing.T) {
	for _, data := range []string{
		testCode[:9], testCode[1:], testCode[:5] + " " + testCode[5:], testCode[:5] + "-" + testCode[5:],
		testCode[:5] + "é" + testCode[6:], "k3f4q2m7x\u0430", strings.Repeat(testCode[:9], 20),
		testCode[:5] + "\n" + testCode[5:],
	} {
		if p := checkBlock(t, testNonce, noteHeader, data); p != data {
			t.Errorf("%q became %q", data, p)
		}
		checkFind(t, data, testCode)
	}
}

// One character of an occurrence is escaped, and what its first character is
// decides the escape.
func TestNoncePayloads(t *testing.T) {
	for _, c := range []struct{ code, data, want string }{
		{testCode, testCode, "⟦U+006B⟧3f4q2m7xa"},
		{testCode, "a" + wide(testCode), "a⟦U+FF4B⟧" + wide(testCode[1:])},
		{"aaaaaaaaaa", strings.Repeat("a", 12), "⟦U+0061⟧⟦U+0061⟧⟦U+0061⟧aaaaaaaaa"},
		{"mtmtmtmtmt", "™™™™™™", "⟦U+2122⟧™™™™™"}, // tm tm tm tm tm tm: it begins inside the first
		{"tmtmtmtmtm", "™™™™™™", "⟦U+2122⟧⟦U+2122⟧™™™™"},
		{"ffffffffff", "ﬀﬀﬀﬀﬀﬀ", "⟦U+FB00⟧⟦U+FB00⟧ﬀﬀﬀﬀ"},                // three begin in two
		{"2aaaaaaaaa", "2\ufe0faaaaaaaaa", "⟦U+0032⟧⟦U+FE0F⟧aaaaaaaaa"}, // its selector loses its base
		{"maaaaaaaaa", "Ⓜ\ufe0faaaaaaaaa", "⟦U+24C2⟧⟦U+FE0F⟧aaaaaaaaa"},
	} {
		if p := checkBlock(t, makeNonce(c.code), noteHeader, c.data); p != c.want {
			t.Errorf("%q: %q, want %q", c.data, p, c.want)
		}
	}
}

// Windows of ASCII and of other text meet at every distance.
func TestFindAtSeams(t *testing.T) {
	for _, code := range selfSimilar {
		for pad := range len(code) + 2 {
			for _, seam := range []string{"é", "\u0301", "\u200b", "ｋ", "™", "\xff", "👩\u200d🚀", "ﬃ", "\u0301\u0301", "中"} {
				fill := strings.Repeat(code, 2)[:pad]
				checkFind(t, fill+seam+code, code)
				checkFind(t, code+seam+fill, code)
				checkFind(t, seam+fill+seam+code+fill+seam, code)
				checkFind(t, code[:min(pad, len(code))]+seam+code[min(pad, len(code)):], code)
				checkFind(t, strings.Repeat("z", pad)+seam+strings.Repeat("z", len(code)-2)+code, code)
			}
		}
	}
}

// Nonces are looked for with every alphabet letter in each place.
func TestFindAlphabet(t *testing.T) {
	code := nonceAlphabet
	for i := range code {
		rotated := code[i:] + code[:i]
		checkFind(t, "x"+code+code, rotated)
		checkFind(t, strings.ToUpper(code+code), rotated)
		checkFind(t, wide(code)+code, rotated)
	}
}

func FuzzFind(f *testing.F) {
	for i, code := range selfSimilar {
		f.Add(uint8(i), between(code, "\u200b")+code)
		f.Add(uint8(i), code[1:]+wide(code)+"é"+code)
		f.Add(uint8(i), strings.Repeat("™ﬃⓂ", 8)+code)
	}
	f.Fuzz(func(t *testing.T, which uint8, s string) {
		if len(s) > 4096 {
			return
		}
		code := selfSimilar[int(which)%len(selfSimilar)]
		checkFind(t, s, code)
		checkFind(t, strings.ReplaceAll(s, " ", code), code)
		checkFind(t, strings.ReplaceAll(s, "x", code[:len(code)-1]), code)
	})
}
