package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// split takes the first two steps of a path, row and column, to the step in an array of rows of
// length n; unsplit is its inverse.
func (e *emitter) split(path []step, n types.Nat) []step {
	return into(path[2:], step{index: path[0].index.Mul(n).Add(path[1].index)})
}

func (e *emitter) unsplit(path []step, n types.Nat) []step {
	q, r := e.Divide(path[0].index, n, func(value imp.Expr) name.Name {
		v := e.Declare("q", value)
		if e.Kernel != nil {
			e.Kernel.Varies[v] = true
		}
		return v
	})
	return into(path[1:], step{index: q}, step{index: r})
}

// into is a path with steps before it.
func into(path []step, before ...step) []step { return append(before, path...) }

// value emits the value at a path into an expression.
func (e *emitter) value(p phrase.Phrase, path []step) imp.Expr {
	switch p := p.(type) {
	case *phrase.Lit:
		return &imp.Const{Value: p.Value}
	case *phrase.Var:
		if bound, ok := e.env[p.Name].(types.Nat); ok {
			return imp.Poly(bound)
		}
		return e.load(p, path)
	case *phrase.Proj:
		return e.load(p.Of, path)
	}
	prim, args := phrase.Call(p)
	if prim == nil {
		e.fail(p.Pos(), "", "an expression that is not known when the program is compiled")
	}
	targs := prim.Args
	switch prim.Of.Role {
	case phrase.Operation:
		out := &imp.Prim{Fn: prim.Of.Op, Type: elemOf(targs[0].Data)}
		for _, a := range args {
			out.Args = append(out.Args, e.value(a, path))
		}
		return out
	case phrase.Index:
		return e.value(args[0], into(path, step{index: e.index(args[1])}))
	case phrase.Zip: // i, half, … → half, i, …
		return e.value(args[path[1].field-1], into(path[2:], path[0]))
	case phrase.MakePair:
		return e.value(args[path[0].field-1], path[1:])
	case phrase.First:
		return e.value(args[0], into(path, step{field: 1}))
	case phrase.Second:
		return e.value(args[0], into(path, step{field: 2}))
	case phrase.Split, phrase.AsVector: // of rows of length targs[0]
		return e.value(args[0], e.split(path, targs[0].Nat))
	case phrase.Join: // n rows of m
		return e.value(args[0], e.unsplit(path, targs[1].Nat))
	case phrase.AsScalar: // of vectors of k
		return e.value(args[0], e.unsplit(path, targs[0].Nat))
	case phrase.Transpose:
		return e.value(args[0], into(path[2:], path[1], path[0]))
	case phrase.Broadcast:
		return e.value(args[0], nil)
	}
	e.fail(p.Pos(), "", "%s is no expression of the imperative stage", prim.Of.Name)
	return nil
}

// elemOf is the type of a number, or of a vector's numbers.
func elemOf(d types.Data) scalar.Type {
	if v, ok := d.(types.Vec); ok {
		d = v.Elem
	}
	return d.(types.Num).Elem
}

// index is an expression of type idx as a polynomial.
func (e *emitter) index(p phrase.Phrase) types.Nat {
	if v, ok := p.(*phrase.Var); ok {
		if n, ok := e.env[v.Name].(types.Nat); ok {
			return n
		}
	}
	return sym.Var(e.Declare("index", e.value(p, nil)))
}

// load emits the load of an element of a variable in memory.
func (e *emitter) load(p phrase.Phrase, path []step) imp.Expr {
	v := p.(*phrase.Var)
	l, subscripts := e.env[v.Name].(*storage).at(path)
	if l.vars != nil {
		return &imp.Var{Name: l.variable(subscripts), Type: l.elem}
	}
	return &imp.Load{Block: l.block, Elem: l.elem, Index: l.index(subscripts)}
}

// store emits the store of x at a path into an acceptor.
func (e *emitter) store(a phrase.Phrase, path []step, x imp.Expr, pos source.Pos) {
	switch a := a.(type) {
	case *phrase.Var:
		if acceptor, ok := e.env[a.Name].(phrase.Phrase); ok {
			e.store(acceptor, path, x, pos)
			return
		}
		e.storeTo(a, path, x, pos)
		return
	case *phrase.Proj:
		e.storeTo(a.Of.(*phrase.Var), path, x, pos)
		return
	}
	prim, args := phrase.Call(a)
	if prim == nil {
		e.fail(a.Pos(), "", "an acceptor that is not known when the program is compiled")
	}
	targs := prim.Args
	switch prim.Of.Role {
	case phrase.IndexAcc:
		path = into(path, step{index: e.index(args[1])})
	case phrase.SplitAcc, phrase.AsVectorAcc: // into rows of length targs[0]
		path = e.unsplit(path, targs[0].Nat)
	case phrase.JoinAcc, phrase.AsScalarAcc: // of rows of length targs[0]
		path = e.split(path, targs[0].Nat)
	case phrase.TransposeAcc:
		path = into(path[2:], path[1], path[0])
	case phrase.PairAcc1:
		path = into(path, step{field: 1})
	case phrase.PairAcc2:
		path = into(path, step{field: 2})
	case phrase.ZipAcc1: // i, … → i, half, …
		path = into(path[1:], path[0], step{field: 1})
	case phrase.ZipAcc2:
		path = into(path[1:], path[0], step{field: 2})
	default:
		e.fail(a.Pos(), "", "%s is no acceptor", prim.Of.Name)
	}
	e.store(args[0], path, x, pos)
}

// storeTo emits the store of an element of a variable in memory.
func (e *emitter) storeTo(v *phrase.Var, path []step, x imp.Expr, pos source.Pos) {
	l, subscripts := e.env[v.Name].(*storage).at(path)
	e.mayWrite(l, pos)
	if l.vars != nil {
		e.Add(&imp.Assign{Name: l.variable(subscripts), X: x})
		return
	}
	s := &imp.Store{Block: l.block, Elem: l.elem, Index: l.index(subscripts), X: x}
	if e.Kernel != nil {
		e.Kernel.Stores[s] = &launch.Written{Subscripts: subscripts, Facts: e.Mark().Facts}
	}
	e.Add(s)
}
