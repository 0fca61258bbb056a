package policy_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/presets"
)

// FuzzDecide compares decisions with the naive model and with Cedar, and holds
// the properties of checkModel.
func FuzzDecide(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte("\x03\x05\x01\x00\x04\x01\x02\x02\x01\x01\x02\x03\x01\x00\x01"))
	f.Add([]byte(strings.Repeat("\x01\x02\x03\x05\x07", 30)))
	f.Add([]byte(strings.Repeat("\x08\x01\x01\x03", 40)))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) > 512 {
			return
		}
		tp := &tape{b}
		m, r, extra := tp.model(), tp.request(), tp.rule()
		checkModel(t, m, r, extra)
		checkCedar(t, m, r)
	})
}

// FuzzParse: a policy loads or there is an error of the documented type with a
// place in the source. What loads decides, explains and lints without a panic,
// an op that it does not allow by name or star is denied, and no payload of
// another shape is allowed.
func FuzzParse(f *testing.F) {
	for _, c := range loadErrors {
		if len(c.src) < 2000 {
			f.Add(c.src, "editor/clipboard::get", "{}", "/ws/a")
		}
	}
	f.Add(string(presets.Dev()), "editor/watch::subscribe", `{:globs ["**"] :root "workspace/.git"}`, "workspace/a")
	f.Add(string(presets.CI()), "editor/task::spawn", payloads["editor/task::spawn"], "../x")
	for op, payload := range payloads {
		f.Add("allow = [\"*\"]\n"+tables, op, payload, "/ws/../x")
	}
	f.Fuzz(func(t *testing.T, src, op, payload, path string) {
		if len(src)+len(op)+len(payload)+len(path) > 1<<14 {
			return
		}
		p, err := policy.Parse(file, []byte(src))
		if (p == nil) == (err == nil) {
			t.Fatal("a policy and an error, or neither")
		}
		if err != nil {
			var e *ringfence.Error
			if !errors.As(err, &e) || !strings.HasPrefix(string(e.Code), "policy-") || e.Offset < 0 || e.Offset > int64(len(src)) {
				t.Fatalf("error %v", err)
			}
			if pos, ok := policy.PositionOf(err); !ok || pos.Line < 1 || pos.Column < 1 || pos.Line > 1+strings.Count(src, "\n") {
				t.Fatalf("no place: %v", pos)
			}
		}
		x, termErr := coreform.Parse([]byte(payload))
		d := p.Decide(policy.Request{Op: op, Payload: x})
		e := d.Explain()
		if err != nil && d.Allowed() || e.Allowed != d.Allowed() || (d.Err() == nil) != d.Allowed() {
			t.Fatal("a decision without a policy, or not the one explained")
		}
		if d.Allowed() && (termErr != nil || x.Kind() != coreform.KindMap || !strings.Contains(src, "allow")) {
			t.Fatalf("%s is allowed with %s", op, payload)
		}
		if e.Term().Err() != nil {
			t.Fatal("the explanation is no term")
		}
		again, parseErr := coreform.Parse(e.Term().Append(nil))
		if parseErr != nil || !again.Equal(e.Term()) {
			t.Fatal("the explanation does not read back")
		}
		if ok, _ := p.PathAllowed(op, path); ok && (strings.Contains("/"+path+"/", "/../") || path == "" || strings.ContainsAny(path, "\\\x00\n")) {
			t.Fatalf("the path %q is allowed", path)
		}
		policy.Lint(p, nil)
		p.Summary()
	})
}
