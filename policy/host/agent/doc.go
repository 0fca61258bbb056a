// Package agent holds what an agent does to a workspace: it proposes a patch,
// applies one that is bound to obligations, and leaves a log of its session.
//
// [Propose] makes a patch, [Action.Apply] applies one and says whether it was
// accepted, [Session] makes the artifact of a session.
//
// # Guarantees
//
// Each is a test of this package.
//
//   - Patch first. Files change through a unified diff and in no other way.
//   - Bound to obligations. A patch is accepted when it applied and every
//     obligation held; in every other case the files are put back before anything
//     is reported, also when the time runs out.
//   - At least one obligation. A patch that nothing verifies is not applied.
//   - What is kept is what is reported: a report that would be longer than allowed
//     leaves out what tasks answered, and names its hash; where that is not
//     enough, the patch is undone.
//   - Artifacts are content-addressed, and a function of the session alone.
//
// The package knows files through [patch.Target] and tasks through [Runner]: who
// may do what is decided before.
package agent
