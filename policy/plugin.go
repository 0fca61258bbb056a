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
	}{
		{":plugin", t.plugins, t.denyPlugins, "the plugin is denied", "the plugin is not in allow_plugins"},
		{":command", t.commands, t.denyCommands, "the command is denied", "the command is not in allow_commands"},
		{":request-schema-id", t.schemas, t.denySchemas, "the schema is denied", "the schema is not in allow_schema_ids"},
		{":response-schema-id", t.schemas, t.denySchemas, "the schema is denied", "the schema is not in allow_schema_ids"},
	} {
		name, ok := e.text(c.key)
		if !ok {
			continue
		}
		if p := c.deny.find(name); p != nil && e.deny(CodeDenied, p.origin, "/"+c.key, c.what) {
			return true
		}
		if c.allow == nil {
			// Only allow_commands may be left out; allow_plugins was missed above.
			if c.allow == t.schemas && c.key != ":plugin" && c.key != ":command" && e.missing(t, "allow_schema_ids") {
				return true
			}
			continue
		}
		if c.allow.find(name) == nil && e.deny(CodeDenied, c.allow.origin, "/"+c.key, c.not) {
			return true
		}
	}
	return false
}
