package flow

import (
	"slices"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// application walks a function and its arguments, these from right to left. What an argument
// consumes, or what its parameter does, is gone for those to the left of it.
func (w *walk) application(e *syntax.Apply) aliases {
	fun := w.exp(e.Fun)
	call := w.call(e.Fun, e.Args)
	for i := range slices.Backward(e.Args) {
		call.walk(i)
		call.take(i)
	}
	if t := w.info.Types[e]; types.IsFunc(types.Find(t)) {
		_ = withResult(w.typeOf(e.Fun), len(e.Args), func(known types.Type) types.Type {
			w.info.Types[e] = uniqueAs(known, t)
			return known
		})
	}
	return call.value(fun)
}

// operation walks the operands of an operator, or a function of a pipe and its argument, before
// any of them is consumed.
func (w *walk) operation(op syntax.Exp, args ...syntax.Exp) aliases {
	fun := w.exp(op)
	call := w.call(op, args)
	for i := range args {
		call.walk(i)
	}
	for i := range args {
		call.take(i)
	}
	return call.value(fun)
}

func (w *walk) binOp(e *syntax.BinOp) aliases {
	switch e.Op.Name {
	case "|>":
		return w.pipe(e, e.Right, e.Left)
	case "<|":
		return w.pipe(e, e.Left, e.Right)
	}
	return w.operation(e.Op, e.Left, e.Right)
}

// pipe walks fun applied to arg by a pipe. That is a function of any function, and so fun may
// not consume its argument.
func (w *walk) pipe(e *syntax.BinOp, fun, arg syntax.Exp) aliases {
	if f, ok := types.Find(types.StripOuter(w.typeOf(fun))).(*types.Func); ok && consumesMore(f.From, types.Strip(f.From)) {
		panic(errorAt(fun, "Cannot apply %q to %s (invalid type): it consumes its argument, of type %s, but the function that is expected may not", e.Op.Name, types.Excerpt(fun), f.From).
			WithHint("apply it without a pipe"))
	}
	return w.operation(fun, arg)
}

// withoutConsumption walks an expression whose value, if that is a function, may be made any
// number of times: then it may consume nothing.
func (w *walk) withoutConsumption(e syntax.Exp, what string) aliases {
	before := len(w.trail)
	a := w.exp(e)
	if t := w.info.Types[e]; len(w.trail) > before && t != nil && types.IsFunc(types.Find(types.StripOuter(t))) {
		panic(errorAt(e, "%s of functional type %s contains consumption, which is not allowed", what, types.Strip(t)).
			WithNote(w.consumed[w.trail[before]], "this is consumed").WithHint("bind what consumes by a let before it"))
	}
	return a
}

// call is a function whose arguments are walked, in any order.
type call struct {
	w      *walk
	fun    syntax.Exp
	args   []syntax.Exp
	params []types.Type
	result types.Type
	given  []aliases // of the arguments that have been walked
	kept   []aliases // what the result may alias of these
	// consumes is the last argument of which something is consumed, or -1.
	consumes int
}

func (w *walk) call(fun syntax.Exp, args []syntax.Exp) *call {
	c := &call{w: w, fun: fun, args: args, result: w.typeOf(fun), consumes: -1,
		given: make([]aliases, len(args)), kept: make([]aliases, len(args))}
	for range args {
		f, ok := types.Find(types.StripOuter(c.result)).(*types.Func)
		if !ok {
			break
		}
		c.params, c.result = append(c.params, f.From), f.Result
	}
	return c
}

func (c *call) walk(i int) {
	c.given[i] = c.w.withoutConsumption(c.args[i], "Argument")
}

// take consumes those parts of an argument that its parameter has unique.
func (c *call) take(i int) {
	if i >= len(c.params) {
		return
	}
	w, arg, param := c.w, c.args[i], c.params[i]
	w.acceptsFunction(arg, param)
	c.kept[i] = w.limit(param, c.given[i])
	var gone []aliases
	w.eachPart(param, c.given[i], func(t types.Type, part aliases) {
		if !isUnique(t) || isScalar(t) {
			return
		}
		for _, before := range gone {
			w.apart(arg, part, arg, before)
		}
		gone = append(gone, part)
		c.consumes = max(c.consumes, i)
		for j, other := range c.given {
			if j != i {
				w.apart(arg, part, c.args[j], other)
			}
		}
		w.apart(arg, part, arg, c.kept[i])
		w.consume(arg, part)
	})
}

// value is what the result may alias, where the function may alias fun.
func (c *call) value(fun aliases) aliases {
	if _, partial := types.Find(types.StripOuter(c.result)).(*types.Func); partial && c.consumes >= 0 {
		panic(errorAt(c.args[c.consumes], "This argument is consumed, but the function lacks arguments, and might be called again").
			WithHint("give it all arguments at once, or a copy in a lambda"))
	}
	all := append([]aliases{fun}, c.kept...)
	return c.w.made(c.fun, "the result of applying "+types.FunctionName(c.fun), c.result, flat(all...))
}

// apart checks that a, which the argument at consumes, is not passed again, as b in
// the argument again.
func (w *walk) apart(at syntax.Exp, a aliases, again syntax.Exp, b aliases) {
	for _, v := range inOrder(a.all()) {
		if !b.all()[v] {
			continue
		}
		err := errorAt(at, "Argument passed for consuming parameter is self-aliased: two parts of it may share memory with %s", w.piece(v))
		if again != at {
			err = errorAt(at, "Argument is consumed, but aliases %s, which is also aliased by other argument %s", w.piece(v), types.Excerpt(again))
			err.WithNote(again.Pos(), "it is passed again here")
		}
		panic(err.WithHint("pass a copy: %s", w.copyHint(v)))
	}
}
