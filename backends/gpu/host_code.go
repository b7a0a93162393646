package gpu

import (
	"math"
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Scalars of the host part, mostly sizes and conditions on them, as instructions on places: a
// kernel's launch may wait for a hundred of them. Constants have places, too. What no
// instruction computes, such as a load, a closure does.

// instruction sets the scalar in a place from those in others.
type instruction struct {
	do          action
	to, x, y, z int32
}

// action is what an instruction does.
type action uint8

const (
	evaluate action = iota // the result of closure x
	move
	add
	subtract
	multiply
	multiplySaturating
	quotient  // the divisor is a constant, neither 0 nor -1
	remainder // likewise
	least
	most
	less
	atMost
	equal
	unequal
	both
	either
	choose
	low32
)

// onSizes are the actions on two operands of type i64 that need no check.
var onSizes = map[scalar.Op]action{
	scalar.Add: add, scalar.Sub: subtract, scalar.Mul: multiply, scalar.MulSat: multiplySaturating,
	scalar.Min: least, scalar.Max: most, scalar.Lt: less, scalar.Le: atMost, scalar.Eq: equal, scalar.Ne: unequal,
}

// swapped are comparisons that are those of onSizes with operands exchanged.
var swapped = map[scalar.Op]action{scalar.Gt: less, scalar.Ge: atMost}

// onTruths are the actions on two bools.
var onTruths = map[scalar.Op]action{scalar.And: both, scalar.Or: either}

// byConstants are the actions on an i64 and a constant that can be divided by.
var byConstants = map[scalar.Op]action{scalar.Quot: quotient, scalar.Rem: remainder}

// execute runs instructions one after the other.
func (r *run) execute(code []instruction) {
	s := r.scalars
	for i := range code {
		in := &code[i]
		if in.do == evaluate {
			s[in.to] = r.x.host.closures[in.x](r)
			continue
		}
		x, y := s[in.x], s[in.y]
		var v uint64
		switch in.do {
		case move:
			v = x
		case add:
			v = x + y
		case subtract:
			v = x - y
		case multiply:
			v = x * y
		case multiplySaturating:
			high, low := bits.Mul64(uint64(max(int64(x), 0)), uint64(max(int64(y), 0)))
			if v = low; high != 0 || low > math.MaxInt64 {
				v = math.MaxInt64
			}
		case quotient:
			v = uint64(int64(x) / int64(y))
		case remainder:
			v = uint64(int64(x) % int64(y))
		case least:
			v = uint64(min(int64(x), int64(y)))
		case most:
			v = uint64(max(int64(x), int64(y)))
		case less:
			v = truth(int64(x) < int64(y))
		case atMost:
			v = truth(int64(x) <= int64(y))
		case equal:
			v = truth(x == y)
		case unequal:
			v = truth(x != y)
		case both:
			v = x & y
		case either:
			v = x | y
		case choose:
			if v = y; x == 0 {
				v = s[in.z]
			}
		case low32:
			v = x & math.MaxUint32
		}
		s[in.to] = v
	}
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// fresh is a place of its own.
func (c *hostCompiler) fresh() int32 {
	c.host.scalars++
	return int32(c.host.scalars - 1)
}

// constant is the place of a constant.
func (c *hostCompiler) constant(bits uint64) int32 {
	at, ok := c.constants[bits]
	if !ok {
		at = c.fresh()
		c.constants[bits] = at
		c.host.constants = append(c.host.constants, constant{at, bits})
	}
	return at
}

// constant is a scalar that is in its place when a run begins.
type constant struct {
	at   int32
	bits uint64
}

// operand is the place of an expression's value, after instructions that it adds to code.
func (c *hostCompiler) operand(code *[]instruction, e imp.Expr) int32 {
	switch e := e.(type) {
	case *imp.Const:
		return c.constant(e.Value.Bits)
	case *imp.Var:
		return int32(c.scalar(e.Name))
	}
	to := c.fresh()
	c.set(code, to, e)
	return to
}

// set adds instructions that set a place to an expression's value.
func (c *hostCompiler) set(code *[]instruction, to int32, e imp.Expr) {
	in := instruction{to: to}
	switch e := e.(type) {
	case *imp.Const, *imp.Var:
		in.do, in.x = move, c.operand(code, e)
	case *imp.Convert:
		if e.From != scalar.I64 || e.To != scalar.I32 {
			in = c.closure(to, e)
			break
		}
		in.do, in.x = low32, c.operand(code, e.X)
	case *imp.Prim:
		do, exchange := actionOf(e)
		if do == evaluate {
			in = c.closure(to, e)
			break
		}
		places := make([]int32, 3)
		for i, a := range e.Args {
			places[i] = c.operand(code, a)
		}
		if exchange {
			places[0], places[1] = places[1], places[0]
		}
		in.do, in.x, in.y, in.z = do, places[0], places[1], places[2]
	default:
		in = c.closure(to, e)
	}
	*code = append(*code, in)
}

// closure is an instruction that runs a closure.
func (c *hostCompiler) closure(to int32, e imp.Expr) instruction {
	f := c.general(e)
	c.host.closures = append(c.host.closures, f)
	return instruction{do: evaluate, to: to, x: int32(len(c.host.closures) - 1)}
}

// actionOf is the action that applies an operator, if there is one, and whether its operands
// are exchanged.
func actionOf(e *imp.Prim) (do action, exchange bool) {
	switch {
	case e.Fn == scalar.Select && len(e.Args) == 3:
		return choose, false
	case e.Type == scalar.Bool:
		return onTruths[e.Fn], false
	case e.Type != scalar.I64:
		return evaluate, false
	}
	if do, ok := byConstants[e.Fn]; ok {
		if by, known := e.Args[1].(*imp.Const); known && by.Value.Int() != 0 && by.Value.Int() != -1 {
			return do, false
		}
		return evaluate, false
	}
	if do, ok := swapped[e.Fn]; ok {
		return do, true
	}
	return onSizes[e.Fn], false
}
