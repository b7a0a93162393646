// Package lowering lowers checked TAIL programs to the soac level of the IR.
//
// Arrays are hybrid pull arrays, as in the paper's Laila: extents, and a function that computes
// the element at an index; or an array that exists. Operations that only move elements (transp,
// rotate, take, drop) change the function, and each and zipWith add to it. So an array comes to
// exist only where it is an argument of a loop or a result, where it is used several times, or
// where a view may read an element several times. Functions are lowered in place, unless they are large (call.go).
package lowering

import (
	"context"
	"errors"
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/lower"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
	"github.com/lamina-lang/lamina/frontends/tail/types"
)

// Lower lowers a program that has been checked. An error is a *source.Error that shows the line,
// or the context's.
func Lower(ctx context.Context, p *syntax.Program, info *types.Info) (*ir.Program, error) {
	chosen := &bundles{banned: map[any]bool{}}
	var out *ir.Program
	var err error
	for done := 1; ; done++ {
		out, err = lower.Build(ctx, func(out *lower.Program) {
			for _, e := range p.Entries {
				out.Reserve(e.Name)
			}
			for _, e := range p.Entries {
				l := &lowerer{ctx: ctx, info: info, lengths: map[string]ir.Atom{}, open: map[int]bool{0: true},
					blocks: map[*syntax.Let]*block{}, elemOf: map[int]scalar.Type{}, bundles: chosen, aliases: hasAliases(e.Body)}
				l.entry(out, e)
			}
		})
		if err != nil || !chosen.newAttempt(done) {
			break
		}
	}
	var at *source.Error
	if errors.As(err, &at) && p.Source != nil {
		at.In(p.Source)
	}
	return out, err
}

// lowerer lowers one entry point.
type lowerer struct {
	*lower.Builder
	ctx     context.Context
	info    *types.Info
	lengths map[string]ir.Atom // of parameters, by their types
	region  int                // the function, branch or loop that is being lowered
	open    map[int]bool       // the regions that surround it, and itself
	regions int                // how many there have been
	// estimating is set while an estimate is made: its statements are thrown away.
	estimating bool
	estimates  int // how many may be made in this one
	blocks     map[*syntax.Let]*block
	elemOf     map[int]scalar.Type // of the arrays that once has seen
	bundles    *bundles
	aliases    bool // see hasAliases
	site       any  // the syntax that is being lowered
}

// value is an *array or a function.
type value any

// function is a function that lacks arguments. op is the operation that it is, or "".
type function struct {
	op    string
	apply func(value) value
	size  int // what an application becomes, in nodes of syntax, if it is closed; else 0
}

type env struct {
	name  string
	value value
	outer *env
}

// lookup is what a name stands for, or nil.
func (s *env) lookup(name string) value {
	for ; s != nil; s = s.outer {
		if s.name == name {
			return s.value
		}
	}
	return nil
}

// elems are the types of base types in the IR.
var elems = map[types.Base]scalar.Type{types.Int: scalar.I64, types.Double: scalar.F64, types.Bool: scalar.Bool}

func (l *lowerer) fail(format string, args ...any) {
	lower.Fail(source.Errorf(l.Pos(), format, args...))
}

// entry lowers an entry point.
func (l *lowerer) entry(p *lower.Program, e *syntax.Entry) {
	point := p.NewEntry(e.Name, e.Pos)
	l.Builder = point.Builder
	var s *env
	for i, param := range e.Params {
		s = &env{param.Name, l.parameter(point, param.Name, l.info.Params[e][i]), s}
	}
	body := e.Body
	l.block(body)
	for {
		let, ok := body.(*syntax.Let)
		if !ok {
			break
		}
		s = l.bind(s, let)
		body = let.Body
	}
	outs := []syntax.Exp{body}
	if r, ok := body.(*syntax.Results); ok {
		outs = r.Elems
	}
	var results []lower.Value
	text := ""
	for i, o := range outs {
		results = append(results, l.forced(l.exp(s, o)))
		text = typeText(l.info.Results[e][i])
	}
	if len(results) == 1 {
		point.Return(results[0], text)
		return
	}
	point.Return(lower.Tuple(results...), "")
}

// parameter adds a parameter of a type.
func (l *lowerer) parameter(point *lower.Entry, name string, t types.Type) *array {
	base, rank, _ := types.Of(t)
	var shape lower.Shape = lower.Scalar{Elem: elems[base]}
	n, _ := rank.Number()
	for range n {
		shape = lower.ArrayOf(l.extent(point, t), shape)
	}
	return l.existing(point.Param(name, typeText(t), shape, false))
}

// extent is the size of an axis of a parameter. Vectors of the same length have one size.
func (l *lowerer) extent(point *lower.Entry, t types.Type) ir.Atom {
	v, ok := t.(types.Vector)
	if !ok {
		return point.Size("n")
	}
	if length, ok := v.Length.Number(); ok {
		return ir.Size(length)
	}
	text := v.Length.String()
	if _, ok := l.lengths[text]; !ok {
		l.lengths[text] = point.Size("n")
	}
	return l.lengths[text]
}

// typeText is a type as callers see it.
func typeText(t types.Type) string {
	base, rank, _ := types.Of(t)
	n, _ := rank.Number()
	text := elems[base].String()
	for range n {
		text = "[]" + text
	}
	return text
}

// bind lowers what a let binds. An array that is used several times, or in a function, is
// computed here.
func (l *lowerer) bind(s *env, let *syntax.Let) *env {
	defer l.At(let.Start())()
	if f := l.closed(s, let); f != nil {
		return &env{let.Name, f, s}
	}
	v := l.exp(s, let.Value)
	if a, ok := v.(*array); ok {
		defer l.atSite(let)()
		l.keep(let, a)
	}
	return &env{let.Name, v, s}
}

// atSite sets the syntax that is being lowered, and returns a function that sets it back.
func (l *lowerer) atSite(e syntax.Exp) func() {
	before := l.site
	l.site = e
	return func() { l.site = before }
}

// within runs f as the body of a function, a branch or a loop.
func (l *lowerer) within(f func()) {
	before := l.region
	l.regions++
	l.region = l.regions
	l.open[l.region] = true
	f()
	delete(l.open, l.region)
	l.region = before
}

// either runs one of two branches.
func (l *lowerer) either(cond ir.Atom, then, els func() lower.Value) lower.Value {
	branch := func(f func() lower.Value) func() lower.Value {
		return func() (v lower.Value) {
			l.within(func() { v = f() })
			return v
		}
	}
	return l.If(cond, branch(then), branch(els))
}

func (l *lowerer) exp(s *env, e syntax.Exp) value {
	if err := l.ctx.Err(); err != nil {
		lower.Fail(err)
	}
	switch e := e.(type) {
	case *syntax.Int:
		return l.scalar(lower.Constant(scalar.Int(scalar.I64, e.Value)))
	case *syntax.Double:
		return l.scalar(lower.Constant(scalar.Float(scalar.F64, e.Value)))
	case *syntax.Bool:
		return l.scalar(lower.Constant(scalar.FromBool(e.Value)))
	case *syntax.Var:
		if v := s.lookup(e.Name); v != nil {
			return v
		}
		return l.operation(e.Name, nil)
	case *syntax.Vector:
		return l.vector(s, e)
	case *syntax.Fn:
		return l.fn(s, e)
	case *syntax.App:
		f := l.exp(s, e.Fun).(*function)
		return f.apply(l.exp(s, e.Arg))
	case *syntax.Let:
		l.block(e)
		for {
			s = l.bind(s, e)
			next, ok := e.Body.(*syntax.Let)
			if !ok {
				return l.exp(s, e.Body)
			}
			e = next
		}
	case *syntax.If:
		return l.conditional(s, e)
	case *syntax.Op:
		var args []value
		for _, a := range e.Args {
			args = append(args, l.exp(s, a))
		}
		defer l.At(e.Start())()
		defer l.atSite(e)()
		return l.op(e.Name, args)
	}
	panic(source.Internal(e.Start(), fmt.Sprintf("no lowering for %T", e)))
}

// operation is an operation that has been given some of its arguments, as a function.
func (l *lowerer) operation(op string, given []value) value {
	f := &function{apply: func(x value) value {
		args := append(given[:len(given):len(given)], x)
		if len(args) == arity(op) {
			return l.op(op, args)
		}
		return l.operation(op, args)
	}}
	if len(given) == 0 {
		f.op = op
	}
	return f
}

func arity(op string) int {
	o, _ := syntax.LookupOp(op)
	n := 0
	for t, ok := syntax.ParseType(o.Type).(*syntax.FuncType); ok; t, ok = t.To.(*syntax.FuncType) {
		n++
	}
	return n
}

func (l *lowerer) fn(s *env, e *syntax.Fn) value {
	return &function{
		op: etaReduced(e),
		apply: func(x value) value {
			defer l.At(e.Start())()
			if a, ok := x.(*array); ok && !a.cheap && isShared(e.Param.Name, e.Body) {
				defer l.atSite(e)()
				l.force(a)
			}
			return l.exp(&env{e.Param.Name, x, s}, e.Body)
		},
	}
}

// etaReduced is op for fn x => fn y => op(x, y).
func etaReduced(e *syntax.Fn) string {
	inner, ok := e.Body.(*syntax.Fn)
	if !ok {
		return ""
	}
	o, ok := inner.Body.(*syntax.Op)
	if !ok || len(o.Args) != 2 || e.Param.Name == inner.Param.Name {
		return ""
	}
	x, isVar := o.Args[0].(*syntax.Var)
	y, isVarToo := o.Args[1].(*syntax.Var)
	if isVar && isVarToo && x.Name == e.Param.Name && y.Name == inner.Param.Name {
		return o.Name
	}
	return ""
}

// apply applies a function to scalars.
func (l *lowerer) apply(f value, xs ...lower.Value) lower.Value {
	for _, x := range xs {
		f = f.(*function).apply(l.scalar(x))
	}
	return f.(*array).element()
}

func (l *lowerer) vector(s *env, e *syntax.Vector) value {
	var elements []lower.Value
	for _, x := range e.Elems {
		elements = append(elements, l.exp(s, x).(*array).element())
	}
	if len(elements) > 0 && len(elements) <= mostKnown {
		return l.known(elements)
	}
	defer l.At(e.Start())()
	if len(elements) == 0 {
		return l.existing(l.EmptyArray(lower.ArrayOf(ir.Size(0), lower.Scalar{Elem: elems[l.info.Empty[e]]})))
	}
	return l.existing(l.ArrayLiteral(elements...))
}

// conditional lowers a conditional. Its branches return arrays that exist.
func (l *lowerer) conditional(s *env, e *syntax.If) value {
	cond := l.exp(s, e.Cond).(*array).element().Atom()
	branch := func(e syntax.Exp) func() lower.Value {
		return func() lower.Value { return l.forced(l.exp(s, e)) }
	}
	if !cond.IsVar() {
		if cond.Const.Bool() {
			return l.exp(s, e.Then)
		}
		return l.exp(s, e.Else)
	}
	return l.existing(l.either(cond, branch(e.Then), branch(e.Else)))
}
