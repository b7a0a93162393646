package interp

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (c *impCompiler) exprs(es []imp.Expr) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = c.expr(e)
	}
	return out
}

// expr compiles an expression.
func (c *impCompiler) expr(e imp.Expr) expr {
	switch e := e.(type) {
	case *imp.Const:
		return func(*machine) scalar.Value { return e.Value }
	case *imp.Var:
		slot := c.use(e.Name)
		return func(m *machine) scalar.Value { return m.env[slot].Value }
	case *imp.Load:
		slot, index := c.use(e.Block), c.expr(e.Index)
		return func(m *machine) scalar.Value {
			return m.loadCell(m.blockIn(slot, e.Block), e.Block, e.Elem, index(m).Int(), reads)
		}
	case *imp.Prim:
		return c.prim(e)
	case *imp.Convert:
		x := c.expr(e.X)
		return func(m *machine) scalar.Value { return scalar.Convert(e.To, x(m)) }
	case *imp.At:
		return c.at(e)
	case *imp.ID:
		return func(m *machine) scalar.Value {
			if m.thread == nil {
				m.invalid("a thread's identity is read outside a launch")
			}
			return scalar.Int(scalar.I64, m.thread.ids[e.Kind])
		}
	}
	c.m.invalid("the interpreter does not know the expression %T", e)
	return nil
}

// at compiles an index function at subscripts, which must lie within its sizes. One of
// i32s must not overflow.
func (c *impCompiler) at(e *imp.At) expr {
	type dim struct{ size, stride, index expr }
	offset, dims := c.expr(e.Offset), make([]dim, len(e.Dims))
	for i, d := range e.Dims {
		dims[i] = dim{c.expr(d.Size), c.expr(d.Stride), c.expr(d.Index)}
	}
	t := imp.TypeOf(e)
	fits := func(m *machine, x int64) int64 {
		if t == scalar.I32 && x != int64(int32(x)) {
			m.invalid("%d in an index function of i32s overflows", x)
		}
		return x
	}
	return func(m *machine) scalar.Value {
		sum := offset(m).Int()
		for i, d := range dims {
			at, size := d.index(m).Int(), d.size(m).Int()
			if at < 0 || at >= size {
				m.invalid("subscript %d of dimension %d lies outside its size %d", at, i, size)
			}
			sum = fits(m, sum+fits(m, at*d.stride(m).Int()))
		}
		return scalar.Int(t, sum)
	}
}

func (c *impCompiler) prim(e *imp.Prim) expr {
	args := c.exprs(e.Args)
	c.m.checkOperator(e.Fn, e.Type, len(args))
	f := e.Fn.Func(e.Type)
	var none scalar.Value
	switch {
	case e.Fn.Info().Partial.Has(e.Type):
		x, y := args[0], args[1]
		return func(m *machine) scalar.Value {
			a, b := x(m), y(m)
			if !e.Fn.Defined(e.Type, a, b) {
				m.invalid("%s.%s is undefined on %s and %s", e.Fn, e.Type, a, b)
			}
			return f(a, b, none)
		}
	case len(args) == 1:
		x := args[0]
		return func(m *machine) scalar.Value { return f(x(m), none, none) }
	case len(args) == 2:
		x, y := args[0], args[1]
		return func(m *machine) scalar.Value { return f(x(m), y(m), none) }
	}
	x, y, z := args[0], args[1], args[2]
	return func(m *machine) scalar.Value { return f(x(m), y(m), z(m)) }
}

// cell spells an element of a block: b_3.f32[7].
func cell(n name.Name, t scalar.Type, i int64) string {
	return fmt.Sprintf("%s.%s[%d]", n, t, i)
}

// loadCell reads an element of a block.
func (m *machine) loadCell(b *block, n name.Name, t scalar.Type, i int64, kind access) scalar.Value {
	if m.race != nil {
		m.trace(b, t, i, kind, nil, func() string { return cell(n, t, i) })
	}
	v, complaint := b.load(t, i)
	if complaint != "" {
		m.invalid("reading %s: %s", cell(n, t, i), complaint)
	}
	return v
}

// storeCell writes one.
func (m *machine) storeCell(b *block, n name.Name, i int64, v scalar.Value, kind access) {
	if b.kept != "" {
		m.invalid("writing %s, which lies in the memory of parameter %s that the caller keeps", cell(n, v.Type, i), b.kept)
	}
	if m.race != nil {
		m.trace(b, v.Type, i, kind, b.holds(i, v), func() string { return cell(n, v.Type, i) })
	}
	if complaint := b.store(i, v); complaint != "" {
		m.invalid("writing %s: %s", cell(n, v.Type, i), complaint)
	}
}
