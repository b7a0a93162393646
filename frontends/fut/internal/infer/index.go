package infer

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// index is the type of an array of type t indexed or sliced.
func (c *checker) index(at syntax.Node, t types.Type, slice []*syntax.DimIndex, e syntax.Exp) types.Type {
	t = types.StripOuter(t)
	var dims []types.Size
	for i, d := range slice {
		c.mustHaveRank(at, t, len(slice)-i)
		a, ok := types.Find(t).(*types.Array)
		if !ok {
			e := c.errorf(at, "A value of type %s cannot be indexed", c.shown(t))
			switch {
			case isTuple(types.Find(t)):
				e.WithHint("the parts of a tuple are t.0, t.1, …")
			case i > 0:
				e.WithHint("there are %d indices, but the array has only %s", len(slice), dimensionCount(i))
			}
			panic(e)
		}
		if d.Slice {
			dims = append(dims, c.sliceSize(d, a.Dim, e))
		} else {
			c.indexExp(d.Index)
		}
		t = a.Elem
	}
	if err := c.mustBeData(t, types.Why{}); err != nil {
		panic(c.errorf(e, "Type %s found to be functional: arrays hold no functions", c.shown(t)))
	}
	for i := len(dims) - 1; i >= 0; i-- {
		t = &types.Array{Dim: dims[i], Elem: t}
	}
	return t
}

// mustHaveRank makes t an array of that many dimensions if it is not known yet.
func (c *checker) mustHaveRank(at syntax.Node, t types.Type, rank int) {
	if _, ok := types.Find(t).(*types.Meta); !ok {
		return
	}
	want := types.Type(c.freshElement(at.Pos(), "arrays hold no functions"))
	for range rank {
		want = &types.Array{Dim: c.freshSize(), Elem: want}
	}
	if err := c.unify(want, t); err != nil {
		panic(c.mismatch(at, err, "A value of type %s cannot be indexed", t))
	}
}

func dimensionCount(n int) string {
	if n == 1 {
		return "1 dimension"
	}
	return fmt.Sprintf("%d dimensions", n)
}

// indexExp checks an index, which may have any signed integer type.
func (c *checker) indexExp(e syntax.Exp) {
	got := c.infer(e)
	on := c.freshOn(scalar.SignedTypes, e.Pos(), "an index is a signed integer")
	if err := c.unify(on, got); err != nil {
		panic(remedy(c.mismatch(e, err, "An index has type %s", got), err, got, types.Scalar{Type: scalar.I64}))
	}
	// A literal is an i64 where nothing else is known.
	if m, ok := types.Find(got).(*types.Meta); ok && m.On.Has(scalar.I64) {
		if lit, ok := e.(*syntax.IntLit); ok && lit.Suffix == "" {
			m.Ref = types.I64
		}
	}
}

// sliceSize is the size of first:last:step of a dimension of the given size.
func (c *checker) sliceSize(d *syntax.DimIndex, size types.Size, e syntax.Exp) types.Size {
	for _, x := range []syntax.Exp{d.First, d.Last, d.Step} {
		if x != nil {
			c.expect(x, types.I64, "A bound of a slice")
		}
	}
	if d.Step != nil {
		step, known := c.sizeOf(d.Step)
		switch {
		case known && d.First == nil && d.Last == nil && c.sameSize(step, &types.SizeOp{Op: "-", Left: types.SizeConst(0), Right: types.SizeConst(1)}):
			return size
		case !known || step != types.Size(types.SizeConst(1)):
			return c.madeHere(e)
		}
	}
	first, last := types.Size(types.SizeConst(0)), size
	ok1, ok2 := true, true
	if d.First != nil {
		first, ok1 = c.sizeOf(d.First)
	}
	if d.Last != nil {
		last, ok2 = c.sizeOf(d.Last)
	}
	if !ok1 || !ok2 || isNegative(first) || isNegative(last) {
		return c.madeHere(e)
	}
	if isConst(first, last) && types.FindSize(last).(types.SizeConst) < types.FindSize(first).(types.SizeConst) {
		return c.madeHere(e) // the slice fails at run time
	}
	return difference(last, first)
}

// isNegative reports whether a bound counts from the end.
func isNegative(s types.Size) bool {
	op, ok := s.(*types.SizeOp)
	return ok && op.Op == "-" && op.Left == types.Size(types.SizeConst(0))
}

// update is the type of e with path = v. A field that no index comes before may change its
// sizes. Behind an index, the sizes of the part and of v are compared at run time.
func (c *checker) update(e *syntax.Update) types.Type {
	t := types.Strip(c.implied(e.Exp, e.Position))
	fields, after := e.Path.Fields()
	if after == nil {
		return c.withField(e, t, fields, types.Strip(c.infer(e.Value)))
	}
	part := c.follow(e, t, e.Path)
	delete(c.info.Unknown, e)
	got := c.checkExp(e.Value, part)
	if err := c.similar(part, got); err != nil {
		panic(c.mismatch(e.Value, err, "The new value has type %s, but the part has type %s", got, part))
	}
	row, newRow := belowSlices(e.Path, part), belowSlices(e.Path, got)
	if err := c.unify(row, newRow); err != nil {
		panic(c.mismatch(e.Value, err, "The new value has type %s, but the part has type %s", got, part))
	}
	return t
}

// belowSlices is a part that a path leads to without the dimensions that its last step slices:
// their sizes are compared when the program runs, those below them are fixed by the array.
func belowSlices(path syntax.Path, part types.Type) types.Type {
	for _, d := range path[len(path)-1].Slice {
		array, ok := types.Find(types.StripOuter(part)).(*types.Array)
		if ok && d.Slice {
			part = array.Elem
		}
	}
	return part
}

// withField is the type t where the field that the path e leads to, by way of fields, has type v.
func (c *checker) withField(e *syntax.Update, t types.Type, fields []string, v types.Type) types.Type {
	if len(fields) == 0 {
		if err := c.similar(t, v); err != nil {
			panic(c.mismatch(e.Value, err, "Type mismatch when updating record field %q: the new value has type %s, but the field has type %s", e.Path[len(e.Path)-1].Field, v, t))
		}
		return v
	}
	inner := c.withField(e, c.project(e, t, fields[0]), fields[1:], v)
	r, ok := types.Find(t).(*types.Record)
	if !ok {
		return t
	}
	out := &types.Record{Fields: append([]types.Field(nil), r.Fields...)}
	for i := range out.Fields {
		if out.Fields[i].Name == fields[0] {
			out.Fields[i].Type = inner
		}
	}
	return out
}
