package audit

// Validate reports whether what the checker was given can be used: a model that
// is known, and a payload, prompt and pins that can be read. The error is a
// *[ringfence.Error]. Check reports the same errors for the bodies they concern.
func (c Checker) Validate() error {
	if c.Model != "" {
		if _, _, err := c.window(); err != nil {
			return err
		}
	}
	if c.With != nil {
		if _, err := c.secrets(); err != nil {
			return err
		}
	}
	if c.Prompt != nil {
		if _, err := readPrompt(c.Prompt, c.Limits); err != nil {
			return err
		}
	}
	if c.Pins != nil {
		if _, err := readPins(c.Pins, c.Limits); err != nil {
			return err
		}
	}
	return nil
}
