package patch

import "github.com/ringfence/ringfence"

// Codes of the errors of this package.
const (
	// CodeSyntax: this is no unified diff. Offset: the line.
	CodeSyntax ringfence.Code = "patch-syntax"
	// CodeUnsupported: a rename, a copy, a change of mode or a binary part.
	CodeUnsupported ringfence.Code = "patch-unsupported"
	// CodeSize: a patch, a file or their number is over its limit.
	CodeSize ringfence.Code = "patch-size"
	// CodePath: a path that no patch can have. Pointer: the number of the file.
	CodePath ringfence.Code = "patch-path"
	// CodeMismatch: a hunk does not fit the text. Pointer: file and hunk.
	CodeMismatch ringfence.Code = "patch-mismatch"
	// CodeRefused: a file that the caller does not allow, or that is none that may
	// be changed. Pointer: the number of the file.
	CodeRefused ringfence.Code = "patch-refused"
	// CodeWrite: the folder or the undo record cannot be written; the cause says
	// why, and the files are as before.
	CodeWrite ringfence.Code = "patch-write"
	// CodePending: a patch to the folder was neither kept nor undone. Its undo
	// record stays, and no other patch is applied before Recover has undone it.
	CodePending ringfence.Code = "patch-pending"
	// CodeBusy: another host has the folder of undo records.
	CodeBusy ringfence.Code = "patch-busy"
	// CodeConflict: a file was changed since, and was not put back. Pointer: the
	// number of the file. The undo record stays.
	CodeConflict ringfence.Code = "patch-conflict"
	// CodeRecord: an undo record is not one, or was changed.
	CodeRecord ringfence.Code = "patch-record"
)

const (
	// MaxPatch is the longest patch in bytes. It is in memory, as files are.
	MaxPatch = 16 << 20
	// MaxFile is the longest file in bytes, before or after.
	MaxFile = 16 << 20
	// MaxAll is the most bytes that files of one patch hold together, before and
	// after: what was before is in the undo record as well.
	MaxAll = 64 << 20
	// MaxFiles is the most files of a patch.
	MaxFiles = 1_000
	// MaxPath is the longest path in bytes: no system call takes a longer one.
	MaxPath = 4_096
	// MaxDepth is the most elements of a path, of which each is opened in turn.
	MaxDepth = 100
	// MaxDirs is the most folders that one patch makes: the undo record names each,
	// and each is reached from the top when it is removed.
	MaxDirs = 2_000
	// around is how many unchanged lines stand around a change, as everywhere.
	around = 3
)

func fail(code ringfence.Code, message string, cause error) *ringfence.Error {
	return &ringfence.Error{Code: code, Message: message, Offset: ringfence.NoOffset, Err: cause}
}
