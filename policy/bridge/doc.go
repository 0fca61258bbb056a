// Package bridge runs the program that carries out an operation for the host,
// and talks to it in frames.
//
// A [Bridge] is one operation's program: [Open] looks at the executable once,
// [Bridge.Call] sends one request and returns what came back, [Bridge.Close]
// ends what still runs. With [SpawnPerOp] each call is a process; with
// [PersistentStdio] one process answers call after call.
//
// # Guarantees
//
//   - Invocation (bridge command contract): working directory is the base
//     directory; arguments are the command, its fixed arguments and the op
//     symbol; the environment is GENESIS_HOST_BRIDGE_OP and
//     GENESIS_HOST_BRIDGE_FAMILY and, beyond them, only variables that the policy
//     names; descriptors 0 to 2 are pipes and no other is open. (On Linux a
//     script has descriptor 3: the sealed copy of its own text, for its
//     interpreter to read.)
//   - Framing is strict: a header in its one form, then exactly that many bytes,
//     then nothing. A length over the limit is refused before it is allocated.
//   - What a bridge answers is data, whatever it looks like. Only this package
//     makes an ERROR, with a code of the published list and facts but no bytes
//     of the bridge in its context.
//   - Memory is bounded by the configured limits whatever a bridge sends, on
//     both streams, and a call that has no other end ends at its deadline.
//   - When Call returns for a process that ended or was ended, so has its process
//     tree, as far as the system lets a program say so: see the table.
//   - A call is never repeated. What timed out may have happened.
//
// # What a system guarantees
//
//	                              Linux                        other Unix     Windows
//	pinned executable             hashed and run from a sealed hashed, then   hashed, then
//	                              copy in memory: no window    run by path    run by path
//	base directory                opened once, used as opened  by path        by path
//	descriptors                   closed by the kernel         closed up to   handle list
//	                                                           1,024
//	deadline ends                 the session, the group and   the process    the process
//	                              every descendant of a        group
//	                              process that lives
//	  and with a Reaper           every descendant             –              –
//	a host that is killed ends    the process                  –              –
//
// A descendant is lost without a [Reaper] when it left the session and the
// process that started it ended before the deadline: the kernel then keeps no
// record of where it came from. Where the host is killed, nobody ends what a bridge
// started. What a bridge asks another service to start (a
// desktop bus, a job scheduler) is not its descendant. An interpreter named in
// the first line of a script is not covered by the hash of the script.
//
// # Streams
//
// A bridge may leave its input unread: in spawn-per-op, exit status and output
// alone judge the call. A persistent bridge that does so has failed. Output of a
// persistent bridge that no call asked for ends the process and fails the call
// that finds it; such bytes can arrive too late to be told from the next answer,
// which is a limit of the protocol.
package bridge
