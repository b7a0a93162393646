// Package sequentialise turns the remaining second-order operations at level kernel into
// loops, so that level mem has only segmented operators and loops. Such operations occur
// inside segmented operators, in combining operators and called functions, and wherever
// extract-kernels found no parallelism worth a kernel.
//
// Loops compute the same bits as the operations: reductions and scans combine in the tree
// of docs/semantics.md, with the target's chunk size. The flat left-to-right fold is used
// if it gives the same bits: for at most one chunk, and for exactly associative operators.
// Iterations run in order, so the first failing assertion is the one that the operation
// reports.
package sequentialise

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Pass is sequentialise.
var Pass = &pass.Pass{
	Name:    "sequentialise",
	Summary: "turn array operations inside kernels into loops",
	From:    pass.At(pass.Kernel),
	Lowers:  true,
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "extract-kernels", Reason: "loops are not made parallel again"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	s := &sequentialiser{unit: u, names: u.IR.Names, chunkSize: u.Target.ReduceChunk}
	return u.EachFun(ctx, func(f *ir.Fun) error {
		s.prims = primsIn(f)
		s.body(f.Body)
		return nil
	})
}

type sequentialiser struct {
	told      []ir.Attr // what a schedule prescribes of the operation that is being rewritten
	unit      *pass.Unit
	names     *name.Supply
	chunkSize int64 // elements that reductions fold before combining
	prims     map[name.Name]*ir.Prim
}

// primsIn returns the scalar operations that a function's names are bound to.
func primsIn(f *ir.Fun) map[name.Name]*ir.Prim {
	prims := map[name.Name]*ir.Prim{}
	(&ir.Walker{Stm: func(st *ir.Stm) {
		if p, ok := st.Exp.(*ir.Prim); ok {
			prims[st.Pat[0].Name] = p
		}
	}}).Fun(f)
	return prims
}

// body rewrites the operations of b in place.
func (s *sequentialiser) body(b *ir.Body) {
	s.compact(b)
	out := ir.NewBuilder(s.names)
	s.stms(out, b.Stms)
	b.Stms = out.Stms()
}

// stms emits the statements, with loops in place of operations.
func (s *sequentialiser) stms(b *ir.Builder, stms []*ir.Stm) {
	for _, st := range stms {
		b.Pos = st.Pos
		s.stm(b, st)
	}
}

func (s *sequentialiser) stm(b *ir.Builder, st *ir.Stm) {
	if _, isMap := st.Exp.(*ir.Map); !isMap { // mapLoop handles a map's body
		ir.EachBody(st.Exp, func(b *ir.Body) {
			s.body(b)
		})
	}
	s.told = schedule.Carried(st)
	switch e := st.Exp.(type) {
	case *ir.Map:
		s.mapLoop(b, st.Pat, e)
	case *ir.Reduce:
		s.reduceLoop(b, st.Pat, e)
	case *ir.Scan:
		s.scanLoop(b, st.Pat, e)
	case *ir.ScanRight:
		s.scanRightLoop(b, st.Pat, e)
	case *ir.Scatter:
		s.scatterLoop(b, st.Pat, e)
	case *ir.Hist:
		s.histLoop(b, st.Pat, e)
	default:
		b.Append(st)
	}
}

// scanRightLoop scans reversed views of the arrays and reverses the results.
func (s *sequentialiser) scanRightLoop(b *ir.Builder, pat []ir.Param, e *ir.ScanRight) {
	top := i64(b, "top", scalar.Sub, e.Width, ir.Size(1))
	reverse := func(array name.Name, row ir.Type) ir.Exp {
		dims := []ir.SliceDim{ir.RangeOf(top, e.Width, ir.Size(-1))}
		for _, size := range row.Dims {
			dims = append(dims, ir.Whole(size))
		}
		return &ir.Slice{Array: array, Dims: dims}
	}
	elements := e.Operator.Params[len(e.Neutral):]
	if e.Fn != nil {
		elements = e.Fn.Params
	}
	scan := e.Scan
	scan.Arrays = nil
	for k, p := range elements {
		scan.Arrays = append(scan.Arrays, b.Let("reversed", p.Type.Under(e.Width), reverse(e.Arrays[k], p.Type)).Name)
	}
	made := s.freshLike(pat)
	s.scanLoop(b, made, &scan)
	for k, p := range pat {
		b.Bind([]ir.Param{p}, reverse(made[k].Name, p.Type.Peel(1)))
	}
}
