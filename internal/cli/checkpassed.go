package cli

import (
	"fmt"
	"path/filepath"
	"strings"
)

// otherKinds are the files of folders that nothing else names: in the order of
// names, each once, and of a part of a run those that belong to it, so that all
// parts together tell of each once.
func (c *settings) otherKinds(other []passed, list []entry) []passed {
	if len(other) == 0 {
		return nil
	}
	seen := make(map[string]struct{}, len(list)+len(other))
	for _, e := range list {
		seen[e.name] = struct{}{}
	}
	var out []passed
	for _, p := range other {
		if _, ok := seen[p.name]; ok || !c.shard.hasFile(below(p.folder, p.name)) {
			continue
		}
		seen[p.name] = struct{}{}
		out = append(out, p)
	}
	return out
}

// tellPassed says on standard error how many files of folders were not looked at,
// and how they would be: without it a folder of sources looks clean. Links that
// lead nowhere else are counted there alone, since nothing is missing for them.
func (c *settings) tellPassed(inv *invocation) {
	if c.links > 0 {
		inv.say(plural(c.links, "link in a folder was", "links in folders were") + " passed over: what is behind is reached without it")
	}
	if len(c.passed) == 0 {
		return
	}
	// The pattern for the first of them, which people can make their own from.
	p := c.passed[0]
	pattern := filepath.Join(p.folder, "**", "*"+filepath.Ext(p.name))
	if strings.ContainsAny(p.folder+filepath.Ext(p.name), `*?[]{}\`) {
		pattern = "**/*.html" // names that would mean something in a pattern
	}
	inv.say(plural(len(c.passed), "file in a folder was", "files in folders were") +
		" not checked: only names that end in " + strings.Join(extensions, ", ") + " are taken")
	fmt.Fprintln(inv.err, "hint: a glob takes any name, such as "+quote(pattern)+"; --kind text checks any bytes")
}
