package audit

// What to do about JSON of no known shape.
const (
	shapeHint    = "known are edit contexts, ask bodies, prompts and requests, results and lists of tools; say --kind text to check it as it stands"
	responseHint = "an answer of a model has no shape of its own: say --kind response to check it as one"
)

// shapeHintOf says what a body of no known shape may be: the interfaces of models
// answer with choices, candidates or output.
func shapeHintOf(body []byte) string {
	hint := shapeHint
	for _, m := range outerMembers(body) {
		switch m.name {
		case "choices", "candidates", "output":
			if k := m.value.Kind(); k == '[' || k == '"' {
				hint = responseHint
			}
		}
	}
	return hint
}
