package infer

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// mismatch says why two types do not agree; nil means that they do.
type mismatch struct {
	detail string
	why    types.Why   // the reason for a restriction that was broken, if any
	notes  []types.Why // what else there is to know
	sizes  bool        // two sizes, which may be equal when the program runs
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
func (c *checker) unify(want, got types.Type) *mismatch {
	want, got = types.Find(want), types.Find(got)
	if want == got {
		return nil
	}
	if u, ok := want.(*types.Unique); ok {
		return c.unify(u.Type, got)
	}
	if u, ok := got.(*types.Unique); ok {
		return c.unify(want, u.Type)
	}
	if m, ok := want.(*types.Meta); ok {
		return c.assign(m, got)
	}
	if m, ok := got.(*types.Meta); ok {
		return c.assign(m, want)
	}
	switch w := want.(type) {
	case types.Scalar:
		if g, ok := got.(types.Scalar); ok && w == g {
			return nil
		}
	case *types.Abstract:
		if g, ok := got.(*types.Abstract); ok && w.Of == g.Of {
			return c.unifyArguments(w, g)
		}
	case *types.Array:
		if g, ok := got.(*types.Array); ok {
			if err := c.unifySize(w.Dim, g.Dim); err != nil {
				return err
			}
			return c.unify(w.Elem, g.Elem)
		}
	case *types.Record:
		if g, ok := got.(*types.Record); ok {
			return c.unifyRecords(w, g)
		}
	case *types.Sum:
		if g, ok := got.(*types.Sum); ok {
			return c.unifySums(w, g)
		}
	case *types.Func:
		if g, ok := got.(*types.Func); ok {
			return c.unifyFuncs(w, g)
		}
	}
	return &mismatch{}
}

func (c *checker) unifyArguments(want, got *types.Abstract) *mismatch {
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

func (c *checker) unifyRecords(want, got *types.Record) *mismatch {
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

func (c *checker) unifySums(want, got *types.Sum) *mismatch {
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
func (c *checker) unifyPayloads(want, got types.Field) *mismatch {
	if n, m := payloadSize(want), payloadSize(got); n != m {
		return mismatchf("Cannot unify constructor %q, which has a payload of %d in one and of %d in the other", want.Name, n, m)
	}
	return c.unify(want.Type, got.Type)
}

// payloadSize is how many values a constructor takes.
func payloadSize(constructor types.Field) int { return len(constructor.Type.(*types.Record).Fields) }

// unshared are the names of the fields that only one of two records has.
func unshared(a, b *types.Record) []string {
	var out []string
	only := func(a, b *types.Record) {
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

func (c *checker) unifyFuncs(want, got *types.Func) *mismatch {
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
	sizes := map[*types.Binding]types.Size{}
	skolem := c.unknown("", source.Pos{})
	for _, f := range []*types.Func{want, got} {
		if f.Param != nil {
			skolem.Name = f.Param.Name
			sizes[f.Param] = &types.SizeVar{Binding: skolem}
		}
	}
	open := slices.ContainsFunc(want.Unknown, func(u *types.Binding) bool { return c.open[u] })
	if want.Param == nil && c.inner[got.Param] && !open {
		skolem.Kind, skolem.Pos, skolem.Level = types.Local, got.Param.Pos, math.MaxInt
	}
	for _, u := range got.Unknown {
		s := *u
		s.Level = c.level
		if c.inner[u] && !open {
			s.Kind, s.Level = types.Local, math.MaxInt
		}
		sizes[u] = &types.SizeVar{Binding: &s}
	}
	for _, u := range want.Unknown {
		sizes[u] = c.freshSize()
	}
	err := c.unify(types.Subst(want.Result, nil, sizes), types.Subst(got.Result, nil, sizes))
	if err != nil && err.detail == "" {
		err.detail = "Their results differ"
	}
	return err
}

func (c *checker) unifySize(want, got types.Size) *mismatch {
	want, got = types.FindSize(want), types.FindSize(got)
	if c.sameSize(want, got) {
		return nil
	}
	m, ok := want.(*types.SizeMeta)
	s := got
	if !ok {
		m, ok = got.(*types.SizeMeta)
		s = want
	}
	if !ok {
		return c.unifySizeParts(want, got)
	}
	if other, open := s.(*types.SizeMeta); open && m.Either != nil && other.Either == nil {
		m, s = other, m
	}
	occurs := false
	types.EachName(s, func(_ *types.Binding, other *types.SizeMeta) bool {
		occurs = occurs || other == m
		return !occurs
	})
	if occurs {
		return differ(want, got)
	}
	if err := c.lowerSize(nil, m.Level, m.ID, s); err != nil {
		return err
	}
	m.Ref = s
	if other, open := s.(*types.SizeMeta); open {
		other.Written, other.Absent = other.Written || m.Written, other.Either == nil && (other.Absent || m.Absent)
	}
	return c.unifyEither(m, s)
}

// unifySizeParts unifies sizes computed alike, operand by operand: of all ways
// to make them equal the one that a programmer means by [n * m] against [k * 2].
func (c *checker) unifySizeParts(want, got types.Size) *mismatch {
	e, okE := want.(*types.SizeExp)
	f, okF := got.(*types.SizeExp)
	if okE && okF && c.unifyExps(e.Exp, e, f.Exp, f) {
		return nil
	}
	x, okX := want.(*types.SizeOp)
	y, okY := got.(*types.SizeOp)
	if !okX || !okY || x.Op != y.Op || c.unifySize(x.Left, y.Left) != nil || c.unifySize(x.Right, y.Right) != nil {
		return differ(want, got)
	}
	return nil
}

// differ is the mismatch of two sizes.
func differ(want, got types.Size) *mismatch {
	m := mismatchf("Sizes %s and %s do not match", quoteSize(want), quoteSize(got))
	_, known := want.(types.SizeConst)
	_, both := got.(types.SizeConst)
	m.sizes = !known || !both
	for _, s := range []types.Size{want, got} {
		if v, ok := s.(*types.SizeVar); ok && v.Binding.Kind == types.Unknown {
			origin := cmp.Or(v.Binding.Origin, "is an unknown size returned here")
			m.unknown = true
			m.notes = append(m.notes, types.Why{Pos: v.Binding.Pos, What: quoteSize(s) + " " + origin})
		}
	}
	return m
}

func quoteSize(s types.Size) string { return fmt.Sprintf("%q", s.String()) }
