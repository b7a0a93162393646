package sequentialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// loop collects the values that a for-loop carries, then builds it. Each carried value has
// a parameter inside the loop and a binder in the pattern of its statement.
type loop struct {
	index  name.Name
	bound  ir.Atom
	pat    []ir.Param
	params []ir.Param
	inits  []ir.Atom
}

func (s *sequentialiser) newLoop(index string, bound ir.Atom) *loop {
	return &loop{index: s.names.Fresh(index), bound: bound}
}

// chunkLoop returns the loop over the chunks: all, or those after a peeled first one.
func (s *sequentialiser) chunkLoop(b *ir.Builder, later ir.Atom, peeled bool) *loop {
	if peeled {
		return s.newLoop("c", later)
	}
	return s.newLoop("c", i64(b, "chunks", scalar.Add, later, ir.Size(1)))
}

// number emits the number of the chunk that an iteration of chunkLoop handles.
func (l *loop) number(b *ir.Builder, peeled bool) ir.Atom {
	if peeled {
		return i64(b, "c", scalar.Add, l.i(), ir.Size(1))
	}
	return l.i()
}

// i returns the loop's index.
func (l *loop) i() ir.Atom { return ir.Var(l.index) }

// carry adds a loop-carried value with initial value init and final binder out. It returns
// the value inside the loop. consumed says that the body updates it in place.
func (s *sequentialiser) carry(l *loop, out ir.Param, init ir.Atom, consumed bool) ir.Atom {
	inside := ir.Param{Name: s.names.Like(out.Name), Type: out.Type, Unique: consumed}
	l.pat = append(l.pat, ir.Param{Name: out.Name, Type: out.Type})
	l.params = append(l.params, inside)
	l.inits = append(l.inits, init)
	return ir.Var(inside.Name)
}

// carryAll adds several loop-carried values.
func (s *sequentialiser) carryAll(l *loop, outs []ir.Param, inits []ir.Atom, consumed bool) []ir.Atom {
	inside := make([]ir.Atom, len(outs))
	for k, out := range outs {
		inside[k] = s.carry(l, out, inits[k], consumed)
	}
	return inside
}

// finish adds the loop to b.
func (l *loop) finish(b *ir.Builder, body *ir.Body) {
	b.Bind(l.pat, &ir.Loop{Params: l.params, Inits: l.inits, Index: l.index, Bound: l.bound, Body: body})
}

// freshLike returns fresh binders with the types of ps.
func (s *sequentialiser) freshLike(ps []ir.Param) []ir.Param {
	out := make([]ir.Param, len(ps))
	for k, p := range ps {
		out[k] = ir.Param{Name: s.names.Like(p.Name), Type: p.Type}
	}
	return out
}

// vars returns the binders as atoms.
func vars(ps []ir.Param) []ir.Atom {
	out := make([]ir.Atom, len(ps))
	for k, p := range ps {
		out[k] = ir.Var(p.Name)
	}
	return out
}

// scratches emits an uninitialised array for each of outs, which lives where the results are prescribed to.
func (s *sequentialiser) scratches(b *ir.Builder, outs []ir.Param) []ir.Atom {
	as := make([]ir.Atom, len(outs))
	for k, p := range outs {
		array := s.names.Fresh(p.Name.Base)
		b.Append(&ir.Stm{Pat: []ir.Param{{Name: array, Type: p.Type}}, Exp: &ir.Scratch{Elem: p.Type.Elem, Shape: p.Type.Dims}, Pos: b.Pos, Attrs: s.told})
		as[k] = ir.Var(array)
	}
	return as
}

// rowDims selects the row at the given outer indices of an array of type t.
func rowDims(t ir.Type, outer ...ir.Atom) []ir.SliceDim {
	dims := make([]ir.SliceDim, t.Rank())
	for k, size := range t.Dims {
		if k < len(outer) {
			dims[k] = ir.FixAt(outer[k])
		} else {
			dims[k] = ir.Whole(size)
		}
	}
	return dims
}

// bindElements binds params to the elements of arrays at index i.
func bindElements(b *ir.Builder, arrays []name.Name, params []ir.Param, i ir.Atom) {
	for k, p := range params {
		b.BindElement(p, arrays[k], i)
	}
}

// store returns array, of type t, with the row at the outer indices replaced.
func store(b *ir.Builder, array ir.Atom, t ir.Type, row ir.Atom, outer ...ir.Atom) ir.Atom {
	return b.Let(array.Name.Base, t, &ir.Update{Array: array.Name, Dims: rowDims(t, outer...), Value: row})
}

// inline emits the body of fn, which is not used elsewhere, with args substituted for its
// parameters.
func inline(b *ir.Builder, fn *ir.Lambda, args []ir.Atom) []ir.Atom {
	sub := ir.Subst{}
	for k, p := range fn.Params {
		sub[p.Name] = args[k]
	}
	sub.Body(fn.Body)
	b.Append(fn.Body.Stms...)
	return fn.Body.Result
}

// apply emits a renamed copy of fn's body with args substituted for its parameters.
func (s *sequentialiser) apply(b *ir.Builder, fn *ir.Lambda, args ...ir.Atom) []ir.Atom {
	return inline(b, ir.NewRenamer(s.names).Lambda(fn), args)
}

func i64(b *ir.Builder, base string, op scalar.Op, x, y ir.Atom) ir.Atom {
	return b.Prim(base, op, scalar.I64, x, y)
}
