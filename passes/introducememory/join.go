package introducememory

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// guess says how a location is described at a join: which parts are existential, because
// the incoming arrays differ in them, and which are those of the first incoming array.
type guess struct {
	block, offset bool // existentially bound
	strides       strides
}

// strides says how an array's strides are described.
type strides uint8

const (
	rowMajor    strides = iota // those of R(shape)
	same                       // those of the first incoming array
	existential                // bound by the pattern
)

// definite returns the least existential description of a single array.
func definite(a array) guess {
	if a.At.Index.IsContiguous() {
		return guess{strides: rowMajor}
	}
	return guess{strides: same}
}

// weaken returns a description that covers both what g describes, with first supplying the
// parts that are not bound, and next. Parts are shared only if they are defined outside the
// joined bodies. first may be less definite than when g was guessed, if an enclosing loop
// carries it.
func (g guess) weaken(first, next array, outside func(name.Name) bool) guess {
	if first.At.Block != next.At.Block || !outside(next.At.Block) {
		g.block = true
	}
	if !first.At.Index.Offset.Equal(next.At.Index.Offset) || !polyOutside(next.At.Index.Offset, outside) {
		g.offset = true
	}
	switch {
	case g.strides == rowMajor && first.At.Index.IsContiguous() && next.At.Index.IsContiguous():
	case g.strides != existential && sameStrides(first.At.Index, next.At.Index, outside):
		g.strides = same
	default:
		g.strides = existential
	}
	return g
}

func polyOutside(p sym.Poly, outside func(name.Name) bool) bool {
	ok := true
	p.Vars(func(n name.Name) { ok = ok && outside(n) })
	return ok
}

func sameStrides(a, b lmad.LMAD, outside func(name.Name) bool) bool {
	for i := range a.Dims {
		if !a.Dims[i].Stride.Equal(b.Dims[i].Stride) || !polyOutside(b.Dims[i].Stride, outside) {
			return false
		}
	}
	return true
}

// params returns the binders for an array p described by g: the existential parts, then p
// with its location.
func (l *lowering) params(g guess, p ir.Param, first array) []ir.Param {
	var out []ir.Param
	at := ir.Loc{Block: first.At.Block, Index: lmad.RowMajor(ir.Polys(p.Type.Dims)).At(first.At.Index.Offset)}
	if g.block {
		block := l.freshBlock(p.Name)
		out = append(out, block)
		at.Block = block.Name
	}
	if g.offset {
		offset := ir.Param{Name: l.names.Fresh(p.Name.Base + "_offset"), Type: ir.I64}
		out = append(out, offset)
		at.Index.Offset = sym.Var(offset.Name)
	}
	for i := range at.Index.Dims {
		switch g.strides {
		case same:
			at.Index.Dims[i].Stride = first.At.Index.Dims[i].Stride
		case existential:
			stride := ir.Param{Name: l.names.Fresh(p.Name.Base + "_stride"), Type: ir.I64}
			out = append(out, stride)
			at.Index.Dims[i].Stride = sym.Var(stride.Name)
		}
	}
	l.bind(&p, at)
	return append(out, p)
}

// values returns the atoms to pass for array n to the binders that params returned,
// computed by b.
func (l *lowering) values(b *ir.Builder, g guess, n name.Name) []ir.Atom {
	var out []ir.Atom
	at := l.arrays[n].At
	if g.block {
		out = append(out, ir.Var(at.Block))
	}
	if g.offset {
		out = append(out, atomOf(b, "offset", at.Index.Offset))
	}
	if g.strides == existential {
		for _, d := range at.Index.Dims {
			out = append(out, atomOf(b, "stride", d.Stride))
		}
	}
	return append(out, ir.Var(n))
}

// boundBy returns the names bound by the statements' patterns.
func boundBy(stms ...[]*ir.Stm) ir.Names {
	bound := ir.Names{}
	for _, ss := range stms {
		for _, s := range ss {
			for _, p := range s.Pat {
				bound.Add(p.Name)
			}
		}
	}
	return bound
}

// branch gives each array result of an if the most definite location on which both branches
// agree.
func (l *lowering) branch(b *ir.Builder, pat []ir.Param, e *ir.If) error {
	then, els := b.Inner(), b.Inner()
	if err := l.stms(then, e.Then.Stms); err != nil {
		return err
	}
	if err := l.stms(els, e.Else.Stms); err != nil {
		return err
	}
	inside := boundBy(then.Stms(), els.Stms())
	outside := func(n name.Name) bool { return !inside.Has(n) }

	var outPat []ir.Param
	var thenResult, elseResult []ir.Atom
	for i, p := range pat {
		x, y := e.Then.Result[i], e.Else.Result[i]
		if !p.Type.IsArray() {
			outPat = append(outPat, p)
			thenResult, elseResult = append(thenResult, x), append(elseResult, y)
			continue
		}
		first, next := l.arrays[x.Name], l.arrays[y.Name]
		g := definite(first).weaken(first, first, outside).weaken(first, next, outside)
		outPat = append(outPat, l.params(g, p, first)...)
		thenResult = append(thenResult, l.values(then, g, x.Name)...)
		elseResult = append(elseResult, l.values(els, g, y.Name)...)
	}
	b.Bind(outPat, &ir.If{Cond: e.Cond, Then: then.Body(thenResult...), Else: els.Body(elseResult...)})
	return nil
}
