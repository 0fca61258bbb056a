package policy

import (
	"github.com/ringfence/ringfence/policy/coreform"
)

// fieldType says what a key of a payload takes.
type fieldType uint8

const (
	strField      fieldType = iota + 1
	strOrNilField           // may be left out, which means nil
	boolField
	vecField // of anything
	strVecField
	symField
	nameField    // str or sym
	optionalName // the same, may be left out
	termField    // anything
	budgetField  // int from 0, or nil; may be left out
	mimeField    // "text/plain"
	octetsField  // bytes or str
	filesField   // vector of maps: a file before and after
	obligations  // vector of payloads of editor/task::spawn, at least one
)

// optional reports whether the key may be left out: where nil is a value, that
// is what an absent key means, as for every look-up in CoreForm.
func (f fieldType) optional() bool {
	return f == strOrNilField || f == optionalName || f == budgetField
}

// takes returns what the key takes, for messages.
func (f fieldType) takes() string {
	names := [...]string{
		"", "a string", "a string or nil", "true or false", "a vector", "a vector of strings",
		"a symbol", "a string or a symbol", "a string or a symbol", "a term", "an integer from 0 or nil", `"text/plain"`, "bytes or a string",
		"a vector of maps with :base, :new and :path, at least one", "a vector of payloads of editor/task::spawn, at least one",
	}
	return names[f]
}

type field struct {
	key  string
	kind fieldType
}

// payloads are the shapes of the contract. A key that is not there is an error:
// what the gate has not read, the host must not act on.
var payloads = [opCount][]field{
	clipboardGet: {},
	clipboardSet: {{":data", octetsField}, {":mime", mimeField}},
	dialogOpen:   {{":filters", vecField}, {":multi", boolField}, {":start-dir", strOrNilField}, {":title", strField}},
	dialogSave:   {{":default-name", strOrNilField}, {":filters", vecField}, {":start-dir", strOrNilField}, {":title", strField}},
	pluginCommand: {
		{":command", nameField},
		{":payload", termField},
		{":plugin", nameField},
		{":request-schema-id", optionalName},
		{":response-schema-id", optionalName},
	},
	taskSpawn:        {{":budget-ms", budgetField}, {":input", termField}, {":task-kind", symField}},
	taskPoll:         {{":task-id", strField}},
	taskCancel:       {{":task-id", strField}},
	watchSubscribe:   {{":globs", strVecField}, {":root", strField}},
	watchPoll:        {{":watch-id", strField}},
	watchUnsubscribe: {{":watch-id", strField}},
	agentPropose:     {{":files", filesField}},
	agentApply:       {{":obligations", obligations}, {":patch", octetsField}},
	agentStore:       {{":agent", nameField}, {":events", vecField}, {":evidence", vecField}, {":patches", vecField}},
}

// is reports whether a term is of the type.
func (f fieldType) is(t coreform.Term) bool {
	k := t.Kind()
	switch f {
	case strField:
		return k == coreform.KindStr
	case strOrNilField:
		return k == coreform.KindStr || k == coreform.KindNil
	case boolField:
		return k == coreform.KindBool
	case vecField:
		return k == coreform.KindVector
	case strVecField:
		if k != coreform.KindVector {
			return false
		}
		for _, item := range t.Items() {
			if item.Kind() != coreform.KindStr {
				return false
			}
		}
		return true
	case symField:
		return k == coreform.KindSymbol
	case nameField, optionalName:
		return k == coreform.KindStr || k == coreform.KindSymbol
	case budgetField:
		n, ok := t.Int64()
		return k == coreform.KindNil || ok && n >= 0
	case mimeField:
		text, ok := t.Text()
		return ok && text == "text/plain"
	case octetsField:
		return k == coreform.KindBytes || k == coreform.KindStr
	case filesField:
		return isFiles(t)
	case obligations:
		return k == coreform.KindVector && t.Len() > 0
	default:
		return k != coreform.KindInvalid
	}
}

// shape judges the payload against the contract.
func (e *evaluation) shape() bool {
	payload := e.r.Payload
	if payload.Kind() != coreform.KindMap {
		return e.deny(CodePayload, schemaRule, "", "the payload is not a map")
	}
	want := payloads[e.id]
	found := 0
	// Keys of a map stand in their order, and so do the fields above: one walk
	// over both finds everything.
	i := 0
	for key, value := range payload.Pairs() {
		name, ok := key.Symbol()
		for ok && i < len(want) && want[i].key < name {
			if e.absent(want[i]) {
				return true
			}
			i++
		}
		if !ok || i == len(want) || want[i].key != name {
			if e.deny(CodePayload, schemaRule, "", "the payload has a key that the op does not know") {
				return true
			}
			continue
		}
		found++
		if !want[i].kind.is(value) && e.deny(CodePayload, schemaRule, "/"+want[i].key, "the key takes "+want[i].kind.takes()) {
			return true
		}
		i++
	}
	for ; i < len(want); i++ {
		if e.absent(want[i]) {
			return true
		}
	}
	switch e.id {
	case taskSpawn:
		return e.taskShape()
	case agentApply:
		return e.agentShape()
	default:
		return false
	}
}

func (e *evaluation) absent(f field) bool {
	return !f.kind.optional() && e.deny(CodePayload, schemaRule, "/"+f.key, "the payload lacks the key")
}
