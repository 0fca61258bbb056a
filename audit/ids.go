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
	idForeignCrossing     = "structure/foreign-fence-crossing"
	idForeignCode         = "structure/foreign-code-fence"
	idAfterData           = "structure/instruction-after-data"
	idRoleForged          = "structure/role-forged"

	idBidi         = "chars/bidi-control"
	idTags         = "chars/unicode-tags"
	idControl      = "chars/control"
	idInvisible    = "chars/invisible"
	idInvisibleRun = "chars/invisible-run"
	idUnusual      = "chars/unusual"
	idHomoglyph    = "chars/homoglyph"
	idMixed        = "chars/homoglyph-words"
	idSplit        = "chars/split-word"
	idSeparator    = "chars/separator"
	idMarked       = "chars/marked-letters"

	idLookalike    = "fence/delimiter-lookalike"
	idBreakout     = "fence/breakout"
	idCodeFence    = "fence/code-fence"
	idControlToken = "tokens/control-token" // not a credential
	idTemplate     = "tokens/chat-template" // nor this
	idRoleMarker   = "tokens/role-marker"   // nor this
	idPhrase       = "phrase/instruction-like"
	idSuppression  = "phrase/suppression"

	idRemoteImage   = "carrier/remote-image"
	idTemplatedLink = "carrier/templated-link"
	idTerminal      = "carrier/terminal-sequence"
	idTerminalLink  = "carrier/terminal-link"

	idEncoded     = "encoded/carries"
	idEncodedText = "encoded/text"
	idEncodedChar = "encoded/characters"

	idBomb     = "resource/repetition"
	idUnbroken = "resource/unbroken"
	idBudget   = "budget/over-limit"
	idEstimate = "budget/estimate"

	idLeaked   = "withhold/leaked"
	idPossible = "withhold/possible"
	idTooShort = "withhold/too-short"

	idDisclosed   = "response/instruction-disclosed"
	idDataInURL   = "response/data-in-url"
	idDataInArgs  = "response/data-in-arguments"
	idAnswerNonce = "response/nonce"
	idAnswerImage = "response/remote-image"
	idToolName    = "tools/name"
	idToolTwice   = "tools/duplicate-name"
	idToolChanged = "tools/pin-changed"
	idToolNew     = "tools/pin-new"
	idToolMissing = "tools/pin-missing"
	idToolBeside  = "tools/pin-beside"

	idPolicyFirst = "policy/never-matches"

	idLogFault      = "log/fault"
	idLogUnfinished = "log/unfinished"
	idLogNote       = "log/unchained"
)
