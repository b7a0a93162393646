package lowering

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/program"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// place is a variable, or an element or field of it.
type place struct {
	*variable
	steps []step
}

// step leads from a value to a part of it: to a field, to an element, or to the elements
// from first to, not including, last, which are in range.
type step struct {
	field       string
	index       *index
	first, last *ir.Atom
}

// index is the index of an element, as it was computed.
type index struct {
	at   ast.Node
	elem scalar.Type
	atom ir.Atom
}

// place finds out what an assignable expression denotes, and checks that it is there.
func (f *frame) place(e ast.Expr) *place {
	p := f.unchecked(e)
	f.check(p)
	return p
}

// unchecked is place without the check.
func (f *frame) unchecked(e ast.Expr) *place {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		if v, ok := f.Object(e).(*types.Var); ok {
			if x := f.lookup(f.Actual(v)); x != nil && x.ref != nil {
				return &place{variable: x.ref.variable, steps: slices.Clone(x.ref.steps)}
			} else if x != nil {
				return &place{variable: x}
			}
		}
	case *ast.SelectorExpr:
		p := f.unchecked(e.X)
		for _, name := range fieldPath(f.TypeOf(e.X), f.Pkg.TypesInfo.Selections[e]) {
			p.steps = append(p.steps, step{field: name})
		}
		return p
	case *ast.IndexExpr:
		if sh, indices := f.sharedElements(e); sh != nil {
			return f.sharedPlace(sh, e, indices)
		}
		p := f.unchecked(e.X)
		i := f.expr(e.Index)
		p.steps = append(p.steps, step{index: &index{e, i.Elem(), i.Atom()}})
		return p
	case *ast.StarExpr:
		return f.unchecked(e.X)
	case *ast.CallExpr:
		if x := program.Unconverted(f.Scope, e); x != ast.Expr(e) {
			return f.unchecked(x)
		}
	case *ast.SliceExpr:
		if sh := f.sharedAt(e.X); sh != nil {
			return f.blockPart(sh, e)
		}
		p := f.place(e.X)
		first, last := f.bounds(e, f.sizeOf(p))
		p.steps = append(p.steps, step{first: &first, last: &last})
		f.check(p)
		return p
	}
	f.unexpected(e, e)
	return nil
}

// fieldPath are the names of the fields that a selection goes through, those of embedded
// structs too.
func fieldPath(t types.Type, sel *types.Selection) []string { return fieldNames(t, sel.Index()) }

func fieldNames(t types.Type, path []int) []string {
	var out []string
	for _, i := range path {
		s := program.Struct(t)
		out = append(out, s.Field(i).Name())
		t = s.Field(i).Type()
	}
	return out
}

// check asserts that the indices of a place are in range, and makes them i64s. An index in a part of an array becomes
// one of the array.
func (f *frame) check(p *place) {
	if len(p.steps) == 0 {
		return
	}
	s := f.valueOf(p.variable).Shape // a named result may have no value yet
	var steps []step
	for _, st := range p.steps {
		var part *step
		if n := len(steps); n > 0 && steps[n-1].first != nil {
			part = &steps[n-1]
		}
		switch {
		case st.first != nil && part != nil:
			first := f.b.I64("first", scalar.Add, *part.first, *st.first)
			last := f.b.I64("last", scalar.Add, *part.first, *st.last)
			*part = step{first: &first, last: &last}
			continue
		case st.index != nil:
			a := s.(*lower.Array)
			size := a.Dim
			if part != nil {
				size = f.b.I64("size", scalar.Sub, *part.last, *part.first)
			}
			x := &index{st.index.at, goInt, f.inRange(st.index.at, st.index.elem, st.index.atom, size)}
			s, st.index = a.Elem, x
			if part != nil {
				x.atom = f.b.I64("i", scalar.Add, *part.first, x.atom)
				*part = st
				continue
			}
		case st.first == nil:
			s = fieldShape(s, st.field)
		}
		steps = append(steps, st)
	}
	p.steps = steps
}

// sizeOf is how many elements the array has that a place is.
func (f *frame) sizeOf(p *place) ir.Atom {
	if n := len(p.steps); n > 0 && p.steps[n-1].first != nil {
		return f.b.I64("size", scalar.Sub, *p.steps[n-1].last, *p.steps[n-1].first)
	}
	return f.load(p).Dim()
}

func fieldShape(s lower.Shape, name string) lower.Shape {
	for _, f := range s.(*lower.Record).Fields {
		if f.Name == name {
			return f.Shape
		}
	}
	panic("there is no field " + name)
}

// inRange asserts that i, of type t, is an index of n elements, with Go's message, and
// returns it as an i64.
func (f *frame) inRange(at ast.Node, t scalar.Type, i, n ir.Atom) ir.Atom {
	defer f.at(at)()
	const message = "runtime error: index out of range ["
	if t == scalar.U64 {
		size := f.b.Convert(scalar.I64, t, n)
		f.b.Assert(f.b.Prim("ok", scalar.Lt, t, i, size), message, i, "] with length ", n)
		return f.b.Convert(t, goInt, i)
	}
	i = f.b.Convert(t, goInt, i)
	f.b.Assert(f.b.I64("ok", scalar.Le, ir.Size(0), i), message, i, "]")
	f.b.Assert(f.b.I64("ok", scalar.Lt, i, n), message, i, "] with length ", n)
	return i
}

// element is an element of an array at an index that was checked.
func (f *frame) element(array lower.Value, i ir.Atom) lower.Value {
	defer f.b.UncheckedIf(true)()
	return f.b.Index(array, f.b.Slice(array.Shape, []lower.DimIndex{{Index: &i}}))
}

// between are the elements from first to, not including, last, which were checked.
func (f *frame) between(array lower.Value, first, last ir.Atom) lower.Value {
	defer f.b.UncheckedIf(true)()
	return f.b.Index(array, f.b.Slice(array.Shape, []lower.DimIndex{{First: &first, Last: &last}}))
}

// load is the value of a place.
func (f *frame) load(p *place) lower.Value {
	v := f.valueOf(p.variable)
	for _, st := range p.steps {
		if st.index != nil {
			v = f.element(v, st.index.atom)
		} else if st.first != nil {
			v = f.between(v, *st.first, *st.last)
		} else {
			v, _ = v.Field(st.field)
		}
	}
	return v
}

// store replaces the value of a place.
func (f *frame) store(p *place, x lower.Value) {
	p.value, p.set = f.updated(p.value, p.steps, x), true
}

// updated is v with the part that steps lead to replaced.
func (f *frame) updated(v lower.Value, steps []step, x lower.Value) lower.Value {
	if len(steps) == 0 {
		return x
	}
	if steps[0].first != nil {
		defer f.b.UncheckedIf(true)()
		at := f.b.Slice(v.Shape, []lower.DimIndex{{First: steps[0].first, Last: steps[0].last}})
		return f.b.Update(v, at, nil, x)
	}
	if steps[0].index == nil {
		old, _ := v.Field(steps[0].field)
		return v.WithField([]string{steps[0].field}, f.updated(old, steps[1:], x))
	}
	var dims []lower.DimIndex
	for len(steps) > 0 && steps[0].index != nil {
		dims = append(dims, lower.DimIndex{Index: &steps[0].index.atom})
		steps = steps[1:]
	}
	if len(steps) == 0 {
		f.fitsRow(dims, v, x)
	}
	defer f.b.UncheckedIf(true)()
	at := f.b.Slice(v.Shape, dims)
	if len(steps) > 0 {
		restore := f.b.UncheckedIf(false)
		x = f.updated(f.b.Index(v, at), steps, x)
		restore()
	}
	return f.b.Update(v, at, nil, x)
}

// fitsRow asserts that x has the sizes of what it replaces in v.
func (f *frame) fitsRow(dims []lower.DimIndex, v, x lower.Value) {
	have, want := lower.Dims(x.Shape), lower.Dims(lower.Peel(v.Shape, len(dims)))
	for i := range have {
		f.b.Assert(f.b.I64("same", scalar.Eq, have[i], want[i]), "a slice of slices is irregular here: one row has length ", have[i], ", others have ", want[i])
	}
}
