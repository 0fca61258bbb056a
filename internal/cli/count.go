package cli

import (
	"strconv"
	"strings"
)

func countCommand() *subcommand {
	fs := newFlags("count")
	name := fs.String("encoding", defaultEncoding, "vocabulary `NAME`: "+strings.Join(encodingNames(), ", "))
	maxBytes := limitFlag(fs)
	return &subcommand{
		name: "count", args: "FILE|-", title: "count the tokens of a file", flags: fs,
		about: `Prints the number of tokens of the file's bytes, and nothing else. Text of
special tokens counts as ordinary text; bytes that are not UTF-8 count as
U+FFFD, which is what they become in a request. "bytes" counts bytes, which no
byte-level vocabulary exceeds.`,
		run: func(inv *invocation, args []string) (int, error) {
			if err := checkLimit(*maxBytes); err != nil {
				return 0, err
			}
			file, err := oneFile("count", args)
			if err != nil {
				return 0, err
			}
			// Both are wrong or right before a vocabulary is loaded.
			if err := oneOf("encoding", *name, encodingNames()); err != nil {
				return 0, err
			}
			body, err := inv.read(file, *maxBytes)
			if err != nil {
				return 0, nameFile(file, err)
			}
			c, err := counter(*name)
			if err != nil {
				return 0, err
			}
			n := strconv.Itoa(c.Count(string(body)))
			return ExitClean, inv.emit("", []byte(n+"\n"), modeResult)
		},
	}
}

// oneFile returns the one argument that a command takes.
func oneFile(command string, args []string) (string, error) {
	switch {
	case len(args) == 0:
		return "", usageError(command+" needs a file", "name one, or - for standard input")
	case len(args) > 1:
		return "", usageError(command+" takes one file", "run it once for each")
	}
	return args[0], nil
}
