// Package task runs background work for an editor: it holds the contracts of the
// task kinds, a bounded pool of workers, and the kinds that need no program.
//
// [NewPool] makes the pool of a session; [Pool.Spawn], [Pool.Poll] and
// [Pool.Cancel] are what the ops of the contract do, [Pool.Close] ends it.
// [ContractOf] gives the contract of a kind, [Contract.Check] judges an input,
// [Contract.Accept] what a bridge answered. [Run] carries out parse-module,
// fmt-coreform, lint-module, refactor-module and index-workspace.
//
// # Guarantees
//
// Each is a test of this package.
//
//   - Bounded: workers, queue, tasks, steps and time of a task, partials and
//     diagnostics all have limits. What is over one is core/caps/resource-limit or
//     core/caps/timeout, and is never shortened in silence.
//   - Deterministic: ids are the session and a counter, partials and results a
//     function of the input and of the files that were read. A poll hands out one
//     partial, in order, and none is lost or given twice.
//   - Untrusted: an input of a wrong shape is an error with a published code and
//     never a panic. Work that breaks is an ERROR of that task alone.
//   - Confined: files are opened below the folder that the caller opened, element
//     by element, and symbolic links are not followed, also where one takes the
//     place of a folder in the meantime.
//   - Stopped means stopped: when Cancel or Close has returned, the work has
//     returned. Work looks at its context at every step.
//
// All exported functions are safe for concurrent use.
package task
