package bpe_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pkoukk/tiktoken-go-loader/assets"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget/bpe"
)

// rankFile writes a rank file: the 256 bytes, then the given tokens.
func rankFile(tokens ...string) string {
	var s strings.Builder
	for b := range 256 {
		fmt.Fprintf(&s, "%s %d\n", base64.StdEncoding.EncodeToString([]byte{byte(b)}), b)
	}
	for i, token := range tokens {
		fmt.Fprintf(&s, "%s %d\n", base64.StdEncoding.EncodeToString([]byte(token)), 256+i)
	}
	return s.String()
}

func TestLoadSmall(t *testing.T) {
	// "xyz" is made of no two tokens: it stands only as a whole piece.
	e, err := bpe.Load(strings.NewReader(rankFile("ab", "abc", "cd", "xyz")+"\n"), bpe.FamilyLlama3)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		want []uint32
	}{
		{"abcd", []uint32{257, 'd'}},
		{"cd", []uint32{258}},
		{"xyz", []uint32{259}},
		{"xyza", []uint32{'x', 'y', 'z', 'a'}},
		{strings.Repeat("abcd", 10), slices.Repeat([]uint32{257, 'd'}, 10)},
		{strings.Repeat("xyz", 10), slices.Repeat([]uint32{'x', 'y', 'z'}, 10)},
	} {
		if got := e.Encode(nil, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
	if _, err := e.Pack(); err == nil {
		t.Error("a vocabulary with a token that is no merge was packed")
	}
	if e.Size() != 260 || e.LongestToken() != 3 {
		t.Errorf("%d tokens, the longest %d", e.Size(), e.LongestToken())
	}
}

// TestLoadRankFiles loads the published files and compares with the embedded
// vocabularies.
func TestLoadRankFiles(t *testing.T) {
	for _, e := range encodings {
		ranks, err := assets.Assets.ReadFile(e.name + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		loaded, err := bpe.Load(bytes.NewReader(ranks), e.encoding().Family())
		if err != nil {
			t.Fatal(err)
		}
		a, err := loaded.Pack()
		if err != nil {
			t.Fatal(err)
		}
		b, err := e.encoding().Pack()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: the embedded vocabulary differs from the rank file", e.name)
		}
		// Every token, taken for a text in its pieces, comes back.
		lines := strings.Fields(string(ranks))
		for i := 0; i < len(lines); i += 2 * 97 {
			text, _ := base64.StdEncoding.DecodeString(lines[i])
			if got, err := loaded.Decode(nil, loaded.Encode(nil, string(text))...); err != nil || string(got) != string([]rune(string(text))) {
				t.Fatalf("%s: %q comes back as %q, %v", e.name, text, got, err)
			}
		}
	}
}

// TestPublishedSums pins the rank files that the vocabularies are made from.
func TestPublishedSums(t *testing.T) {
	for name, want := range map[string]string{
		"o200k_base":  "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
		"cl100k_base": "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
		"p50k_base":   "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
		"r50k_base":   "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
	} {
		ranks, err := assets.Assets.ReadFile(name + ".tiktoken")
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(ranks)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s has %s", name, got)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	good := rankFile("ab")
	for _, c := range []struct{ name, file, want string }{
		{"no rank", good + "YQ==\n", "line 258: want a token"},
		{"bad base64", good + "Y!== 300\n", "line 258: token"},
		{"empty token", good + " 300\n", "line 258: a token of 0 bytes"},
		{"bad rank", good + "eHk= x1\n", "line 258: the rank is not a number"},
		{"negative rank", good + "eHk= -1\n", "line 258: the rank is not a number"},
		{"huge rank", good + "eHk= 4294967295\n", "line 258: the rank is not a number"},
		{"same rank", good + "eHk= 256\n", "line 258: rank 256 is on line 257 already"},
		{"same token", good + "YWI= 300\n", "line 258: the token is on line 257 already"},
		{"missing byte", strings.Replace(good, "AA== 0\n", "", 1), "byte 0x00 is no token"},
		{"long token", good + base64.StdEncoding.EncodeToString(make([]byte, bpe.MaxTokenBytes+1)) + " 300\n", "line 258: a token of 1025 bytes"},
		{"long line", good + strings.Repeat("A", 1<<20), "line 258: "},
		{"parts of higher rank", rankFile("abc", "ab"), "line 257: the token is merged from tokens of higher rank"},
		{"empty", "", "byte 0x00 is no token"},
	} {
		_, err := bpe.Load(strings.NewReader(c.file), bpe.FamilyCL100K)
		var typed *ringfence.Error
		if !errors.As(err, &typed) || typed.Code != bpe.CodeRankFile || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	for _, f := range []bpe.Family{0, 200} {
		if _, err := bpe.Load(strings.NewReader(good), f); err == nil {
			t.Errorf("family %d was accepted", f)
		}
		if _, err := bpe.Open("", f); err == nil {
			t.Errorf("family %d was opened", f)
		}
	}
}

func TestDamagedVocabulary(t *testing.T) {
	e, err := bpe.Load(strings.NewReader(rankFile("ab", "abc", "cd")), bpe.FamilyO200K)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := e.Pack()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bpe.Open(string(packed), bpe.FamilyO200K); err != nil {
		t.Fatal(err)
	}
	for i := range packed {
		for bit := range 8 {
			damaged := bytes.Clone(packed)
			damaged[i] ^= 1 << bit
			if _, err := bpe.Open(string(damaged), bpe.FamilyO200K); err == nil {
				t.Fatalf("bit %d of byte %d was changed unseen", bit, i)
			}
		}
		if _, err := bpe.Open(string(packed[:i]), bpe.FamilyO200K); err == nil {
			t.Fatalf("the first %d bytes of %d were accepted", i, len(packed))
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("MustOpen accepted damage")
		}
	}()
	bpe.MustOpen("x", "damaged", bpe.FamilyO200K)
}

func TestFamilyNames(t *testing.T) {
	for f := bpe.FamilyO200K; f <= bpe.FamilyDeepSeekV3; f++ {
		if got, err := bpe.ParseFamily(f.String()); err != nil || got != f {
			t.Errorf("%v reads as %v, %v", f, got, err)
		}
	}
	if _, err := bpe.ParseFamily("gemma"); err == nil {
		t.Error("an unknown family was read")
	}
	if got := bpe.Family(99).String(); got != "family(99)" {
		t.Error(got)
	}
}

// FuzzLoad reads any file without a panic; what it accepts encodes by the
// definition.
func FuzzLoad(f *testing.F) {
	f.Add("ab\nabc\ncd", "abcdabcdabcdabcdabcdabcdabcdabcd")
	f.Add("aa\naaaa\naaa", strings.Repeat("a", 40))
	f.Add("xy\nyx\nxyx\nxyxy", strings.Repeat("xy", 30)+"x")
	f.Add("bc\nab\nabc", strings.Repeat("abc", 20))
	f.Fuzz(func(t *testing.T, tokens, text string) {
		if len(tokens) > 300 || len(text) > 300 {
			return
		}
		var list []string
		for token := range strings.SplitSeq(tokens, "\n") {
			if len(token) > 1 && !slices.Contains(list, token) {
				list = append(list, token)
			}
		}
		e, err := bpe.Load(strings.NewReader(rankFile(list...)), bpe.FamilyO200K)
		if err != nil {
			return
		}
		// One piece: small letters only.
		text = strings.Map(func(r rune) rune { return 'a' + r%4 }, text)
		if got, want := e.Encode(nil, text), byDefinition(list, text); !slices.Equal(got, want) {
			t.Fatalf("%q with %q: %v, want %v", text, list, got, want)
		}
		checkText(t, e, text, len(text)/2, 3)
	})
}

// byDefinition merges the two neighbours with the lowest rank until none merge.
func byDefinition(tokens []string, text string) []uint32 {
	id := func(s string) int {
		if len(s) == 1 {
			return int(s[0])
		}
		if i := slices.Index(tokens, s); i >= 0 {
			return 256 + i
		}
		return -1
	}
	var ids []uint32
	if text == "" {
		return ids
	}
	if i := id(text); i >= 0 {
		return []uint32{uint32(i)}
	}
	parts := strings.Split(text, "")
	for {
		best, at := -1, 0
		for k := range len(parts) - 1 {
			if i := id(parts[k] + parts[k+1]); i >= 0 && (best < 0 || i < best) {
				best, at = i, k
			}
		}
		if best < 0 {
			break
		}
		parts = slices.Replace(parts, at, at+2, parts[at]+parts[at+1])
	}
	for _, p := range parts {
		ids = append(ids, uint32(id(p)))
	}
	return ids
}
