// Package policy decides whether an editor capability may be used. It reads
// caps.toml, the published policy format with a few keys of its own, and
// answers requests with it.
//
// [Parse] reads a policy, [Policy.Decide] answers a [Request] with a [Decision],
// [Decision.Explain] gives all reasons, [State] is what a session has done so
// far, and [Lint] finds what in a policy does not do what it seems to. The
// format is described in docs/policy.md.
//
// # Guarantees
//
// Each is a test of this package.
//
//   - Deny by default. The zero Policy, a nil one, the zero Decision and the zero
//     Request deny. An op that no rule allows does not happen, and one that the
//     contract does not have never happens.
//   - Deny wins. A rule that denies beats every rule that allows, in any order,
//     and adding one never allows more. Rules have no order.
//   - Taint never allows more. A condition of a rule that allows can only ask
//     that something untrusted is absent, one of a rule that denies that it is
//     present; the zero Provenance counts as tainted by everything.
//   - Shape first. A payload that is not of the op's shape is a protocol error
//     before any rule is looked at, and a key that the contract does not know is
//     part of the shape.
//   - Complete explanations. A decision names the rule, the file and the line,
//     and its explanation has every denial, not only the first.
//   - Pure. Decide reads no file, clock or variable: counters and provenance come
//     with the request. It judges paths as text and by element; the host judges
//     them again, on the file system, when it acts.
//   - Strict files. An unknown key, a key in another case, a key or table given
//     twice and a value of another type are load errors, with line and column.
//   - The gate is not writable through what it gates. Policy, log, store and
//     bridges under a root that requests can write to are a load error.
//     Version-control internals, hooks and CI files are denied whatever a policy
//     says.
//   - Errors are [ringfence.Error] values; no input makes a function panic, and
//     nothing keeps state between calls. All types are safe for concurrent use.
//
// # Names
//
// Ops, plugins, commands, schema ids and task kinds are compared whole. Where a
// pattern is taken, "*" and a star at the end are the wildcards there are. What
// allows is compared with case; what denies without case, compatibility forms
// and invisible characters, so that a name cannot be spelled past it.
//
// # Paths
//
// Paths are slash-separated. Relative paths of a policy resolve against its
// folder, roots and bridges against base_dir where there is one; those of a
// request against base_dir. A path of a request with an element ".." is denied
// even where it would stay inside: behind a symbolic link it would not. Roots
// are compared with case, deny globs without.
package policy
