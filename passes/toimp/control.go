package toimp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (e *emitter) assert(x *ir.Assert) {
	parts := make([]imp.MessagePart, len(x.Message))
	for i, p := range x.Message {
		parts[i].Text = p.Text
		if p.Arg != nil {
			parts[i].Arg = e.atom(*p.Arg)
		}
	}
	e.add(&imp.Assert{Cond: e.atom(x.Cond), Message: parts, Trace: x.Trace})
}

// zero declares p: a scalar with value zero, a block unallocated. Arrays need no
// declaration.
func (e *emitter) zero(p ir.Param) {
	switch {
	case p.Type.IsScalar():
		e.declareAs(p.Name, &imp.Const{Value: scalar.Zero(p.Type.Elem)})
	case p.Type.IsBlock():
		e.add(&imp.DeclareBlock{Name: p.Name, Space: imp.Space(p.Type.Space)})
	}
}

// assign assigns a to p, which is already declared. Arrays are skipped.
func (e *emitter) assign(p ir.Param, a ir.Atom) {
	switch {
	case p.Type.IsArray() || a == ir.Var(p.Name):
	case p.Type.IsBlock():
		e.add(&imp.AssignBlock{Dst: p.Name, Src: a.Name})
	default:
		e.add(&imp.Assign{Name: p.Name, X: e.atom(a)})
	}
}

// define declares p with the value of a. Arrays are only bound.
func (e *emitter) define(p ir.Param, a ir.Atom) {
	e.bind(p)
	switch {
	case p.Type.IsScalar():
		e.declareAs(p.Name, e.atom(a))
	case p.Type.IsBlock():
		e.zero(p)
		e.assign(p, a)
	}
}

func (e *emitter) branch(pat []ir.Param, x *ir.If) {
	for _, p := range pat {
		e.zero(p)
	}
	arm := func(b *ir.Body) []imp.Stm {
		in := e.inner()
		in.body(b)
		for i, p := range pat {
			in.assign(p, b.Result[i])
		}
		return in.out
	}
	e.add(&imp.If{Cond: e.atom(x.Cond), Then: arm(x.Then), Else: arm(x.Else)})
}

func (e *emitter) loop(s *ir.Stm, x *ir.Loop) {
	for i, p := range x.Params {
		e.define(p, x.Inits[i])
	}
	in := e.inner()
	before, after := e.enterLoop()
	if x.Index.IsZero() {
		in.body(x.Body)
		in.assignAll(x.Params, x.Body.Result)
		before()
		e.add(&imp.While{Cond: e.read(x.While), Body: in.out})
	} else {
		bound := e.atom(x.Bound)
		t := imp.TypeOf(bound)
		e.scalars[x.Index] = t
		leave := e.enter(x.Bound)
		if e.inKernel && t == scalar.I64 {
			var sizes []ir.Atom
			bound, sizes = e.rounds(bound, types(s.Pat), s)
			e.enter(sizes...)
		}
		in.body(x.Body)
		leave()
		in.assignAll(x.Params, x.Body.Result)
		before()
		e.add(&imp.For{Index: x.Index, Type: t, Bound: bound, Body: in.out})
	}
	after()
	for i, p := range s.Pat {
		from := x.Params[i]
		e.define(p, ir.Var(from.Name))
		if from.Type.IsBlock() {
			e.add(&imp.AssignBlock{Dst: from.Name})
		}
	}
}

// assignAll is a parallel assignment: a value that is itself one of the assigned variables
// is saved to a temporary first.
func (e *emitter) assignAll(ps []ir.Param, values []ir.Atom) {
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
			tmp := ir.Param{Name: e.names.Like(p.Name), Type: p.Type}
			e.define(tmp, values[i])
			held[i] = ir.Var(tmp.Name)
		}
	}
	for i, p := range ps {
		e.assign(p, held[i])
	}
}

func (e *emitter) call(s *ir.Stm, x *ir.Call) {
	out := &imp.Call{Fun: x.Fun, Pos: s.Pos}
	for _, a := range x.Args {
		switch _, isArray := e.arrays[a.Name]; {
		case isArray:
		case a.IsVar() && e.isBlock(a.Name):
			out.Args = append(out.Args, imp.Arg{Block: a.Name})
		default:
			out.Args = append(out.Args, imp.Arg{X: e.atom(a)})
		}
	}
	for _, p := range s.Pat {
		e.zero(p)
		if !p.Type.IsArray() {
			out.Results = append(out.Results, p.Name)
		}
	}
	e.add(out)
}

// isBlock reports whether n, a name in scope that is not an array, is a block.
func (e *emitter) isBlock(n name.Name) bool {
	_, isScalar := e.scalars[n]
	return !isScalar
}

// An array of 2^32 by 2^32 by 0 elements takes no memory, so it may have more rows than a
// program can visit. If all results of a loop or a kernel have rows of one size, and that
// size is 0, there is nothing to compute: the loop makes no iterations.
//
// rounds returns the number of iterations: n, or 0 if rows are empty. rows are the types of
// the results without the dimensions that the iterations count; s is the loop or kernel.
//
// It also returns the sizes that are then known to be positive in an iteration.
func (e *emitter) rounds(n imp.Expr, rows []ir.Type, s *ir.Stm) (imp.Expr, []ir.Atom) {
	if c, ok := n.(*imp.Const); ok && c.Value.Int() <= fewRounds {
		return n, nil
	}
	sizes := e.commonSizes(rows)
	if len(sizes) == 0 || ops.MayStopWithin(s) {
		return n, nil
	}
	for _, size := range sizes {
		n = imp.Mul(n, prim(scalar.Min, e.atom(size), imp.Int(1)))
	}
	return n, sizes
}

// fewRounds is a number of iterations that are made in no time.
const fewRounds = 1 << 16

// enter says that what follows runs in iterations over dimensions of these sizes, so that
// none of them is 0; the result ends that.
func (e *emitter) enter(sizes ...ir.Atom) (leave func()) {
	before := len(e.positive)
	e.positive = append(e.positive, sizes...)
	return func() { e.positive = e.positive[:before] }
}

// commonSizes returns the variables that are dimensions of all arrays and may be 0; none if
// there are scalars among the types.
func (e *emitter) commonSizes(ts []ir.Type) []ir.Atom {
	var out []ir.Atom
	first := true
	for _, t := range ts {
		switch {
		case t.IsBlock():
			continue
		case first:
			for _, d := range t.Dims {
				if d.IsVar() && !slices.Contains(e.positive, d) && !slices.Contains(out, d) {
					out = append(out, d)
				}
			}
		}
		first = false
		out = slices.DeleteFunc(out, func(d ir.Atom) bool { return !slices.Contains(t.Dims, d) })
	}
	return out
}

// enterKernel is enter for the iterations of a kernel, of which it leaves none if the rows of
// its results are empty.
func (e *emitter) enterKernel(s *ir.Stm) (leave func()) {
	k := ops.KernelOf(s.Exp)
	if k == nil || len(*k.Space) == 0 {
		return func() {}
	}
	space := slices.Clone(*k.Space)
	var sizes []ir.Atom
	for _, d := range space {
		sizes = append(sizes, d.Size)
	}
	leave = e.enter(sizes...)
	rows := types(s.Pat)
	for i, w := range k.Writes {
		t := &rows[len(rows)-len(k.Writes)+i]
		t.Dims = t.Dims[min(w.Rank, len(t.Dims)):]
	}
	n, positive := e.rounds(e.atom(space[0].Size), rows, s)
	if len(positive) > 0 {
		space[0].Size = ir.Var(e.declare("rounds", n))
		*k.Space = space
		e.enter(append(positive, space[0].Size)...)
	}
	return leave
}

func types(ps []ir.Param) []ir.Type {
	out := make([]ir.Type, len(ps))
	for i, p := range ps {
		out[i] = p.Type
	}
	return out
}

// enough returns the answer of x: true also in a run that repeats one that failed.
func (e *emitter) enough(x *ir.Enough) imp.Expr {
	least := e.atom(x.Least)
	if e.adjustable && !e.inKernel {
		least = &imp.ID{Kind: imp.Threshold, Threshold: x.Threshold, Default: x.Least.Const.Int()}
	}
	reached := &imp.Prim{Fn: scalar.Le, Type: scalar.I64, Args: []imp.Expr{least, e.atom(x.Amount)}}
	again := prim(scalar.Lt, imp.Int(0), &imp.ID{Kind: imp.Repeats})
	return &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{reached, again}}
}
