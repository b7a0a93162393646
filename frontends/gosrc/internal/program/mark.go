package program

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Mark is a marked expression: a call of Run, Try, Keep or Loop with a function literal.
type Mark struct {
	Name string // of the function of package accelerate
	Call *ast.CallExpr
	Pkg  *packages.Package
	File *ast.File
	Func ast.Expr // what it is given: a *ast.FuncLit if it is well-formed
	// Within is the function declaration around the mark; nil outside of functions.
	Within *ast.FuncDecl
	// Instance are the types that the parameters of Params, those of a generic function around the
	// mark, stand for; Params is nil elsewhere.
	Instance Instance
	Params   *types.TypeParamList
	Captures []*Capture
	byKey    map[string]*Capture
	program  *Program
}

// Scope is that of the marked expression.
func (m *Mark) Scope() Scope {
	s := scopeOf(m.Pkg, m.Params, m.Instance.Types)
	s.program = m.program
	if m.Name == "Loop" {
		s.loop = m.Lit()
	}
	return s
}

// Instances returns the mark once for each choice of types for the generic function that it is in; one
// that is in no generic function, itself.
func (p *Program) Instances(m *Mark) []*Mark {
	m.program = p
	if m.Params == nil {
		return []*Mark{m}
	}
	f := m.Pkg.TypesInfo.Defs[m.Within.Name].(*types.Func)
	of, _ := genericOf(f)
	var out []*Mark
	for _, i := range p.instances[of] {
		instance := *m
		instance.Instance = i
		out = append(out, &instance)
	}
	return out
}

// InstanceText is the choice of types as text: T = int, U = float32.
func (m *Mark) InstanceText() string {
	var out []string
	for i, t := range m.Instance.Types {
		out = append(out, fmt.Sprintf("%s = %s", m.Params.At(i).Obj().Name(), t))
	}
	return strings.Join(out, ", ")
}

// Lit returns the literal, or nil.
func (m *Mark) Lit() *ast.FuncLit {
	lit, _ := ast.Unparen(m.Func).(*ast.FuncLit)
	return lit
}

// Capture is a variable, or a field of one, from outside of a marked expression.
type Capture struct {
	Text  string // as Go says it
	Key   string // as Chain's
	Root  *types.Var
	Expr  ast.Expr // where it is first mentioned
	Type  types.Type
	Rank  int  // of a tensor, as the expression indexes it; 0 if it does not
	Write bool // the expression writes elements of it
	// Replace reports that each iteration of a Loop replaces its row of it.
	Replace bool
	Flat    bool // of a tensor: what it takes is all elements as a slice, and nothing else
}

// HasPlace reports whether elements of a slice may be where the capture is: it is part of something or what a pointer
// points at, or may hold an array. The answer is the same for all instances of a generic function.
func (c *Capture) HasPlace() bool {
	if _, isVariable := ast.Unparen(c.Expr).(*ast.Ident); !isVariable {
		return true
	}
	t := c.Root.Type()
	if TensorElem(t) != nil || DeviceData(t) != nil {
		return false
	}
	switch t.Underlying().(type) {
	case *types.Basic, *types.Slice:
		return false
	}
	return true
}

// markArguments says which argument of a function of package accelerate is marked.
var markArguments = map[string]int{"Run": 0, "Try": 0, "Keep": 0, "Loop": 1}

// Marks returns the marked expressions of a package. A Loop is one only where it is not part
// of another.
func Marks(pkg *packages.Package) []*Mark {
	var out []*Mark
	for _, file := range pkg.Syntax {
		for _, d := range file.Decls {
			within, _ := d.(*ast.FuncDecl)
			out = append(out, marksIn(pkg, file, within, d)...)
		}
	}
	return out
}

func marksIn(pkg *packages.Package, file *ast.File, within *ast.FuncDecl, n ast.Node) []*Mark {
	var out []*Mark
	s := Scope{Pkg: pkg}
	ast.Inspect(n, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		name := MarkName(s, call)
		if name == "" {
			return true
		}
		arg := markArguments[name]
		if arg >= len(call.Args) {
			return true
		}
		m := &Mark{Name: name, Call: call, Pkg: pkg, File: file, Func: call.Args[arg], Within: within}
		if within != nil {
			_, m.Params = enclosing(pkg, within)
		}
		out = append(out, m)
		return false
	})
	return out
}

// MarkName returns which function of package accelerate marks the expression that call is,
// or "".
func MarkName(s Scope, call *ast.CallExpr) string {
	id, recv, _ := named(s, ast.Unparen(call.Fun))
	if id == nil || recv != nil {
		return ""
	}
	obj, ok := s.Pkg.TypesInfo.Uses[id].(*types.Func)
	if !ok || obj.Pkg() == nil || obj.Pkg().Path() != Accelerate {
		return ""
	}
	if _, marks := markArguments[obj.Name()]; !marks {
		return ""
	}
	return obj.Name()
}

// Outside reports whether a variable is declared outside of the marked expression.
func (m *Mark) Outside(v *types.Var) bool {
	return !v.IsField() && (v.Pos() < m.Func.Pos() || v.Pos() >= m.Func.End())
}

// Chain takes a variable, or a field of a field … of a variable or of what it points at,
// apart: the variable, and a key that says which part. Other expressions have none.
func Chain(s Scope, e ast.Expr) (root *types.Var, key string) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := s.Object(e).(*types.Var); ok && !v.IsField() {
			if a, ok := s.aliases[v]; ok {
				return a.Root, a.Key
			}
			return v, fmt.Sprintf("%p", v)
		}
	case *ast.StarExpr:
		if a := s.pointee(e.X); a != nil && a.Pointee {
			return a.Root, a.Key
		}
		if root, key := Chain(s, e.X); root != nil {
			return root, key + ".*"
		}
	case *ast.SelectorExpr:
		sel := s.Pkg.TypesInfo.Selections[e]
		if sel == nil { // of a package
			if v, ok := s.Object(e.Sel).(*types.Var); ok {
				return v, fmt.Sprintf("%p", v)
			}
			return nil, ""
		}
		if sel.Kind() != types.FieldVal {
			return nil, ""
		}
		x := e.X
		if star, ok := ast.Unparen(x).(*ast.StarExpr); ok {
			x = star.X // (*p).f is p.f
		}
		if root, key := Chain(s, x); root != nil {
			return root, key + "." + e.Sel.Name
		}
	}
	return nil, ""
}

// Deref is *p, where nothing of that kind stands in the source.
func Deref(p ast.Expr) ast.Expr { return &ast.StarExpr{Star: p.Pos(), X: p} }

// Array returns *p where p is a pointer to an array whose elements e, p[i] or a range over p, mentions; other
// expressions as they are.
func Array(s Scope, e ast.Expr) ast.Expr {
	if p, ok := s.TypeOf(e).Underlying().(*types.Pointer); ok {
		if _, isArray := p.Elem().Underlying().(*types.Array); isArray {
			if a := Pointee(e); a != e {
				return ast.Unparen(a)
			}
			return Deref(e)
		}
	}
	return e
}

// Capture adds what e, a chain, denotes to the captures.
func (m *Mark) Capture(s Scope, e ast.Expr) *Capture {
	root, key := Chain(s, e)
	if c := m.byKey[key]; c != nil {
		return c
	}
	c := &Capture{Text: s.text(e), Key: key, Root: root, Expr: e, Type: s.TypeOf(e)}
	if m.byKey == nil {
		m.byKey = map[string]*Capture{}
	}
	m.byKey[key] = c
	m.Captures = append(m.Captures, c)
	return c
}

// Captured returns the capture that e denotes, or nil.
func (m *Mark) Captured(s Scope, e ast.Expr) *Capture {
	if _, key := Chain(s, e); key != "" {
		return m.byKey[key]
	}
	return nil
}

// Base returns a name for a capture in the program that is taken out.
func (c *Capture) Base() string {
	text := strings.Trim(c.Text, "(*)")
	return text[strings.LastIndexByte(text, '.')+1:]
}
