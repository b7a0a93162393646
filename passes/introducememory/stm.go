package introducememory

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

func (l *lowering) stms(b *ir.Builder, stms []*ir.Stm) error {
	for _, s := range stms {
		b.Pos = s.Pos
		if err := l.stm(b, s); err != nil {
			return err
		}
	}
	return nil
}

// stm adds s to b with locations. The case order follows the package comment.
func (l *lowering) stm(b *ir.Builder, s *ir.Stm) error {
	pat := ir.CloneParams(s.Pat)
	switch e := s.Exp.(type) {
	case *ir.Iota, *ir.Replicate, *ir.Scratch, *ir.Copy, *ir.Concat, *ir.Literal:
		l.allocFor(b, &pat[0])
	case *ir.Use:
		if pat[0].Type.IsArray() {
			l.bind(&pat[0], l.arrays[e.X.Name].At)
		}
	case *ir.Slice:
		l.view(&pat[0], e.Array, func(x lmad.LMAD) lmad.LMAD { return x.Slice(ir.Ranges(e.Dims)) })
	case *ir.FlatSlice:
		l.view(&pat[0], e.Array, func(x lmad.LMAD) lmad.LMAD { return x.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)) })
	case *ir.Rearrange:
		l.view(&pat[0], e.Array, func(x lmad.LMAD) lmad.LMAD { return x.Permute(e.Perm) })
	case *ir.Reshape:
		b.Bind(pat, l.reshape(b, &pat[0], e))
		return nil
	case *ir.Update:
		l.bind(&pat[0], l.arrays[e.Array].At)
	case *ir.FlatUpdate:
		l.bind(&pat[0], l.arrays[e.Array].At)
	case *ir.If:
		return l.branch(b, pat, e)
	case *ir.Loop:
		return l.loop(b, pat, e)
	case *ir.Call:
		l.call(b, pat, e)
		return nil
	case *ir.SegMap:
		return l.segMap(b, pat, e)
	case *ir.SegRed:
		return l.segOp(b, pat, e, e.Neutral, e.Body, e.Operator)
	case *ir.SegScan:
		return l.segOp(b, pat, e, e.Neutral, e.Body, e.Operator)
	case *ir.SegHist:
		return l.segHist(b, pat, e)
	case *ir.Map, *ir.Reduce, *ir.Scan, *ir.Scatter, *ir.Hist:
		return fmt.Errorf("%v: %s is left: run extract-kernels and sequentialise first", s.Pos, e.Op())
	}
	b.Bind(pat, s.Exp)
	return nil
}

// view binds p to array's block with a transformed index function.
func (l *lowering) view(p *ir.Param, array name.Name, change func(lmad.LMAD) lmad.LMAD) {
	at := l.arrays[array].At
	l.bind(p, ir.Loc{Block: at.Block, Index: change(at.Index)})
}

// reshape binds p as a view of the array, or of a row-major copy where no LMAD
// expresses the view, and returns the reshape of that.
func (l *lowering) reshape(b *ir.Builder, p *ir.Param, e *ir.Reshape) ir.Exp {
	source, shape := e.Array, ir.Polys(e.Shape)
	if _, ok := l.arrays[source].At.Index.Reshape(shape); !ok {
		source = l.rowMajor(b, source)
	}
	at := l.arrays[source].At
	index, _ := at.Index.Reshape(shape)
	l.bind(p, ir.Loc{Block: at.Block, Index: index})
	return &ir.Reshape{Shape: e.Shape, Array: source}
}

// call passes arrays row-major, each behind its block.
func (l *lowering) call(b *ir.Builder, pat []ir.Param, e *ir.Call) {
	var args []ir.Atom
	for _, a := range e.Args {
		if _, ok := l.arrays[a.Name]; ok && a.IsVar() {
			a = ir.Var(l.rowMajor(b, a.Name))
			args = append(args, ir.Var(l.arrays[a.Name].At.Block))
		}
		args = append(args, a)
	}
	b.Bind(l.withBlocks(pat), &ir.Call{Fun: e.Fun, Args: args})
}
