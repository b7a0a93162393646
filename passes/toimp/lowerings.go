package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// lowering is how statements of an operation become imp. The binders are declared.
type lowering struct {
	op   string
	emit func(*emitter, *ir.Stm)
}

// lowerings holds what every operation of level mem becomes, by name.
var lowerings = map[string]func(*emitter, *ir.Stm){}

// init fills the table: a variable's value may not refer to itself, and bodies are
// lowered by way of the table.
func init() {
	for _, l := range []lowering{
		lowered((*emitter).use),
		lowered((*emitter).prim),
		lowered(func(e *emitter, s *ir.Stm, x *ir.Convert) {
			e.declareAs(s.Pat[0].Name, &imp.Convert{From: x.From, To: x.To, X: e.atom(x.X)})
		}),
		lowered(func(e *emitter, s *ir.Stm, x *ir.Enough) {
			e.declareAs(s.Pat[0].Name, &imp.Prim{Fn: scalar.Le, Type: scalar.I64, Args: e.atoms([]ir.Atom{x.Least, x.Amount})})
		}),
		lowered(func(e *emitter, s *ir.Stm, x *ir.Index) {
			e.declareAs(s.Pat[0].Name, e.placeOf(x.Array).load(e.atoms(x.Indices)...))
		}),
		lowered(func(e *emitter, _ *ir.Stm, x *ir.Assert) { e.assert(x) }),
		lowered(func(e *emitter, s *ir.Stm, x *ir.If) { e.branch(s.Pat, x) }),
		lowered(func(e *emitter, s *ir.Stm, x *ir.Loop) { e.loop(s.Pat, x) }),
		lowered((*emitter).call),
		lowered((*emitter).alloc),

		// The location says it all; a scratch array's elements are written later.
		lowered(func(*emitter, *ir.Stm, *ir.Slice) {}),
		lowered(func(*emitter, *ir.Stm, *ir.FlatSlice) {}),
		lowered(func(*emitter, *ir.Stm, *ir.Rearrange) {}),
		lowered(func(*emitter, *ir.Stm, *ir.Reshape) {}),
		lowered(func(*emitter, *ir.Stm, *ir.Scratch) {}),

		written((*emitter).iota),
		written((*emitter).replicate),
		written(func(e *emitter, dst place, x *ir.Copy) { e.copy(dst, e.placeOf(x.Array)) }),
		written((*emitter).concat),
		written((*emitter).literal),
		written((*emitter).overwrite),
		written((*emitter).flatUpdate),

		lowered((*emitter).segMap),
		lowered((*emitter).segRed),
		lowered((*emitter).segScan),
		lowered((*emitter).segHist),
	} {
		lowerings[l.op] = l.emit
	}
}

// lowered is the lowering of the operation that is a struct of ir.
func lowered[T any, E interface {
	*T
	ir.Exp
}](emit func(*emitter, *ir.Stm, E)) lowering {
	return lowering{E(nil).Op(), func(e *emitter, s *ir.Stm) { emit(e, s, s.Exp.(E)) }}
}

// written is the lowering of an operation that writes one array.
func written[T any, E interface {
	*T
	ir.Exp
}](write func(*emitter, place, E)) lowering {
	return lowered(func(e *emitter, s *ir.Stm, x E) { write(e, e.placeOf(s.Pat[0].Name), x) })
}

func (e *emitter) use(s *ir.Stm, x *ir.Use) {
	if s.Pat[0].Type.IsScalar() {
		e.declareAs(s.Pat[0].Name, e.atom(x.X))
	}
}

func (e *emitter) prim(s *ir.Stm, x *ir.Prim) {
	e.known.Add(s)
	e.declareAs(s.Pat[0].Name, &imp.Prim{Fn: x.Fn, Type: x.Type, Args: e.atoms(x.Args)})
}

func (e *emitter) alloc(s *ir.Stm, x *ir.Alloc) {
	block := s.Pat[0].Name
	e.add(&imp.DeclareBlock{Name: block, Space: imp.Space(x.Space)},
		&imp.Alloc{Block: block, Bytes: e.atom(x.Bytes), Space: imp.Space(x.Space), What: e.what[block], Pos: s.Pos})
}

func (e *emitter) iota(dst place, x *ir.Iota) {
	e.forEach("iota", []imp.Expr{e.atom(x.Count)}, func(e *emitter, index []imp.Expr) {
		e.store(dst, e.iotaElement(x, index[0]), index...)
	})
}

func (e *emitter) replicate(dst place, x *ir.Replicate) {
	e.forEach("replicate", e.atoms(x.Shape), func(e *emitter, index []imp.Expr) {
		e.put(dst, x.Value, index...)
	})
}

func (e *emitter) concat(dst place, x *ir.Concat) {
	start := sym.Const(0)
	for _, n := range x.Arrays {
		src := e.placeOf(n)
		size := src.Index.Dims[x.Dim].Size
		e.copy(dst.slice(rangeIn(dst.Index, x.Dim, start, size)...), src)
		start = start.Add(size)
	}
}

func (e *emitter) literal(dst place, x *ir.Literal) {
	for i, a := range x.Elems {
		e.element(dst, i, a)
	}
}

func (e *emitter) overwrite(dst place, x *ir.Update) {
	if len(x.Dims) == countFixed(x.Dims) {
		e.store(dst, e.atom(x.Value), e.starts(x.Dims)...)
		return
	}
	e.copy(dst.slice(ir.Ranges(x.Dims)...), e.placeOf(x.Value.Name))
}

func (e *emitter) flatUpdate(dst place, x *ir.FlatUpdate) {
	dst.Index = dst.Index.FlatSlice(ir.FlatLMAD(x.Offset, x.Dims))
	e.copy(dst, e.placeOf(x.Value))
}
