package lower

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Graft is an entry point of another program as a function of this one.
type Graft struct {
	fun      *ir.Fun
	implicit int   // parameters that are sizes
	results  []int // those that are not only sizes of others
}

// Graft adds the functions of another soac program, which is left as it is, and returns the named entry
// point of it. place gives positions in it others.
func (p *Program) Graft(q *ir.Program, name string, place func(source.Pos) source.Pos) Graft {
	called := map[string]string{}
	for _, f := range q.Funs {
		called[f.Name] = p.funName(f.Name)
	}
	var out Graft
	names := ir.NewRenamer(p.names)
	for _, f := range q.Funs {
		fun := names.Fun(f)
		if f.Name == name {
			out = Graft{fun, f.Entry.Implicit, f.EntryResults()}
		}
		fun.Name, fun.Entry, fun.Pos = called[f.Name], nil, place(f.Pos)
		w := &ir.Walker{Stm: func(s *ir.Stm) {
			s.Pos = place(s.Pos)
			if call, ok := s.Exp.(*ir.Call); ok {
				call.Fun = called[call.Fun]
			}
			if assert, ok := s.Exp.(*ir.Assert); ok {
				for i, pos := range assert.Trace {
					assert.Trace[i] = place(pos)
				}
			}
		}}
		w.Fun(fun)
		p.flow.Bound(fun.Params)
		p.flow.Adopt(fun.Body.Stms, p.byName)
		p.add(fun)
	}
	return out
}

// CallGraft calls a grafted function, whose parameters have one leaf each. Sizes that several arguments
// share must be equal: what names the function in the message. The results have one leaf each.
func (b *Builder) CallGraft(g Graft, what string, args []Value) []Value {
	of := map[ir.Atom]ir.Atom{} // what parameters are
	for i, p := range g.fun.Params[g.implicit:] {
		for k, d := range p.Type.Dims {
			given := Dims(args[i].Shape)[k]
			if known, ok := of[d]; ok || !d.IsVar() {
				if !ok {
					known = d
				}
				b.Assert(b.I64("same", scalar.Eq, given, known), fmt.Sprintf("%s: argument %d has length ", what, i+1), given, " where ", known, " is expected")
				continue
			}
			of[d] = given
		}
		of[ir.Var(p.Name)] = b.Resize(args[i], shapeOfType(substType(p.Type, of))).Atom()
	}
	call := &ir.Call{Fun: g.fun.Name}
	for _, p := range g.fun.Params {
		call.Args = append(call.Args, of[ir.Var(p.Name)])
	}
	pat := make([]ir.Param, len(g.fun.Results))
	for i, r := range g.fun.Results {
		n := b.names.Like(r.Name)
		pat[i] = ir.Param{Name: n, Type: substType(r.Type, of)}
		of[ir.Var(r.Name)] = ir.Var(n)
	}
	b.bind(pat, call)
	b.flow.Call(b.scope.last(), g.fun)
	out := make([]Value, len(g.results))
	for k, i := range g.results {
		for _, d := range pat[i].Type.Dims {
			b.IsSize(d)
		}
		out[k] = Value{Shape: shapeOfType(pat[i].Type), flat: []ir.Atom{ir.Var(pat[i].Name)}}
	}
	return out
}

// shapeOfType is the shape of one leaf.
func shapeOfType(t ir.Type) Shape {
	if t.IsScalar() {
		return Scalar{t.Elem}
	}
	return ArrayOf(t.Dims[0], shapeOfType(t.Peel(1)))
}
