package cli

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pelletier/go-toml/v2"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/audit/report"
)

// CodeConfig: the file that --config names is no configuration.
const CodeConfig ringfence.Code = "config"

// maxConfig is more than every rule and a thousand globs take.
const maxConfig = 1 << 20

// config is a configuration file. It is read only where a flag names it: a file
// in an audited folder may come from whoever is audited.
type config struct {
	Kind   string            `toml:"kind"`
	FailOn string            `toml:"fail-on"`
	Model  string            `toml:"model"`
	Limits configLimits      `toml:"limits"`
	Rules  map[string]string `toml:"rules"` // id, or family/*, to severity or off
	Kinds  []configKind      `toml:"kinds"` // the first that fits counts

	effect map[string]effectOf
}

type configLimits struct {
	Bytes int `toml:"bytes"`
	Depth int `toml:"depth"`
}

type configKind struct {
	Files []string `toml:"files"` // globs
	Kind  string   `toml:"kind"`
	Field []string `toml:"field"` // pointers, as --field takes them

	kind   audit.Kind
	fields *promptdoc.Fields
}

// effectOf is what a configuration makes of a rule.
type effectOf struct {
	severity audit.Severity
	off      bool
}

// off is the severity of a rule that is left out.
const off = "off"

// readConfig reads a configuration; an empty name gives an empty one. Whatever
// is not understood is an error, since a rule that was meant to be an error must
// not be a note because of a slip of the hand.
func readConfig(inv *invocation, name string) (*config, error) {
	c := new(config)
	if name == "" {
		return c, nil
	}
	body, err := inv.read(name, maxConfig)
	if err != nil {
		return nil, nameFile(name, err)
	}
	dec := toml.NewDecoder(bytes.NewReader(body)).DisallowUnknownFields()
	if err := dec.Decode(c); err != nil {
		return nil, nameFile(name, tomlError(err))
	}
	if err := c.judge(); err != nil {
		return nil, nameFile(name, err)
	}
	return c, nil
}

// tomlError keeps the place of an error and the name of what is unknown.
func tomlError(err error) error {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) && len(unknown.Errors) > 0 {
		e := unknown.Errors[0]
		line, _ := e.Position()
		return configError(quote(strings.Join(e.Key(), "."))+" in line "+number(line)+" is not known",
			"there are kind, fail-on, model, limits.bytes, limits.depth, rules and kinds")
	}
	var syntax *toml.DecodeError
	if errors.As(err, &syntax) {
		line, column := syntax.Position()
		return configError("line "+number(line)+", column "+number(column)+" is not TOML of the right type", "")
	}
	return configError("the file is not TOML", "")
}

func configError(message, hint string) error {
	return &ringfence.Error{Code: CodeConfig, Message: message, Hint: hint, Offset: ringfence.NoOffset}
}

// judge checks every value.
func (c *config) judge() error {
	switch {
	case c.Kind != "" && !slices.Contains(audit.Kinds(), c.Kind):
		return configError("kind "+quote(c.Kind)+" is not known", "there are "+strings.Join(audit.Kinds(), ", "))
	case c.FailOn != "" && !slices.Contains(failNames, c.FailOn):
		return configError("fail-on "+quote(c.FailOn)+" is not known", "there are "+strings.Join(failNames, ", "))
	case c.Limits.Bytes < 0 || c.Limits.Bytes > maxFile || c.Limits.Depth < 0:
		return configError("a limit is out of its range", "limits.bytes is 1 to 1073741824")
	}
	for i := range c.Kinds {
		k := &c.Kinds[i]
		var ok bool
		if k.kind, ok = audit.ParseKind(k.Kind); !ok || len(k.Files) == 0 {
			return configError("an entry of kinds has no files or no known kind", "write files = [\"prompts/**\"] and kind = \"prompt\"")
		}
		for _, glob := range k.Files {
			if !doublestar.ValidatePattern(glob) {
				return configError("the glob "+quote(glob)+" is none", "")
			}
		}
		var e *ringfence.Error
		if k.fields, e = parseFields(k.Field); e != nil {
			return configError("field "+e.Message, e.Hint)
		}
	}
	return c.judgeRules()
}

// judgeRules works out what becomes of each rule: an entry for the rule beats
// one for its family.
func (c *config) judgeRules() error {
	c.effect = make(map[string]effectOf)
	used := make(map[string]bool)
	for _, r := range audit.Rules() {
		family := strings.TrimSuffix(r.ID, r.Name()) + "*"
		for _, key := range []string{family, r.ID} {
			value, ok := c.Rules[key]
			if !ok {
				continue
			}
			used[key] = true
			severity, known := audit.ParseSeverity(value)
			switch {
			case !known && value != off:
				return configError("the severity "+quote(value)+" of rules."+quote(key)+" is not known", "there are error, warning, note and off")
			case r.Refuses && key == r.ID:
				return configError(r.ID+" cannot be changed", "a file that breaks it cannot be checked")
			case !r.Refuses:
				c.effect[r.ID] = effectOf{severity, value == off}
			}
		}
	}
	for key := range c.Rules {
		if !used[key] {
			return configError("there is no rule "+quote(key), "promptcheck rules lists the rules; family/* stands for all of a family")
		}
	}
	return nil
}

// header says in a report which rules were changed.
func (c *config) header(h *report.Header) {
	if len(c.effect) == 0 {
		return
	}
	h.Rules = audit.Rules()
	for i := range h.Rules {
		e, ok := c.effect[h.Rules[i].ID]
		switch {
		case !ok:
		case e.off:
			h.Off = append(h.Off, h.Rules[i].ID)
		default:
			h.Rules[i].Severity = e.severity
		}
	}
	slices.Sort(h.Off)
}

// apply sets severities and leaves out what is off, in place.
func (c *config) apply(found []audit.Finding) []audit.Finding {
	if len(c.effect) == 0 {
		return found
	}
	kept := found[:0]
	for _, f := range found {
		e, ok := c.effect[f.Rule]
		if ok && e.off {
			continue
		}
		if ok {
			f.Severity = e.severity
		}
		kept = append(kept, f)
	}
	return kept
}

// entryOf returns the entry of kinds with the first glob that a name fits; nil
// for none.
func (c *config) entryOf(name string) *configKind {
	for i := range c.Kinds {
		for _, glob := range c.Kinds[i].Files {
			if ok, _ := doublestar.Match(glob, name); ok { // globs were judged before
				return &c.Kinds[i]
			}
		}
	}
	return nil
}
