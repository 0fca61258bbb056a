package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
	"github.com/ringfence/ringfence/render"
)

// outsideKinds are the kinds of text from outside that need no edit context: the
// names of flags, and of the kind of a part of POST /v1/render.
var outsideKinds = []struct {
	name, usage string
	part        func(ringfence.Data) render.Part
}{
	{"tool-result", "what a tool answered, as `FILE` or -, made a block as it is; may be given again", render.ToolResult},
	{"note", "any other text from outside, as `FILE` or -, made a block as it is; may be given again", render.Note},
}

// outsidePart makes a part of text from outside; false for a kind that is none.
func outsidePart(kind, text, source string) (render.Part, bool) {
	for _, k := range outsideKinds {
		if k.name == kind {
			return k.part(ringfence.NewData(text)).SourceName(source), true
		}
	}
	return render.Part{}, false
}

// outsideNames lists the kinds.
func outsideNames() (names []string) {
	for _, k := range outsideKinds {
		names = append(names, k.name)
	}
	return names
}

// outsideFile is a file that a flag named, and the kind of what is in it.
type outsideFile struct{ kind, name string }

// outsideFlags declares a flag for each kind. The list is in the order of the
// command line, whichever flag named a file.
func outsideFlags(fs *pflag.FlagSet) *[]outsideFile {
	list := new([]outsideFile)
	for _, k := range outsideKinds {
		fs.Var(&outsideValue{list, k.name}, k.name, k.usage)
	}
	return list
}

// outsideValue is one of these flags.
type outsideValue struct {
	list *[]outsideFile
	kind string
}

// String implements [pflag.Value]: there is no default.
func (v *outsideValue) String() string { return "" }

// Type implements [pflag.Value].
func (v *outsideValue) Type() string { return "file" }

// Set implements [pflag.Value].
func (v *outsideValue) Set(name string) error {
	*v.list = append(*v.list, outsideFile{v.kind, name})
	return nil
}

// outsideParts reads the files. The name of each is the source of its block.
func (inv *invocation) outsideParts(list []outsideFile, limit int) ([]render.Part, error) {
	var parts []render.Part
	for _, f := range list {
		text, err := inv.read(f.name, limit)
		if err != nil {
			return nil, nameFile(f.name, err)
		}
		part, _ := outsidePart(f.kind, string(text), f.name) // the kind is that of a flag
		parts = append(parts, part)
	}
	return parts, nil
}

// files judges the names that are read: the argument, "" for none, and those of
// flags. Standard input can be read once.
func (f renderFlags) files(args []string) (file string, err error) {
	list := *f.outside
	if len(args) > 0 || len(list) == 0 {
		if file, err = oneFile("render", args); err != nil {
			if len(args) == 0 {
				err = usageError("render needs a file", "name one, or - for standard input; "+outsideHint)
			}
			return "", err
		}
	}
	names := []string{file}
	if f.prevSet() {
		names = append(names, *f.prev)
	}
	for _, o := range list {
		names = append(names, o.name)
	}
	first := slices.Index(names, stdinName)
	if first >= 0 && slices.Contains(names[first+1:], stdinName) {
		return "", stdinTwice()
	}
	if file == "" && (f.prevSet() || *f.store != "") {
		return "", usageError("--prev and --store are for ask bodies, and there is none", "leave them out, or name the ask body")
	}
	return file, nil
}

// subject is what the prompt is made of, in a word for people.
func (f renderFlags) subject(file string) string {
	if file == "" {
		file = (*f.outside)[0].name
	}
	return readName(file)
}

// outsideHint says where text goes that is neither an edit context nor an ask body.
const outsideHint = "text from outside, of any form, goes with --note FILE or --tool-result FILE"

// asOutside gives an error about a body that is neither of the two, nor the
// beginning of one, that hint.
func asOutside(body []byte, err error) error {
	e, ok := err.(*ringfence.Error) //nolint:errorlint // the parsers return exactly this
	if !ok || contract.ShapeOf(body) != contract.ShapeUnknown || e.Code != contract.CodeShape && isObject(body) {
		return err
	}
	out := *e
	out.Hint = outsideHint
	return &out
}

// isObject reports whether a body begins as an object of JSON does.
func isObject(body []byte) bool {
	i := slices.IndexFunc(body, func(b byte) bool { return b != ' ' && b != '\t' && b != '\r' && b != '\n' })
	return i >= 0 && body[i] == '{'
}
