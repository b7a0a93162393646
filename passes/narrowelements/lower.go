package narrowelements

import (
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// definitions holds the statements that bind scalars.
type definitions map[name.Name]*ir.Stm

// wanted is a scalar in a narrow type.
type wanted struct {
	name name.Name
	as   scalar.Type
}

func (r *rewriter) remember(w wanted, a ir.Atom) {
	r.low[w] = a
	r.made = append(r.made, w)
}

// lower returns a, whose value t has, as a value of type t.
func (r *rewriter) lower(out *ir.Builder, a ir.Atom, t scalar.Type) ir.Atom {
	if a.IsVar() && r.known.types[a.Name] == t {
		return a
	}
	if r.cost(a, t, map[wanted]bool{}) != refused {
		return r.compute(out, a, t)
	}
	return out.Convert(r.known.types[a.Name], t, a)
}

// cost is what a value takes in a narrow type.
type cost int

const (
	refused cost = iota // it is at hand only in its own type
	small               // constants and Booleans, and what is computed from them
	stored              // it is computed from a narrowed element
)

// narrowOps are the operations that give the same in a narrow type if their operands and results
// have it.
var narrowOps = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Min: true, scalar.Max: true, scalar.And: true, scalar.Or: true,
	scalar.Xor: true, scalar.Select: true,
}

// cost tells whether compute can compute a in type t. tried are those that were refused.
func (r *rewriter) cost(a ir.Atom, t scalar.Type, tried map[wanted]bool) cost {
	if !within(r.known.atom(a), interval.OfType(t)) {
		return refused
	}
	if !a.IsVar() {
		return small
	}
	w := wanted{a.Name, t}
	if _, ok := r.low[w]; ok {
		return stored
	}
	s := r.defs[a.Name]
	if s == nil || tried[w] {
		return refused
	}
	c := r.costOf(s.Exp, t, tried)
	tried[w] = c == refused
	return c
}

func (r *rewriter) costOf(e ir.Exp, t scalar.Type, tried map[wanted]bool) cost {
	switch e := e.(type) {
	case *ir.Use:
		return r.cost(e.X, t, tried)
	case *ir.Convert:
		switch {
		case e.From == scalar.Bool:
			return small
		case e.From.IsSigned() && e.From.Size() <= t.Size():
			return stored
		}
	case *ir.Prim:
		if !narrowOps[e.Fn] || !isWide(e.Type) || e.Fn == scalar.Mul && t == scalar.I8 { // vectors of bytes have no products
			return refused
		}
		c := small
		for _, x := range operands(e) {
			switch r.cost(x, t, tried) {
			case refused:
				return refused
			case stored:
				c = stored
			}
		}
		return c
	}
	return refused
}

// operands are the arguments of the type of e.
func operands(e *ir.Prim) []ir.Atom {
	if e.Fn == scalar.Select {
		return e.Args[1:]
	}
	return e.Args
}

// compute returns a in type t, which cost has not refused.
func (r *rewriter) compute(out *ir.Builder, a ir.Atom, t scalar.Type) ir.Atom {
	if !a.IsVar() {
		return ir.Const(scalar.Convert(t, a.Const))
	}
	w := wanted{a.Name, t}
	if low, ok := r.low[w]; ok {
		return low
	}
	var low ir.Atom
	switch e := r.defs[a.Name].Exp.(type) {
	case *ir.Use:
		low = r.compute(out, e.X, t)
	case *ir.Convert:
		low = out.Convert(e.From, t, e.X)
	case *ir.Prim:
		args := make([]ir.Atom, len(e.Args))
		copy(args, e.Args)
		operands := operands(&ir.Prim{Fn: e.Fn, Args: args})
		for i, x := range operands {
			operands[i] = r.compute(out, x, t)
		}
		low = out.Prim(a.Name.Base, e.Fn, t, args...)
	}
	r.remember(w, low)
	return low
}

// comparisons may be of narrow values.
var comparisons = map[scalar.Op]bool{
	scalar.Eq: true, scalar.Ne: true, scalar.Lt: true, scalar.Le: true, scalar.Gt: true, scalar.Ge: true,
}

// compare makes a comparison of values from narrowed arrays one of narrow values.
func (r *rewriter) compare(out *ir.Builder, e *ir.Prim) {
	if !comparisons[e.Fn] || !isWide(e.Type) {
		return
	}
	tried := map[wanted]bool{}
	for _, t := range types {
		if t.Size() >= e.Type.Size() {
			return
		}
		x, y := r.cost(e.Args[0], t, tried), r.cost(e.Args[1], t, tried)
		if x != refused && y != refused && max(x, y) == stored {
			e.Args = []ir.Atom{r.compute(out, e.Args[0], t), r.compute(out, e.Args[1], t)}
			e.Type = t
			return
		}
	}
}
