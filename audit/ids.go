package audit

// Ids of the rules that are not codes of package contract.
const (
	idUnterminated  = "structure/unterminated"
	idForged        = "structure/forged"
	idFenceLine     = "structure/fence-line"
	idDuplicateEnd  = "structure/duplicate-end"
	idNested        = "structure/nested"
	idForeignNonce  = "structure/foreign-nonce"
	idOrdinal       = "structure/ordinal"
	idEscape        = "structure/escape"
	idStyle         = "structure/style"
	idNotCanonical  = "structure/not-canonical"
	idDataOutside   = "structure/data-outside-block"
	idBlockInSystem = "structure/block-in-system"
	idMismatch      = "structure/blocks-mismatch"
	idUnread        = "structure/not-text"

	idForeignDuplicateEnd = "structure/foreign-fence-duplicate-end"
	idForeignUnclosed     = "structure/foreign-fence-unclosed"

	idBidi         = "chars/bidi-control"
	idTags         = "chars/unicode-tags"
	idControl      = "chars/control"
	idInvisible    = "chars/invisible"
	idInvisibleRun = "chars/invisible-run"
	idUnusual      = "chars/unusual"
	idHomoglyph    = "chars/homoglyph"

	idLookalike    = "fence/delimiter-lookalike"
	idControlToken = "tokens/control-token" // not a credential
	idRoleMarker   = "tokens/role-marker"   // nor this
	idPhrase       = "phrase/instruction-like"
	idSuppression  = "phrase/suppression"

	idLogFault      = "log/fault"
	idLogUnfinished = "log/unfinished"
	idLogNote       = "log/unchained"
)
