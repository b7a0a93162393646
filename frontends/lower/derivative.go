package lower

import (
	"errors"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/lower/internal/autodiff"
)

// Tangent runs f on x, and returns its result and the derivative along dx, a value like x.
// Integers and booleans, and what f captures, are constants; so those of a derivative are
// zero.
func (b *Builder) Tangent(f, x, dx Value) (y, dy Value) {
	dx = b.Resize(dx, x.Shape)
	x = b.variables(x)
	inner := b.within(func() { y = b.Apply(f, x) })
	seeds := floats(x, dx)
	d, err := autodiff.Forward(b.differentiable(), inner.Stms(), seeds)
	refuse(err)
	b.replace(inner, d.Stms)
	return y, b.derivatives(y, d.Of)
}

// Adjoint runs f on x, and returns its result and the adjoint of x where that of the result
// is dy, a value like the result; otherwise it is as Tangent.
func (b *Builder) Adjoint(f, x, dy Value) (y, dx Value) {
	y, back := b.swept(f, x)
	return y, back(dy)
}

// Adjoints is Adjoint for each element of an array of adjoints of the result. f runs once.
func (b *Builder) Adjoints(f, x, dys Value) (y, dxs Value) {
	y, back := b.swept(f, x)
	return y, b.Map(dys.Dim(), []Value{dys}, func(rows []Value) Value { return back(rows[0]) })
}

// swept runs f on x, and returns its result and what computes the adjoint of x for that of the result.
func (b *Builder) swept(f, x Value) (y Value, back func(dy Value) (dx Value)) {
	x = b.variables(x)
	inner := b.within(func() { y = b.Apply(f, x) })
	var vary []name.Name
	for n := range floats(x, x) {
		vary = append(vary, n)
	}
	sweep, err := autodiff.Forwards(b.differentiable(), inner.Stms(), vary)
	refuse(err)
	b.replace(inner, sweep.Stms)
	return y, func(dy Value) Value {
		dy = b.Resize(dy, y.Shape)
		d, err := sweep.Back(y.Atoms(), dy.Atoms())
		refuse(err)
		b.scope.Append(d.Stms...)
		b.flow.Adopt(d.Stms, b.byName)
		return b.derivatives(x, d.Of)
	}
}

// variables gives the floats in x names that nothing else has: what a function captures is
// constant even where it is the function's argument too.
func (b *Builder) variables(x Value) Value {
	out := Value{Shape: x.Shape}
	for i, t := range Leaves(x.Shape) {
		a := x.Atoms()[i]
		if t.Elem.IsFloat() {
			a = b.let("x", t, &ir.Use{X: a})
		}
		out.flat = append(out.flat, a)
	}
	return out
}

// floats maps the floats of x to those of dx, a value of the same shape.
func floats(x, dx Value) map[name.Name]ir.Atom {
	out := map[name.Name]ir.Atom{}
	for i, t := range Leaves(x.Shape) {
		if t.Elem.IsFloat() {
			out[x.Atoms()[i].Name] = dx.Atoms()[i]
		}
	}
	return out
}

// differentiable is what derivatives ask of the program.
func (b *Builder) differentiable() autodiff.Program {
	return autodiff.Program{
		Names:  b.names,
		Fun:    func(f string) *ir.Fun { return b.byName[f] },
		Custom: func(f string) *autodiff.Custom { return b.customs.known[f] },
		Type:   b.flow.Type,
		Calls:  b.derived,
	}
}

// addDerived adds a function that computes a derivative.
func (p *Program) addDerived(f *ir.Fun) {
	f.Name = p.funName(f.Name)
	p.flow.Bound(f.Params)
	p.flow.Adopt(f.Body.Stms, p.byName)
	p.add(f)
}

// refuse reports what has no derivative.
func refuse(err error) {
	if no := (*autodiff.Error)(nil); errors.As(err, &no) {
		fail(no.Pos, "%s", no.Msg)
	}
}

// replace adds stms here instead of the statements of inner, a finished scope.
func (b *Builder) replace(inner *scope, stms []*ir.Stm) {
	inner.Builder = ir.NewBuilder(b.names)
	inner.Append(stms...)
	b.flow.Adopt(stms, b.byName)
	b.scope.splice(inner)
}

// derivatives are those of the leaves of v, with zeros where there is none.
func (b *Builder) derivatives(v Value, of func(ir.Atom) (ir.Atom, bool)) Value {
	if hasChoice(v.Shape) {
		fail(b.scope.Pos, "A sum type with several constructors has no derivative: which of them makes a value does not change little by little")
	}
	out := Value{Shape: v.Shape}
	for i, t := range Leaves(v.Shape) {
		d, ok := of(v.Atoms()[i])
		zero := ir.Const(scalar.Zero(t.Elem))
		switch {
		case ok:
		case t.IsScalar():
			d = zero
		default:
			d = b.let("zero", t, &ir.Replicate{Shape: t.Dims, Value: zero})
		}
		out.flat = append(out.flat, d)
	}
	return out
}

// customs are the functions of a program whose derivatives in reverse mode are given.
type customs struct {
	primal, pullback *Code
	known            map[string]*autodiff.Custom // by the IR function
}

// newCustoms makes the codes afresh: a program numbers its codes.
func newCustoms() customs {
	return customs{
		// Its second argument is there for the derivative.
		primal: &Code{Name: "primal", Arity: 3, Params: []string{"f", "pullback", "x"}, Place: Shared, Library: true,
			Run: func(b *Builder, _ []Captured, args []Value) Value {
				v := b.Apply(args[0], args[2])
				out := Value{Shape: v.Shape}
				for i, t := range Leaves(v.Shape) { // names that nothing else has
					out.flat = append(out.flat, b.let("y", t, &ir.Use{X: v.Atoms()[i]}))
				}
				return out
			}},
		pullback: &Code{Name: "pullback", Arity: 2, Params: []string{"pullback", "x"}, Place: Shared, Library: true,
			Run: func(b *Builder, _ []Captured, args []Value) Value { return b.Apply(args[0], args[1]) }},
		known: map[string]*autodiff.Custom{},
	}
}

// WithAdjoint runs f on x. f returns a pair, of which the second part is the result. In
// reverse mode the adjoint of x is what back computes from the first part and the adjoint of
// the result; what f captures has none.
func (b *Builder) WithAdjoint(f, back, x Value) Value {
	call := applied(b.customs.primal, f, back, x)
	key, _ := b.newSignature(call)
	y := b.callShared(call).Fields()[1]
	if inst := b.instances[key]; b.customs.known[inst.fun.Name] == nil {
		b.customs.known[inst.fun.Name] = b.custom(inst)
	}
	return y
}

// applied is code with all its arguments.
func applied(c *Code, args ...Value) Value {
	shapes := make([]Shape, len(args))
	for i, a := range args {
		shapes[i] = a.Shape
	}
	f := NewClosure(c)
	return joined(f.Shape.(*Closure).applied(shapes), append([]Value{f}, args...))
}

// custom tells how an instance of primal is differentiated.
func (b *Builder) custom(inst *instance) *autodiff.Custom {
	formals := inst.formals.closureParts()
	back, x := formals[1], formals[2]
	parts := inst.result.Fields()
	kept, y := parts[0], parts[1]
	params, dy := b.params("dy", y.Shape)
	call := applied(b.customs.pullback, back, Tuple(kept, dy))
	key, sig := b.newSignature(call)
	if b.instances[key] == nil {
		b.instances[key] = b.instantiate(call, sig)
	}
	pull := b.instances[key]
	return &autodiff.Custom{
		Fun: inst.fun, Argument: x.Atoms(), Result: y.Atoms(), Adjoints: params,
		Pullback: pull.fun, Args: sig.args(), Given: pull.result.Atoms(),
	}
}
