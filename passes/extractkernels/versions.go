package extractkernels

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// The values of option nests, which says what happens to nested parallelism.
const (
	outer = "outer" // each thread runs it sequentially
	flat  = "flat"  // all regular parallelism is distributed over threads
	both  = "both"  // the program chooses by the size of the outer operation
)

// made returns the kernels for s, a parallel operation on the host.
func (x *extractor) made(s *ir.Stm, nests string) []*ir.Stm {
	if x.segments && x.chooses && x.sharesRows(s) {
		return x.foldOrSegments(s)
	}
	defer func(nests string) { x.nests = nests }(x.nests)
	x.nests = nests
	switch nests {
	case flat:
		if pieces := x.flatten(s.Clone()); pieces != nil && x.unit.Rewrite() {
			return x.perfect(pieces)
		}
	case both:
		version := ir.NewRenamer(x.names).Stm(s)
		x.reorders, x.reordered = x.unit.Target.Grid, false
		pieces := x.flatten(version)
		x.reorders = false
		if pieces != nil && x.unit.Rewrite() {
			if !x.reordered && !x.bound && (x.foldRows(pieces) || x.storesRows(pieces) || x.foldsVectors(s) || !x.anyParallel(&ir.Body{Stms: pieces})) {
				if own := x.flatten(s.Clone()); own != nil { // this time under the names of s
					return x.perfect(own)
				}
			}
			if !x.slender(s, pieces) {
				return x.guarded(s, version.Pat, pieces)
			}
		}
	}
	x.kernel(s)
	return []*ir.Stm{s}
}

// flatten returns s distributed into perfect nests, or nil if that exposes no more
// parallelism than s has already.
func (x *extractor) flatten(s *ir.Stm) []*ir.Stm {
	out := x.spread(s)
	if x.whole(out) {
		return nil
	}
	return out
}

// whole reports whether stms, what a parallel operation became, is one still: of no loop or
// branch that holds operations, no nest that ends in a fold, and none with more dimensions in a
// flattened version.
func (x *extractor) whole(stms []*ir.Stm) bool {
	return len(stms) == 1 && ops.IsParallel(stms[0].Exp) && !x.segmentable(stms[0]) && !x.deepens(stms[0])
}

// segmentable reports whether s is a nest that ends in a fold.
func (x *extractor) segmentable(s *ir.Stm) bool {
	m, ok := s.Exp.(*ir.Map)
	if !ok || len(m.Fn.Body.Stms) == 0 {
		return false
	}
	last := m.Fn.Body.Stms[len(m.Fn.Body.Stms)-1]
	if x.stays(last) {
		return false
	}
	if f := ops.CombinatorOf(last.Exp); f != nil && f.Folded() > 0 {
		return true
	}
	return x.segmentable(last)
}

// guarded emits both versions of s: a single kernel if it has enough threads, otherwise
// pieces, which bind the names of pat.
func (x *extractor) guarded(s *ir.Stm, pat []ir.Param, pieces []*ir.Stm) []*ir.Stm {
	x.thresholds++
	b := ir.NewBuilder(x.names)
	b.Pos = s.Pos
	enough := b.Let("enough", ir.ScalarOf(scalar.Bool), x.enough(b, s))
	alone := ir.NewRenamer(x.names).Stm(s)
	x.kernel(alone)
	b.Append(&ir.Stm{Pat: s.Pat, Pos: s.Pos, Attrs: schedule.Carried(s), Exp: &ir.If{
		Cond: enough,
		Then: &ir.Body{Stms: []*ir.Stm{alone}, Result: results(alone.Pat)},
		Else: &ir.Body{Stms: x.perfect(pieces), Result: results(pat)},
	}})
	return b.Stms()
}

// perfect turns operations that are perfect nests into kernels.
func (x *extractor) perfect(stms []*ir.Stm) []*ir.Stm {
	defer func(nests string) { x.nests, x.segments, x.chooses = nests, false, false }(x.nests)
	x.nests, x.segments, x.chooses = outer, true, x.nests == both && !x.oneFold(stms)
	b := &ir.Body{Stms: stms}
	x.body(b)
	return b.Stms
}

// oneFold reports whether the only operation of stms is a nest that ends in a fold. A kernel with
// a thread for each of its results is the other version already.
func (x *extractor) oneFold(stms []*ir.Stm) bool {
	var some []*ir.Stm
	for _, s := range stms {
		if x.parallel(s) {
			some = append(some, s)
		}
	}
	return len(some) == 1 && x.segmentable(some[0])
}

// foldOrSegments emits two versions of s, a nest that ends in a reduction: a thread for each
// result, if that makes enough threads, otherwise a segmented reduction.
func (x *extractor) foldOrSegments(s *ir.Stm) []*ir.Stm {
	segments := ir.NewRenamer(x.names).Stm(s)
	x.kernel(segments)
	if _, ok := segments.Exp.(*ir.SegRed); !ok || !x.unit.Rewrite() {
		x.kernel(s)
		return []*ir.Stm{s}
	}
	x.thresholds++
	b := ir.NewBuilder(x.names)
	b.Pos = s.Pos
	enough := b.Let("enough", ir.ScalarOf(scalar.Bool), x.enough(b, s))
	alone := ir.NewRenamer(x.names).Stm(s)
	x.segments = false
	x.kernel(alone)
	x.segments = true
	b.Bind(s.Pat, &ir.If{
		Cond: enough,
		Then: &ir.Body{Stms: []*ir.Stm{alone}, Result: results(alone.Pat)},
		Else: &ir.Body{Stms: []*ir.Stm{segments}, Result: results(segments.Pat)},
	})
	return b.Stms()
}

// enough returns the test whether a single kernel for s has enough threads, behind a threshold of
// its own.
func (x *extractor) enough(b *ir.Builder, s *ir.Stm) *ir.Enough {
	return &ir.Enough{
		Threshold: fmt.Sprintf("%s_outer_%d", x.fun, x.thresholds),
		Amount:    x.threads(b, s.Exp),
		Least:     ir.Size(int64(x.least)),
	}
}

// threads returns the number of threads that the single kernel for e has.
func (x *extractor) threads(b *ir.Builder, e ir.Exp) ir.Atom {
	n := *ops.CombinatorOf(e).Width
	m, ok := e.(*ir.Map)
	for ok {
		bound := boundBy(nil, m.Fn.Body)
		for _, p := range m.Fn.Params {
			bound.Add(p.Name)
		}
		if m, _ = x.nested(m.Fn.Body, bound); m == nil {
			break
		}
		n = b.Prim("threads", scalar.MulSat, scalar.I64, n, m.Width)
	}
	return n
}

func results(pat []ir.Param) []ir.Atom {
	out := make([]ir.Atom, len(pat))
	for i, p := range pat {
		out[i] = ir.Var(p.Name)
	}
	return out
}
