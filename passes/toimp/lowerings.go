package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
	"github.com/lamina-lang/lamina/passes/toimp/internal/fold"
	"github.com/lamina-lang/lamina/passes/toimp/internal/hist"
)

// lowering says how statements of one operation become imp. The statement's pattern is
// already bound when emit runs.
type lowering struct {
	op    string
	lower func(*emit.Emitter, *ir.Stm)
}

// lowerings maps each operation of level mem, by name, to the function that emits it.
var lowerings = map[string]func(*emit.Emitter, *ir.Stm){}

// The table is filled in init because lowering a body refers to the table itself.
func init() {
	for _, l := range []lowering{
		lowered(use),
		lowered(primitive),
		lowered(func(e *emit.Emitter, s *ir.Stm, x *ir.Convert) {
			e.DeclareAs(s.Pat[0].Name, &imp.Convert{From: x.From, To: x.To, X: e.Atom(x.X)})
		}),
		lowered(func(e *emit.Emitter, s *ir.Stm, x *ir.Enough) {
			e.DeclareAs(s.Pat[0].Name, enough(e, x))
		}),
		lowered(func(e *emit.Emitter, s *ir.Stm, x *ir.Index) {
			e.DeclareAs(s.Pat[0].Name, e.PlaceOf(x.Array).Load(e.Atoms(x.Indices)...))
		}),
		lowered(func(e *emit.Emitter, _ *ir.Stm, x *ir.Assert) { assert(e, x) }),
		lowered(func(e *emit.Emitter, s *ir.Stm, x *ir.If) { branch(e, s.Pat, x) }),
		lowered(loop),
		lowered(call),
		lowered(alloc),

		// Views need no code: the index function of the result says everything. The
		// elements of a scratch array are written later.
		lowered(func(*emit.Emitter, *ir.Stm, *ir.Slice) {}),
		lowered(func(*emit.Emitter, *ir.Stm, *ir.FlatSlice) {}),
		lowered(func(*emit.Emitter, *ir.Stm, *ir.Rearrange) {}),
		lowered(func(*emit.Emitter, *ir.Stm, *ir.Reshape) {}),
		lowered(func(*emit.Emitter, *ir.Stm, *ir.Scratch) {}),

		written(lowerIota),
		written(replicate),
		written(func(e *emit.Emitter, dst emit.Place, x *ir.Copy) { e.Copy(dst, e.PlaceOf(x.Array)) }),
		written(concat),
		written(literal),
		written(rotate),
		written(overwrite),
		written(flatUpdate),

		lowered(segMap),
		lowered(fold.SegRed),
		lowered(fold.SegScan),
		lowered(segScanRight),
		lowered(hist.SegHist),
	} {
		lowerings[l.op] = l.lower
	}
}

// lowerStm emits a statement.
func lowerStm(e *emit.Emitter, s *ir.Stm) { lowerings[s.Exp.Op()](e, s) }

// lowered returns the lowering of the operation represented by struct T of ir.
func lowered[T any, E interface {
	*T
	ir.Exp
}](lower func(*emit.Emitter, *ir.Stm, E)) lowering {
	return lowering{E(nil).Op(), func(e *emit.Emitter, s *ir.Stm) { lower(e, s, s.Exp.(E)) }}
}

// written returns the lowering of an operation that writes one array.
func written[T any, E interface {
	*T
	ir.Exp
}](write func(*emit.Emitter, emit.Place, E)) lowering {
	return lowered(func(e *emit.Emitter, s *ir.Stm, x E) { write(e, e.PlaceOf(s.Pat[0].Name), x) })
}

func use(e *emit.Emitter, s *ir.Stm, x *ir.Use) {
	if s.Pat[0].Type.IsScalar() {
		e.DeclareAs(s.Pat[0].Name, e.Atom(x.X))
	}
}

func primitive(e *emit.Emitter, s *ir.Stm, x *ir.Prim) {
	e.Known.Add(s)
	e.DeclareAs(s.Pat[0].Name, &imp.Prim{Fn: x.Fn, Type: x.Type, Args: e.Atoms(x.Args)})
}

func alloc(e *emit.Emitter, s *ir.Stm, x *ir.Alloc) {
	block := s.Pat[0].Name
	e.Add(&imp.DeclareBlock{Name: block, Space: imp.Space(x.Space)},
		&imp.Alloc{Block: block, Bytes: e.Atom(x.Bytes), Space: imp.Space(x.Space), What: e.What[block], Pos: s.Pos})
}

// segScanRight lowers to segScan with the innermost dimension and the results reversed.
func segScanRight(e *emit.Emitter, s *ir.Stm, x *ir.SegScanRight) {
	last := len(x.Space) - 1
	d := x.Space[last]
	mirrored := x.SegScan
	mirrored.Space = append(append([]ir.SpaceDim{}, x.Space[:last]...), ir.SpaceDim{Index: e.Names.Fresh("fromEnd"), Size: d.Size})
	b := ir.NewBuilder(e.Names)
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
		p.Name, p.At.Index = e.Names.Like(p.Name), p.At.Index.Slice(ranges)
		e.Bind(*p)
	}
	fold.SegScan(e, out, &mirrored)
}
