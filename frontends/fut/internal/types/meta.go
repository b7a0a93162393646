package types

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// meta is a type that inference has not found yet. Once found it is ref, and
// the rest no longer counts. Metas are merged as in union-find.
//
// Levels keep generalisation and scoping cheap. Every scope has a level, one
// more than the scope around it; names are bound at the level of their scope.
// A meta made at some level may be instantiated with nothing that is bound at a
// deeper one, for it may occur where that is not in scope. What is left at a
// level deeper than that of a definition when its body has been inferred may be
// generalised.
type meta struct {
	id     int // its age: see lower
	number int // in messages
	ref    Type
	level  int

	on           scalar.TypeSet // restricted to these scalars, unless zero
	data         bool           // must contain no functions
	element      bool           // is an array's: must contain no lifted type parameter
	equality     bool           // must have values that == compares
	sizes        bool           // is a use's of a type parameter that may stand for types with sizes of their own
	fields       []Field        // must be a record with these fields
	constructors []Field        // must be a sum with these constructors
	class        *class         // of the types that are equal to it but for sizes
	kin          *kin           // of the sums in its class that share the constructors found from now on

	// why says, for messages, where the restriction comes from.
	why why
}

// why is the reason for a restriction.
type why struct {
	pos  source.Pos
	what string
}

// sizeMeta is a size that inference has not found yet.
type sizeMeta struct {
	written bool // as []
	absent  bool // in payloads that no value of the type is known to have
	follows bool // in a loop's value: it becomes what it is joined with
	shaped  bool // in a type that another gave its shape: it becomes what the other has
	either  *either
	origin  sizeOrigin
	id      int // its age: see lower
	number  int // in messages
	ref     Size
	level   int
}

func (*meta) isType()     {}
func (*sizeMeta) isSize() {}

func (m *meta) String() string {
	if m.ref != nil {
		return m.ref.String()
	}
	switch {
	case m.on == scalar.FloatTypes:
		return "float"
	case m.on == scalar.IntTypes:
		return "integer"
	case m.on == scalar.SignedTypes:
		return "signed integer"
	case m.on != 0:
		return "number"
	case len(m.fields) > 0:
		return "a record with field " + m.fields[0].Name
	case len(m.constructors) > 0:
		return (&Sum{&Record{m.constructors}}).String() + " | ..."
	}
	return fmt.Sprintf("t%d", m.number)
}

func (m *sizeMeta) String() string {
	if m.ref != nil {
		return m.ref.String()
	}
	return fmt.Sprintf("d%d", m.number)
}

// Find returns what t stands for: t itself, or what its meta has become.
func Find(t Type) Type {
	m, ok := t.(*meta)
	if !ok || m.ref == nil {
		return t
	}
	m.ref = Find(m.ref)
	return m.ref
}

// findSize is find for sizes; it also looks through names for sizes.
func findSize(s Size) Size {
	switch s := s.(type) {
	case *sizeMeta:
		if s.ref == nil {
			return s
		}
		s.ref = findSize(s.ref)
		return s.ref
	case *SizeVar:
		if s.Binding.alias != nil {
			return findSize(s.Binding.alias)
		}
	}
	return s
}

func (c *checker) fresh() *meta {
	c.ids++
	m := &meta{id: c.ids, number: c.ids - c.uncounted, level: c.level}
	return m
}

// freshOn makes a meta for one of the scalars in on.
func (c *checker) freshOn(on scalar.TypeSet, pos source.Pos, what string) *meta {
	m := c.fresh()
	m.on, m.why = on, why{pos, what}
	c.scalars = append(c.scalars, m)
	return m
}

// freshElement makes a meta for the type of an array's elements.
func (c *checker) freshElement(pos source.Pos, what string) *meta {
	m := c.fresh()
	m.data, m.element, m.why = true, true, why{pos, what}
	return m
}

func (c *checker) freshSize() *sizeMeta {
	c.ids++
	return &sizeMeta{id: c.ids, number: c.ids - c.uncounted, level: c.level}
}

// either is what a size in a sum's payload is while a branch that returns it has a size that inference has not
// found: the sizes that branches return, if they prove to be one by the end of the scope, else one made by exp.
type either struct {
	exp   syntax.Exp
	of    []Size
	level int // of the scope
}

// sizeOrigin says which size inference has to find: a size parameter of what a name denotes,
// or a [] if of is nil.
type sizeOrigin struct {
	pos       source.Pos
	of, param *Binding
}

// sizeToFind is a new size that inference has to find by the end of the definition.
func (c *checker) sizeToFind(origin sizeOrigin) *sizeMeta {
	m := c.freshSize()
	m.origin = origin
	c.toFind = append(c.toFind, m)
	return m
}

// unknown makes a new size that expressions of the present scope may mention.
func (c *checker) unknown(name string, pos source.Pos) *Binding {
	c.ids++
	b := &Binding{Name: name, Pos: pos, Kind: Unknown, Type: i64, level: c.level, made: c.ids}
	if c.library {
		c.open[b] = true
	}
	return b
}

var (
	i64     = Scalar{scalar.I64}
	i32     = Scalar{scalar.I32}
	u8      = Scalar{scalar.U8}
	boolean = Scalar{scalar.Bool}
	unit    = Tuple()
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
