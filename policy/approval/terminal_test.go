package approval_test

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/ringfence/ringfence/policy/approval"
	"github.com/ringfence/ringfence/policy/coreform"
)

// device is a terminal that types an answer, in which CODE is the code that it
// was shown.
type device struct {
	answer string
	typing io.Reader // what is left to type; nil before the first read
	shown  strings.Builder
	closed chan struct{}
}

func (d *device) Read(p []byte) (int, error) {
	if d.typing == nil {
		d.typing = strings.NewReader(strings.ReplaceAll(d.answer, "CODE", d.code()))
	}
	return d.typing.Read(p)
}

// code is the code of the question, "" where none was shown.
func (d *device) code() string {
	_, rest, _ := strings.Cut(d.shown.String(), "Type ")
	code, _, _ := strings.Cut(rest, " to allow this once; anything else denies: ")
	return code
}

func (d *device) Write(p []byte) (int, error) { return d.shown.Write(p) }

func (d *device) Close() error {
	select {
	case <-d.closed:
	default:
		close(d.closed)
	}
	return nil
}

func typed(answer string) (*device, approval.Terminal) {
	d := &device{answer: answer, closed: make(chan struct{})}
	return d, approval.Terminal{Open: func() (io.ReadWriteCloser, error) { return d, nil }}
}

func TestTerminalWantsTheCode(t *testing.T) {
	q := question(t)
	for answer, allow := range map[string]bool{
		"CODE\n": true, "CODE\r\n": true, "y\n": false, "yes\n": false, "\n": false, "000000\n": false,
		"CODEx\n": false, " CODE\n": false, "xCODE\n": false, "y\nCODE\n": false, "CODECODE\n": false,
		q.Binding().Request.String()[:6] + "\n": false,
	} {
		d, term := typed(answer)
		a, err := term.Approve(context.Background(), q)
		if code := d.code(); answer == code+"\n" {
			continue // once in 16 million runs
		}
		if err != nil || a.Allow != allow || a.By != "terminal" {
			t.Errorf("%q: %+v, %v", answer, a, err)
		}
		<-d.closed
		if code := d.code(); len(code) != 6 || strings.Trim(code, "0123456789abcdef") != "" {
			t.Errorf("shown: %s", d.shown.String())
		}
	}
	for _, answer := range []string{"", "CODE", strings.Repeat("x", 100) + "\n"} {
		_, term := typed(answer)
		if a, err := term.Approve(context.Background(), q); err == nil || a.Allow {
			t.Errorf("%q: %+v", answer, a)
		}
	}
}

// The code of a question follows from nothing that the asker knows: the same
// question has another one each time.
func TestTerminalCodesCannotBeChosen(t *testing.T) {
	q := question(t)
	seen := map[string]bool{}
	for range 20 {
		d, term := typed("no\n")
		if _, err := term.Approve(context.Background(), q); err != nil {
			t.Fatal(err)
		}
		seen[d.code()] = true
	}
	if len(seen) < 15 {
		t.Errorf("20 questions had %d codes", len(seen))
	}
}

// TestTerminalDeadlineEndsTheRead: a read that waits ends with the question.
func TestTerminalDeadlineEndsTheRead(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	g, _ := gate(approval.Terminal{Open: func() (io.ReadWriteCloser, error) {
		return struct {
			io.Reader
			io.Writer
			io.Closer
		}{r, io.Discard, r}, nil
	}})
	g.Lifetime = 20 * time.Millisecond
	_, _, err = g.Ask(context.Background(), question(t))
	wantCode(t, "deadline", err, approval.CodeTimeout)
}

func TestTerminalWithoutDevice(t *testing.T) {
	if f, err := os.Open("/dev/tty"); err == nil {
		f.Close()
		t.Skip("this process has a terminal, which the test would ask on")
	}
	g, _ := gate(approval.Terminal{})
	grant, _, err := g.Ask(context.Background(), question(t))
	if wantCode(t, "no device", err, approval.CodeFailed); grant != nil || !errors.Is(err, approval.ErrNoTerminal) {
		t.Errorf("%v", err)
	}
}

// TestWholePayloadIsShown: every hostile character is an escape, every line is
// prefixed, and nothing is left out.
func TestWholePayloadIsShown(t *testing.T) {
	hostile := "a\x1b[2J\r\n\u202e\u200b\u2028\u3164\u2800\U000e0041\u0301\ufe0f\u00a0é漢7\u0007| "
	q := question(t)
	q.Payload = coreform.Vec(coreform.Str(hostile), coreform.Sym("sym\u202ebol"), coreform.Int(1), coreform.Int(2), coreform.Int(3))
	q.Rule, q.Origin = "x\x1b]0;", "y\n| z\xff"
	text, err := q.Text()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range text {
		if r != '\n' && (!unicode.IsPrint(r) || unicode.In(r, unicode.M, unicode.Cf, unicode.Z) && r != ' ' || r == 0x3164 || r == 0x2800) {
			t.Errorf("%U is raw", r)
		}
	}
	for _, want := range []string{
		`\u{202E}`, `\u{200B}`, `\u{2028}`, `\u{3164}`, `\u{2800}`, `\u{E0041}`, `\u{301}`, `\u{FE0F}`, `\u{A0}`, "é漢7", `sym\u{202E}bol`,
		`y\u{A}| z\xff`, `x\u{1B}]0;`, "outward", "s-1, request 4", q.Provenance.String(), q.Binding().Request.String(), "editor/plugin::command",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not shown in\n%s", want, text)
		}
	}
	after := false
	for line := range strings.Lines(text) {
		if after && !strings.HasPrefix(line, "| ") {
			t.Errorf("line %q of the payload is not prefixed", line)
		}
		after = after || strings.Contains(line, "payload:")
	}
}

func TestQuestionsThatAreNotAsked(t *testing.T) {
	for name, change := range map[string]func(*approval.Question){
		"no op":      func(q *approval.Question) { q.Op = "" },
		"no session": func(q *approval.Question) { q.Session = "" },
		"no place":   func(q *approval.Question) { q.Seq = -1 },
		"no term":    func(q *approval.Question) { q.Payload = coreform.Sym("") },
	} {
		q := question(t)
		change(&q)
		g, _ := gate(approval.Script(true))
		grant, _, err := g.Ask(context.Background(), q)
		if wantCode(t, name, err, approval.CodeQuestion); grant != nil {
			t.Error("a grant")
		}
	}
	for _, payload := range []string{strings.Repeat("x", approval.MaxShown), strings.Repeat("\u202e", approval.MaxShown/8)} {
		q := question(t)
		q.Payload = coreform.Str(payload)
		g, _ := gate(approval.Script(true))
		_, _, err := g.Ask(context.Background(), q)
		wantCode(t, "too long", err, approval.CodeTooLong)
	}
}
