package audit

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ringfence/ringfence"
)

// Every rule's bad example breaks that rule and no other, and its good example
// breaks none.
func TestRuleExamples(t *testing.T) {
	for _, r := range Rules() {
		t.Run(r.ID, func(t *testing.T) {
			got, err := r.Checker().Check(r.Kind, "bad", []byte(r.Bad))
			if r.Refuses {
				var e *ringfence.Error
				if !errors.As(err, &e) || e.Code != r.Code {
					t.Fatalf("bad example: error %v, want code %s", err, r.Code)
				}
			} else {
				if err != nil {
					t.Fatalf("bad example: %v", err)
				}
				if len(got) == 0 {
					t.Fatal("bad example: no finding")
				}
				for _, f := range got {
					if f.Rule != r.ID || f.Severity != r.Severity {
						t.Errorf("bad example: finding %+v", f)
					}
				}
			}
			got, err = r.Checker().Check(r.Kind, "good", []byte(r.Good))
			if err != nil || len(got) > 0 {
				t.Errorf("good example: %v %+v", err, got)
			}
			if r.Good == r.Bad {
				t.Error("the examples are equal")
			}
		})
	}
}

// Auto finds the kind of every example by itself, apart from refusals that
// leave nothing to tell a kind by.
func TestRuleExamplesAuto(t *testing.T) {
	for _, r := range Rules() {
		want, err := r.Checker().Check(r.Kind, "good", []byte(r.Good))
		if err != nil {
			t.Fatal(err)
		}
		if r.Kind == Text || r.Kind == Response || r.Kind == Policy {
			continue // no shape is ever taken for these, but a policy that is named so
		}
		got, err := r.Checker().Check(Auto, "good", []byte(r.Good))
		if err != nil || len(got) != len(want) {
			t.Errorf("%s: auto: %v %v", r.ID, got, err)
		}
	}
}

func TestRuleDocumentation(t *testing.T) {
	id := regexp.MustCompile(`^(contract|structure|chars|fence|tokens|carrier|encoded|resource|budget|withhold|response|tools|policy|phrase|log)/[a-z0-9]+(-[a-z0-9]+)*$`)
	ids, codes := map[string]bool{}, map[ringfence.Code]bool{}
	for _, r := range Rules() {
		if !id.MatchString(r.ID) || ids[r.ID] {
			t.Errorf("id %q is malformed or given twice", r.ID)
		}
		if r.Code != "" && codes[r.Code] {
			t.Errorf("%s: code %s belongs to two rules", r.ID, r.Code)
		}
		ids[r.ID], codes[r.Code] = true, true
		if len(r.Title) < 10 || len(r.Why) < 15 || r.Section == "" || r.Since == "" || !strings.HasSuffix(r.Why, ".") {
			t.Errorf("%s is not documented: %+v", r.ID, r)
		}
		if got, ok := RuleByID(r.ID); !ok || got.Title != r.Title {
			t.Errorf("%s is not found by its id", r.ID)
		}
		if got, ok := RuleByCode(r.Code); r.Code != "" && (!ok || got.ID != r.ID) {
			t.Errorf("%s is not found by its code", r.ID)
		}
		if r.Name() != r.ID[strings.Index(r.ID, "/")+1:] {
			t.Errorf("%s has the name %q", r.ID, r.Name())
		}
	}
	if _, ok := RuleByID("contract/nothing"); ok {
		t.Error("an id that is none was found")
	}
	if _, ok := RuleByCode(""); ok {
		t.Error("the empty code was found")
	}
}

// outsideChecks are codes of package contract that no check can return: they
// are about stored states and about limits that a program sets.
var outsideChecks = map[string]bool{
	"limit-invalid": true, "secret-invalid": true, "stored-version": true, "stored-tampered": true,
}

// Every code that package contract declares has a rule, and so has every code
// that scanning can find.
func TestEveryCodeHasARule(t *testing.T) {
	for _, code := range declaredCodes(t, "../contract") {
		_, ok := RuleByCode(ringfence.Code(code))
		if ok == outsideChecks[code] {
			t.Errorf("contract code %s: has a rule: %v", code, ok)
		}
		if r, ok := RuleByID(contractFamily + code); ok && string(r.Code) != code {
			t.Errorf("rule %s stands for %s", r.ID, r.Code)
		}
	}
	edits := map[string]bool{"nonce-invalid": true, "find-absent": true, "find-ambiguous": true, "replace-escape": true, "replace-character": true, "token-invalid": true}
	for _, code := range declaredCodes(t, "../fence") {
		if _, ok := RuleByCode(ringfence.Code(code)); ok == edits[code] {
			t.Errorf("fence code %s: has a rule: %v", code, ok)
		}
	}
}

// declaredCodes returns the values of the ringfence.Code constants of a folder.
func declaredCodes(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok || len(v.Values) != 1 {
				return true
			}
			typ, isCode := v.Type.(*ast.SelectorExpr)
			lit, isLit := v.Values[0].(*ast.BasicLit)
			if isCode && isLit && typ.Sel.Name == "Code" {
				if s, err := strconv.Unquote(lit.Value); err == nil {
					out = append(out, s)
				}
			}
			return true
		})
	}
	if len(out) < 5 {
		t.Fatalf("found only %d codes in %s", len(out), dir)
	}
	return out
}
