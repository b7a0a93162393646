package ops

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

var (
	arrayPart = Part{"xs", "an array"}
	shapePart = Part{"shape", "the sizes of the outer dimensions"}
	slicePart = Part{"dims", "for each dimension an index i, or start :+ size by step (by 1 if left out)"}
	flatParts = []Part{{"xs", "a one-dimensional array"}, {"offset", "the LMAD's offset"}, {"dims", "its dimensions: {(size : stride), …}"}}
)

var arrayDefs = []*Def{
	{
		Name: "slice", Levels: all, Effect: View,
		Doc:       "The view of xs that the dimensions select. An index drops its dimension.",
		Parts:     []Part{arrayPart, slicePart},
		Rule:      "slice(xs : [n1]…[nk]t, [s1 :+ m1 by d1, i2, …]) : [m1]…t",
		Undefined: "where a selected index is out of bounds or a size is negative",
		infer:     rule(inferSlice),
		views:     viewed(func(e *ir.Slice) ir.Atom { return ir.Var(e.Array) }),
		relaid:    relaid(sliceRelaid),
		cost:      costs(0),
	},
	{
		Name: "flatslice", Levels: all, Effect: View,
		Doc:       "The view that an LMAD selects from a one-dimensional array: element (i, j, …) is xs[offset + i·stride1 + j·stride2 + …].",
		Parts:     flatParts,
		Rule:      "flatslice(xs : [n]t, o : i64, {(m1 : d1), …}) : [m1]…t",
		Undefined: "where a selected index is out of bounds or a size is negative",
		infer:     rule(inferFlatSlice),
		views:     viewed(func(e *ir.FlatSlice) ir.Atom { return ir.Var(e.Array) }),
		relaid:    relaid(flatSliceRelaid),
		cost:      costs(0),
	},
	{
		Name: "update", Levels: all, Effect: Update,
		Doc:       "xs with the selected elements replaced by those of the value, a scalar when every dimension is an index. It consumes xs.",
		Parts:     []Part{arrayPart, slicePart, {"value", "the value written"}},
		Rule:      "update(xs : T, dims, v : the type of slice(xs, dims)) : T",
		Undefined: "where slice is",
		infer:     rule(inferUpdate),
		consumes:  consumed(func(e *ir.Update) []*name.Name { return []*name.Name{&e.Array} }),
	},
	{
		Name: "flatupdate", Levels: all, Effect: Update,
		Doc:       "xs with the points of an LMAD replaced by the value's elements. It consumes xs.",
		Parts:     append(slices.Clone(flatParts), Part{"value", "the array that is written"}),
		Rule:      "flatupdate(xs : [n]t, o : i64, {(m1 : d1), …}, v : [m1]…t) : [n]t",
		Undefined: "where flatslice is, or where the LMAD's points are not distinct",
		infer:     rule(inferFlatUpdate),
		consumes:  consumed(func(e *ir.FlatUpdate) []*name.Name { return []*name.Name{&e.Array} }),
	},
	{
		Name: "iota", Levels: all, Effect: Fresh,
		Doc:       "[start, start + step, …], n elements.",
		Parts:     []Part{{"t", "an integer type"}, {"n", "the number of elements"}, {"start", "the first"}, {"step", "from one to the next"}},
		Rule:      "iota.t(n : i64, start : t, step : t) : [n]t",
		Undefined: "where n is negative",
		infer: rule(func(t *typing, e *ir.Iota) []ir.Param {
			t.require(e.Elem.IsInt(), RuleType, "iota is of an integer type, not %s", e.Elem)
			t.i64("the count", e.Count)
			t.atom("the start", e.Start, ir.ScalarOf(e.Elem))
			t.atom("the step", e.Step, ir.ScalarOf(e.Elem))
			return one(ir.ArrayOf(e.Elem, e.Count))
		}),
	},
	{
		Name: "replicate", Levels: all, Effect: Fresh,
		Doc:       "An array whose every element is the value.",
		Parts:     []Part{shapePart, {"value", "a scalar or array"}},
		Rule:      "replicate([n1, …], v : t) : [n1]…t",
		Undefined: "where a size is negative",
		infer: rule(func(t *typing, e *ir.Replicate) []ir.Param {
			t.shape(e.Shape)
			v := t.of(e.Value).Type
			t.require(!v.IsBlock(), RuleType, "%s is a memory block", e.Value)
			return one(v.Under(e.Shape...))
		}),
	},
	{
		Name: "scratch", Levels: all, Effect: Fresh,
		Doc:       "An array whose elements are not written yet.",
		Parts:     []Part{{"t", "the type of the elements"}, {"shape", "the sizes"}},
		Rule:      "scratch.t([n1, …]) : [n1]…t",
		Undefined: "where a size is negative; so is reading an element before it is written",
		infer: rule(func(t *typing, e *ir.Scratch) []ir.Param {
			t.shape(e.Shape)
			t.require(e.Elem.IsValid(), RuleForm, "the element type is missing")
			return one(ir.ArrayOf(e.Elem, e.Shape...))
		}),
	},
	{
		Name: "copy", Levels: all, Effect: Fresh,
		Doc:   "An array equal to xs that shares no memory with it.",
		Parts: []Part{arrayPart},
		Rule:  "copy(xs : t) : t",
		infer: rule(func(t *typing, e *ir.Copy) []ir.Param { return one(t.array(e.Array).Type) }),
	},
	{
		Name: "concat", Levels: all, Effect: Fresh,
		Doc:       "The arrays joined along a dimension, whose size becomes n.",
		Parts:     []Part{{"dim", "the dimension, from 0"}, {"n", "its size in the result"}, {"arrays", "one or more arrays"}},
		Rule:      "concat(dim = 0, n : i64, [xs : [n1]t, ys : [n2]t, …]) : [n]t",
		Undefined: "where n is not the sum of the sizes",
		infer:     rule(inferConcat),
	},
	{
		Name: "rotate", Levels: all, Effect: Fresh,
		Doc:       "xs with a dimension of size n rotated: element i along it is xs's element (i + k) mod n.",
		Parts:     []Part{{"dim", "the dimension, from 0"}, {"k", "the amount, 0 to n"}, arrayPart},
		Rule:      "rotate(dim = 0, k : i64, xs : t) : t",
		Undefined: "where k is negative or more than n",
		infer: rule(func(t *typing, e *ir.Rotate) []ir.Param {
			xs := t.array(e.Array).Type
			t.i64("the amount", e.Amount)
			t.require(0 <= e.Dim && e.Dim < xs.Rank(), RuleForm, "%s has no dimension %d", xs, e.Dim)
			return one(xs)
		}),
	},
	{
		Name: "literal", Levels: all, Effect: Fresh,
		Doc:   "The array of the elements.",
		Parts: []Part{{"t", "their type"}, {"elems", "scalars or arrays"}},
		Rule:  "literal(t, [x1 : t, …, xn : t]) : [n]t",
		infer: rule(func(t *typing, e *ir.Literal) []ir.Param {
			t.require(!e.Row.IsBlock(), RuleType, "the element type is missing")
			for _, a := range e.Elems {
				t.atom("element", a, e.Row)
			}
			return one(e.Row.Under(ir.Size(int64(len(e.Elems)))))
		}),
	},
	{
		Name: "rearrange", Levels: all, Effect: View,
		Doc:    "The view of xs whose dimension i is xs's dimension perm[i].",
		Parts:  []Part{{"perm", "a permutation of the dimensions"}, arrayPart},
		Rule:   "rearrange([1, 0], xs : [n][m]t) : [m][n]t",
		infer:  rule(inferRearrange),
		views:  viewed(func(e *ir.Rearrange) ir.Atom { return ir.Var(e.Array) }),
		relaid: relaid(rearrangeRelaid),
		cost:   costs(0),
	},
	{
		Name: "reshape", Levels: all, Effect: View,
		Doc:       "xs with other dimensions and as many elements, in row-major order. On mem it is a view, so that its index function must be expressible.",
		Parts:     []Part{{"shape", "the sizes"}, arrayPart},
		Rule:      "reshape([m1, …], xs : [n1]…t) : [m1]…t",
		Undefined: "where the numbers of elements differ",
		infer:     rule(inferReshape),
		views:     viewed(func(e *ir.Reshape) ir.Atom { return ir.Var(e.Array) }),
		relaid:    relaid(reshapeRelaid),
	},
}

// shape requires the sizes of an array: at least one.
func (t *typing) shape(as []ir.Atom) {
	t.require(len(as) > 0, RuleForm, "an array has a dimension at least")
	t.i64("size", as...)
}

// view returns the result of e, a view of xs: it lies in the block of xs, with the index
// function that relaid gives.
func view[E ir.Exp](t *typing, typ ir.Type, xs ir.Param, e E, relaid func(E, lmad.LMAD) (lmad.LMAD, bool)) []ir.Param {
	out := one(typ)
	if t.err == nil && xs.At != nil && xs.At.Index.Rank() == xs.Type.Rank() {
		index, ok := relaid(e, xs.At.Index)
		t.require(ok, RulePlace, "no index function gives %s the shape %s; copy it first", xs.At, typ)
		out[0].At = &ir.Loc{Block: xs.At.Block, Index: index}
	}
	return out
}

// sliced returns the type that dims select from xs: a scalar if all of them are indices.
func (t *typing) sliced(xs ir.Type, dims []ir.SliceDim) ir.Type {
	t.count("dimensions selected", len(dims), xs.Rank())
	out := ir.ScalarOf(xs.Elem)
	for _, d := range dims {
		t.i64("index", d.Start)
		if !d.Fix {
			t.i64("size", d.Size)
			t.i64("step", d.Step)
			out.Dims = append(out.Dims, d.Size)
		}
	}
	return out
}

func inferSlice(t *typing, e *ir.Slice) []ir.Param {
	xs := t.array(e.Array)
	typ := t.sliced(xs.Type, e.Dims)
	t.require(typ.IsArray() || t.err != nil, RuleForm, "a slice leaves a dimension; a single element is read with index")
	return view(t, typ, xs, e, sliceRelaid)
}

func sliceRelaid(e *ir.Slice, l lmad.LMAD) (lmad.LMAD, bool) { return l.Slice(ir.Ranges(e.Dims)), true }

// flat returns the type that an LMAD selects from the one-dimensional xs.
func (t *typing) flat(xs ir.Type, offset ir.Atom, dims []ir.FlatDim) ir.Type {
	t.require(xs.Rank() == 1, RuleType, "an LMAD selects from one-dimensional arrays, not from %s", xs)
	t.i64("the offset", offset)
	t.require(len(dims) > 0, RuleForm, "an LMAD slice has a dimension at least")
	out := ir.ScalarOf(xs.Elem)
	for _, d := range dims {
		t.i64("size", d.Size)
		t.i64("stride", d.Stride)
		out.Dims = append(out.Dims, d.Size)
	}
	return out
}

func inferFlatSlice(t *typing, e *ir.FlatSlice) []ir.Param {
	xs := t.array(e.Array)
	typ := t.flat(xs.Type, e.Offset, e.Dims)
	return view(t, typ, xs, e, flatSliceRelaid)
}

func flatSliceRelaid(e *ir.FlatSlice, l lmad.LMAD) (lmad.LMAD, bool) {
	return l.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)), true
}

func inferUpdate(t *typing, e *ir.Update) []ir.Param {
	xs := t.array(e.Array)
	t.atom("the value", e.Value, t.sliced(xs.Type, e.Dims))
	return like(xs)
}

func inferFlatUpdate(t *typing, e *ir.FlatUpdate) []ir.Param {
	xs := t.array(e.Array)
	t.atom("the value", ir.Var(e.Value), t.flat(xs.Type, e.Offset, e.Dims))
	return like(xs)
}

func inferConcat(t *typing, e *ir.Concat) []ir.Param {
	t.i64("the size", e.Size)
	t.require(len(e.Arrays) > 0, RuleForm, "there is nothing to join")
	var out ir.Type
	for i, n := range e.Arrays {
		xs := t.array(n).Type
		t.require(0 <= e.Dim && e.Dim < xs.Rank(), RuleForm, "%s has no dimension %d", xs, e.Dim)
		if t.err != nil {
			return nil
		}
		xs.Dims = slices.Clone(xs.Dims)
		xs.Dims[e.Dim] = e.Size
		if i == 0 {
			out = xs
		}
		t.same(xs, out, "%s, but for the size joined,", n)
	}
	return one(out)
}

func inferRearrange(t *typing, e *ir.Rearrange) []ir.Param {
	xs := t.array(e.Array)
	sorted := slices.Sorted(slices.Values(e.Perm))
	isPermutation := len(sorted) == xs.Type.Rank()
	for i, p := range sorted {
		isPermutation = isPermutation && p == i
	}
	t.require(isPermutation, RuleForm, "%v is no permutation of the dimensions of %s", e.Perm, xs.Type)
	if t.err != nil {
		return nil
	}
	typ := ir.ScalarOf(xs.Type.Elem)
	for _, p := range e.Perm {
		typ.Dims = append(typ.Dims, xs.Type.Dims[p])
	}
	return view(t, typ, xs, e, rearrangeRelaid)
}

func rearrangeRelaid(e *ir.Rearrange, l lmad.LMAD) (lmad.LMAD, bool) { return l.Permute(e.Perm), true }

// inferReshape does not compare the numbers of elements, even of constants: behind an assertion that
// fails they may differ, as those of variables may. The interpreters compare them.
func inferReshape(t *typing, e *ir.Reshape) []ir.Param {
	xs := t.array(e.Array)
	t.shape(e.Shape)
	typ := ir.ArrayOf(xs.Type.Elem, e.Shape...)
	return view(t, typ, xs, e, reshapeRelaid)
}

func reshapeRelaid(e *ir.Reshape, l lmad.LMAD) (lmad.LMAD, bool) { return l.Reshape(ir.Polys(e.Shape)) }
