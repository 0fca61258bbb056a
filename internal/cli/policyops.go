package cli

import (
	"fmt"
	"strings"

	"github.com/ringfence/ringfence/policy"
)

// listOps prints the closed set of ops, with what each payload takes.
func listOps(inv *invocation, f policyFlags, args []string) (int, error) {
	if len(args) > 0 {
		return 0, usageError("policy ops takes no arguments", "it lists every op of the contract")
	}
	if err := oneOf("format", *f.format, decideFormats); err != nil {
		return 0, err
	}
	text := opsText()
	if *f.format == "json" {
		text = opsJSON()
	}
	return ExitClean, inv.emit("", text, modeResult)
}

// opsText is the list for people: an op a line with its class, and a line for each
// key of its payload; the task kinds follow.
func opsText() []byte {
	var b strings.Builder
	keys := func(list []policy.KeyShape) {
		for _, k := range list {
			optional := ""
			if k.Optional {
				optional = "; may be left out"
			}
			fmt.Fprintf(&b, "    %-21s%s%s\n", k.Key, k.Takes, optional)
		}
	}
	for _, s := range policy.Shapes() {
		note := ""
		if s.ByKind {
			note = ", or less by the task kind"
		}
		fmt.Fprintf(&b, "%-13s%s%s\n", s.Class, s.Op, note)
		keys(s.Keys)
		if len(s.Needs) > 0 {
			fmt.Fprintf(&b, "    needs in caps.toml: %s\n", strings.Join(s.Needs, ", "))
		}
	}
	b.WriteString("\nThe :input of each :task-kind:\n")
	for _, k := range policy.KindShapes() {
		by := "host"
		if k.Bridged {
			by = "bridge"
		}
		fmt.Fprintf(&b, "%-13s%s, by the %s\n", k.Class, k.Kind, by)
		keys(k.Keys)
	}
	return []byte(b.String())
}

// opsJSON is the list for programs, an op or a kind a line.
func opsJSON() []byte {
	comma := func(b []byte, i int) []byte {
		if i > 0 {
			b = append(b, ',')
		}
		return b
	}
	keys := func(b []byte, list []policy.KeyShape) []byte {
		for i, k := range list {
			b = append(comma(b, i), `{"key":`...)
			b = appendJSON(append(appendJSON(b, k.Key), `,"takes":`...), k.Takes)
			b = fmt.Appendf(b, `,"optional":%t}`, k.Optional)
		}
		return b
	}
	b := []byte(`{"ops":[`)
	for i, s := range policy.Shapes() {
		b = appendJSON(append(separate(b, i), `{"op":`...), s.Op)
		b = appendJSON(append(b, `,"class":`...), s.Class.String())
		b = append(keys(append(b, `,"payload":[`...), s.Keys), `],"needs":[`...)
		for j, key := range s.Needs {
			b = appendJSON(comma(b, j), key)
		}
		b = append(b, "]}"...)
	}
	b = append(b, `],"task_kinds":[`...)
	for i, k := range policy.KindShapes() {
		b = appendJSON(append(separate(b, i), `{"kind":`...), k.Kind)
		b = appendJSON(append(b, `,"class":`...), k.Class.String())
		b = fmt.Appendf(b, `,"bridge":%t,"input":[`, k.Bridged)
		b = append(keys(b, k.Keys), "]}"...)
	}
	return append(b, "]}\n"...)
}
