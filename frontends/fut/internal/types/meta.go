package types

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Meta is a type that inference has not found yet. Once found it is Ref, and
// the rest no longer counts. Metas are merged as in union-find.
//
// Levels keep generalisation and scoping cheap. Every scope has a level, one
// more than the scope around it; names are bound at the level of their scope.
// A meta made at some level may be instantiated with nothing that is bound at a
// deeper one, for it may occur where that is not in scope. What is left at a
// level deeper than that of a definition when its body has been inferred may be
// generalised.
type Meta struct {
	ID     int // its age: package infer compares them
	Number int // in messages
	Ref    Type
	Level  int

	On           scalar.TypeSet // restricted to these scalars, unless zero
	Data         bool           // must contain no functions
	Element      bool           // is an array's: must contain no lifted type parameter
	Equality     bool           // must have values that == compares
	Sizes        bool           // is a use's of a type parameter that may stand for types with sizes of their own
	Fields       []Field        // must be a record with these fields
	Constructors []Field        // must be a sum with these constructors
	Class        *Class         // of the types that are equal to it but for sizes
	Kin          *Kin           // of the sums in its class that share the constructors found from now on

	// Why says, for messages, where the restriction comes from.
	Why Why
}

// Why is the reason for a restriction.
type Why struct {
	Pos  source.Pos
	What string
}

// SizeMeta is a size that inference has not found yet.
type SizeMeta struct {
	Written bool // as []
	Absent  bool // in payloads that no value of the type is known to have
	Follows bool // in a loop's value: it becomes what it is joined with
	Shaped  bool // in a type that another gave its shape: it becomes what the other has
	Either  *Either
	Origin  SizeOrigin
	ID      int // its age: package infer compares them
	Number  int // in messages
	Ref     Size
	Level   int
}

func (*Meta) isType()     {}
func (*SizeMeta) isSize() {}

func (m *Meta) String() string {
	if m.Ref != nil {
		return m.Ref.String()
	}
	switch {
	case m.On == scalar.FloatTypes:
		return "float"
	case m.On == scalar.IntTypes:
		return "integer"
	case m.On == scalar.SignedTypes:
		return "signed integer"
	case m.On != 0:
		return "number"
	case len(m.Fields) > 0:
		return "a record with field " + m.Fields[0].Name
	case len(m.Constructors) > 0:
		return (&Sum{&Record{m.Constructors}}).String() + " | ..."
	}
	return fmt.Sprintf("t%d", m.Number)
}

func (m *SizeMeta) String() string {
	if m.Ref != nil {
		return m.Ref.String()
	}
	return fmt.Sprintf("d%d", m.Number)
}

// Find returns what t stands for: t itself, or what its meta has become.
func Find(t Type) Type {
	m, ok := t.(*Meta)
	if !ok || m.Ref == nil {
		return t
	}
	m.Ref = Find(m.Ref)
	return m.Ref
}

// FindSize is Find for sizes; it also looks through names for sizes.
func FindSize(s Size) Size {
	switch s := s.(type) {
	case *SizeMeta:
		if s.Ref == nil {
			return s
		}
		s.Ref = FindSize(s.Ref)
		return s.Ref
	case *SizeVar:
		if s.Binding.Alias != nil {
			return FindSize(s.Binding.Alias)
		}
	}
	return s
}

// Either is what a size in a sum's payload is while a branch that returns it has a size that inference has not
// found: the sizes that branches return, if they prove to be one by the end of the scope, else one made by Exp.
type Either struct {
	Exp   syntax.Exp
	Of    []Size
	Level int // of the scope
}

// SizeOrigin says which size inference has to find: a size parameter of what a name denotes,
// or a [] if Of is nil.
type SizeOrigin struct {
	Pos       source.Pos
	Of, Param *Binding
}

var (
	I64     = Scalar{scalar.I64}
	I32     = Scalar{scalar.I32}
	U8      = Scalar{scalar.U8}
	Boolean = Scalar{scalar.Bool}
	Unit    = Tuple()
)

// Strip removes the star of a unique type, at the top and in tuples' elements.
func Strip(t Type) Type {
	switch t := Find(t).(type) {
	case *Unique:
		return Strip(t.Type)
	case *Record:
		for i, f := range t.Fields {
			if s := Strip(f.Type); s != Find(f.Type) {
				r := &Record{Fields: append([]Field(nil), t.Fields...)}
				r.Fields[i].Type = s
				for j := i + 1; j < len(r.Fields); j++ {
					r.Fields[j].Type = Strip(r.Fields[j].Type)
				}
				return r
			}
		}
		return t
	case *Sum:
		if s := Strip(t.Constructors); s != Type(t.Constructors) {
			return &Sum{s.(*Record)}
		}
		return t
	default:
		return t
	}
}

// A class holds types that are equal but for sizes, as the value of a loop and what it starts
// from, while inference has not found them. Once it finds one of them, the others get its shape
// with sizes of their own.
type Class struct{ Members []*Meta }

// A kin is of sums in a class that an expression's branches return, and of what it returns: where the sizes
// of a constructor's payload differ, each has its own, but they share the payloads of other constructors.
type Kin struct{}

// JoinKin makes m, and its kin, kin of other.
func (m *Meta) JoinKin(other *Meta) {
	if other.Kin == nil {
		other.Kin = &Kin{}
	}
	old := m.Kin
	m.Kin = other.Kin
	if old == nil || m.Class == nil {
		return
	}
	for _, x := range m.Class.Members {
		if x.Kin == old {
			x.Kin = other.Kin
		}
	}
}

// JoinClass makes the types of two classes alike: m has become other.
func (m *Meta) JoinClass(other *Meta) {
	switch {
	case m.Class == nil || m.Class == other.Class:
	case other.Class == nil:
		other.Class = m.Class
		other.Class.Members = append(other.Class.Members, other)
	default:
		small, large := m.Class, other.Class
		if len(small.Members) > len(large.Members) {
			small, large = large, small
		}
		for _, x := range small.Members {
			x.Class = large
		}
		large.Members = append(large.Members, small.Members...)
		other.Class = large
	}
}

// StripOuter removes a star at the top.
func StripOuter(t Type) Type {
	if u, ok := Find(t).(*Unique); ok {
		return u.Type
	}
	return t
}
