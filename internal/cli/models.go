package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/budget"
	"github.com/ringfence/ringfence/budget/models"
)

// mostNear is how many names of models an error offers.
const mostNear = 3

// leastBegin is the least length of the beginning of a name that says which family
// is meant: "gpt" does not.
const leastBegin = 4

// maxModelName bounds the names that are compared with those of models, in bytes:
// none is that long.
const maxModelName = 100

// modelNames lists the models that can be named, in the order of vendors. What
// stands for all versions of one, such as "gpt-5.", is no name.
func modelNames() []string {
	var out []string
	for _, info := range models.All() {
		if !strings.HasSuffix(info.Prefix, ".") {
			out = append(out, info.Prefix)
		}
	}
	return out
}

// modelError adds to the error about an unknown model which ones may have been
// meant, in place of a hint that names functions of the library.
func modelError(name string, err error) error {
	var e *ringfence.Error
	if !errors.As(err, &e) || e.Code != models.CodeUnknown {
		return err
	}
	with := *e
	with.Hint = "name one that is known, such as gpt-4o, or leave --model out; promptcheck explain models lists them"
	if _, known := models.Lookup(name); !known {
		if near := nearModels(name); len(near) > 0 {
			with.Hint = "did you mean " + strings.Join(near, " or ") + "? " + with.Hint
		}
	}
	return &with
}

// modelList is the table of models as text: what is counted with what, and what
// that is worth.
func modelList() string {
	var b strings.Builder
	b.WriteString("models: the names that --model knows, and their versions\n\n")
	for _, info := range models.All() {
		name := info.Prefix
		if strings.HasSuffix(name, ".") {
			name += "*"
		}
		worth := "its own"
		if info.Exactness != budget.Exact {
			worth = fmt.Sprintf("an estimate, with a margin of %d %%", int(100*info.Margin+0.5))
		}
		fmt.Fprintf(&b, "%-26s %-10s %-12s %s\n", name, info.Vendor, info.Encoding, worth)
	}
	b.WriteString("\nA name may go on behind one of these, as with a date. For a model that is not here,\npromptcheck count --encoding bytes gives an upper bound.\n")
	return b.String()
}

// nearModels returns the models whose names are closest to one that is unknown. A
// name may go on behind that of a model, as with a version: then its beginning is
// compared.
func nearModels(name string) []string {
	name = strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	if len(name) > maxModelName {
		return nil
	}
	begins := []string{name}
	for i, c := range []byte(name) {
		if i >= leastBegin && strings.IndexByte("-:@_", c) >= 0 {
			begins = append(begins, name[:i])
		}
	}
	var out []string
	least := maxTypos
	for _, model := range modelNames() {
		d := maxTypos + 1
		for _, b := range begins {
			d = min(d, distance(b, model))
		}
		// A short name is close to every other: at least half of it has to be right.
		if d > least || 2*d > len(model) {
			continue
		}
		if d < least {
			out, least = nil, d
		}
		out = append(out, model)
	}
	return out[:min(mostNear, len(out))]
}

// modelRemark says what a count of n tokens is worth for a model, and how much of
// its context window that is: of an estimate, with its margin.
func modelRemark(name string, info models.Info, n int) string {
	out := quote(name) + " is counted with " + info.Encoding + ", which is its own"
	if info.Exactness != budget.Exact {
		n += int(float64(n) * info.Margin)
		out = quote(name) + " is counted with " + info.Encoding + ", which is an estimate: up to " + strconv.Itoa(n) +
			" with its margin of " + strconv.Itoa(int(100*info.Margin+0.5)) + " %"
	}
	window, ok := audit.ContextWindow(name)
	if !ok {
		return out + "; its context window is not known"
	}
	tenths := int64(n) * 1000 / int64(window)
	return out + fmt.Sprintf("; %d of the %d tokens of its context window, %d.%d %%", n, window, tenths/10, tenths%10)
}
