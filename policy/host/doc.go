// Package host carries out the operations of an editor session: clipboard,
// dialogs, plugins, tasks and watching. It ties the decision of a policy, the
// question to a person, the log and the machine together.
//
// [New] makes a Host for one session, [Host.Do] answers one request, and
// [Host.Close] ends what still runs and the log.
//
// # Guarantees
//
// Each is a test of this package.
//
//   - Nothing happens without a rule that allows it: the first thing that is done
//     with a request is [policy.Policy.Decide], with the provenance of the prompt
//     that it came from. The zero Provenance is tainted by everything.
//   - Log before effect. The intent is in the journal before a handler runs; where
//     it cannot be written, nothing happens and nothing is answered but an ERROR.
//     What was denied is logged, too.
//   - The answer that is returned is the answer that was logged. Where the log or
//     the store cannot take it, the caller gets an ERROR in its place.
//   - Every answer is data or a sealed ERROR with a code of the published list.
//     Messages are constants of this module; what came from outside is data.
//   - Paths are judged by the policy as text and then again on the file system,
//     through os.Root: a link that leads out of the roots is an ERROR.
//   - No request makes it panic, and one that is broken does not end the session.
//   - Nothing runs after Close: tasks, subscriptions, bridges, dialogs and the
//     programs of the clipboard have ended when it returns.
//   - A replay of the log touches nothing of this package
//     ([effectlog.Replay] answers), and what it answers is what was answered.
//
// # Order
//
// Requests of a session happen one after the other, in the order of the log. A
// dialog that is open holds back the next request; tasks run beside it all.
package host
