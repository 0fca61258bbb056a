package audit

import (
	"runtime"
	"strings"
	"testing"
)

// listed is a sink that keeps everything.
type listed struct{ list []found }

func (l *listed) full(string, int, int) bool { return false }

func (l *listed) add(rule string, start, end int, message string) {
	l.list = append(l.list, found{rule: rule, at: start, end: end, message: message})
}

// textFindings is what the scan of a text finds, without words and letters.
func textFindings(s string) []found {
	var l listed
	scanText(s, setting{}, &l)
	return l.list
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
