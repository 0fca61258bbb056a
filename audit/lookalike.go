package audit

// delimiterNames are element names that prompts of other programs put around
// data, without hyphens and underscores. HTML has some of them too, which is
// why a match is a note.
var delimiterNames = map[string]bool{
	"assistant": true, "browserstate": true, "context": true, "content": true, "data": true, "document": true,
	"documents": true, "example": true, "file": true, "functionresults": true, "important": true, "input": true,
	"instructions": true, "page": true, "prompt": true, "query": true, "question": true, "result": true,
	"retrieveddocument": true, "searchresults": true, "source": true, "system": true, "systemprompt": true,
	"systemwarning": true, "tool": true, "toolresult": true, "toolresponse": true, "user": true, "userinput": true,
	"userquery": true,
}

// maxDelimiter is longer than any delimiter's name, in bytes.
const maxDelimiter = 64

// maxAttributes is how much stands between the name of a tag and its end, but for
// white space: what is longer is no tag but text behind a bracket.
const maxAttributes = 1 << 10
