// Package wellformed checks that marked expressions of Go programs, and all that they depend
// on, are in the subset of Go that the front end lowers. It reports all problems at once,
// each with the chain of calls that leads to it, and finds what an expression captures.
package wellformed

import (
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/frontends/gosrc/internal/independence"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
)

// Problem is something that a marked expression must not contain.
type Problem struct {
	Pos   token.Position
	Msg   string
	Chain []Link // the calls that lead there from the mark, innermost first
}

// Link is a line of a chain, with the position of a call if it tells of one.
type Link struct {
	Text string
	Pos  token.Position
}

// String returns the line as Go tools print it.
func (l Link) String() string {
	if !l.Pos.IsValid() {
		return l.Text
	}
	return l.Text + " " + l.Pos.String()
}

// Error returns the problem as Go tools print it, with the chain on lines of its own.
func (p *Problem) Error() string {
	var b strings.Builder
	if p.Pos != (token.Position{}) { // that of a whole package
		fmt.Fprintf(&b, "%s: ", p.Pos)
	}
	b.WriteString(p.Msg)
	for _, c := range p.Chain {
		b.WriteString("\n\t" + c.String())
	}
	return b.String()
}

// Check returns the problems of a marked expression, and fills in what it captures. It also
// reports whether something in the expression is marked as parallel.
func Check(ctx context.Context, p *program.Program, m *program.Mark) (problems []*Problem, parallel bool) {
	c := &checker{ctx: ctx, program: p, mark: m, seen: map[string]bool{}, literals: map[*ast.FuncLit]bool{}, reported: map[token.Pos]bool{},
		appended: map[*ast.CallExpr]bool{}, elems: map[*ast.CallExpr]bool{}, sized: map[string]bool{}, freshCalls: map[*program.Func]bool{}}
	c.checkMark()
	slices.SortStableFunc(c.problems, func(a, b *Problem) int {
		return strings.Compare(a.Pos.Filename, b.Pos.Filename)*4 + sign(a.Pos.Offset-b.Pos.Offset)
	})
	return c.problems, c.parallel
}

func sign(n int) int { return min(1, max(-1, n)) }

// checker walks a marked expression and what it calls.
type checker struct {
	ctx      context.Context
	program  *program.Program
	mark     *program.Mark
	problems []*Problem
	seen     map[string]bool // instances of functions, and cycles of calls
	literals map[*ast.FuncLit]bool
	reported map[token.Pos]bool
	calls    []call // from the mark to the code that is being walked
	bodies   []code // of the functions that are called
	parallel bool   // something parallel was found
	// appended are the calls of append whose place makes them harmless, with what they append to.
	appended map[*ast.CallExpr]bool
	// elems are the calls of Elems, of tensors, whose slices nothing keeps.
	elems map[*ast.CallExpr]bool
	// sized are the tensors, by program.Chain's keys, of which sizes are asked.
	sized map[string]bool
	// written are the arrays that the Loop writes that the mark is, by program.Chain's keys.
	written map[string]bool
	// freshCalls tells of functions whether slices that they return are known to no one else.
	freshCalls map[*program.Func]bool
}

// call is a call of a function whose body is being walked.
type call struct {
	key  string
	name string
	at   token.Pos
}

// code is code that is being walked.
type code struct {
	program.Scope
	// fn is the innermost function literal or declaration; decl the declaration, which is nil
	// in the marked expression.
	fn   ast.Node
	body *ast.BlockStmt
	decl *ast.FuncDecl
	// loops counts the Loops that the code is in.
	loops int
}

// bad reports a problem, once a place.
func (c *checker) bad(at ast.Node, format string, args ...any) {
	c.badAt(at, c.program.Fset.Position(at.Pos()), format, args...)
}

// badAt is bad for a position within a node.
func (c *checker) badAt(at ast.Node, pos token.Position, format string, args ...any) {
	if c.reported[at.Pos()] {
		return
	}
	c.reported[at.Pos()] = true
	p := &Problem{Pos: pos, Msg: fmt.Sprintf(format, args...)}
	for _, call := range slices.Backward(c.calls) {
		p.Chain = append(p.Chain, Link{fmt.Sprintf("in %s, called at", call.name), c.program.Fset.Position(call.at)})
	}
	p.Chain = append(p.Chain, c.instance()...)
	c.problems = append(c.problems, p)
}

func (c *checker) checkMark() {
	m := c.mark
	s := m.Scope()
	lit := m.Lit()
	if lit == nil {
		c.bad(m.Func, "accelerate.%s takes a function literal: func(…) { … }", m.Name)
		return
	}
	if !c.namedTypes() {
		return
	}
	whole := code{Scope: s}
	if m.Name == "Loop" {
		c.parallel, whole.loops = true, 1
		c.written = map[string]bool{}
		arrays, _ := independence.Find(independence.Loop{Program: c.program, Scope: s, Lit: lit})
		for _, a := range arrays {
			c.written[a.Key] = true
		}
	}
	c.literal(whole, lit)
	if sig, ok := s.TypeOf(lit).(*types.Signature); ok && m.Name != "Loop" && sig.Results().Len() == 1 {
		if r := sig.Results().At(0).Type(); program.TensorElem(r) != nil {
			c.bad(m.Func, "the expression returns a tensor: return its elements as a slice")
		}
	}
	for _, capture := range m.Captures {
		c.visible(capture)
		c.typ(capture.Expr, capture.Type, "captured "+capture.Text)
		if program.TensorElem(capture.Type) != nil {
			c.ranked(capture, c.sized[capture.Key])
		}
	}
	if m.Name == "Loop" {
		c.races()
	}
	if m.Params != nil && m.Instance.Key == "" && len(c.problems) == 0 {
		c.bad(m.Call, "the generic function is used with a type that programs cannot tell from others when they run, one that a function declares or two of one name in commands: declare it elsewhere")
	}
}

// namedTypes reports type parameters of a generic function that have no name where the expression is
// marked: the program asks there which types they stand for.
func (c *checker) namedTypes() bool {
	ok := true
	for p := range c.mark.Params.TypeParams() {
		scope := c.mark.Pkg.Types.Scope().Innermost(c.mark.Call.Pos())
		if scope == nil {
			continue
		}
		if _, obj := scope.LookupParent(p.Obj().Name(), c.mark.Call.Pos()); obj != p.Obj() {
			c.bad(c.mark.Call, "the type parameter %s has no name where the expression is marked: give it one that nothing else there has", p.Obj().Name())
			ok = false
		}
	}
	return ok
}

// instance says which types the parameters of a generic function around the mark stand for.
func (c *checker) instance() []Link {
	if c.mark.Params == nil {
		return nil
	}
	return []Link{{Text: "with " + c.mark.InstanceText()}}
}

// visible reports a capture whose name means something else at the mark.
func (c *checker) visible(capture *program.Capture) {
	if capture.Root.Pkg() != c.mark.Pkg.Types {
		return // of another package, which is named
	}
	scope := c.mark.Pkg.Types.Scope().Innermost(c.mark.Call.Pos())
	if scope == nil {
		return
	}
	if _, obj := scope.LookupParent(capture.Root.Name(), c.mark.Call.Pos()); obj != capture.Root {
		c.bad(capture.Expr, "%s is another variable where the expression is marked: rename one of them", capture.Root.Name())
	}
}
