package toimp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// operand is an argument or result of an operator: a scalar expression, or an array that
// lies contiguously at an offset of a block.
type operand struct {
	X      imp.Expr // for a scalar
	Block  name.Name
	Offset imp.Expr
	Type   ir.Type
}

// operands returns the values of body results.
func (e *emitter) operands(as []ir.Atom) []operand {
	out := make([]operand, len(as))
	for i, a := range as {
		if arr, ok := e.arrays[a.Name]; ok && a.IsVar() {
			out[i] = operand{Block: arr.At.Block, Offset: imp.Poly(arr.At.Index.Offset), Type: arr.Type}
			continue
		}
		x := e.atom(a)
		out[i] = operand{X: x, Type: ir.ScalarOf(imp.TypeOf(x))}
	}
	return out
}

// operandAt returns the element, or inner array, of p at the given outer indices.
func (e *emitter) operandAt(p place, index []imp.Expr) operand {
	if len(index) == p.Index.Rank() {
		return operand{X: e.read(e.declare("old", p.load(index...))), Type: ir.ScalarOf(p.Elem)}
	}
	dims := make([]ir.Atom, 0, p.Index.Rank())
	for _, d := range p.Index.Dims[len(index):] {
		dims = append(dims, e.sizeAtom(d.Size))
	}
	return operand{Block: p.Block, Offset: p.element(index), Type: ir.ArrayOf(p.Elem, dims...)}
}

// operandsAt returns the elements of several arrays at one index.
func (e *emitter) operandsAt(ps []place, index imp.Expr) []operand {
	out := make([]operand, len(ps))
	for i, p := range ps {
		out[i] = e.operandAt(p, []imp.Expr{index})
	}
	return out
}

// sizeAtom returns a size as an atom, declaring a variable for it if necessary.
func (e *emitter) sizeAtom(p sym.Poly) ir.Atom {
	if v, ok := p.AsVar(); ok {
		return ir.Var(v)
	}
	if c, ok := p.AsConst(); ok {
		return ir.Size(c)
	}
	return ir.Var(e.declare("size", imp.Poly(p)))
}

// place returns the location of an array operand.
func (e *emitter) place(o operand) place {
	offset := e.declare("offset", o.Offset)
	index := lmad.RowMajor(ir.Polys(o.Type.Dims)).At(sym.Var(offset))
	return place{o.Type.Elem, o.Block, index}
}

// putOperand writes o to the part of p at index.
func (e *emitter) putOperand(p place, o operand, index []imp.Expr) {
	if o.X != nil {
		e.store(p, o.X, index...)
		return
	}
	e.copy(e.at(p, index), e.place(o))
}

// apply inlines an operator of a mem program. The operator's parameters and results follow
// introduce-memory's calling convention: block, offset, array for each array operand.
func (e *emitter) apply(operator *ir.Lambda, operands ...[]operand) []operand {
	l := ir.NewRenamer(e.names).Lambda(operator)
	params := l.Params
	for _, o := range slices.Concat(operands...) {
		if o.X != nil {
			e.declareAs(params[0].Name, o.X)
			params = params[1:]
			continue
		}
		block, offset, array := params[0], params[1], params[2]
		e.zero(block)
		e.add(&imp.AssignBlock{Dst: block.Name, Src: o.Block})
		e.declareAs(offset.Name, o.Offset)
		e.bind(array)
		params = params[3:]
	}
	e.body(l.Body)
	var results []ir.Atom
	for i, r := range l.Body.Result {
		if !l.Results[i].IsBlock() {
			results = append(results, r)
		}
	}
	return e.operands(results)
}

// accumulator is a tuple of mutable operands.
type accumulator []accumulated

// accumulated is one component of an accumulator: a scalar variable, or a block variable
// with an offset variable.
type accumulated struct {
	scalar        name.Name
	block, offset name.Name
	Type          ir.Type
}

// accumulate declares an accumulator initialised with the given operands.
func (e *emitter) accumulate(base string, start []operand) accumulator {
	acc := make(accumulator, len(start))
	for i, o := range start {
		acc[i].Type = o.Type
		if o.X != nil {
			acc[i].scalar = e.declare(base, o.X)
			continue
		}
		acc[i].block = e.names.Fresh(base + "_mem")
		e.add(&imp.DeclareBlock{Name: acc[i].block}, &imp.AssignBlock{Dst: acc[i].block, Src: o.Block})
		acc[i].offset = e.declare(base+"_offset", o.Offset)
	}
	return acc
}

// value returns the accumulator's current value.
func (e *emitter) value(acc accumulator) []operand {
	out := make([]operand, len(acc))
	for i, a := range acc {
		out[i].Type = a.Type
		if !a.scalar.IsZero() {
			out[i].X = e.read(a.scalar)
			continue
		}
		out[i].Block, out[i].Offset = a.block, imp.IntVar(a.offset)
	}
	return out
}

// set assigns new values, which must already be computed, to the accumulator.
func (e *emitter) set(acc accumulator, values []operand) {
	for i, a := range acc {
		if !a.scalar.IsZero() {
			e.add(&imp.Assign{Name: a.scalar, X: values[i].X})
			continue
		}
		e.add(&imp.AssignBlock{Dst: a.block, Src: values[i].Block}, &imp.Assign{Name: a.offset, X: values[i].Offset})
	}
}
