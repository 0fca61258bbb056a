package coreform_test

import (
	"errors"
	"math/big"
	"strings"
	"sync"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
)

var (
	nested  = strings.Repeat("(a ", coreform.MaxDepth+1)
	quoted  = strings.Repeat("'", coreform.MaxDepth+1) + "x"
	deepMap = strings.Repeat("{a [", coreform.MaxDepth/2)
	ones    = strings.Repeat("1", coreform.MaxDigits+1)
)

// errorCases are sources that are not one term, with the error of Parse.
var errorCases = []struct {
	name, src string
	code      ringfence.Code
	at        int64
}{
	{"nothing", "", coreform.CodeEmpty, 0},
	{"white space only", " \t\r\n", coreform.CodeEmpty, 4},
	{"comment only", "; a", coreform.CodeEmpty, 3},
	{"two terms", "1 2", coreform.CodeTrailing, 2},
	{"text behind", "{} ; c\n x", coreform.CodeTrailing, 8},
	{"closer behind", "[])", coreform.CodeTrailing, 2},
	{"bad text behind", `nil "`, coreform.CodeTrailing, 4},
	{"byte order mark", "\ufeff{}", coreform.CodeTrailing, 3},
	{"closer first", "  ]", coreform.CodeCloser, 2},
	{"other closer", "[1)", coreform.CodeCloser, 2},
	{"closer behind a quote", "(')", coreform.CodeCloser, 2},
	{"list without end", "(a", coreform.CodeUnterminated, 0},
	{"vector without end", "(a [b ; c", coreform.CodeUnterminated, 3},
	{"map without end", "{a 1 ", coreform.CodeUnterminated, 0},
	{"string without end", `[1 "ab`, coreform.CodeUnterminated, 3},
	{"string without end behind an escape", `"a\n`, coreform.CodeUnterminated, 0},
	{"bytes without end", `b"ab`, coreform.CodeUnterminated, 0},
	{"quote of nothing", " '", coreform.CodeUnterminated, 1},
	{"quote of a comment", "' ; x", coreform.CodeUnterminated, 0},
	{"unknown escape", `"a\q"`, coreform.CodeEscape, 2},
	{"escaped line feed", "\"\\\n\"", coreform.CodeEscape, 1},
	{"unknown escape in bytes", `b"\0"`, coreform.CodeEscape, 2},
	{"escape at the end", `"ab\`, coreform.CodeEscape, 3},
	{"short x", `"\x4"`, coreform.CodeEscape, 1},
	{"no hex", `"\xgg"`, coreform.CodeEscape, 1},
	{"short u", `"\u12"`, coreform.CodeEscape, 1},
	{"u at the end", `"\u123`, coreform.CodeEscape, 1},
	{"a bad escape before a missing end", `"\q`, coreform.CodeEscape, 1},
	{"high surrogate", `"\ud83d\ude00"`, coreform.CodeSurrogate, 1},
	{"low surrogate in bytes", `b"x\uDFFF"`, coreform.CodeSurrogate, 3},
	{"odd map", "[{a 1 b}]", coreform.CodeOddMap, 1},
	{"duplicate key", "{:a 1 :a 1}", coreform.CodeDuplicateKey, 6},
	{"duplicate key in another spelling", `{"a" 1 b 2 "\x61" 3}`, coreform.CodeDuplicateKey, 11},
	{"duplicate compound key", "{[1 {}] 1 (x) 2 [1 {}] 3}", coreform.CodeDuplicateKey, 16},
	{"first of several duplicates", "{c 1 b 1 a 1 b 2 a 2 c 2}", coreform.CodeDuplicateKey, 13},
	{"nil and the empty list are one key", "{nil 1 () 2}", coreform.CodeDuplicateKey, 7},
	{"leading zeros", "007", coreform.CodeInteger, 0},
	{"leading zero behind a sign", "[-01]", coreform.CodeInteger, 1},
	{"minus zero", "-0", coreform.CodeInteger, 0},
	{"digits that run into letters", "[1 12ab]", coreform.CodeInteger, 3},
	{"digits that run into a character", "1é", coreform.CodeInteger, 0},
	{"fraction", "1.5", coreform.CodeInteger, 0},
	{"not UTF-8", "[\"a\xff\"]", coreform.CodeUTF8, 3},
	{"not UTF-8 in bytes", "b\"\x80\"", coreform.CodeUTF8, 2},
	{"not UTF-8 in a comment", "1 ;\xc3", coreform.CodeUTF8, 3},
	{"surrogate as UTF-8", "\"\xed\xa0\x80\"", coreform.CodeUTF8, 1},
	{"overlong", "\"\xc0\xaf\"", coreform.CodeUTF8, 1},
	{"nesting", nested, coreform.CodeDepth, int64(3 * coreform.MaxDepth)},
	{"nesting of quotes", quoted, coreform.CodeDepth, int64(coreform.MaxDepth)},
	{"nesting of maps and vectors", deepMap + "[", coreform.CodeDepth, int64(len(deepMap))},
	{"digits", "[" + ones + "]", coreform.CodeDigits, 1},
	{"digits of a negative", "-" + ones, coreform.CodeDigits, 0},
}

func TestParseErrors(t *testing.T) {
	for _, c := range errorCases {
		t.Run(c.name, func(t *testing.T) {
			term, err := coreform.Parse([]byte(c.src))
			var e *ringfence.Error
			if !errors.As(err, &e) {
				t.Fatalf("accepted as %v, error %v", term, err)
			}
			if e.Code != c.code || e.Offset != c.at {
				t.Errorf("%s at %d, want %s at %d", e.Code, e.Offset, c.code, c.at)
			}
			if !term.IsNil() {
				t.Errorf("%v beside an error", term)
			}
		})
	}
}

// What stands right at a limit is accepted.
func TestParseAtLimits(t *testing.T) {
	deep := strings.Repeat("['", coreform.MaxDepth/2) + "x" + strings.Repeat("]", coreform.MaxDepth/2)
	for _, src := range []string{deep, ones[1:], "-" + ones[1:]} {
		term, err := coreform.Parse([]byte(src))
		if err != nil {
			t.Fatalf("%.20s…: %v", src, err)
		}
		back, err := coreform.Parse(term.Append(nil))
		if err != nil || !back.Equal(term) {
			t.Errorf("%.20s… does not read back: %v", src, err)
		}
	}
}

func TestLimits(t *testing.T) {
	src := []byte("[1 {a (b)}]") // 11 bytes, 6 terms, 3 deep
	for _, c := range []struct {
		name   string
		limits coreform.Limits
		code   ringfence.Code
		at     int64
	}{
		{"all at the limit", coreform.Limits{Bytes: 11, Terms: 6, Depth: 3}, "", 0},
		{"bytes", coreform.Limits{Bytes: 10}, coreform.CodeSize, 10},
		{"terms", coreform.Limits{Terms: 5}, coreform.CodeTerms, 0},
		{"terms inside", coreform.Limits{Terms: 2}, coreform.CodeTerms, 7},
		{"depth", coreform.Limits{Depth: 2}, coreform.CodeDepth, 6},
		{"negative", coreform.Limits{Depth: -1}, coreform.CodeLimit, ringfence.NoOffset},
		{"negative bytes", coreform.Limits{Bytes: -1}, coreform.CodeLimit, ringfence.NoOffset},
		{"negative terms", coreform.Limits{Terms: -1}, coreform.CodeLimit, ringfence.NoOffset},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.limits.Parse(src)
			_, moduleErr := c.limits.ParseModule(src)
			for _, err := range []error{err, moduleErr} {
				var e *ringfence.Error
				switch {
				case c.code == "" && err != nil:
					t.Error(err)
				case c.code != "" && (!errors.As(err, &e) || e.Code != c.code || e.Offset != c.at):
					t.Errorf("%v, want %s at %d", err, c.code, c.at)
				}
			}
		})
	}
	for _, terms := range []int{1, 2, 3, 4} {
		_, err := coreform.Limits{Terms: terms}.Parse([]byte("[a 'x]")) // 5 terms
		var e *ringfence.Error
		if !errors.As(err, &e) || e.Code != coreform.CodeTerms {
			t.Errorf("%d terms: %v", terms, err)
		}
	}
	if _, err := (coreform.Limits{Depth: 10 * coreform.MaxDepth}).Parse([]byte(nested)); err == nil {
		t.Error("a limit above MaxDepth raised it")
	}
}

func TestOffsets(t *testing.T) {
	src := " ; c\n{:k ['x () b\"\"]\n \"s\" 12}"
	var got []int64
	for _, term := range subterms([]byte(src)) {
		got = append(got, term.Offset())
	}
	// The map; its keys and values, strings before symbols; then deeper ones.
	want := []int64{5, 22, 26, 6, 9, 10, 13, 16, 10, 11}
	if len(got) != len(want) {
		t.Fatalf("offsets %v, want %v", got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("offsets %v, want %v", got, want)
			break
		}
	}
	if at := coreform.Int(1).Offset(); at != ringfence.NoOffset {
		t.Errorf("a built term is at %d", at)
	}
}

// A term does not change when its source does.
func TestParseCopiesSource(t *testing.T) {
	src := []byte(`["ab" cd b"\x00ef"]`)
	term, err := coreform.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	before := term.String()
	for i := range src {
		src[i] = '!'
	}
	if after := term.String(); after != before {
		t.Errorf("%s became %s", before, after)
	}
}

// Decoded texts share memory; none may reach into another.
func TestDecodedTextsAreApart(t *testing.T) {
	var src strings.Builder
	src.WriteString("[")
	var want []string
	for i := range 3000 {
		s := strings.Repeat(string(rune('a'+i%26)), i%97)
		if i%500 == 499 {
			s = strings.Repeat("long", 5000)
		}
		want = append(want, "\n"+s)
		src.WriteString(`"\n` + s + `" `)
	}
	src.WriteString("]")
	term, err := coreform.Parse([]byte(src.String()))
	if err != nil || term.Len() != len(want) {
		t.Fatalf("%d items, %v", term.Len(), err)
	}
	for i, item := range term.Items() {
		if got, _ := item.Text(); got != want[i] {
			t.Fatalf("item %d is %.20q, want %.20q", i, got, want[i])
		}
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range []struct {
		src   string
		fits  bool
		value int64
	}{
		{"0", true, 0},
		{"-1", true, -1},
		{"9223372036854775807", true, 1<<63 - 1},
		{"-9223372036854775808", true, -1 << 63},
		{"9223372036854775808", false, 0},
		{"-9223372036854775809", false, 0},
		{ones[1:], false, 0},
	} {
		term, err := coreform.Parse([]byte(c.src))
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := term.Int64(); ok != c.fits || v != c.value {
			t.Errorf("%.30s: Int64 %d, %v", c.src, v, ok)
		}
		want, _ := new(big.Int).SetString(c.src, 10)
		if v, ok := term.BigInt(); !ok || v.Cmp(want) != 0 {
			t.Errorf("%.30s: BigInt %v, %v", c.src, v, ok)
		}
		if !coreform.BigInt(want).Equal(term) {
			t.Errorf("%.30s: built and parsed differ", c.src)
		}
	}
}

// Terms and the functions over them are used by many goroutines at a time; the
// race detector watches this test.
func TestConcurrentUse(t *testing.T) {
	src := realisticLog(t, 20).Append(nil)
	shared, err := coreform.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	want := coreform.Hash(shared)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			own, err := coreform.Parse(src)
			if err != nil || !own.Equal(shared) || shared.String() != string(src) || coreform.Hash(shared) != want {
				t.Errorf("a goroutine saw another term: %v", err)
			}
			var back coreform.Term
			if err := coreform.Unmarshal(shared, &back); err != nil || !back.Equal(own) {
				t.Errorf("a goroutine unmarshalled another term: %v", err)
			}
		})
	}
	wg.Wait()
}
