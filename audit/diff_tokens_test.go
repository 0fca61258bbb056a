package audit

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/ringfence/ringfence/fence"
)

// alsoOrdinary are the literals that ordinary text has too, where they are
// written exactly so.
const alsoOrdinary = `<s> </s> <unk> <pad> <sep> <cls> <escape> </function> <think> </think> [SEP] [PAD] [UNK] [EOS] [BOS] [EOT] [IMG]
	[PREFIX] [MIDDLE] [SUFFIX] [MARK] [ARGS] <AI> [multimodal] <SMILES> </SMILES> </invoke> <eop> <sop> <eos> <bos>`

// slowFold is the fold of SPEC.md by the normalization tables of x/text, and
// for each of its bytes the first byte of the character behind it.
func slowFold(s string) (folded string, from []int) {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		out := ""
		if r < utf8.RuneSelf && r != '\r' {
			out = s[i : i+1]
		} else if r != utf8.RuneError && (r != '\r' || !strings.HasPrefix(s[i+1:], "\n")) {
			out = norm.NFKD.String(s[i : i+n])
		}
		for _, f := range out {
			if f >= utf8.RuneSelf && unicode.In(f, unicode.M, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) {
				continue
			}
			b.WriteRune(f)
		}
		for len(from) < b.Len() {
			from = append(from, i)
		}
		i += n
	}
	return b.String(), append(from, len(s))
}

var shapeOfToken = regexp.MustCompile(`^(<\|[\pL\p{Nd}_.▁-]{1,64}\|>|\[\|[\pL\p{Nd}_.▁-]{1,64}\|\])`)

// slowTokens looks at every place of the fold for every literal and shape, and
// keeps the longest.
func slowTokens(s string, literals []string) []spot {
	folded, from := slowFold(s)
	text := folded + "\n"
	var heads strings.Builder
	heads.WriteString("<[")
	for _, l := range literals {
		heads.WriteString(l[:1])
	}
	var out []spot
	for i := range folded {
		if strings.IndexByte(heads.String(), folded[i]) < 0 {
			continue
		}
		n := len(shapeOfToken.FindString(text[i:]))
		for _, l := range literals {
			if strings.HasPrefix(text[i:], l) {
				n = max(n, len(l))
			}
		}
		if n == 0 {
			continue
		}
		last := from[min(i+n, len(folded))-1]
		_, size := utf8.DecodeRuneInString(s[last:])
		if k := len(out) - 1; k >= 0 && out[k].start == from[i] {
			out[k].end = max(out[k].end, last+size)
			continue
		}
		out = append(out, spot{idTemplate, from[i], last + size})
	}
	for k := range out {
		if raw := s[out[k].start:out[k].end]; hasField(alsoOrdinary, raw) || raw == `<parameter name="` {
			out[k].rule = idControlToken
		}
	}
	return out
}

// firstOfEach is the first spot of each rule, and how many there are.
func firstOfEach(list []spot) (first []spot, count []string) {
	total := map[string]int{}
	for _, s := range list {
		if total[s.rule]++; total[s.rule] == 1 {
			first = append(first, s)
		}
	}
	slices.SortStableFunc(first, func(x, y spot) int { return cmp.Compare(x.start, y.start) })
	for _, s := range first {
		count = append(count, strconv.Itoa(total[s.rule]))
	}
	return first, count
}

// disguise writes a token otherwise: in part wide, with marks and invisible
// characters in it, or with a slip that makes it none.
func (g textGen) disguise(token string) string {
	var b strings.Builder
	how := g.IntN(7)
	for i, r := range token {
		switch {
		case how == 1 && r > ' ' && r < 0x7F && g.IntN(2) == 0:
			r += 0xFEE0
		case how == 2 && i > 0 && g.IntN(3) == 0:
			b.WriteString(g.of([]string{"\u200B", "\u00AD", "\u0301", "\u2060", "\u0338\u0323"}))
		case how == 3 && r == '<':
			r = []rune("≮﹤＜")[g.IntN(3)]
		case how == 4 && g.IntN(6) == 0:
			r = unicode.SimpleFold(r)
		case how == 5 && g.IntN(6) == 0:
			continue
		case how == 6 && (r == '[' || r == '{'):
			r = map[rune]rune{'[': '［', '{': '﹛'}[r]
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Control tokens are found where a search for each of them in the fold finds
// them, in any disguise; in source text the same ones are notes.
func TestTokensAgainstFold(t *testing.T) {
	var tokens, literals []string
	for _, token := range fence.Tokens() {
		folded, _ := slowFold(token.Literal)
		tokens, literals = append(tokens, token.Literal), append(literals, strings.TrimLeft(folded, " \n\t"))
	}
	around := []string{
		"<", "<<", "[", "{{", "|", "<|", "|>", ">", "]", " ", "\n", "\r\n", "a", "日本", "é", "\u200B", "\u0301", "<|no such|>", "<|x.y-z_9|>", "[|a|]",
		"<|" + strings.Repeat("n", 64) + "|>", "<|" + strings.Repeat("n", 65) + "|>", "<｜é▁a｜>", strings.Repeat("some prose, ", 40), strings.Repeat("<a ", 250),
	}
	g, seen := newTextGen(4), outcomes{}
	for range 2500 {
		var b strings.Builder
		for range 1 + g.IntN(6) {
			if g.IntN(3) == 0 {
				b.WriteString(g.disguise(g.of(tokens)))
			} else {
				b.WriteString(g.of(around))
			}
		}
		s := b.String()
		all := slowTokens(s, literals)
		for file, want := range map[string][]spot{"x.md": all, "x.go": slices.Clone(all)} {
			for k := range want {
				if file == "x.go" {
					want[k].rule = idControlToken
				}
				seen[want[k].rule]++
			}
			first, count := firstOfEach(want)
			found, err := Checker{}.Check(Text, file, []byte(s))
			if err != nil || !compare(t, s, spots(found, idTemplate+" "+idControlToken, ""), first) {
				t.Fatal(file, err)
			}
			for _, f := range found {
				if f.Rule != idTemplate && f.Rule != idControlToken {
					continue
				}
				if n, _, _ := strings.Cut(f.Message, " "); n != count[0] {
					t.Fatalf("%q: %s says %s, want %s", s, f.Rule, f.Message, count[0])
				}
				count = count[1:]
			}
		}
		if len(all) == 0 {
			seen["none"]++
		}
	}
	seen.atLeast(t, 300, "none", idTemplate, idControlToken)
}
