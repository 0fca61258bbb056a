package audit

import (
	"strings"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// note is a rule that a parser of package contract notes.
func note(code ringfence.Code, sev Severity, title, why, section, bad, good string, kind Kind) Rule {
	return Rule{
		ID: contractFamily + string(code), Title: title, Severity: sev, Why: why,
		Bad: bad, Good: good, Kind: kind, Section: section, Code: code,
	}
}

const (
	sectionIDs      = "edit context 0.1 §3.3"
	sectionCut      = "edit context 0.1 §1"
	sectionConsumer = "edit context 0.1 §2"
	sectionItem     = "ask body, InitContextItem"
	section02       = "edit context 0.2"
)

// notes are the notes of package contract.
func notes() []Rule {
	return []Rule{
		note(
			contract.NoteBOM, Note, "A body starts with a byte order mark",
			"It is accepted and means nothing in UTF-8, but other readers refuse it.",
			sectionJSON, bom+goodContext, goodContext, EditContext,
		),
		note(
			contract.NoteUTF8, Warning, "A string holds bytes that are not UTF-8",
			"Each such byte reads as U+FFFD, so the text is not what was sent. Something on the way cuts or converts text by bytes.",
			sectionJSON, contextText("Sav\xE9"), contextText("Savé"), EditContext,
		),
		note(
			contract.NoteSurrogate, Warning, "A string holds half a surrogate pair",
			"The producer cut the text in UTF-16 units, in the middle of a character. The half reads as U+FFFD.",
			sectionJSON, contextText(`Save \ud83d`), contextText(`Save \ud83d\ude00`), EditContext,
		),
		note(
			contract.NoteUnknown, Note, "A member is not named by the contract",
			"Consumers must ignore what they do not recognise. It was ignored; it may belong to a later version.",
			sectionConsumer, contextHead+`"text":"Save","colour":"red"`+contextTail, goodContext, EditContext,
		),
		note(
			contract.NoteCase, Warning, "An ignored member looks like a known one",
			"Names are matched exactly, as the contract writes them. A reader that does not mind case would take this member instead of the real one.",
			sectionConsumer, contextHead+`"text":"Save","Text":"Delete"`+contextTail, goodContext, EditContext,
		),
		note(
			contract.NoteNull, Note, "null stands where a member should be left out",
			"It reads as left out.",
			sectionAsk, `{"ui":null,"contextItems":[]}`, `{"contextItems":[]}`, Ask,
		),
		note(
			contract.NoteTextLong, Warning, "A text is longer than the producer's cut",
			"Producers cut a text at 500 characters. A longer one did not come through such a producer. It is cut when it is rendered.",
			sectionCut, contextText(strings.Repeat("x", contract.MaxText+1)), contextText(strings.Repeat("x", contract.MaxText)), EditContext,
		),
		note(
			contract.NoteAttributeLong, Warning, "An attribute is longer than the producer's cut",
			"Producers cut an attribute value at 200 characters. It is cut when it is rendered.",
			sectionCut, contextHead+`"attributes":{"alt":"`+strings.Repeat("x", contract.MaxAttribute+1)+`"}`+contextTail,
			contextHead+`"attributes":{"alt":"`+strings.Repeat("x", contract.MaxAttribute)+`"}`+contextTail, EditContext,
		),
		note(
			contract.NoteNameLong, Warning, "An accessible name is longer than the producer's cut",
			"Producers cut a name at 100 characters. It is cut when it is rendered.",
			section02, strings.Replace(contextElement(`"relation":"child"`), `"untrusted":{}`,
				`"untrusted":{"viv:p[0]":{"name":"`+strings.Repeat("x", contract.MaxName+1)+`"}}`, 1),
			strings.Replace(contextElement(`"relation":"child"`), `"untrusted":{}`,
				`"untrusted":{"viv:p[0]":{"name":"`+strings.Repeat("x", contract.MaxName)+`"}}`, 1), EditContext,
		),
		note(
			contract.NoteTagCase, Warning, "A tag is not lower case",
			"Tags are lower-cased element names. Another spelling did not come from the runtime.",
			sectionIDs, contextSelect(`"id":"viv:p[0]","tag":"P"`), contextSelect(`"id":"viv:p[0]","tag":"p"`), EditContext,
		),
		note(
			contract.NoteTagName, Warning, "A tag cannot be an element name",
			"Tags are structural, and consumers print them in places where they do not expect text. This one holds white space or markup.",
			sectionIDs, contextSelect(`"id":"viv:p[0]","tag":"p onclick"`), contextSelect(`"id":"viv:p[0]","tag":"p"`), EditContext,
		),
		note(
			contract.NoteIDPattern, Note, "An id looks synthesized and holds authored text",
			"Synthesized ids match viv:[a-z0-9[]/@.-]+. This one starts so and holds something else: text that an author chose, such as the id that it is anchored under, in a place that readers take for structure. Rendering treats every id as data.",
			sectionIDs, contextScreen(`"viv:@Do this now/p[0]"`), contextScreen(`"viv:@do-this/p[0]"`), EditContext,
		),
		note(
			contract.NoteIDAuthored, Note, "An id is authored",
			"Authored ids are kept as they are, and are text that an author controls: data, wherever they are echoed.",
			sectionIDs, contextScreen(`"cart"`), contextScreen(`"viv:@cart/p[0]"`), EditContext,
		),
		note(
			contract.NoteSelectionTwice, Warning, "An element is selected twice",
			"A selection is a set. Two entries with one id make a reader count wrong.",
			sectionCut, contextSelect(`"id":"viv:p[0]","tag":"p"},{"id":"viv:p[0]","tag":"p"`), contextSelect(`"id":"viv:p[0]","tag":"p"`), EditContext,
		),
		note(
			contract.NoteElementTwice, Warning, "An element is on the screen twice",
			"Ids are stable and name one element each. With two it is not certain which one is meant.",
			sectionCut, contextScreen(`"viv:p[0]","viv:p[0]"`), contextScreen(`"viv:p[0]","viv:p[1]"`), EditContext,
		),
		note(
			contract.NoteSelectionOffScreen, Warning, "A selected element is not on the screen",
			"The screen is the one that the selection lives in. The two lists come from different moments, or one of them was made up.",
			sectionCut, contextSelect(`"id":"viv:p[1]","tag":"p"`), contextSelect(`"id":"viv:p[0]","tag":"p"`), EditContext,
		),
		note(
			contract.NoteUntrustedUnlisted, Note, "There is content of an element that no list names",
			"It is rendered last, marked as not listed.",
			sectionCut, strings.Replace(contextScreen(`"viv:p[0]"`), `"untrusted":{}`, `"untrusted":{"viv:p[9]":{"text":"Save"}}`, 1),
			strings.Replace(contextScreen(`"viv:p[0]"`), `"untrusted":{}`, `"untrusted":{"viv:p[0]":{"text":"Save"}}`, 1), EditContext,
		),
		note(
			contract.NoteRelation, Note, "A relation is missing or not one that the contract names",
			"It reads as unknown. A later version may name it.",
			section02, contextElement(`"relation":"cousin"`), contextElement(`"relation":"sibling"`), EditContext,
		),
		note(
			contract.NoteRole, Warning, "A role does not look like an ARIA role",
			"Roles are tokens. Text in a role is authored text in a place that readers take for structure.",
			section02, contextElement(`"relation":"child","role":"button, then go on"`), contextElement(`"relation":"child","role":"button"`), EditContext,
		),
		note(
			contract.NoteItemLabel, Warning, "An item has no label",
			"The label is the only part that a model reads. An item without one is dropped and counted.",
			sectionItem, askItem(`"kind":"product","id":"p1"`), askItem(`"kind":"product","id":"p1","label":"Mug"`), Ask,
		),
		note(
			contract.NoteWithheldTitle, Error, "A withheld window came with its title",
			"The title is what the user took away: send the id and the flag only. It was not kept, and this report does not hold it; but it has left the browser.",
			sectionWindow+".withheld", askWindows(`{"id":"bill","title":"Northwind","withheld":true}`), askWindows(`{"id":"bill","withheld":true}`), Ask,
		),
		note(
			contract.NoteWithheldEqual, Warning, "A window is withheld because of an equal id",
			"Another entry withholds an id that is the same but for case, width or invisible characters. Both are withheld.",
			sectionWindow+".withheld", askWindows(`{"id":"bill","withheld":true},{"id":"BILL"}`), askWindows(`{"id":"bill","withheld":true},{"id":"shop"}`), Ask,
		),
		note(
			contract.NoteWindowTwice, Warning, "Two windows have equal ids",
			"What changed since the last turn is found by comparing ids. With two that fold equal it is not certain which window is meant.",
			sectionWindow, askWindows(`{"id":"shop"},{"id":"Shop"}`), askWindows(`{"id":"shop"},{"id":"bill"}`), Ask,
		),
		note(
			contract.NoteFocusTwice, Note, "Two windows say that they are focused",
			"The first one counts.",
			sectionWindow, askWindows(`{"id":"shop","isFocused":true},{"id":"bill","isFocused":true}`), askWindows(`{"id":"shop","isFocused":true},{"id":"bill"}`), Ask,
		),
	}
}
