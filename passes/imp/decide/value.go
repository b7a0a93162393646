package decide

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// values are what variables hold at a place in a function.
type values struct {
	facts
	numbers map[name.Name]form
	bools   map[name.Name]cond
	changes []change
	sats    map[symbol][2]form // the factors of saturated products
	rooms   []form             // products for which there was room, of which more may get known
}

// change is what a variable held before it got what it holds now.
type change struct {
	name   name.Name
	number form
	bool   cond
	known  bool
}

func newValues() values {
	return values{
		facts:   facts{about: map[symbol][]int{}},
		numbers: map[name.Name]form{}, bools: map[name.Name]cond{}, sats: map[symbol][2]form{},
	}
}

// counted are the types whose numbers are followed: all integers that are i64s too.
func counted(t scalar.Type) bool { return t == scalar.I64 || t.IsInt() && t.Size() < 8 }

// set gives a variable the value of e, or of nothing that is known.
func (v *values) set(n name.Name, t scalar.Type, e imp.Expr) {
	if t == scalar.Bool {
		var c cond
		if e != nil {
			c = v.cond(e)
		}
		v.setBool(n, c)
		return
	}
	if !counted(t) {
		return
	}
	if e == nil {
		v.setNumber(n, of(v.fresh(interval.OfType(t))))
		return
	}
	v.setNumber(n, v.number(e))
}

func (v *values) setNumber(n name.Name, x form) {
	old, known := v.numbers[n]
	v.changes = append(v.changes, change{name: n, number: old, known: known})
	v.numbers[n] = x
}

func (v *values) setBool(n name.Name, x cond) {
	old, known := v.bools[n]
	v.changes = append(v.changes, change{name: n, bool: old, known: known})
	v.bools[n] = x
}

// undo takes back the changes since there were so many.
func (v *values) undo(changes int) {
	for i := len(v.changes) - 1; i >= changes; i-- {
		c := v.changes[i]
		_, isNumber := v.numbers[c.name]
		switch {
		case isNumber && c.known:
			v.numbers[c.name] = c.number
		case isNumber:
			delete(v.numbers, c.name)
		case c.known:
			v.bools[c.name] = c.bool
		default:
			delete(v.bools, c.name)
		}
	}
	v.changes = v.changes[:changes]
}

// unknown is any number of a type.
func (v *values) unknown(t scalar.Type) form { return of(v.fresh(interval.OfType(t))) }

// number is the value of an integer expression that i64 has room for.
func (v *values) number(e imp.Expr) form {
	t := imp.TypeOf(e)
	if imp.LanesOf(e) > 0 || !counted(t) {
		return of(v.fresh(interval.All))
	}
	switch e := e.(type) {
	case *imp.Const:
		return constant(e.Value.Int())
	case *imp.Var:
		if x, ok := v.numbers[e.Name]; ok {
			return x
		}
		x := v.unknown(t)
		v.setNumber(e.Name, x)
		return x
	case *imp.Convert:
		return v.converted(e)
	case *imp.ID:
		return of(v.fresh(interval.Scope{}.Of(e)))
	case *imp.Prim:
		return v.prim(e, t)
	}
	return v.unknown(t)
}

func (v *values) converted(e *imp.Convert) form {
	if e.From == scalar.Bool || !counted(e.From) {
		return v.unknown(e.To)
	}
	x := v.number(e.X)
	if e.To == scalar.I64 || v.fits(x, e.To) {
		return x
	}
	return v.unknown(e.To)
}

// exact is x if it is in its type, so that nothing wrapped, otherwise any number in the range.
func (v *values) exact(x form, ok bool, t scalar.Type, otherwise interval.Interval) form {
	if ok && v.fits(x, t) {
		return x
	}
	return of(v.fresh(otherwise))
}

func (v *values) prim(e *imp.Prim, t scalar.Type) form {
	all := interval.OfType(t)
	if e.Fn == scalar.Select {
		return v.selected(v.cond(e.Args[0]), v.number(e.Args[1]), v.number(e.Args[2]))
	}
	if len(e.Args) != 2 || !counted(e.Type) {
		return of(v.fresh(all))
	}
	x, y := v.number(e.Args[0]), v.number(e.Args[1])
	in := interval.Apply(e.Fn, v.bounds(x), v.bounds(y))
	if !all.Has(in.Lo) || !all.Has(in.Hi) || e.Fn == scalar.Shr && e.Type.IsUnsigned() {
		in = all
	}
	switch e.Fn {
	case scalar.Add:
		sum, ok := combine(1, x, 1, y)
		return v.exact(sum, ok, t, in)
	case scalar.Sub:
		sum, ok := combine(1, x, -1, y)
		return v.exact(sum, ok, t, in)
	case scalar.Mul:
		if x.isConst() {
			x, y = y, x
		}
		if y.isConst() {
			product, ok := combine(y.c, x, 0, x)
			return v.exact(product, ok, t, in)
		}
	case scalar.Min:
		return v.lesser(x, y, 1)
	case scalar.Max:
		return v.lesser(x, y, -1)
	case scalar.MulSat:
		s := v.fresh(in)
		v.sats[s] = [2]form{x, y}
		return of(s)
	case scalar.Div, scalar.Quot:
		if y.isConst() && y.c > 0 && (e.Fn == scalar.Div || v.holds(x, form{}, 0)) {
			return v.divided(x, y.c, in)
		}
	case scalar.Shr:
		if y.isConst() && 0 <= y.c && y.c < min(62, int64(e.Type.Size()*8)) && (e.Type.IsSigned() || v.holds(x, form{}, 0)) {
			return v.divided(x, 1<<y.c, in)
		}
	case scalar.Mod:
		if v.holds(y, form{}, 1) {
			return v.upTo(y, 1, in)
		}
	case scalar.Rem:
		if v.holds(y, form{}, 1) && v.holds(x, form{}, 0) {
			return v.upTo(y, 1, in)
		}
	case scalar.And:
		if v.holds(y, form{}, 0) {
			return v.upTo(y, 0, in)
		}
		if v.holds(x, form{}, 0) {
			return v.upTo(x, 0, in)
		}
	}
	return of(v.fresh(in))
}

// divided is x divided by a positive constant, rounded down.
func (v *values) divided(x form, by int64, in interval.Interval) form {
	s := of(v.fresh(in))
	if least, ok := combine(1, x, -by, s); ok { // x - by·s is the remainder
		v.add(least)
		v.atLeast(constant(by-1), least, 0)
	}
	return s
}

// upTo is a number from 0 to most - less.
func (v *values) upTo(most form, less int64, in interval.Interval) form {
	in.Lo = max(in.Lo, 0)
	s := of(v.fresh(in))
	v.atLeast(most, s, less)
	return s
}

// lesser is the lesser of two numbers, or the greater where sign is -1.
func (v *values) lesser(x, y form, sign int64) form {
	fn := scalar.Min
	if sign < 0 {
		fn = scalar.Max
	}
	s := v.fresh(interval.Apply(fn, v.bounds(x), v.bounds(y)))
	m := &merge{}
	for i, pair := range [][2]form{{x, y}, {y, x}} {
		m.arms[i] = arm{is: map[symbol]form{s: pair[0]}}
		if d, ok := combine(sign, pair[1], -sign, pair[0]); ok {
			m.arms[i].known = []form{d}
		}
		if d, ok := combine(sign, pair[0], -sign, of(s)); ok {
			v.add(d)
		}
	}
	v.symbols[s].merge = m
	return of(s)
}

// selected is x if c holds, otherwise y.
func (v *values) selected(c cond, x, y form) form {
	if x.equal(y) {
		return x
	}
	s := v.fresh(interval.Hull(v.bounds(x), v.bounds(y)))
	m := &merge{}
	m.arms[0] = arm{is: map[symbol]form{s: x}}
	m.arms[1] = arm{is: map[symbol]form{s: y}}
	m.arms[0].known, m.arms[0].dead = v.consequences(c, depthOfConds)
	m.arms[1].known, m.arms[1].dead = v.consequences(negated(c), depthOfConds)
	v.symbols[s].merge = m
	return of(s)
}

// relations are comparisons as a - b + c ≥ 0, or the other way round.
var relations = map[scalar.Op]struct {
	a, b int64
	c    int64
}{
	scalar.Lt: {-1, 1, -1}, scalar.Le: {-1, 1, 0}, scalar.Gt: {1, -1, -1}, scalar.Ge: {1, -1, 0},
}

// cond is what is known of a bool expression.
func (v *values) cond(e imp.Expr) cond {
	if imp.LanesOf(e) > 0 {
		return nil
	}
	switch e := e.(type) {
	case *imp.Const:
		return truth(e.Value.Bool())
	case *imp.Var:
		return v.bools[e.Name]
	case *imp.Prim:
		if e.Type == scalar.Bool {
			return v.logic(e)
		}
		return v.compared(e)
	}
	return nil
}

func (v *values) logic(e *imp.Prim) cond {
	switch e.Fn {
	case scalar.Not:
		return negated(v.cond(e.Args[0]))
	case scalar.And:
		return conjunction(v.cond(e.Args[0]), v.cond(e.Args[1]))
	case scalar.Or:
		return negated(conjunction(negated(v.cond(e.Args[0])), negated(v.cond(e.Args[1]))))
	case scalar.Select:
		c, x, y := v.cond(e.Args[0]), v.cond(e.Args[1]), v.cond(e.Args[2])
		if y == truth(false) {
			return conjunction(c, x)
		}
		return negated(conjunction(negated(conjunction(c, x)), negated(conjunction(negated(c), y))))
	}
	return nil
}

// conjunction is whether x and y hold.
func conjunction(x, y cond) cond {
	switch {
	case x == truth(true):
		return y
	case y == truth(true):
		return x
	case x == nil && y == nil:
		return nil
	}
	return both{x, y}
}

func (v *values) compared(e *imp.Prim) cond {
	if len(e.Args) != 2 || !counted(e.Type) {
		return nil
	}
	r, ordered := relations[e.Fn]
	if !ordered && e.Fn != scalar.Eq && e.Fn != scalar.Ne {
		return nil
	}
	x, y := v.number(e.Args[0]), v.number(e.Args[1])
	if !ordered {
		d, ok := combine(1, x, -1, y)
		switch {
		case !ok:
			return nil
		case e.Fn == scalar.Eq:
			return equality{d}
		}
		return not{equality{d}}
	}
	d, ok := combine(r.a, x, r.b, y)
	if !ok {
		return nil
	}
	if d.c, ok = addConst(d.c, r.c); !ok {
		return nil
	}
	return order{d}
}

// mostBytes is more than any block has.
const mostBytes = 1 << 50

// mostRooms bounds the products that are looked at again.
const mostRooms = 8

// recall notes what there was room for again: more factors are known not to be 0.
func (v *values) recall() {
	rooms := v.rooms
	v.rooms = nil
	for _, bytes := range rooms {
		v.allocated(bytes, depthOfConds)
	}
	v.rooms = rooms
}

// allocated notes that there was room for so many bytes.
func (v *values) allocated(bytes form, depth int) {
	v.atLeast(constant(mostBytes), bytes, 0)
	if depth == 0 || len(bytes.terms) != 1 || bytes.c != 0 || bytes.terms[0].k != 1 {
		return
	}
	factors, ok := v.sats[bytes.terms[0].s]
	if !ok {
		return
	}
	for i, x := range factors {
		y := factors[1-i]
		switch {
		case y.isConst() && y.c > 0:
			v.atLeast(constant(mostBytes/y.c), x, 0)
			v.allocated(x, depth-1)
		case !x.isConst() && v.holds(y, form{}, 1):
			v.allocated(x, depth-1)
		case !x.isConst() && len(v.rooms) < mostRooms:
			v.rooms = append(v.rooms, bytes)
		}
	}
}
