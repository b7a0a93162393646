package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// mutant is one edit of one file.
type mutant struct {
	folder, file string
	fn           string // the function it is in
	line         int
	what         string
	start, end   int // the replaced bytes
	by           string
}

// mutantsOf finds all mutants of packages, given by their folders.
func mutantsOf(folders []string) ([]mutant, error) {
	var out []mutant
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil {
			return nil, err
		}
		before := len(out)
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			in, err := mutantsIn(file, text)
			if err != nil {
				return nil, err
			}
			out = append(out, in...)
		}
		if len(out) == before {
			return nil, fmt.Errorf("%s holds no Go code to mutate", folder)
		}
	}
	return out, nil
}

// mutantsIn finds the mutants of a file.
func mutantsIn(file string, text []byte) ([]mutant, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	f := &finder{set: set, text: text, file: file}
	for _, d := range parsed.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && fn.Name.Name != "String" {
			f.fn = fn.Name.Name
			ast.Inspect(fn.Body, f.visit)
		}
	}
	return f.found, nil
}

type finder struct {
	set   *token.FileSet
	text  []byte
	file  string
	fn    string // the function being visited
	found []mutant
}

func (f *finder) at(p token.Pos) int { return f.set.Position(p).Offset }

func (f *finder) source(n ast.Node) string { return string(f.text[f.at(n.Pos()):f.at(n.End())]) }

// add records that other text replaces the text from one position to another.
func (f *finder) add(what string, from, to token.Pos, by string) {
	f.found = append(f.found, mutant{
		folder: filepath.Dir(f.file), file: f.file, fn: f.fn, line: f.set.Position(from).Line,
		what: what, start: f.at(from), end: f.at(to), by: by,
	})
}

func (f *finder) replace(what string, n ast.Node, by string) { f.add(what, n.Pos(), n.End(), by) }

// exchanged maps operators to their replacements.
var exchanged = map[token.Token]struct{ what, by string }{
	token.LSS:  {"off by one", "<="},
	token.LEQ:  {"off by one", "<"},
	token.GTR:  {"off by one", ">="},
	token.GEQ:  {"off by one", ">"},
	token.EQL:  {"comparison turned", "!="},
	token.NEQ:  {"comparison turned", "=="},
	token.LAND: {"and for or", "||"},
	token.LOR:  {"or for and", "&&"},
	token.ADD:  {"plus for minus", "-"},
	token.SUB:  {"minus for plus", "+"},
}

// ordered holds operators whose operands do not commute.
var ordered = map[token.Token]bool{token.SUB: true, token.QUO: true, token.REM: true, token.LSS: true, token.GTR: true, token.LEQ: true, token.GEQ: true}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.IfStmt:
		f.replace("condition negated", n.Cond, "!("+f.source(n.Cond)+")")
		if leaves(n.Body) && n.Else == nil {
			f.replace("check left out", n.Cond, "false && ("+f.source(n.Cond)+")")
		}
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN {
			f.drop(n)
		}
	case *ast.ExprStmt:
		if _, call := n.X.(*ast.CallExpr); call {
			f.drop(n)
		}
	case *ast.BinaryExpr:
		f.binary(n)
	case *ast.BasicLit:
		if n.Kind == token.INT && len(n.Value) < 4 {
			if v, err := strconv.Atoi(n.Value); err == nil {
				f.replace("off by one", n, strconv.Itoa(v+1))
			}
		}
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			if id, ok := r.(*ast.Ident); ok && (id.Name == "true" || id.Name == "false") {
				f.replace("result turned", r, strconv.FormatBool(id.Name == "false"))
			}
		}
	case *ast.BranchStmt:
		if n.Label == nil && n.Tok == token.CONTINUE {
			f.replace("loop left", n, "break")
		}
	}
	return true
}

// drop removes a statement, but keeps what it mentions in use.
func (f *finder) drop(s ast.Stmt) {
	if strings.Contains(f.source(s), "panic(") {
		return
	}
	f.replace("statement dropped", s, "if false { "+f.source(s)+" }")
}

func (f *finder) binary(n *ast.BinaryExpr) {
	if e, ok := exchanged[n.Op]; ok && !isText(n.X) && !isText(n.Y) {
		f.add(e.what, n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), e.by)
	}
	if ordered[n.Op] {
		f.replace("operands exchanged", n, f.source(n.Y)+" "+n.Op.String()+" "+f.source(n.X))
	}
}

// isText reports whether an expression is a string literal.
func isText(e ast.Expr) bool {
	l, ok := e.(*ast.BasicLit)
	return ok && l.Kind == token.STRING
}

// leaves reports whether a body only leaves.
func leaves(b *ast.BlockStmt) bool {
	if len(b.List) != 1 {
		return false
	}
	switch b.List[0].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt:
		return true
	}
	return false
}

// changed returns the file with the edit.
func (m mutant) changed(text []byte) []byte {
	out := append([]byte{}, text[:m.start]...)
	out = append(out, m.by...)
	return append(out, text[m.end:]...)
}

// String returns the position and kind of the edit.
func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s", m.file, m.line, m.what) }
