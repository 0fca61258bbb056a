package cli

import (
	"slices"

	"github.com/ringfence/ringfence/policy"
	"github.com/ringfence/ringfence/policy/host"
)

// allCodes are the codes of this module and those of policies and decisions.
func allCodes() []codeDoc { return slices.Concat(codes, policyCodes) }

// policyCodes are the codes of package policy.
var policyCodes = []codeDoc{
	{policy.CodeSyntax, "a policy is not TOML", "A key or table that is given twice is not, either: readers differ in which one counts. Line and column are in the message."},
	{policy.CodeSize, "a policy is too long", "The file, a list or a text in it is over the limit that docs/policy.md names. People write policies; this is a mistake or an attack."},
	{policy.CodeUnknownKey, "a policy has a key that is not known", "A limit under a misspelled key would not apply. The hint lists the keys of the table."},
	{policy.CodeKeyCase, "a key of a policy is in another case", "Some readers fold the case of keys and some do not, so the policy would mean two things. Keys are in lower case."},
	{policy.CodeMissingKey, "a policy lacks a key", "The pointer names it. allow must be there, also when it is empty; keys about a bridge need bridge_cmd."},
	{policy.CodeType, "a value of a policy has the wrong type", "The message says what the key takes. Nothing is converted."},
	{policy.CodeValue, "a value of a policy is impossible", "The key does not take this value: a number out of its range, a word that is not in its list, or no glob."},
	{policy.CodeWildcard, "a wildcard stands where none may", "Only * alone and a star at the end are wildcards, and task kinds are whole symbols. Other dialects would read the star in another way."},
	{policy.CodePath, "a path of a policy is impossible", "It is empty or holds a backslash or a control character. Paths are written with slashes on every system."},
	{policy.CodeWritable, "the gate is writable through what it gates", "The policy, its log, its store or a bridge lies under a root that a request can write to: whoever writes there decides\nthe next request. Move it out, or name a smaller root."},
	{policy.CodeDenied, "no rule allows the request, or one denies it", "The reasons name each rule with its line. A rule that denies wins in any order."},
	{policy.CodePolicyError, "the policy lacks what the op needs", "Roots, globs, task kinds and plugins must be constrained. promptcheck policy lint lists what is missing."},
	{policy.CodePathEscape, "a path may not be used", "It is outside the roots, climbs with .., or is denied by a glob or by itself: version control, hooks and CI files always are."},
	{policy.CodePayload, "a payload is not of the op's shape", "The contract names the keys of each payload and their types; a key that it does not name is an error, too."},
	{policy.CodeResource, "a size, time or count is over its limit", "The rule of the reason names the key of the policy that sets the limit."},
	{policy.CodeUnknownOp, "the contract has no such op", "Ops are compared whole and with case. promptcheck policy table lists them."},
	{policy.CodeTaskInput, "the input of a task is not of its kind's shape", "The task contracts, schema version 1, name the keys of each kind's input. What holds a path or a source is a string."},
	{policy.CodeTaskField, "the input of a task lacks a key", "The pointer names the key that the task kind requires."},
	{host.CodeSchema, "a request or an answer is not of its schema", "A plugin was asked in, or answered in, something else than the schema that the request names; the host has no such schema; or a\ndialog answered with what was not asked for. --schema ID=FILE names schemas."},
	{host.CodeTimeout, "the time of an op passed", "timeout_ms of the op's table sets it. What was under way was ended; that it had no effect is not certain."},
	{host.CodeUnavailable, "what an op needs is not there, or failed", "There is no clipboard, no dialog program, no folder, or the log or store cannot be written; the message says which. The flags\nof promptcheck host choose clipboard and dialogs."},
	{host.CodeCapDenied, "the policy of a plugin does not allow the op", "A plugin has a policy of its own, {:allow [OP] :deny [OP]}, and this op is not in it, or denied. The host was not asked."},
}
