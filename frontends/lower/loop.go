package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Loop repeats a body on a value: as often as Count says, or while While says so.
type Loop struct {
	Init Value
	// Names are those of Init's leaves, for readable IR.
	Names []string
	// Sizes says, for each size in Init's shape in order (see Dims), whether it stays what it
	// is, Stays, or is one of those that change from one iteration to the next, and which: 0, 1, ….
	// Sizes with the same number are always equal.
	Sizes []int

	Count *Value // nil for a loop with While
	Index string // the name of the index, for readable IR
	While func(v Value) Value

	// Strips says how often to split a loop with Count into loops within each other, so that reverse mode
	// keeps less of it.
	Strips int

	// Early says whether checks of indices are made before a loop with Count where all that can fail in
	// it is known then.
	Early bool

	// Body is the next value; index is of Count's type, and not there in a loop with While.
	Body func(v Value, index Value) Value
}

// Stays marks a size that is the same in all iterations.
const Stays = -1

// repetition is a loop being lowered.
type repetition struct {
	*Builder
	Loop
	initial []ir.Atom // of the sizes that change
	shape   Shape     // of the parameters

	params []ir.Param
	inits  []ir.Atom
	value  Value // the parameters
}

// Loop lowers a loop.
func (b *Builder) Loop(of Loop) Value {
	if of.Strips > 0 && of.Count != nil {
		return b.stripmined(of)
	}
	l := &repetition{Builder: b, Loop: of}
	for i, d := range Dims(of.Init.Shape) {
		if at := of.Sizes[i]; at == len(l.initial) {
			l.initial = append(l.initial, d)
		}
	}
	out := &ir.Loop{}
	var index Value
	if of.While != nil {
		l.inits = append(l.inits, of.While(of.Init).Atom())
	} else {
		out.Bound = of.Count.Atom()
		out.Index = b.names.Fresh(of.Index)
		index = ScalarValue(of.Count.Elem(), ir.Var(out.Index))
		b.flow.Bound([]ir.Param{{Name: out.Index, Type: ir.ScalarOf(of.Count.Elem())}})
	}
	var results []ir.Atom
	body := b.within(func() {
		l.bindParams()
		if of.While != nil {
			out.While = l.params[0].Name
		} else if of.Count.Elem() == scalar.I64 {
			b.isIndex(ir.Var(out.Index), out.Bound)
		}
		results = l.results(of.Body(l.value, index))
	})
	out.Params, out.Inits, out.Body = l.params, l.inits, body.Body(results...)
	if of.Early && of.Count.Elem() == scalar.I64 {
		b.checkEarly(out)
	}
	return l.finish(out)
}

// bindParams makes the loop's parameters.
func (l *repetition) bindParams() {
	if l.While != nil {
		l.params = append(l.params, ir.Param{Name: l.names.Fresh("go"), Type: ir.ScalarOf(scalar.Bool)})
	}
	var sizes []ir.Atom
	for _, s := range l.initial {
		n := l.names.Fresh(sizeName(s))
		l.params = append(l.params, ir.Param{Name: n, Type: ir.I64})
		l.inits = append(l.inits, s)
		sizes = append(sizes, ir.Var(n))
	}
	l.shape = withDims(l.Init.Shape, l.dimsWith(Dims(l.Init.Shape), sizes))
	l.value = Value{Shape: l.shape}
	for i, t := range Leaves(l.shape) {
		n := l.names.Fresh(l.Names[i])
		l.params = append(l.params, ir.Param{Name: n, Type: t})
		l.inits = append(l.inits, l.Init.Atoms()[i])
		l.value.flat = append(l.value.flat, ir.Var(n))
	}
	l.flow.Bound(l.params)
}

// dimsWith is ds with the sizes that change replaced.
func (l *repetition) dimsWith(ds, sizes []ir.Atom) []ir.Atom {
	out := make([]ir.Atom, len(ds))
	for i, d := range ds {
		out[i] = d
		if l.Sizes[i] != Stays {
			out[i] = sizes[l.Sizes[i]]
		}
	}
	return out
}

// results are the atoms that the body returns for the parameters.
func (l *repetition) results(v Value) []ir.Atom {
	want, have := Dims(l.shape), Dims(v.Shape)
	sizes := make([]ir.Atom, len(l.initial))
	for i := range have {
		if at := l.Sizes[i]; at != Stays && sizes[at] == (ir.Atom{}) {
			sizes[at] = have[i]
		}
	}
	v = l.Resize(v, withDims(v.Shape, l.dimsWith(want, sizes)))
	var out []ir.Atom
	if l.While != nil {
		out = append(out, l.While(v).Atom())
	}
	return append(append(out, sizes...), v.Atoms()...)
}

// finish adds the statement.
func (l *repetition) finish(e *ir.Loop) Value {
	subst := map[ir.Atom]ir.Atom{}
	pat := make([]ir.Param, len(e.Params))
	for i, p := range e.Params {
		n := l.names.Like(p.Name)
		pat[i] = ir.Param{Name: n, Type: substType(p.Type, subst)}
		subst[ir.Var(p.Name)] = ir.Var(n)
	}
	l.bind(pat, e)
	return l.value.subst(subst)
}

// strips is a counted loop that is being split into loops within each other, of which each runs a strip
// of the iterations of the one around it. Reverse mode keeps what a loop carries in each of its own
// iterations only while its return sweep is in that loop, so that k splits of n iterations keep some
// (k+1) · n^(1/(k+1)) of them, for k more executions.
type strips struct {
	*Builder
	loop  Loop
	width ir.Atom // of an innermost loop's strip
}

// maxStrips is how often a loop is split at most: 2^17 iterations are split no further.
const maxStrips = 16

// stripmined lowers a counted loop that is to be split.
func (b *Builder) stripmined(of Loop) Value {
	k, t := min(of.Strips, maxStrips), of.Count.Elem()
	n := b.I64("n", scalar.Max, b.Convert(t, scalar.I64, of.Count.Atom()), ir.Size(0))
	root := b.Prim("root", scalar.Pow, scalar.F64, b.Convert(scalar.I64, scalar.F64, n), ir.Const(scalar.Float(scalar.F64, 1/float64(k+1))))
	width := b.Convert(scalar.F64, scalar.I64, b.Prim("width", scalar.Ceil, scalar.F64, root))
	s := &strips{b, of, b.I64("width", scalar.Max, width, ir.Size(1))}
	return s.split(of.Init, k, ir.Size(0), n)
}

// split repeats the body on v for the iterations from first to first + n.
func (s *strips) split(v Value, k int, first, n ir.Atom) Value {
	out := Loop{Init: v, Names: s.loop.Names, Sizes: s.loop.Sizes, Index: "strip"}
	if k == 0 {
		t := s.loop.Count.Elem()
		count := ScalarValue(scalar.I64, n)
		out.Count, out.Index = &count, s.loop.Index
		out.Body = func(v, i Value) Value {
			at := s.I64("i", scalar.Add, first, i.Atom())
			return s.loop.Body(v, ScalarValue(t, s.Convert(scalar.I64, t, at)))
		}
		return s.Loop(out)
	}
	size := s.width
	for range k - 1 {
		size = s.I64("size", scalar.Mul, size, s.width)
	}
	count := ScalarValue(scalar.I64, s.ceilDiv(n, size))
	out.Count = &count
	out.Body = func(v, i Value) Value {
		done := s.I64("done", scalar.Mul, i.Atom(), size)
		left := s.I64("left", scalar.Min, size, s.I64("left", scalar.Sub, n, done))
		return s.split(v, k-1, s.I64("first", scalar.Add, first, done), left)
	}
	return s.Loop(out)
}

// An accumulator is a record of the array that it will become and, if its writes combine
// elements, of the operator: a closure, which every accumulator of one stream shares. A stream is a
// loop, which applies its function to one element after the other, so that any function will do.

const (
	accumulated = "dest"
	combining   = "op"
)

// Stream makes an accumulator of dest, applies f to it and each element of an array in turn, and
// gives dest back. With op, writes combine elements.
func (b *Builder) Stream(dest Value, op *Value, f, elems Value) Value {
	acc := NewRecord([]string{accumulated}, []Value{dest})
	if op != nil {
		acc = NewRecord([]string{accumulated, combining}, []Value{dest, *op})
	}
	n := ScalarValue(scalar.I64, elems.Dim())
	loop := Loop{Init: acc, Count: &n, Index: "i"}
	for range LeafCount(acc.Shape) {
		loop.Names = append(loop.Names, "acc")
	}
	for range Dims(acc.Shape) {
		loop.Sizes = append(loop.Sizes, Stays)
	}
	loop.Body = func(acc, i Value) Value { return b.Apply(f, acc, b.Element(elems, i.Atom())) }
	out, _ := b.Loop(loop).Field(accumulated)
	return out
}

// Accumulate writes v at i to an accumulator. A write out of bounds does nothing.
func (b *Builder) Accumulate(acc Value, i ir.Atom, v Value) Value {
	dest, _ := acc.Field(accumulated)
	written := b.If(b.InBounds(i, dest.Dim()), func() Value {
		new := v
		if op, ok := acc.Field(combining); ok {
			// The operator may return the row that is replaced.
			new = b.Copy(b.Apply(op, b.Element(dest, i), v))
		}
		return b.Update(dest, Selection{dims: []ir.SliceDim{ir.FixAt(i)}}, nil, new)
	}, func() Value { return dest })
	return acc.WithField([]string{accumulated}, written)
}
