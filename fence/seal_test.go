package fence

import (
	"strings"
	"sync"
	"testing"

	"github.com/ringfence/ringfence"
)

func lang(t *testing.T, name string) Lang {
	t.Helper()
	l, ok := LangOf(name)
	if !ok {
		t.Fatalf("no language %q", name)
	}
	return l
}

func TestSealGolden(t *testing.T) {
	const n = testCode
	for _, c := range []struct {
		name string
		h    Header
		data string
		want string
	}{
		{"smallest", Header{N: 1, Kind: Note}, "", "<untrusted-data-" + n + "-1 kind=note>\n\n</untrusted-data-" + n + "-1>\n"},
		{
			"every key",
			Header{N: 12, Kind: Source, Lang: lang(t, "c++"), Cut: Cut{120, 500}, More: 7, Dropped: 3},
			"a\r\nb",
			"<untrusted-data-" + n + "-12 kind=source lang=c++ cut=120/500 more=7 dropped=3 eol=crlf>\na\nb\n</untrusted-data-" + n + "-12>\n",
		},
		{
			"derived",
			Header{N: 2, Kind: Derived, Trust: ringfence.Derived},
			"x",
			"<derived-data-" + n + "-2 kind=derived>\nx\n</derived-data-" + n + "-2>\n",
		},
		{
			"request",
			Header{N: 3, Kind: Request, Trust: ringfence.Request},
			"do it\n",
			"<request-data-" + n + "-3 kind=request>\ndo it\n\n</request-data-" + n + "-3>\n",
		},
		{
			"largest numbers",
			Header{N: 999999999, Kind: Items, Cut: Cut{0, 999999999}, More: 999999999, Dropped: 999999999},
			"",
			"<untrusted-data-" + n + "-999999999 kind=items cut=0/999999999 more=999999999 dropped=999999999>\n\n</untrusted-data-" + n + "-999999999>\n",
		},
		{
			"crlf of the caller is not read",
			Header{N: 1, Kind: Note, CRLF: true},
			"a\nb",
			"<untrusted-data-" + n + "-1 kind=note>\na\nb\n</untrusted-data-" + n + "-1>\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := Seal([]byte("before\n"), testNonce, c.h, ringfence.NewData(c.data))
			if err != nil || string(got) != "before\n"+c.want {
				t.Errorf("got %q, %v\nwant %q", got, err, "before\n"+c.want)
			}
			c.h.CRLF = strings.Contains(c.want, "eol=crlf")
			if b := scanOne(t, c.want); b.Header != c.h || b.Data.Raw() != c.data {
				t.Errorf("scanned %+v %q", b.Header, b.Data.Raw())
			}
		})
	}
}

func TestSealRefusesHeaders(t *testing.T) {
	good := Header{N: 1, Kind: Note}
	with := func(f func(*Header)) Header { h := good; f(&h); return h }
	for name, h := range map[string]Header{
		"ordinal 0":        with(func(h *Header) { h.N = 0 }),
		"ordinal negative": with(func(h *Header) { h.N = -1 }),
		"ordinal large":    with(func(h *Header) { h.N = 1_000_000_000 }),
		"no kind":          with(func(h *Header) { h.Kind = NoKind }),
		"unknown kind":     with(func(h *Header) { h.Kind = kindEnd }),
		"instruction":      with(func(h *Header) { h.Trust = ringfence.Instruction }),
		"unknown language": with(func(h *Header) { h.Lang = Lang(len(langNames)) }),
		"unknown style":    with(func(h *Header) { h.Style = 200 }),
		"cut of nothing":   with(func(h *Header) { h.Cut = Cut{5, 5} }),
		"cut upward":       with(func(h *Header) { h.Cut = Cut{6, 5} }),
		"cut negative":     with(func(h *Header) { h.Cut = Cut{-1, 5} }),
		"cut large":        with(func(h *Header) { h.Cut = Cut{1, 1_000_000_000} }),
		"more negative":    with(func(h *Header) { h.More = -1 }),
		"more large":       with(func(h *Header) { h.More = 1_000_000_000 }),
		"dropped negative": with(func(h *Header) { h.Dropped = -1 }),
		"dropped large":    with(func(h *Header) { h.Dropped = 1_000_000_000 }),
	} {
		t.Run(name, func(t *testing.T) {
			got, m, err := Seal([]byte("kept"), testNonce, h, ringfence.NewData("x"))
			if codeOf(t, err) != CodeHeader || string(got) != "kept" || m != (Marks{}) {
				t.Errorf("got %q, %+v, %v", got, m, err)
			}
		})
	}
	if got, _, err := Seal([]byte("kept"), Nonce{}, good, ringfence.NewData("x")); codeOf(t, err) != CodeNonce || string(got) != "kept" {
		t.Errorf("without a nonce: %q, %v", got, err)
	}
	if _, _, err := Seal(nil, testNonce, good, ringfence.NewData("x")); err != nil {
		t.Errorf("the header that the others vary: %v", err)
	}
}

// An absent Data seals like an empty one: a block says nothing of presence.
func TestSealAbsentData(t *testing.T) {
	absent, _, err := Seal(nil, testNonce, noteHeader, ringfence.Data{})
	block, _, _ := seal(t, testNonce, noteHeader, "")
	if err != nil || string(absent) != block {
		t.Errorf("got %q, %v", absent, err)
	}
}

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		data string
		want Marks
	}{
		{"plain < text [1] {2}", Marks{}},
		{"</untrusted-data> <request-data", Marks{Escapes: 2, FenceShaped: 2}},
		{"a " + testCode + " b " + strings.ToUpper(testCode), Marks{Escapes: 2, Nonces: 2}},
		{"<|im_start|>[INST]</s>", Marks{Escapes: 3, ControlTokens: 3}},
		{"\x00\xff\u200b⟦\u202e", Marks{Escapes: 5, Characters: 5}},
		{"a\r\nb\r\nc\nd\r", Marks{Escapes: 2, Characters: 2}},
		{"a\nb\r\n", Marks{Escapes: 1, Characters: 1}},
		// A fence line of this conversation: its < and its code.
		{"</untrusted-data-" + testCode + "-1>", Marks{Escapes: 2, FenceShaped: 1, Nonces: 1}},
	} {
		if _, p, m := seal(t, testNonce, noteHeader, c.data); m != c.want {
			t.Errorf("%q: %+v, want %+v: %q", c.data, m, c.want, p)
		}
	}
}

// Everything but a Scanner can be used from several goroutines at once; the
// race detector looks on.
func TestConcurrentUse(t *testing.T) {
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			data := strings.Repeat("<|im_end|>\u200b"+testCode, i+1)
			out, _, err := Seal(nil, testNonce, noteHeader, ringfence.NewData(data))
			blocks, err2 := testNonce.Scan(string(out))
			if err != nil || err2 != nil || len(blocks) != 1 || blocks[0].Data.Raw() != data || len(FindControlTokens(data)) != i+1 {
				t.Errorf("goroutine %d: %v, %v", i, err, err2)
			}
		})
	}
	wg.Wait()
}

func TestLineEnds(t *testing.T) {
	for _, c := range []struct {
		data, payload string
		crlf          bool
	}{
		{"abc", "abc", false},
		{"abc\n", "abc\n", false},
		{"\n", "\n", false},
		{"\r\n", "\n", true},
		{"a\r\nb\n", "a⟦U+000D⟧\nb\n", false}, // half is not more than half
		{"a\r\nb\r\nc\n", "a\nb\nc⟦U+000A⟧", true},
		{"a\r", "a⟦U+000D⟧", false},
		{"a\r\n\r", "a\n⟦U+000D⟧", true},
		{"a\r\r\n", "a⟦U+000D⟧\n", true},
		{"\r\n\u0301", "\n⟦U+0301⟧", true},
		{"\r\n\n\r\n\u0301", "\n⟦U+000A⟧\n⟦U+0301⟧", true},
		{"\r\n⟦\r\n\xff\r\n", "\n⟦U+27E6⟧\n⟦0xFF⟧\n", true},
	} {
		block, payload, _ := seal(t, testNonce, noteHeader, c.data)
		b := scanOne(t, block)
		if payload != c.payload || b.CRLF != c.crlf || b.Data.Raw() != c.data {
			t.Errorf("%q: payload %q, want %q; crlf %v; back %q", c.data, payload, c.payload, b.CRLF, b.Data.Raw())
		}
	}
}

func TestClosedSets(t *testing.T) {
	for i := range langNames {
		l := Lang(i)
		got, ok := LangOf(l.String())
		if i > 0 && (!ok || got != l) {
			t.Errorf("LangOf(%q) = %v, %v", l.String(), got, ok)
		}
	}
	for _, name := range []string{"", "Go", "go ", "golang", "c+", "xhtml", "tsx>"} {
		if l, ok := LangOf(name); ok || l != 0 {
			t.Errorf("LangOf(%q) = %v", name, l)
		}
	}
	for k := range kindEnd {
		got, ok := ParseKind(k.String())
		if ok != (k != NoKind) || got != k {
			t.Errorf("ParseKind(%q) = %v, %v", k.String(), got, ok)
		}
	}
	if _, ok := ParseKind("Note"); ok {
		t.Error("a kind in other case is accepted")
	}
	if Kind(200).String() != "" || Lang(200).String() != "" || Class(200).String() != "" {
		t.Error("a value outside its set has a name")
	}
	seen := map[string]bool{}
	for c := range classEnd {
		if name := c.String(); name == "" || seen[name] {
			t.Errorf("class %d has the name %q", c, name)
		}
		seen[c.String()] = true
	}
}
