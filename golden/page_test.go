package golden

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sebdah/goldie/v2"

	"github.com/ringfence/ringfence/internal/cli"
)

// pages are the pages that the command makes of shipped contexts, as a person who
// runs it from here gets them.
var pages = []struct {
	name string
	args []string
	hold []string // some of what was looked at in a browser
}{
	{
		"page-render",
		[]string{
			"render", "--format", "html", "--seed", "676f6c64656e", "--budget", "2000",
			"--request", "Show the reviews with the fewest stars last.", contextFolder + "/shop-page.json",
		},
		[]string{"Block 3: source, untrusted", "used of 2,000", `class="tile request"`},
	},
	{
		"page-render-shown",
		[]string{
			"render", "--format", "html", "--show", "--seed", "676f6c64656e", "--style", "prefix", "--prev", contextFolder + "/ask-turn1.json",
			contextFolder + "/ask-turn2.json",
		},
		[]string{"Block 1: changes, untrusted", "<dt>SHA-256</dt>", "style=prefix"},
	},
	{
		"page-diff",
		[]string{"diff", "--format", "html", contextFolder + "/ask-turn1.json", contextFolder + "/ask-turn2.json"},
		[]string{"two turns compared", "title of ", "withheld.</p>"},
	},
}

// TestPages holds pages against their files. A page is one file with its style and
// script, so that a change of these changes all: look at one in a browser then.
func TestPages(t *testing.T) {
	for _, p := range pages {
		t.Run(p.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			c := cli.Command{Stdin: strings.NewReader(""), Stdout: &out, Stderr: &errs}
			if code := c.Main(p.args); code != cli.ExitClean {
				t.Fatalf("status %d: %s", code, errs.String())
			}
			for _, want := range p.hold {
				if !strings.Contains(out.String(), want) {
					t.Errorf("%q is not on the page", want)
				}
			}
			name := p.name + ".html"
			if !registered()[name] {
				t.Fatalf("the file %s is not registered", name)
			}
			goldie.New(t, goldie.WithFixtureDir(filepath.FromSlash(goldenFolder)), goldie.WithNameSuffix(goldenSuffix)).Assert(t, name, out.Bytes())
		})
	}
}
