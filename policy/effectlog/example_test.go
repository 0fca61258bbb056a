package effectlog_test

import (
	"bytes"
	"fmt"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/outcome"
)

// record logs a run of one request.
func record() ([]byte, effectlog.Digest) {
	var b bytes.Buffer
	j, _ := effectlog.NewJournal(&b, effectlog.Options{Session: "example", Toolchain: "ringfence/1"})
	payload, _ := coreform.Parse([]byte("{}"))
	capability, _ := coreform.Parse([]byte("{:op editor/clipboard::get}"))
	i, err := j.Intent(effectlog.Entry{
		Op: "editor/clipboard::get", Payload: payload, Decision: effectlog.Allow, Cap: capability, Rule: "allow[0] line 1",
	})
	if err != nil {
		return nil, effectlog.Digest{} // and the effect does not happen
	}
	answer, _ := coreform.Parse([]byte(`{:data "text" :mime "text/plain" :ok true}`))
	_ = j.Outcome(i, outcome.Data(answer))
	head, _ := j.Close()
	return b.Bytes(), head
}

func ExampleVerify() {
	log, head := record()
	r, err := effectlog.Verify(log, effectlog.VerifyOptions{Head: &head})
	fmt.Println(r.OK(), r.Entries, err)

	changed := bytes.Replace(log, []byte("allow[0]"), []byte("allow[1]"), 1)
	r, _ = effectlog.Verify(changed, effectlog.VerifyOptions{Head: &head})
	fmt.Println(r.OK(), r.Findings[0].Code, "record", r.Findings[0].Record)
	// Output:
	// true 1 <nil>
	// false log-chain record 2
}

func ExampleReplay() {
	log, _ := record()
	p, _ := effectlog.NewReplay(log, effectlog.VerifyOptions{})
	payload, _ := coreform.Parse([]byte("{:all true}"))
	_, err := p.Answer(effectlog.Asked{Op: "editor/clipboard::get", Payload: payload})
	fmt.Println(err)
	// Output:
	// entry 0 differs in :payload: recorded {}, asked {:all true}
}

func ExampleExport() {
	log, _ := record()
	published, err := effectlog.Export(log, effectlog.ExportOptions{})
	p, _ := effectlog.ParsePublished(published)
	fmt.Println(p.Toolchain, len(p.Entries), p.Entries[0].Op, p.Entries[0].Decision, err)
	// Output:
	// ringfence/1 1 editor/clipboard::get :allow <nil>
}
