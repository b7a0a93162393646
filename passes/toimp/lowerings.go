package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// lowering says how statements of one operation become imp. The statement's pattern is
// already bound when emit runs.
type lowering struct {
	op   string
	emit func(*emitter, *ir.Stm)
}

// lowerings maps each operation of level mem, by name, to the function that emits it.
var lowerings = map[string]func(*emitter, *ir.Stm){}

// The table is filled in init because lowering a body refers to the table itself.
func init() {
	for _, l := range []lowering{
		lowered((*emitter).use),
		lowered((*emitter).prim),
		lowered(func(e *emitter, s *ir.Stm, x *ir.Convert) {
			e.declareAs(s.Pat[0].Name, &imp.Convert{From: x.From, To: x.To, X: e.atom(x.X)})
		}),
		lowered(func(e *emitter, s *ir.Stm, x *ir.Enough) {
			e.declareAs(s.Pat[0].Name, e.enough(x))
		}),
		lowered(func(e *emitter, s *ir.Stm, x *ir.Index) {
			e.declareAs(s.Pat[0].Name, e.placeOf(x.Array).load(e.atoms(x.Indices)...))
		}),
		lowered(func(e *emitter, _ *ir.Stm, x *ir.Assert) { e.assert(x) }),
		lowered(func(e *emitter, s *ir.Stm, x *ir.If) { e.branch(s.Pat, x) }),
		lowered((*emitter).loop),
		lowered((*emitter).call),
		lowered((*emitter).alloc),

		// Views need no code: the index function of the result says everything. The
		// elements of a scratch array are written later.
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
		written((*emitter).rotate),
		written((*emitter).overwrite),
		written((*emitter).flatUpdate),

		lowered((*emitter).segMap),
		lowered((*emitter).segRed),
		lowered((*emitter).segScan),
		lowered((*emitter).segScanRight),
		lowered((*emitter).segHist),
	} {
		lowerings[l.op] = l.emit
	}
}

// lowered returns the lowering of the operation represented by struct T of ir.
func lowered[T any, E interface {
	*T
	ir.Exp
}](emit func(*emitter, *ir.Stm, E)) lowering {
	return lowering{E(nil).Op(), func(e *emitter, s *ir.Stm) { emit(e, s, s.Exp.(E)) }}
}

// written returns the lowering of an operation that writes one array.
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

// rotate copies the part from the amount on, then the part before it.
func (e *emitter) rotate(dst place, x *ir.Rotate) {
	src := e.placeOf(x.Array)
	n, k := dst.Index.Dims[x.Dim].Size, x.Amount.Poly()
	rest := n.Sub(k)
	part := func(p place, start, size sym.Poly) place {
		return p.slice(rangeIn(p.Index, x.Dim, start, size)...)
	}
	e.copy(part(dst, sym.Const(0), rest), part(src, k, rest))
	e.copy(part(dst, rest, k), part(src, sym.Const(0), k))
}

// segScanRight lowers to segScan with the innermost dimension and the results reversed.
func (e *emitter) segScanRight(s *ir.Stm, x *ir.SegScanRight) {
	last := len(x.Space) - 1
	d := x.Space[last]
	mirrored := x.SegScan
	mirrored.Space = append(append([]ir.SpaceDim{}, x.Space[:last]...), ir.SpaceDim{Index: e.names.Fresh("fromEnd"), Size: d.Size})
	b := ir.NewBuilder(e.names)
	b.Pos = s.Pos
	top := b.Prim("top", scalar.Sub, scalar.I64, d.Size, ir.Size(1))
	b.Bind([]ir.Param{{Name: d.Index, Type: ir.I64}},
		&ir.Prim{Fn: scalar.Sub, Type: scalar.I64, Args: []ir.Atom{top, ir.Var(mirrored.Space[last].Index)}})
	body := x.Body.Clone()
	b.Append(body.Stms...)
	mirrored.Body = b.Body(body.Result...)
	out := &ir.Stm{Pat: ir.CloneParams(s.Pat), Exp: &mirrored, Pos: s.Pos}
	for i := range out.Pat {
		p := &out.Pat[i]
		ranges := rangeIn(p.At.Index, last, d.Size.Poly().Sub(sym.Const(1)), d.Size.Poly())
		ranges[last].Step = sym.Const(-1)
		p.Name, p.At.Index = e.names.Like(p.Name), p.At.Index.Slice(ranges)
		e.bind(*p)
	}
	e.segScan(out, &mirrored)
}
