package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
)

const segLevels = kernel | mem

var (
	spacePart = Part{"space", "i < n for each dimension of the index space, outermost first"}
	levelPart = Part{"level", "which threads run the points: threads (left out), groups or ingroup"}
)

var segDefs = []*Def{
	{
		Name: "segmap", Levels: segLevels, Effect: SegOp,
		Doc:   "Arrays over the index space of the body's first results. After them the body returns, as for scatter, indices and values that are written into destinations. It consumes the destinations.",
		Parts: []Part{spacePart, levelPart, {"into", "destinations, each with the number of dimensions that are indexed; left out if none"}, {"body", "runs for each point, in sequence within"}},
		Rule:  "segmap(i < n, j < m, into = [ds : [k]b rank 1]) { … in (x : a, …, i : i64, …, v : b, …) } : [n][m]a, …, [k]b, …",
		infer: rule(func(t *typing, e *ir.SegMap) []ir.Param {
			sizes := t.space(e.Space)
			got := types(t.point(e.Body))
			want, written := t.writes(e.Writes)
			plainResults := len(got) - len(want)
			t.require(plainResults >= 0, RuleArity, "the body returns %d values, but %d are indices and values written", len(got), len(want))
			if t.err != nil {
				return nil
			}
			t.results("the body, after the plain ones,", got[plainResults:], want)
			return append(plain(under(got[:plainResults], sizes...)), written...)
		}),
		form: formed(func(e *ir.SegMap) Form { return kernelOver(&e.Space, &e.Level, &e.Body).writing(e.Writes) }),
	},
	{
		Name: "segred", Levels: segLevels, Effect: SegOp,
		Doc:   "The body's first results folded over the innermost dimension, for each point of the others; its other results as arrays over all of the space.",
		Parts: []Part{spacePart, levelPart, {"commutative", "set if the operator is commutative; the result does not depend on it"}, opPart, neutral, {"body", "runs for each point"}},
		Rule:  "segred(i < n, j < m, op : b, b → b, neutral = [z : b]) { … in (x : b, y : c) } : [n]b, [n][m]c",
		infer: rule(func(t *typing, e *ir.SegRed) []ir.Param {
			sizes := t.space(e.Space)
			folded, mapped := t.segFold(e.Operator, e.Neutral, e.Body)
			if t.err != nil {
				return nil
			}
			return plain(append(under(folded, sizes[:len(sizes)-1]...), under(mapped, sizes...)...))
		}),
		form: formed(func(e *ir.SegRed) Form {
			return kernelOver(&e.Space, &e.Level, &e.Body).reducing(&e.Operator, &e.Neutral)
		}),
		Allocates: AllocatesPartials,
	},
	{
		Name: "segscan", Levels: segLevels, Effect: SegOp,
		Doc:   "The inclusive prefixes over the innermost dimension of the body's first results; its other results as arrays.",
		Parts: []Part{spacePart, levelPart, opPart, neutral, {"body", "runs for each point"}},
		Rule:  "segscan(i < n, j < m, op : b, b → b, neutral = [z : b]) { … in (x : b, y : c) } : [n][m]b, [n][m]c",
		infer: rule(func(t *typing, e *ir.SegScan) []ir.Param {
			sizes := t.space(e.Space)
			folded, mapped := t.segFold(e.Operator, e.Neutral, e.Body)
			if t.err != nil {
				return nil
			}
			return plain(under(append(folded, mapped...), sizes...))
		}),
		form: formed(func(e *ir.SegScan) Form {
			return kernelOver(&e.Space, &e.Level, &e.Body).scanning(&e.Operator, &e.Neutral)
		}),
		Allocates: AllocatesPartials,
	},
	{
		Name: "seghist", Levels: segLevels, Effect: SegOp,
		Doc:   "Histograms as hist makes them, one for each point of the outer dimensions of the space. It consumes the destinations.",
		Parts: []Part{spacePart, levelPart, {"into", "histograms; destinations have the outer dimensions of the space before the bins"}, {"body", "gives the indices for all histograms, then the values"}},
		Rule:  "seghist(i < n, j < m, into = [[ds : [n][k]b] rank 1 op = b, b → b neutral = [z : b]]) { … in (b : i64, v : b) } : [n][k]b",
		infer: rule(func(t *typing, e *ir.SegHist) []ir.Param {
			sizes := t.space(e.Space)
			if t.err != nil {
				return nil
			}
			want, out := t.histograms(e.Ops, sizes[:len(sizes)-1])
			got := t.point(e.Body)
			if t.err != nil {
				return nil
			}
			t.results("the body", types(got), want)
			t.contiguous("the value", bodyNames(e.Body, got)...)
			return out
		}),
		form:      formed(func(e *ir.SegHist) Form { return kernelOver(&e.Space, &e.Level, &e.Body).combining(e.Ops) }),
		Allocates: AllocatesPartials,
	},
}

// space requires an index space and returns its sizes.
func (t *typing) space(dims []ir.SpaceDim) []ir.Atom {
	t.require(len(dims) > 0, RuleForm, "the index space has no dimension")
	sizes := make([]ir.Atom, len(dims))
	for i, d := range dims {
		t.i64("the size", d.Size)
		sizes[i] = d.Size
	}
	return sizes
}

// segFold checks a segmented reduction or scan, after its space, and returns the types of
// the folded values and of the plain ones.
func (t *typing) segFold(op *ir.Lambda, neutral []ir.Atom, b *ir.Body) (folded, mapped []ir.Type) {
	elems := t.neutral(op, neutral)
	got := t.point(b)
	t.require(len(got) >= len(elems), RuleArity, "the body returns %d values, but %d are folded", len(got), len(elems))
	if t.err != nil {
		return nil, nil
	}
	t.results("the body", types(got[:len(elems)]), elems)
	t.contiguous("the value", bodyNames(b, got)[:len(elems)]...)
	return elems, types(got[len(elems):])
}

// bodyNames returns ps with the names under which b returns them.
func bodyNames(b *ir.Body, ps []ir.Param) []ir.Param {
	out := make([]ir.Param, len(ps))
	for i, p := range ps {
		out[i] = named(b.Result[i].Name, p)
	}
	return out
}
