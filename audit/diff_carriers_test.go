package audit

import (
	"strings"
	"testing"
)

// What opens and closes tags and values, to be put together in every way.
var tagPieces = []string{"<img ", "<a ", "<b", " ", "\n", "src=", "x", "=", "\"", "'", ">", "/", "//a.example", "alt='", "alt=\"", "<img src="}

// The end of a tag is the same whether it is followed alone or beside all those
// that it stands in.
func TestTagEndsAgainstSlow(t *testing.T) {
	g, seen := newTextGen(5), outcomes{}
	for range 6000 {
		var b strings.Builder
		for range 1 + g.IntN(40) {
			b.WriteString(g.of(tagPieces))
		}
		s, m := b.String(), markup{}
		for i := range len(s) {
			if s[i] != '<' {
				continue
			}
			want, _ := walkTag(s, i+1, len(s), outside)
			if got := m.end(s, i); got != want {
				t.Fatalf("%q: the tag at %d ends at %d, want %d", s, i, got, want)
			}
			if len(m.tags) > int(tagStates) {
				t.Fatalf("%q: %d tags are followed", s, len(m.tags))
			}
			if len(m.tags) > 1 {
				seen["several"]++
			}
			seen["one"]++
		}
	}
	seen.atLeast(t, 700, "one", "several")
}

// The last question mark with a place to fill in behind it says all about every
// address of a run.
func TestFillInAgainstSlow(t *testing.T) {
	g := newTextGen(6)
	pieces := []string{"?", "a", "=", "{", "}", "$", "(", "&", "[", "%7B", "%24", "&#123;", `\{`, "&#61;", "<", ">", " ", "http://x/"}
	for range 6000 {
		var b strings.Builder
		for range 1 + g.IntN(20) {
			b.WriteString(g.of(pieces))
		}
		s := b.String()
		end, question := lastFillIn(s, 0)
		if end > len(s) || question >= end {
			t.Fatalf("%q: %d %d", s, end, question)
		}
		for i := 1; i < end; i++ {
			if s[i] != '?' || s[i-1] == '\\' || s[i-1] == '&' {
				continue
			}
			if _, q := lastFillIn(s, i); q >= 0 != (question >= i) {
				t.Fatalf("%q: from %d on %d, of the whole %d", s, i, q, question)
			}
		}
	}
}

// What a carrier is not hidden by, in data and in answers.
func TestCarriersInOtherSpellings(t *testing.T) {
	long := strings.Repeat("y ", 300)
	for text, want := range map[string]string{
		// Definitions and white space.
		"[b]: https://x.example/a.png\n\n![a][b]":     idRemoteImage,
		"[b]: https://x.example/a.png\n\n![a][c]":     "",
		"![a][b  c]\n\n[B\tC]: https://x.example/a":   idRemoteImage,
		"![b\nc]\n\n> - [b c]: https://x.example/a":   idRemoteImage,
		"![b][]\n\n[b]:\nhttps://x.example/a":         idRemoteImage,
		"![a](     https://x.example/a.png)":          idRemoteImage,
		"![a](\nhttps://x.example/a.png)":             idRemoteImage,
		"![a](" + long[:90] + "https://x.example/a)":  "",
		"![a](" + strings.Repeat(" ", 90) + "//x.ex)": idRemoteImage,
		// Brackets.
		"![a[b]c](https://x.example/p?q=1)":        idRemoteImage,
		`![a\]b](https://x.example/p)`:             idRemoteImage,
		"![" + long + "](https://x.example/p)":     idRemoteImage,
		"![a `]` b](https://x.example/p)":          idRemoteImage,
		"![a `[` b](https://x.example/p)":          idRemoteImage,
		"[![a](b.png)](https://x.example/p)":       "",
		"[![a](https://x.example/b)](c.md)":        idRemoteImage,
		`\![a](https://x.example/p)`:               "",
		`!\[a](https://x.example/p)`:               "",
		"`![` and [a](https://x.example/p)":        "",
		"![\n\n[a](https://x.example/p)":           "",
		"vec![1, 2] and [a](https://x.example/p)":  "",
		"![a](b.png) and [c](https://x.example/p)": "",
		"![a](https)":     "",
		"![a](http: //x)": "",
		"![a](/p.png) ![b](p.png) ![c](data:image)": "",
		// Addresses.
		"![a](&#104;ttps://x.example/p)":    idRemoteImage,
		"![a](&#X68ttps&colon;//x.example)": idRemoteImage,
		`![a](https\://x.example/p)`:        idRemoteImage,
		`![a](\/\/x.example/p)`:             idRemoteImage,
		"![a](https:x.example)":             idRemoteImage,
		// Tags.
		"<img Src=https://x.example/a>":                   idRemoteImage,
		"<img src = \"https://x.example/a\">":             idRemoteImage,
		"<img data-src=\"a.png\" src=//x.example/a>":      idRemoteImage,
		"<img alt=\"src=\" src=//x.example/a>":            idRemoteImage,
		"<img alt=\">\" src=https://x.example/a>":         idRemoteImage,
		"<img alt=\"" + long + "\" src=//x.example/a>":    idRemoteImage,
		"<a b=\"<img alt='" + long + "' src=//x.example>": idRemoteImage,
		"<img srcset='https://x.example/a 2x'>":           idRemoteImage,
		"<img srcset='a.png 1x, https://x.example/a 2x'>": idRemoteImage,
		"<img src=\"&#104;ttps://x.example\">":            idRemoteImage,
		`<img src=/\x.example>`:                           idRemoteImage,
		"<img src=https:x.example>":                       idRemoteImage,
		"<img src='\nht\ntps://x.example'>":               "",
		"<img title=//x.example/a src=a.png>":             "",
		"<img alt=a> src=//x.example/a>":                  "",
		"<<img src=//x.example/a>>":                       idRemoteImage,
		"<hmg src=//x.example/a> <imh src=//x.example/a>": "",
		"<input type=image src=//x.example/a>":            idRemoteImage,
		"<picture><source srcset=//x.example/a>":          idRemoteImage,
		"<video poster=//x.example/a>":                    idRemoteImage,
		"<svg><image href=//x.example/a>":                 idRemoteImage,
		"<svg><image xlink:href=//x.example/a>":           idRemoteImage,
		"<iframe src=//x.example/a>":                      idRemoteImage,
		"<object data=//x.example/a>":                     idRemoteImage,
		"<link rel=stylesheet href=//x.example/a>":        idRemoteImage,
		"<link rel=canonical href=//x.example/a>":         "",
		"<meta http-equiv=refresh content='0;URL=//x.ex'": idRemoteImage,
		"<meta name=url content='https://x.example'>":     "",
		"<td background=//x.example/a>":                   idRemoteImage,
		"<p style=background:url(//x.example/a)>":         idRemoteImage,
		`<p style="background:\75rl('\68ttps://x.ex')">`:  idRemoteImage,
		"<p style=\"color:red\">":                         "",
		"<style>@import '//x.example/a';</style>":         idRemoteImage,
		"<style>p{color:red}</style> (//x.example)":       "",
		"if a <b && c == \"https://x.example\" { }":       "",
		// Places to fill in.
		"<a\thref=\"https://x.example/?q={s}\">":                    idTemplatedLink,
		"<a href=a.html data-x href=https://x.example/a>":           "",
		"[a](\t<https://x.example/?q=%3cname%3e>)":                  idTemplatedLink,
		"[a](//x.example/?" + strings.Repeat("q", 3000) + "=b={s})": idTemplatedLink,
		"[a](//x.example/?{x})":                                     idTemplatedLink,
		"[a](//x.example/?q=&#123;x})":                              idTemplatedLink + " " + idEncoded,
		`[a](//x.example/?q=\{x})`:                                  idTemplatedLink,
		"[a](//x.example/?q=%24%7Bx%7D)":                            idTemplatedLink,
		"[a](//x.example/?a=(b)&q={x})":                             idTemplatedLink,
		"[a](//x.example/?a=1&amp;q=<x>)":                           idTemplatedLink + " " + idEncoded,
		"[a](//x.example/{x}?q=1)":                                  "",
		"[a](//x.example/?q=1) {x}":                                 "",
		"[a](//x.example/?q=1#{x})":                                 "",
	} {
		if got := ids(mustCheck(t, Text, text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		want = strings.Replace(want, idRemoteImage, idAnswerImage, 1)
		if got := ids(mustCheck(t, Response, "answer:\n"+text)); got != want && !strings.HasPrefix(text, "[b]") {
			t.Errorf("answer %q: %q, want %q", text, got, want)
		}
	}
}
