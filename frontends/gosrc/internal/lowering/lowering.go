// Package lowering builds soac programs out of marked expressions that are well-formed.
//
// It evaluates Go code over the values of frontends/lower. A variable holds a value, which
// assignments replace; where control flow meets, the values of the variables that either
// way assigned are merged; a loop carries those that its body assigns. Return, break and
// continue set flags, and what follows is done unless a flag is set. Functions that take no
// functions become functions of the program, once for each instance and shape of arguments;
// closures are lowered where they are called.
//
// Positions in the program are numbers: line n is the nth of Places. So the program stays
// the same if the code around the expression moves.
package lowering

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// Entry is the name of the entry point.
const Entry = "main"

// Places numbers positions, from 1.
type Places struct {
	fset  *token.FileSet
	List  []token.Position
	index map[token.Position]int
}

// Of returns the position in the program that stands for one in Go's source.
func (p *Places) Of(pos token.Pos) source.Pos { return p.At(p.fset.Position(pos)) }

// At is Of for a position that was looked up.
func (p *Places) At(at token.Position) source.Pos {
	at.Offset = 0
	n, ok := p.index[at]
	if !ok {
		p.List = append(p.List, at)
		n = len(p.List)
		p.index[at] = n
	}
	return source.Pos{File: "go", Line: n, Col: 1}
}

// lowerer lowers one marked expression.
type lowerer struct {
	program  *program.Program
	mark     *program.Mark
	places   *Places
	captures map[*program.Capture]lower.Value
	matrices map[*program.Capture]*matrix
	shared   map[string]*shared      // by the keys of program.Chain: what the Loops around write
	reads    map[mentioned]*variable // in a Loop: the index that a mention reads, if that is checked later
	codes    map[string]*lower.Code
	ctx      context.Context
	escapes  map[string]*escaped // functions in Futhark's language
	nested   int                 // how many parallel operations what is being lowered is in
	folds    int                 // how many loops are parallel because they are folds
}

// Lowered is a marked expression as a program.
type Lowered struct {
	Program *ir.Program
	Places  []token.Position // that lines of its positions number, from 1
	Folds   int              // how many of its loops are folds, which are parallel
}

// Lower returns the program of a marked expression, which wellformed.Check has found to be
// without problems. The parameters of its entry point are the captures, of a Loop after the
// number of iterations; its results are the result, of a Loop the captures that it writes.
// What it returns has places also if there is an error.
func Lower(ctx context.Context, p *program.Program, m *program.Mark) (*Lowered, error) {
	l := &lowerer{
		program: p, mark: m, places: &Places{fset: p.Fset, index: map[token.Position]int{}},
		captures: map[*program.Capture]lower.Value{}, shared: map[string]*shared{}, reads: map[mentioned]*variable{}, codes: map[string]*lower.Code{},
		ctx: ctx, escapes: map[string]*escaped{},
	}
	prog, err := lower.Build(ctx, func(p *lower.Program) {
		p.Reserve(Entry)
		l.entry(p)
	})
	return &Lowered{prog, l.places.List, l.folds}, err
}

func (l *lowerer) entry(p *lower.Program) {
	e := p.NewEntry(Entry, l.places.Of(l.mark.Call.Pos()))
	var n lower.Value
	if l.mark.Name == "Loop" {
		n = e.Param("n", "int", lower.Scalar{Elem: goInt}, false)
	}
	for _, c := range l.mark.Captures {
		size := func() ir.Atom { return e.Size("n") }
		// What a Loop writes it gets back, so it may write there.
		l.captures[c] = e.Param(c.Base(), c.Type.String(), captureShape(c, size), c.Write)
	}
	f := &frame{lowerer: l, Scope: l.mark.Scope(), b: e.Builder, vars: map[*types.Var]*variable{}}
	n = f.sizes(n)
	if l.mark.Name == "Loop" {
		e.Return(f.loopMark(n), "result")
		return
	}
	e.Return(f.invoke(&function{lit: l.mark.Lit(), frame: f}, nil), "result")
}

// captureShape is the shape of what a capture holds.
func captureShape(c *program.Capture, size func() ir.Atom) lower.Shape {
	if elem := program.TensorElem(c.Type); elem != nil {
		s := shapeOf(elem, size)
		for range c.Rank {
			s = lower.ArrayOf(size(), s)
		}
		return s
	}
	return shapeOf(c.Type, size)
}

// sizes replaces captures that are sizes of others by these sizes, and so the number of iterations of a Loop, n,
// which it returns. Assertions, once at the beginning, say that they are equal. Code that checks its indices
// against a captured number that is the size of a captured array, as n is in n := len(xs), needs no other check.
func (f *frame) sizes(n lower.Value) lower.Value {
	defer f.at(f.mark.Call)()
	for _, c := range f.mark.Captures {
		if v := f.captures[c]; isInt(v) {
			f.captures[c] = f.size(c.Expr, v)
		}
	}
	if f.mark.Name == "Loop" {
		n = f.size(f.mark.Call.Args[0], n)
		n = f.same(f.mark.Call.Args[0], n)
	}
	return n
}

// same returns the captured number that e, whose value is v, mentions, or else v.
func (f *frame) same(e ast.Expr, v lower.Value) lower.Value {
	c := f.mark.Captured(f.Scope, e)
	if c == nil || !isInt(f.captures[c]) {
		return v
	}
	captured := f.captures[c]
	f.b.Assert(f.b.I64("same", scalar.Eq, v.Atom(), captured.Atom()), c.Text+" changed while an expression began: it is ", captured.Atom(), ", and was ", v.Atom())
	return captured
}

// size returns the size of a captured array that e, whose value is v, is known to be, or else v.
func (f *frame) size(e ast.Expr, v lower.Value) lower.Value {
	of, dimension, ok := f.program.Size(f.Scope, e)
	if !ok {
		return v
	}
	c := f.mark.Captured(f.Scope, of)
	if c == nil || c.Flat || dimension >= captureRank(c) {
		return v
	}
	size := lower.Peel(f.captures[c].Shape, dimension).(*lower.Array).Dim
	f.b.Assert(f.b.I64("same", scalar.Eq, v.Atom(), size), "the size of "+c.Text+" changed while an expression began: it is ", size, ", and was ", v.Atom())
	return lower.ScalarValue(goInt, size)
}

// captureRank is the number of dimensions that a captured slice or tensor has in Go.
func captureRank(c *program.Capture) int {
	if c.Rank > 0 {
		return c.Rank
	}
	n := 0
	for t := c.Type; isSlice(t); t = elemOf(t) {
		n++
	}
	return n
}

// isInt reports whether a value is an int of Go.
func isInt(v lower.Value) bool {
	s, ok := v.Shape.(lower.Scalar)
	return ok && s.Elem == goInt
}

// frame is the execution of one function.
type frame struct {
	*lowerer
	program.Scope
	b     *lower.Builder
	vars  map[*types.Var]*variable
	outer *frame // of the function that a closure was made in
	// iterates says that it is an iteration of a Loop.
	iterates bool
	path     independence.Path // the calls that lead to the function from the Loop

	returned, result *variable   // the flag, and what is returned
	named            []*variable // results that have names
	resultFn         *function   // what is returned, if it is a function
	resultRef        *place      // what is returned a pointer to
	broke, continued *variable   // flags of the innermost statements that break and continue end

	// called are the values of calls within the expression that is being evaluated.
	called map[ast.Expr]lower.Value

	// label is that of the statement that comes next; targets are the loops with labels that
	// jumps may end from within others, far their flags.
	label   string
	targets map[string]*target
	far     []*variable

	// globals are the values of captured variables of packages, in a function of the program.
	globals map[*program.Capture]lower.Value
}

// target is a loop with a label: the flags of the loop and of the iteration.
type target struct{ broke, continued *variable }

// flags returns the target's flags, as far as it has them.
func (t *target) flags() (out []*variable) {
	if t == nil {
		return nil
	}
	for _, v := range []*variable{t.broke, t.continued} {
		if v != nil {
			out = append(out, v)
		}
	}
	return out
}

// captured returns the value of what the marked expression takes from around it.
func (f *frame) captured(c *program.Capture) lower.Value {
	for g := f; g != nil; g = g.outer {
		if v, ok := g.globals[c]; ok {
			return v
		}
	}
	return f.captures[c]
}

// variable is a place that assignments change.
type variable struct {
	name  string
	typ   types.Type
	value lower.Value
	set   bool      // it has a value; else it stands for the zero value
	fn    *function // of a variable that holds a function
	ref   *place    // of a pointer: what it points at; of other parameters and rows: what they stand for
}

// function is a function as a value.
type function struct {
	lit    *ast.FuncLit
	frame  *frame // that lit was made in
	callee program.Callee
	recv   *argument     // of a method
	call   *ast.CallExpr // where the function of the program is called
	escape *escaped      // in Futhark's language
}

// lookup returns the variable that v is in this execution, or nil.
func (f *frame) lookup(v *types.Var) *variable {
	for ; f != nil; f = f.outer {
		if x := f.vars[v]; x != nil {
			return x
		}
	}
	return nil
}

// assignable returns the variable that assignments to v change: of a pointer, the one that it
// points at or into.
func (f *frame) assignable(v *types.Var) *variable {
	x := f.lookup(v)
	if x != nil && x.ref != nil {
		return x.ref.variable
	}
	return x
}

// declare makes a variable.
func (f *frame) declare(id *ast.Ident, t types.Type, v lower.Value) {
	if id.Name == "_" {
		return
	}
	if obj, ok := f.Object(id).(*types.Var); ok {
		f.vars[obj] = &variable{name: id.Name, typ: t, value: v, set: true}
	}
}

// at sets the position of what is lowered next until the function it returns is called.
func (f *frame) at(n ast.Node) func() { return f.b.At(f.places.Of(n.Pos())) }

// wrong ends the lowering: the code is well-formed, and yet there is something that cannot
// be lowered.
func (f *frame) wrong(n ast.Node, format string, args ...any) {
	lower.Fail(source.Errorf(f.places.Of(n.Pos()), format, args...))
}

// unexpected ends the lowering where the check of form should have found a problem.
func (f *frame) unexpected(n ast.Node, what any) {
	panic(fmt.Sprintf("%s: %T was not refused", f.program.Fset.Position(n.Pos()), what))
}
