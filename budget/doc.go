// Package budget decides what of a prompt fits into a number of tokens.
//
// A [Counter] says how many tokens a text has and what that number is worth.
// [Fit] takes items in the order in which they stand in the prompt, each with
// forms from its fullest to its smallest, and chooses at most one form of each.
// The items are plain strings: the package knows nothing of fences.
//
// # Guarantees
//
//   - The chosen texts, joined and counted as a whole, never exceed
//     [Limit.Usable]. For counts that are [Exact] or [Upper] this bounds the
//     true number of tokens; for an [Estimate] it holds of the estimate, with
//     the margin taken off the limit.
//   - Every required item is there, or there is an error that names what could
//     not fit and what to drop, and nothing else is returned.
//   - A larger limit keeps every item that a smaller one kept (strict order,
//     the default). See [Fit] for what this takes from a counter that is not
//     additive.
//   - What an item's subtree may have is a limit like that of the whole, see
//     [Limit.Subtrees].
//   - What stands before a breakpoint does not depend on what comes after it,
//     so that a provider can cache it, see [Item.Breakpoint] and [Limit.Tail].
//   - A form is whole or absent: only an item's own Cut shortens a text.
//   - Same items, limit and counter: same plan. Nothing depends on map order
//     or time.
//   - Every form that is looked at is counted once in a call, and selection is
//     near-linear in the number of items.
//
// # Why sums are enough
//
// Token counts do not add up in general. At a seam (see [Additive]) they do,
// for the counters that say so, and then the count of the prompt is the sum
// over the items. Fit checks that each pair of neighbours meets at a seam, and
// counts those that do not together. For other counters it counts the whole
// text. Where that comes to more than the parts did, it gives up as much as it
// takes, from the end of the order.
//
// # Counts that others make
//
// Where only the provider can count, [Confirm] fits with an estimate and asks
// the provider about the result. What a provider adds around messages is
// [Framing], and comes out of the limit by [Limit.Framed].
package budget
