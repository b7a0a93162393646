package types

// A class holds types that are equal but for sizes, as the value of a loop and what it starts
// from, while inference has not found them. Once it finds one of them, the others get its shape
// with sizes of their own.
type class struct{ members []*meta }

// loosened is t with every size replaced by a new meta. A type in it that is not known yet is
// replaced by another one, which will be equal but for sizes.
func (c *checker) loosened(t Type) Type {
	return (&subst{
		size: func(Size) Size { return c.freshSize() },
		meta: c.alike,
	}).apply(Strip(t))
}

// alike is a new type that will be equal to m but for sizes. Scalars have none.
func (c *checker) alike(m *meta) Type {
	if m.on != 0 {
		return m
	}
	other := c.fresh()
	other.data, other.element, other.equality, other.why = m.data, m.element, m.equality, m.why
	for _, f := range m.fields {
		other.fields = append(other.fields, Field{f.Name, c.loosened(f.Type)})
	}
	for _, f := range m.constructors {
		other.constructors = append(other.constructors, Field{f.Name, c.loosened(f.Type)})
	}
	if m.class == nil {
		m.class = &class{[]*meta{m}}
	}
	m.class.members = append(m.class.members, other)
	other.class = m.class
	return other
}

// settleClass gives the others of m's class the shape of m, which has been found. Without sizes
// in it, it is the same type.
func (c *checker) settleClass(m *meta) *mismatch {
	if m.class == nil {
		return nil
	}
	members := m.class.members
	m.class.members = nil
	for _, other := range members {
		if Find(other) == Find(m) {
			continue
		}
		if err := c.unify(other, c.loosened(m)); err != nil {
			return err
		}
	}
	return nil
}

// joinClass makes the types of two classes alike: m has become other.
func (m *meta) joinClass(other *meta) {
	switch {
	case m.class == nil || m.class == other.class:
	case other.class == nil:
		other.class = m.class
		other.class.members = append(other.class.members, other)
	default:
		small, large := m.class, other.class
		if len(small.members) > len(large.members) {
			small, large = large, small
		}
		for _, x := range small.members {
			x.class = large
		}
		large.members = append(large.members, small.members...)
		other.class = large
	}
}

// similar makes a and b equal but for sizes. A type that is known in neither is the same in both.
func (c *checker) similar(a, b Type) *mismatch {
	if err := c.unify(c.loosened(a), c.loosened(b)); err != nil {
		return err
	}
	return c.unifyOpen(a, b)
}

// unifyOpen makes equal those parts of a and b, which are equal but for sizes, that are not known.
func (c *checker) unifyOpen(a, b Type) *mismatch {
	a, b = Find(StripOuter(a)), Find(StripOuter(b))
	switch x := a.(type) {
	case *meta:
		if _, ok := b.(*meta); ok {
			return c.unify(a, b)
		}
	case *Array:
		if y, ok := b.(*Array); ok {
			return c.unifyOpen(x.Elem, y.Elem)
		}
	case *Sum:
		if y, ok := b.(*Sum); ok {
			return c.unifyOpen(x.Constructors, y.Constructors)
		}
	case *Record:
		y, ok := b.(*Record)
		for i := 0; ok && i < len(x.Fields); i++ {
			if err := c.unifyOpen(x.Fields[i].Type, y.Fields[i].Type); err != nil {
				return err
			}
		}
	}
	return nil
}
