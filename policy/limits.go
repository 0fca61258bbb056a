package policy

import "github.com/ringfence/ringfence/policy/coreform"

// limits judges what the tables of the policy say of an op that the rules
// allow. It is explained for denied ops, too.
func (e *evaluation) limits() bool {
	t := e.p.tables[e.id]
	if e.sizes(t) {
		return true
	}
	if t != nil && t.when != nil && !t.when.holds(e.r.Provenance, e.class) &&
		e.deny(CodeDenied, t.when.origin, "", "the condition of the op's table does not hold") {
		return true
	}
	if e.r.Payload.Kind() != coreform.KindMap {
		return false
	}
	switch e.id {
	case dialogOpen, dialogSave:
		return e.dialog(t)
	case pluginCommand:
		return e.plugin(t)
	case taskSpawn:
		return e.task(t)
	case watchSubscribe:
		return e.watch(t)
	case agentPropose:
		return e.agentPropose(t)
	case agentApply:
		return e.agentApply(t)
	default:
		return false
	}
}

// sizes judges counts and bytes.
func (e *evaluation) sizes(t *opTable) bool {
	run, s := &e.p.runtime, &e.r.State
	over := func(limit, value int64, key, message string) bool {
		return limit >= 0 && value > limit && e.deny(CodeResource, e.p.key(key), "", message)
	}
	if run.MaxEffectOps >= 0 && addUp(s.allowed, s.denied) >= run.MaxEffectOps &&
		e.deny(CodeResource, e.p.key("runtime.max_effect_ops"), "", "the session has had all its requests") {
		return true
	}
	if over(run.MaxResponseBytesPerRun, s.response, "runtime.max_response_bytes_per_run", "the responses of the session are over their limit") {
		return true
	}
	if t != nil && t.calls >= 0 && int64(s.calls[e.id]) >= t.calls &&
		e.deny(CodeResource, t.keys["max_calls"], "", "the session has had all its requests of this op") {
		return true
	}
	if run.MaxPayloadBytesPerOp < 0 && run.MaxPayloadBytesPerRun < 0 && (t == nil || t.bytes < 0) {
		return false
	}
	size := int64(payloadBytes(e.r.Payload))
	if over(run.MaxPayloadBytesPerOp, size, "runtime.max_payload_bytes_per_op", "the payload is over its limit") {
		return true
	}
	if over(run.MaxPayloadBytesPerRun, addUp(s.payload, size), "runtime.max_payload_bytes_per_run", "the payloads of the session would be over their limit") {
		return true
	}
	return t != nil && t.bytes >= 0 && size > t.bytes &&
		e.deny(CodeResource, t.keys["max_bytes"], "", "the payload is over the limit of the op")
}

// key returns the origin of a key of runtime, task, log or store.
func (p *Policy) key(name string) *origin {
	if o := p.origins[name]; o != nil {
		return o
	}
	return defaultRule
}

// missing denies what the table does not constrain though it must.
func (e *evaluation) missing(t *opTable, key string) bool {
	by := defaultRule
	if t != nil {
		by = t.origin
	}
	return e.deny(CodePolicyError, by, "", "the policy has no "+key+" for this op, which must be constrained")
}

// text returns the text of a string or symbol of the payload.
func (e *evaluation) text(key string) (string, bool) {
	v, ok := e.r.Payload.Lookup(key)
	if !ok {
		return "", false
	}
	if s, ok := v.Text(); ok {
		return s, true
	}
	return v.Symbol()
}
