// Command scoreboard runs the vectors of package corpus over the fences of this
// module and over those that people write or take instead, and writes what
// holds for each to docs/scoreboard.md.
//
//	cd corpus/scoreboard && go run . -o ../../docs/scoreboard.md
//
// It is a module of its own, so that what it compares with is no dependency of
// the library. Everything but the column of speed is the same on every machine;
// a test of this module fails when the file is stale in anything else. The exit
// code is 1 when a fence of this module is not perfect.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	out := flag.String("o", "", "file to write, standard output when empty")
	flag.Parse()
	code, err := run(*out)
	if err != nil {
		fmt.Fprintln(os.Stderr, "scoreboard:", err)
		code = 2
	}
	os.Exit(code)
}

func run(out string) (code int, err error) {
	in, err := inputs()
	if err != nil {
		return 2, err
	}
	var rows []row
	for _, f := range fences() {
		r := judge(f, in)
		r.speed = speed(f)
		rows = append(rows, r)
		if f.own && !r.perfect() {
			code = 1
		}
	}
	text := document(rows, in)
	if out == "" {
		_, err = os.Stdout.WriteString(text)
		return code, err
	}
	return code, os.WriteFile(out, []byte(text), 0o644)
}
