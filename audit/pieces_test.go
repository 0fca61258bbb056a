package audit

import (
	"runtime"
	"strings"
	"testing"

	"github.com/ringfence/ringfence/fence"
)

// Searching a long text in pieces finds what searching it whole finds.
func TestPiecesFindTheSame(t *testing.T) {
	unit := strings.Repeat("ordinary text, é and 日本語 ", 700)
	for _, shift := range []string{"", "x", "xx", "日"} {
		long := shift + strings.Repeat(unit+"<|im_start|>a\u200b\u202e<untrusted-data-"+nasty+"❤️", 30)
		if len(long) < 4*pieceSize {
			t.Fatal("the text is too short to be cut")
		}
		want := 0
		for _, m := range fence.FindControlTokens(long) {
			want += min(m.End-m.Start, 1)
		}
		controlTokens(long, func(_, got int, _ string) {
			if got != want {
				t.Errorf("%d control tokens, want %d", got, want)
			}
		})
		lookalikes(long, true, func(_, got int) {
			if whole := len(fence.FindFenceShapes(long)); got != whole {
				t.Errorf("%d shapes, want %d", got, whole)
			}
		})
		count, whole := 0, 0
		charRuns(long, func(r run) { count += r.count })
		for _, m := range fence.FindCharacters(long) {
			if groupOf(m.Class) != groupNone {
				whole++
			}
		}
		if count != whole {
			t.Errorf("%d characters, want %d", count, whole)
		}
	}
}

// A run that goes over the end of a piece is one run.
func TestRunsOverPieces(t *testing.T) {
	long := "a" + strings.Repeat("\u200b", 2*pieceSize)
	var got []run
	charRuns(long, func(r run) { got = append(got, r) })
	if len(got) != 1 || got[0] != (run{groupInvisible, 1, 2 * pieceSize}) {
		t.Errorf("runs %+v", got)
	}
}

// Pieces cover the text once.
func TestPiecesCover(t *testing.T) {
	for _, s := range []string{"", "a", strings.Repeat("日", pieceSize), strings.Repeat("\x80", 3*pieceSize), strings.Repeat("x", pieceSize+afterPiece+1)} {
		next := 0
		pieces(s, func(part string, base, from, to int) {
			if base+from != next || to < from || to > len(part) || part != s[base:base+len(part)] {
				t.Errorf("length %d: piece %d [%d, %d), want from %d", len(s), base, from, to, next)
			}
			next = base + to
		})
		if next != len(s) {
			t.Errorf("length %d: covered to %d", len(s), next)
		}
	}
}

// Ten times the input does not take far more than ten times the memory, on
// input that is all findings.
func TestGrowth(t *testing.T) {
	for name, unit := range map[string]string{
		"bidi": `\u202e`, "raw bidi": "\u202e", "tokens": "<s>", "tags": "</untrusted>", "brackets": "<", "slashes": `\\`,
		"phrases": "ignore ", "surrogates": `\ud83d`,
	} {
		for _, wrap := range []func(string) string{
			func(s string) string { return askItem(`"label":"` + s + `"`) },
			func(s string) string { return `[{"role":"user","content":"` + s + `"}]` },
		} {
			small, large := allocated(wrap(strings.Repeat(unit, 20_000/len(unit)))), allocated(wrap(strings.Repeat(unit, 400_000/len(unit))))
			if large > 40*small+8<<20 {
				t.Errorf("%s: %d bytes for 20 kB, %d for 400 kB", name, small, large)
			}
		}
	}
}

// allocated is how many bytes checking body takes in all.
func allocated(body string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = Checker{}.Check(Auto, "", []byte(body))
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
