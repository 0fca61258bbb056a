package audit

import (
	"fmt"
	"strings"
	"testing"
)

// Each limit on bodies and on what a checker is given: what is found one under
// it, at it and one over.
func TestBodyLimits(t *testing.T) {
	const yes, no = true, false
	const words = "alpha bravo charlie delta echo foxtrot golf hotel india juliet"
	for name, tc := range map[string]struct {
		limit int
		kind  Kind
		rule  string
		want  [3]bool
		body  func(n int) (Checker, string)
	}{
		"tool name": {maxToolName, Tools, idToolName, [3]bool{no, no, yes}, func(n int) (Checker, string) {
			return Checker{}, `[{"name":"` + strings.Repeat("n", n) + `","inputSchema":{}}]`
		}},
		"nesting": {maxNesting - 1, Prompt, idForeignCrossing, [3]bool{yes, yes, no}, func(n int) (Checker, string) {
			var b strings.Builder
			b.WriteString("<untrusted_a>\n")
			for i := range n {
				fmt.Fprintf(&b, "<untrusted_%d>\n", i)
			}
			return Checker{}, b.String() + "</untrusted_a>\n"
		}},
		"words of instructions": {echoWords, Response, idDisclosed, [3]bool{no, yes, yes}, func(n int) (Checker, string) {
			return Checker{Prompt: []byte(words + "\n" + promptOpen + "x\n" + promptClose)}, "It says: " + strings.Join(strings.Fields(words)[:n], ", ") + "!"
		}},
		"letters of data": {echoLetters, Response, idDataInArgs, [3]bool{no, yes, yes}, func(n int) (Checker, string) {
			return Checker{Prompt: []byte(promptPayload("zebra-lantern"))}, `{"arguments":"` + "ZebraLantern"[:n] + `"}`
		}},
		"letters in a path": {2 * echoLetters, Response, idDataInURL, [3]bool{no, yes, yes}, func(n int) (Checker, string) {
			return Checker{Prompt: []byte(promptPayload("zebra lantern harbour 77"))}, "https://x.example/" + "zebralanternharbour77"[:n]
		}},
		"secret": {leastSecret, Prompt, idLeaked, [3]bool{no, yes, yes}, func(n int) (Checker, string) {
			id := "k7-9"[:n]
			return Checker{With: []byte(askItem(`"label":"x","id":"` + id + `"`))}, promptPayload("a " + id + " b")
		}},
		"nonce": {10, Response, idAnswerNonce, [3]bool{no, yes, yes}, func(n int) (Checker, string) {
			nonce := "abcdefghijk"[:n]
			return Checker{Prompt: []byte(`{"nonce":"` + nonce + `","messages":[{"role":"user","text":"x"}]}`)}, "the code is " + strings.ToUpper(nonce)
		}},
	} {
		for i, n := range []int{tc.limit - 1, tc.limit, tc.limit + 1} {
			c, body := tc.body(n)
			got, err := c.Check(tc.kind, "x", []byte(body))
			if err != nil || strings.Contains(ids(got), tc.rule) != tc.want[i] {
				t.Errorf("%s, %d of %d: %q %v", name, n, tc.limit, ids(got), err)
			}
		}
	}
}
