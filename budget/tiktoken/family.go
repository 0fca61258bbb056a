package tiktoken

// family is a published pattern and what follows from it.
type family struct {
	pattern string
	lines   bool // a run of white space is cut after its last CR or LF
	seams   bool // counts add at seams
}

// The patterns are those that tiktoken-go has. OpenAI's own file
// (tiktoken_ext/openai_public.py) has since given cl100k an alternative \s++$
// before the lines: white space at the end of a text is then one piece. The ids
// are the same, because no token of cl100k has white space after a line end.
var (
	o200k = family{
		pattern: `[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
			`|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?` +
			`|\p{N}{1,3}` +
			`| ?[^\s\p{L}\p{N}]+[\r\n/]*` +
			`|\s*[\r\n]+|\s+(?!\S)|\s+`,
		lines: true, seams: true,
	}
	cl100k = family{
		pattern: `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*` +
			`|\s*[\r\n]+|\s+(?!\S)|\s+`,
		lines: true, seams: true,
	}
	gpt2 = family{
		pattern: `'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`,
	}
)
