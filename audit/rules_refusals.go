package audit

import (
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// refusal is a rule whose breach leaves nothing to check.
func refusal(code ringfence.Code, title, why, section, bad, good string, kind Kind) Rule {
	return Rule{
		ID: contractFamily + string(code), Title: title, Severity: Error, Why: why,
		Bad: bad, Good: good, Kind: kind, Section: section, Code: code, Refuses: true,
	}
}

// limited sets limits that are low enough for a short example.
func (r Rule) limited(l contract.Limits) Rule {
	r.limits = l
	return r
}

const (
	sectionJSON    = "RFC 8259"
	sectionVersion = "edit context 0.1 §2, §4"
	sectionShape   = "edit context 0.1 §1"
	sectionAsk     = "ask body"
	sectionWindow  = "ask body, InitContextOpenWindow"
)

// refusals are the errors of package contract.
func refusals() []Rule {
	return []Rule{
		refusal(
			contract.CodeSize, "A body is longer than the limit",
			"A body is read whole, so its size is capped before anything else is looked at. Raise the limit (--max-bytes) if bodies of this size are expected.",
			sectionShape, contextText(strings.Repeat("x", 120)), goodContext, EditContext,
		).limited(contract.Limits{Bytes: 200}),
		refusal(
			contract.CodeTruncated, "A body ends inside a value",
			"Half a body was sent or stored. What is missing could be what matters, such as the flag that withholds a window.",
			sectionJSON, `{"contextItems":[{"label":"Mug"}`, askItem(`"label":"Mug"`), Ask,
		),
		refusal(
			contract.CodeSyntax, "A body is not JSON",
			"Lenient readers repair what is broken, each in its own way. This one does not guess.",
			sectionJSON, `{"contextItems":[{"label":'Mug'}]}`, askItem(`"label":"Mug"`), Ask,
		),
		refusal(
			contract.CodeTrailing, "Text follows the JSON value",
			"A reader that stops at the end of the value and one that goes on see different bodies.",
			sectionJSON, askItem(`"label":"Mug"`)+` {}`, askItem(`"label":"Mug"`), Ask,
		),
		refusal(
			contract.CodeDepth, "A body is nested too deep",
			"No contract nests more than a few levels. Depth costs a reader stack or memory, which is how it is used to break one.",
			sectionJSON, `{"contextItems":[],"x":[[[[[[[[]]]]]]]]}`, `{"contextItems":[]}`, Ask,
		).limited(contract.Limits{Depth: 8}),
		refusal(
			contract.CodeDuplicate, "An object has one name twice",
			"Readers disagree about which of the two counts: what one component checks is not what the next one uses.",
			sectionJSON, askItem(`"label":"Mug","label":"Cup"`), askItem(`"label":"Mug"`), Ask,
		),
		refusal(
			contract.CodeDuplicateReplaced, "Two names become equal as U+FFFD",
			"Bytes that are not UTF-8 and half surrogate pairs all read as U+FFFD. Two names that differ in nothing else are one name twice, and most editors do not show it.",
			sectionJSON, `{"contextItems":[],"a\ud83d":1,"a\udc00":2}`, `{"contextItems":[]}`, Ask,
		),
		refusal(
			contract.CodeVersion, "An edit context has no supported version",
			"Consumers must reject a version that they do not support. The version is looked at before any other field.",
			sectionVersion, strings.Replace(goodContext, "0.1", "9.9", 1), goodContext, EditContext,
		),
		refusal(
			contract.CodeShape, "An object is no ask body",
			"An ask body has ui, contextItems or both. Checking anything else as one would find nothing and say so.",
			sectionAsk, `{"items":[]}`, `{"contextItems":[]}`, Ask,
		),
		refusal(
			contract.CodeMissing, "A required member is missing",
			"A reader cannot go on without it; the message or its pointer names it. In an edit context these are selection, screen, source (which may be null) and untrusted, and the id and the tag of an element; in an ask body the id of a window. A conversation needs a message with text, a call of promptcheck serve the members that docs/serve.md lists for its path.",
			sectionShape, contextSelect(`"id":"viv:p[0]"`), contextSelect(`"id":"viv:p[0]","tag":"p"`), EditContext,
		),
		refusal(
			contract.CodeType, "A member has the wrong type",
			"A value of another type is a fault of the producer, or somebody's attempt to reach a reader that converts it.",
			sectionShape, contextSelect(`"id":7,"tag":"p"`), contextSelect(`"id":"viv:p[0]","tag":"p"`), EditContext,
		),
		refusal(
			contract.CodeValue, "A member is not one of the closed set",
			"viewport is mobile or desktop, audience is operator or customer. Both may be used in instructions, so nothing else is accepted.",
			"ask body, InitContextUi", `{"ui":{"viewport":"watch"}}`, `{"ui":{"viewport":"mobile"}}`, Ask,
		),
		refusal(
			contract.CodeConflict, "A window has an id and a key that differ",
			"Windows are compared and withheld by id. With two ids one of them would be ignored, perhaps the one that the user hid.",
			sectionWindow, askWindows(`{"id":"shop","key":"bill"}`), askWindows(`{"id":"shop"}`), Ask,
		),
		refusal(
			contract.CodeCase, "A window has a name that only looks like a known one",
			"Elsewhere such a name is ignored. In a window it is an error: a misspelled withheld would show what the user hid.",
			sectionWindow, askWindows(`{"id":"shop","Withheld":true}`), askWindows(`{"id":"shop","withheld":true}`), Ask,
		),
		refusal(
			contract.CodeList, "A list is longer than its limit",
			"Lists are never shortened: what would be cut off could be the entry that withholds a window.",
			sectionShape, contextScreen(`"viv:p[0]","viv:p[1]"`), contextScreen(`"viv:p[0]"`), EditContext,
		).limited(contract.Limits{Elements: 1}),
		refusal(
			contract.CodeString, "A window id is longer than its limit",
			"Window ids are folded and hashed, each. A cap keeps that cheap.",
			sectionWindow, askWindows(`{"id":"shop:detail:1234567890"}`), askWindows(`{"id":"shop"}`), Ask,
		).limited(contract.Limits{WindowID: 16}),
	}
}
