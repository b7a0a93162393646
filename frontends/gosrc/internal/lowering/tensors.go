package lowering

import (
	"go/ast"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// A tensor is an array of as many dimensions as it has.

// newTensor is a call of NewTensor or TensorOf.
func (f *frame) newTensor(e *ast.CallExpr, name string) lower.Value {
	elem := program.TensorElem(f.TypeOf(e))
	args := e.Args
	var elems lower.Value
	if name == "TensorOf" {
		elems, args = f.expr(args[0]), args[1:]
	}
	defer f.at(e)()
	var dims []ir.Atom
	for _, a := range args {
		dims = append(dims, f.asInt(a))
	}
	n := ir.Size(1)
	for _, d := range dims {
		f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), d), "a tensor has no dimension ", d, ": it is negative")
		f.b.IsSize(d)
		limit := f.b.I64("limit", scalar.Quot, ir.Size(maxElements), f.b.I64("d", scalar.Max, d, ir.Size(1)))
		f.b.Assert(f.b.I64("ok", scalar.Le, n, limit), "a tensor is too large: a dimension is ", d)
		n = f.b.I64("n", scalar.Mul, n, d)
		f.b.IsSize(n)
	}
	if name == "NewTensor" {
		s := shapeOf(elem, func() ir.Atom { return ir.Size(0) })
		for k := len(dims) - 1; k >= 0; k-- {
			s = lower.ArrayOf(dims[k], s)
		}
		return f.filled(s)
	}
	f.b.Assert(f.b.I64("same", scalar.Eq, elems.Dim(), n), "TensorOf: ", elems.Dim(), " elements for dimensions that take ", n)
	s := lower.Peel(elems.Shape, 1)
	for k := len(dims) - 1; k >= 0; k-- {
		s = lower.ArrayOf(dims[k], s)
	}
	return f.shaped(f.b.Resize(elems, lower.ArrayOf(n, lower.Peel(elems.Shape, 1))), s)
}

// filled is an array of zeros.
func (f *frame) filled(s lower.Shape) lower.Value {
	a, ok := s.(*lower.Array)
	if !ok {
		return f.zeroOf(s)
	}
	return f.b.Replicate(a.Dim, f.filled(a.Elem))
}

// tensorValue is the value of a tensor, and its rank.
func (f *frame) tensorValue(recv ast.Expr) (lower.Value, int) {
	if c := f.mark.Captured(f.Scope, recv); c != nil {
		return f.captured(c), c.Rank
	}
	v, rank := f.ownTensor(recv)
	return v.value, rank
}

// ownTensor is the variable of a tensor that the expression made, and its rank.
func (f *frame) ownTensor(recv ast.Expr) (*variable, int) {
	root, _ := program.Chain(f.Scope, recv)
	return f.lookup(root), f.program.TensorRank(f.Scope, root)
}

// tensorElement is an element of a tensor.
func (f *frame) tensorElement(e *ast.CallExpr, recv ast.Expr) lower.Value {
	if sh := f.sharedAt(recv); sh != nil {
		return f.sharedElement(sh, e, e.Args)
	}
	var is []lower.Value
	for _, a := range e.Args {
		is = append(is, f.expr(a))
	}
	v, _ := f.tensorValue(recv)
	for k, a := range e.Args {
		v = f.element(v, f.inRange(a, is[k].Elem(), is[k].Atom(), v.Dim()))
	}
	return v
}

// setElement is a call of Set.
func (f *frame) setElement(call *ast.CallExpr, recv ast.Expr) {
	x := f.expr(call.Args[0])
	if sh := f.sharedAt(recv); sh != nil {
		f.store(f.sharedPlace(sh, call, call.Args[1:]), x)
		return
	}
	v, _ := f.ownTensor(recv)
	p := &place{variable: v}
	for _, a := range call.Args[1:] {
		i := f.expr(a)
		p.steps = append(p.steps, step{index: &index{a, i.Elem(), i.Atom()}})
	}
	f.check(p)
	f.store(p, x)
}

// tensorDim is the size of a dimension.
func (f *frame) tensorDim(e *ast.CallExpr, recv ast.Expr) lower.Value {
	v, rank := f.tensorValue(recv)
	k, _ := f.constant(e.Args[0])
	n, _ := k.Atom().AsSize()
	if n < 0 || n >= int64(rank) {
		f.wrong(e, "%s has no dimension %d: it has %d", types.ExprString(recv), n, rank)
	}
	s := lower.Peel(v.Shape, int(n)).(*lower.Array)
	return lower.ScalarValue(goInt, s.Dim)
}

// tensorMethod lowers a call of a tensor's method.
func (f *frame) tensorMethod(e *ast.CallExpr, callee program.Callee) lower.Value {
	switch callee.Name {
	case "Dim":
		return f.tensorDim(e, callee.Recv)
	case "Rank":
		_, rank := f.tensorValue(callee.Recv)
		return lower.Constant(scalar.Int(goInt, int64(rank)))
	case "Elems":
		v, rank := f.tensorValue(callee.Recv)
		return f.flat(v, rank)
	}
	return f.tensorElement(e, callee.Recv)
}
