package fence

import "slices"

// Lang is a source language that a fence line can name. The list is closed: a
// language that comes from outside is looked up in it, and left out when it is
// not there. The zero value is none.
type Lang uint8

// langNames is sorted but for the empty first. A name is what people call the
// language in a Markdown code fence.
var langNames = [...]string{
	"", "astro", "c", "c#", "c++", "clojure", "css", "csv", "dart", "diff",
	"dockerfile", "elixir", "erlang", "go", "graphql", "haskell", "html",
	"java", "javascript", "js", "json", "jsx", "kotlin", "less", "lua",
	"markdown", "md", "mdx", "objective-c", "perl", "php", "python", "r",
	"ruby", "rust", "scala", "scss", "sh", "sql", "svelte", "svg", "swift",
	"text", "toml", "ts", "tsx", "typescript", "vue", "xml", "yaml", "zig",
}

// LangOf looks a language up by its exact lower-case name.
func LangOf(name string) (Lang, bool) {
	i, ok := slices.BinarySearch(langNames[1:], name)
	if !ok {
		return 0, false
	}
	return Lang(i + 1), true
}

// String returns the name that stands in a fence line; empty for none.
func (l Lang) String() string {
	if int(l) < len(langNames) {
		return langNames[l]
	}
	return ""
}
