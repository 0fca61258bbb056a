// Command detect measures what the text rules of package audit find in attacks,
// and what they find in ordinary texts, and writes docs/detection.md.
//
//	go run ./internal/cmd/detect [-shared DIR] [-o FILE]
//
// Attacks and benign prompts are data beside the repository, see CONTRIBUTING.md;
// ordinary files are those of the machine: the Go standard library, the documents
// of npm's packages and those of Debian. What is not there is left out, and the
// document says so.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	shared := flag.String("shared", filepath.Join("..", "shared"), "folder of the shared data")
	out := flag.String("o", filepath.Join("docs", "detection.md"), "file to write")
	flag.Parse()
	if err := os.WriteFile(*out, []byte(document(attacks(*shared), ordinary(*shared))), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "detect:", err)
		os.Exit(1)
	}
}
