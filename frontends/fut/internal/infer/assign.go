package infer

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// assign instantiates m with t, which is not m. What is unique is no matter of
// the types that parameters stand for.
func (c *checker) assign(m *types.Meta, t types.Type) *mismatch {
	t = types.Strip(t)
	if other, ok := t.(*types.Meta); ok {
		other.Level, other.ID = min(other.Level, m.Level), min(other.ID, m.ID)
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
	m.Ref = t
	return c.settleClass(m)
}

// merge makes m stand for other, with the restrictions of both.
func (c *checker) merge(m, other *types.Meta) *mismatch {
	switch {
	case m.On != 0 && other.On != 0:
		both := m.On & other.On
		if both == 0 {
			return &mismatch{detail: fmt.Sprintf("Type constrained to one of %s but also one of %s", setName(m.On), setName(other.On)), why: m.Why}
		}
		if both != other.On {
			other.On, other.Why = both, m.Why
		}
	case m.On != 0:
		if len(other.Fields) > 0 {
			return &mismatch{detail: "A record is not a number", why: m.Why}
		}
		if len(other.Constructors) > 0 {
			return &mismatch{detail: "Cannot unify a sum type with a number", why: m.Why}
		}
		other.On, other.Why = m.On, m.Why
	}
	if other.On != 0 && len(m.Fields) > 0 {
		return &mismatch{detail: "A number has no fields", why: other.Why}
	}
	if other.On != 0 && len(m.Constructors) > 0 {
		return &mismatch{detail: "Cannot unify a sum type with a number", why: other.Why}
	}
	if len(m.Fields)+len(other.Fields) > 0 && len(m.Constructors)+len(other.Constructors) > 0 {
		return &mismatch{detail: "Cannot unify a sum type with a record"}
	}
	if (m.Equality || other.Equality) && len(m.Constructors)+len(other.Constructors) > 0 {
		return noEquality(m, other)
	}
	if m.Data && !other.Data {
		other.Data = true
		if other.On == 0 {
			other.Why = m.Why
		}
	}
	other.Element = other.Element || m.Element
	if m.Equality && !other.Equality {
		other.Equality = true
		if other.On == 0 {
			other.Why = m.Why
		}
	}
	m.Ref = other
	if m.JoinClass(other); m.Kin != nil {
		m.JoinKin(other)
	}
	if other.On != 0 {
		if err := c.settleClass(other); err != nil {
			return err
		}
	}
	for _, f := range m.Fields {
		if err := c.hasField(other, f); err != nil {
			return err
		}
	}
	if len(m.Constructors) > 0 && !other.Why.Pos.IsValid() {
		other.Why = m.Why
	}
	for _, f := range m.Constructors {
		if err := c.hasConstructor(other, f); err != nil {
			return err
		}
	}
	return nil
}

// hasConstructor restricts m to sum types that have the constructor f.
func (c *checker) hasConstructor(m *types.Meta, f types.Field) *mismatch {
	at, known := slices.BinarySearchFunc(m.Constructors, f.Name, types.CompareConstructor)
	if known {
		return c.unifyPayloads(m.Constructors[at], f)
	}
	m.Constructors = slices.Insert(m.Constructors, at, f)
	if m.Class == nil {
		return nil
	}
	found := c.payloadOf(m, f.Type)
	for _, other := range m.Class.Members {
		if types.Find(other) != types.Type(other) {
			continue
		}
		if at, known := slices.BinarySearchFunc(other.Constructors, f.Name, types.CompareConstructor); !known {
			c.atLevelOf(other, func() {
				other.Constructors = slices.Insert(other.Constructors, at, types.Field{Name: f.Name, Type: found.like(other, f.Type)})
			})
		}
	}
	return nil
}

// hasField restricts m to records that have f.
func (c *checker) hasField(m *types.Meta, f types.Field) *mismatch {
	for _, g := range m.Fields {
		if g.Name == f.Name {
			return c.unify(g.Type, f.Type)
		}
	}
	m.Fields = append(m.Fields, f)
	if m.Class == nil {
		return nil
	}
	for _, other := range m.Class.Members {
		if types.Find(other) == types.Type(other) && !slices.ContainsFunc(other.Fields, func(g types.Field) bool { return g.Name == f.Name }) {
			c.atLevelOf(other, func() { other.Fields = append(other.Fields, types.Field{Name: f.Name, Type: c.loosened(f.Type)}) })
		}
	}
	return nil
}

// restrict checks that t, no meta, is within m's restrictions.
func (c *checker) restrict(m *types.Meta, t types.Type) *mismatch {
	if m.On != 0 && !within(t, m.On) {
		return &mismatch{detail: fmt.Sprintf("Cannot unify type \"%s\" with any of %s", t, setName(m.On)), why: m.Why}
	}
	if m.Equality {
		if err := c.mustHaveEquality(t, m.Why); err != nil {
			return err
		}
	}
	if m.Element {
		if err := c.mustBeElement(t, m.Why); err != nil {
			return err
		}
	}
	if m.Data {
		if err := c.mustBeData(t, m.Why); err != nil {
			return err
		}
	}
	if len(m.Constructors) > 0 {
		if err := c.restrictSum(m, t); err != nil {
			return err
		}
	}
	for _, f := range m.Fields {
		r, ok := t.(*types.Record)
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
func (c *checker) restrictSum(m *types.Meta, t types.Type) *mismatch {
	s, ok := t.(*types.Sum)
	if !ok {
		return &mismatch{detail: "Cannot unify a sum type with a non-sum type", why: m.Why}
	}
	for _, f := range m.Constructors {
		got, ok := s.Constructor(f.Name)
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
func within(t types.Type, on scalar.TypeSet) bool {
	switch t := t.(type) {
	case types.Scalar:
		return on.Has(t.Type)
	case *types.Param:
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
func (c *checker) mustBeElement(t types.Type, reason types.Why) *mismatch {
	switch t := types.Find(t).(type) {
	case *types.Meta:
		t.Element = true
	case *types.Param:
		if t.Lift != syntax.Unlifted {
			return &mismatch{detail: fmt.Sprintf("Type parameter %q is lifted and cannot be an array element", t.Name), why: reason}
		}
	case *types.Record:
		for _, f := range t.Fields {
			if err := c.mustBeElement(f.Type, reason); err != nil {
				return err
			}
		}
	case *types.Sum:
		return c.mustBeElement(t.Constructors, reason)
	}
	return nil
}

// mustBeData restricts t to types without functions. Abstract types pass, whatever they are: where one is
// of functions, its lowering refuses what needs data.
func (c *checker) mustBeData(t types.Type, reason types.Why) *mismatch {
	switch t := types.Find(t).(type) {
	case *types.Meta:
		if !t.Data {
			t.Data = true
			if t.On == 0 {
				t.Why = reason
			}
		}
	case *types.Param:
		if t.Lift == syntax.Lifted {
			return &mismatch{detail: fmt.Sprintf("Type parameter %q may be a function", t.Name), why: reason}
		}
	case *types.Record:
		for _, f := range t.Fields {
			if err := c.mustBeData(f.Type, reason); err != nil {
				return err
			}
		}
	case *types.Sum:
		return c.mustBeData(t.Constructors, reason)
	case *types.Func:
		return &mismatch{detail: fmt.Sprintf("Type %s found to be functional", t), why: reason}
	}
	return nil
}

// unknownSum is why values are not compared of which only constructors are known, not the type.
const unknownSum = "Type does not support equality: of this sum type only constructors are known"

// noEquality is the error of two metas that become one, which has equality and constructors.
func noEquality(m, other *types.Meta) *mismatch {
	if other.Equality {
		m = other
	}
	return &mismatch{detail: unknownSum, why: m.Why}
}

// mustHaveEquality restricts t, of data, to types whose values == compares.
func (c *checker) mustHaveEquality(t types.Type, reason types.Why) *mismatch {
	switch t := types.Find(t).(type) {
	case *types.Meta:
		if len(t.Constructors) > 0 {
			return &mismatch{detail: unknownSum, why: reason}
		}
		if !t.Equality {
			t.Equality = true
			if t.On == 0 {
				t.Why = reason
			}
		}
	case *types.Param:
		if !t.Equality && t.On == 0 {
			return &mismatch{detail: fmt.Sprintf("Type %s does not support equality: it stands for any type", t), why: reason}
		}
	case *types.Abstract:
		return &mismatch{detail: fmt.Sprintf("Type %s does not support equality: it is abstract", t), why: reason}
	case *types.Func:
		return &mismatch{detail: fmt.Sprintf("Type \"%s\" does not support equality (may contain function)", t), why: reason}
	case *types.Array:
		return c.mustHaveEquality(t.Elem, reason)
	case *types.Record:
		for _, f := range t.Fields {
			if err := c.mustHaveEquality(f.Type, reason); err != nil {
				return err
			}
		}
	case *types.Sum:
		return c.mustHaveEquality(t.Constructors, reason)
	}
	return nil
}

// lower makes t fit to be an instance of m: m does not occur in it, it mentions
// nothing bound deeper than m, and the metas in it will not either.
func (c *checker) lower(m *types.Meta, t types.Type) *mismatch {
	switch t := types.Find(t).(type) {
	case *types.Meta:
		if t == m || t.Class != nil && t.Class == m.Class {
			return mismatchf("Occurs check: a type would contain itself")
		}
		t.Level, t.ID = min(t.Level, m.Level), min(t.ID, m.ID)
		return c.lowerParts(m, t)
	case *types.Param:
		if t.Level > m.Level {
			err := mismatchf("Type %q would leave its scope (scope violation). This is because %[1]q is rigidly bound in a deeper scope", t.Name)
			err.why = types.Why{Pos: t.Pos, What: "it is bound here"}
			return err
		}
	case *types.Abstract:
		for _, z := range t.Sizes {
			if err := c.lowerSize(m, m.Level, m.ID, z); err != nil {
				return err
			}
		}
		for _, a := range t.Types {
			if err := c.lower(m, a); err != nil {
				return err
			}
		}
	case *types.Array:
		if err := c.lowerSize(m, m.Level, m.ID, t.Dim); err != nil {
			return err
		}
		return c.lower(m, t.Elem)
	case *types.Record:
		for _, f := range t.Fields {
			if err := c.lower(m, f.Type); err != nil {
				return err
			}
		}
	case *types.Sum:
		return c.lower(m, t.Constructors)
	case *types.Func:
		if err := c.lower(m, t.From); err != nil {
			return err
		}
		// The function's own sizes do not escape it.
		if t.Param != nil || len(t.Unknown) > 0 {
			own := map[*types.Binding]types.Size{}
			for _, b := range append([]*types.Binding{t.Param}, t.Unknown...) {
				if b != nil {
					own[b] = types.SizeConst(0)
				}
			}
			return c.lower(m, types.Subst(t.Result, nil, own))
		}
		return c.lower(m, t.Result)
	case *types.Unique:
		return c.lower(m, t.Type)
	}
	return nil
}

// lowerParts lowers what is known of the parts of t.
func (c *checker) lowerParts(m, t *types.Meta) *mismatch {
	for _, parts := range [][]types.Field{t.Fields, t.Constructors} {
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
func (c *checker) lowerSize(of *types.Meta, level, id int, s types.Size) (err *mismatch) {
	types.EachName(s, func(b *types.Binding, m *types.SizeMeta) bool {
		switch {
		case m != nil:
			m.Level, m.ID = min(m.Level, level), min(m.ID, id)
		case b.Level > level || b.Level == level && b.Since > id:
			err = mismatchf("The size %s would leave the scope of %q (scope violation). This is because %[2]q is rigidly bound in a deeper scope", quoteSize(s), b.DisplayName())
			if b.Kind == types.Unknown {
				err = mismatchf("The size %s is only known inside (scope violation), and no type with anonymous sizes may stand here", quoteSize(s))
				if of != nil {
					err = mismatchf("Type variable %s cannot be instantiated with type containing anonymous sizes: the size %s is only known inside (scope violation)", of, quoteSize(s))
				}
			}
			err.why = types.Why{Pos: b.Pos, What: "it is bound here"}
			return false
		}
		return true
	})
	return err
}
