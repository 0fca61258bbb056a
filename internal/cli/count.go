package cli

import (
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence/budget/models"
)

// countFlags are the flags of count.
type countFlags struct {
	set             *pflag.FlagSet
	encoding, model *string
	maxBytes        *int
}

func countCommand() *subcommand {
	fs := newFlags("count")
	f := countFlags{
		set:      fs,
		encoding: fs.String("encoding", defaultEncoding, "vocabulary `NAME`: "+strings.Join(encodingNames(), ", ")),
		model:    fs.String("model", "", "count as for the model of this `NAME`, in place of --encoding"),
		maxBytes: limitFlag(fs),
	}
	return &subcommand{
		args: "FILE|-", flags: fs,
		about: `Prints the number of tokens of the file's bytes, and nothing else. Text of
special tokens counts as ordinary text; bytes that are not UTF-8 count as
U+FFFD, which is what they become in a request. "bytes" counts bytes, which no
byte-level vocabulary exceeds.

With --model, standard error says with which vocabulary was counted, whether that
is the model's own or an estimate, and how much of its context window is used.
What a provider adds around messages is not counted. "promptcheck explain models"
lists the models.`,
		run: f.run,
	}
}

func (f countFlags) run(inv *invocation, args []string) (int, error) {
	if err := checkLimit(*f.maxBytes); err != nil {
		return 0, err
	}
	file, err := oneFile("count", args)
	if err != nil {
		return 0, err
	}
	// Names are wrong or right before a vocabulary is loaded.
	name, info, err := f.names()
	if err != nil {
		return 0, err
	}
	body, err := inv.read(file, *f.maxBytes)
	if err != nil {
		return 0, nameFile(file, err)
	}
	c, err := counter(name)
	if err != nil {
		return 0, err
	}
	n := c.Count(string(body))
	if *f.model != "" {
		inv.say(modelRemark(*f.model, info, n))
	}
	return ExitClean, inv.emit("", []byte(strconv.Itoa(n)+"\n"), modeResult)
}

// names returns the vocabulary to count with, and what is known of the model if
// one was named.
func (f countFlags) names() (encoding string, info models.Info, err error) {
	if !f.set.Changed("model") {
		return *f.encoding, info, oneOf("encoding", *f.encoding, encodingNames())
	}
	if f.set.Changed("encoding") {
		return "", info, usageError("--model and --encoding contradict each other", "give one of them: a model has its encoding")
	}
	info, err = models.Find(*f.model)
	if err != nil {
		return "", info, modelError(*f.model, err)
	}
	return info.Encoding, info, nil
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
