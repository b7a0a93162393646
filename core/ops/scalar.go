package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// rule adapts a type rule for one struct of ir.
func rule[E ir.Exp](f func(*typing, E) []ir.Param) func(*typing, ir.Exp) []ir.Param {
	return func(t *typing, e ir.Exp) []ir.Param { return f(t, e.(E)) }
}

// consumed adapts a function that lists what one struct of ir consumes, by address.
func consumed[E ir.Exp](f func(E) []*name.Name) func(ir.Exp, funs) []*name.Name {
	return func(e ir.Exp, _ funs) []*name.Name { return f(e.(E)) }
}

// relaid adapts a function that gives the index function of a view, for one struct of ir.
func relaid[E ir.Exp](f func(E, lmad.LMAD) (lmad.LMAD, bool)) func(ir.Exp, lmad.LMAD) (lmad.LMAD, bool) {
	return func(e ir.Exp, l lmad.LMAD) (lmad.LMAD, bool) { return f(e.(E), l) }
}

// costs is a constant cost.
func costs(n int) func(ir.Exp) int { return func(ir.Exp) int { return n } }

func always(ir.Exp) bool { return true }

// viewed adapts a function that gives the operand of a view, for one struct of ir.
func viewed[E ir.Exp](f func(E) ir.Atom) func(ir.Exp) ir.Atom {
	return func(e ir.Exp) ir.Atom { return f(e.(E)) }
}

var scalarDefs = []*Def{
	{
		Name: "use", Levels: all, Effect: View,
		Doc:   "Its operand, under another name.",
		Parts: []Part{{"x", "a scalar, array or block"}},
		Rule:  "use(x : t) : t",
		infer: rule(func(t *typing, e *ir.Use) []ir.Param { return like(t.of(e.X)) }),
		views: viewed(func(e *ir.Use) ir.Atom { return e.X }),
		cost:  costs(0),
	},
	{
		Name: "prim", Levels: all, Effect: Scalar,
		Doc:       "A scalar operator, written by its name and type: add.i32(x, y). The table below lists them.",
		Parts:     []Part{{"op", "the operator"}, {"t", "the type it is applied at"}, {"args", "the operands"}},
		Rule:      "op.t(x : t, …) : t, or as the operator's table says",
		Undefined: "where the operator is partial: division by zero",
		infer:     rule(inferPrim),
		cost:      func(e ir.Exp) int { return e.(*ir.Prim).Fn.Info().Cost },
		defined: func(e ir.Exp) bool {
			p := e.(*ir.Prim)
			return !p.Fn.Info().Partial.Has(p.Type)
		},
	},
	{
		Name: "convert", Levels: all, Effect: Scalar,
		Doc:   "The scalar x converted to another type, as docs/semantics.md says.",
		Parts: []Part{{"t", "the type of x"}, {"u", "the type of the result"}, {"x", "a scalar"}},
		Rule:  "convert.t.u(x : t) : u",
		infer: rule(func(t *typing, e *ir.Convert) []ir.Param {
			t.require(e.From.IsValid() && e.To.IsValid(), RuleForm, "a conversion needs two types")
			t.atom("operand", e.X, ir.ScalarOf(e.From))
			return one(ir.ScalarOf(e.To))
		}),
		cost: costs(1),
	},
	{
		Name: "index", Levels: all, Effect: Scalar,
		Doc:       "The element of xs at full indices, counted from 0.",
		Parts:     []Part{{"xs", "an array"}, {"is", "an index for each dimension"}},
		Rule:      "index(xs : [n1]…[nk]t, [i1 : i64, …, ik : i64]) : t",
		Undefined: "where an index is out of bounds",
		infer: rule(func(t *typing, e *ir.Index) []ir.Param {
			xs := t.array(e.Array).Type
			t.count("indices", len(e.Indices), xs.Rank())
			t.i64("index", e.Indices...)
			return one(ir.ScalarOf(xs.Elem))
		}),
		cost: costs(1),
	},
	{
		Name: "assert", Levels: all, Effect: Assert,
		Doc:   "Stops the program with the message unless the condition holds. The trace gives the failing place and the call sites around it, innermost first.",
		Parts: []Part{{"cond", "a bool"}, {"message", "texts and scalars whose values the message shows"}, {"at", "the trace; left out if empty"}},
		Rule:  "assert(cond : bool, [text, x : scalar, …])",
		infer: rule(func(t *typing, e *ir.Assert) []ir.Param {
			t.atom("the condition", e.Cond, ir.ScalarOf(scalar.Bool))
			for _, m := range e.Message {
				if m.Arg != nil {
					t.scalarAtom("in the message,", *m.Arg)
				}
			}
			return nil
		}),
		control: control{stops: always},
	},
}

func inferPrim(t *typing, e *ir.Prim) []ir.Param {
	t.require(e.Fn.IsValid(), RuleForm, "there is no such operator")
	if t.err != nil {
		return nil
	}
	info := e.Fn.Info()
	t.require(info.On.Has(e.Type), RuleType, "%s cannot be applied at %s, only at %s", info.Name, e.Type, info.On)
	t.count("operands", len(e.Args), info.Arity())
	for i := range e.Args {
		if t.err == nil {
			t.atom("operand", e.Args[i], ir.ScalarOf(e.Fn.ParamType(e.Type, i)))
		}
	}
	if t.err != nil {
		return nil
	}
	return one(ir.ScalarOf(e.Fn.ResultType(e.Type)))
}
