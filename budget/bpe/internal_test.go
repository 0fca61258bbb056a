package bpe

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// manyMerges returns a vocabulary of n tokens made of random parts, with some
// that no merges make.
func manyMerges(t *testing.T, n int) *vocab {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, uint64(n)))
	seen := map[string]bool{}
	texts := make([]string, firstMerge, n)
	for b := range texts {
		texts[b] = string([]byte{byte(b)})
	}
	var parts []split
	strays := map[uint32]string{}
	for len(texts) < n {
		token := uint32(len(texts))
		p := split{uint32(rng.IntN(min(len(texts), 2000))), uint32(rng.IntN(min(len(texts), 2000)))}
		text := texts[p.left] + texts[p.right]
		if len(text) > 20 && rng.IntN(20) > 0 {
			continue // long ones would soon be all there are
		}
		if rng.IntN(50) == 0 {
			p, text = split{token, token}, fmt.Sprintf("%*d", 4+rng.IntN(30), rng.Uint32())
			strays[token] = text
		}
		if seen[text] || len(text) > MaxTokenBytes {
			delete(strays, token)
			continue
		}
		seen[text] = true
		texts = append(texts, text)
		parts = append(parts, p)
	}
	ids := make([]uint32, n)
	for i := range ids {
		ids[i] = uint32(i + i/100)
	}
	v, err := newVocab(ids, parts, strays)
	if err != nil {
		t.Fatal(err)
	}
	for token, text := range texts {
		if got := string(v.text(uint32(token))); got != text {
			t.Fatalf("token %d is %q, want %q", token, got, text)
		}
	}
	for i, p := range parts {
		if got := v.merges.of(uint32(firstMerge + i)); got != p {
			t.Fatalf("token %d is merged from %v, want %v", firstMerge+i, got, p)
		}
	}
	return v
}

// embedded returns a vocabulary in use, for what holds of trained ones only.
func embedded(t *testing.T) *vocab {
	t.Helper()
	packed, err := os.ReadFile("../o200k/o200k.bpe")
	if err != nil {
		t.Fatal(err)
	}
	v, err := unpack(string(packed))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestFind looks up every token of vocabularies of many sizes, at the beginning,
// in the middle and at the end of a text, and texts that are no tokens.
func TestFind(t *testing.T) {
	for _, n := range []int{256, 257, 511, 512, 513, 1024, 5000, 70_000} {
		v := manyMerges(t, n)
		tokens := map[string]bool{}
		for token := range uint32(n) {
			text := string(v.text(token))
			tokens[text] = true
			for _, around := range [][2]string{{"", ""}, {"..", ""}, {"", "........"}, {"0123456789", "01234567890123456"}} {
				s := around[0] + text + around[1]
				if got := v.find(s, len(around[0]), len(around[0])+len(text)); got != token {
					t.Fatalf("%d tokens: %q is found as %d, want %d", n, text, got, token)
				}
			}
		}
		rng := rand.New(rand.NewPCG(2, 3))
		for range 20_000 {
			text := []byte(string(v.text(uint32(rng.IntN(n)))))
			text[rng.IntN(len(text))] ^= 1 << rng.IntN(8)
			if got := v.find(string(text), 0, len(text)); tokens[string(text)] != (got != none) {
				t.Fatalf("%q is found as %d", text, got)
			}
		}
	}
}

// TestIDs maps tokens to ids and back, and writes tables down and reads them.
func TestIDs(t *testing.T) {
	list := make([]uint32, 1000)
	for i := range list {
		list[i] = uint32(255 - i)
		if i >= firstMerge {
			list[i] = uint32(i + i/10)
		}
	}
	table := newIDs(list)
	packed := string(table.append(nil))
	var again idTable
	if r := (varints{rest: packed}); !again.read(&r, len(list)) || r.rest != "" || !slices.Equal(again.runs, table.runs) {
		t.Fatal("the table does not come back")
	}
	known := map[uint32]uint32{}
	for token, id := range list {
		known[id] = uint32(token)
		if got := again.of(uint32(token)); got != id {
			t.Fatalf("token %d has id %d, want %d", token, got, id)
		}
	}
	for id := range uint32(1200) {
		want, ok := known[id]
		if got, found := again.token(id); found != ok || ok && got != want {
			t.Fatalf("id %d is of token %d, %v; want %d, %v", id, got, found, want, ok)
		}
	}
	for cut := range len(packed) {
		var damaged idTable
		if r := (varints{rest: packed[:cut]}); damaged.read(&r, len(list)) {
			t.Fatalf("%d bytes of %d were accepted", cut, len(packed))
		}
	}
}

// TestMergePlace adds up what stands before the first token of each number of bits.
func TestMergePlace(t *testing.T) {
	at := int64(0)
	for bits := 9; bits <= tokenBits; bits++ {
		first := int64(1) << (bits - 1)
		if got := mergePlace(bits) + first*2*int64(bits); got != at {
			t.Errorf("the first token of %d bits is at %d, want %d", bits, got, at)
		}
		at += first * 2 * int64(bits)
	}
}

// TestASCIIClasses: the classes of ASCII are the first block of the table.
func TestASCIIClasses(t *testing.T) {
	for r := range rune(0x80) {
		if c, width := classAt(string(r), 0); c != classOf(r) || width != 1 {
			t.Errorf("%q: class %b of %d bytes, want %b", r, c, width, classOf(r))
		}
	}
}

// TestDamagedMerges builds vocabularies from merges that cannot be.
func TestDamagedMerges(t *testing.T) {
	ids := make([]uint32, firstMerge+2)
	for name, parts := range map[string][]split{
		"a later part":  {{257, 'a'}, {'a', 'b'}},
		"half of one":   {{256, 'a'}, {'a', 'b'}},
		"an empty text": {{256, 256}, {'a', 'b'}},
	} {
		if _, err := newVocab(ids, parts, nil); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	long := []split{{'a', 'a'}}
	for n := uint32(firstMerge); len(long) < 11; n++ {
		long = append(long, split{n, n})
	}
	if _, err := newVocab(make([]uint32, firstMerge+len(long)), long, nil); err == nil {
		t.Errorf("a token of %d bytes was accepted", 1<<len(long))
	}
}

// TestMergers compares the ways to merge short pieces with each other and with
// the encoder for long ones.
func TestMergers(t *testing.T) {
	v := embedded(t)
	tr := newTrie(v)
	rng := rand.New(rand.NewPCG(5, 6))
	var small smallPiece
	var long stack
	for range 20_000 {
		text := ""
		for range 2 + rng.IntN(3) {
			text += string(v.text(uint32(rng.IntN(v.size()))))
		}
		text = text[:min(len(text), 2+rng.IntN(smallMax-1))]
		n := v.mergeSmall(&small, text, 0, len(text))
		want := slices.Clone(small.token[:n])
		if got := v.mergePairs(&small, &tr.pairs, len(text)); got != n || !slices.Equal(small.token[:got], want) {
			t.Fatalf("%q by pairs: %v, want %v", text, small.token[:got], want)
		}
		v.encodeLong(&long, tr, text)
		if !slices.Equal(long.tokens, want) {
			t.Fatalf("%q by the trie: %v, want %v", text, long.tokens, want)
		}
		if len(text) <= shortMax {
			if got := v.mergeKey(&small, nil, keyAt(text, 0, len(text))); got != n {
				t.Fatalf("%q by its key: %d tokens, want %d", text, got, n)
			}
		}
	}
}

// TestScan compares what scan splits off with the full scanners, piece by piece.
func TestScan(t *testing.T) {
	alphabet := []string{
		"a", "b", "z", "A", "Z", " ", " ", "\t", "\n", "\r", "'", "'s", ".", ",", "/", "\"", "{", "1", "23", "é", "中", "\x7f", "\x00",
		"word", "Word", "camelCase", "lettersForLong", "CONST", "\u0301", "\u017f", "🙂", "\u00a0", "@[`{",
	}
	rng := rand.New(rand.NewPCG(7, 8))
	w := new(work)
	pieces := 0
	fast := map[Family]*fastFamily{FamilyO200K: fastO200K(), FamilyCL100K: fastCL100K(), FamilyLlama3: fastCL100K()}
	for range 200_000 {
		var s strings.Builder
		for range 1 + rng.IntN(8) {
			s.WriteString(alphabet[rng.IntN(len(alphabet))])
		}
		s.WriteString("................"[rng.IntN(16):])
		for _, f := range []Family{FamilyO200K, FamilyCL100K, FamilyLlama3} {
			i := 0
			end, short, mid := fast[f].scan(s.String(), 0, w, 0, 0)
			keys, mids := w.keys[:short], w.mids[:mid]
			for i < end {
				next := families[f].next(s.String(), i)
				switch n := next - i; {
				case n <= shortMax && len(keys) > 0 && keys[0] == keyAt(s.String(), i, next):
					keys = keys[1:]
				case n > shortMax && n <= midMax && len(mids) > 0:
					if head, tail := pairAt(s.String(), i, next); mids[0] != [2]uint64{head, tail} {
						t.Fatalf("%v: %q at %d is not split off", f, s.String(), i)
					}
					mids = mids[1:]
				default:
					t.Fatalf("%v: %q at %d is not split off", f, s.String(), i)
				}
				i = next
				pieces++
			}
			if i != end || len(keys) > 0 || len(mids) > 0 {
				t.Fatalf("%v: %q is split up to %d, want %d", f, s.String(), end, i)
			}
		}
	}
	if pieces < 100_000 {
		t.Errorf("only %d pieces were compared", pieces)
	}
}

// TestWindow counts long pieces with windows so small that older tokens are
// forgotten all the time.
func TestWindow(t *testing.T) {
	v := embedded(t)
	tr := newTrie(v)
	rng := rand.New(rand.NewPCG(9, 10))
	var w, all stack
	back := 0
	for range 300 {
		var b strings.Builder
		for b.Len() < 3000 {
			b.Write(v.text(uint32(rng.IntN(v.size()))))
		}
		p := b.String()
		v.encodeLong(&all, tr, p)
		for _, size := range []int{2, 3, 8, 64} {
			if !v.encode(&w, tr, p, size, 64*size) {
				back++
				continue
			}
			if got := w.settled + len(w.tokens); got != len(all.tokens) {
				t.Fatalf("window %d: %d tokens, want %d", size, got, len(all.tokens))
			}
			if len(w.tokens) > size {
				t.Fatalf("window %d holds %d tokens", size, len(w.tokens))
			}
		}
		if got := v.countLong(&w, tr, p); got != len(all.tokens) {
			t.Fatalf("%d tokens, want %d", got, len(all.tokens))
		}
	}
	if back == 0 {
		t.Error("no window was ever too small, so that is not tested")
	}
}
