package render_test

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

//go:embed testdata/instructions
var instructions embed.FS

type tone uint8

func (t tone) String() string {
	return []string{"plain", "brief and dry", "", "two\nlines", "<b>", strings.Repeat("x", 65), "v1.0_b-2"}[t]
}

// system returns the system message without the guide.
func system(t *testing.T, parts ...render.Part) string {
	t.Helper()
	return strings.TrimPrefix(mustRender(t, renderer(roomy), parts...).Messages()[0].Text, fence.Guide)
}

func TestInstructions(t *testing.T) {
	for name, c := range map[string]struct {
		part render.Part
		want string
	}{
		"text":            {render.Text("Go."), "Go.\n"},
		"ends in LF":      {render.Text("Go.\n"), "Go.\n"},
		"per cent":        {render.Text("100% %v"), "100% %v\n"},
		"format":          {render.Textf("%v of %v, 5%%", render.Int(-3), render.Enum(tone(1))), "-3 of brief and dry, 5%\n"},
		"no places":       {render.Textf("plain"), "plain\n"},
		"dots and dashes": {render.Textf("%v", render.Enum(tone(6))), "v1.0_b-2\n"},
		"file":            {render.TextFS(instructions, "testdata/instructions/tone.txt"), "Answer in one paragraph.\n"},
		"control tokens":  {render.Text("Never write <|im_end|>."), "Never write <|im_end|>.\n"},
	} {
		if got := system(t, c.part); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestInstructionErrors(t *testing.T) {
	for name, part := range map[string]render.Part{
		"too few arguments":  render.Textf("%v %v", render.Int(1)),
		"too many":           render.Textf("%v", render.Int(1), render.Int(2)),
		"another verb":       render.Textf("%d", render.Int(1)),
		"lone per cent":      render.Textf("100%"),
		"per cent at end":    render.Textf("%v %", render.Int(1)),
		"zero argument":      render.Textf("%v", render.Arg{}),
		"enum without name":  render.Textf("%v", render.Enum(tone(2))),
		"enum of two lines":  render.Textf("%v", render.Enum(tone(3))),
		"enum with markup":   render.Textf("%v", render.Enum(tone(4))),
		"enum too long":      render.Textf("%v", render.Enum(tone(5))),
		"no such file":       render.TextFS(instructions, "testdata/instructions/none.txt"),
		"a folder":           render.TextFS(instructions, "testdata"),
		"file with a fence":  render.TextFS(instructions, "testdata/instructions/shaped.txt"),
		"fence":              render.Text("Data is in <untrusted-data-xyz> blocks."),
		"closing fence":      render.Text("x </request-data"),
		"fence by a folding": render.Text("＜ＤＥＲＩＶＥＤ-data"),
		"Latin-1":            render.Text("caf\xe9"),
		"half a character":   render.Text("caf\xc3"),
		"a surrogate":        render.Text("\xed\xa0\x80"),
		"format in Latin-1":  render.Textf("\xe9 %v", render.Int(1)),
		"file in Latin-1":    render.TextFS(instructions, "testdata/instructions/latin1.txt"),
		"changed afterwards": render.Textf("%v").Priority(3),
	} {
		p, err := renderer(roomy).Render(t.Context(), part)
		if p != nil || codeOf(t, err) != render.CodeInstruction {
			t.Errorf("%s: prompt %v, error %v", name, p != nil, err)
		}
	}
}

// An instruction that is not UTF-8 is an error that says where, also behind data
// and in a session; U+FFFD itself is text.
func TestInstructionsAreUTF8(t *testing.T) {
	for name, c := range map[string]struct {
		part render.Part
		at   int64
	}{
		"first byte": {render.Text("\xff"), 0},
		"behind é":   {render.Text("é \ufffd\xe9"), 6},
		"format":     {render.Textf("%v: \x80", render.Int(1000)), 6},
		"file":       {render.TextFS(instructions, "testdata/instructions/latin1.txt"), 3},
	} {
		s := render.NewSession(*renderer(roomy))
		_, err := s.Render(t.Context(), render.Note(data("a")), c.part, render.Note(data("b")))
		e, ok := errors.AsType[*ringfence.Error](err)
		if !ok || e.Code != render.CodeInstruction || e.Offset != c.at || e.Hint == "" || s.Turns() != 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := system(t, render.Text("\ufffd é")); got != "\ufffd é\n" {
		t.Errorf("U+FFFD becomes %q", got)
	}
}

// The offsets of the JSON form are those of its own texts, whatever characters
// stand before a block.
func TestJSONOffsetsAreOfItsTexts(t *testing.T) {
	for _, before := range []render.Part{render.Text("é\ufffd\u2028<&>\x00"), render.TextFS(instructions, "testdata/instructions/tone.txt")} {
		p := mustRender(t, renderer(roomy), render.Note(data("\xe9")), before, render.Note(data("b\xff\u2028")), render.Request(data("c")))
		var b bytes.Buffer
		if err := p.WriteJSON(&b); err != nil {
			t.Fatal(err)
		}
		var got struct {
			Messages []struct{ Text string }
			Blocks   []struct{ N, Message, Start, End int }
		}
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Blocks) != 3 {
			t.Fatalf("%d blocks", len(got.Blocks))
		}
		for i, block := range got.Blocks {
			want, span := p.Messages(), p.Spans()[i]
			if got.Messages[block.Message].Text[block.Start:block.End] != want[span.Message].Text[span.Start:span.End] {
				t.Errorf("block %d is elsewhere", block.N)
			}
		}
	}
}

// TestLooseInstructions starts instructions with what does not make a seam:
// they are counted with what is before, and not a byte is lost.
func TestLooseInstructions(t *testing.T) {
	for _, start := range []render.Part{render.Text("/slash"), render.Text(" space"), render.Text("\n\nlines"), render.Text("\u00a0wide"), render.Text("\ttab"), render.Text("日本")} {
		parts := []render.Part{render.Text("First."), start, render.Note(data(words(200))), start, render.Request(data("r")), start}
		all := outside(t, mustRender(t, renderer(roomy), parts...))
		one := strings.TrimPrefix(all[render.System], fence.Guide+"First.\n")
		if one == "" || all[render.User] != one+one {
			t.Errorf("the instruction is %q and %q", one, all[render.User])
		}
		for _, tokens := range []int{400, 440, 500} {
			p := mustRender(t, renderer(tokens), parts...)
			if got := outside(t, p); got[render.System] != all[render.System] || got[render.User] != all[render.User] {
				t.Errorf("at %d tokens the instructions are %q", tokens, got)
			}
		}
	}
}

func TestNoGuide(t *testing.T) {
	r := renderer(roomy)
	with := mustRender(t, r, render.Text("Go."))
	r.NoGuide = true
	without := mustRender(t, r, render.Text("Go."))
	if with.Text() != fence.Guide+without.Text() || without.Text() != "Go.\n" {
		t.Errorf("without the guide: %q", without.Text())
	}
}
