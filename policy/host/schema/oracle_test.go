package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	oracle "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/coreform/cfjson"
	"github.com/ringfence/ringfence/policy/host/schema"
)

// nothing is the loader of an oracle that loads nothing.
type nothing struct{}

func (nothing) Load(string) (any, error) { return nil, errors.New("nothing is loaded") }

// reference compiles a schema with a complete implementation by others.
func reference(src []byte) (*oracle.Schema, error) {
	doc, err := oracle.UnmarshalJSON(bytes.NewReader(src))
	if err != nil {
		return nil, err
	}
	c := oracle.NewCompiler()
	c.UseLoader(nothing{})
	c.DefaultDraft(oracle.Draft2020)
	if err := c.AddResource("memory:///schema.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("memory:///schema.json")
}

// maker makes schemas and terms that are small and alike enough to meet.
type maker struct{ *rand.Rand }

var memberNames = []string{":a", ":b", ":c", "$int", "$sym", "$list"}

func (m maker) name() string { return memberNames[m.IntN(len(memberNames))] }

func (m maker) term(depth int) coreform.Term {
	kinds := 8
	if depth <= 0 {
		kinds = 5
	}
	parts := func() (out []coreform.Term) {
		for range m.IntN(4) {
			out = append(out, m.term(depth-1))
		}
		return out
	}
	switch m.IntN(kinds) {
	case 0:
		return coreform.Nil()
	case 1:
		return coreform.Bool(m.IntN(2) == 0)
	case 2:
		return coreform.Int(int64(m.IntN(9) - 2))
	case 3:
		return coreform.Str([]string{"", "a", "ab", ":a", "é"}[m.IntN(5)])
	case 4:
		return coreform.Sym(memberNames[m.IntN(3)])
	case 5:
		return coreform.List(parts()...)
	case 6:
		return coreform.Vec(parts()...)
	default:
		var pairs []coreform.Term
		for _, name := range memberNames[:m.IntN(4)] {
			pairs = append(pairs, coreform.Sym(name), m.term(depth-1))
		}
		t, _ := coreform.Map(pairs...) // no name is there twice
		return t
	}
}

// instance is a value for enum and const.
func (m maker) instance() any {
	var v any
	_ = json.Unmarshal(cfjson.Append(nil, m.term(1)), &v) // what Append writes is JSON
	return v
}

// schema makes a schema, whose references are to the parts /$defs/0 to /$defs/2.
// Now and then it is not a schema.
func (m maker) schema(depth int) any {
	if m.IntN(12) == 0 {
		return m.IntN(3) != 0
	}
	out := map[string]any{}
	part := func() any { return m.schema(depth - 1) }
	list := func() (l []any) {
		for range 1 + m.IntN(3) {
			l = append(l, part())
		}
		return l
	}
	names := func() []string { return memberNames[m.IntN(2) : 1+m.IntN(3)] }
	leaf := []func(){
		func() {
			out["type"] = []string{"null", "boolean", "number", "integer", "string", "array", "object"}[m.IntN(7)]
		},
		func() { out["type"] = []string{"array", "object", "string"}[m.IntN(3):] },
		func() { out["enum"] = []any{m.instance(), m.instance(), 1.0, "a"} },
		func() { out["const"] = m.instance() },
		func() { out["minimum"] = m.IntN(5) },
		func() { out["exclusiveMaximum"] = float64(m.IntN(9)) / 2 },
		func() { out["maximum"], out["exclusiveMinimum"] = 4, 0.5 },
		func() { out["multipleOf"] = []float64{2, 0.5, 1.5, 3}[m.IntN(4)] },
		func() { out["minLength"] = m.IntN(3) },
		func() { out["maxLength"] = m.IntN(3) },
		func() { out["pattern"] = []string{"^:", "a", "^$", "é|b"}[m.IntN(4)] },
		func() { out["minItems"], out["maxItems"] = m.IntN(2), 1+m.IntN(3) },
		func() { out["uniqueItems"] = m.IntN(3) != 0 },
		func() { out["minProperties"], out["maxProperties"] = m.IntN(2), 1+m.IntN(3) },
		func() { out["required"] = names() },
		func() { out["dependentRequired"] = map[string]any{m.name(): names()} },
		func() { out["$ref"] = fmt.Sprintf("#/$defs/%d", m.IntN(3)) },
		func() { out["$dynamicRef"] = fmt.Sprintf("#/$defs/%d", m.IntN(3)) },
		func() { out["format"], out["x-note"] = "date", 1 },
		func() { out[[]string{"type", "minLength", "required", "pattern"}[m.IntN(4)]] = m.instance() },
	}
	inner := []func(){
		func() { out["allOf"] = list() },
		func() { out["anyOf"] = list() },
		func() { out["oneOf"] = list() },
		func() { out["not"] = part() },
		func() { out["if"], out["then"], out["else"] = part(), part(), part() },
		func() { out["prefixItems"] = list() },
		func() { out["items"] = part() },
		func() { out["contains"] = part() },
		func() { out["contains"], out["minContains"], out["maxContains"] = part(), m.IntN(2), 1+m.IntN(3) },
		func() { out["unevaluatedItems"] = part() },
		func() { out["properties"] = map[string]any{m.name(): part(), m.name(): part()} },
		func() { out["patternProperties"] = map[string]any{"^:[ab]": part(), "int": part()} },
		func() { out["additionalProperties"] = part() },
		func() { out["propertyNames"] = part() },
		func() { out["unevaluatedProperties"] = part() },
		func() { out["dependentSchemas"] = map[string]any{m.name(): part()} },
	}
	for range 1 + m.IntN(2) {
		if depth > 0 && m.IntN(4) != 0 {
			inner[m.IntN(len(inner))]()
		} else {
			leaf[m.IntN(len(leaf))]()
		}
	}
	return out
}

// TestAgreesWithReference: what is a schema and what is of it are the same as a
// complete validator says. Where a part is defined by itself, we refuse the schema,
// and the validator refuses every value or never comes to the part.
func TestAgreesWithReference(t *testing.T) {
	m := maker{rand.New(rand.NewPCG(1, 2))}
	var same, yes, invalid, cyclic int
	for range 1500 {
		root, ok := m.schema(3).(map[string]any)
		if !ok {
			continue
		}
		root["$defs"] = map[string]any{"0": m.schema(1), "1": m.schema(1), "2": m.schema(2)}
		src, err := json.Marshal(root)
		if err != nil {
			t.Fatal(err)
		}
		want, wantErr := reference(src)
		got, err := schema.Compile(src)
		if err != nil && bytes.Contains([]byte(err.Error()), []byte("defined by itself")) {
			cyclic++
			continue
		}
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%s:\n%v, want %v", src, err, wantErr)
		}
		if err != nil {
			invalid++
			continue
		}
		for range 20 {
			term := m.term(3)
			written := cfjson.Append(nil, term)
			v, err := oracle.UnmarshalJSON(bytes.NewReader(written))
			if err != nil {
				t.Fatal(err)
			}
			wantErr, err := want.Validate(v), got.Check(term)
			if (err == nil) != (wantErr == nil) {
				t.Fatalf("%s\nof %s:\n%v, want %v", written, src, err, wantErr)
			}
			same++
			if err == nil {
				yes++
			}
		}
	}
	// The comparison is worth something only where both answers are common.
	if same < 8000 || yes < same/10 || yes > same*9/10 || invalid < 50 || cyclic < 10 {
		t.Errorf("%d judged alike, %d of the schema; %d no schemas, %d defined by themselves", same, yes, invalid, cyclic)
	}
	t.Logf("%d judged alike, %d of the schema; %d no schemas, %d defined by themselves", same, yes, invalid, cyclic)
}
