package elaborate

import (
	"fmt"
	"slices"

	tail "github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// emit adds an operation whose arguments are no functions.
func (e *elaborator) emit(op string, args ...*array) *array {
	ts, exps := make([]types.Type, len(args)), make([]tail.Exp, len(args))
	for i, a := range args {
		ts[i], exps[i] = a.typ, a.exp
	}
	t, err := types.Apply(op, ts...)
	if err != nil {
		panic(e.fail("%v", err))
	}
	out := e.emitAs(op, t, exps...)
	if ints := knownInts(op, args); ints != nil {
		out.ints = ints
	}
	return out
}

// emitAs adds an operation whose result has a type.
func (e *elaborator) emitAs(op string, t types.Type, args ...tail.Exp) *array {
	switch t := t.(type) {
	case types.Single:
		if n, ok := t.Value.Number(); ok && t.Base == types.Int {
			return e.int(n)
		}
	case types.SingleVec:
		if n, ok := t.Value.Number(); ok && t.Base == types.Int {
			return e.ints(n)
		}
	}
	return e.bind(&tail.Op{At: tail.At{Pos: e.pos}, Name: op, Args: args}, t)
}

// bind adds a let.
func (e *elaborator) bind(x tail.Exp, t types.Type) *array {
	if e.count++; e.count > most {
		panic(e.fail("the program becomes more than %v operations", most))
	}
	e.names++
	name := fmt.Sprintf("v%d", e.names)
	e.bound[name] = t
	e.lets = append(e.lets, &tail.Let{At: tail.At{Pos: e.pos}, Name: name, Type: types.Written(t), Value: x})
	return &array{exp: &tail.Var{At: tail.At{Pos: e.pos}, Name: name}, typ: t}
}

func (e *elaborator) int(n int64) *array {
	return &array{exp: &tail.Int{At: tail.At{Pos: e.pos}, Value: n}, typ: types.Single{Base: types.Int, Value: types.Known(n)}}
}

func (e *elaborator) double(x float64) *array {
	return &array{exp: &tail.Double{At: tail.At{Pos: e.pos}, Value: x}, typ: types.Scalar(types.Double)}
}

func (e *elaborator) bool(b bool) *array {
	n := int64(0)
	if b {
		n = 1
	}
	return &array{exp: &tail.Bool{At: tail.At{Pos: e.pos}, Value: b}, typ: types.Single{Base: types.Bool, Value: types.Known(n)}}
}

func (e *elaborator) ints(ns ...int64) *array {
	var out []*array
	for _, n := range ns {
		out = append(out, e.int(n))
	}
	return e.vector(types.Int, out...)
}

// vector is the vector of scalars of one base type.
func (e *elaborator) vector(base types.Base, elems ...*array) *array {
	v := &tail.Vector{At: tail.At{Pos: e.pos}}
	var t types.Type = types.Vector{Base: base, Length: types.Known(int64(len(elems)))}
	for _, x := range elems {
		v.Elems = append(v.Elems, x.exp)
	}
	if len(elems) == 1 {
		if s, ok := elems[0].typ.(types.Single); ok {
			t = types.SingleVec(s)
		}
	}
	if len(elems) == 0 && base != types.Int {
		return e.emit("take", e.int(0), e.zero(base), e.emitAs("reshape0", types.Array{Base: base, Rank: types.Known(1)}, e.ints(1).exp, e.zero(base).exp))
	}
	return &array{exp: v, typ: t}
}

// zero is the fill of arrays of a base type.
func (e *elaborator) zero(b types.Base) *array {
	switch b {
	case types.Double:
		return e.double(0)
	case types.Bool:
		return e.bool(false)
	}
	return e.int(0)
}

// block elaborates what f does in a block of its own.
func (e *elaborator) block(f func() *array) (body tail.Exp, result *array) {
	p := e.part(f)
	return wrapped(p.lets, p.result.exp), p.result
}

// part is a block that may still grow.
type part struct {
	lets   []*tail.Let
	result *array
}

// in runs f at the end of a part.
func (e *elaborator) in(p *part, f func()) {
	before := e.lets
	e.lets = p.lets
	e.nested++
	f()
	e.nested--
	p.lets, e.lets = e.lets, before
}

// resume gives the result of a part a base type.
func (e *elaborator) resume(p *part, to types.Base) *array {
	e.in(p, func() { p.result = e.coerce(p.result, to) })
	return p.result
}

// lambda is a function of parameters of the given types.
func (e *elaborator) lambda(params []types.Type, f func(args []*array) *array) (tail.Exp, *array) {
	var args []*array
	var names []string
	for _, t := range params {
		e.names++
		names = append(names, fmt.Sprintf("x%d", e.names))
		e.bound[names[len(names)-1]] = t
		args = append(args, &array{exp: &tail.Var{At: tail.At{Pos: e.pos}, Name: names[len(names)-1]}, typ: t})
	}
	body, result := e.block(func() *array { return f(args) })
	for i, name := range slices.Backward(names) {
		body = &tail.Fn{At: tail.At{Pos: e.pos}, Param: tail.Param{Pos: e.pos, Name: name, Type: types.Written(params[i])}, Body: body}
	}
	return body, result
}

// array is the type of arrays of a base type and a rank.
func arrayType(b types.Base, rank int) types.Type {
	return types.Array{Base: b, Rank: types.Known(int64(rank))}
}
