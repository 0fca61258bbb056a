package corpus

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/ringfence/ringfence"
)

// Collection describes a collection of prompts that has no expectations of its
// own. Its methods read one file format each and return a vector a prompt, in
// the order of the file, named FAMILY/ and the place counted from 1, with
// carrier Text. They read at most Limit bytes; every error is a
// *[ringfence.Error], with [CodeCollection] when the file is not in its format,
// and no vectors are returned then. A Collection is safe for concurrent use.
type Collection struct {
	Family string // lower case and hyphens
	Source string // public reference, one line
	Expect Expect
	Limit  int64 // most bytes to read; 0 or less stands for MaxCollection
}

// JSONArray reads a JSON array of objects and takes the string in the given
// member of each. A missing member is an error, not an empty prompt.
func (c Collection) JSONArray(r io.Reader, member string) ([]Vector, error) {
	b, err := c.read(r)
	if err != nil {
		return nil, err
	}
	var objects []map[string]jsontext.Value
	if err := json.Unmarshal(b, &objects); err != nil {
		return nil, jsonError(err, 0)
	}
	out := make([]Vector, 0, len(objects))
	for i, o := range objects {
		text, err := stringMember(o, member)
		if err != nil {
			return nil, at(err, "/"+strconv.Itoa(i)+"/"+member)
		}
		out = c.append(out, text)
	}
	return out, nil
}

// JSONStrings reads a JSON array of strings.
func (c Collection) JSONStrings(r io.Reader) ([]Vector, error) {
	b, err := c.read(r)
	if err != nil {
		return nil, err
	}
	var texts []string
	if err := json.Unmarshal(b, &texts); err != nil {
		return nil, jsonError(err, 0)
	}
	return c.all(texts), nil
}

// JSONLines reads one JSON object a line and takes the string in the given
// member of each. Blank lines are skipped.
func (c Collection) JSONLines(r io.Reader, member string) ([]Vector, error) {
	b, err := c.read(r)
	if err != nil {
		return nil, err
	}
	var out []Vector
	start := 0
	for line := range bytes.Lines(b) {
		offset := start
		start += len(line)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var o map[string]jsontext.Value
		if err := json.Unmarshal(line, &o); err != nil {
			return nil, jsonError(err, offset)
		}
		text, err := stringMember(o, member)
		if err != nil {
			return nil, fail(CodeCollection, offset, err.Error(), "")
		}
		out = c.append(out, text)
	}
	return out, nil
}

// Lines reads one prompt a line. Lines end in LF, a CR before it belongs to the
// prompt, and empty lines are skipped.
func (c Collection) Lines(r io.Reader) ([]Vector, error) {
	b, err := c.read(r)
	if err != nil {
		return nil, err
	}
	var out []Vector
	for line := range strings.SplitSeq(string(b), "\n") {
		if line != "" {
			out = c.append(out, line)
		}
	}
	return out, nil
}

// CSV reads a table whose first record names the columns, and takes the given
// one. A CR before an LF inside of a quoted value is lost, as encoding/csv
// states; every record has as many values as the first.
func (c Collection) CSV(r io.Reader, column string) ([]Vector, error) {
	b, err := c.read(r)
	if err != nil {
		return nil, err
	}
	table := csv.NewReader(bytes.NewReader(b))
	head, err := table.Read()
	if err != nil {
		return nil, csvError(err, table)
	}
	i := slices.Index(head, column)
	if i < 0 {
		return nil, fail(CodeCollection, 0, "no such column", "the first record names the columns")
	}
	var out []Vector
	for {
		record, err := table.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, csvError(err, table)
		}
		out = c.append(out, record[i])
	}
}

// read checks the description and returns all bytes of r.
func (c Collection) read(r io.Reader) ([]byte, error) {
	switch {
	case !isName(c.Family):
		return nil, fail(CodeName, ringfence.NoOffset, "family that is not a name", "use lower-case letters, digits and hyphens")
	case badLine(c.Source) >= 0:
		return nil, fail(CodeHeader, ringfence.NoOffset, "source that is not a line of printable ASCII", "")
	case c.Expect.Outcome == NoOutcome:
		return nil, fail(CodeValue, ringfence.NoOffset, "no expectation", "set Collection.Expect")
	}
	limit := c.Limit
	if limit <= 0 {
		limit = MaxCollection
	}
	// One more than the limit tells a file of the limit from one over it.
	b, err := io.ReadAll(io.LimitReader(r, min(limit, math.MaxInt64-1)+1))
	if err != nil {
		return nil, &ringfence.Error{Code: CodeCollection, Message: "input that cannot be read", Offset: int64(len(b)), Err: err}
	}
	if int64(len(b)) > limit {
		return nil, fail(CodeSize, len(b)-1, "collection over the limit", "set Collection.Limit, or split the file")
	}
	return b, nil
}

// append adds one prompt. Prompts are base64 on the way out: nothing is known
// about their bytes.
func (c Collection) append(out []Vector, text string) []Vector {
	return append(out, Vector{
		Name:     fmt.Sprintf("%s/%05d", c.Family, len(out)+1),
		Family:   c.Family,
		Source:   c.Source,
		Expect:   c.Expect,
		Carrier:  Text,
		Encoding: Base64,
		Payload:  ringfence.NewData(text),
	})
}

func (c Collection) all(texts []string) []Vector {
	out := make([]Vector, 0, len(texts))
	for _, text := range texts {
		out = c.append(out, text)
	}
	return out
}

var errMember = errors.New("object without that string member")

func stringMember(o map[string]jsontext.Value, member string) (string, error) {
	v, ok := o[member]
	if !ok || v.Kind() != '"' {
		return "", errMember
	}
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		return "", errMember
	}
	return s, nil
}

// at makes err an error at a JSON pointer.
func at(err error, pointer string) error {
	return &ringfence.Error{Code: CodeCollection, Message: err.Error(), Offset: ringfence.NoOffset, Pointer: pointer}
}

// jsonError keeps of err the place alone: its text quotes the input.
func jsonError(err error, offset int) error {
	e := &ringfence.Error{Code: CodeCollection, Message: "JSON that is not in the collection's format", Offset: int64(offset)}
	var syntactic *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &syntactic):
		e.Offset += syntactic.ByteOffset
		e.Pointer = string(syntactic.JSONPointer)
	case errors.As(err, &semantic):
		e.Offset += semantic.ByteOffset
		e.Pointer = string(semantic.JSONPointer)
	}
	return e
}

// csvError keeps of err the place alone.
func csvError(_ error, table *csv.Reader) error {
	return fail(CodeCollection, int(table.InputOffset()), "table that is not in the format of RFC 4180", "")
}
