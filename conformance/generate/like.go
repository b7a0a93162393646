package generate

import (
	"math"
	"slices"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Example is a program with the shapes and constants that a pass looks for, such as one of
// the pass's own tests.
type Example struct {
	Name    string
	Program *ir.Program // its only entry point is EntryPoint
	// Inputs are arguments for it; if there are none, they are drawn.
	Inputs [][]value.Value
}

// Examples are programs to generate others near them: a random program rarely contains what
// a pass looks for, and more rarely what it looks for but for one constant or operator.
type Examples []Example

// Like generates a program near one of the examples, and arguments: some constants become
// others nearby or of the example, some operators others, some operands others of their
// type. The first choices make the example itself, so that shrinking leads back to it. The
// program is well-formed; its level is that of the example, and its entry point is main.
func (es Examples) Like(c *draw.Tape) (*ir.Program, []value.Value) {
	e := &es[c.Below(len(es))]
	m := &mutation{Tape: c, program: e.Program.Clone(), near: constantsOf(e.Program)}
	for range c.Below(5) {
		m.step()
	}
	return m.program, m.arguments(e)
}

// Generate generates a program near an example, or a random one with constants of the
// examples.
func (es Examples) Generate(c *draw.Tape) (*ir.Program, []value.Value) {
	if c.Below(4) == 3 {
		return es.Program(c)
	}
	return es.Like(c)
}

// EntryPoint is the entry point of generated programs.
const EntryPoint = "main"

// mutation changes a program by choices.
type mutation struct {
	*draw.Tape
	program *ir.Program
	near    []scalar.Value // constants of the example
}

// step makes one change, if it leaves a well-formed program.
func (m *mutation) step() {
	sites := m.sites()
	if len(sites) == 0 {
		return
	}
	site := sites[m.Below(len(sites))]
	old := *site.prim
	old.Args = slices.Clone(old.Args)
	switch m.Below(4) {
	case 0, 1:
		m.constant(site)
	case 2:
		m.operator(site.prim)
	case 3:
		m.operand(site)
	}
	if (&pass.Unit{IR: m.program}).Check() != nil {
		*site.prim = old
	}
}

// site is a scalar operation that may change, with the scalars in scope.
type site struct {
	prim  *ir.Prim
	scope []ir.Param
}

// sites lists the scalar operations outside of operators of reductions, scans and
// histograms, which must stay associative, and of loops, which must end.
func (m *mutation) sites() []site {
	var out []site
	for _, f := range m.program.Funs {
		m.inBody(f.Body, slices.Clone(f.Params), &out)
	}
	return out
}

func (m *mutation) inBody(b *ir.Body, scope []ir.Param, out *[]site) {
	for _, s := range b.Stms {
		switch e := s.Exp.(type) {
		case *ir.Prim:
			*out = append(*out, site{e, slices.Clip(scope)})
		case *ir.Map:
			m.inBody(e.Fn.Body, append(slices.Clone(scope), e.Fn.Params...), out)
		case *ir.If:
			m.inBody(e.Then, slices.Clone(scope), out)
			m.inBody(e.Else, slices.Clone(scope), out)
		}
		scope = append(scope, s.Pat...)
	}
}

// constant replaces a constant operand, or an operand by a constant.
func (m *mutation) constant(s site) {
	args := s.prim.Args
	var at []int
	for i, a := range args {
		if !a.IsVar() {
			at = append(at, i)
		}
	}
	if len(at) == 0 {
		for i := range args {
			at = append(at, i)
		}
	}
	i := at[m.Below(len(at))]
	t := s.prim.Fn.ParamType(s.prim.Type, i)
	var old scalar.Value
	if !args[i].IsVar() {
		old = args[i].Const
	} else {
		old = m.drawn(t)
	}
	args[i] = ir.Const(m.nearby(t, old))
}

// nearby draws a constant near v: what a pass that looks for v may take for it.
func (m *mutation) nearby(t scalar.Type, v scalar.Value) scalar.Value {
	if t == scalar.Bool {
		return scalar.FromBool(m.Below(2) == 1)
	}
	one := scalar.One(t)
	eval := func(op scalar.Op, a, b scalar.Value) scalar.Value {
		if r, ok := op.Eval(t, a, b); ok {
			return r
		}
		return v
	}
	switch m.Below(10) {
	case 0:
		return v
	case 1:
		return eval(scalar.Add, v, one)
	case 2:
		return eval(scalar.Sub, v, one)
	case 3:
		return eval(scalar.Add, v, v)
	case 4:
		return eval(scalar.Mul, v, v)
	case 5:
		return eval(scalar.Sub, scalar.Zero(t), v)
	case 6:
		return scalar.Zero(t)
	case 7:
		return one
	case 8:
		if t.IsFloat() {
			return scalar.Float(t, []float64{0.5, math.Copysign(0, -1), 1e30, 0.1}[m.Below(4)])
		}
		return []scalar.Value{scalar.Lowest(t), scalar.Highest(t)}[m.Below(2)]
	}
	return m.drawn(t)
}

// drawn draws a constant of the example of a type, or a small one if it has none.
func (m *mutation) drawn(t scalar.Type) scalar.Value {
	var fit []scalar.Value
	for _, v := range m.near {
		if v.Type == t {
			fit = append(fit, v)
		}
	}
	if len(fit) > 0 && m.Below(2) == 0 {
		return fit[m.Below(len(fit))]
	}
	return (&generator{choices: m.Tape}).constant(t)
}

// operator replaces an operator by another one of its type, or exchanges its operands.
func (m *mutation) operator(e *ir.Prim) {
	if len(e.Args) == 2 && m.Below(3) == 0 {
		e.Args[0], e.Args[1] = e.Args[1], e.Args[0]
		return
	}
	var fit []scalar.Op
	for _, op := range scalar.Ops() {
		if op.Info().Arity() == len(e.Args) && slices.Contains(op.Info().On.Types(), e.Type) && op.Info().Elementary == nil &&
			op.ResultType(e.Type) == e.Fn.ResultType(e.Type) {
			fit = append(fit, op)
		}
	}
	if len(fit) > 0 {
		e.Fn = fit[m.Below(len(fit))]
	}
}

// operand replaces an operand by a scalar in scope.
func (m *mutation) operand(s site) {
	if len(s.prim.Args) == 0 {
		return
	}
	i := m.Below(len(s.prim.Args))
	t := ir.ScalarOf(s.prim.Fn.ParamType(s.prim.Type, i))
	var fit []ir.Param
	for _, p := range s.scope {
		if p.Type.IsScalar() && p.Type.Elem == t.Elem {
			fit = append(fit, p)
		}
	}
	if len(fit) > 0 {
		s.prim.Args[i] = ir.Var(fit[m.Below(len(fit))].Name)
	}
}

// arguments draws arguments: those of an input of the example, or some of its shapes, with
// other elements.
func (m *mutation) arguments(e *Example) []value.Value {
	if len(e.Inputs) > 0 {
		out := slices.Clone(e.Inputs[m.Below(len(e.Inputs))])
		for i, v := range out {
			if v.Elem == scalar.I64 && len(v.Shape) == 0 {
				continue // it may be a size or an index
			}
			out[i] = v.Clone()
			for k := range min(v.Len(), 8) {
				if m.Below(3) > 0 {
					out[i].Set(k, m.argument(v.At(k)))
				}
			}
		}
		if m.Below(2) == 1 { // the numbers, too
			for i, v := range out {
				if v.Elem == scalar.I64 && len(v.Shape) == 0 {
					out[i] = value.Scalar(m.argument(v.Scalar()))
				}
			}
		}
		return out
	}
	f := m.program.Fun(EntryPoint)
	sizes := map[name.Name]int64{}
	var out []value.Value
	for _, p := range f.Params[f.Entry.Implicit:] {
		shape := make([]int64, len(p.Type.Dims))
		for k, d := range p.Type.Dims {
			if !d.IsVar() {
				shape[k] = d.Const.Int()
				continue
			}
			if _, drawn := sizes[d.Name]; !drawn {
				sizes[d.Name] = int64(m.Below(5))
			}
			shape[k] = sizes[d.Name]
		}
		v, err := value.New(p.Type.Elem, shape...)
		if err != nil {
			panic(err) // sizes are small and element types known
		}
		for k := range v.Len() {
			v.Set(k, m.drawn(p.Type.Elem))
		}
		if size, drawn := sizes[p.Name]; drawn && len(shape) == 0 {
			v.Set(0, scalar.Int(scalar.I64, size))
		}
		out = append(out, v)
	}
	return out
}

// argument draws an element of an argument that is v in the example: one near v, or any small
// one. What is near a multiple of four, say, is rarely one that rounds the other way.
func (m *mutation) argument(v scalar.Value) scalar.Value {
	if m.Below(2) == 0 {
		return m.nearby(v.Type, v)
	}
	return m.drawn(v.Type)
}

// constantsOf lists the constants of a program, each once.
func constantsOf(p *ir.Program) []scalar.Value {
	var out []scalar.Value
	w := &ir.Walker{Atom: func(a *ir.Atom) {
		if !a.IsVar() && !slices.Contains(out, a.Const) {
			out = append(out, a.Const)
		}
	}}
	w.Program(p)
	return out
}

// Program generates a random program whose constants are often those of the examples.
func (es Examples) Program(c *draw.Tape) (*ir.Program, []value.Value) {
	var near []scalar.Value
	for _, e := range es {
		near = append(near, constantsOf(e.Program)...)
	}
	return program(c, near)
}
