package cli

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/frame"
	"github.com/ringfence/ringfence/policy/outcome"
)

// logFiles puts logs of effects into a script's folder, since a journal does not
// end in a line feed and an archive's files do, and the head into $HEAD.
func logFiles(env *testscript.Env) error {
	var journal bytes.Buffer
	j, err := effectlog.NewJournal(&journal, effectlog.Options{Session: "s-1", Toolchain: "ringfence/1"})
	if err != nil {
		return err
	}
	payload, err := coreform.Parse([]byte(`{:text "a\u202eb"}`))
	if err != nil {
		return err
	}
	capability, err := coreform.Map(coreform.Sym(":op"), coreform.Sym("editor/clipboard::get"))
	if err != nil {
		return err
	}
	i, err := j.Intent(effectlog.Entry{
		Op: "editor/clipboard::get", Payload: payload, Decision: effectlog.Allow, Cap: capability, Rule: "allow[0] line 3",
	})
	if err != nil {
		return err
	}
	if err := j.Outcome(i, outcome.Data(coreform.Str("x"))); err != nil {
		return err
	}
	const denied = "editor/plugin::command"
	if i, err = j.Intent(effectlog.Entry{Op: denied, Payload: payload}); err != nil {
		return err
	}
	crashed := append(bytes.Clone(journal.Bytes()), "400\n{\n  :i"...)
	if err := j.Outcome(i, outcome.Sealed(outcome.Error{Code: "core/caps/denied", Message: "no rule", Op: denied})); err != nil {
		return err
	}
	head, err := j.Close()
	if err != nil {
		return err
	}
	env.Setenv("HEAD", head.String())
	published, err := effectlog.Export(journal.Bytes(), effectlog.ExportOptions{})
	if err != nil {
		return err
	}
	request := func(op, payload string) []byte {
		b, _ := frame.Append(nil, []byte("{:op "+op+" :payload "+payload+"}")) // short and valid
		return b
	}
	first, second := request("editor/clipboard::get", `{:text "a\u202eb"}`), request(denied, `{:text "a\u202eb"}`)
	for name, content := range map[string][]byte{
		"run.requests":    append(bytes.Clone(first), second...),
		"early.requests":  first,
		"other.requests":  request("editor/clipboard::get", `{:text "b"}`),
		"bad.requests":    request("editor/clipboard::get", "{} :more 1"),
		"torn.requests":   first[:len(first)-1],
		"run.journal":     journal.Bytes(),
		"changed.journal": bytes.Replace(journal.Bytes(), []byte("allow[0]"), []byte("allow[1]"), 1),
		"crashed.journal": crashed,
		"flipped.gclog":   bytes.Replace(published, []byte(":decision :allow"), []byte(":decision :deny"), 1),
	} {
		if err := os.WriteFile(filepath.Join(env.WorkDir, name), content, 0o600); err != nil {
			return err
		}
	}
	return nil
}
