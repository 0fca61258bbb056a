package main

import (
	"encoding/json"
	"html"
	"strings"

	"github.com/microcosm-cc/bluemonday"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/corpus"
	"github.com/ringfence/ringfence/fence"
)

// A wrapping is a way to put text from outside into a prompt.
type wrapping struct {
	name, about string
	own         bool // of this module
	// seal returns the text as it stands in a prompt, with its marks.
	seal func(text string) string
	// read returns the text of the first block in a prompt and where the block
	// ends, as the most careful program would that knows the marks.
	read func(prompt string) (text string, end int, ok bool)
	// closer is the end mark, as an author knows it who has seen another prompt
	// of the conversation.
	closer string
}

// fences are those that are compared, in the order of the table.
func fences() []wrapping {
	strict := bluemonday.StrictPolicy()
	return []wrapping{
		own(fence.StyleBlock, "block", "`fence.Seal`, the default style"),
		own(fence.StylePrefix, "prefix", "`fence.Seal` with `StylePrefix`"),
		own(fence.StyleDatamark, "datamark", "`fence.Seal` with `StyleDatamark`"),
		own(fence.StyleBase64, "base64", "`fence.Seal` with `StyleBase64`"),
		tags("plain tags", "`<data>` and `</data>` on lines of their own, the text as it is", same, same),
		backticks("triple backticks", "a Markdown code block of three backticks", func(string) int { return 3 }),
		backticks("longest-run backticks", "a Markdown code block whose marks are one backtick longer than the longest run in the text", longestRun),
		{
			name: "JSON encoding", about: "one JSON object with the text as a string, by encoding/json",
			seal: sealJSON, read: readJSON, closer: `"}`,
		},
		tags("HTML escaping", "plain tags, the text through html.EscapeString", html.EscapeString, html.UnescapeString),
		tags("bluemonday StrictPolicy", "plain tags, the text through the policy that strips all markup; read back with html.UnescapeString", strict.Sanitize, html.UnescapeString),
		marked("fixed marker", "`<<UNTRUSTED>>` and `<<END UNTRUSTED>>`, the text as it is", func(string) string { return "" }),
		marked("rename on collision", "the fixed marker, numbered until the text does not hold its end", collision),
	}
}

func same(s string) string { return s }

// own is a fence of this module, with a nonce that the author of the text knows.
func own(style fence.Style, name, about string) wrapping {
	nonce, err := fence.ParseNonce(corpus.Nonce)
	if err != nil {
		panic(err) // the nonce is a constant of the corpus
	}
	return wrapping{
		name: "ringfence " + name, about: about, own: true, closer: "</untrusted-data-" + corpus.Nonce + "-1>",
		seal: func(s string) string {
			b, _, err := fence.Seal(nil, nonce, fence.Header{N: 1, Kind: fence.Tool, Style: style}, ringfence.NewData(s))
			if err != nil {
				return ""
			}
			return string(b)
		},
		read: func(prompt string) (string, int, bool) {
			blocks, err := nonce.Scan(prompt)
			if err != nil || len(blocks) != 1 {
				return "", 0, false
			}
			return blocks[0].Data.Raw(), blocks[0].End, true
		},
	}
}

// between is the reader of fences with an opening and a closing mark.
func between(prompt, open, closing string, unescape func(string) string) (string, int, bool) {
	rest, ok := strings.CutPrefix(prompt, open)
	text, _, closed := strings.Cut(rest, closing)
	return unescape(text), len(open) + len(text) + len(closing), ok && closed
}

func tags(name, about string, escape, unescape func(string) string) wrapping {
	const open, closing = "<data>\n", "\n</data>\n"
	return wrapping{
		name: name, about: about, closer: "</data>",
		seal: func(s string) string { return open + escape(s) + closing },
		read: func(p string) (string, int, bool) { return between(p, open, closing, unescape) },
	}
}

func marked(name, about string, suffix func(string) string) wrapping {
	return wrapping{
		name: name, about: about, closer: "<<END UNTRUSTED>>",
		seal: func(s string) string {
			n := suffix(s)
			return "<<UNTRUSTED" + n + ">>\n" + s + "\n<<END UNTRUSTED" + n + ">>\n"
		},
		read: func(p string) (string, int, bool) {
			rest, _ := strings.CutPrefix(p, "<<UNTRUSTED")
			n, _, ok := strings.Cut(rest, ">>\n")
			if !ok {
				return "", 0, false
			}
			return between(p, "<<UNTRUSTED"+n+">>\n", "\n<<END UNTRUSTED"+n+">>\n", same)
		},
	}
}

// collision numbers the marker until its end is not in the text.
func collision(s string) string {
	suffix := ""
	for n := 1; strings.Contains(s, "<<END UNTRUSTED"+suffix+">>"); n++ {
		suffix = "_" + string(rune('0'+n%10)) + strings.Repeat("x", n/10)
	}
	return suffix
}

func backticks(name, about string, length func(string) int) wrapping {
	return wrapping{
		name: name, about: about, closer: "```",
		seal: func(s string) string {
			mark := strings.Repeat("`", length(s))
			return mark + "\n" + s + "\n" + mark + "\n"
		},
		read: readBackticks,
	}
}

// longestRun is one more than the longest run of backticks, at least three.
func longestRun(s string) int {
	longest, run := 2, 0
	for i := range len(s) {
		if run++; s[i] != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest + 1
}

// readBackticks ends a block as CommonMark does: at a line of at least as many
// backticks as the first, after up to three spaces.
func readBackticks(p string) (string, int, bool) {
	open, rest, ok := strings.Cut(p, "\n")
	at := len(open) + 1
	var text strings.Builder
	for line := range strings.SplitAfterSeq(rest, "\n") {
		bare := strings.TrimRight(line, " \t\n")
		trimmed := strings.TrimLeft(bare, " ")
		at += len(line)
		if len(bare)-len(trimmed) <= 3 && strings.HasPrefix(trimmed, open) && strings.Trim(trimmed, "`") == "" {
			s, fed := strings.CutSuffix(text.String(), "\n")
			return s, at, ok && fed
		}
		text.WriteString(line)
	}
	return "", 0, false
}

type envelope struct {
	Data string `json:"data"`
}

func sealJSON(s string) string {
	b, err := json.Marshal(envelope{s})
	if err != nil {
		return ""
	}
	return string(b) + "\n"
}

func readJSON(p string) (string, int, bool) {
	d := json.NewDecoder(strings.NewReader(p))
	var e envelope
	err := d.Decode(&e)
	return e.Data, int(d.InputOffset()) + 1, err == nil
}
