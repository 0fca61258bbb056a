package host

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/agent"
	"github.com/ringfence/ringfence/policy/host/patch"
	"github.com/ringfence/ringfence/policy/outcome"
)

// Ops of the agent layer.
const (
	opAgentPropose = "core/editor/action::agent-propose-patch"
	opAgentApply   = "core/editor/action::agent-apply-patch-with-obligations"
	opAgentStore   = "core/editor/agent::store-session-log"
)

// agentState is what a host keeps of the actions of its agent.
type agentState struct {
	undo      *os.Root  // nil where there are no patches
	lock      io.Closer // of undo
	busy      bool      // another host has the folder of undo records
	recovered patch.Recovered
}

// startAgent is called once by New: it takes the folder of undo records, and puts
// back what a session that crashed left half done. Where another host has the
// folder, there are no patches.
func (h *Host) startAgent() error {
	table, ok := h.config.Policy.Op(opAgentApply)
	dir := h.undoDir()
	if !ok || table.BaseDir == "" || dir == "" {
		return nil // no request can patch anything
	}
	if Writable(h.config.Policy, dir) {
		return configError("requests can write to the folder of undo records", "name one outside", nil)
	}
	undo, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // patches are refused
	}
	if err != nil {
		return configError("the folder of undo records cannot be opened", "", err)
	}
	var e *ringfence.Error
	switch h.agent.lock, err = patch.Lock(undo); {
	case errors.As(err, &e) && e.Code == patch.CodeBusy:
		h.agent.busy = true
		return undo.Close()
	case err != nil:
		return errors.Join(configError("the folder of undo records cannot be locked", "", err), undo.Close())
	}
	h.agent.undo = undo
	root, err := os.OpenRoot(table.BaseDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing of it is there, also nothing half done
	}
	if err != nil {
		return configError("the folder that patches change cannot be opened", "", err)
	}
	target := patch.Target{Root: root, Name: table.BaseDir, Undo: undo}
	h.agent.recovered, err = target.Recover()
	return errors.Join(err, root.Close())
}

// Recovered says which patches of an earlier session New undid, and which files
// it left because somebody had changed them since.
func (h *Host) Recovered() patch.Recovered { return h.agent.recovered }

func (h *Host) undoDir() string {
	for _, dir := range []string{h.config.UndoDir, h.config.Policy.Store().Dir, h.config.Policy.Log().StoreDir} {
		if dir != "" {
			return dir
		}
	}
	return ""
}

// endAgent gives up what the actions of the agent hold.
func (h *Host) endAgent() {
	if h.agent.undo != nil {
		_ = h.agent.undo.Close() // records are on the disk already
		_ = h.agent.lock.Close() // nothing was written
	}
}

func agentPropose(_ context.Context, c *call) outcome.Outcome {
	t, err := agent.Propose(c.payload)
	if err != nil {
		return agentFailure(c, err)
	}
	return outcome.Data(t)
}

func agentApply(ctx context.Context, c *call) outcome.Outcome {
	if c.host.agent.busy {
		return fail(c, CodeUnavailable, "another host has the folder for undo records, without which nothing is patched")
	}
	if c.host.agent.undo == nil || c.table.BaseDir == "" {
		return fail(c, CodeUnavailable, "there is no folder for undo records, without which nothing is patched")
	}
	root, err := os.OpenRoot(c.table.BaseDir)
	if err != nil {
		return fail(c, CodeUnavailable, "the folder to patch cannot be opened")
	}
	defer func() { _ = root.Close() }() // files are on the disk already
	action := agent.Action{
		Target: &patch.Target{
			Root: root, Name: c.table.BaseDir, Undo: c.host.agent.undo, MakeDirs: c.table.CreateDirs,
			Allow: func(p string) bool { return !c.denied(p) },
		},
		Runner: obligations{c},
		Max:    c.max,
	}
	t, err := action.Apply(ctx, c.payload)
	if err != nil {
		return agentFailure(c, err)
	}
	return outcome.Data(t)
}

// obligations runs tasks of the session's pool for a patch.
type obligations struct{ c *call }

func (o obligations) Run(ctx context.Context, task agent.Obligation) outcome.Outcome {
	return o.c.host.runTask(ctx, o.c, task.Payload)
}

func agentStore(_ context.Context, c *call) outcome.Outcome {
	if c.host.config.Store == nil {
		return fail(c, CodeUnavailable, "there is no store")
	}
	t, err := agent.StoreSession(c.host.config.Store, c.payload)
	if err != nil {
		return agentFailure(c, err)
	}
	return outcome.Data(t)
}

// agentFailure is the ERROR of an error of packages agent and patch, with their
// code and the place in the patch as facts.
func agentFailure(c *call, err error) outcome.Outcome {
	var e *ringfence.Error
	if !errors.As(err, &e) {
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
			return fail(c, CodeTimeout, "the time of the op passed, and nothing was changed")
		}
		return fail(c, CodeUnavailable, "the action cannot be carried out")
	}
	facts := []coreform.Term{coreform.Sym(":cause"), coreform.Sym(string(e.Code))}
	if e.Pointer != "" {
		facts = append(facts, coreform.Sym(":at"), coreform.Str(ringfence.PrintablePointer(e.Pointer)))
	}
	if e.Offset >= 0 {
		facts = append(facts, coreform.Sym(":offset"), coreform.Int(e.Offset))
	}
	code, message := CodeUnavailable, "the files or the store cannot be written, and are as before"
	switch e.Code {
	case agent.CodePayload:
		code, message = policy.CodePayload, "the payload is not of the shape of the action"
	case patch.CodeSyntax, patch.CodeUnsupported:
		code, message = policy.CodePayload, "the patch is no unified diff that can be applied"
	case patch.CodePath, patch.CodeRefused:
		code, message = policy.CodePathEscape, "the patch names a file that no patch may change"
	case patch.CodeSize, agent.CodeSize:
		code, message = policy.CodeResource, "the patch, a file or the report is longer than allowed"
	case patch.CodePending:
		message = "a patch is neither kept nor undone: the folder of undo records has what was there before"
	case patch.CodeConflict:
		message = "the patch was not kept, and a file that was changed meanwhile could not be put back"
	}
	return fail(c, code, message, facts...)
}
