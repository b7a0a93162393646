// Package independence finds out which elements of the arrays that a Loop writes each of its
// iterations reads and writes, and how iterations can be known to be independent: by what
// their indices are, or by a check when the loop has run.
package independence

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Kind says what part of an array belongs to an iteration.
type Kind uint8

// The kinds of parts.
const (
	// Rows: iteration i reads and writes what index i+Offset in one dimension selects.
	Rows Kind = iota
	// Blocks: iteration i reads and writes elements Offset+i*Size to, not including, Offset+(i+1)*Size; with a
	// Period, those whose index has such a remainder by it. That no other is meant remains to be checked.
	Blocks
	// Sites: what an iteration writes is known only when it has run. Each place in the code that
	// writes an element runs at most once in an iteration.
	Sites
)

// Array is an array that a Loop writes.
type Array struct {
	Key  string // program.Chain's
	Expr ast.Expr
	Text string
	Kind Kind
	// Rank is the number of indices of an element.
	Rank int
	// Dimension is that which the number of the iteration indexes: of Rows.
	Dimension int
	// Offset is what is added to the number of the iteration, of Rows, or to the first element of its block. It can be
	// computed before the loop.
	Offset Sum
	// Size is the number of elements of a block.
	Size Sum
	// Period is after how many elements blocks come again; empty where they do not.
	Period Sum
	// Replaced reports that an iteration assigns its row as a whole: of Rows.
	Replaced bool
	// Distinct reports that no two iterations mean the same element: of Sites.
	Distinct bool
	// Writes and Reads are the mentions of elements, in the order of their places. What an
	// assignment such as += reads and writes is a write.
	Writes, Reads []*Mention
}

// Mention is a mention of an element of an array.
type Mention struct {
	Node    ast.Expr   // w[i], or the call of At or Set
	Array   ast.Expr   // w
	Indices []ast.Expr // one for each dimension; fewer where a row of a slice of slices is mentioned
	Path    Path       // of the function that it is in; "" in the Loop itself
	calls   []Call
	forms   []Sum
	pointer bool // a pointer to the element is taken
	part    bool // it is of elements from the index on
	often   bool // it may run more often than once in an iteration
	hidden  bool // it is in a part of an expression that may not be evaluated
}

// Problem is a mention because of which iterations cannot be known to be independent.
type Problem struct {
	At    ast.Node
	Msg   string
	Calls []Call
}

// Loop is the code of a Loop.
type Loop struct {
	Program *program.Program
	Scope   program.Scope
	Lit     *ast.FuncLit
}

// Find returns the arrays that a Loop writes, and the mentions of them that cannot be allowed.
func Find(l Loop) ([]*Array, []Problem) {
	f := &finder{Loop: l, writes: map[ast.Expr]bool{}, forming: map[*types.Var]bool{}}
	if names := l.Lit.Type.Params.List[0].Names; len(names) == 1 {
		f.index, _ = l.Scope.Object(names[0]).(*types.Var)
	}
	f.written()
	if len(f.arrays) > 0 {
		f.mentions()
	}
	for _, a := range f.arrays {
		f.classify(a)
	}
	return f.arrays, f.problems
}

// Written returns the array, and the element of it, that an assignment to e in the Loop
// changes; nil if it changes none that was there before.
func Written(l Loop, e ast.Expr) (array, element ast.Expr) {
	for {
		e = program.Unconverted(l.Scope, e)
		if x, ok := e.(*ast.IndexExpr); ok {
			if base, indices := program.Indexed(l.Scope, x); len(indices) > 0 && l.outside(base) {
				return base, x
			}
		}
		if to := l.Scope.StandsFor(e); to != nil {
			e = to
			continue
		}
		switch x := e.(type) {
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		case *ast.SliceExpr:
			if program.IsArray(l.Scope.TypeOf(x.X)) && l.outside(x.X) {
				return program.Unconverted(l.Scope, x.X), x
			}
			e = x.X
		default:
			return nil, nil
		}
	}
}

// outside reports whether e, a variable or a field of one, was there before the loop.
func (l Loop) outside(e ast.Expr) bool {
	root, _ := program.Chain(l.Scope, program.Unconverted(l.Scope, e))
	return root != nil && !within(l.Lit, root)
}

func within(n ast.Node, v *types.Var) bool { return n.Pos() <= v.Pos() && v.Pos() < n.End() }

// finder collects what a Loop mentions.
type finder struct {
	Loop
	index    *types.Var // the number of the iteration; nil if it has no name
	arrays   []*Array
	writes   map[ast.Expr]bool // elements that are assigned
	problems []Problem
	forming  map[*types.Var]bool // variables whose definitions are being put into a form

	// Of a function that the loop calls:
	calls         []Call             // those that lead to it
	path          Path               // these calls
	bound         map[*types.Var]Sum // what its parameters stand for
	often, hidden bool               // as of mentions, of the call
}

func (f *finder) bad(at ast.Node, msg string) {
	f.problems = append(f.problems, Problem{at, msg, f.calls})
}

func (f *finder) badMention(m *Mention, msg string) {
	f.problems = append(f.problems, Problem{m.Node, msg, m.calls})
}

func (f *finder) array(e ast.Expr) *Array {
	_, key := program.Chain(f.Scope, program.Unconverted(f.Scope, e))
	if key == "" {
		return nil
	}
	i := slices.IndexFunc(f.arrays, func(a *Array) bool { return a.Key == key })
	if i < 0 {
		return nil
	}
	return f.arrays[i]
}

// written collects the arrays that the loop writes, and the elements that it assigns.
func (f *finder) written() {
	program.Assigned(f.Scope, f.Lit.Body, func(at ast.Expr, v *types.Var, whole bool) {
		if v == f.index {
			f.bad(at, "assigns to "+v.Name()+", the number of the iteration")
		}
		if whole {
			return
		}
		array, element := Written(f.Loop, at)
		if array == nil && f.outside(at) && program.IsArray(f.Scope.TypeOf(at)) {
			array = program.Unconverted(f.Scope, at) // a function sets elements of it
		}
		if array == nil {
			return
		}
		if element != nil {
			f.writes[ast.Unparen(element)] = true
		}
		if f.array(array) == nil {
			_, key := program.Chain(f.Scope, array)
			f.arrays = append(f.arrays, &Array{Key: key, Expr: array, Text: types.ExprString(array)})
		}
	})
}
