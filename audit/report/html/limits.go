package html

// What one page holds at most. A browser lays out some megabytes quickly and
// some hundreds of megabytes not at all; who has read this much of a report needs
// the file itself. What is left out is counted on the page.
const (
	// MaxText is how many bytes of prompt text are shown or measured line by line.
	MaxText = 1 << 20
	// MaxPieces is how many marked pieces of text there are: characters made
	// visible, escapes, marks of findings, and lengths of hidden text. It bounds
	// a text in which every other character has to be made visible.
	MaxPieces = 40_000
	// MaxRegions is how many blocks, and texts between them, are shown.
	MaxRegions = 2_000
	// MaxFindings is how many findings are listed.
	MaxFindings = 2_000
	// MaxUnchecked is how many files are listed that could not be checked.
	MaxUnchecked = 500
	// MaxDiffLines is how many lines of a comparison are shown, in all.
	MaxDiffLines = 1_000
	// MaxHiddenLines is how many lines of one hidden text are shown as lengths:
	// they tell its shape, and the count tells the rest.
	MaxHiddenLines = 40
	// maxName is the length in bytes of a name or a snippet, which are shown to be
	// recognised and not to be read whole.
	maxName, maxSnippet = 300, 2_000
	// maxNonces is how many different nonces are looked for everywhere in a text.
	// A conversation has one; each takes a pass over the text.
	maxNonces = 4
	// maxBarParts is how many parts the stacked bar has; the smallest are merged.
	maxBarParts = 60
	// maxTiles is how many tiles one kind has in the treemap.
	maxTiles = 40
)
