package types

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// mismatch says why two types do not agree; nil means that they do.
type mismatch struct {
	detail string
	why    why   // the reason for a restriction that was broken, if any
	notes  []why // what else there is to know
}

func mismatchf(format string, args ...any) *mismatch {
	return &mismatch{detail: fmt.Sprintf(format, args...)}
}

// unify makes want and got equal, but for uniqueness. Where one of them is a
// function's type, the sizes that want's result leaves unknown may be any of
// got's.
func (c *checker) unify(want, got Type) *mismatch {
	want, got = find(want), find(got)
	if want == got {
		return nil
	}
	if u, ok := want.(*Unique); ok {
		return c.unify(u.Type, got)
	}
	if u, ok := got.(*Unique); ok {
		return c.unify(want, u.Type)
	}
	if m, ok := want.(*meta); ok {
		return c.assign(m, got)
	}
	if m, ok := got.(*meta); ok {
		return c.assign(m, want)
	}
	switch w := want.(type) {
	case Scalar:
		if g, ok := got.(Scalar); ok && w == g {
			return nil
		}
	case *Array:
		if g, ok := got.(*Array); ok {
			if err := c.unifySize(w.Dim, g.Dim); err != nil {
				return err
			}
			return c.unify(w.Elem, g.Elem)
		}
	case *Record:
		if g, ok := got.(*Record); ok {
			return c.unifyRecords(w, g)
		}
	case *Func:
		if g, ok := got.(*Func); ok {
			return c.unifyFuncs(w, g)
		}
	}
	return &mismatch{}
}

func (c *checker) unifyRecords(want, got *Record) *mismatch {
	if fields := unshared(want, got); len(fields) > 0 {
		return mismatchf("Unshared fields: %s", strings.Join(fields, ", "))
	}
	for i, f := range want.Fields {
		if err := c.unify(f.Type, got.Fields[i].Type); err != nil {
			return err
		}
	}
	return nil
}

// unshared are the names of the fields that only one of two records has.
func unshared(a, b *Record) []string {
	var out []string
	only := func(a, b *Record) {
		for i, f := range a.Fields {
			if i < len(b.Fields) && b.Fields[i].Name == f.Name {
				continue // as in most records
			}
			if _, ok := b.field(f.Name); !ok {
				out = append(out, f.Name)
			}
		}
	}
	only(a, b)
	only(b, a)
	return out
}

func (c *checker) unifyFuncs(want, got *Func) *mismatch {
	if err := c.unify(got.From, want.From); err != nil {
		return err
	}
	if want.Param == nil && got.Param == nil && len(want.Unknown) == 0 && len(got.Unknown) == 0 {
		return c.unify(want.Result, got.Result)
	}
	// What the functions bind themselves is deeper than anything around them, so
	// that it cannot escape.
	level := c.level
	defer func() { c.level = level }()
	c.level = max(level, 1<<30) + 1
	sizes := map[*Binding]Size{}
	skolem := c.unknown("", source.Pos{})
	for _, f := range []*Func{want, got} {
		if f.Param != nil {
			skolem.Name = f.Param.Name
			sizes[f.Param] = &SizeVar{skolem}
		}
	}
	for _, u := range got.Unknown {
		s := *u
		s.level = c.level
		sizes[u] = &SizeVar{&s}
	}
	for _, u := range want.Unknown {
		sizes[u] = c.freshSize()
	}
	err := c.unify(Subst(want.Result, nil, sizes), Subst(got.Result, nil, sizes))
	if err != nil && err.detail == "" {
		err.detail = "Their results differ"
	}
	return err
}

// assign instantiates m with t, which is not m. What is unique is no matter of
// the types that parameters stand for.
func (c *checker) assign(m *meta, t Type) *mismatch {
	t = strip(t)
	if err := c.lower(m, t); err != nil {
		return err
	}
	if other, ok := t.(*meta); ok {
		return c.merge(m, other)
	}
	if err := c.restrict(m, t); err != nil {
		return err
	}
	m.ref = t
	return nil
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
		other.on, other.why = m.on, m.why
	}
	if other.on != 0 && len(m.fields) > 0 {
		return &mismatch{detail: "A number has no fields", why: other.why}
	}
	if m.data && !other.data {
		other.data = true
		if other.on == 0 {
			other.why = m.why
		}
	}
	m.ref = other
	for _, f := range m.fields {
		if err := c.hasField(other, f); err != nil {
			return err
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
	return nil
}

// restrict checks that t, no meta, is within m's restrictions.
func (c *checker) restrict(m *meta, t Type) *mismatch {
	if m.on != 0 && !within(t, m.on) {
		return &mismatch{detail: fmt.Sprintf("Cannot unify type \"%s\" with any of %s", t, setName(m.on)), why: m.why}
	}
	if m.data {
		if err := c.mustBeData(t, m.why); err != nil {
			return err
		}
	}
	for _, f := range m.fields {
		r, ok := t.(*Record)
		if !ok {
			return mismatchf("Type %s is not a record with field %q", t, f.Name)
		}
		field, ok := r.field(f.Name)
		if !ok {
			return mismatchf("Type %s has no field %q", t, f.Name)
		}
		if err := c.unify(f.Type, field); err != nil {
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

// mustBeData restricts t to types without functions.
func (c *checker) mustBeData(t Type, reason why) *mismatch {
	switch t := find(t).(type) {
	case *meta:
		if !t.data {
			t.data = true
			if t.on == 0 {
				t.why = reason
			}
		}
	case *Param:
		if t.Lift == syntax.Lifted {
			return &mismatch{detail: fmt.Sprintf("Type %s is lifted: it may contain functions", t), why: reason}
		}
	case *Record:
		for _, f := range t.Fields {
			if err := c.mustBeData(f.Type, reason); err != nil {
				return err
			}
		}
	case *Func:
		return &mismatch{detail: fmt.Sprintf("Type %s found to be functional", t), why: reason}
	}
	return nil
}

// lower makes t fit to be an instance of m: m does not occur in it, it mentions
// nothing bound deeper than m, and the metas in it will not either.
func (c *checker) lower(m *meta, t Type) *mismatch {
	switch t := find(t).(type) {
	case *meta:
		if t == m {
			return mismatchf("Occurs check: a type would contain itself")
		}
		t.level = min(t.level, m.level)
		for _, f := range t.fields {
			if err := c.lower(m, f.Type); err != nil {
				return err
			}
		}
	case *Array:
		if err := c.lowerSize(m.level, t.Dim); err != nil {
			return err
		}
		return c.lower(m, t.Elem)
	case *Record:
		for _, f := range t.Fields {
			if err := c.lower(m, f.Type); err != nil {
				return err
			}
		}
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

// lowerSize checks that s mentions nothing bound deeper than level and lowers
// the metas in it to that.
func (c *checker) lowerSize(level int, s Size) (err *mismatch) {
	c.eachName(s, func(b *Binding, m *sizeMeta) bool {
		switch {
		case m != nil:
			m.level = min(m.level, level)
		case b.level > level:
			err = mismatchf("The size %s would leave the scope of %q (scope violation)", quoteSize(s), b.displayName())
			if b.Kind == Unknown {
				err = mismatchf("The size %s is only known inside (scope violation), and no type with anonymous sizes may stand here", quoteSize(s))
			}
			err.why = why{b.Pos, "it is bound here"}
			return false
		}
		return true
	})
	return err
}

func (c *checker) unifySize(want, got Size) *mismatch {
	want, got = findSize(want), findSize(got)
	if c.sameSize(want, got) {
		return nil
	}
	m, ok := want.(*sizeMeta)
	s := got
	if !ok {
		m, ok = got.(*sizeMeta)
		s = want
	}
	if !ok {
		return c.unifySizeParts(want, got)
	}
	occurs := false
	c.eachName(s, func(_ *Binding, other *sizeMeta) bool {
		occurs = occurs || other == m
		return !occurs
	})
	if occurs {
		return differ(want, got)
	}
	if err := c.lowerSize(m.level, s); err != nil {
		return err
	}
	m.ref = s
	return nil
}

// unifySizeParts unifies sizes computed alike, operand by operand: of all ways
// to make them equal the one that a programmer means by [n * m] against [k * 2].
func (c *checker) unifySizeParts(want, got Size) *mismatch {
	x, okX := want.(*SizeOp)
	y, okY := got.(*SizeOp)
	if !okX || !okY || x.Op != y.Op || c.unifySize(x.Left, y.Left) != nil || c.unifySize(x.Right, y.Right) != nil {
		return differ(want, got)
	}
	return nil
}

// differ is the mismatch of two sizes.
func differ(want, got Size) *mismatch {
	m := mismatchf("Sizes %s and %s do not match", quoteSize(want), quoteSize(got))
	for _, s := range []Size{want, got} {
		if v, ok := s.(*SizeVar); ok && v.Binding.Kind == Unknown {
			m.notes = append(m.notes, why{v.Binding.Pos, fmt.Sprintf("%s is an unknown size returned here", quoteSize(s))})
		}
	}
	return m
}

func quoteSize(s Size) string { return fmt.Sprintf("%q", s.String()) }

// field returns the type of a field.
func (r *Record) field(name string) (Type, bool) {
	for _, f := range r.Fields {
		if f.Name == name {
			return f.Type, true
		}
	}
	return nil, false
}
