package lower

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower/internal/scoped"
)

// knowledge holds the facts known in the open scopes of a function.
type knowledge struct {
	operations scoped.Table[*scope, operation, ir.Atom]
	memo       scoped.Table[*scope, any, ir.Atom]
	held       scoped.Table[*scope, ir.Atom, bool]
	above      scoped.Table[*scope, ir.Atom, []ir.Atom]
}

func newKnowledge() *knowledge {
	return &knowledge{
		operations: scoped.Table[*scope, operation, ir.Atom]{},
		memo:       scoped.Table[*scope, any, ir.Atom]{},
		held:       scoped.Table[*scope, ir.Atom, bool]{},
		above:      scoped.Table[*scope, ir.Atom, []ir.Atom]{},
	}
}

// close ends a scope: what was known in it is known to it alone.
func (s *scope) close() {
	s.open.operations.Drop(s, maps.Keys(s.known))
	s.open.memo.Drop(s, maps.Keys(s.memo))
	s.open.held.Drop(s, maps.Keys(s.held))
	s.open.above.Drop(s, maps.Keys(s.above))
}

// learn records what an operation gives.
func (s *scope) learn(o operation, a ir.Atom) {
	s.known[o] = a
	s.open.operations.Set(s, o, a)
}

// hold records that an assertion has established a condition.
func (s *scope) hold(cond ir.Atom) {
	s.held[cond] = true
	s.open.held.Set(s, cond, true)
}

// Remembered returns the note under a key, made here or further out.
func (b *Builder) Remembered(key any) (ir.Atom, bool) { return b.scope.open.memo.Innermost(key) }

// Remember notes, under a key of the front end's, what was computed in the present scope.
func (b *Builder) Remember(key any, a ir.Atom) {
	b.scope.memo[key] = a
	b.scope.open.memo.Set(b.scope, key, a)
}

// less records that x is less than z.
func (s *scope) less(x, z ir.Atom) {
	s.above[x] = append(s.above[x], z)
	s.open.above.Set(s, x, s.above[x])
}

// What is known of indices spares most bounds checks: those of the indices that
// loops and tabulations make themselves.

// yes and no are the constants true and false.
var (
	yes = ir.Const(scalar.FromBool(true))
	no  = ir.Const(scalar.FromBool(false))
)

// Fact records that a comparison of i64s holds in the current scope. It is then
// not computed, and no check is made of it.
func (b *Builder) Fact(op scalar.Op, x, y ir.Atom) {
	b.scope.learn(comparison(op, x, y), yes)
}

// Knows reports whether a comparison of i64s is known to hold.
func (b *Builder) Knows(op scalar.Op, x, y ir.Atom) bool {
	if a, ok := fold(op, scalar.I64, []ir.Atom{x, y}); ok {
		return a == yes
	}
	for a := range b.scope.open.operations.About(comparison(op, x, y)) {
		if a == yes {
			return true
		}
	}
	return false
}

func comparison(op scalar.Op, x, y ir.Atom) operation {
	return operation{op: op, at: scalar.I64, args: [3]ir.Atom{x, y}}
}

// IsSize records that a size is not negative.
func (b *Builder) IsSize(n ir.Atom) { b.Fact(scalar.Le, ir.Size(0), n) }

// isIndex records that 0 ≤ i < n.
func (b *Builder) isIndex(i, n ir.Atom) {
	b.IsSize(i)
	b.Less(i, n)
}

// Less records that x < y, and with it that x is less than what y is less than.
func (b *Builder) Less(x, y ir.Atom) {
	if x.IsVar() && b.Knows(scalar.Le, ir.Size(0), x) {
		b.Less(ir.Size(0), y)
	}
	for _, z := range append(b.above(y), y) {
		if b.Knows(scalar.Lt, x, z) && slices.Contains(b.above(x), z) {
			continue // else what 0 is less than doubles with each fact about it
		}
		b.Fact(scalar.Lt, x, z)
		b.Fact(scalar.Le, x, z)
		b.scope.less(x, z)
	}
}

// above lists what x is known to be less than.
func (b *Builder) above(x ir.Atom) []ir.Atom {
	var out []ir.Atom
	for more := range b.scope.open.above.About(x) {
		out = append(out, more...)
	}
	return out
}

// derive records what is known of y, the result of an operation on i64s.
func (b *Builder) derive(op scalar.Op, args []ir.Atom, y ir.Atom) {
	zero := ir.Size(0)
	natural := func(x ir.Atom) bool {
		o := b.offset(x)
		return b.Knows(scalar.Le, zero, x) || o.n == -1 && b.Knows(scalar.Lt, zero, o.base)
	}
	switch op {
	case scalar.Add, scalar.Sub:
		b.deriveSum(op, args[0], args[1], y)
	case scalar.Mod:
		// The remainder has the divisor's sign, which is not 0.
		if natural(args[1]) {
			b.isIndex(y, args[1])
		}
	case scalar.Div, scalar.Quot:
		if natural(args[0]) && natural(args[1]) {
			b.IsSize(y)
		}
	case scalar.Rem:
		if natural(args[0]) {
			b.IsSize(y)
		}
	case scalar.Max:
		if natural(args[0]) || natural(args[1]) {
			b.IsSize(y)
		}
		for _, z := range b.above(args[0]) {
			if b.Knows(scalar.Lt, args[1], z) {
				b.Less(y, z)
			}
		}
	case scalar.Min:
		if natural(args[0]) && natural(args[1]) {
			b.IsSize(y)
		}
		for _, z := range append(b.above(args[0]), b.above(args[1])...) {
			b.Less(y, z)
		}
	}
}

// deriveSum records what is known of y = x ± k. A number that is less than
// another does not overflow when 1 is added, nor one that is not negative when
// something not negative is subtracted.
func (b *Builder) deriveSum(op scalar.Op, x, k, y ir.Atom) {
	if op == scalar.Add && !x.IsVar() {
		x, k = k, x
	}
	n, ok := k.AsSize()
	if !ok || !x.IsVar() {
		return
	}
	if op == scalar.Sub {
		b.offsets[y] = b.offset(x).plus(-n)
	} else {
		b.offsets[y] = b.offset(x).plus(n)
	}
	above, natural := b.above(x), b.Knows(scalar.Le, ir.Size(0), x)
	switch {
	case op == scalar.Add && n == 1 && len(above) > 0:
		for _, z := range above {
			b.Fact(scalar.Le, y, z)
		}
		if natural {
			b.IsSize(y)
		}
		b.Less(x, y)
		for _, z := range above {
			for _, higher := range b.above(z) {
				b.Less(y, higher)
			}
		}
	case op == scalar.Sub && n > 0 && natural:
		if n == 1 && b.Knows(scalar.Lt, ir.Size(0), x) || b.Knows(scalar.Le, k, x) {
			b.IsSize(y)
		}
		b.Less(y, x)
	}
}

// offset is base + n, modulo 2^64; the base of a constant is the zero Atom.
type offset struct {
	base ir.Atom
	n    int64
}

func (o offset) plus(n int64) offset { return offset{o.base, o.n + n} }

// offset is a as a sum.
func (p *Program) offset(a ir.Atom) offset {
	if n, ok := a.AsSize(); ok {
		return offset{n: n}
	}
	if o, ok := p.offsets[a]; ok {
		return o
	}
	return offset{base: a}
}

// difference simplifies x - y and x == y where they are sums: constants cancel,
// or come last, so that sizes written differently get one name.
func (b *Builder) difference(op scalar.Op, x, y ir.Atom) (ir.Atom, bool) {
	m, n := b.offset(x), b.offset(y)
	same := m.base == n.base
	switch {
	case op == scalar.Eq && same:
		return ir.Const(scalar.FromBool(m.n == n.n)), true
	case op == scalar.Sub && same:
		return ir.Size(m.n - n.n), true
	case op == scalar.Sub && n.base.IsVar() && n.n != 0:
		d := b.I64("d", scalar.Sub, x, n.base)
		return b.I64("d", scalar.Sub, d, ir.Size(n.n)), true
	}
	return ir.Atom{}, false
}

// progression is what an array of i64s made by an Iota holds: first, first +
// step, ….
type progression struct {
	first, step ir.Atom
	// end is the first number after a progression with step 1.
	end ir.Atom
}

// element computes element i of a progression.
func (p progression) element(b *Builder, i ir.Atom) ir.Atom {
	return b.I64("i", scalar.Add, p.first, b.I64("k", scalar.Mul, i, p.step))
}

// facts records what is known of x, an element of the progression.
func (p progression) facts(b *Builder, x ir.Atom) {
	if p.end == (ir.Atom{}) || !x.IsVar() {
		return
	}
	b.Fact(scalar.Le, p.first, x)
	if b.Knows(scalar.Le, ir.Size(0), p.first) {
		b.IsSize(x)
	}
	b.Less(x, p.end)
}

// rowFacts records what is known of a row of an array.
func (b *Builder) rowFacts(array, row Value) {
	for i, a := range array.Atoms() {
		if p, ok := b.progressions[a.Name]; ok {
			p.facts(b, row.Atoms()[i])
		}
	}
}
