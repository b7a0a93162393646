package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// What is known of indices spares most bounds checks: those of the indices that
// loops and tabulations make themselves.

// yes is the constant true.
var yes = ir.Const(scalar.FromBool(true))

// fact records that a comparison of i64s holds in the current scope. It is then
// not computed, and no check is made of it.
func (b *builder) fact(op scalar.Op, x, y ir.Atom) {
	b.scope.learn(comparison(op, x, y), yes)
}

// knows reports whether a comparison of i64s is known to hold.
func (b *builder) knows(op scalar.Op, x, y ir.Atom) bool {
	if a, ok := fold(op, scalar.I64, []ir.Atom{x, y}); ok {
		return a == yes
	}
	for s := b.scope; s != nil; s = s.parent {
		if s.known[comparison(op, x, y)] == yes {
			return true
		}
	}
	return false
}

func comparison(op scalar.Op, x, y ir.Atom) operation {
	return operation{op: op, at: scalar.I64, args: [3]ir.Atom{x, y}}
}

// isSize records that a size is not negative.
func (b *builder) isSize(n ir.Atom) { b.fact(scalar.Le, ir.Size(0), n) }

// isIndex records that 0 ≤ i < n.
func (b *builder) isIndex(i, n ir.Atom) {
	b.isSize(i)
	b.fact(scalar.Lt, i, n)
}

// progression is what an array of i64s made by an Iota holds: first, first +
// step, ….
type progression struct {
	first, step ir.Atom
	// end is the first number behind a progression with step 1.
	end ir.Atom
}

// progressions are those made so far.
type progressions map[name.Name]progression

// element computes element i of a progression.
func (p progression) element(b *builder, i ir.Atom) ir.Atom {
	return b.i64("i", scalar.Add, p.first, b.i64("k", scalar.Mul, i, p.step))
}

// facts records what is known of x, an element of the progression.
func (p progression) facts(b *builder, x ir.Atom) {
	if p.end == (ir.Atom{}) || !x.IsVar() {
		return
	}
	b.fact(scalar.Lt, x, p.end)
	b.fact(scalar.Le, p.first, x)
	if b.knows(scalar.Le, ir.Size(0), p.first) {
		b.isSize(x)
	}
}

// rowFacts records what is known of a row of an array.
func (b *builder) rowFacts(array, row value) {
	for i, a := range array.atoms {
		if p, ok := b.progressions[a.Name]; ok {
			p.facts(b, row.atoms[i])
		}
	}
}
