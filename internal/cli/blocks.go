package cli

import (
	"encoding/base64"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
)

func blocksCommand() *subcommand {
	fs := newFlags("blocks")
	format := fs.String("format", "text", "`FORMAT` of the list: text or json")
	output := outputFlag(fs)
	maxBytes := limitFlag(fs)
	return &subcommand{
		args: "FILE|-", flags: fs,
		about: `Reads a prompt (text, the JSON of render, or a list of role and content) and
gives the data of its blocks back, byte for byte, as JSON:

  [{"kind","trust","n","data" or "data_base64"}]

data_base64 stands for data that is not UTF-8. As text, each line of data
begins with "| ", and what could not be shown is escaped. A prompt with a fault
in its structure has no blocks: exit status 2, and "promptcheck check" says what
is wrong with it. A text without any block gives an empty list.`,
		run: func(inv *invocation, args []string) (int, error) {
			if err := oneOf("format", *format, []string{"text", "json"}); err != nil {
				return 0, err
			}
			if err := checkLimit(*maxBytes); err != nil {
				return 0, err
			}
			file, err := oneFile("blocks", args)
			if err != nil {
				return 0, err
			}
			body, err := inv.read(file, *maxBytes)
			if err != nil {
				return 0, nameFile(file, err)
			}
			if err := wantPrompt(body); err != nil {
				return 0, nameFile(file, err)
			}
			blocks, err := scan(body, *maxBytes)
			if err != nil {
				return 0, nameBody(file, body, err)
			}
			if len(blocks) == 0 {
				inv.say("no blocks" + noForm(file, body))
			}
			list := blocksText(blocks)
			if *format == "json" {
				list = blocksJSON(blocks)
			}
			return ExitClean, inv.emit(*output, list, modeSecret)
		},
	}
}

// scan returns the blocks of all messages of a prompt, which must be those of
// one conversation.
func scan(body []byte, maxBytes int) ([]fence.Block, error) {
	doc, err := promptdoc.Read(body, contract.Limits{Bytes: maxBytes})
	if err != nil {
		return nil, err
	}
	scanner := new(fence.Scanner)
	if doc.Nonce != "" {
		n, err := fence.ParseNonce(doc.Nonce)
		if err != nil {
			return nil, err
		}
		scanner = fence.NewScanner(n)
	}
	var out []fence.Block
	for _, m := range doc.Messages {
		blocks, err := scanner.Scan(m.Text)
		if err != nil {
			return nil, inMessage(err, m)
		}
		out = append(out, blocks...)
	}
	return out, nil
}

func blocksJSON(blocks []fence.Block) []byte {
	b := []byte{'['}
	for i, bl := range blocks {
		b = separate(b, i)
		b = appendJSON(append(b, `{"kind":`...), bl.Kind.String())
		b = appendJSON(append(b, `,"trust":`...), bl.Trust.String())
		b = appendInt(append(b, `,"n":`...), int64(bl.N))
		if data := bl.Data.Raw(); utf8.ValidString(data) {
			b = appendJSON(append(b, `,"data":`...), data)
		} else {
			b = append(b, `,"data_base64":"`...)
			b = append(base64.StdEncoding.AppendEncode(b, []byte(data)), '"')
		}
		b = append(b, '}')
	}
	return append(b, "]\n"...)
}

func blocksText(blocks []fence.Block) []byte {
	var b strings.Builder
	for _, bl := range blocks {
		data := bl.Data.Raw()
		fmt.Fprintf(&b, "block %d: %s, %s, %s", bl.N, bl.Kind, bl.Trust, plural(len(data), "byte", "bytes"))
		if bl.Cut != (fence.Cut{}) {
			fmt.Fprintf(&b, ", cut to %d of %d characters", bl.Cut.Shown, bl.Cut.Of)
		}
		if bl.More > 0 {
			fmt.Fprintf(&b, ", %d more left out", bl.More)
		}
		if bl.Dropped > 0 {
			fmt.Fprintf(&b, ", %d not usable", bl.Dropped)
		}
		b.WriteByte('\n')
		dataLines(&b, data)
	}
	return []byte(b.String())
}
