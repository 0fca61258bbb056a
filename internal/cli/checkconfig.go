package cli

import (
	"bytes"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pelletier/go-toml/v2"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/audit"
	"github.com/ringfence/ringfence/audit/promptdoc"
	"github.com/ringfence/ringfence/audit/report"
	"github.com/ringfence/ringfence/contract"
)

// CodeConfig: the file that --config names is no configuration.
const CodeConfig ringfence.Code = "config"

// maxConfig is more than every rule and a thousand globs take.
const maxConfig = 1 << 20

// config is a configuration file. It is read only where a flag names it: a file
// in an audited folder may come from whoever is audited.
type config struct {
	Kind    string            `toml:"kind"`
	FailOn  string            `toml:"fail-on"`
	Model   string            `toml:"model"`
	Exclude []string          `toml:"exclude"` // globs, as --exclude takes them
	Limits  configLimits      `toml:"limits"`
	Rules   map[string]string `toml:"rules"` // id, or family/*, to severity or off
	Kinds   []configKind      `toml:"kinds"` // the first that fits counts

	effect  map[string]effectOf
	exclude exclusion
	places  configPlaces
	sum     string // SHA-256 of the file; "" without one
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
		return nil, nameFile(name, tomlError(body, err))
	}
	c.places, c.sum = placesOf(body), sumOf(body)
	if err := c.judge(); err != nil {
		return nil, nameFile(name, err)
	}
	return c, nil
}

// judge checks every value that is there: an empty one is a slip, too.
func (c *config) judge() error {
	at, has := c.places.at, c.places.has
	switch {
	case has("kind") && !slices.Contains(audit.Kinds(), c.Kind):
		return unknownWord(at("kind", ""), "", c.Kind, audit.Kinds())
	case has("fail-on") && !slices.Contains(failNames, c.FailOn):
		return unknownWord(at("fail-on", ""), "", c.FailOn, failNames)
	case has("model") && c.Model == "":
		return configError(at("model", "")+"there is no name", "name a model, such as gpt-4o, or leave model out")
	case has("limits.bytes") && (c.Limits.Bytes < 1 || c.Limits.Bytes > maxFile):
		return outOfRange(at("limits.bytes", ""), c.Limits.Bytes, maxFile)
	case has("limits.depth") && (c.Limits.Depth < 1 || c.Limits.Depth > contract.MaxDepth):
		return outOfRange(at("limits.depth", ""), c.Limits.Depth, contract.MaxDepth)
	}
	var e *ringfence.Error
	if c.exclude, e = newExclusion(c.Exclude); e != nil {
		return configError(at("exclude", "")+e.Message, e.Hint)
	}
	for i := range c.Kinds {
		if err := c.judgeKind(&c.Kinds[i], kindsKey+"["+strconv.Itoa(i)+"]"); err != nil {
			return err
		}
	}
	return c.judgeRules()
}

// judgeKind checks an entry of kinds. Strings that fields select are text unless
// it says what they are, as with --field.
func (c *config) judgeKind(k *configKind, path string) error {
	at := func(key string) string { return c.places.at(path, key) }
	if len(k.Files) == 0 {
		return configError(at("files")+"there are no files", "write globs, such as files = [\"prompts/**\"]")
	}
	for _, glob := range k.Files {
		if !doublestar.ValidatePattern(glob) {
			return configError(at("files")+"the glob "+quote(glob)+" is none", "")
		}
	}
	var e *ringfence.Error
	if k.fields, e = parseFields(k.Field); e != nil {
		return configError(at("field")+"field "+e.Message, e.Hint)
	}
	var ok bool
	switch k.kind, ok = audit.ParseKind(k.Kind); {
	case ok:
	case c.places.has(path + ".kind"):
		return unknownWord(at("kind"), "kind", k.Kind, audit.Kinds())
	case k.fields == nil:
		return configError(at("kind")+"there is no kind", "write what the files are, such as kind = \"prompt\"")
	default:
		k.kind = audit.Text
	}
	return nil
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
				return unknownWord("", "rules."+quote(key)+c.places.of("rules."+key)+": the severity", value, []string{"error", "warning", "note", off})
			case r.Refuses && key == r.ID:
				return configError("rules."+quote(key)+c.places.of("rules."+key)+": the rule cannot be changed", "a file that breaks it cannot be checked")
			case !r.Refuses:
				c.effect[r.ID] = effectOf{severity, value == off}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.Rules)) {
		if !used[key] {
			return configError("there is no rule "+quote(key)+c.places.of("rules."+key), unknownRuleHint(key))
		}
	}
	return nil
}

// unknownRuleHint says which rule may have been meant.
func unknownRuleHint(key string) string {
	var ids []string
	for _, r := range audit.Rules() {
		ids = append(ids, r.ID)
	}
	hint := "promptcheck rules lists the rules; family/* stands for all of a family"
	if near := nearest(key, ids); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return hint
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
