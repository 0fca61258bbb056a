// Command bench compares this project with others in one run and writes the
// tables of docs/benchmarks.md.
//
//	go run ./bench [-o docs/benchmarks.md] [-bound 3s] [-fitbound 60s] [-quick]
//
// Each engine runs in a process of its own, gets the same texts one after the
// other, and reports the CPU time it took: on a machine that others use as well
// that says more than a clock. An engine that is not done within the bound is
// stopped, and its figure is the bound. Engines in JavaScript take part where
// node and npm are there; their packages, at the versions named here, go into a
// temporary folder and nothing else is downloaded.
//
// Texts are made of the Go distribution's own sources and documents, or
// generated, the same in every run.
package main
