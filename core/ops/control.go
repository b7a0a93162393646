package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

var controlDefs = []*Def{
	{
		Name: "enough", Levels: all, Effect: Scalar,
		Doc:   "Whether n parallel iterations suffice to fill the machine. It chooses between versions of one computation, so both answers are correct; tuning refers to the threshold by its name.",
		Parts: []Part{{"threshold", "its name"}, {"amount", "the number of iterations"}, {"least", "a constant: the least number that is enough"}},
		Rule:  "enough threshold(amount : i64, least : i64) : bool",
		infer: rule(func(t *typing, e *ir.Enough) []ir.Param {
			t.i64("the amount", e.Amount)
			t.i64("the least amount", e.Least)
			t.require(!e.Least.IsVar(), RuleForm, "the least amount is the variable %s, not a constant", e.Least)
			return one(ir.ScalarOf(scalar.Bool))
		}),
	},
	{
		Name: "call", Levels: all, Effect: Control,
		Doc:       "The results of a function of the program, which is not recursive. Arguments of parameters marked * are consumed.",
		Parts:     []Part{{"f", "the function"}, {"args", "its arguments"}},
		Rule:      "f(a, …) : the results of f, with parameters replaced by arguments; sizes that f returns are existential",
		Undefined: "where the function's body is",
		infer:     rule(inferCall),
		consumes: func(e ir.Exp, find funs) []*name.Name {
			call := e.(*ir.Call)
			return uniqueArgs(find(call.Fun), call.Args)
		},
		Allocates: AllocatesAnything,
		control:   control{joins: joinsOfCall, stops: always},
	},
	{
		Name: "if", Levels: all, Effect: Control,
		Doc:   "Runs one of two bodies.",
		Parts: []Part{{"c", "a bool"}, {"then", "the body for true"}, {"else", "the body for false"}},
		Rule:  "if(c : bool) then b1 else b2 binds what both bodies' results fit (T-IF of the papers)",
		infer: rule(func(t *typing, e *ir.If) []ir.Param {
			t.atom("the condition", e.Cond, ir.ScalarOf(scalar.Bool))
			t.count("results of else, where then has others", len(e.Else.Result), len(e.Then.Result))
			out := t.body(e.Then)
			for i, a := range e.Then.Result {
				out[i].Name = a.Name
			}
			return out
		}),
		control: control{
			bodies: func(e ir.Exp) []*ir.Body { return []*ir.Body{e.(*ir.If).Then, e.(*ir.If).Else} },
			joins:  joinsOfIf,
			source: func(e ir.Exp, k int) ir.Atom { return e.(*ir.If).Then.Result[k] },
		},
	},
	{
		Name: "loop", Levels: all, Effect: Control,
		Doc:      "Runs the body with its parameters, first bound to the initial values and then to the body's results, and returns the last of them. It counts an index from 0 below a bound, or runs while a boolean parameter is true. Initial values of parameters marked * are consumed.",
		Parts:    []Part{{"header", "i < bound or while c, then p : t = x for each parameter"}, {"do", "the body"}},
		Rule:     "loop(i < n : int, p : t = x, …) do b binds the parameters; both the initial values and b's results fit them",
		infer:    rule(inferLoop),
		consumes: consumed(func(e *ir.Loop) []*name.Name { return uniqueNames(e.Params, e.Inits) }),
		control: control{
			bodies: func(e ir.Exp) []*ir.Body { return []*ir.Body{e.(*ir.Loop).Body} },
			joins:  joinsOfLoop,
			source: func(e ir.Exp, k int) ir.Atom { return e.(*ir.Loop).Inits[k] },
			stops:  func(e ir.Exp) bool { return e.(*ir.Loop).Index.IsZero() },
		},
	},
	{
		Name: "accelerate", Levels: soac, Effect: Control,
		Doc:   "A region: the results of its body, which is to run on a device. extract-regions makes an entry point of that name of it, which takes the captures and whatever else the body mentions; inline puts the body in its place. Regions do not nest, through calls either, and do not stand in functions of array operations.",
		Parts: []Part{{"region", "its name, which no other region and no function has"}, {"captures", "what callers of the entry point pass, in order"}, {"body", "the body"}},
		Rule:  "accelerate f(a, …) b binds what b's results fit",
		infer: rule(func(t *typing, e *ir.Accelerate) []ir.Param {
			for _, a := range e.Captures {
				t.require(!t.of(a).Type.IsBlock(), RuleType, "the capture %s is a memory block", a)
			}
			out := t.body(e.Body)
			for i, a := range e.Body.Result {
				out[i].Name = a.Name
			}
			return out
		}),
		control: control{
			bodies: func(e ir.Exp) []*ir.Body { return []*ir.Body{e.(*ir.Accelerate).Body} },
			joins: func(s *ir.Stm, f func(ir.Param, ir.Atom)) {
				zip(s.Pat, s.Exp.(*ir.Accelerate).Body.Result, f)
			},
			source: func(e ir.Exp, k int) ir.Atom { return e.(*ir.Accelerate).Body.Result[k] },
			stops:  always, // so that it stays one, and where it is
		},
	},
	{
		Name: "alloc", Levels: mem, Effect: Alloc,
		Doc:   "A fresh memory block, unwritten.",
		Parts: []Part{{"bytes", "its size"}, {"space", "its memory space; left out for the default one"}},
		Rule:  "alloc(bytes : i64) : mem",
		infer: rule(func(t *typing, e *ir.Alloc) []ir.Param {
			t.i64("the size", e.Bytes)
			return one(ir.BlockIn(e.Space))
		}),
		Allocates: AllocatesAnything,
	},
}

func inferCall(t *typing, e *ir.Call) []ir.Param {
	f := t.env.Fun(e.Fun)
	t.require(f != nil, RuleCall, "there is no function %s", e.Fun)
	if t.err != nil {
		return nil
	}
	t.match("arguments of "+e.Fun, f.Params, e.Args)
	if t.err != nil {
		return nil
	}
	s := ir.Subst{}
	for i, p := range f.Params {
		s[p.Name] = e.Args[i]
	}
	out := ir.CloneParams(f.Results)
	s.Params(out)
	return out
}

func inferLoop(t *typing, e *ir.Loop) []ir.Param {
	t.match("initial values", e.Params, e.Inits)
	counts, tests := !e.Index.IsZero(), !e.While.IsZero()
	t.require(counts != tests, RuleForm, "a loop counts or tests, one of both")
	if counts {
		index := t.lookup(e.Index).Type
		t.require(index.Elem.IsInt(), RuleType, "the bound %s is no integer", e.Bound)
	}
	if tests {
		isParam := false
		for _, p := range e.Params {
			isParam = isParam || p.Name == e.While
		}
		t.require(isParam, RuleForm, "%s is no parameter of the loop", e.While)
		t.atom("the condition", ir.Var(e.While), ir.ScalarOf(scalar.Bool))
	}
	return e.Params
}

func uniqueArgs(f *ir.Fun, args []ir.Atom) []*name.Name {
	if f == nil {
		return nil
	}
	return uniqueNames(f.Params, args)
}

// uniqueNames lists the arrays passed to unique parameters, by address.
func uniqueNames(ps []ir.Param, args []ir.Atom) (out []*name.Name) {
	for i, p := range ps {
		if p.Unique && p.Type.IsArray() && i < len(args) && args[i].IsVar() {
			out = append(out, &args[i].Name)
		}
	}
	return out
}
