package audit

// ContextWindow returns the context window of a model in tokens, as [Checker] with
// that Model holds prompts against it. It returns false where the model or its
// window is not known.
func ContextWindow(model string) (tokens int, ok bool) {
	tokens, _, err := Checker{Model: model}.window()
	return tokens, err == nil
}
