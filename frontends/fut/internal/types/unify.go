package types

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
)

// mismatch says why two types do not agree; nil means that they do.
type mismatch struct {
	detail string
	why    why   // the reason for a restriction that was broken, if any
	notes  []why // what else there is to know
	sizes  bool  // two sizes, which may be equal when the program runs
	// unknown: one of the sizes is known when the program runs, and not before
	unknown bool
}

func mismatchf(format string, args ...any) *mismatch {
	return &mismatch{detail: fmt.Sprintf(format, args...)}
}

// unify makes want and got equal, but for uniqueness. Where one of them is a
// function's type, the sizes that want's result leaves unknown may be any of
// got's, but not what a lambda or a local function calls its argument: want is
// older than that name. The functions that flatmap takes may have any sizes.
func (c *checker) unify(want, got Type) *mismatch {
	want, got = Find(want), Find(got)
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
	case *Abstract:
		if g, ok := got.(*Abstract); ok && w.Of == g.Of {
			return c.unifyArguments(w, g)
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
	case *Sum:
		if g, ok := got.(*Sum); ok {
			return c.unifySums(w, g)
		}
	case *Func:
		if g, ok := got.(*Func); ok {
			return c.unifyFuncs(w, g)
		}
	}
	return &mismatch{}
}

func (c *checker) unifyArguments(want, got *Abstract) *mismatch {
	for i, t := range want.Types {
		if err := c.unify(t, got.Types[i]); err != nil {
			return err
		}
	}
	for i, z := range want.Sizes {
		if err := c.unifySize(z, got.Sizes[i]); err != nil {
			return err
		}
	}
	return nil
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

func (c *checker) unifySums(want, got *Sum) *mismatch {
	w, g := want.Constructors, got.Constructors
	if names := unshared(w, g); len(names) > 0 {
		return mismatchf("Unshared constructors: #%s", strings.Join(names, ", #"))
	}
	for i, f := range w.Fields {
		if err := c.unifyPayloads(f, g.Fields[i]); err != nil {
			return err
		}
	}
	return nil
}

// unifyPayloads makes the payloads of a constructor in two types equal.
func (c *checker) unifyPayloads(want, got Field) *mismatch {
	if n, m := payloadSize(want), payloadSize(got); n != m {
		return mismatchf("Cannot unify constructor %q, which has a payload of %d in one and of %d in the other", want.Name, n, m)
	}
	return c.unify(want.Type, got.Type)
}

// payloadSize is how many values a constructor takes.
func payloadSize(constructor Field) int { return len(constructor.Type.(*Record).Fields) }

// unshared are the names of the fields that only one of two records has.
func unshared(a, b *Record) []string {
	var out []string
	only := func(a, b *Record) {
		for i, f := range a.Fields {
			if i < len(b.Fields) && b.Fields[i].Name == f.Name {
				continue // as in most records
			}
			if _, ok := b.Named(f.Name); !ok {
				out = append(out, f.Name)
			}
		}
	}
	only(a, b)
	only(b, a)
	return out
}

// Named returns the type of a field.
func (r *Record) Named(name string) (Type, bool) {
	for _, f := range r.Fields {
		if f.Name == name {
			return f.Type, true
		}
	}
	return nil, false
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
	open := slices.ContainsFunc(want.Unknown, func(u *Binding) bool { return c.open[u] })
	if want.Param == nil && c.inner[got.Param] && !open {
		skolem.Kind, skolem.Pos, skolem.level = Local, got.Param.Pos, math.MaxInt
	}
	for _, u := range got.Unknown {
		s := *u
		s.level = c.level
		if c.inner[u] && !open {
			s.Kind, s.level = Local, math.MaxInt
		}
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
	if other, open := s.(*sizeMeta); open && m.either != nil && other.either == nil {
		m, s = other, m
	}
	occurs := false
	eachName(s, func(_ *Binding, other *sizeMeta) bool {
		occurs = occurs || other == m
		return !occurs
	})
	if occurs {
		return differ(want, got)
	}
	if err := c.lowerSize(nil, m.level, m.id, s); err != nil {
		return err
	}
	m.ref = s
	if other, open := s.(*sizeMeta); open {
		other.written, other.absent = other.written || m.written, other.either == nil && (other.absent || m.absent)
	}
	return c.unifyEither(m, s)
}

// unifySizeParts unifies sizes computed alike, operand by operand: of all ways
// to make them equal the one that a programmer means by [n * m] against [k * 2].
func (c *checker) unifySizeParts(want, got Size) *mismatch {
	e, okE := want.(*SizeExp)
	f, okF := got.(*SizeExp)
	if okE && okF && c.unifyExps(e.Exp, e, f.Exp, f) {
		return nil
	}
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
	_, known := want.(SizeConst)
	_, both := got.(SizeConst)
	m.sizes = !known || !both
	for _, s := range []Size{want, got} {
		if v, ok := s.(*SizeVar); ok && v.Binding.Kind == Unknown {
			origin := cmp.Or(v.Binding.origin, "is an unknown size returned here")
			m.unknown = true
			m.notes = append(m.notes, why{v.Binding.Pos, quoteSize(s) + " " + origin})
		}
	}
	return m
}

func quoteSize(s Size) string { return fmt.Sprintf("%q", s.String()) }
