// Package run starts programs of the system for the host, such as the tools of a
// clipboard or a desktop dialog, and sees to it that they end.
//
// # Guarantees
//
//   - A program is found on the search path of the environment that the caller
//     gives, in folders named absolutely, and gets only variables that a desktop
//     program needs ([Desktop]).
//   - Memory is bounded: output over its limit ends the program.
//   - When [Program.Run] returns, or [Process.Stop], the program has ended, and on
//     Unix so has its process group. On Linux the program also ends when the host
//     is killed.
//   - Nothing is passed through a shell.
//
// A descendant that leaves the process group is not followed: the programs that
// are run here are those of the system, not those of a policy, for which package
// bridge is there.
package run
