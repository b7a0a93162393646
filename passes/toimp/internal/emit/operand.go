package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Operand is an argument or result of an operator: a scalar expression, or an array that
// lies contiguously at an offset of a block.
type Operand struct {
	X      imp.Expr // for a scalar
	Block  name.Name
	Offset imp.Expr
	Type   ir.Type
}

// Operands returns the values of body results.
func (e *Emitter) Operands(as []ir.Atom) []Operand {
	out := make([]Operand, len(as))
	for i, a := range as {
		if arr, ok := e.Arrays[a.Name]; ok && a.IsVar() {
			out[i] = Operand{Block: arr.At.Block, Offset: imp.Poly(arr.At.Index.Offset), Type: arr.Type}
			continue
		}
		x := e.Atom(a)
		out[i] = Operand{X: x, Type: ir.ScalarOf(imp.TypeOf(x))}
	}
	return out
}

// OperandAt returns the element, or inner array, of p at the given outer indices.
func (e *Emitter) OperandAt(p Place, index []imp.Expr) Operand {
	if len(index) == p.Index.Rank() {
		return Operand{X: e.Read(e.Declare("old", p.Load(index...))), Type: ir.ScalarOf(p.Elem)}
	}
	dims := make([]ir.Atom, 0, p.Index.Rank())
	for _, d := range p.Index.Dims[len(index):] {
		dims = append(dims, e.sizeAtom(d.Size))
	}
	return Operand{Block: p.Block, Offset: p.Element(index), Type: ir.ArrayOf(p.Elem, dims...)}
}

// OperandsAt returns the elements of several arrays at one index.
func (e *Emitter) OperandsAt(ps []Place, index imp.Expr) []Operand {
	out := make([]Operand, len(ps))
	for i, p := range ps {
		out[i] = e.OperandAt(p, []imp.Expr{index})
	}
	return out
}

// sizeAtom returns a size as an atom, declaring a variable for it if necessary.
func (e *Emitter) sizeAtom(p sym.Poly) ir.Atom {
	if v, ok := p.AsVar(); ok {
		return ir.Var(v)
	}
	if c, ok := p.AsConst(); ok {
		return ir.Size(c)
	}
	return ir.Var(e.Declare("size", imp.Poly(p)))
}

// Place returns the location of an array operand.
func (e *Emitter) Place(o Operand) Place {
	offset := e.Declare("offset", o.Offset)
	index := lmad.RowMajor(ir.Polys(o.Type.Dims)).At(sym.Var(offset))
	return Place{o.Type.Elem, o.Block, index}
}

// PutOperand writes o to the part of p at index.
func (e *Emitter) PutOperand(p Place, o Operand, index []imp.Expr) {
	if o.X != nil {
		e.Store(p, o.X, index...)
		return
	}
	e.Copy(e.at(p, index), e.Place(o))
}

// Apply inlines an operator of a mem program. The operator's parameters and results follow
// introduce-memory's calling convention: block, offset, array for each array operand.
func (e *Emitter) Apply(operator *ir.Lambda, operands ...[]Operand) []Operand {
	l := ir.NewRenamer(e.Names).Lambda(operator)
	params := l.Params
	for _, o := range slices.Concat(operands...) {
		if o.X != nil {
			e.DeclareAs(params[0].Name, o.X)
			params = params[1:]
			continue
		}
		block, offset, array := params[0], params[1], params[2]
		e.Zero(block)
		e.Add(&imp.AssignBlock{Dst: block.Name, Src: o.Block})
		e.DeclareAs(offset.Name, o.Offset)
		e.Bind(array)
		params = params[3:]
	}
	e.Body(l.Body)
	var results []ir.Atom
	for i, r := range l.Body.Result {
		if !l.Results[i].IsBlock() {
			results = append(results, r)
		}
	}
	return e.Operands(results)
}

// Accumulator is a tuple of mutable operands.
type Accumulator []accumulated

// accumulated is one component of an accumulator: a scalar variable, or a block variable
// with an offset variable.
type accumulated struct {
	Scalar        name.Name
	block, offset name.Name
	Type          ir.Type
}

// Accumulate declares an accumulator initialised with the given operands.
func (e *Emitter) Accumulate(base string, start []Operand) Accumulator {
	acc := make(Accumulator, len(start))
	for i, o := range start {
		acc[i].Type = o.Type
		if o.X != nil {
			acc[i].Scalar = e.Declare(base, o.X)
			continue
		}
		acc[i].block = e.Names.Fresh(base + "_mem")
		e.Add(&imp.DeclareBlock{Name: acc[i].block}, &imp.AssignBlock{Dst: acc[i].block, Src: o.Block})
		acc[i].offset = e.Declare(base+"_offset", o.Offset)
	}
	return acc
}

// Value returns the accumulator's current value.
func (e *Emitter) Value(acc Accumulator) []Operand {
	out := make([]Operand, len(acc))
	for i, a := range acc {
		out[i].Type = a.Type
		if !a.Scalar.IsZero() {
			out[i].X = e.Read(a.Scalar)
			continue
		}
		out[i].Block, out[i].Offset = a.block, imp.IntVar(a.offset)
	}
	return out
}

// Set assigns new values, which must already be computed, to the accumulator.
func (e *Emitter) Set(acc Accumulator, values []Operand) {
	for i, a := range acc {
		if !a.Scalar.IsZero() {
			e.Add(&imp.Assign{Name: a.Scalar, X: values[i].X})
			continue
		}
		e.Add(&imp.AssignBlock{Dst: a.block, Src: values[i].Block}, &imp.Assign{Name: a.offset, X: values[i].Offset})
	}
}
