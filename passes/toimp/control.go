package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

func assert(e *emit.Emitter, x *ir.Assert) {
	parts := make([]imp.MessagePart, len(x.Message))
	for i, p := range x.Message {
		parts[i].Text = p.Text
		if p.Arg != nil {
			parts[i].Arg = e.Atom(*p.Arg)
		}
	}
	e.Add(&imp.Assert{Cond: e.Atom(x.Cond), Message: parts, Trace: x.Trace})
}

func branch(e *emit.Emitter, pat []ir.Param, x *ir.If) {
	for _, p := range pat {
		e.Zero(p)
	}
	arm := func(b *ir.Body) []imp.Stm {
		in := e.Inner()
		in.Body(b)
		for i, p := range pat {
			in.Assign(p, b.Result[i])
		}
		return in.Out
	}
	e.Add(&imp.If{Cond: e.Atom(x.Cond), Then: arm(x.Then), Else: arm(x.Else)})
}

func loop(e *emit.Emitter, s *ir.Stm, x *ir.Loop) {
	for i, p := range x.Params {
		e.Define(p, x.Inits[i])
	}
	in := e.Inner()
	before, after := e.EnterLoop()
	if x.Index.IsZero() {
		in.Body(x.Body)
		assignAll(in, x.Params, x.Body.Result)
		before()
		e.Add(&imp.While{Cond: e.Read(x.While), Body: in.Out})
	} else {
		bound := e.Atom(x.Bound)
		t := imp.TypeOf(bound)
		e.Scalars[x.Index] = t
		leave := e.Enter(x.Bound)
		if e.InKernel && t == scalar.I64 {
			var sizes []ir.Atom
			bound, sizes = e.Rounds(bound, emit.Types(s.Pat), s)
			e.Enter(sizes...)
		}
		in.Body(x.Body)
		leave()
		assignAll(in, x.Params, x.Body.Result)
		before()
		e.Add(&imp.For{Index: x.Index, Type: t, Bound: bound, Body: in.Out})
	}
	after()
	for i, p := range s.Pat {
		from := x.Params[i]
		e.Define(p, ir.Var(from.Name))
		if from.Type.IsBlock() {
			e.Add(&imp.AssignBlock{Dst: from.Name})
		}
	}
}

// assignAll is a parallel assignment: a value that is itself one of the assigned variables
// is saved to a temporary first.
func assignAll(e *emit.Emitter, ps []ir.Param, values []ir.Atom) {
	assigned := ir.Names{}
	for i, p := range ps {
		if !p.Type.IsArray() && values[i] != ir.Var(p.Name) {
			assigned.Add(p.Name)
		}
	}
	held := make([]ir.Atom, len(values))
	for i, p := range ps {
		held[i] = values[i]
		if !p.Type.IsArray() && assigned.Has(p.Name) && assigned.Has(values[i].Name) {
			tmp := ir.Param{Name: e.Names.Like(p.Name), Type: p.Type}
			e.Define(tmp, values[i])
			held[i] = ir.Var(tmp.Name)
		}
	}
	for i, p := range ps {
		e.Assign(p, held[i])
	}
}

func call(e *emit.Emitter, s *ir.Stm, x *ir.Call) {
	out := &imp.Call{Fun: x.Fun, Pos: s.Pos}
	for _, a := range x.Args {
		switch _, isArray := e.Arrays[a.Name]; {
		case isArray:
		case a.IsVar() && isBlock(e, a.Name):
			out.Args = append(out.Args, imp.Arg{Block: a.Name})
		default:
			out.Args = append(out.Args, imp.Arg{X: e.Atom(a)})
		}
	}
	for _, p := range s.Pat {
		e.Zero(p)
		if !p.Type.IsArray() {
			out.Results = append(out.Results, p.Name)
		}
	}
	e.Add(out)
}

// isBlock reports whether n, a name in scope that is not an array, is a block.
func isBlock(e *emit.Emitter, n name.Name) bool {
	_, isScalar := e.Scalars[n]
	return !isScalar
}

// enough returns the answer of x: true also in a run that repeats one that failed.
func enough(e *emit.Emitter, x *ir.Enough) imp.Expr {
	least := e.Atom(x.Least)
	if e.Adjustable && !e.InKernel {
		least = &imp.ID{Kind: imp.Threshold, Threshold: x.Threshold, Default: x.Least.Const.Int()}
	}
	reached := &imp.Prim{Fn: scalar.Le, Type: scalar.I64, Args: []imp.Expr{least, e.Atom(x.Amount)}}
	again := emit.Prim(scalar.Lt, imp.Int(0), &imp.ID{Kind: imp.Repeats})
	return &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{reached, again}}
}
