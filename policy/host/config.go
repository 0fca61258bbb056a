package host

import (
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/approval"
	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/effectlog"
	"github.com/ringfence/ringfence/policy/host/clipboard"
	"github.com/ringfence/ringfence/policy/host/dialog"
)

// Codes of errors of New and Close.
const (
	// CodeConfig: the configuration of a host is impossible.
	CodeConfig ringfence.Code = "host-config"
	// CodeClosed: the host was closed.
	CodeClosed ringfence.Code = "host-closed"
)

// Config is what a host is made of.
type Config struct {
	// Policy decides; nil denies everything, which is logged as well.
	Policy *policy.Policy
	// Journal is required: there is no effect without an intent before it. The
	// host closes it.
	Journal *effectlog.Journal
	// Session names the run, as in the options of the journal: grants bind it.
	Session string
	// State is what the session did before, where it is resumed; the zero State
	// is a session that begins.
	State policy.State
	// Clipboard is what the clipboard ops work on. nil means that there is none
	// (core/caps/backend-unavailable). One with a method Close is closed with the
	// host.
	Clipboard clipboard.Clipboard
	// Dialog asks a person for paths where the policy names no bridge. nil is
	// headless: {:ok false}.
	Dialog dialog.Dialog
	// Approver asks a person. The zero Gate asks nobody, and what needs an
	// approval is denied.
	Approver approval.Gate
	// ApproveFrom is the least class of a request that needs an approval. The
	// zero value is none by its class: the policy alone decides, and only what
	// runs code outside a sandbox is asked about.
	ApproveFrom policy.Reversibility
	// Store takes the artifacts of agent sessions; nil where there are none.
	Store *effectlog.Store
	// UndoDir is the folder of undo records of patches, which lies outside what
	// requests can write to. "" means the policy's store, else the folder of its
	// log's artifacts; without any there are no patches.
	UndoDir string
	// Now is a clock, such as time.Now. It is required where something is asked,
	// waits or is watched.
	Now func() time.Time
	// Schemas are what plugins are asked in and answer in, by id. A request that
	// names another schema is not carried out, whatever the policy allows.
	Schemas map[string]Schema
	// Environ is the environment of the host as "NAME=value", of which bridges
	// and tasks get the variables that the policy names.
	Environ []string
	// Reaper finds what bridges leave behind in sessions of their own. It belongs
	// in a program that starts no processes but bridges: not beside the clipboard
	// of the system or the dialogs of zenity.
	Reaper *bridge.Reaper
	// UnsafeExec lets tasks run the workspace's code without a sandbox, after an
	// approval of each.
	UnsafeExec bool
}

// Schema judges a term. Implementations are safe for concurrent use.
type Schema interface {
	// Check returns why a term is not of the schema, or nil.
	Check(t coreform.Term) error
}

func configError(message, hint string, cause error) error {
	return &ringfence.Error{Code: CodeConfig, Message: message, Hint: hint, Offset: ringfence.NoOffset, Err: cause}
}
