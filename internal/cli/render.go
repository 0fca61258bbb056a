package cli

import (
	"bytes"
	"encoding/hex"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/fence"
	"github.com/ringfence/ringfence/render"
)

// renderFormats are the formats of render, the default first.
var renderFormats = []string{"text", "json", "messages", formatHTML}

// renderFlags are the flags of render.
type renderFlags struct {
	format, encoding, style      *string
	request, prev, secret, store *string
	seed, output                 *string
	budget, maxBytes             *int
	explain, show                *bool
	outside                      *[]outsideFile
	requestSet, prevSet, seedSet func() bool
}

func renderCommand() *subcommand {
	fs := newFlags("render")
	changed := func(name string) func() bool { return func() bool { return fs.Changed(name) } }
	f := renderFlags{
		format:     fs.String("format", "text", "`FORMAT` of the prompt: "+strings.Join(renderFormats, ", ")),
		show:       fs.Bool("show", false, "put the text of data on the page of html"),
		budget:     fs.Int("budget", defaultBudget, "most `TOKENS` that the prompt may have, 1 or more"),
		encoding:   fs.String("encoding", defaultEncoding, "vocabulary `NAME`: "+strings.Join(encodingNames(), ", ")),
		request:    fs.String("request", "", "what the user asks for, as `TEXT`; the message of an ask body otherwise"),
		prev:       fs.String("prev", "", "ask body or stored state of the turn before, as `FILE`"),
		store:      fs.String("store", "", "write the state for the next turn to `FILE`"),
		secret:     secretFlag(fs),
		style:      fs.String("style", styleNames()[0], "how data is written, by `NAME`: "+strings.Join(styleNames(), ", ")),
		explain:    fs.Bool("explain", false, "print what was kept, cut and dropped, and why, on standard error"),
		seed:       fs.String("seed", "", "derive the nonce from `HEX` in place of a random one, for tests only"),
		requestSet: changed("request"), prevSet: changed("prev"), seedSet: changed("seed"),
	}
	f.outside = outsideFlags(fs)
	f.output = outputFlag(fs)
	f.maxBytes = limitFlag(fs)
	return &subcommand{
		args: "[FILE|-]", flags: fs,
		about: `Makes a prompt of an edit context or an ask body, told apart by shape. Data
stands in blocks; the instructions are constants of this program. Without
--request, and without a message in an ask body, there is no request block.

--tool-result and --note take text from outside in any form: each file becomes a
block, in the order of the command line, behind those of FILE and before the
request. With them FILE can be left out. blocks gives the bytes of each back, if
the budget left it whole; an empty file has no block. The name of a file is the
source of its block in json, and stands nowhere in the prompt.

text is the prompt as it is, byte for byte, for a file or a model: lines of data
can be anything there. json adds where each block stands and how the budget was
used; messages is the list of role and content that chat interfaces take. These
three hold the nonce of the conversation: they are not for logs. html is a page
for people: the prompt by trust, what an audit of it finds, and the budget. No
text of data is on it without --show, and the nonce never is.

--style adds visible quotation marks to all data: prefix begins every line with
"| ", datamark every word with a marker, and base64 encodes the whole. The
instructions explain the style, and blocks undoes it. It claims no more than a
block does, and takes more tokens.

--prev adds what changed among the windows since the turn before. --store keeps
for the next turn what may be kept: a withheld window only as a keyed hash.

Exit status: 0, or 2 when there is no prompt.`,
		run: f.run,
	}
}

func (f renderFlags) run(inv *invocation, args []string) (int, error) {
	file, err := f.check(args)
	if err != nil {
		return 0, err
	}
	in, err := f.input(inv, file)
	if err != nil {
		return 0, err
	}
	prompt, err := f.prompt(in.parts)
	if err != nil {
		if file == "" {
			return 0, err // it is about all files
		}
		return 0, nameFile(file, err)
	}
	var b bytes.Buffer
	switch *f.format {
	case "json":
		err = prompt.WriteJSON(&b)
	case "messages":
		err = prompt.WriteMessages(&b)
	case formatHTML:
		err = f.page(&b, prompt, f.subject(file))
	default:
		_, err = prompt.WriteTo(&b)
	}
	if err != nil {
		return 0, err
	}
	state, err := f.state(inv, in, file)
	if err != nil {
		return 0, err
	}
	f.tell(inv, prompt)
	if err := inv.emit(*f.output, b.Bytes(), modeSecret); err != nil {
		return 0, err
	}
	return ExitClean, inv.keep(*f.store, state)
}

// check judges the flags before anything is read.
func (f renderFlags) check(args []string) (file string, err error) {
	if err := oneOf("format", *f.format, renderFormats); err != nil {
		return "", err
	}
	if err := fitShow(*f.show, *f.format); err != nil {
		return "", err
	}
	if err := oneOf("style", *f.style, styleNames()); err != nil {
		return "", err
	}
	if err := oneOf("encoding", *f.encoding, encodingNames()); err != nil {
		return "", err
	}
	switch {
	case *f.budget < 1:
		return "", usageError("--budget must be 1 or more", "give the tokens that the prompt may have")
	case f.requestSet() && strings.TrimSpace(*f.request) == "":
		return "", usageError("--request is empty", "leave it out for a prompt without a request, or for the message of an ask body")
	}
	if err := checkLimit(*f.maxBytes); err != nil {
		return "", err
	}
	if *f.store != "" && *f.secret == "" {
		return "", usageError("--store needs a secret to sign the state with", "name the file with the secret: --secret-file FILE")
	}
	if _, err := f.nonce(); err != nil {
		return "", err
	}
	return f.files(args)
}

// nonce is the one that the seed makes, or none for a fresh one.
func (f renderFlags) nonce() (fence.Nonce, error) {
	if !f.seedSet() {
		return fence.Nonce{}, nil
	}
	seed, err := hex.DecodeString(*f.seed)
	if err != nil {
		return fence.Nonce{}, usageError("--seed is not hexadecimal of an even length", "leave it out: it is for tests")
	}
	return fence.SeededNonce(seed), nil
}

// state makes the state for the next turn, or nil when there is none to write.
// That both files can be written is looked at before either is.
func (f renderFlags) state(inv *invocation, in *input, file string) ([]byte, error) {
	if *f.store == "" {
		return nil, nil
	}
	if in.ui == nil {
		inv.say("the body has no ui, so the stored state stays as it was")
		return nil, nil
	}
	secret, err := inv.secret(*f.secret)
	if err != nil {
		return nil, err
	}
	if err := f.mayKeep(inv); err != nil {
		return nil, err
	}
	state, err := in.ui.Stored(secret)
	if err != nil {
		return nil, nameFile(file, err)
	}
	return append(state, '\n'), nil
}

// keep writes the state once the prompt has arrived: a turn that was not
// delivered must not count as the turn before.
func (inv *invocation) keep(path string, state []byte) error {
	if state == nil {
		return nil
	}
	if err := inv.out.flush(); err != nil {
		return nil //nolint:nilerr // Main reports what the writer keeps
	}
	return writeFile(path, state, modeSecret)
}

// mayKeep judges the names of both files that are written.
func (f renderFlags) mayKeep(inv *invocation) error {
	if err := inv.mayWrite("store", *f.store); err != nil {
		return err
	}
	if *f.output == "" || *f.output == stdinName {
		return nil
	}
	if sameName(*f.store, *f.output) {
		return usageError("--store and --output name the same file", "choose another name for one of them")
	}
	return inv.mayWrite(outputName, *f.output)
}

// tell says on standard error what a reader of the prompt cannot see.
func (f renderFlags) tell(inv *invocation, p *render.Prompt) {
	report := p.Report()
	if *f.explain {
		explainReport(inv, report)
		return
	}
	dropped := 0
	for _, part := range report.Parts {
		if part.Decision == render.Omitted {
			dropped++
		}
	}
	if dropped > 0 {
		inv.say(plural(dropped, "part", "parts") + " did not fit and left no trace in the prompt; --explain says which")
	}
}

// input is what the files gave for rendering.
type input struct {
	parts []render.Part
	ui    *contract.UI // of an ask body
	// message is what an ask body asks for.
	message ringfence.Data
}
