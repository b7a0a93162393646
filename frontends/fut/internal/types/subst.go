package types

// subst replaces type parameters and sizes.
type subst struct {
	types map[*Param]Type
	sizes map[*Binding]Size
	// size, if set, replaces whole sizes; sizes is then not looked at.
	size func(Size) Size
	// meta, if set, replaces types that inference has not found yet.
	meta func(*meta) Type
}

// Subst replaces type parameters by types, and names by sizes, in t.
func Subst(t Type, types map[*Param]Type, sizes map[*Binding]Size) Type {
	return (&subst{types: types, sizes: sizes}).apply(t)
}

// apply returns t itself when nothing in it is replaced.
func (s *subst) apply(t Type) Type {
	switch t := Find(t).(type) {
	case *meta:
		if s.meta != nil {
			return s.meta(t)
		}
		return t
	case *Param:
		if r, ok := s.types[t]; ok {
			return r
		}
		return t
	case *Abstract:
		return s.abstract(t)
	case *Array:
		dim, elem := s.applySize(t.Dim), s.apply(t.Elem)
		if dim == findSize(t.Dim) && elem == Find(t.Elem) {
			return t
		}
		return &Array{Dim: dim, Elem: elem}
	case *Record:
		var fields []Field
		for i, f := range t.Fields {
			r := s.apply(f.Type)
			if fields == nil && r != Find(f.Type) {
				fields = append(make([]Field, 0, len(t.Fields)), t.Fields[:i]...)
			}
			if fields != nil {
				fields = append(fields, Field{f.Name, r})
			}
		}
		if fields == nil {
			return t
		}
		return &Record{Fields: fields}
	case *Sum:
		inner := s.apply(t.Constructors)
		if inner == Type(t.Constructors) {
			return t
		}
		return &Sum{inner.(*Record)}
	case *Func:
		from, result := s.apply(t.From), s.apply(t.Result)
		if from == Find(t.From) && result == Find(t.Result) {
			return t
		}
		return &Func{Param: t.Param, From: from, Unknown: t.Unknown, Result: result}
	case *Unique:
		inner := s.apply(t.Type)
		if inner == Find(t.Type) {
			return t
		}
		return &Unique{inner}
	default:
		return t
	}
}

func (s *subst) abstract(t *Abstract) Type {
	out := &Abstract{Of: t.Of, Types: make([]Type, len(t.Types)), Sizes: make([]Size, len(t.Sizes))}
	same := true
	for i, a := range t.Types {
		out.Types[i] = s.apply(a)
		same = same && out.Types[i] == Find(a)
	}
	for i, z := range t.Sizes {
		out.Sizes[i] = s.applySize(z)
		same = same && out.Sizes[i] == findSize(z)
	}
	if same {
		return t
	}
	return out
}

func (s *subst) applySize(size Size) Size {
	size = findSize(size)
	if s.size != nil {
		return s.size(size)
	}
	switch z := size.(type) {
	case *SizeVar:
		if r, ok := s.sizes[z.Binding]; ok {
			return r
		}
	case *SizeOp:
		if l, r := s.applySize(z.Left), s.applySize(z.Right); l != z.Left || r != z.Right {
			return &SizeOp{z.Op, l, r}
		}
	case *SizeExp:
		return z.with(s.applySize)
	}
	return size
}
