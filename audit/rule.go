package audit

import (
	"slices"
	"sync"

	"github.com/ringfence/ringfence"
	"github.com/ringfence/ringfence/contract"
)

// Rule documents one thing that an audit looks for.
type Rule struct {
	// ID is stable: family "/" name. The name of a contract or structure rule
	// is the code of the note or error behind it where there is one.
	ID       string
	Title    string
	Severity Severity
	// Why says what can go wrong and what to do about it.
	Why string
	// Bad is an input that breaks this rule and no other, Good the same input
	// mended. Kind is what both are checked as.
	Bad, Good string
	Kind      Kind
	Since     string // version of this module
	Section   string // of the contract or of SPEC.md
	// Code is the error or note code behind the rule, if there is one.
	Code ringfence.Code
	// Refuses is true for a rule whose breach leaves nothing to check: the
	// Checker returns an error with Code in place of findings.
	Refuses bool

	limits contract.Limits // for examples, where a default is too large to show
	// with, prompt, pins and model are what else the examples need.
	with, prompt, pins, model string
	window                    int
}

// Checker returns the checker that the examples of the rule are judged by. Its
// limits are lower than the defaults where a breach would be too long to print.
func (r Rule) Checker() Checker {
	c := Checker{Limits: r.limits, Model: r.model, Window: r.window}
	for to, from := range map[*[]byte]string{&c.With: r.with, &c.Prompt: r.prompt, &c.Pins: r.pins} {
		if from != "" {
			*to = []byte(from)
		}
	}
	return c
}

// Name is the id without its family.
func (r Rule) Name() string {
	for i := range r.ID {
		if r.ID[i] == '/' {
			return r.ID[i+1:]
		}
	}
	return r.ID
}

// since is the version that the rules so far came with.
const since = "0.1.0"

// registry holds all rules, in the order they are listed, and finds them.
type registry struct {
	list   []Rule
	byID   map[string]int
	byCode map[ringfence.Code]int
}

var rules = sync.OnceValue(func() *registry {
	reg := &registry{byID: map[string]int{}, byCode: map[ringfence.Code]int{}}
	reg.list = slices.Concat(refusals(), notes(), structure(), foreign(), characters(), structural(), advisory(), outward(), policies(), logs())
	for i := range reg.list {
		r := &reg.list[i]
		r.Since = since
		reg.byID[r.ID] = i
		if r.Code != "" {
			reg.byCode[r.Code] = i
		}
	}
	return reg
})

// Rules returns all rules, by family and in the order of their documentation.
func Rules() []Rule { return slices.Clone(rules().list) }

// RuleByID returns the rule with that id.
func RuleByID(id string) (Rule, bool) {
	i, ok := rules().byID[id]
	if !ok {
		return Rule{}, false
	}
	return rules().list[i], true
}

// RuleByCode returns the rule that stands for an error or note code.
func RuleByCode(code ringfence.Code) (Rule, bool) {
	i, ok := rules().byCode[code]
	if !ok {
		return Rule{}, false
	}
	return rules().list[i], true
}
