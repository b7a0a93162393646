package scalarise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

var (
	yes = ir.Const(scalar.Int(scalar.Bool, 1))
	no  = ir.Const(scalar.Int(scalar.Bool, 0))
)

// translator writes code again without small arrays.
type translator struct {
	names    *name.Supply
	types    map[name.Name]ir.Type // of the code's variables
	views    map[name.Name]ir.Type // of the views of memory that were made
	arrays   map[name.Name]small   // the arrays that are scalars
	scalars  map[name.Name]ir.Atom // what stands for a variable of the code
	chooses  bool                  // indices need not be constants
	flags    bool                  // an assertion that fails sets failed, and what follows is computed of anything
	operator bool                  // the operands may come of a failure before
	failed   ir.Atom
	emitted  int
	refused  bool
	keeps    func(source.Pos) bool // whether a schedule keeps a loop at that place
	unrolls  func(source.Pos)      // notes that one becomes its iterations
}

func (x *scalariser) translator() *translator {
	return &translator{names: x.unit.IR.Names, types: x.types, views: map[name.Name]ir.Type{}, arrays: map[name.Name]small{}, scalars: map[name.Name]ir.Atom{}, failed: no,
		keeps:   func(at source.Pos) bool { return x.unit.Loops.Told(at).Unroll == schedule.No },
		unrolls: func(at source.Pos) { x.unrolled = append(x.unrolled, at) },
	}
}

func (t *translator) refuse() { t.refused = true }

// atom returns what stands for a scalar, or for an array that stays in memory.
func (t *translator) atom(a ir.Atom) ir.Atom {
	if !a.IsVar() {
		return a
	}
	if _, ok := t.arrays[a.Name]; ok {
		t.refuse()
	}
	if b, ok := t.scalars[a.Name]; ok {
		return b
	}
	return a
}

func (t *translator) atoms(as []ir.Atom) []ir.Atom {
	out := make([]ir.Atom, len(as))
	for k, a := range as {
		out[k] = t.atom(a)
	}
	return out
}

// array returns the elements of an array, loaded if it lies in memory.
func (t *translator) array(b *ir.Builder, a ir.Atom) small {
	if v, ok := t.arrays[a.Name]; ok {
		return v
	}
	typ, ok := t.views[t.atom(a).Name]
	if !ok {
		typ = t.types[a.Name]
	}
	dims, ok := smallDims(typ)
	if !ok || !typ.IsArray() {
		t.refuse()
		return small{}
	}
	v := small{row: ir.ScalarOf(typ.Elem), dims: dims}
	for k := range count(dims) {
		v.at = append(v.at, t.let(b, a.Name.Base, v.row, &ir.Index{Array: t.atom(a).Name, Indices: indices(dims, k)}))
	}
	return v
}

// let binds a scalar. After a failure nothing is computed that is not defined.
func (t *translator) let(b *ir.Builder, base string, typ ir.Type, e ir.Exp) ir.Atom {
	t.emitted++
	if t.emitted > mostStms {
		t.refuse()
	}
	_, reads := e.(*ir.Index)
	if t.failed == no || !reads && ops.Defined(e) {
		return b.Let(base, typ, e)
	}
	otherwise := b.Inner()
	x := otherwise.Let(base, typ, e)
	return b.Let(base, typ, &ir.If{Cond: t.failed, Then: &ir.Body{Result: []ir.Atom{ir.Const(scalar.Zero(typ.Elem))}}, Else: otherwise.Body(x)})
}

// body translates the statements of a body and returns its results as they are in the code.
func (t *translator) body(b *ir.Builder, code *ir.Body) {
	for _, s := range code.Stms {
		if t.refused {
			return
		}
		pos := b.Pos
		b.Pos = s.Pos
		t.stm(b, s)
		b.Pos = pos
	}
}

// stm translates a statement.
func (t *translator) stm(b *ir.Builder, s *ir.Stm) {
	if v, ok := t.made(s); ok {
		t.arrays[s.Pat[0].Name] = v
		return
	}
	switch e := s.Exp.(type) {
	case *ir.Prim:
		t.define(s, t.prim(b, s.Pat[0], e))
	case *ir.Convert:
		x := t.atom(e.X)
		if !x.IsVar() {
			t.define(s, ir.Const(scalar.Convert(e.To, x.Const)))
			return
		}
		t.define(s, t.let(b, s.Pat[0].Name.Base, s.Pat[0].Type, &ir.Convert{From: e.From, To: e.To, X: x}))
	case *ir.Use:
		t.copied(b, s, e.X)
	case *ir.Copy:
		t.arrays[s.Pat[0].Name] = t.array(b, ir.Var(e.Array))
	case *ir.Assert:
		t.assert(b, e)
	case *ir.Index:
		if v, ok := t.arrays[e.Array]; ok {
			t.define(s, t.element(b, v, t.atoms(e.Indices)))
			return
		}
		t.define(s, t.let(b, s.Pat[0].Name.Base, s.Pat[0].Type, &ir.Index{Array: t.atom(ir.Var(e.Array)).Name, Indices: t.atoms(e.Indices)}))
	case *ir.Literal:
		t.rowsLoaded(b, s.Pat[0], e)
	case *ir.Iota:
		t.iota(b, s.Pat[0], e)
	case *ir.Update:
		t.arrays[s.Pat[0].Name] = t.update(b, e)
	case *ir.Slice:
		t.slice(b, s, e)
	case *ir.Rearrange:
		t.rearrange(b, s, e)
	case *ir.Reshape:
		dims, ok := smallDims(s.Pat[0].Type)
		if !ok {
			t.refuse()
			return
		}
		v := t.array(b, ir.Var(e.Array))
		t.arrays[s.Pat[0].Name] = small{v.row, dims, v.at}
	case *ir.If:
		t.branch(b, s, e)
	case *ir.Loop:
		t.loop(b, s, e)
	default:
		t.refuse()
	}
}

// define says what stands for the scalar that s binds.
func (t *translator) define(s *ir.Stm, a ir.Atom) { t.scalars[s.Pat[0].Name] = a }

// copied gives what s binds the value of a.
func (t *translator) copied(b *ir.Builder, s *ir.Stm, a ir.Atom) {
	if s.Pat[0].Type.IsScalar() {
		t.define(s, t.atom(a))
		return
	}
	t.arrays[s.Pat[0].Name] = t.array(b, a)
}

// made returns the elements of an array that s makes of scalars.
func (t *translator) made(s *ir.Stm) (small, bool) {
	if len(s.Pat) != 1 || !s.Pat[0].Type.IsArray() {
		return small{}, false
	}
	dims, ok := smallDims(s.Pat[0].Type)
	if !ok {
		return small{}, false
	}
	v := small{row: ir.ScalarOf(s.Pat[0].Type.Elem), dims: dims}
	switch e := s.Exp.(type) {
	case *ir.Literal:
		for _, a := range e.Elems {
			if e.Row.IsScalar() {
				v.at = append(v.at, t.atom(a))
			} else {
				v.at = append(v.at, t.arrays[a.Name].at...)
			}
		}
	case *ir.Replicate:
		row := []ir.Atom{e.Value}
		if len(e.Shape) < len(dims) {
			row = t.arrays[e.Value.Name].at
		} else {
			row[0] = t.atom(e.Value)
		}
		for int64(len(v.at)) < count(dims) && len(row) > 0 {
			v.at = append(v.at, row...)
		}
	case *ir.Scratch:
		if schedule.Of(s).Space != "" {
			return small{}, false
		}
		v.at = slices.Repeat([]ir.Atom{ir.Const(scalar.Zero(v.row.Elem))}, int(count(dims)))
	}
	return v, int64(len(v.at)) == count(dims)
}

// rowsLoaded makes an array of rows that lie in memory.
func (t *translator) rowsLoaded(b *ir.Builder, p ir.Param, e *ir.Literal) {
	dims, ok := smallDims(p.Type)
	if !ok || e.Row.IsScalar() {
		t.refuse()
		return
	}
	v := small{row: ir.ScalarOf(p.Type.Elem), dims: dims}
	for _, a := range e.Elems {
		v.at = append(v.at, t.array(b, a).at...)
	}
	t.arrays[p.Name] = v
}

// iota makes an array of numbers in a row.
func (t *translator) iota(b *ir.Builder, p ir.Param, e *ir.Iota) {
	dims, ok := smallDims(p.Type)
	if !ok || !e.Elem.IsInt() {
		t.refuse()
		return
	}
	v := small{row: ir.ScalarOf(e.Elem), dims: dims}
	of := func(fn scalar.Op, x, y ir.Atom) ir.Atom {
		return t.prim(b, ir.Param{Name: p.Name, Type: v.row}, &ir.Prim{Fn: fn, Type: e.Elem, Args: []ir.Atom{x, y}})
	}
	for k := range dims[0] {
		v.at = append(v.at, of(scalar.Add, e.Start, of(scalar.Mul, ir.Const(scalar.Int(e.Elem, k)), e.Step)))
	}
	t.arrays[p.Name] = v
}

// prim applies an operator, to constants at once.
func (t *translator) prim(b *ir.Builder, p ir.Param, e *ir.Prim) ir.Atom {
	args := t.atoms(e.Args)
	values := make([]scalar.Value, len(args))
	for k, a := range args {
		if a.IsVar() {
			return t.let(b, p.Name.Base, p.Type, &ir.Prim{Fn: e.Fn, Type: e.Type, Args: args})
		}
		values[k] = a.Const
	}
	if v, ok := e.Fn.Eval(e.Type, values...); ok {
		return ir.Const(v)
	}
	return t.let(b, p.Name.Base, p.Type, &ir.Prim{Fn: e.Fn, Type: e.Type, Args: args})
}

// assert notes a failure, or stops.
func (t *translator) assert(b *ir.Builder, e *ir.Assert) {
	cond := t.atom(e.Cond)
	switch {
	case cond == yes:
	case t.flags:
		t.failed = t.either(b, t.failed, t.let(b, "fails", ir.ScalarOf(scalar.Bool), &ir.Prim{Fn: scalar.Not, Type: scalar.Bool, Args: []ir.Atom{cond}}))
	default:
		message := slices.Clone(e.Message)
		for k, part := range message {
			if part.Arg != nil {
				a := t.atom(*part.Arg)
				message[k].Arg = &a
			}
		}
		b.Assert(cond, e.Trace, message...)
	}
}

// either is the disjunction of two conditions.
func (t *translator) either(b *ir.Builder, x, y ir.Atom) ir.Atom {
	switch {
	case x == no:
		return y
	case y == no || x == y:
		return x
	}
	return b.Prim("failed", scalar.Or, scalar.Bool, x, y)
}

// literal binds p to the array of v's elements.
func (t *translator) literal(b *ir.Builder, p ir.Param, v small) {
	e := &ir.Literal{Row: v.row, Elems: slices.Clone(v.at)}
	if len(v.dims) == 1 {
		b.Bind([]ir.Param{p}, e)
		return
	}
	flat := b.Let(p.Name.Base, v.row.Under(ir.Size(count(v.dims))), e)
	b.Bind([]ir.Param{p}, &ir.Reshape{Shape: sizes(v.dims), Array: flat.Name})
}
