package policy

import "github.com/ringfence/ringfence"

// Codes of load errors, which [Parse] returns. The message begins with line and
// column, the offset is that of the key or value, the pointer names it.
const (
	// CodeSyntax: the source is not TOML, or a key or table is given twice.
	CodeSyntax ringfence.Code = "policy-syntax"
	// CodeSize: the source, a list or a text in it is longer than allowed.
	CodeSize ringfence.Code = "policy-size"
	// CodeUnknownKey: a key that the table does not have.
	CodeUnknownKey ringfence.Code = "policy-unknown-key"
	// CodeKeyCase: a key or op table that differs from a known or an earlier one
	// in case only. Readers that fold case would take one for the other.
	CodeKeyCase ringfence.Code = "policy-key-case"
	// CodeMissingKey: a key that must be there, such as allow.
	CodeMissingKey ringfence.Code = "policy-missing-key"
	// CodeType: a value of another type than the key takes.
	CodeType ringfence.Code = "policy-type"
	// CodeValue: a value that the key cannot have.
	CodeValue ringfence.Code = "policy-value"
	// CodeWildcard: a star anywhere but at the end, or where no pattern is taken.
	CodeWildcard ringfence.Code = "policy-wildcard"
	// CodePath: a path or glob that is empty or holds a character that none may
	// hold.
	CodePath ringfence.Code = "policy-path"
	// CodeWritable: the policy, its log, its store or a bridge lies under a root
	// that an op of the policy can write to.
	CodeWritable ringfence.Code = "policy-writable"
)

// Codes of decisions that deny, from the published list. A host answers with
// them in a sealed ERROR.
const (
	// CodeDenied: no rule allows the request, or a rule denies it.
	CodeDenied ringfence.Code = "core/caps/denied"
	// CodePolicyError: there is no policy, or it lacks what the op needs.
	CodePolicyError ringfence.Code = "core/caps/policy-error"
	// CodePathEscape: a path outside the roots, or one that nobody may name.
	CodePathEscape ringfence.Code = "core/caps/path-escape"
	// CodePayload: a payload that is not of the op's shape.
	CodePayload ringfence.Code = "core/caps/payload-error"
	// CodeResource: a size, time or count over its limit.
	CodeResource ringfence.Code = "core/caps/resource-limit"
	// CodeUnknownOp: an op that is not one of the contract.
	CodeUnknownOp ringfence.Code = "core/caps/unknown-op"
	// CodeTaskInput: the input of a task is not of the shape of its kind.
	CodeTaskInput ringfence.Code = "editor/task/schema-invalid-input"
	// CodeTaskField: the input of a task lacks a key that its kind requires.
	CodeTaskField ringfence.Code = "editor/task/schema-missing-field"
)
