package facts

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// world is a straight piece of a program in one run of it: every variable has a value.
// The walk and the base are told what is true in that run, in forms that programs have.
// So whatever they answer must be true in it too.
type world struct {
	*rapid.T
	names  *name.Supply
	values map[name.Name]int64
	ints   []ir.Atom
	bools  []ir.Atom
	walk   *Walk
	base   *Base
}

// everywhere is a point of tests: what holds there holds throughout.
type everywhere struct{}

func (everywhere) Sees(Point) bool { return true }

func newWorld(t *rapid.T) *world {
	return &world{T: t, names: name.NewSupply(0), values: map[name.Name]int64{}, walk: NewWalk(), base: newBase(Answers{})}
}

func (w *world) value(a ir.Atom) int64 {
	if a.IsVar() {
		return w.values[a.Name]
	}
	return a.Const.Int()
}

// numbers are small ones, and those where i64 ends.
var numbers = []int64{
	0, 1, 2, 3, 5, -1, -2, 1 << 30, 1 << 31, 1 << 62, 1<<62 + 1, math.MaxInt64, math.MaxInt64, math.MaxInt64 - 1, math.MinInt64, -1 << 62,
}

func (w *world) number() int64 { return rapid.SampledFrom(numbers).Draw(w.T, "number") }

func (w *world) fresh(v int64) ir.Atom {
	n := w.names.Fresh("x")
	w.values[n] = v
	w.ints = append(w.ints, ir.Var(n))
	return ir.Var(n)
}

func (w *world) operand() ir.Atom {
	if len(w.ints) == 0 || rapid.IntRange(0, 4).Draw(w.T, "constant") == 0 {
		if rapid.Bool().Draw(w.T, "tiny") {
			return ir.Size(int64(rapid.IntRange(-1, 2).Draw(w.T, "constant")))
		}
		return ir.Size(w.number())
	}
	return rapid.SampledFrom(w.ints).Draw(w.T, "variable")
}

var operators = []scalar.Op{
	scalar.Add, scalar.Sub, scalar.Add, scalar.Sub, scalar.Mul, scalar.Neg, scalar.Min, scalar.Max,
	scalar.Div, scalar.Quot, scalar.Mod, scalar.Rem, scalar.Shr, scalar.And, scalar.Abs, scalar.MulSat,
}

// compute draws a definition.
func (w *world) compute() {
	op := rapid.SampledFrom(operators).Draw(w.T, "operator")
	args := make([]ir.Atom, op.Info().Arity())
	var in [3]scalar.Value
	for i := range args {
		args[i] = w.operand()
		in[i] = scalar.Int(scalar.I64, w.value(args[i]))
	}
	if !op.Defined(scalar.I64, in[0], in[1]) {
		return
	}
	x := w.fresh(op.Func(scalar.I64)(in[0], in[1], in[2]).Int())
	e := &ir.Prim{Fn: op, Type: scalar.I64, Args: args}
	w.walk.Define(x.Name, e)
	w.base.Define(x.Name, e)
}

// convert draws a conversion of a narrower integer.
func (w *world) convert() {
	t := rapid.SampledFrom([]scalar.Type{scalar.I8, scalar.I32, scalar.U8, scalar.U32}).Draw(w.T, "type")
	narrow := scalar.Convert(t, scalar.Int(scalar.I64, w.number()))
	from := w.names.Fresh("narrow")
	w.values[from] = narrow.Int()
	x := w.fresh(scalar.Convert(scalar.I64, narrow).Int())
	e := &ir.Convert{From: t, To: scalar.I64, X: ir.Var(from)}
	w.walk.Define(x.Name, e)
	w.base.Define(x.Name, e)
}

var relationOps = []scalar.Op{scalar.Lt, scalar.Le, scalar.Gt, scalar.Ge, scalar.Eq, scalar.Ne}

// comparison draws one, and whether it holds.
func (w *world) comparison() (*ir.Prim, bool) {
	op := rapid.SampledFrom(relationOps).Draw(w.T, "relation")
	x, y := w.operand(), w.operand()
	holds := op.Func(scalar.I64)(scalar.Int(scalar.I64, w.value(x)), scalar.Int(scalar.I64, w.value(y)), scalar.Value{})
	return &ir.Prim{Fn: op, Type: scalar.I64, Args: []ir.Atom{x, y}}, holds.Bool()
}

// condition defines a boolean: a comparison, or one made of others.
func (w *world) condition() (ir.Atom, bool) {
	n := w.names.Fresh("c")
	e, holds := w.comparison()
	if len(w.bools) > 1 && rapid.Bool().Draw(w.T, "of others") {
		a, b := rapid.SampledFrom(w.bools).Draw(w.T, "a"), rapid.SampledFrom(w.bools).Draw(w.T, "b")
		x, y := w.values[a.Name] != 0, w.values[b.Name] != 0
		switch op := rapid.SampledFrom([]scalar.Op{scalar.And, scalar.Or, scalar.Not}).Draw(w.T, "connective"); op {
		case scalar.Not:
			e, holds = &ir.Prim{Fn: op, Type: scalar.Bool, Args: []ir.Atom{a}}, !x
		case scalar.And:
			e, holds = &ir.Prim{Fn: op, Type: scalar.Bool, Args: []ir.Atom{a, b}}, x && y
		default:
			e, holds = &ir.Prim{Fn: op, Type: scalar.Bool, Args: []ir.Atom{a, b}}, x || y
		}
	}
	w.walk.Define(n, e)
	w.base.Define(n, e)
	w.bools = append(w.bools, ir.Var(n))
	if holds {
		w.values[n] = 1
	}
	return ir.Var(n), holds
}

// step tells something.
func (w *world) step() {
	switch rapid.IntRange(0, 10).Draw(w.T, "step") {
	case 0: // something of which nothing is known
		w.fresh(w.number())
	case 1, 2: // the size of an array
		x := w.fresh(max(0, w.number()))
		w.walk.Size(x.Name)
		w.base.Bind([]ir.Param{{Type: ir.Type{Elem: scalar.I8, Dims: []ir.Atom{x}}}}, nil, everywhere{})
	case 3: // an index
		if bound := w.operand(); w.value(bound) > 0 {
			i := w.fresh(min(w.value(bound)-1, max(0, w.number())))
			w.walk.Index(i.Name, scalar.I64, bound)
			w.base.ranges[i.Name] = sym.Range(sym.Var(i.Name), sym.Const(0), bound.Poly())
		}
	case 4:
		w.convert()
	case 5, 6: // an assertion, or a branch
		c, holds := w.condition()
		w.walk.Suppose(c, holds, func(name.Name, bool) bool { return true })
		w.base.Suppose(c, holds, everywhere{})
	default:
		w.compute()
	}
}

// ask checks answers about the order of 0 and the youngest variables.
func (w *world) ask() {
	view := w.base.At(everywhere{}, nil)
	asked := append([]ir.Atom{ir.Size(0)}, w.ints[max(0, len(w.ints)-5):]...)
	for _, x := range asked {
		for _, y := range asked {
			e := &ir.Prim{Fn: scalar.Le, Type: scalar.I64, Args: []ir.Atom{x, y}}
			holds := w.value(x) <= w.value(y)
			if answer, known := w.walk.Decide(e); known && answer != holds {
				w.Fatalf("the walk says that %v is %v", e, answer)
			}
			d := y.Poly().Sub(x.Poly())
			if !holds && view.NonNeg(d) || holds && view.NonNeg(d.Neg().Sub(sym.Const(1))) {
				w.Fatalf("the prover says that %v is %v", e, !holds)
			}
		}
	}
}

// What is said to hold does, in every run in which what was told does. Numbers near the
// ends of i64 are among the values, so that arithmetic wraps.
func TestAnswersHoldInEveryRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t)
		for range rapid.IntRange(2, 14).Draw(t, "steps") {
			w.step()
		}
		w.ask()
		inner := rapid.IntRange(0, 6).Draw(t, "inner steps")
		ints, bools := len(w.ints), len(w.bools)
		w.walk.Push()
		dead := rapid.Bool().Draw(t, "dead")
		if dead { // a branch that is not taken: what follows there is not true here
			c, holds := w.condition()
			w.walk.Suppose(c, !holds, func(name.Name, bool) bool { return true })
		}
		for range inner {
			w.step()
		}
		if !dead {
			w.ask()
		}
		w.walk.Pop()
		w.ints, w.bools = w.ints[:ints], w.bools[:bools]
		w.ask()
	})
}
