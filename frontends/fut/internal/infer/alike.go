package infer

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// found is a payload that inference has found for a member of a class.
type found struct {
	*checker
	of map[*types.Kin]types.Type
}

func (c *checker) payloadOf(m *types.Meta, t types.Type) found {
	f := found{c, map[*types.Kin]types.Type{}}
	if m.Kin != nil {
		f.of[m.Kin] = t
	}
	return f
}

// absent is the payload t of a value that is not known to have it, but for sizes.
func (c *checker) absent(t types.Type) types.Type {
	return c.loosenedBy(t, func() *types.SizeMeta {
		z := c.freshSize()
		z.Absent = true
		return z
	})
}

// like is the payload t for other: its own but for sizes, which it shares with its kin.
func (f found) like(other *types.Meta, t types.Type) types.Type {
	if shared, ok := f.of[other.Kin]; ok && other.Kin != nil {
		return shared
	}
	own := f.absent(t)
	if other.Kin != nil {
		f.of[other.Kin] = own
	}
	return own
}

// loosened is t with every size replaced by a new meta. A type in it that is not known yet is
// replaced by another one, which will be equal but for sizes.
func (c *checker) loosened(t types.Type) types.Type { return c.loosenedBy(t, c.freshSize) }

// following is t with new sizes that become those of what it is joined with.
func (c *checker) following(t types.Type) types.Type {
	return c.loosenedBy(t, func() *types.SizeMeta {
		z := c.freshSize()
		z.Follows = true
		return z
	})
}

// shaped is t with new sizes for a type to which it gives its shape.
func (c *checker) shaped(t types.Type) types.Type {
	return c.loosenedBy(t, func() *types.SizeMeta {
		z := c.freshSize()
		z.Shaped = true
		return z
	})
}

func (c *checker) loosenedBy(t types.Type, fresh func() *types.SizeMeta) types.Type {
	return (&types.Substitution{
		Size: func(types.Size) types.Size { return fresh() },
		Meta: c.alike,
	}).Apply(types.Strip(t))
}

// alike is a new type that will be equal to m but for sizes. Scalars have none.
func (c *checker) alike(m *types.Meta) types.Type {
	if m.On != 0 {
		return m
	}
	other := c.fresh()
	other.Data, other.Element, other.Equality, other.Why = m.Data, m.Element, m.Equality, m.Why
	for _, f := range m.Fields {
		other.Fields = append(other.Fields, types.Field{Name: f.Name, Type: c.loosened(f.Type)})
	}
	for _, f := range m.Constructors {
		other.Constructors = append(other.Constructors, types.Field{Name: f.Name, Type: c.loosened(f.Type)})
	}
	if m.Class == nil {
		m.Class = &types.Class{Members: []*types.Meta{m}}
	}
	m.Class.Members = append(m.Class.Members, other)
	other.Class = m.Class
	return other
}

// settleClass gives the others of m's class the shape of m, which has been found. Without sizes
// in it, it is the same type.
func (c *checker) settleClass(m *types.Meta) *mismatch {
	if m.Class == nil {
		return nil
	}
	members := m.Class.Members
	m.Class.Members = nil
	whole, isSum := types.Find(m).(*types.Sum)
	shared := map[string]found{}
	for _, other := range members {
		if types.Find(other) == types.Find(m) {
			continue
		}
		var as types.Type
		c.atLevelOf(other, func() {
			if as = c.shaped(m); isSum && len(other.Constructors) > 0 {
				as = c.sumLike(other, m, whole, shared)
			}
		})
		if err := c.unify(other, as); err != nil {
			return err
		}
	}
	return nil
}

// atLevelOf makes sizes for m, which may have been made in a deeper scope and stand for sizes of that.
func (c *checker) atLevelOf(m *types.Meta, f func()) {
	level := c.level
	c.level = max(level, m.Level)
	f()
	c.level = level
}

// sumLike is the sum that m has become for other, a member of its class: sizes of its own, but those that it
// shares with its kin, by the names of constructors in shared.
func (c *checker) sumLike(other, m *types.Meta, whole *types.Sum, shared map[string]found) types.Type {
	r := &types.Record{Fields: make([]types.Field, len(whole.Constructors.Fields))}
	for i, f := range whole.Constructors.Fields {
		if _, own := slices.BinarySearchFunc(other.Constructors, f.Name, types.CompareConstructor); own {
			r.Fields[i] = types.Field{Name: f.Name, Type: c.loosened(f.Type)}
			continue
		}
		if _, ok := shared[f.Name]; !ok {
			shared[f.Name] = c.payloadOf(m, f.Type)
		}
		r.Fields[i] = types.Field{Name: f.Name, Type: shared[f.Name].like(other, f.Type)}
	}
	return &types.Sum{Constructors: r}
}

// similar makes a and b equal but for sizes. A type that is known in neither is the same in both.
func (c *checker) similar(a, b types.Type) *mismatch {
	if err := c.similarButSizes(a, b); err != nil {
		return err
	}
	return c.unifyOpen(a, b)
}

// similarButSizes is similar where sizes may differ in types that are not known yet, too.
func (c *checker) similarButSizes(a, b types.Type) *mismatch {
	return c.unify(c.loosened(a), c.loosened(b))
}

// unifyOpen makes equal those parts of a and b, which are equal but for sizes, that are not known.
func (c *checker) unifyOpen(a, b types.Type) *mismatch {
	a, b = types.Find(types.StripOuter(a)), types.Find(types.StripOuter(b))
	switch x := a.(type) {
	case *types.Meta:
		if _, ok := b.(*types.Meta); ok {
			return c.unify(a, b)
		}
	case *types.Array:
		if y, ok := b.(*types.Array); ok {
			return c.unifyOpen(x.Elem, y.Elem)
		}
	case *types.Sum:
		if y, ok := b.(*types.Sum); ok {
			return c.unifyOpen(x.Constructors, y.Constructors)
		}
	case *types.Record:
		y, ok := b.(*types.Record)
		for i := 0; ok && i < len(x.Fields); i++ {
			if err := c.unifyOpen(x.Fields[i].Type, y.Fields[i].Type); err != nil {
				return err
			}
		}
	}
	return nil
}

// sizeless reports whether there are no sizes in t, nor can be in what is known of it. What is found of a sum
// later, as its other constructors, its branches share.
func sizeless(t types.Type) bool {
	switch t := types.Find(types.StripOuter(t)).(type) {
	case types.Scalar:
		return true
	case *types.Meta:
		return t.On != 0 || len(t.Constructors) > 0 && !slices.ContainsFunc(t.Constructors, hasSizes)
	case *types.Record:
		return !slices.ContainsFunc(t.Fields, hasSizes)
	case *types.Sum:
		return sizeless(t.Constructors)
	}
	return false
}

func hasSizes(f types.Field) bool { return !sizeless(f.Type) }

// joining finds the type of an expression that has one of two values, whose types differ in sizes only.
type joining struct {
	*checker
	exp   syntax.Exp
	since int  // sizes made later are made within exp
	made  int  // how many sizes exp has, since the values' differ
	sum   bool // what is joined is in a payload
	err   *mismatch
}

// join is the type of a value that is of type a or of type b: sizes that differ are made by the
// expression.
func (j *joining) join(a, b types.Type) types.Type {
	a, b = types.Find(a), types.Find(b)
	switch x := a.(type) {
	case *types.Meta:
		if y, ok := b.(*types.Meta); ok && x != y && len(x.Constructors) > 0 && len(y.Constructors) > 0 {
			return j.open(x, y)
		}
	case *types.Array:
		if y, ok := b.(*types.Array); ok {
			return &types.Array{Dim: j.size(x.Dim, y.Dim), Elem: j.join(x.Elem, y.Elem)}
		}
	case *types.Sum:
		if y, ok := b.(*types.Sum); ok {
			return &types.Sum{Constructors: j.payloads(x.Constructors, y.Constructors)}
		}
	case *types.Record:
		if y, ok := b.(*types.Record); ok {
			r := &types.Record{Fields: make([]types.Field, len(x.Fields))}
			for i, f := range x.Fields {
				r.Fields[i] = types.Field{Name: f.Name, Type: j.join(f.Type, y.Fields[i].Type)}
			}
			return r
		}
	}
	j.equal(a, b)
	return a
}

// equal makes the types a and b equal.
func (j *joining) equal(a, b types.Type) {
	if err := j.unify(a, b); j.err == nil {
		j.err = err
	}
}

// open joins sums of which some constructors are known.
func (j *joining) open(x, y *types.Meta) types.Type {
	j.complete(x, y)
	j.complete(y, x)
	before := j.made
	joined := j.payloads(&types.Record{Fields: x.Constructors}, &types.Record{Fields: y.Constructors})
	if j.made == before {
		j.equal(x, y)
		return x
	}
	t := j.alike(x).(*types.Meta)
	t.Constructors = joined.Fields
	x.JoinKin(t)
	y.JoinKin(t)
	return t
}

// payloads joins the constructors of sums.
func (j *joining) payloads(x, y *types.Record) *types.Record {
	outer := j.sum
	j.sum = true
	defer func() { j.sum = outer }()
	return j.join(x, y).(*types.Record)
}

// complete gives m the constructors of other.
func (j *joining) complete(m, other *types.Meta) {
	for _, f := range slices.Clone(other.Constructors) {
		if _, known := slices.BinarySearchFunc(m.Constructors, f.Name, types.CompareConstructor); !known {
			_ = j.hasConstructor(m, types.Field{Name: f.Name, Type: j.absent(f.Type)})
		}
	}
}

// size joins two sizes. A size that was open before the expression is not what only one branch makes, nor
// does a [] or the size of a parameter become what another branch has. A payload that one of the values does not have is of any size.
func (j *joining) size(x, y types.Size) types.Size {
	absent := isAbsent(x) || isAbsent(y)
	differ := isMade(x, y, j.since) || isMade(y, x, j.since) || j.isFree(x, y) || j.isFree(y, x)
	if absent || j.isEither(x) || j.isEither(y) {
		differ = isJoined(x, j.since) || isJoined(y, j.since) || j.isEither(x) || j.isEither(y)
	}
	if j.sameSize(x, y) || !differ && j.agree(x, y) {
		return x
	}
	j.made++
	if j.sum && j.isUndecided(x, y) {
		return j.either(x, y)
	}
	return j.madeOf(j.exp, x, y)
}

// madeOf is the size made by exp, one of whose branches has size x and another y.
func (c *checker) madeOf(exp syntax.Exp, x, y types.Size) types.Size {
	dim := c.madeHere(exp)
	dim.(*types.SizeVar).Binding.Origin = fmt.Sprintf("is unknown: one branch returns an array of size %s, another of size %s", quoteSize(x), quoteSize(y))
	return dim
}

// isFree reports whether open was open before the expression, and may stay so where another branch has s: it
// is the size of a parameter, whose values may have any.
func (j *joining) isFree(open, s types.Size) bool {
	m, ok := types.FindSize(open).(*types.SizeMeta)
	_, both := types.FindSize(s).(*types.SizeMeta)
	return ok && !both && m.ID <= j.since && !m.Follows && !m.Shaped
}

// isAbsent reports whether s is the size of a payload of which only other values say that there is one.
func isAbsent(s types.Size) bool {
	m, ok := types.FindSize(s).(*types.SizeMeta)
	return ok && m.Absent
}

// isJoined reports whether s was made after since because the sizes of branches differ.
func isJoined(s types.Size, since int) bool {
	v, ok := types.FindSize(s).(*types.SizeVar)
	return ok && v.Binding.Origin != "" && v.Binding.Made > since
}

// isEither reports whether s may be different sizes of branches of the expression.
func (j *joining) isEither(s types.Size) bool {
	m, open := types.FindSize(s).(*types.SizeMeta)
	return open && m.Either != nil && m.ID > j.since
}

// isUndecided reports whether x and y differ only as long as inference has not found one of them.
func (j *joining) isUndecided(x, y types.Size) bool {
	if j.isEither(x) || j.isEither(y) {
		return true
	}
	if isAbsent(x) || isAbsent(y) || isMade(x, y, j.since) || isMade(y, x, j.since) {
		return false
	}
	return j.isFree(x, y) || j.isFree(y, x)
}

// either is a size that is x or y.
func (j *joining) either(x, y types.Size) types.Size {
	if m, open := types.FindSize(x).(*types.SizeMeta); open && j.isEither(m) && m.Either.Exp == j.exp {
		m.Either.Of = append(m.Either.Of, y)
		return m
	}
	m := j.freshSize()
	m.Either = &types.Either{Exp: j.exp, Of: []types.Size{x, y}, Level: j.level}
	j.eithers = append(j.eithers, m)
	return m
}

// unifyEither makes the sizes that m may be, which has become s, equal to it.
func (c *checker) unifyEither(m *types.SizeMeta, s types.Size) *mismatch {
	if m.Either == nil {
		return nil
	}
	for _, x := range m.Either.Of {
		if err := c.unifySize(x, s); err != nil {
			return err
		}
	}
	return nil
}

// decideEithers decides about the sizes of branches in the scopes that are deeper than level and about to be closed.
func (c *checker) decideEithers(level int) {
	for last := len(c.eithers) - 1; last >= 0 && c.eithers[last].Either.Level > level; last = len(c.eithers) - 1 {
		m := c.eithers[last]
		c.eithers = c.eithers[:last]
		if m.Ref == nil {
			c.decide(m)
		}
	}
}

func (c *checker) decide(m *types.SizeMeta) {
	e := m.Either
	m.Either = nil
	s := e.Of[0]
	if i := slices.IndexFunc(e.Of, func(x types.Size) bool { return !c.sameSize(s, x) }); i > 0 {
		s = c.madeOf(e.Exp, s, e.Of[i])
	}
	if err := c.unifySize(m, s); err != nil {
		panic(c.mismatch(e.Exp, err, "Branches return arrays of different sizes"))
	}
}
