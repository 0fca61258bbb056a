package host

import (
	"context"

	"github.com/ringfence/ringfence/policy/bridge"
	"github.com/ringfence/ringfence/policy/coreform"
	"github.com/ringfence/ringfence/policy/outcome"
)

// pluginCommand hands the payload to the bridge of the op. Which plugins, commands
// and schemas it may name, the policy has judged.
func pluginCommand(ctx context.Context, c *call) outcome.Outcome {
	request, _ := c.payload.Lookup(":payload")
	if o, ok := c.ofSchema(":request-schema-id", request, "the request is not of its schema"); !ok {
		return o
	}
	// An answer that nobody could judge is not asked for.
	if _, _, o, ok := c.schema(":response-schema-id"); !ok {
		return o
	}
	b, err := c.host.bridge(c.op, c.table)
	if err != nil {
		return bridge.Sealed(bridge.DefaultFamily, c.op, err)
	}
	result := b.Call(ctx, c.payload)
	value, isData := result.Outcome.Data()
	if !isData {
		return result.Outcome
	}
	if o, ok := c.ofSchema(":response-schema-id", value, "the answer is not of its schema"); !ok {
		return o
	}
	return result.Outcome
}

// schema returns the schema that a key of the payload names, nil when it names
// none; not ok for a name that this host has no schema for.
func (c *call) schema(key string) (s Schema, named bool, o outcome.Outcome, ok bool) {
	id, named := c.payload.Lookup(key)
	if !named {
		return nil, false, o, true
	}
	name, isText := id.Text()
	if !isText {
		name, _ = id.Symbol()
	}
	s, known := c.host.config.Schemas[name]
	if !known || s == nil {
		return nil, true, fail(c, CodeSchema, "this host has no such schema", coreform.Sym(":at"), coreform.Str("/"+key)), false
	}
	return s, true, o, true
}

// ofSchema judges a term by the schema that a key names, if it names one.
func (c *call) ofSchema(key string, t coreform.Term, message string) (outcome.Outcome, bool) {
	s, named, o, ok := c.schema(key)
	if !ok || !named {
		return o, ok
	}
	if err := s.Check(t); err != nil {
		return fail(c, CodeSchema, message, coreform.Sym(":at"), coreform.Str("/"+key)), false
	}
	return o, true
}
