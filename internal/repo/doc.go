// Package repo has no code: its tests are the repository's own rules, so that
// breaking one fails like any other mistake.
//
// They hold the sizes of files, package documentation, the import graph, the
// reasons for dependencies, the seeds of fuzz targets, the tests that SPEC.md
// names, links in documents, and words that do not belong in the tree. They
// read source files and ask the go command; they need no network.
package repo
