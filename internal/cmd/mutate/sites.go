package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
)

// A site is one place that can be changed: what is written before and after the
// node, with which the original or the change runs.
type site struct {
	id            int
	op            string // operator
	at            string // file:line:column
	text          string // what changes
	fn            string // name of the function
	file          string
	start, end    int // offsets of the node
	before, after string
}

// walker collects sites.
type walker struct {
	p    *source
	file string
	fn   string
	out  []site
}

// sites returns every site, in order of place.
func (p *source) sites() []site {
	w := &walker{p: p}
	for _, file := range p.order {
		if data(file, p.files[file]) {
			continue
		}
		w.file = file
		for _, d := range p.files[file].Decls {
			f, ok := d.(*ast.FuncDecl)
			if ok && f.Body != nil && f.Name.Name != "String" {
				w.fn = f.Name.Name
				ast.Inspect(f.Body, w.visit)
			}
		}
	}
	return w.out
}

func (w *walker) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.ArrayType, *ast.FuncType:
		return false
	case *ast.CompositeLit:
		w.composite(n)
		return false
	case *ast.BlockStmt:
		w.statements(n.List)
	case *ast.CaseClause:
		w.statements(n.Body)
	case *ast.IfStmt:
		w.condition(n.Cond, true)
	case *ast.ForStmt:
		if n.Cond != nil {
			w.condition(n.Cond, false)
		}
	case *ast.BinaryExpr:
		w.binary(n)
	case *ast.BasicLit:
		w.constant(n)
	case *ast.ReturnStmt:
		w.results(n)
	}
	return true
}

// composite visits the values of a literal: its keys have to be constants.
func (w *walker) composite(n *ast.CompositeLit) {
	for _, e := range n.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			e = kv.Value
		}
		ast.Inspect(e, w.visit)
	}
}

// source returns the text of a node on one line, and false when it cannot be
// repeated there.
func (w *walker) source(n ast.Node) (string, bool) {
	start, end := w.offsets(n)
	s := string(w.p.text[w.file][start:end])
	if strings.Contains(s, "//") || strings.ContainsAny(s, "`") || strings.Contains(s, "{") && strings.Contains(s, "\n") {
		return "", false
	}
	return strings.Join(strings.Fields(strings.ReplaceAll(s, "\n", " ")), " "), true
}

func (w *walker) offsets(n ast.Node) (start, end int) {
	return w.p.fset.Position(n.Pos()).Offset, w.p.fset.Position(n.End()).Offset
}

func (w *walker) add(n ast.Node, op, text, before, after string) {
	start, end := w.offsets(n)
	pos := w.p.fset.Position(n.Pos())
	id := len(w.out) + 1
	w.out = append(w.out, site{
		id: id, op: op, text: text, fn: w.fn, file: w.file, start: start, end: end,
		at:     filepath.Base(pos.Filename) + ":" + strconv.Itoa(pos.Line) + ":" + strconv.Itoa(pos.Column),
		before: strings.ReplaceAll(before, "#", strconv.Itoa(id)), after: after,
	})
}

var swaps = map[token.Token][]token.Token{
	token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR},
	token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.ADD}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.SHL: {token.SHR}, token.SHR: {token.SHL}, token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.OR},
}

func (w *walker) binary(n *ast.BinaryExpr) {
	tv := w.p.info.Types[n]
	if tv.Value != nil {
		return // a constant
	}
	x, ok1 := w.source(n.X)
	y, ok2 := w.source(n.Y)
	if !ok1 || !ok2 {
		return
	}
	logical := false
	if b, ok := tv.Type.Underlying().(*types.Basic); ok {
		logical = b.Info()&types.IsBoolean != 0
		if b.Info()&types.IsString != 0 {
			return
		}
	}
	for i, op := range swaps[n.Op] {
		change := "(" + x + ") " + op.String() + " (" + y + ")"
		text := x + " " + n.Op.String() + " " + y + " becomes " + op.String()
		if !logical {
			w.add(n, "arithmetic", text, "mutSel["+w.typeName(tv.Type)+"](#, "+change+", ", ")")
			continue
		}
		name := "logical"
		switch {
		case n.Op == token.EQL || n.Op == token.NEQ || i == 1:
			name = "comparison"
		case n.Op != token.LAND && n.Op != token.LOR:
			name = "boundary"
		}
		w.add(n, name, text, "(mutOn(#) && ("+change+") || !mutOn(#) && (", "))")
	}
}

func (w *walker) condition(cond ast.Expr, always bool) {
	text, ok := w.source(cond)
	if !ok {
		return
	}
	if always {
		w.add(cond, "condition", text+" becomes true", "(mutOn(#) || (", "))")
	}
	w.add(cond, "condition", text+" becomes false", "(!mutOn(#) && (", "))")
}

func (w *walker) constant(n *ast.BasicLit) {
	tv := w.p.info.Types[n]
	if n.Kind != token.INT && n.Kind != token.CHAR || tv.Type == nil {
		return
	}
	b, ok := tv.Type.Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 || b.Info()&types.IsUntyped != 0 {
		return
	}
	t := w.typeName(tv.Type)
	w.add(n, "constant", n.Value+" becomes "+n.Value+"+1", "mutAdd["+t+"](#, ", ")")
}

func (w *walker) results(n *ast.ReturnStmt) {
	for _, e := range n.Results {
		tv := w.p.info.Types[e]
		text, ok := w.source(e)
		if _, tuple := tv.Type.(*types.Tuple); tuple || !ok && tv.Value != nil || tv.IsNil() || tv.Type == nil {
			continue
		}
		if !ok {
			text = "the result"
		}
		b, basic := tv.Type.Underlying().(*types.Basic)
		t := w.typeName(tv.Type)
		switch {
		case basic && b.Info()&types.IsBoolean != 0:
			w.add(e, "return", text+" negated", "(mutOn(#) != (", "))")
		case tv.Value != nil && (tv.Value.ExactString() == "0" || tv.Value.ExactString() == `""`):
			if b.Info()&types.IsNumeric != 0 {
				w.add(e, "return", text+" becomes 1", "mutAdd["+t+"](#, ", ")")
			}
		case isZeroLiteral(e):
		default:
			w.add(e, "return", text+" becomes zero", "mutZero["+t+"](#, ", ")")
		}
	}
}

func isZeroLiteral(e ast.Expr) bool {
	c, ok := e.(*ast.CompositeLit)
	return ok && len(c.Elts) == 0
}

func (w *walker) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt:
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.BranchStmt:
			if s.Tok != token.BREAK && s.Tok != token.CONTINUE {
				continue
			}
		default:
			continue
		}
		text, ok := w.source(s)
		if !ok {
			text = "a statement"
		}
		w.add(s, "statement", text+" left out", "if !mutOn(#) { ", " }")
	}
}

// typeName is how the type is written in the package.
func (w *walker) typeName(t types.Type) string {
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		t = types.Default(t)
	}
	return types.TypeString(t, func(p *types.Package) string {
		if p == w.p.pkg {
			return ""
		}
		return p.Name()
	})
}

// key names a change without its place, so that it outlives edits elsewhere.
func (s site) key() string {
	return filepath.Base(s.file) + " " + s.fn + ": " + s.op + ": " + s.text
}

func (s site) String() string { return fmt.Sprintf("%d %s %s", s.id, s.at, s.key()) }
