package types

import "slices"

// Substitution replaces type parameters and sizes.
type Substitution struct {
	Types map[*Param]Type
	Sizes map[*Binding]Size
	// size, if set, replaces whole sizes; sizes is then not looked at.
	Size func(Size) Size
	// meta, if set, replaces types that inference has not found yet.
	Meta func(*Meta) Type
}

// Subst replaces type parameters by types, and names by sizes, in t.
func Subst(t Type, types map[*Param]Type, sizes map[*Binding]Size) Type {
	return (&Substitution{Types: types, Sizes: sizes}).Apply(t)
}

// Apply returns t itself when nothing in it is replaced.
func (s *Substitution) Apply(t Type) Type {
	switch t := Find(t).(type) {
	case *Meta:
		if s.Meta != nil {
			return s.Meta(t)
		}
		return t
	case *Param:
		if r, ok := s.Types[t]; ok {
			return r
		}
		return t
	case *Abstract:
		return s.abstract(t)
	case *Array:
		dim, elem := s.ApplySize(t.Dim), s.Apply(t.Elem)
		if dim == FindSize(t.Dim) && elem == Find(t.Elem) {
			return t
		}
		return &Array{Dim: dim, Elem: elem}
	case *Record:
		var fields []Field
		for i, f := range t.Fields {
			r := s.Apply(f.Type)
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
		inner := s.Apply(t.Constructors)
		if inner == Type(t.Constructors) {
			return t
		}
		return &Sum{inner.(*Record)}
	case *Func:
		from, result := s.Apply(t.From), s.Apply(t.Result)
		if from == Find(t.From) && result == Find(t.Result) {
			return t
		}
		return &Func{Param: t.Param, From: from, Unknown: t.Unknown, Result: result}
	case *Unique:
		inner := s.Apply(t.Type)
		if inner == Find(t.Type) {
			return t
		}
		return &Unique{inner}
	default:
		return t
	}
}

func (s *Substitution) abstract(t *Abstract) Type {
	out := &Abstract{Of: t.Of, Types: make([]Type, len(t.Types)), Sizes: make([]Size, len(t.Sizes))}
	same := true
	for i, a := range t.Types {
		out.Types[i] = s.Apply(a)
		same = same && out.Types[i] == Find(a)
	}
	for i, z := range t.Sizes {
		out.Sizes[i] = s.ApplySize(z)
		same = same && out.Sizes[i] == FindSize(z)
	}
	if same {
		return t
	}
	return out
}

func (s *Substitution) ApplySize(size Size) Size {
	size = FindSize(size)
	if s.Size != nil {
		return s.Size(size)
	}
	switch z := size.(type) {
	case *SizeVar:
		if r, ok := s.Sizes[z.Binding]; ok {
			return r
		}
	case *SizeOp:
		if l, r := s.ApplySize(z.Left), s.ApplySize(z.Right); l != z.Left || r != z.Right {
			return &SizeOp{z.Op, l, r}
		}
	case *SizeExp:
		return z.With(s.ApplySize)
	}
	return size
}

// With is s with its arguments mapped by f; s itself if that changes none.
func (s *SizeExp) With(f func(Size) Size) Size {
	var args []Size
	for i, a := range s.Args {
		r := f(a)
		if args == nil && r != a {
			args = slices.Clone(s.Args)
		}
		if args != nil {
			args[i] = r
		}
	}
	if args == nil {
		return s
	}
	return &SizeExp{s.Exp, s.Names, args}
}

// Arg is the argument that a name in s stands for.
func (s *SizeExp) Arg(b *Binding) (Size, bool) {
	i := slices.Index(s.Names, b)
	if i < 0 {
		return nil, false
	}
	return s.Args[i], true
}

// EachSizeName calls f for the names in the sizes of t.
func EachSizeName(t Type, f func(*Binding)) {
	(&Substitution{Size: func(s Size) Size {
		EachName(s, func(b *Binding, _ *SizeMeta) bool {
			if b != nil {
				f(b)
			}
			return true
		})
		return s
	}}).Apply(t)
}

// EachName calls visit for every binding and every meta in s; it stops and
// returns false when visit does.
func EachName(s Size, visit func(*Binding, *SizeMeta) bool) bool {
	switch s := FindSize(s).(type) {
	case *SizeMeta:
		return visit(nil, s)
	case *SizeVar:
		return visit(s.Binding, nil)
	case *SizeOp:
		return EachName(s.Left, visit) && EachName(s.Right, visit)
	case *SizeExp:
		for _, a := range s.Args {
			if !EachName(a, visit) {
				return false
			}
		}
	}
	return true
}
