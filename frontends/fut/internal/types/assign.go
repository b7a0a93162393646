package types

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// assign instantiates m with t, which is not m. What is unique is no matter of
// the types that parameters stand for.
func (c *checker) assign(m *meta, t Type) *mismatch {
	t = Strip(t)
	if other, ok := t.(*meta); ok {
		other.level, other.id = min(other.level, m.level), min(other.id, m.id)
		if err := c.lowerParts(m, other); err != nil {
			return err
		}
		return c.merge(m, other)
	}
	if err := c.lower(m, t); err != nil {
		return err
	}
	if err := c.restrict(m, t); err != nil {
		return err
	}
	m.ref = t
	return c.settleClass(m)
}

// merge makes m stand for other, with the restrictions of both.
func (c *checker) merge(m, other *meta) *mismatch {
	switch {
	case m.on != 0 && other.on != 0:
		both := m.on & other.on
		if both == 0 {
			return &mismatch{detail: fmt.Sprintf("Type constrained to one of %s but also one of %s", setName(m.on), setName(other.on)), why: m.why}
		}
		if both != other.on {
			other.on, other.why = both, m.why
		}
	case m.on != 0:
		if len(other.fields) > 0 {
			return &mismatch{detail: "A record is not a number", why: m.why}
		}
		if len(other.constructors) > 0 {
			return &mismatch{detail: "Cannot unify a sum type with a number", why: m.why}
		}
		other.on, other.why = m.on, m.why
	}
	if other.on != 0 && len(m.fields) > 0 {
		return &mismatch{detail: "A number has no fields", why: other.why}
	}
	if other.on != 0 && len(m.constructors) > 0 {
		return &mismatch{detail: "Cannot unify a sum type with a number", why: other.why}
	}
	if len(m.fields)+len(other.fields) > 0 && len(m.constructors)+len(other.constructors) > 0 {
		return &mismatch{detail: "Cannot unify a sum type with a record"}
	}
	if (m.equality || other.equality) && len(m.constructors)+len(other.constructors) > 0 {
		return noEquality(m, other)
	}
	if m.data && !other.data {
		other.data = true
		if other.on == 0 {
			other.why = m.why
		}
	}
	other.element = other.element || m.element
	if m.equality && !other.equality {
		other.equality = true
		if other.on == 0 {
			other.why = m.why
		}
	}
	m.ref = other
	if m.joinClass(other); m.kin != nil {
		m.joinKin(other)
	}
	if other.on != 0 {
		if err := c.settleClass(other); err != nil {
			return err
		}
	}
	for _, f := range m.fields {
		if err := c.hasField(other, f); err != nil {
			return err
		}
	}
	if len(m.constructors) > 0 && !other.why.pos.IsValid() {
		other.why = m.why
	}
	for _, f := range m.constructors {
		if err := c.hasConstructor(other, f); err != nil {
			return err
		}
	}
	return nil
}

// hasConstructor restricts m to sum types that have the constructor f.
func (c *checker) hasConstructor(m *meta, f Field) *mismatch {
	at, known := slices.BinarySearchFunc(m.constructors, f.Name, compareConstructor)
	if known {
		return c.unifyPayloads(m.constructors[at], f)
	}
	m.constructors = slices.Insert(m.constructors, at, f)
	if m.class == nil {
		return nil
	}
	found := c.payloadOf(m, f.Type)
	for _, other := range m.class.members {
		if Find(other) != Type(other) {
			continue
		}
		if at, known := slices.BinarySearchFunc(other.constructors, f.Name, compareConstructor); !known {
			c.atLevelOf(other, func() {
				other.constructors = slices.Insert(other.constructors, at, Field{f.Name, found.like(other, f.Type)})
			})
		}
	}
	return nil
}

// hasField restricts m to records that have f.
func (c *checker) hasField(m *meta, f Field) *mismatch {
	for _, g := range m.fields {
		if g.Name == f.Name {
			return c.unify(g.Type, f.Type)
		}
	}
	m.fields = append(m.fields, f)
	if m.class == nil {
		return nil
	}
	for _, other := range m.class.members {
		if Find(other) == Type(other) && !slices.ContainsFunc(other.fields, func(g Field) bool { return g.Name == f.Name }) {
			c.atLevelOf(other, func() { other.fields = append(other.fields, Field{f.Name, c.loosened(f.Type)}) })
		}
	}
	return nil
}

// restrict checks that t, no meta, is within m's restrictions.
func (c *checker) restrict(m *meta, t Type) *mismatch {
	if m.on != 0 && !within(t, m.on) {
		return &mismatch{detail: fmt.Sprintf("Cannot unify type \"%s\" with any of %s", t, setName(m.on)), why: m.why}
	}
	if m.equality {
		if err := c.mustHaveEquality(t, m.why); err != nil {
			return err
		}
	}
	if m.element {
		if err := c.mustBeElement(t, m.why); err != nil {
			return err
		}
	}
	if m.data {
		if err := c.mustBeData(t, m.why); err != nil {
			return err
		}
	}
	if len(m.constructors) > 0 {
		if err := c.restrictSum(m, t); err != nil {
			return err
		}
	}
	for _, f := range m.fields {
		r, ok := t.(*Record)
		if !ok {
			return mismatchf("Type %s is not a record with field %q", t, f.Name)
		}
		field, ok := r.Named(f.Name)
		if !ok {
			return mismatchf("Type %s has no field %q", t, f.Name)
		}
		if err := c.unify(f.Type, field); err != nil {
			return err
		}
	}
	return nil
}

// restrictSum checks that t is a sum type with the constructors of m.
func (c *checker) restrictSum(m *meta, t Type) *mismatch {
	s, ok := t.(*Sum)
	if !ok {
		return &mismatch{detail: "Cannot unify a sum type with a non-sum type", why: m.why}
	}
	for _, f := range m.constructors {
		got, ok := s.constructor(f.Name)
		if !ok {
			return mismatchf("Unshared constructors: type %s has no constructor #%s", s, f.Name)
		}
		if err := c.unifyPayloads(got, f); err != nil {
			return err
		}
	}
	return nil
}

// within reports whether t is one of the scalars of on, or a type parameter
// restricted to them.
func within(t Type, on scalar.TypeSet) bool {
	switch t := t.(type) {
	case Scalar:
		return on.Has(t.Type)
	case *Param:
		return t.On != 0 && t.On&^on == 0
	}
	return false
}

// setName describes the members of on.
func setName(on scalar.TypeSet) string {
	switch on {
	case scalar.NumericTypes:
		return "i8, i16, i32, i64, u8, u16, u32, u64, f16, f32, f64"
	case scalar.IntTypes:
		return "i8, i16, i32, i64, u8, u16, u32, u64"
	case scalar.SignedTypes:
		return "i8, i16, i32, i64"
	case scalar.FloatTypes:
		return "f16, f32, f64"
	case scalar.BitTypes:
		return "bool, i8, i16, i32, i64, u8, u16, u32, u64"
	}
	return "the scalar types that fit"
}

// mustBeElement restricts t to types of which arrays can be made: values of a lifted type parameter may
// differ in size.
func (c *checker) mustBeElement(t Type, reason why) *mismatch {
	switch t := Find(t).(type) {
	case *meta:
		t.element = true
	case *Param:
		if t.Lift != syntax.Unlifted {
			return &mismatch{detail: fmt.Sprintf("Type parameter %q is lifted and cannot be an array element", t.Name), why: reason}
		}
	case *Record:
		for _, f := range t.Fields {
			if err := c.mustBeElement(f.Type, reason); err != nil {
				return err
			}
		}
	case *Sum:
		return c.mustBeElement(t.Constructors, reason)
	}
	return nil
}

// mustBeData restricts t to types without functions. Abstract types pass, whatever they are: where one is
// of functions, its lowering refuses what needs data.
func (c *checker) mustBeData(t Type, reason why) *mismatch {
	switch t := Find(t).(type) {
	case *meta:
		if !t.data {
			t.data = true
			if t.on == 0 {
				t.why = reason
			}
		}
	case *Param:
		if t.Lift == syntax.Lifted {
			return &mismatch{detail: fmt.Sprintf("Type parameter %q may be a function", t.Name), why: reason}
		}
	case *Record:
		for _, f := range t.Fields {
			if err := c.mustBeData(f.Type, reason); err != nil {
				return err
			}
		}
	case *Sum:
		return c.mustBeData(t.Constructors, reason)
	case *Func:
		return &mismatch{detail: fmt.Sprintf("Type %s found to be functional", t), why: reason}
	}
	return nil
}

// unknownSum is why values are not compared of which only constructors are known, not the type.
const unknownSum = "Type does not support equality: of this sum type only constructors are known"

// noEquality is the error of two metas that become one, which has equality and constructors.
func noEquality(m, other *meta) *mismatch {
	if other.equality {
		m = other
	}
	return &mismatch{detail: unknownSum, why: m.why}
}

// mustHaveEquality restricts t, of data, to types whose values == compares.
func (c *checker) mustHaveEquality(t Type, reason why) *mismatch {
	switch t := Find(t).(type) {
	case *meta:
		if len(t.constructors) > 0 {
			return &mismatch{detail: unknownSum, why: reason}
		}
		if !t.equality {
			t.equality = true
			if t.on == 0 {
				t.why = reason
			}
		}
	case *Param:
		if !t.Equality && t.On == 0 {
			return &mismatch{detail: fmt.Sprintf("Type %s does not support equality: it stands for any type", t), why: reason}
		}
	case *Abstract:
		return &mismatch{detail: fmt.Sprintf("Type %s does not support equality: it is abstract", t), why: reason}
	case *Func:
		return &mismatch{detail: fmt.Sprintf("Type \"%s\" does not support equality (may contain function)", t), why: reason}
	case *Array:
		return c.mustHaveEquality(t.Elem, reason)
	case *Record:
		for _, f := range t.Fields {
			if err := c.mustHaveEquality(f.Type, reason); err != nil {
				return err
			}
		}
	case *Sum:
		return c.mustHaveEquality(t.Constructors, reason)
	}
	return nil
}

// lower makes t fit to be an instance of m: m does not occur in it, it mentions
// nothing bound deeper than m, and the metas in it will not either.
func (c *checker) lower(m *meta, t Type) *mismatch {
	switch t := Find(t).(type) {
	case *meta:
		if t == m || t.class != nil && t.class == m.class {
			return mismatchf("Occurs check: a type would contain itself")
		}
		t.level, t.id = min(t.level, m.level), min(t.id, m.id)
		return c.lowerParts(m, t)
	case *Param:
		if t.level > m.level {
			err := mismatchf("Type %q would leave its scope (scope violation). This is because %[1]q is rigidly bound in a deeper scope", t.Name)
			err.why = why{t.Pos, "it is bound here"}
			return err
		}
	case *Abstract:
		for _, z := range t.Sizes {
			if err := c.lowerSize(m, m.level, m.id, z); err != nil {
				return err
			}
		}
		for _, a := range t.Types {
			if err := c.lower(m, a); err != nil {
				return err
			}
		}
	case *Array:
		if err := c.lowerSize(m, m.level, m.id, t.Dim); err != nil {
			return err
		}
		return c.lower(m, t.Elem)
	case *Record:
		for _, f := range t.Fields {
			if err := c.lower(m, f.Type); err != nil {
				return err
			}
		}
	case *Sum:
		return c.lower(m, t.Constructors)
	case *Func:
		if err := c.lower(m, t.From); err != nil {
			return err
		}
		// The function's own sizes do not escape it.
		if t.Param != nil || len(t.Unknown) > 0 {
			own := map[*Binding]Size{}
			for _, b := range append([]*Binding{t.Param}, t.Unknown...) {
				if b != nil {
					own[b] = SizeConst(0)
				}
			}
			return c.lower(m, Subst(t.Result, nil, own))
		}
		return c.lower(m, t.Result)
	case *Unique:
		return c.lower(m, t.Type)
	}
	return nil
}

// lowerParts lowers what is known of the parts of t.
func (c *checker) lowerParts(m, t *meta) *mismatch {
	for _, parts := range [][]Field{t.fields, t.constructors} {
		for _, f := range parts {
			if err := c.lower(m, f.Type); err != nil {
				return err
			}
		}
	}
	return nil
}

// lowerSize checks that s, which is to stand for a meta, mentions nothing that is
// bound deeper than the meta's level, or at that level after the meta was made: a
// parameter, say, that comes later. The metas in s are lowered to the same. The size is in the type
// that the variable of, of a type's, if any, is to stand for.
func (c *checker) lowerSize(of *meta, level, id int, s Size) (err *mismatch) {
	eachName(s, func(b *Binding, m *sizeMeta) bool {
		switch {
		case m != nil:
			m.level, m.id = min(m.level, level), min(m.id, id)
		case b.level > level || b.level == level && b.since > id:
			err = mismatchf("The size %s would leave the scope of %q (scope violation). This is because %[2]q is rigidly bound in a deeper scope", quoteSize(s), b.displayName())
			if b.Kind == Unknown {
				err = mismatchf("The size %s is only known inside (scope violation), and no type with anonymous sizes may stand here", quoteSize(s))
				if of != nil {
					err = mismatchf("Type variable %s cannot be instantiated with type containing anonymous sizes: the size %s is only known inside (scope violation)", of, quoteSize(s))
				}
			}
			err.why = why{b.Pos, "it is bound here"}
			return false
		}
		return true
	})
	return err
}
