package cli

import (
	"regexp"
	"strconv"
	"testing"
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
