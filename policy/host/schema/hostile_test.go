package schema_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/host/schema"
)

// Each of these is wrong by the meta-schema, needs another document, is of an older
// draft, or would keep a judge busy for ever. The error names the part.
func TestRefused(t *testing.T) {
	for src, place := range map[string]string{
		`null`: "", `[]`: "", `"x"`: "", `{"not": null}`: "/not", `{"items": [true]}`: "/items", `{"allOf": []}`: "/allOf",
		`{"TYPE": "string"}`: "/TYPE", `{"additionalproperties": false}`: "/additionalproperties",
		`{"type": []}`: "/type", `{"type": ["null", "null"]}`: "/type", `{"type": "any"}`: "/type", `{"type": 1}`: "/type",
		`{"required": ["a", "a"]}`: "/required", `{"required": "a"}`: "/required", `{"properties": {"a/b": 3}}`: "/properties/a~1b",
		`{"minLength": -1}`: "/minLength", `{"minLength": 1.5}`: "/minLength", `{"multipleOf": 0}`: "/multipleOf", `{"maximum": "1"}`: "/maximum",
		`{"pattern": "(?=a)"}`: "/pattern", `{"patternProperties": {"(": true}}`: "/patternProperties", `{"enum": 1}`: "/enum",
		`{"uniqueItems": 1}`: "/uniqueItems", `{"title": 1}`: "/title", `{"dependentRequired": {"a": [1]}}`: "/dependentRequired",
		`{"additionalItems": true}`: "/additionalItems", `{"dependencies": {}}`: "/dependencies", `{"$recursiveRef": "#"}`: "/$recursiveRef",
		`{"$schema": "http://json-schema.org/draft-07/schema#"}`: "/$schema", `{"properties": {"a": {"$id": "b"}}}`: "/properties/a/$id",
		`{"$id": "a#b"}`: "/$id", `{"$anchor": "1a"}`: "/$anchor", `{"$anchor": "a", "not": {"$anchor": "a"}}`: "/not/$anchor",
		`{"$ref": 1}`: "/$ref", `{"$ref": "#%"}`: "", `{"not": {"$ref": "#/properties"}}`: "/not", `{"$dynamicRef": "#none"}`: "",
		`{"$ref": "#"}`: "", `{"$ref": ""}`: "", `{"allOf": [{"$ref": "#"}]}`: "", `{"not": {"$dynamicRef": "#"}}`: "",
		`{"items": {"if": {"anyOf": [true, {"$ref": "#/items"}]}}}`: "/items", `{"dependentSchemas": {"a": {"$ref": "#"}}}`: "",
		`{"minimum": 1e999999999}`: "", `{"minimum": 1` + strings.Repeat("0", 100) + `}`: "", `{"type": "null", "type": "null"}`: "",
		"{\"title\": \"\xff\"}": "", strings.Repeat(`{"not":`, 5000) + `{}` + strings.Repeat(`}`, 5000): "",
		`{"pattern": "((a{200}){5}){5}` + strings.Repeat("|(b{999})", 150) + `"}`: "/pattern",
		`{"anyOf": [` + strings.Repeat(`{},`, 20000) + `{}]}`:                     "/anyOf",
	} {
		s, err := schema.Compile([]byte(src))
		var e *ringfence.Error
		if s != nil || !errors.As(err, &e) || e.Code != schema.CodeInvalid || !strings.HasPrefix(e.Pointer, place) ||
			place != "" && place != "/anyOf" && e.Pointer != place {
			t.Errorf("%.80s: %v, want it at %s", src, err, place)
		}
	}
}

// References that stay within the schema are followed, by pointer and by name, and
// a value may be as deep as its schema is defined by itself one step down.
func TestReferences(t *testing.T) {
	for src, terms := range map[string]map[string]bool{
		`{"$id": "http://x/y", "$ref": "http://x/y#/$defs/a~1b%25", "$defs": {"a/b%": {"type": "string"}}}`: {`"a"`: true, `1`: false},
		`{"$ref": "#n", "$defs": {"a": {"$anchor": "n", "type": "null"}}}`:                                  {`nil`: true, `1`: false},
		`{"$dynamicRef": "#n", "definitions": {"a": {"$dynamicAnchor": "n", "type": "null"}}}`:              {`nil`: true, `1`: false},
		`{"type": ["array", "null"], "items": {"$ref": "#"}}`:                                               {`[[nil] [[]]]`: true, `[[1]]`: false},
		`{"propertyNames": {"$ref": "#"}, "maxLength": 2}`:                                                  {`{:a 1}`: true, `{:abc 1}`: false},
	} {
		s, err := schema.Compile([]byte(src))
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		for term, ok := range terms {
			v, err := coreform.Parse([]byte(term))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Check(v); (err == nil) != ok {
				t.Errorf("%s of %s: %v", term, src, err)
			}
		}
	}
}

// The hint of a mismatch names the part of the schema and nothing of the term.
func TestMismatchHint(t *testing.T) {
	s, err := schema.Compile([]byte(`{"properties": {":a": {"anyOf": [{"type": "null"}, {"maxLength": 3}]}}}`))
	if err != nil {
		t.Fatal(err)
	}
	v, _ := coreform.Parse([]byte(`{:a "secret"}`))
	var e *ringfence.Error
	if !errors.As(s.Check(v), &e) || e.Hint != "it is not of the part #/properties/:a" || strings.Contains(fmt.Sprintf("%v %#v", e, e.Err), "secret") {
		t.Errorf("%+v: %s", e, e.Hint)
	}
}

// Parts that refer twice to each other ask 2^n times what n parts can answer.
func TestNoBlowUp(t *testing.T) {
	deep := coreform.Nil()
	for range 100 {
		deep = coreform.Vec(deep)
	}
	var chain strings.Builder
	chain.WriteString(`{"$ref": "#/$defs/p0", "$defs": {"p60": {"type": "array"}`)
	for i := range 60 {
		fmt.Fprintf(&chain, `, "p%d": {"allOf": [{"$ref": "#/$defs/p%d"}, {"$ref": "#/$defs/p%d"}]}`, i, i+1, i+1)
	}
	chain.WriteString(`}}`)
	for _, src := range []string{
		chain.String(),
		`{"anyOf": [{"type": "array", "items": {"$ref": "#"}, "minItems": 1}, {"items": {"$ref": "#"}}], "unevaluatedItems": false}`,
		`{"oneOf": [{"items": {"$ref": "#"}}, {"items": {"$ref": "#"}, "maxItems": 0}]}`,
		`{"allOf": [{"contains": {"$ref": "#"}}, {"items": {"$ref": "#"}}]}`,
	} {
		s, err := schema.Compile([]byte(src))
		if err != nil {
			t.Fatalf("%.80s: %v", src, err)
		}
		_ = s.Check(deep) // that it ends is what is asked: 2^60 steps would not
	}
}

// Where a judgement is too much work it ends as a mismatch, with the reason.
func TestLimitOfWork(t *testing.T) {
	var items []coreform.Term
	for i := range 20000 {
		items = append(items, coreform.Int(int64(i)))
	}
	parts := strings.TrimSuffix(strings.Repeat(`{"items": {"type": "integer"}},`, 4000), ",")
	s, err := schema.Compile([]byte(`{"allOf": [` + parts + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	var e *ringfence.Error
	if !errors.As(s.Check(coreform.Vec(items...)), &e) || e.Code != schema.CodeMismatch || e.Err == nil {
		t.Errorf("%v", e)
	}
	if err := s.Check(coreform.Vec(items[:100]...)); err != nil {
		t.Errorf("a short one: %v", err)
	}
	// A chain of parts in place, at each of the levels of a term.
	chain := strings.Repeat(`{"allOf":[`, 180) + `{"items":{"$ref":"#"}}` + strings.Repeat(`]}`, 180)
	if s, err = schema.Compile([]byte(chain)); err != nil {
		t.Fatal(err)
	}
	deep := coreform.Vec()
	for range coreform.MaxDepth - 1 {
		deep = coreform.Vec(deep)
	}
	if err := s.Check(deep); err != nil {
		t.Errorf("180 parts at each of %d levels: %v", coreform.MaxDepth, err)
	}
}

// A schema takes memory for its names once, however many parts stand below one.
func TestLongNames(t *testing.T) {
	name := strings.Repeat("n", 400_000)
	src := []byte(`{"properties": {"` + name + `": {"allOf": [` + strings.Repeat("true,", 10_000) + `{"$ref": "#/$defs/x"}, 1]}}, "$defs": {"x": true}}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	s, err := schema.Compile(src)
	runtime.ReadMemStats(&after)
	var e *ringfence.Error
	if s != nil || !errors.As(err, &e) || e.Pointer != "/properties/"+name+"/allOf/10001" {
		t.Errorf("%.80v", err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
		t.Errorf("a schema of %d bytes took %d", len(src), took)
	}
}

// The length of a text is counted once, its key hashed at a price, and numbers
// divided at one: parts that judge the same value add up to no more than the limit.
func TestManyPartsOfOneValue(t *testing.T) {
	text := coreform.Str(strings.Repeat("é", 2<<20))
	cost := func(part string, n int, value coreform.Term) time.Duration {
		s, err := schema.Compile([]byte(`{"allOf": [` + strings.TrimSuffix(strings.Repeat(part+",", n), ",") + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		best := time.Hour
		for range 3 {
			start := time.Now()
			_ = s.Check(value) // that it ends soon is what is asked
			best = min(best, time.Since(start))
		}
		return best
	}
	for part, value := range map[string]coreform.Term{
		`{"minLength": 1}`: text, `{"not": {"const": "x"}}`: text, `{"uniqueItems": true}`: coreform.Vec(text),
	} {
		if one, many := cost(part, 1, value), cost(part, 8_000, value); many > 20*one+2*time.Second {
			t.Errorf("%s takes %v, 8,000 of them %v", part, one, many)
		}
	}
}

// A pattern costs by its length as well as by that of the text.
func TestLongPattern(t *testing.T) {
	text := coreform.Str(strings.Repeat("a", 1<<20))
	for src, ok := range map[string]bool{`{"pattern": "^a+$"}`: true, `{"pattern": "(a|b){600}c?"}`: false} {
		s, err := schema.Compile([]byte(src))
		if err != nil {
			t.Fatal(err)
		}
		var e *ringfence.Error
		if err := s.Check(text); (err == nil) != ok || err != nil && (!errors.As(err, &e) || e.Err == nil) {
			t.Errorf("%s: %v", src, err)
		}
	}
}
