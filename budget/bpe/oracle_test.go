package bpe_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	tiktoken "github.com/pkoukk/tiktoken-go"
	loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/ringfence/ringfence/internal/ucd"
)

// oracles are encodings of another implementation. Only its EncodeOrdinary is
// used, and its loader is set once, before any use.
var oracles = sync.OnceValue(func() map[string]*tiktoken.Tiktoken {
	tiktoken.SetBpeLoader(loader.NewOfflineLoader())
	all := map[string]*tiktoken.Tiktoken{}
	for _, e := range encodings {
		oracle, err := tiktoken.GetEncoding(e.name)
		if err != nil {
			panic(err)
		}
		all[e.name] = oracle
	}
	return all
})

// sameUnicode reports whether the oracle, which has the tables of the Go
// release, sees the same categories in s, and folds case as the reference does:
// it does not take the long s for an s.
func sameUnicode(s string) bool {
	for _, r := range s {
		c := ucd.CategoryOf(r).String()
		if table, ok := unicode.Categories[c]; c != "Cn" && (!ok || !unicode.Is(table, r)) {
			return false
		}
		if c == "Cn" && unicode.IsOneOf([]*unicode.RangeTable{unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Z, unicode.C}, r) {
			return false
		}
	}
	return !strings.Contains(s, "ſ")
}

// endsOlder reports whether the text ends in white space that holds a line end
// but does not end in one. The oracle has the older pattern of cl100k_base.
func endsOlder(s string) bool {
	blank := s[len(strings.TrimRightFunc(s, ucd.IsWhiteSpace)):]
	return strings.ContainsAny(blank, "\r\n") && !strings.HasSuffix(s, "\n") && !strings.HasSuffix(s, "\r")
}

func checkOracle(t *testing.T, s string) {
	t.Helper()
	if !utf8.ValidString(s) || !sameUnicode(s) {
		return
	}
	for _, e := range encodings {
		if e.name == "cl100k_base" && endsOlder(s) {
			continue
		}
		var want []uint32
		for _, id := range oracles()[e.name].EncodeOrdinary(s) {
			want = append(want, uint32(id))
		}
		if got := e.encoding().Encode(nil, s); !slices.Equal(got, want) {
			t.Fatalf("%s of %q:\n got %v\nwant %v", e.name, s, got, want)
		}
	}
}

func TestOracle(t *testing.T) {
	for _, s := range fragments {
		checkOracle(t, s+s+" "+s)
	}
	for _, in := range hostile {
		checkOracle(t, in.make(400))
	}
}

// FuzzOracle compares with another implementation on texts under 2 kB, which it
// can still encode in reasonable time.
func FuzzOracle(f *testing.F) {
	for _, s := range fragments {
		f.Add(s + " " + s)
	}
	for _, in := range hostile {
		f.Add(in.make(200))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) < 2000 {
			checkOracle(t, s)
		}
	})
}
