// Command gen writes what budget/bpe and the vocabulary packages are generated
// from: the packed vocabularies and the table of character classes. It is run
// by go generate, from the folder whose file it writes:
//
//	go run ./gen -classes classes_tables.go
//	go run ../bpe/gen -vocabulary o200k_base -family o200k -out o200k.bpe
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	classes := flag.String("classes", "", "write the table of character classes to this `file`")
	vocabulary := flag.String("vocabulary", "", "pack the vocabulary of this `name`")
	family := flag.String("family", "", "the `pattern` family of the vocabulary")
	out := flag.String("out", "", "the `file` to write the packed vocabulary to")
	flag.Parse()
	if err := run(*classes, *vocabulary, *family, *out); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(classes, vocabulary, family, out string) error {
	if classes != "" {
		if err := writeClasses(classes, unicodeClass); err != nil {
			return err
		}
	}
	if vocabulary != "" {
		return writeVocabulary(vocabulary, family, out)
	}
	return nil
}
