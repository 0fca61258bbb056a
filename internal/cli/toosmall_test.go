package cli

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/internal/serve"
	"github.com/ringfence/ringfence/render"
)

// The budget that an error of a too small one asks for is enough, and one less
// is not, whatever counts and with a request or without.
func TestTrueNeed(t *testing.T) {
	const body = `{"contextItems":[{"label":"Mug"}],"ui":{"openWindows":[{"id":"a","title":"Mugs"}]}}`
	give := regexp.MustCompile(`hint: give --budget ([0-9]+) or more`)
	for _, name := range encodingNames() {
		for _, style := range styleNames() {
			for _, request := range [][]string{nil, {"--request", "Make it blue, and the title of the page larger."}} {
				args := append([]string{"render", "--seed", "00", "--encoding", name, "--style", style}, request...)
				code, out, stderr := run(body, append(args, "--budget", "1", "-")...)
				m := give.FindStringSubmatch(stderr)
				if code != ExitUnchecked || out != "" || m == nil {
					t.Fatalf("%v: status %d %s", args, code, stderr)
				}
				if code, _, stderr := run(body, append(args, "--budget", m[1], "-")...); code != ExitClean {
					t.Errorf("%v: a budget of %s is not enough: %s", args, m[1], stderr)
				}
				n, err := strconv.Atoi(m[1])
				if err != nil {
					t.Fatal(err)
				}
				if code, _, _ := run(body, append(args, "--budget", strconv.Itoa(n-1), "-")...); code != ExitUnchecked {
					t.Errorf("%v: a budget of %d is enough", args, n-1)
				}
			}
		}
	}
}

// manyNonces yields nonces of every kind: of letters and digits alone, in turns,
// with runs of each length at each place, and as they come.
func manyNonces(n int) []fence.Nonce {
	const letters, digits = "zqxjkvwybhgmpufcdlnitsroae", "725364"
	var out []fence.Nonce
	add := func(pick func(i int) byte) {
		var b [fence.NonceLen]byte
		for i := range b {
			b[i] = pick(i)
		}
		out = append(out, fixedNonce(string(b[:])))
	}
	r := rand.New(rand.NewPCG(1, 2))
	letter := func() byte { return letters[r.IntN(len(letters))] }
	digit := func() byte { return digits[r.IntN(len(digits))] }
	for from := range fence.NonceLen {
		for to := from; to <= fence.NonceLen; to++ {
			for _, in := range []bool{true, false} {
				add(func(i int) byte {
					if (from <= i && i < to) == in {
						return digit()
					}
					return letter()
				})
			}
		}
	}
	for _, odd := range []int{0, 1} {
		for range 50 {
			add(func(i int) byte {
				if i%2 == odd {
					return digit()
				}
				return letter()
			})
		}
	}
	for range n {
		out = append(out, fence.NewNonce())
	}
	return out
}

// No nonce has more tokens in a fence line than the one that counts stand for.
func TestMostTokens(t *testing.T) {
	nonces := manyNonces(2000)
	for _, name := range encodingNames() {
		c, err := counter(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{"<request-data-%s-4 kind=request>\n", "</request-data-%s-1234567>\n", "<untrusted-data-%s-12 kind=tool cut=1/2 style=base64>\n"} {
			most := c.Count(strings.Replace(line, "%s", mostTokens, 1))
			for _, n := range nonces {
				if got := c.Count(strings.Replace(line, "%s", n.Reveal(), 1)); got > most {
					t.Errorf("%s: %q has %d tokens, more than %d", name, n.Reveal(), got, most)
				}
			}
		}
	}
}

// The budget that an error asks for where there is no nonce yet is enough for every
// nonce, and there is a nonce for which one less is not. The command and the server
// ask for the same.
func TestNeedHoldsForEveryNonce(t *testing.T) {
	const body = `{"contextItems":[{"label":"Mug"}],"ui":{"openWindows":[{"id":"a","title":"Mugs"}]}}`
	give, set := regexp.MustCompile(`hint: give --budget ([0-9]+) or more; data`), regexp.MustCompile(`^set budget to ([0-9]+) or more; data`)
	request := "hi"
	for _, name := range encodingNames() {
		for _, style := range styleNames() {
			_, _, stderr := run(body, "render", "--encoding", name, "--style", style, "--request", request, "--budget", "300", "-")
			m := give.FindStringSubmatch(stderr)
			if m == nil || strings.Contains(stderr, "(at most ") != (name != "bytes") {
				t.Fatalf("%s %s: %s", name, style, stderr)
			}
			in := serve.RenderInput{Body: []byte(body), Ask: true, Request: &request, Encoding: name, Style: style, Budget: 300}
			_, err := rendered(t, in)
			var e *ringfence.Error
			if !errors.As(err, &e) || e.Code != budget.CodeRequired || e.Pointer != "/budget" || !strings.HasPrefix(e.Hint, "set budget to "+m[1]+" or more") || set.FindString(e.Hint) == "" {
				t.Fatalf("%s %s: %v %v, not %s", name, style, err, e, m[1])
			}
			n, err := strconv.Atoi(m[1])
			if err != nil {
				t.Fatal(err)
			}
			in.Budget = n
			for _, nonce := range manyNonces(40) {
				in.Nonce = nonce.Reveal()
				if _, err := rendered(t, in); err != nil {
					t.Errorf("%s %s: %d is not enough for %q: %v", name, style, n, in.Nonce, err)
				}
			}
			in.Nonce, in.Budget = mostTokens, n-1
			if _, err := rendered(t, in); err == nil {
				t.Errorf("%s %s: %d is more than any nonce needs", name, style, n)
			}
			// A nonce that is given has a count of its own.
			in.Nonce, in.Budget = "aaaaaaaaaa", 300
			if _, err = rendered(t, in); !errors.As(err, &e) || strings.Contains(e.Message, "at most") || name != "bytes" && strings.Contains(e.Hint, " "+m[1]+" ") {
				t.Errorf("%s %s: %v", name, style, err)
			}
		}
	}
}

// A call that ends before a budget was found says so, and names no number.
func TestNeedOfACallThatEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	parts := []render.Part{render.Text(askInstruction)}
	r := render.Renderer{Limit: budget.Limit{Tokens: 1, Counter: budget.Bytes{}}}
	_, short := r.Render(ctx, parts...)
	cancel()
	var e *ringfence.Error
	if err := tooSmall(ctx, r, parts, short, "give %d"); !errors.As(err, &e) || e.Code != budget.CodeCancelled || strings.ContainsAny(e.Hint, "0123456789") {
		t.Errorf("%v", err)
	}
	other := errors.New("another")
	if err := tooSmall(ctx, r, parts, other, "give %d"); !errors.Is(err, other) {
		t.Error(err)
	}
}
