package types

import (
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// Info is the checker's result.
type Info struct {
	// Types are those of entry points' parameters and results.
	Params  map[*syntax.Entry][]Type
	Results map[*syntax.Entry][]Type
	// Empty are the base types of the vectors without elements.
	Empty map[*syntax.Vector]Base
}

// Check checks a program. The error is a *source.Error that shows the line.
func Check(p *syntax.Program) (info *Info, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r.In(p.Source)
		default:
			panic(r)
		}
	}()
	c := &checker{info: &Info{map[*syntax.Entry][]Type{}, map[*syntax.Entry][]Type{}, map[*syntax.Vector]Base{}}}
	for _, e := range p.Entries {
		c.entry(e)
	}
	for v, b := range c.info.Empty {
		if u, ok := pruned(b).(*BaseVar); ok && !u.Rigid {
			u.is = Int
		} else if ok {
			fail(v.Start(), "the elements of [] have no type that is known").WithHint("write take(0, 0.0, [0.0]) for doubles")
		}
		c.info.Empty[v] = pruned(b)
	}
	return c.info, nil
}

// Instance is the type that a written type means, with new variables for its own.
func Instance(t syntax.Type) Type { return newNames(false).typ(t) }

// Rigid is the type that a written type means for a function that has to have it: its variables
// are types, ranks and lengths of their own.
func Rigid(t syntax.Type) Type { return newNames(true).typ(t) }

// Subsume makes t a subtype of u, if it can be, by finding what the variables in them are.
func Subsume(t, u Type) bool { return subsume(t, u) }

// Apply is the type of an operation applied to arguments of the given types.
func Apply(op string, args ...Type) (result Type, err error) {
	t := instance(op)
	for i, a := range args {
		f, ok := t.(*Func)
		if !ok {
			return nil, fmt.Errorf("%s takes %d arguments", op, i)
		}
		if !subsume(a, f.From) {
			return nil, fmt.Errorf("argument %d of %s is %s, but should be %s", i+1, op, a, f.From)
		}
		t = f.To
	}
	t = ruled(op, args, t)
	if _, ok := t.(*Func); ok {
		return nil, errors.New(op + " lacks arguments")
	}
	return t, nil
}

// env are the variables in scope, innermost first.
type env struct {
	name  string
	of    scheme
	outer *env
}

type checker struct {
	info  *Info
	names *names // of the entry point
}

func fail(pos source.Pos, format string, args ...any) *source.Error {
	panic(source.Errorf(pos, format, args...))
}

func (c *checker) entry(e *syntax.Entry) {
	c.names = newNames(true)
	var s *env
	for _, p := range e.Params {
		t := c.names.typ(p.Type)
		free(t, func(v *BaseVar) {
			panic(source.Errorf(p.Pos, "entry point %q has a parameter of type %s, and %s is no base type", e.Name, t, v.Name).
				WithHint("parameters of entry points have elements of type int, double or bool"))
		}, func(v *ShapeVar) {
			if _, ok := t.(Vector); !ok {
				panic(source.Errorf(p.Pos, "entry point %q has a parameter of type %s, whose rank is not known", e.Name, t))
			}
		})
		if _, ok := t.(*Func); ok {
			fail(p.Pos, "entry point %q has a function as a parameter", e.Name)
		}
		c.info.Params[e] = append(c.info.Params[e], t)
		s = &env{p.Name, scheme{typ: t}, s}
	}
	body := e.Body
	for {
		l, ok := body.(*syntax.Let)
		if !ok {
			break
		}
		s = c.bind(s, l)
		body = l.Body
	}
	results := []syntax.Exp{body}
	if r, ok := body.(*syntax.Results); ok {
		results = r.Elems
	}
	for _, r := range results {
		t := c.exp(s, r)
		if _, ok := t.(*Func); ok {
			fail(r.Start(), "entry point %q returns a function", e.Name)
		}
		c.info.Results[e] = append(c.info.Results[e], t)
	}
}

// bind is s with what a let binds. Variables of its type that s does not have are generalised.
func (c *checker) bind(s *env, l *syntax.Let) *env {
	t := c.exp(s, l.Value)
	if l.Type != nil {
		want := c.names.typ(l.Type)
		if !subsume(t, want) {
			fail(l.Start(), "%q is declared with type %s, but its value has type %s", l.Name, want, t)
		}
		t = want
	}
	out := scheme{typ: t}
	if _, ok := l.Value.(*syntax.Fn); ok {
		inScope := map[any]bool{}
		for o := s; o != nil; o = o.outer {
			free(o.of.typ, func(v *BaseVar) { inScope[v] = true }, func(v *ShapeVar) { inScope[v] = true })
		}
		free(t, func(v *BaseVar) {
			if !inScope[v] {
				out.bases = append(out.bases, v)
			}
		}, func(v *ShapeVar) {
			if !inScope[v] {
				out.shapes = append(out.shapes, v)
			}
		})
	}
	return &env{l.Name, out, s}
}

// exp is the type of an expression.
func (c *checker) exp(s *env, e syntax.Exp) Type {
	switch e := e.(type) {
	case *syntax.Int:
		return Single{Int, Known(e.Value)}
	case *syntax.Bool:
		n := int64(0)
		if e.Value {
			n = 1
		}
		return Single{Bool, Known(n)}
	case *syntax.Double:
		return Scalar(Double)
	case *syntax.Var:
		return c.variable(s, e)
	case *syntax.Vector:
		return c.vector(s, e)
	case *syntax.Fn:
		if e.Param.Type == nil {
			fail(e.Start(), "the type of %q is not known", e.Param.Name).WithHint("write it: fn %s: [int]1 => …", e.Param.Name)
		}
		from := c.names.typ(e.Param.Type)
		return &Func{from, c.exp(&env{e.Param.Name, scheme{typ: from}, s}, e.Body)}
	case *syntax.App:
		return c.application(s, e)
	case *syntax.Let:
		for {
			s = c.bind(s, e)
			next, ok := e.Body.(*syntax.Let)
			if !ok {
				return c.exp(s, e.Body)
			}
			e = next
		}
	case *syntax.Op:
		return c.op(s, e)
	case *syntax.If:
		return c.conditional(s, e)
	case *syntax.Results:
		fail(e.Start(), "results in parentheses can only be at the end of an entry point")
	}
	panic(source.Internal(e.Start(), fmt.Sprintf("no type rule for %T", e)))
}

func (c *checker) variable(s *env, e *syntax.Var) Type {
	for o := s; o != nil; o = o.outer {
		if o.name == e.Name {
			return o.of.instance()
		}
	}
	if syntax.IsOp(e.Name) {
		return instance(e.Name)
	}
	panic(source.Errorf(e.Start(), "unknown name %q", e.Name))
}

func (c *checker) vector(s *env, e *syntax.Vector) Type {
	if len(e.Elems) == 0 {
		b := &BaseVar{Name: "'a"}
		c.info.Empty[e] = b
		return Vector{b, Known(0)}
	}
	var base Base
	for i, x := range e.Elems {
		t := c.exp(s, x)
		b, rank, ok := Of(t)
		if n, known := rank.Number(); !ok || !known || n != 0 {
			fail(x.Start(), "an element of a vector is a scalar, but this has type %s", t)
		}
		if single, ok := t.(Single); ok && len(e.Elems) == 1 {
			return SingleVec(single)
		}
		if i == 0 {
			base = b
		} else if !unifyBase(base, b) {
			fail(x.Start(), "the first element of this vector is %s, but this one is %s", base, b)
		}
	}
	return Vector{base, Known(int64(len(e.Elems)))}
}

func (c *checker) application(s *env, e *syntax.App) Type {
	t := c.exp(s, e.Fun)
	f, ok := t.(*Func)
	if !ok {
		panic(source.Errorf(e.Fun.Start(), "this is applied, but has type %s, which is no function's", t))
	}
	c.argument(s, e.Arg, f.From, "the argument of this function")
	return f.To
}

// argument checks that an expression has a type.
func (c *checker) argument(s *env, e syntax.Exp, want Type, what string) Type {
	have := c.expAs(s, e, want)
	if !subsume(have, want) {
		fail(e.Start(), "%s has type %s, but should have type %s", what, have, want)
	}
	return have
}

// expAs is the type of an expression that should have the type want, which is that of parameters
// without a type.
func (c *checker) expAs(s *env, e syntax.Exp, want Type) Type {
	f, isFn := e.(*syntax.Fn)
	w, isFunc := want.(*Func)
	if !isFn || !isFunc || f.Param.Type != nil {
		if isFn && isFunc {
			from := c.names.typ(f.Param.Type)
			return &Func{from, c.expAs(&env{f.Param.Name, scheme{typ: from}, s}, f.Body, w.To)}
		}
		return c.exp(s, e)
	}
	return &Func{w.From, c.expAs(&env{f.Param.Name, scheme{typ: w.From}, s}, f.Body, w.To)}
}

func (c *checker) op(s *env, e *syntax.Op) Type {
	t := instance(e.Name)
	var params []Type
	for f, ok := t.(*Func); ok; f, ok = t.(*Func) {
		params = append(params, f.From)
		t = f.To
	}
	if len(params) != len(e.Args) {
		fail(e.Start(), "%s takes %d arguments, but has %d", e.Name, len(params), len(e.Args))
	}
	args := make([]Type, len(params))
	for _, functions := range []bool{false, true} {
		for i, p := range params {
			if _, ok := p.(*Func); ok == functions && args[i] == nil {
				args[i] = c.argument(s, e.Args[i], p, fmt.Sprintf("argument %d of %s", i+1, e.Name))
			}
		}
	}
	return ruled(e.Name, args, t)
}

// ruled is the type t of an operation's result, or what the length of the vector is that takeV
// and dropV of a number give: the scheme of dropV has no instance for a negative number, or for
// one beyond the length.
func ruled(op string, args []Type, t Type) Type {
	if op != "takeV" && op != "dropV" {
		return t
	}
	single, ok := args[0].(Single)
	if !ok {
		return t
	}
	n, ok := single.Value.Number()
	if !ok {
		return t
	}
	base, _, _ := Of(args[1])
	if n < 0 {
		n = -n
	}
	if op == "takeV" {
		return Vector{base, Known(n)}
	}
	switch v := args[1].(type) {
	case Vector:
		if have, ok := v.Length.Number(); ok {
			return Vector{base, Known(max(0, have-n))}
		}
	case SingleVec:
		return Vector{base, Known(max(0, 1-n))}
	}
	return t
}

func (c *checker) conditional(s *env, e *syntax.If) Type {
	c.argument(s, e.Cond, Scalar(Bool), "the condition")
	then, els := c.exp(s, e.Then), c.exp(s, e.Else)
	t, ok := join(then, els)
	if _, isFunc := t.(*Func); !ok || isFunc {
		fail(e.Start(), "the branches of a conditional are arrays of one type, but have the types %s and %s", then, els)
	}
	return t
}
