package scalarise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// element returns the element at indices. Those that are not constants choose among elements.
func (t *translator) element(b *ir.Builder, v small, at []ir.Atom) ir.Atom {
	if t.refused {
		return no
	}
	if len(at) == 0 {
		return v.at[0]
	}
	return t.rows(b, v, at[0], func(row small) []ir.Atom { return []ir.Atom{t.element(b, row, at[1:])} })[0]
}

// rows returns what of gives for the row at index i.
func (t *translator) rows(b *ir.Builder, v small, i ir.Atom, of func(small) []ir.Atom) []ir.Atom {
	if n, ok := i.AsSize(); ok {
		if n < 0 || n >= v.dims[0] { // behind an assertion that fails
			if !t.flags {
				t.refuse()
			}
			n = 0
		}
		return of(v.nth(n))
	}
	if !t.chooses {
		t.refuse()
	}
	last := v.dims[0] - 1
	out := of(v.nth(last))
	for k := last - 1; k >= 0 && !t.refused; k-- {
		is := t.let(b, "is", ir.ScalarOf(scalar.Bool), &ir.Prim{Fn: scalar.Eq, Type: scalar.I64, Args: []ir.Atom{i, ir.Size(k)}})
		for j, x := range of(v.nth(k)) {
			out[j] = t.choose(b, v.row, is, x, out[j])
		}
	}
	return out
}

// choose returns x if cond holds, else y.
func (t *translator) choose(b *ir.Builder, typ ir.Type, cond, x, y ir.Atom) ir.Atom {
	switch {
	case x == y || cond == yes:
		return x
	case cond == no:
		return y
	}
	return t.let(b, "element", typ, &ir.If{Cond: cond, Then: &ir.Body{Result: []ir.Atom{x}}, Else: &ir.Body{Result: []ir.Atom{y}}})
}

// update returns an array with the elements that dims select replaced.
func (t *translator) update(b *ir.Builder, e *ir.Update) small {
	v, ok := t.arrays[e.Array]
	if !ok { // memory that someone else may read
		t.refuse()
		return small{}
	}
	var value small
	scalarValue := true
	for _, d := range e.Dims {
		scalarValue = scalarValue && d.Fix
	}
	if scalarValue {
		value = small{row: v.row, at: []ir.Atom{t.atom(e.Value)}}
	} else {
		value = t.array(b, e.Value)
	}
	out := small{v.row, v.dims, slices.Clone(v.at)}
	for at := range v.at {
		if t.refused {
			return small{}
		}
		t.replace(b, &out, int64(at), value, e.Dims)
	}
	return out
}

// replace replaces the element at a place if dims select it.
func (t *translator) replace(b *ir.Builder, v *small, at int64, value small, dims []ir.SliceDim) {
	cond, from := yes, int64(0)
	inner := 0
	for k, a := range indices(v.dims, at) {
		d := dims[k]
		n, _ := a.AsSize()
		start := t.atom(d.Start)
		first, known := start.AsSize()
		if d.Fix {
			switch {
			case known && first != n:
				return
			case known:
			case !t.chooses:
				t.refuse()
				return
			default:
				is := t.let(b, "is", ir.ScalarOf(scalar.Bool), &ir.Prim{Fn: scalar.Eq, Type: scalar.I64, Args: []ir.Atom{start, a}})
				if cond != yes {
					is = t.let(b, "is", ir.ScalarOf(scalar.Bool), &ir.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []ir.Atom{cond, is}})
				}
				cond = is
			}
			continue
		}
		step, ok := t.atom(d.Step).AsSize()
		if !known || !ok {
			t.refuse()
			return
		}
		size := value.dims[inner]
		inner++
		offset := int64(-1)
		for j := range size {
			if first+j*step == n {
				offset = j
			}
		}
		if offset < 0 {
			return
		}
		from = from*size + offset
	}
	v.at[at] = t.choose(b, v.row, cond, value.at[from], v.at[at])
}

// slice translates a view of a part of an array.
func (t *translator) slice(b *ir.Builder, s *ir.Stm, e *ir.Slice) {
	p := s.Pat[0]
	v, ok := t.arrays[e.Array]
	if !ok {
		dims := slices.Clone(e.Dims)
		for k, d := range dims {
			dims[k].Start = t.atom(d.Start)
			if !d.Fix {
				dims[k].Size, dims[k].Step = t.atom(d.Size), t.atom(d.Step)
			}
		}
		t.view(b, p, &ir.Slice{Array: t.atom(ir.Var(e.Array)).Name, Dims: dims})
		return
	}
	dims, ok := smallDims(p.Type)
	if !ok {
		t.refuse()
		return
	}
	t.arrays[p.Name] = small{v.row, dims, t.selected(b, v, e.Dims)}
}

// view binds p to a view of memory.
func (t *translator) view(b *ir.Builder, p ir.Param, e ir.Exp) {
	for _, d := range p.Type.Dims {
		if d.IsVar() && t.atom(d) != d {
			t.refuse()
		}
	}
	a := b.Let(p.Name.Base, p.Type, e)
	t.views[a.Name], t.scalars[p.Name] = p.Type, a
}

// selected returns the elements that dims select, in order.
func (t *translator) selected(b *ir.Builder, v small, dims []ir.SliceDim) []ir.Atom {
	if t.refused {
		return nil
	}
	if len(dims) == 0 {
		return v.at
	}
	d := dims[0]
	rest := func(row small) []ir.Atom { return slices.Clone(t.selected(b, row, dims[1:])) }
	if d.Fix {
		return t.rows(b, v, t.atom(d.Start), rest)
	}
	start, ok := t.atom(d.Start).AsSize()
	size, ok2 := t.atom(d.Size).AsSize()
	step, ok3 := t.atom(d.Step).AsSize()
	if !ok || !ok2 || !ok3 {
		t.refuse()
		return nil
	}
	var out []ir.Atom
	for k := range size {
		out = append(out, t.rows(b, v, ir.Size(start+k*step), rest)...)
	}
	return out
}

// rearrange permutes the dimensions of an array.
func (t *translator) rearrange(b *ir.Builder, s *ir.Stm, e *ir.Rearrange) {
	p := s.Pat[0]
	dims, ok := smallDims(p.Type)
	if _, known := t.arrays[e.Array]; !known && !ok {
		t.view(b, p, &ir.Rearrange{Perm: e.Perm, Array: t.atom(ir.Var(e.Array)).Name})
		return
	}
	v := t.array(b, ir.Var(e.Array))
	if t.refused {
		return
	}
	out := small{row: v.row, dims: dims}
	for at := range count(dims) {
		is := indices(dims, at)
		from := make([]ir.Atom, len(is))
		for k, d := range e.Perm {
			from[d] = is[k]
		}
		place, _ := v.position(from)
		out.at = append(out.at, v.at[place])
	}
	t.arrays[p.Name] = out
}
