package contract

// ParseEditContext decodes an edit context under the default [Limits].
func ParseEditContext(body []byte) (*EditContext, error) { return Limits{}.ParseEditContext(body) }

// ParseAsk decodes an ask body under the default [Limits].
func ParseAsk(body []byte) (*Ask, error) { return Limits{}.ParseAsk(body) }

// ParseStored reads what [UI.Stored] wrote, under the default [Limits].
func ParseStored(b, secret []byte) (*UI, error) { return Limits{}.ParseStored(b, secret) }
