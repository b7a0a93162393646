package ops

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

const soacLevels = soac | kernel

var (
	widthPart  = Part{"n", "the number of elements taken of each array"}
	arraysPart = Part{"arrays", "arrays of n elements"}
	opPart     = Part{"op", "an associative operator: from two k-tuples of values to one"}
	neutral    = Part{"neutral", "its k neutral elements, scalars or arrays"}
	fnPart     = Part{"fn", "applied to the elements first, if there; its first k results are folded, the others returned as arrays"}
)

var soacDefs = []*Def{
	{
		Name: "map", Levels: soacLevels, Effect: Fresh,
		Doc:   "The arrays of the function's results for the elements at each index.",
		Parts: []Part{widthPart, arraysPart, {"f", "the function"}},
		Rule:  "map(n, [xs : [n]a, …], f : a, … → b, …) : [n]b, …",
		infer: rule(func(t *typing, e *ir.Map) []ir.Param {
			t.function("the function", e.Fn, t.rows(e.Width, e.Arrays))
			if t.err != nil {
				return nil
			}
			return plain(under(e.Fn.Results, e.Width))
		}),
		form: formed(func(e *ir.Map) Form { return combinator(&e.Width, &e.Arrays, &e.Fn) }),
		segmented: func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
			return &ir.SegMap{Space: space, Body: body}
		},
	},
	{
		Name: "reduce", Levels: soacLevels, Effect: Fresh,
		Doc:   "The elements folded with the operator, in the tree that docs/semantics.md fixes.",
		Parts: []Part{widthPart, arraysPart, {"commutative", "set if the operator is commutative; the result does not depend on it"}, opPart, neutral, fnPart},
		Rule:  "reduce(n, [xs : [n]a, …], op : b, b → b, neutral = [z : b], fn : a → b, c) : b, [n]c",
		infer: rule(func(t *typing, e *ir.Reduce) []ir.Param {
			folded, mapped := t.fold(e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn)
			return plain(append(folded, under(mapped, e.Width)...))
		}),
		form: formed(func(e *ir.Reduce) Form {
			return combinator(&e.Width, &e.Arrays, &e.Fn).reducing(&e.Operator, &e.Neutral)
		}),
		segmented: func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
			x := e.(*ir.Reduce)
			return &ir.SegRed{Space: space, Operator: x.Operator, Neutral: x.Neutral, Commutative: x.Commutative, Body: body}
		},
	},
	{
		Name: "scan", Levels: soacLevels, Effect: Fresh,
		Doc:   "The inclusive prefixes of the elements, each folded with the operator.",
		Parts: []Part{widthPart, arraysPart, opPart, neutral, fnPart},
		Rule:  "scan(n, [xs : [n]a, …], op : b, b → b, neutral = [z : b], fn : a → b, c) : [n]b, [n]c",
		infer: rule(func(t *typing, e *ir.Scan) []ir.Param {
			folded, mapped := t.fold(e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn)
			return plain(under(append(folded, mapped...), e.Width))
		}),
		form: formed(func(e *ir.Scan) Form {
			return combinator(&e.Width, &e.Arrays, &e.Fn).scanning(&e.Operator, &e.Neutral)
		}),
		segmented: func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
			x := e.(*ir.Scan)
			return &ir.SegScan{Space: space, Operator: x.Operator, Neutral: x.Neutral, Body: body}
		},
	},
	{
		Name: "scanright", Levels: soacLevels, Effect: Fresh,
		Doc:   "The inclusive suffixes of the elements, each folded with the operator from the last element on: the reverse of a scan of the elements in reverse.",
		Parts: []Part{widthPart, arraysPart, opPart, neutral, fnPart},
		Rule:  "scanright(n, [xs : [n]a, …], op : b, b → b, neutral = [z : b], fn : a → b, c) : [n]b, [n]c",
		infer: rule(func(t *typing, e *ir.ScanRight) []ir.Param {
			folded, mapped := t.fold(e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn)
			return plain(under(append(folded, mapped...), e.Width))
		}),
		form: formed(func(e *ir.ScanRight) Form {
			return combinator(&e.Width, &e.Arrays, &e.Fn).scanning(&e.Operator, &e.Neutral)
		}),
		segmented: func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
			x := e.(*ir.ScanRight)
			return &ir.SegScanRight{SegScan: ir.SegScan{Space: space, Operator: x.Operator, Neutral: x.Neutral, Body: body}}
		},
	},
	{
		Name: "segscanright", Levels: segLevels, Effect: SegOp,
		Doc:   "The inclusive suffixes over the innermost dimension of the body's first results, from its last element on; its other results as arrays.",
		Parts: []Part{spacePart, levelPart, opPart, neutral, {"body", "runs for each point"}},
		Rule:  "segscanright(i < n, j < m, op : b, b → b, neutral = [z : b]) { … in (x : b, y : c) } : [n][m]b, [n][m]c",
		infer: rule(func(t *typing, e *ir.SegScanRight) []ir.Param {
			sizes := t.space(e.Space)
			folded, mapped := t.segFold(e.Operator, e.Neutral, e.Body)
			if t.err != nil {
				return nil
			}
			return plain(under(append(folded, mapped...), sizes...))
		}),
		form: formed(func(e *ir.SegScanRight) Form {
			return kernelOver(&e.Space, &e.Level, &e.Body).scanning(&e.Operator, &e.Neutral)
		}),
		Allocates: AllocatesPartials,
	},
	{
		Name: "scatter", Levels: soacLevels, Effect: Update,
		Doc:       "The destinations with the function's values written at its indices, for the elements at each index. Writes out of bounds are dropped. It consumes the destinations.",
		Parts:     []Part{widthPart, arraysPart, {"into", "arrays, each with the number of dimensions that are indexed"}, {"f", "gives the indices for all destinations, then the values"}},
		Rule:      "scatter(n, [xs : [n]a, …], into = [ds : [m]b rank 1, …], f : a, … → i64, …, b, …) : [m]b, …",
		Undefined: "where two writes go to one place",
		infer: rule(func(t *typing, e *ir.Scatter) []ir.Param {
			t.function("the function", e.Fn, t.rows(e.Width, e.Arrays))
			want, out := t.writes(e.Dests)
			if t.err == nil {
				t.results("the function", e.Fn.Results, want)
			}
			return out
		}),
		form: formed(func(e *ir.Scatter) Form { return combinator(&e.Width, &e.Arrays, &e.Fn).writing(e.Dests) }),
		segmented: func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
			return &ir.SegMap{Space: space, Writes: e.(*ir.Scatter).Dests, Body: body}
		},
	},
	{
		Name: "hist", Levels: soacLevels, Effect: Update,
		Doc:   "The destinations with the function's values combined into the bins at its indices, in index order. Bins out of bounds are dropped. It consumes the destinations.",
		Parts: []Part{widthPart, arraysPart, {"into", "histograms: destination arrays, the number of dimensions that are indexed, the operator and its neutral elements"}, {"f", "gives the indices for all histograms, then the values"}},
		Rule:  "hist(n, [xs : [n]a, …], into = [[ds : [m]b] rank 1 op = b, b → b neutral = [z : b]], f : a, … → i64, …, b, …) : [m]b, …",
		infer: rule(func(t *typing, e *ir.Hist) []ir.Param {
			t.function("the function", e.Fn, t.rows(e.Width, e.Arrays))
			want, out := t.histograms(e.Ops, nil)
			if t.err == nil {
				t.results("the function", e.Fn.Results, want)
			}
			return out
		}),
		form: formed(func(e *ir.Hist) Form { return combinator(&e.Width, &e.Arrays, &e.Fn).combining(e.Ops) }),
		segmented: func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
			return &ir.SegHist{Space: space, Ops: e.(*ir.Hist).Ops, Body: body}
		},
	},
}

// fold checks a reduction or scan and returns the types of the folded values and of the
// plain ones.
func (t *typing) fold(width ir.Atom, arrays []name.Name, op *ir.Lambda, neutral []ir.Atom, fn *ir.Lambda) (folded, mapped []ir.Type) {
	rows := t.rows(width, arrays)
	elems := t.neutral(op, neutral)
	if fn == nil {
		t.results("the arrays", rows, elems)
		return elems, nil
	}
	t.function("fn", fn, rows)
	if t.err != nil {
		return nil, nil
	}
	t.require(len(fn.Results) >= len(elems), RuleArity, "fn returns %d values, but %d are folded", len(fn.Results), len(elems))
	if t.err != nil {
		return nil, nil
	}
	t.results("fn", fn.Results[:len(elems)], elems)
	return elems, fn.Results[len(elems):]
}

// neutral checks an operator and its neutral elements and returns their types.
func (t *typing) neutral(op *ir.Lambda, neutral []ir.Atom) []ir.Type {
	elems := make([]ir.Type, len(neutral))
	for i, a := range neutral {
		z := t.of(a)
		t.require(!z.Type.IsBlock(), RuleType, "the neutral element %s is a memory block", a)
		t.contiguous("the neutral element", z)
		elems[i] = z.Type
	}
	t.operator(op, elems)
	return elems
}

// writes returns the types of the indices and values for the destinations, and the
// results.
func (t *typing) writes(dests []ir.Dest) (want []ir.Type, out []ir.Param) {
	var values []ir.Type
	for _, d := range dests {
		xs := t.array(d.Array)
		values = append(values, t.bins(xs.Type, d.Rank)...)
		want = append(want, indices(d.Rank)...)
		out = append(out, like(xs)...)
	}
	return append(want, values...), out
}

// bins returns the type of xs below its rank indexed dimensions, in a slice; none on
// error.
func (t *typing) bins(xs ir.Type, rank int) []ir.Type {
	t.require(1 <= rank && rank <= xs.Rank(), RuleForm, "%d dimensions of a %s cannot be indexed", rank, xs)
	if t.err != nil {
		return nil
	}
	return []ir.Type{xs.Peel(rank)}
}

func indices(rank int) []ir.Type {
	if rank < 0 {
		return nil
	}
	return slices.Repeat([]ir.Type{ir.I64}, rank)
}

// histograms is writes for histograms; segments are the dimensions of the destinations
// before the bins.
func (t *typing) histograms(hs []ir.HistOp, segments []ir.Atom) (want []ir.Type, out []ir.Param) {
	var values []ir.Type
	for i := range hs {
		h := &hs[i]
		elems := t.neutral(h.Operator, h.Neutral)
		t.count("destinations for the neutral elements", len(h.Dests), len(elems))
		if t.err != nil {
			return nil, nil
		}
		bins := t.array(h.Dests[0]).Type
		for k, d := range h.Dests {
			xs := t.array(d)
			row := t.bins(xs.Type, len(segments)+h.Rank)
			if t.err != nil {
				return nil, nil
			}
			t.require(h.Rank > 0, RuleForm, "a histogram indexes a dimension at least")
			n := len(segments) + h.Rank
			t.require(slices.Equal(xs.Type.Dims[:n], bins.Dims[:n]) && slices.Equal(bins.Dims[:len(segments)], segments), RuleSize,
				"the bins of %s: %s do not have the shape of the others or of the segments", d, xs.Type)
			t.same(elems[k], row[0], "the neutral element %s", h.Neutral[k])
			t.contiguous("the destination", named(d, xs))
			out = append(out, like(xs)...)
		}
		want = append(want, indices(h.Rank)...)
		values = append(values, elems...)
	}
	return append(want, values...), out
}

func named(n name.Name, p ir.Param) ir.Param {
	p.Name = n
	return p
}
