package simplify

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

func foldConstants(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	var values []scalar.Value
	for _, a := range e.Args {
		if a.IsVar() {
			return kept
		}
		values = append(values, a.Const)
	}
	v, ok := e.Fn.Eval(e.Type, values...)
	if !ok {
		return kept
	}
	return s.same(st, ir.Const(v))
}

func knownSelect(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if e.Fn != scalar.Select {
		return kept
	}
	cond, yes, no := e.Args[0], e.Args[1], e.Args[2]
	switch {
	case yes == no:
		return s.same(st, yes)
	case cond == truth(true):
		return s.same(st, yes)
	case cond == truth(false):
		return s.same(st, no)
	}
	return kept
}

// selectOfBit makes a conversion of a select of the integers 1 and 0.
func selectOfBit(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if e.Fn != scalar.Select || !e.Type.IsInt() || e.Args[1] != ir.Const(scalar.One(e.Type)) || e.Args[2] != ir.Const(scalar.Zero(e.Type)) {
		return kept
	}
	return become(st, &ir.Convert{From: scalar.Bool, To: e.Type, X: e.Args[0]})
}

// truth is a bool constant.
func truth(b bool) ir.Atom { return ir.Const(scalar.FromBool(b)) }

// identity is a fact about an operator one of whose operands is a constant, or
// whose operands are equal.
type identity struct {
	fn   scalar.Op
	on   scalar.TypeSet
	when operands
	with func(scalar.Type) scalar.Value // the constant operand
	is   func(scalar.Type) scalar.Value // the result; nil: the other operand
}

// operands says which operands an identity speaks of.
type operands uint8

const (
	right operands = iota // the right one is constant
	equal                 // they are equal; no constant
)

func ones(t scalar.Type) scalar.Value {
	v, _ := scalar.Not.Eval(t, scalar.Zero(t))
	return v
}

func yes(scalar.Type) scalar.Value { return scalar.FromBool(true) }
func no(scalar.Type) scalar.Value  { return scalar.FromBool(false) }

// identityTable holds what scalar.Op.Neutral does not say. Every line is exact
// for every operand, infinities, NaN and the zeros' signs included.
var identityTable = []identity{
	{fn: scalar.Sub, on: scalar.NumericTypes, when: right, with: scalar.Zero},
	{fn: scalar.Div, on: scalar.NumericTypes, when: right, with: scalar.One},
	{fn: scalar.Quot, on: scalar.IntTypes, when: right, with: scalar.One},
	{fn: scalar.Shl, on: scalar.IntTypes, when: right, with: scalar.Zero},
	{fn: scalar.Shr, on: scalar.IntTypes, when: right, with: scalar.Zero},
	{fn: scalar.Lshr, on: scalar.IntTypes, when: right, with: scalar.Zero},
	{fn: scalar.Pow, on: scalar.IntTypes, when: right, with: scalar.One},
	{fn: scalar.Mul, on: scalar.IntTypes, when: right, with: scalar.Zero, is: scalar.Zero},
	{fn: scalar.MulSat, on: scalar.AllTypes, when: right, with: scalar.Zero, is: scalar.Zero},
	{fn: scalar.And, on: scalar.BitTypes, when: right, with: scalar.Zero, is: scalar.Zero},
	{fn: scalar.Or, on: scalar.BitTypes, when: right, with: ones, is: ones},
	{fn: scalar.Mod, on: scalar.IntTypes, when: right, with: scalar.One, is: scalar.Zero},
	{fn: scalar.Rem, on: scalar.IntTypes, when: right, with: scalar.One, is: scalar.Zero},
	{fn: scalar.Sub, on: scalar.IntTypes, when: equal, is: scalar.Zero},
	{fn: scalar.Xor, on: scalar.BitTypes, when: equal, is: scalar.Zero},
	{fn: scalar.And, on: scalar.BitTypes, when: equal},
	{fn: scalar.Or, on: scalar.BitTypes, when: equal},
	{fn: scalar.Min, on: scalar.IntTypes, when: equal},
	{fn: scalar.Max, on: scalar.IntTypes, when: equal},
	{fn: scalar.Eq, on: scalar.BitTypes, when: equal, is: yes},
	{fn: scalar.Le, on: scalar.BitTypes, when: equal, is: yes},
	{fn: scalar.Ge, on: scalar.BitTypes, when: equal, is: yes},
	{fn: scalar.Ne, on: scalar.BitTypes, when: equal, is: no},
	{fn: scalar.Lt, on: scalar.BitTypes, when: equal, is: no},
	{fn: scalar.Gt, on: scalar.BitTypes, when: equal, is: no},
}

// identities uses neutral elements on both sides, and the table with the
// operands of commutative operators in either order.
func identities(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if len(e.Args) != 2 {
		return kept
	}
	info := e.Fn.Info()
	x, y := e.Args[0], e.Args[1]
	if neutral, ok := e.Fn.Neutral(e.Type); ok {
		switch n := ir.Const(neutral); {
		case x == n:
			return s.same(st, y)
		case y == n && info.Commutative:
			return s.same(st, x)
		}
	}
	for _, id := range identityTable {
		if id.fn != e.Fn || !id.on.Has(e.Type) {
			continue
		}
		other := x
		switch {
		case id.when == equal && x == y:
		case id.when == right && y == ir.Const(id.with(e.Type)):
		case id.when == right && info.Commutative && x == ir.Const(id.with(e.Type)):
			other = y
		default:
			continue
		}
		if id.is == nil {
			return s.same(st, other)
		}
		return s.same(st, ir.Const(id.is(e.Type)))
	}
	return kept
}

func doubleNot(s *simplifier, st *ir.Stm, e *ir.Prim) action {
	if e.Fn != scalar.Not {
		return kept
	}
	if inner, ok := s.prim(e.Args[0], scalar.Not); ok {
		return s.same(st, inner.Args[0])
	}
	return kept
}

// square has x · x for x to the power of 2, which it is by definition.
func square(_ *simplifier, st *ir.Stm, e *ir.Prim) action {
	if e.Fn != scalar.Pow || e.Args[1] != ir.Const(scalar.Int(e.Type, 2)) {
		return kept
	}
	return become(st, &ir.Prim{Fn: scalar.Mul, Type: e.Type, Args: []ir.Atom{e.Args[0], e.Args[0]}})
}

// prim is the application of fn that defines a, if there is one.
func (s *simplifier) prim(a ir.Atom, fn scalar.Op) (*ir.Prim, bool) {
	if !a.IsVar() {
		return nil, false
	}
	p, ok := s.defs[a.Name].(*ir.Prim)
	return p, ok && p.Fn == fn
}

func foldConvert(s *simplifier, st *ir.Stm, e *ir.Convert) action {
	switch {
	case e.From == e.To:
		return s.same(st, e.X)
	case !e.X.IsVar():
		return s.same(st, ir.Const(scalar.Convert(e.To, e.X.Const)))
	}
	return kept
}

// families are the types between which converting to a wider one keeps the
// value, and a further conversion depends on the value alone.
var families = []scalar.TypeSet{scalar.SignedTypes, scalar.UnsignedTypes, scalar.FloatTypes}

func convertChain(s *simplifier, st *ir.Stm, e *ir.Convert) action {
	if !e.X.IsVar() {
		return kept
	}
	inner, ok := s.defs[e.X.Name].(*ir.Convert)
	if !ok || inner.To.Size() < inner.From.Size() {
		return kept
	}
	one := slices.ContainsFunc(families, func(f scalar.TypeSet) bool {
		return f.Has(inner.From) && f.Has(inner.To) && f.Has(e.To)
	})
	if !one {
		return kept
	}
	return become(st, &ir.Convert{From: inner.From, To: e.To, X: inner.X})
}

func provedAssert(s *simplifier, st *ir.Stm, e *ir.Assert) action {
	if s.holds(e.Cond) {
		return removed
	}
	return kept
}
