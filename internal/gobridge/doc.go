// Package gobridge is the bridge that carries out tasks about Go modules with the
// go tool: typecheck-pkg, test-pkg, build-pkg and run-pkg. docs/tasks.md is its
// manual. optimize-module and debug-pkg it does not support, and answers so.
//
// # Guarantees
//
//   - The workspace's code runs in a sandbox: its own namespaces of processes,
//     mounts, network, IPC and users, with a root that holds the module, read only,
//     the system's programs, a /tmp of its own and nothing else; no capabilities,
//     no new privileges, and landlock where the kernel has it. Where that cannot be
//     had, such a task is refused, unless the host says that somebody approved it.
//   - Compiling runs none of that code: cgo is off, and the go tool gets a clean
//     environment, no network, no toolchain but its own, no file of the user's.
//     It runs in the sandbox, too, where there is one.
//   - What a compiler, a vet or a test prints is text from outside: it is bounded,
//     made UTF-8, and is data in a diagnostic. Only exit statuses decide.
//   - Paths of a request are opened below the working directory without following
//     links, by this process and once more inside the sandbox.
//   - When the answer is written, nothing of the task runs any more.
package gobridge
