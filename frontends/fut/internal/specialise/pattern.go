package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// bindPat binds the names of a pattern, and the sizes in its type, to v.
func (fr *frame) bindPat(p syntax.Pat, v lower.Value) {
	fr.bindSizes(fr.Pats[p], v.Shape)
	fr.bindNames(p, v)
}

func (fr *frame) bindNames(p syntax.Pat, v lower.Value) {
	switch p := p.(type) {
	case *syntax.NamePat:
		fr.give(fr.Names[p], v)
	case *syntax.TuplePat:
		for i, f := range v.Fields() {
			fr.bindNames(p.Elems[i], f)
		}
	case *syntax.RecordPat:
		for _, f := range p.Fields {
			part, ok := v.Field(f.Name)
			if !ok {
				bug(p, "no field %s", f.Name)
			}
			fr.bindNames(f.Pat, part)
		}
	case *syntax.ConstructPat:
		for i, f := range v.Payload(constructorNumber(p, v.Shape.(*lower.Sum), p.Name)).Fields() {
			fr.bindNames(p.Payload[i], f)
		}
	case *syntax.TypedPat:
		fr.bindNames(p.Pat, v)
	}
}

// bindSizes gives the sizes in t that have no value yet those of s, the shape
// of a value of type t; and so for type parameters.
func (fr *frame) bindSizes(t types.Type, s lower.Shape) {
	switch t := t.(type) {
	case *types.Param:
		if _, ok := fr.types[t]; !ok {
			fr.types[t] = s
		}
	case *types.Unique:
		fr.bindSizes(t.Type, s)
	case *types.Array:
		a := s.(*lower.Array)
		if v, ok := t.Dim.(*types.SizeVar); ok {
			if _, bound := fr.vals[v.Binding]; !bound && v.Binding.Kind >= types.SizeParam {
				fr.vals[v.Binding] = lower.ScalarValue(scalar.I64, a.Dim)
			}
		}
		fr.bindSizes(t.Elem, a.Elem)
	case *types.Record:
		r := s.(*lower.Record)
		for i, f := range t.Fields {
			fr.bindSizes(f.Type, r.Fields[i].Shape)
		}
	case *types.Sum:
		fr.bindSizes(t.Constructors, s.(*lower.Sum).Constructors)
	}
}

// rebindSizes binds sizes afresh by matching t with s.
func (fr *frame) rebindSizes(sizes []*types.Binding, t types.Type, s lower.Shape) {
	for _, b := range sizes {
		fr.forget(b)
	}
	fr.bindSizes(t, s)
}

// ascribe views v under the sizes of its type t, where these have values.
func (fr *frame) ascribe(v lower.Value, t types.Type) lower.Value {
	s := fr.ascribed(t, v.Shape)
	if s == v.Shape {
		return v
	}
	return fr.Resize(v, s)
}

// ascribed is s with the sizes of t, or s itself when they are the same.
func (fr *frame) ascribed(t types.Type, s lower.Shape) lower.Shape {
	if !lower.HasSizes(s) {
		return s
	}
	switch t := t.(type) {
	case *types.Unique:
		return fr.ascribed(t.Type, s)
	case *types.Array:
		a := s.(*lower.Array)
		dim, ok := fr.size(t.Dim)
		if !ok {
			dim = a.Dim
		}
		elem := fr.ascribed(t.Elem, a.Elem)
		if dim == a.Dim && elem == a.Elem {
			return s
		}
		return lower.ArrayOf(dim, elem)
	case *types.Record:
		r := s.(*lower.Record)
		fields := make([]lower.Field, len(r.Fields))
		same := true
		for i, f := range r.Fields {
			e := fr.ascribed(t.Fields[i].Type, f.Shape)
			same = same && e == f.Shape
			fields[i] = lower.Field{Name: f.Name, Shape: e}
		}
		if same {
			return s
		}
		return lower.RecordOf(fields)
	case *types.Sum:
		old := s.(*lower.Sum)
		if inner := fr.ascribed(t.Constructors, old.Constructors); inner != lower.Shape(old.Constructors) {
			return old.With(inner.(*lower.Record))
		}
	}
	return s
}

// coerce is `e :> t`: the sizes of t are checked, and v is viewed under them.
func (fr *frame) coerce(e *syntax.Coerce, v lower.Value) lower.Value {
	t := fr.Written[e.Type]
	fr.checkSizes(e, t, v.Shape, func(given, want []ir.Atom, row string) {
		var same []ir.Atom
		for i := range given {
			same = append(same, fr.I64("same", scalar.Eq, given[i], want[i]))
		}
		fr.Assert(fr.All(same...), "Value of (desugared) shape ", lower.ShapeText(given),
			" cannot match shape of type \"", lower.ShapeText(want), row, "\".")
	})
	return fr.ascribe(v, t)
}

// checkSizes calls check for each array type in t, with the sizes of s and the
// sizes that t asks for.
func (fr *frame) checkSizes(at syntax.Node, t types.Type, s lower.Shape, check func(given, want []ir.Atom, row string)) {
	switch t := t.(type) {
	case *types.Unique:
		fr.checkSizes(at, t.Type, s, check)
	case *types.Record:
		for i, f := range t.Fields {
			fr.checkSizes(at, f.Type, s.(*lower.Record).Fields[i].Shape, check)
		}
	case *types.Sum:
		fr.checkSizes(at, t.Constructors, s.(*lower.Sum).Constructors, check)
	case *types.Array:
		var given, want []ir.Atom
		var row types.Type = t
		for {
			a, ok := row.(*types.Array)
			if !ok {
				break
			}
			sh := s.(*lower.Array)
			n := sh.Dim
			if v, ok := a.Dim.(*types.SizeVar); !ok || v.Binding.Kind != types.Unknown || fr.bound(v.Binding) {
				n = fr.mustSize(at, a.Dim)
			}
			given, want = append(given, sh.Dim), append(want, n)
			row, s = a.Elem, sh.Elem
		}
		check(given, want, row.String())
		fr.checkSizes(at, row, s, check)
	}
}

func (fr *frame) bound(b *types.Binding) bool {
	_, ok := fr.vals[b]
	return ok
}
