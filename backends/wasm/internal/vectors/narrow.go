package vectors

import (
	"fmt"
	"math"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// An i64 that is an index, or minus one for none, fits 32 bits in every loop that
// ends. So a loop whose i64s are only chosen and compared computes on their lower
// halves, four to a vector, where that they fit was seen before.

// narrowed is an i64, base + step · index, of which the lower half is taken.
type narrowed struct {
	base imp.Expr
	step int64
}

// narrower rewrites a list without branches.
type narrower struct {
	guards.Linearizer
	defs map[name.Name]imp.Expr
	fits []narrowed
	seen map[string]bool         // of those
	vars map[name.Name]name.Name // the lower halves of variables
}

// narrow rewrites a loop's body so that comparisons of i64s are of their lower
// halves wherever that is possible, and says what must fit them.
func narrow(f *emit.Fn, index name.Name, body []imp.Stm) ([]imp.Stm, []narrowed) {
	changed := imp.Changes(body)
	changed[index] = true
	n := &narrower{
		Linearizer: guards.Linearizer{Scope: f.ScopeOfLoop(), Index: index, Changed: changed},
		defs:       definitions(body), seen: map[string]bool{}, vars: map[name.Name]name.Name{},
	}
	var out []imp.Stm
	for _, s := range body {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Type == scalar.I64 {
				if x, ok := n.half(s.Init); ok {
					low := f.FreshName("low")
					n.vars[s.Name] = low
					out = append(out, &imp.Declare{Name: low, Type: scalar.I32, Init: x})
				}
			}
			out = append(out, &imp.Declare{Name: s.Name, Type: s.Type, Init: n.rewrite(s.Init)})
		case *imp.Assign:
			out = append(out, &imp.Assign{Name: s.Name, X: n.rewrite(s.X)})
		case *imp.Assert:
			a := *s
			a.Cond = n.rewrite(s.Cond)
			out = append(out, &a)
		default:
			return body, nil
		}
	}
	return imp.Sweep(out), n.fits
}

// half is the lower half of an i64, if that can be told to be all of it.
func (n *narrower) half(e imp.Expr) (imp.Expr, bool) {
	n.Budget = guards.MaxNodes
	if p, ok := n.Poly(e); ok {
		if base, step, ok := guards.Linear(p, n.Index); ok {
			if c, isConst := step.AsConst(); isConst && -narrowSpan < c && c < narrowSpan {
				return n.cut(e, narrowed{imp.Poly(base), c})
			}
		}
	}
	switch e := e.(type) {
	case *imp.Var:
		low, ok := n.vars[e.Name]
		return &imp.Var{Name: low, Type: scalar.I32}, ok
	case *imp.Prim:
		switch e.Fn {
		case scalar.Select:
			x, ok1 := n.half(e.Args[1])
			y, ok2 := n.half(e.Args[2])
			return &imp.Prim{Fn: e.Fn, Type: scalar.I32, Args: []imp.Expr{n.rewrite(e.Args[0]), x, y}}, ok1 && ok2
		case scalar.Min, scalar.Max:
			x, ok1 := n.half(e.Args[0])
			y, ok2 := n.half(e.Args[1])
			return &imp.Prim{Fn: e.Fn, Type: scalar.I32, Args: []imp.Expr{x, y}}, ok1 && ok2
		}
	case *imp.Convert:
		if e.From.IsInt() && (e.From == scalar.I32 || e.From.Size() < 4) {
			return &imp.Convert{From: e.From, To: scalar.I32, X: e.X}, true
		}
	}
	return nil, false
}

// narrowSpan bounds what is 32 bits wide, and the number of iterations.
const narrowSpan = math.MaxInt32

// cut takes the lower half of e, which has the value w.
func (n *narrower) cut(e imp.Expr, w narrowed) (imp.Expr, bool) {
	if c, ok := imp.ConstOf(e); ok {
		return &imp.Const{Value: scalar.Convert(scalar.I32, c)}, -narrowSpan < c.Int() && c.Int() < narrowSpan
	}
	if k := fmt.Sprint(w.step, imp.Key(w.base)); !n.seen[k] {
		n.seen[k] = true
		n.fits = append(n.fits, w)
	}
	return &imp.Convert{From: scalar.I64, To: scalar.I32, X: e}, true
}

// rewrite replaces comparisons.
func (n *narrower) rewrite(e imp.Expr) imp.Expr {
	p, ok := e.(*imp.Prim)
	if !ok {
		return e
	}
	if _, compares := guards.Negated[p.Fn]; compares && p.Type == scalar.I64 {
		if !n.varies(p) {
			return e
		}
		x, ok1 := n.half(p.Args[0])
		y, ok2 := n.half(p.Args[1])
		if ok1 && ok2 {
			return &imp.Prim{Fn: p.Fn, Type: scalar.I32, Args: []imp.Expr{x, y}}
		}
		return e
	}
	args := make([]imp.Expr, len(p.Args))
	for i, x := range p.Args {
		args[i] = n.rewrite(x)
	}
	return &imp.Prim{Fn: p.Fn, Type: p.Type, Args: args}
}

// varies reports whether e reads what the loop changes.
func (n *narrower) varies(e imp.Expr) bool {
	found := false
	imp.WalkExpr(e, func(e imp.Expr) {
		if v, ok := e.(*imp.Var); ok && n.Changed[v.Name] {
			found = true
		}
	})
	return found
}

// ifNarrow writes what runs if everything fits.
func (s *speculation) ifNarrow(then func()) {
	if len(s.fits) == 0 {
		then()
		return
	}
	s.Scope(func() {
		// What is linear fits if it does at both ends, and cannot wrap between them.
		s.Push(s.Bound, assemble.Value{At: s.At(s.Index)})
		s.Op(code.I64Sub)
		s.I64(narrowSpan)
		s.Op(code.I64LtU)
		last := s.Temp(code.I64)
		for _, w := range s.fits {
			s.within(w, assemble.Value{At: s.At(s.Index)})
			if w.step != 0 {
				s.Push(s.Bound)
				s.I64(1)
				s.Op(code.I64Sub)
				s.Set(last)
				s.within(w, assemble.Value{At: last})
			}
		}
	})
	s.Block(code.If)
	then()
	s.End()
}

// within adds to the condition on the stack that w fits at an index.
func (s *speculation) within(w narrowed, at assemble.Value) {
	s.Expr(w.base)
	if w.step != 0 {
		s.Push(at)
		s.I64(w.step)
		s.Op(code.I64Mul)
		s.Op(code.I64Add)
	}
	s.I64(narrowSpan)
	s.Op(code.I64Add)
	s.I64(2 * narrowSpan)
	s.Op(code.I64LtU)
	s.Op(code.I32And)
}
