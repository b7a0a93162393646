package types

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// A class holds types that are equal but for sizes, as the value of a loop and what it starts
// from, while inference has not found them. Once it finds one of them, the others get its shape
// with sizes of their own.
type class struct{ members []*meta }

// A kin is of sums in a class that an expression's branches return, and of what it returns: where the sizes
// of a constructor's payload differ, each has its own, but they share the payloads of other constructors.
type kin struct{}

// joinKin makes m, and its kin, kin of other.
func (m *meta) joinKin(other *meta) {
	if other.kin == nil {
		other.kin = &kin{}
	}
	old := m.kin
	m.kin = other.kin
	if old == nil || m.class == nil {
		return
	}
	for _, x := range m.class.members {
		if x.kin == old {
			x.kin = other.kin
		}
	}
}

// found is a payload that inference has found for a member of a class.
type found struct {
	*checker
	of map[*kin]Type
}

func (c *checker) payloadOf(m *meta, t Type) found {
	f := found{c, map[*kin]Type{}}
	if m.kin != nil {
		f.of[m.kin] = t
	}
	return f
}

// absent is the payload t of a value that is not known to have it, but for sizes.
func (c *checker) absent(t Type) Type {
	return c.loosenedBy(t, func() *sizeMeta {
		z := c.freshSize()
		z.absent = true
		return z
	})
}

// like is the payload t for other: its own but for sizes, which it shares with its kin.
func (f found) like(other *meta, t Type) Type {
	if shared, ok := f.of[other.kin]; ok && other.kin != nil {
		return shared
	}
	own := f.absent(t)
	if other.kin != nil {
		f.of[other.kin] = own
	}
	return own
}

// loosened is t with every size replaced by a new meta. A type in it that is not known yet is
// replaced by another one, which will be equal but for sizes.
func (c *checker) loosened(t Type) Type { return c.loosenedBy(t, c.freshSize) }

// following is t with new sizes that become those of what it is joined with.
func (c *checker) following(t Type) Type {
	return c.loosenedBy(t, func() *sizeMeta {
		z := c.freshSize()
		z.follows = true
		return z
	})
}

// shaped is t with new sizes for a type to which it gives its shape.
func (c *checker) shaped(t Type) Type {
	return c.loosenedBy(t, func() *sizeMeta {
		z := c.freshSize()
		z.shaped = true
		return z
	})
}

func (c *checker) loosenedBy(t Type, fresh func() *sizeMeta) Type {
	return (&subst{
		size: func(Size) Size { return fresh() },
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
	whole, isSum := Find(m).(*Sum)
	shared := map[string]found{}
	for _, other := range members {
		if Find(other) == Find(m) {
			continue
		}
		var as Type
		c.atLevelOf(other, func() {
			if as = c.shaped(m); isSum && len(other.constructors) > 0 {
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
func (c *checker) atLevelOf(m *meta, f func()) {
	level := c.level
	c.level = max(level, m.level)
	f()
	c.level = level
}

// sumLike is the sum that m has become for other, a member of its class: sizes of its own, but those that it
// shares with its kin, by the names of constructors in shared.
func (c *checker) sumLike(other, m *meta, whole *Sum, shared map[string]found) Type {
	r := &Record{Fields: make([]Field, len(whole.Constructors.Fields))}
	for i, f := range whole.Constructors.Fields {
		if _, own := slices.BinarySearchFunc(other.constructors, f.Name, compareConstructor); own {
			r.Fields[i] = Field{f.Name, c.loosened(f.Type)}
			continue
		}
		if _, ok := shared[f.Name]; !ok {
			shared[f.Name] = c.payloadOf(m, f.Type)
		}
		r.Fields[i] = Field{f.Name, shared[f.Name].like(other, f.Type)}
	}
	return &Sum{r}
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
	if err := c.similarButSizes(a, b); err != nil {
		return err
	}
	return c.unifyOpen(a, b)
}

// similarButSizes is similar where sizes may differ in types that are not known yet, too.
func (c *checker) similarButSizes(a, b Type) *mismatch { return c.unify(c.loosened(a), c.loosened(b)) }

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

// sizeless reports whether there are no sizes in t, nor can be in what is known of it. What is found of a sum
// later, as its other constructors, its branches share.
func sizeless(t Type) bool {
	switch t := Find(StripOuter(t)).(type) {
	case Scalar:
		return true
	case *meta:
		return t.on != 0 || len(t.constructors) > 0 && !slices.ContainsFunc(t.constructors, hasSizes)
	case *Record:
		return !slices.ContainsFunc(t.Fields, hasSizes)
	case *Sum:
		return sizeless(t.Constructors)
	}
	return false
}

func hasSizes(f Field) bool { return !sizeless(f.Type) }

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
func (j *joining) join(a, b Type) Type {
	a, b = Find(a), Find(b)
	switch x := a.(type) {
	case *meta:
		if y, ok := b.(*meta); ok && x != y && len(x.constructors) > 0 && len(y.constructors) > 0 {
			return j.open(x, y)
		}
	case *Array:
		if y, ok := b.(*Array); ok {
			return &Array{j.size(x.Dim, y.Dim), j.join(x.Elem, y.Elem)}
		}
	case *Sum:
		if y, ok := b.(*Sum); ok {
			return &Sum{j.payloads(x.Constructors, y.Constructors)}
		}
	case *Record:
		if y, ok := b.(*Record); ok {
			r := &Record{Fields: make([]Field, len(x.Fields))}
			for i, f := range x.Fields {
				r.Fields[i] = Field{f.Name, j.join(f.Type, y.Fields[i].Type)}
			}
			return r
		}
	}
	j.equal(a, b)
	return a
}

// equal makes the types a and b equal.
func (j *joining) equal(a, b Type) {
	if err := j.unify(a, b); j.err == nil {
		j.err = err
	}
}

// open joins sums of which some constructors are known.
func (j *joining) open(x, y *meta) Type {
	j.complete(x, y)
	j.complete(y, x)
	before := j.made
	joined := j.payloads(&Record{x.constructors}, &Record{y.constructors})
	if j.made == before {
		j.equal(x, y)
		return x
	}
	t := j.alike(x).(*meta)
	t.constructors = joined.Fields
	x.joinKin(t)
	y.joinKin(t)
	return t
}

// payloads joins the constructors of sums.
func (j *joining) payloads(x, y *Record) *Record {
	outer := j.sum
	j.sum = true
	defer func() { j.sum = outer }()
	return j.join(x, y).(*Record)
}

// complete gives m the constructors of other.
func (j *joining) complete(m, other *meta) {
	for _, f := range slices.Clone(other.constructors) {
		if _, known := slices.BinarySearchFunc(m.constructors, f.Name, compareConstructor); !known {
			_ = j.hasConstructor(m, Field{f.Name, j.absent(f.Type)})
		}
	}
}

// size joins two sizes. A size that was open before the expression is not what only one branch makes, nor
// does a [] or the size of a parameter become what another branch has. A payload that one of the values does not have is of any size.
func (j *joining) size(x, y Size) Size {
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
func (c *checker) madeOf(exp syntax.Exp, x, y Size) Size {
	dim := c.madeHere(exp)
	dim.(*SizeVar).Binding.origin = fmt.Sprintf("is unknown: one branch returns an array of size %s, another of size %s", quoteSize(x), quoteSize(y))
	return dim
}

// isFree reports whether open was open before the expression, and may stay so where another branch has s: it
// is the size of a parameter, whose values may have any.
func (j *joining) isFree(open, s Size) bool {
	m, ok := findSize(open).(*sizeMeta)
	_, both := findSize(s).(*sizeMeta)
	return ok && !both && m.id <= j.since && !m.follows && !m.shaped
}

// isAbsent reports whether s is the size of a payload of which only other values say that there is one.
func isAbsent(s Size) bool {
	m, ok := findSize(s).(*sizeMeta)
	return ok && m.absent
}

// isJoined reports whether s was made after since because the sizes of branches differ.
func isJoined(s Size, since int) bool {
	v, ok := findSize(s).(*SizeVar)
	return ok && v.Binding.origin != "" && v.Binding.made > since
}

// isEither reports whether s may be different sizes of branches of the expression.
func (j *joining) isEither(s Size) bool {
	m, open := findSize(s).(*sizeMeta)
	return open && m.either != nil && m.id > j.since
}

// isUndecided reports whether x and y differ only as long as inference has not found one of them.
func (j *joining) isUndecided(x, y Size) bool {
	if j.isEither(x) || j.isEither(y) {
		return true
	}
	if isAbsent(x) || isAbsent(y) || isMade(x, y, j.since) || isMade(y, x, j.since) {
		return false
	}
	return j.isFree(x, y) || j.isFree(y, x)
}

// either is a size that is x or y.
func (j *joining) either(x, y Size) Size {
	if m, open := findSize(x).(*sizeMeta); open && j.isEither(m) && m.either.exp == j.exp {
		m.either.of = append(m.either.of, y)
		return m
	}
	m := j.freshSize()
	m.either = &either{j.exp, []Size{x, y}, j.level}
	j.eithers = append(j.eithers, m)
	return m
}

// unifyEither makes the sizes that m may be, which has become s, equal to it.
func (c *checker) unifyEither(m *sizeMeta, s Size) *mismatch {
	if m.either == nil {
		return nil
	}
	for _, x := range m.either.of {
		if err := c.unifySize(x, s); err != nil {
			return err
		}
	}
	return nil
}

// decideEithers decides about the sizes of branches in the scopes that are deeper than level and about to be closed.
func (c *checker) decideEithers(level int) {
	for last := len(c.eithers) - 1; last >= 0 && c.eithers[last].either.level > level; last = len(c.eithers) - 1 {
		m := c.eithers[last]
		c.eithers = c.eithers[:last]
		if m.ref == nil {
			c.decide(m)
		}
	}
}

func (c *checker) decide(m *sizeMeta) {
	e := m.either
	m.either = nil
	s := e.of[0]
	if i := slices.IndexFunc(e.of, func(x Size) bool { return !c.sameSize(s, x) }); i > 0 {
		s = c.madeOf(e.exp, s, e.of[i])
	}
	if err := c.unifySize(m, s); err != nil {
		panic(c.mismatch(e.exp, err, "Branches return arrays of different sizes"))
	}
}
