package introducememory

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
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

// stm adds s to b, with locations.
func (l *lowering) stm(b *ir.Builder, s *ir.Stm) error {
	pat := ir.CloneParams(s.Pat)
	switch e := s.Exp.(type) {
	case *ir.Reshape: // a view only if an index function can express it
		b.Bind(pat, l.reshape(b, &pat[0], e))
		return nil
	case *ir.If:
		return l.branch(b, pat, e)
	case *ir.Loop:
		return l.loop(b, pat, e)
	case *ir.Call:
		l.call(b, pat, e)
		return nil
	}
	d := ops.Of(s.Exp)
	switch {
	case d == nil || !d.Levels.Has(ir.Mem):
		return fmt.Errorf("%v: %s is left: run extract-kernels and sequentialise first", s.Pos, s.Exp.Op())
	case d.Effect == ops.SegOp:
		return l.kernel(b, pat, s)
	case d.Effect == ops.Fresh:
		told := schedule.Carried(s)
		if value, chosen := s.Attr(ir.LayoutChosen); chosen {
			told = append(told, ir.Attr{Name: ir.LayoutChosen, Value: value})
		}
		l.allocFor(b, &pat[0], told...)
	case d.Effect == ops.View || d.Effect == ops.Update:
		l.inPlace(d, s, pat)
	}
	b.Bind(pat, s.Exp)
	return nil
}

// inPlace gives the arrays of a pattern the locations of the operands that they are views
// of, or that the statement overwrites.
func (l *lowering) inPlace(d *ops.Def, s *ir.Stm, pat []ir.Param) {
	for k := range pat {
		if !pat[k].Type.IsArray() {
			continue
		}
		source, _ := d.Source(s, k, nil)
		at := l.arrays[source.Name].At
		at.Index, _ = ops.ViewIndex(s.Exp, at.Index)
		l.bind(&pat[k], at)
	}
}

// reshape binds p as a view of the array, or of a row-major copy if no LMAD expresses the
// view. It returns the reshape of that.
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

// call passes arrays row-major, each preceded by its block.
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
