package audit

// isDelimiter reports whether a name, in lower case and without hyphens and
// underscores, is one of the elements that prompts of other programs put around
// data. HTML has some of them too, which is why a match is a note.
func isDelimiter(name string) bool {
	switch name {
	case "assistant", "browserstate", "context", "content", "data", "document", "documents", "example", "file",
		"functionresults", "important", "input", "instructions", "page", "prompt", "query", "question", "result",
		"retrieveddocument", "searchresults", "source", "system", "systemprompt", "systemwarning", "tool", "toolresult",
		"toolresponse", "user", "userinput", "userquery":
		return true
	}
	return false
}

// maxDelimiter is longer than any delimiter's name, in bytes.
const maxDelimiter = 64

// maxAttributes is how much stands between the name of a tag and its end, but for
// white space: what is longer is no tag but text behind a bracket.
const maxAttributes = 1 << 10
