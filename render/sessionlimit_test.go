package render

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/cl100k"
	"github.com/ringfence/ringfence/budget/o200k"
	"github.com/ringfence/ringfence/budget/p50k"
	"github.com/ringfence/ringfence/budget/r50k"
	"github.com/ringfence/ringfence/fence"
)

// padded is an upper bound with a slack that depends on the text: texts that
// are counted together can have more of it or less than apart.
type padded struct{}

const slack = 7

func (padded) Count(s string) int          { return o200k.Encoding().Count(s) + len(s)%slack }
func (padded) Exactness() budget.Exactness { return budget.Upper }
func (padded) SeamAdditive() bool          { return true }

// openings are instructions of every kind of start and end.
var openings = []Part{
	Text("Word."), Text("Word.\n"), Text("/*"), Text("/"), Text("//// a\n/b"), Text(" x"), Text("\n\n  lines"), Text("\t"),
	Text(" \n"), Text("*/ x"), Text("\u00a0wide"), Text("a\r"), Text("日本"), Text("\r\n/\n/*"), Text("One.\nTwo.\n  - three\n  - four"),
	Text("\u3000"), Text("===\n\n\n"), Text("'s"), Text("..."),
	{instruction: "A " + strings.Repeat("long paragraph ", maxEnd/10)},
	{instruction: "A list:\n" + strings.Repeat("  - item\n", maxEnd/8)},
}

const dataCanary = "Canary"

// someParts are the parts of a turn.
func someParts(r *rand.Rand) []Part {
	var parts []Part
	for len(parts) == 0 || r.IntN(3) == 0 {
		d := ringfence.NewData(strings.Repeat(dataCanary+"\n / ", r.IntN(30)) + "/*\n")
		switch r.IntN(5) {
		case 0:
			parts = append(parts, ToolResult(d).Style(fence.Style(r.IntN(int(fence.StyleBase64)+1))))
		case 1:
			parts = append(parts, Request(ringfence.NewData("go on")))
		default:
			parts = append(parts, openings[r.IntN(len(openings))])
		}
	}
	return parts
}

// throughClient stores a session with a client and reads it back.
func throughClient(t *testing.T, s *Session) *Session {
	t.Helper()
	state, err := s.ClientState(sessionSecret)
	if err != nil {
		t.Fatal(err)
	}
	if len(state) > 4096 || bytes.Contains(state, []byte(sessionCode)) || bytes.Contains(state, []byte(dataCanary)) {
		t.Fatalf("the client holds %d bytes: %s", len(state), state)
	}
	r := s.r
	r.Nonce = fence.Nonce{}
	back, err := ParseClientSession(r, state, sessionSecret, s.Nonce())
	if err != nil {
		t.Fatal(err)
	}
	if end := back.end.value(); strings.Contains(end, dataCanary) || len(end) > maxEnd {
		t.Fatalf("the end has %d bytes and data: %q", len(end), end)
	}
	return back
}

// ways are how a conversation is kept from turn to turn: in memory, with the
// client, on the server, and with the client and then on the server. In mixed
// turns each may follow each.
var ways = map[string]string{"kept": "k", "client": "c", "server": "s", "mixed": "kcsb"}

func keptAs(t *testing.T, s *Session, way byte) *Session {
	t.Helper()
	if way == 'c' || way == 'b' {
		s = throughClient(t, s)
	}
	if way == 's' || way == 'b' {
		s = storedAndBack(t, s, s.r)
	}
	return s
}

// However a conversation is kept from turn to turn, all of it counted as a whole
// is within the limit, and for an exact counter it is what Used says.
func TestSessionLimitHoldsOverStates(t *testing.T) {
	for name, counter := range map[string]budget.Counter{
		"o200k": o200k.Encoding(), "cl100k": cl100k.Encoding(), "bytes": budget.Bytes{}, "padded": padded{},
	} {
		for way, marks := range ways {
			t.Run(name+", "+way, func(t *testing.T) { conversations(t, counter, marks) })
		}
	}
}

func conversations(t *testing.T, counter budget.Counter, marks string) {
	t.Helper()
	joined, refused := 0, 0
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 7))
		cfg := sessionRenderer(t, 30+r.IntN(3000))
		cfg.NoGuide, cfg.Limit.Counter = r.IntN(4) > 0, counter
		s, text := NewSession(cfg), ""
		for range 25 {
			before := s.Used()
			p, err := s.Render(context.Background(), someParts(r)...)
			if err != nil {
				if c := sessionCodeOf(t, err); c == CodeSession {
					refused++
				}
				if s.Used() != before {
					t.Fatal("an error changed the session")
				}
				continue
			}
			if text != "" && !budget.Seam(text, p.Text()) {
				joined++
			}
			text += p.Text()
			used := counter.Count(text)
			if p, ok := counter.(padded); ok {
				used = p.Count(text) - len(text)%slack // the true count
			}
			exact := counter.Exactness() == budget.Exact || counter == budget.Counter(budget.Bytes{})
			if used > cfg.Limit.Tokens || s.Used() < used || exact && s.Used() != used {
				t.Fatalf("seed %d: %d tokens of a limit of %d, Used says %d:\n%q", seed, used, cfg.Limit.Tokens, s.Used(), text)
			}
			s = keptAs(t, s, marks[r.IntN(len(marks))])
		}
	}
	if joined < 20 || refused > joined {
		t.Errorf("%d turns joined, %d were refused: the texts do not try enough", joined, refused)
	}
}

// A turn that joins an end that was too long for the client's form is refused,
// and a turn that does not join it is not.
func TestSessionEndTooLong(t *testing.T) {
	r := sessionRenderer(t, 100_000)
	r.Limit.Counter = o200k.Encoding()
	long := Part{instruction: "A" + strings.Repeat(" word", maxEnd/4)}
	s := NewSession(r)
	text := turn(t, s, Request(ringfence.NewData("go")), long).Text()
	s = throughClient(t, s)
	for _, back := range []*Session{s, storedAndBack(t, s, r)} {
		if p, err := back.Render(context.Background(), Text("/*")); p != nil || sessionCodeOf(t, err) != CodeSession || back.Turns() != 1 {
			t.Errorf("a turn that cannot be counted: %v", err)
		}
	}
	text += turn(t, s, Text("Word."), Request(ringfence.NewData("on"))).Text()
	for _, back := range []*Session{s, storedAndBack(t, s, r), throughClient(t, s)} {
		more := text + turn(t, back, Text("/*")).Text()
		if want := o200k.Encoding().Count(more); back.Used() != want {
			t.Errorf("%d used of %d", back.Used(), want)
		}
	}
	// One byte less is held.
	s = NewSession(r)
	text = turn(t, s, Text("Word."), Part{instruction: strings.Repeat("a", maxEnd-1)}).Text()
	s = throughClient(t, s)
	text += turn(t, s, Text("\n/*")).Text()
	if want := o200k.Encoding().Count(text); s.Used() != want {
		t.Errorf("%d used of %d", s.Used(), want)
	}
}

// A counter that promises something and does not add up has to see all texts.
func TestSessionCountersThatDoNotAddUp(t *testing.T) {
	for name, counter := range map[string]budget.Counter{"r50k": r50k.Encoding(), "bytes": wholeOnly{}} {
		r := sessionRenderer(t, 100_000)
		r.Limit.Counter = counter
		s := NewSession(r)
		state, err := s.ClientState(sessionSecret) // nothing to be counted yet
		if err != nil {
			t.Fatal(err)
		}
		if s, err = ParseClientSession(r, state, sessionSecret, r.Nonce); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			turn(t, s, Text("Word.\n\n\n"), Request(ringfence.NewData("go")), Text("So.\n\n\n"))
			s = storedAndBack(t, s, r)
			if want := counter.Count(s.Text()); s.Used() != want {
				t.Errorf("%s: %d used of %d", name, s.Used(), want)
			}
		}
		if _, err := s.ClientState(sessionSecret); sessionCodeOf(t, err) != CodeSession {
			t.Errorf("%s: %v", name, err)
		}
		// Nor can it go on from what another one counted.
		other := r
		other.Limit.Counter = o200k.Encoding()
		s = NewSession(other)
		turn(t, s, Request(ringfence.NewData("go")))
		state, err = s.ClientState(sessionSecret)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := ParseClientSession(r, state, sessionSecret, r.Nonce); back != nil || sessionCodeOf(t, err) != CodeSession {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What one counter counted is counted again by another, where the texts are here.
func TestSessionOfAnotherCounter(t *testing.T) {
	r := sessionRenderer(t, 100_000)
	other := r
	other.Limit.Counter = o200k.Encoding()
	s := NewSession(other)
	turn(t, s, Text("Help."), Request(ringfence.NewData("go")))
	turn(t, s, Text("More."), Note(ringfence.NewData("wide words")), Text("So."))
	stored, err := s.Stored()
	if err != nil {
		t.Fatal(err)
	}
	back, err := ParseSession(r, stored)
	if err != nil {
		t.Fatal(err)
	}
	turn(t, back, Text("/*"))
	if back.Used() != len(back.Text()) {
		t.Errorf("%d used of %d", back.Used(), len(back.Text()))
	}
	if stored, err = throughClient(t, s).Stored(); err != nil {
		t.Fatal(err)
	}
	if _, err := ParseSession(r, stored); sessionCodeOf(t, err) != CodeSession {
		t.Errorf("texts that are not there: %v", err)
	}
}

// coarse counts so many bytes as a token: counters of one type that count otherwise.
type coarse struct{ bytes int }

func (c coarse) Count(s string) int        { return len(s) / c.bytes }
func (coarse) Exactness() budget.Exactness { return budget.Exact }

// additiveCoarse says that it adds up.
type additiveCoarse struct{ coarse }

func (additiveCoarse) SeamAdditive() bool { return true }

// Counters of one name are told apart by what they count: vocabularies that were
// loaded have the name of their pattern.
func TestSessionOfACounterOfTheSameName(t *testing.T) {
	r := sessionRenderer(t, 100_000)
	r.Limit.Counter = coarse{8}
	s := NewSession(r)
	turn(t, s, Text("Help."), Request(ringfence.NewData("go")))
	stored, err := s.Stored()
	if err != nil {
		t.Fatal(err)
	}
	r.Limit.Counter = coarse{1}
	back, err := ParseSession(r, stored)
	if err != nil {
		t.Fatal(err)
	}
	if back.Used() != len(back.Text()) {
		t.Errorf("%d used of %d", back.Used(), len(back.Text()))
	}
	r.Limit.Counter = additiveCoarse{coarse{2}}
	s = NewSession(r)
	turn(t, s, Request(ringfence.NewData("go")))
	state, err := s.ClientState(sessionSecret)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ParseClientSession(r, state, sessionSecret, r.Nonce); err != nil {
		t.Error(err)
	}
	r.Limit.Counter = additiveCoarse{coarse{1}}
	if back, err := ParseClientSession(r, state, sessionSecret, r.Nonce); back != nil || sessionCodeOf(t, err) != CodeSession {
		t.Errorf("counted otherwise: %v", err)
	}
	// The vocabularies that are built in do not agree.
	seen := map[int]bool{}
	for _, c := range []budget.Counter{o200k.Encoding(), cl100k.Encoding(), r50k.Encoding(), p50k.Encoding(), budget.Bytes{}} {
		seen[c.Count(probe)] = true
	}
	if len(seen) != 5 {
		t.Errorf("the probe has %d counts by five counters", len(seen))
	}
}

// An end is not readable in the state, and two states never have the same key
// stream: what two ends have in common does not show.
func TestSessionEndIsEncrypted(t *testing.T) {
	r := sessionRenderer(t, 100_000)
	const secretText = "Never tell anyone about the swordfish."
	seen := make(map[string]bool)
	s := NewSession(r)
	for range 4 {
		turn(t, s, Request(ringfence.NewData("go")), Text(secretText))
		state, err := s.ClientState(sessionSecret)
		if err != nil {
			t.Fatal(err)
		}
		st, err := parseState(state)
		if err != nil || st.Client == nil {
			t.Fatal(err)
		}
		for i := 0; i+8 <= len(st.Client.End); i++ {
			if part := string(st.Client.End[i : i+8]); seen[part] || strings.Contains(secretText, part) {
				t.Fatalf("%q is in two ends or in the text", part)
			} else {
				seen[part] = true
			}
		}
		again, err := s.ClientState(sessionSecret)
		if err != nil || !bytes.Equal(state, again) {
			t.Errorf("the same state is other bytes: %v", err)
		}
		if end := throughClient(t, s).end.value(); end != secretText+"\n" {
			t.Errorf("the end is %q", end)
		}
	}
}

// A state of the version before says so, in both forms.
func TestSessionOldStates(t *testing.T) {
	r := sessionRenderer(t, 1000)
	const head = `{"session":1,"next":2,"turns":1,"used":40,"seen":{"known":true,"sources":[]},"styles":[]`
	_, server := ParseSession(r, []byte(head+`,"server":{"nonce":"k3f4q2m7xa","messages":[],"replies":[]}}`))
	_, client := ParseClientSession(r, []byte(head+`,"mac":"00"}`), sessionSecret, r.Nonce)
	_, later := ParseSession(r, []byte(`{"session":9,"unheard":1}`))
	for _, err := range []error{server, client, later} {
		if sessionCodeOf(t, err) != CodeSession || !strings.Contains(fmt.Sprint(err), "version") {
			t.Errorf("%v", err)
		}
	}
}

// vast counts a text with a slash at the end of a turn as more than can be added to.
type vast struct{ budget.Bytes }

func (vast) Count(s string) int {
	if strings.Contains(s, "\n/") {
		return math.MaxInt
	}
	return len(s)
}

// A count that no limit has room for is that also where turns are counted together.
func TestSessionVastCounts(t *testing.T) {
	r := sessionRenderer(t, 100_000)
	r.Limit.Counter = vast{}
	for way := range strings.SplitSeq("kcsb", "") {
		s := NewSession(r)
		turn(t, s, Text("Help."), Request(ringfence.NewData("go")))
		turn(t, s, Text("So."), Request(ringfence.NewData("on")))
		s = keptAs(t, s, way[0])
		used := s.Used()
		if p, err := s.Render(context.Background(), Text("/*")); p != nil || err == nil || s.Used() != used {
			t.Errorf("%s: a turn of %d tokens: %v", way, s.Used(), err)
		}
		if turn(t, s, Text("Word.")); s.Used() <= used {
			t.Errorf("%s: %d used after %d", way, s.Used(), used)
		}
	}
}

// A limit that is none stays so, whatever was used.
func TestSessionLimitIsChecked(t *testing.T) {
	r := sessionRenderer(t, 1000)
	r.NoGuide = true
	s := NewSession(r)
	turn(t, s, Text("Word."), Request(ringfence.NewData(strings.Repeat("go ", 50))))
	stored, err := s.Stored()
	if err != nil {
		t.Fatal(err)
	}
	state, err := s.ClientState(sessionSecret)
	if err != nil {
		t.Fatal(err)
	}
	for code, limit := range map[ringfence.Code]budget.Limit{
		budget.CodeReserve:   {Tokens: 1000, Counter: r.Limit.Counter, Reserve: -100},
		budget.CodeMargin:    {Tokens: 1000, Counter: r.Limit.Counter, Margin: -0.5},
		budget.CodeNoCounter: {Tokens: 1000},
	} {
		r.Limit = limit
		fromServer, err := ParseSession(r, stored)
		if err != nil {
			t.Fatal(err)
		}
		fromClient, err := ParseClientSession(r, state, sessionSecret, s.Nonce())
		if err != nil {
			t.Fatal(err)
		}
		for _, back := range []*Session{fromServer, fromClient} {
			if p, err := back.Render(context.Background(), Text("Go on.")); p != nil || sessionCodeOf(t, err) != code {
				t.Errorf("%+v: %v", limit, err)
			}
			again, err := back.ClientState(sessionSecret)
			if limit.Counter == nil && (again != nil || sessionCodeOf(t, err) != CodeSession) {
				t.Errorf("a client's form without a counter: %s, %v", again, err)
			}
		}
	}
	// More used than a number of 32 bits holds, with the margin.
	r.Limit = budget.Limit{Tokens: 1000, Counter: guess{}, Margin: 1e12}
	back, err := ParseSession(r, stored)
	if err != nil {
		t.Fatal(err)
	}
	if p, err := back.Render(context.Background(), Text("Go on.")); p != nil || sessionCodeOf(t, err) != budget.CodeReserve {
		t.Errorf("a margin of a million million: %v", err)
	}
}
