package render

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
)

// allocated is how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// A conversation of eight times as many turns takes about eight times the memory,
// as does one of turns that are each restored from a client.
func TestSessionGrowth(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	r := sessionRenderer(t, 1<<28)
	r.NoGuide = true
	for name, restored := range map[string]bool{"kept": false, "from a client": true} {
		conversation := func(turns int) func() {
			return func() {
				s := NewSession(r)
				for range turns {
					turn(t, s, Text("Go on."), Note(ringfence.NewData("a few words of a note")))
					s.Reply(ringfence.NewData("an answer"))
					if !restored {
						continue
					}
					s.replies = nil
					state, err := s.ClientState(sessionSecret)
					if err != nil {
						t.Fatal(err)
					}
					if s, err = ParseClientSession(r, state, sessionSecret, r.Nonce); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		conversation(10)() // what is made once
		few, many := allocated(conversation(1000)), allocated(conversation(8000))
		if many > 14*few { // what is copied in every turn grows sixty-fold
			t.Errorf("%s: 1000 turns allocate %d bytes, 8000 turns %d", name, few, many)
		}
	}
}

// longest counts bytes and remembers the longest text that it was asked for.
type longest struct {
	budget.Bytes
	size *int
}

func (c longest) Count(s string) int {
	*c.size = max(*c.size, len(s))
	return c.Bytes.Count(s)
}

// An additive counter is never asked for more than a turn and the lines that it
// joins, however long the conversation is.
func TestSessionCountsTheEndAlone(t *testing.T) {
	size := 0
	r := sessionRenderer(t, 1<<24)
	r.NoGuide, r.Limit.Counter = true, longest{size: &size}
	s := NewSession(r)
	for range 20 {
		turn(t, s, Text("Go on."), Note(ringfence.NewData(strings.Repeat("note ", 2000))), Text("So."))
		turn(t, s, Text("/slash"), Request(ringfence.NewData("and?")))
	}
	if all := len(s.Text()); size > all/10 || s.Used() != all {
		t.Errorf("a text of %d bytes was counted, of %d in all, %d used", size, all, s.Used())
	}
}

// Turns that each join the one before are no exception, whatever the turns hold
// and however they are kept: two of them are counted together at most.
func TestSessionCountsJoinedTurnsApart(t *testing.T) {
	for way, marks := range ways {
		for name, upper := range map[string]bool{"exact": false, "upper": true} {
			size, turnSize, want := 0, 0, 0
			r := sessionRenderer(t, 1<<24)
			r.NoGuide, r.Limit.Counter = true, longest{size: &size}
			if !upper {
				r.Limit.Counter = exactly{longest{size: &size}}
			}
			s := NewSession(r)
			for i := range 30 {
				p := turn(t, s, Text("\nThe user says:\n"), Note(ringfence.NewData(strings.Repeat("note ", 400))), Text("  So."))
				turnSize, want = max(turnSize, len(p.Text())), want+len(p.Text())
				s = keptAs(t, s, marks[i%len(marks)])
			}
			if size > 2*turnSize {
				t.Errorf("%s, %s: a text of %d bytes was counted, a turn has %d", name, way, size, turnSize)
			}
			if s.Used() != want {
				t.Errorf("%s, %s: %d used of %d", name, way, s.Used(), want)
			}
		}
	}
}

// exactly is longest, and promises more: no text here has bytes that are not UTF-8.
type exactly struct{ longest }

func (exactly) Exactness() budget.Exactness { return budget.Exact }

// Instructions that are joined are copied once, however many there are.
func TestJoinedInstructionsGrowth(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector allocates")
	}
	join := func(n int) uint64 {
		in := make([]segment, n)
		for i := range in {
			in[i] = segment{system: i < n/2, text: "/ x\n"}
		}
		in[n-1] = segment{text: "x\n"}
		return allocated(func() {
			out := joinLoose(in)
			if len(out) != 3 || out[0].text != strings.Repeat("/ x\n", n/2) || !out[0].system || out[1].system || out[2].text != "x\n" {
				t.Errorf("%d segments", len(out))
			}
		})
	}
	if few, many := join(1000), join(16_000); many > 40*few {
		t.Errorf("1000 instructions allocate %d bytes, 16000 allocate %d", few, many)
	}
}
