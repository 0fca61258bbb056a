package policy

// plugin judges plugin::command: names are compared whole, those that deny
// without case.
func (e *evaluation) plugin(t *opTable) bool {
	if t == nil || t.plugins == nil {
		if e.missing(t, "allow_plugins") {
			return true
		}
	}
	if t == nil {
		return false
	}
	for _, c := range [...]struct {
		key         string
		allow, deny *names
		what, not   string
		missing     string // key of the table that must be there where the payload names one
	}{
		{":plugin", t.plugins, t.denyPlugins, "the plugin is denied", "the plugin is not in allow_plugins", ""}, // missed above
		{":command", t.commands, t.denyCommands, "the command is denied", "the command is not in allow_commands", ""},
		{":request-schema-id", t.schemas, t.denySchemas, "the schema is denied", "the schema is not in allow_schema_ids", "allow_schema_ids"},
		{":response-schema-id", t.schemas, t.denySchemas, "the schema is denied", "the schema is not in allow_schema_ids", "allow_schema_ids"},
	} {
		name, ok := e.text(c.key)
		if !ok {
			continue
		}
		if p := c.deny.find(name); p != nil && e.deny(CodeDenied, p.origin, "/"+c.key, c.what) {
			return true
		}
		switch {
		case c.allow == nil && c.missing != "":
			if e.missing(t, c.missing) {
				return true
			}
		case c.allow != nil && c.allow.find(name) == nil:
			if e.deny(CodeDenied, c.allow.origin, "/"+c.key, c.not) {
				return true
			}
		}
	}
	return false
}
