package contract

import "github.com/ringfence/ringfence"

// Codes of errors. With each stands what the input looked like.
const (
	// CodeLimit: a field of Limits is negative or impossible.
	CodeLimit ringfence.Code = "limit-invalid"
	// CodeSize: the body is longer than Limits.Bytes.
	CodeSize ringfence.Code = "body-too-large"
	// CodeTruncated: the body ends inside a value, or is empty.
	CodeTruncated ringfence.Code = "json-truncated"
	// CodeSyntax: the body is not JSON at Offset.
	CodeSyntax ringfence.Code = "json-syntax"
	// CodeTrailing: something follows the value.
	CodeTrailing ringfence.Code = "json-trailing"
	// CodeDepth: nesting is deeper than Limits.Depth.
	CodeDepth ringfence.Code = "json-depth"
	// CodeDuplicate: an object has one name twice; Offset is the second.
	CodeDuplicate ringfence.Code = "duplicate-key"
	// CodeDuplicateReplaced: two names of an object differ only in bytes or
	// surrogates that both read as U+FFFD.
	CodeDuplicateReplaced ringfence.Code = "duplicate-key-replaced"
	// CodeVersion: editContextVersion is missing or not one of ours.
	CodeVersion ringfence.Code = "version-unsupported"
	// CodeShape: an object that is no ask body or no stored state.
	CodeShape ringfence.Code = "shape-unknown"
	// CodeMissing: a required member is missing or empty.
	CodeMissing ringfence.Code = "field-missing"
	// CodeType: a member has a type that the contract does not allow.
	CodeType ringfence.Code = "field-type"
	// CodeValue: a member is not one of a closed set of values.
	CodeValue ringfence.Code = "field-value"
	// CodeConflict: a window has an id and a key, and they differ.
	CodeConflict ringfence.Code = "field-conflict"
	// CodeCase: a window entry has a name that only looks like a known one.
	CodeCase ringfence.Code = "field-case"
	// CodeList: a list is longer than its limit.
	CodeList ringfence.Code = "list-too-long"
	// CodeString: a string is longer than its limit.
	CodeString ringfence.Code = "string-too-long"
	// CodeSecret: the secret is shorter than MinSecret bytes, or not the one that
	// a state came with.
	CodeSecret ringfence.Code = "secret-invalid"
	// CodeStoredVersion: a stored state of a version that is not ours.
	CodeStoredVersion ringfence.Code = "stored-version"
	// CodeTampered: a stored state that this secret did not sign.
	CodeTampered ringfence.Code = "stored-tampered"
)

// Codes of notes.
const (
	// NoteBOM: the body starts with a UTF-8 byte order mark.
	NoteBOM ringfence.Code = "byte-order-mark"
	// NoteUTF8: bytes that are not UTF-8 were read as U+FFFD, one each.
	NoteUTF8 ringfence.Code = "invalid-utf8"
	// NoteSurrogate: half a surrogate pair was read as U+FFFD, as a producer
	// leaves behind that cuts in UTF-16 units.
	NoteSurrogate ringfence.Code = "lone-surrogate"
	// NoteUnknown: members that no contract names were ignored.
	NoteUnknown ringfence.Code = "unknown-field"
	// NoteCase: an ignored member looks like a known one.
	NoteCase ringfence.Code = "unknown-field-case"
	// NoteNull: null stands where a member should have been left out.
	NoteNull ringfence.Code = "null-field"
	// NoteTextLong: a text is longer than the producer's cut leaves.
	NoteTextLong ringfence.Code = "text-long"
	// NoteAttributeLong: the same of an attribute value.
	NoteAttributeLong ringfence.Code = "attribute-long"
	// NoteNameLong: the same of an accessible name.
	NoteNameLong ringfence.Code = "name-long"
	// NoteTagCase: a tag is not lower case.
	NoteTagCase ringfence.Code = "tag-case"
	// NoteTagName: a tag cannot be an element name.
	NoteTagName ringfence.Code = "tag-name"
	// NoteIDPattern: an id starts like a synthesized one and does not match the
	// pattern: it holds author-controlled text.
	NoteIDPattern ringfence.Code = "id-pattern"
	// NoteIDAuthored: an id is authored, so author-controlled.
	NoteIDAuthored ringfence.Code = "id-authored"
	// NoteSelectionTwice: an id is selected twice.
	NoteSelectionTwice ringfence.Code = "selection-duplicate"
	// NoteElementTwice: an id is on the screen twice.
	NoteElementTwice ringfence.Code = "element-duplicate"
	// NoteSelectionOffScreen: a selected id is not on the screen.
	NoteSelectionOffScreen ringfence.Code = "selection-off-screen"
	// NoteUntrustedUnlisted: content of an id that is neither selected nor on
	// the screen.
	NoteUntrustedUnlisted ringfence.Code = "untrusted-unlisted"
	// NoteRelation: a relation is missing or not one that the contract names.
	NoteRelation ringfence.Code = "relation-unknown"
	// NoteRole: a role does not look like an ARIA role token.
	NoteRole ringfence.Code = "role-token"
	// NoteItemLabel: an item has no label and will not be rendered.
	NoteItemLabel ringfence.Code = "item-without-label"
	// NoteWithheldTitle: a withheld window came with its title, against the
	// contract. The title was not kept.
	NoteWithheldTitle ringfence.Code = "withheld-with-title"
	// NoteWithheldEqual: a window is withheld because another entry withholds
	// an id that folds equal.
	NoteWithheldEqual ringfence.Code = "withheld-by-equal-id"
	// NoteWindowTwice: two shown windows have ids that fold equal.
	NoteWindowTwice ringfence.Code = "window-duplicate"
	// NoteFocusTwice: more than one shown window says that it is focused.
	NoteFocusTwice ringfence.Code = "focus-duplicate"
)

// ErrVersion matches, through errors.Is, every error for an edit context whose
// editContextVersion is missing or not supported (edit context §2).
var ErrVersion error = &ringfence.Error{
	Code:    CodeVersion,
	Message: "editContextVersion is not supported",
	Offset:  ringfence.NoOffset,
	Hint:    versionHint,
}

const versionHint = "this reads edit contexts 0.1 and 0.2"
