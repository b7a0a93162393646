package functional

import (
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// compiler compiles a program to closures over a machine's environment.
type compiler struct {
	prog   *ir.Program
	m      *machine
	slots  map[name.Name]int
	consts map[scalar.Value]int
	funs   map[*ir.Fun]*function // nil while it is being compiled
}

// step runs a statement.
type step func(m *machine)

// body is a compiled scope: its statements, and the slots of its results.
type body struct {
	at      []store.Position
	steps   []step
	results []int
}

// function is a compiled function.
type function struct {
	params, results []param
	body            *body
}

// lambda is a compiled lambda. It returns its results in out, which the next application
// overwrites.
type lambda struct {
	params []param
	body   *body
	out    []store.Datum
}

// param is a binder with its type and, in heap semantics, the location of an array.
type param struct {
	name name.Name
	slot int
	elem scalar.Type // 0 for a block
	dims []int       // slots of the sizes; nil for scalars
	at   *location
}

func newCompiler(prog *ir.Program, m *machine) *compiler {
	return &compiler{
		prog: prog, m: m,
		slots:  map[name.Name]int{},
		consts: map[scalar.Value]int{},
		funs:   map[*ir.Fun]*function{},
	}
}

// slot allocates a slot with an initial value.
func (c *compiler) slot(v scalar.Value) int {
	c.m.Env = append(c.m.Env, store.Datum{Value: v})
	return len(c.m.Env) - 1
}

// bind allocates a binder's slot.
func (c *compiler) bind(n name.Name) int {
	s := c.slot(scalar.Value{})
	c.slots[n] = s
	return s
}

// use returns the slot of a variable.
func (c *compiler) use(n name.Name) int {
	s, ok := c.slots[n]
	if !ok {
		c.m.Invalid("%s is not in scope", n)
	}
	return s
}

func (c *compiler) uses(ns []name.Name) []int {
	out := make([]int, len(ns))
	for i, n := range ns {
		out[i] = c.use(n)
	}
	return out
}

// atom returns the slot of an operand.
func (c *compiler) atom(a ir.Atom) int {
	if a.IsVar() {
		return c.use(a.Name)
	}
	s, ok := c.consts[a.Const]
	if !ok {
		s = c.slot(a.Const)
		c.consts[a.Const] = s
	}
	return s
}

func (c *compiler) atoms(as []ir.Atom) []int {
	out := make([]int, len(as))
	for i, a := range as {
		out[i] = c.atom(a)
	}
	return out
}

// params resolves binders in order: later ones may use earlier ones.
func (c *compiler) params(ps []ir.Param) []param {
	out := make([]param, len(ps))
	for i, p := range ps {
		q := param{name: p.Name, elem: p.Type.Elem, dims: c.atoms(p.Type.Dims)}
		if c.m.Heap && p.Type.IsArray() {
			if p.At == nil {
				c.m.Invalid("%s is an array without a location", p.Name)
			}
			q.at = c.location(p.At)
		}
		q.slot = c.bind(p.Name)
		out[i] = q
	}
	return out
}

// fun compiles a function once.
func (c *compiler) fun(f *ir.Fun) *function {
	if done, ok := c.funs[f]; ok {
		if done == nil {
			c.m.Invalid("function %s is recursive", f.Name)
		}
		return done
	}
	c.funs[f] = nil
	outer := c.m.At
	c.m.At = store.Border{Name: f.Name, Pos: f.Pos}
	fn := &function{params: c.params(f.Params)}
	fn.body = c.body(f.Body)
	fn.results = c.params(f.Results)
	c.m.At = outer
	c.funs[f] = fn
	return fn
}

// lambda compiles a lambda, which may be nil.
func (c *compiler) lambda(l *ir.Lambda) *lambda {
	if l == nil {
		return nil
	}
	fn := &lambda{params: c.params(l.Params)}
	fn.body = c.body(l.Body)
	fn.out = make([]store.Datum, len(fn.body.results))
	return fn
}

// body compiles a scope.
func (c *compiler) body(b *ir.Body) *body {
	outer := c.m.At
	out := &body{}
	for _, s := range b.Stms {
		c.m.At = stmAt{s}
		run := c.stm(s)
		out.at = append(out.at, stmAt{s})
		out.steps = append(out.steps, run)
	}
	c.m.At = outer
	out.results = c.atoms(b.Result)
	return out
}

// stmAt describes a statement in errors.
type stmAt struct{ *ir.Stm }

func (s stmAt) Describe() (string, source.Pos) { return s.Brief(), s.Pos }

// run runs the statements.
func (b *body) run(m *machine) {
	outer := m.At
	m.Spend(int64(len(b.steps)) + 1)
	for i, step := range b.steps {
		m.At = b.at[i]
		step(m)
	}
	m.At = outer
}

// apply binds args and runs the lambda.
func (l *lambda) apply(m *machine, args ...store.Datum) []store.Datum {
	m.bindAll(l.params, args)
	l.body.run(m)
	m.TakeInto(l.out, l.body.results)
	return l.out
}

// bindAll binds values to params in order.
func (m *machine) bindAll(params []param, values []store.Datum) {
	if len(params) != len(values) {
		m.Invalid("%d values for %d variables", len(values), len(params))
	}
	for i := range params {
		m.bind(&params[i], values[i])
	}
}

// bind binds p to an existing value, after checking that it has the type and the location
// of p.
func (m *machine) bind(p *param, d store.Datum) {
	switch {
	case p.elem == 0: // a block, or nothing in value semantics
		if d.Block != nil {
			m.tellBlock(p, d.Block)
		}
	case len(p.dims) == 0:
		if d.Type != p.elem || d.Array != nil {
			m.Invalid("%s is bound to %s, which is not a scalar of type %s", p.name, d, p.elem)
		}
	default:
		if d.Array == nil || d.Array.Elem != p.elem || len(d.Array.Dims) != len(p.dims) {
			m.Invalid("%s is bound to %s, which is not an array of %s of rank %d", p.name, d, p.elem, len(p.dims))
		}
		for i, size := range p.dims {
			if d.Array.Dims[i].Size != m.Int(size) {
				m.Invalid("%s is bound to %s but has the type %s%s", p.name, d, layout.ShapeText(m.Ints(p.dims)), p.elem)
			}
		}
		if p.at != nil {
			m.settle(p, d.Array)
		}
	}
	m.Env[p.slot] = d
}

// place returns a fresh array for p, at p's location if it has one.
func (m *machine) place(p *param) *store.Array {
	if len(p.dims) == 0 {
		m.Invalid("%s is not an array", p.name)
	}
	shape := m.Ints(p.dims)
	for _, n := range shape {
		if n < 0 {
			m.Invalid("%s has the type %s%s", p.name, layout.ShapeText(shape), p.elem)
		}
	}
	if p.at == nil {
		return m.Fresh(p.name, p.elem, shape)
	}
	return m.located(p, shape)
}
