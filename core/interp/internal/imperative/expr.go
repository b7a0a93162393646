package imperative

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

func (c *compiler) exprs(es []imp.Expr) []expr {
	out := make([]expr, len(es))
	for i, e := range es {
		out[i] = c.expr(e)
	}
	return out
}

// expr compiles an expression.
func (c *compiler) expr(e imp.Expr) expr {
	switch e := e.(type) {
	case *imp.Const:
		return func(*machine) scalar.Value { return e.Value }
	case *imp.Var:
		slot := c.use(e.Name)
		return func(m *machine) scalar.Value { return m.Env[slot].Value }
	case *imp.Load:
		slot, index := c.use(e.Block), c.expr(e.Index)
		return func(m *machine) scalar.Value {
			return m.loadCell(m.blockIn(slot, e.Block), e.Block, e.Elem, index(m).Int(), store.Reads)
		}
	case *imp.Prim:
		return c.prim(e)
	case *imp.Convert:
		x := c.expr(e.X)
		return func(m *machine) scalar.Value { return scalar.Convert(e.To, x(m)) }
	case *imp.At:
		return c.at(e)
	case *imp.Lane:
		x := c.vector(e.X)
		return func(m *machine) scalar.Value { return x(m)[e.K] }
	case *imp.ID:
		if e.Kind == imp.NumThreads {
			return func(*machine) scalar.Value { return store.I64(numThreads) }
		}
		if e.Kind == imp.Repeats {
			return func(m *machine) scalar.Value {
				m.Chose = true
				return store.I64(int64(scalar.FromBool(m.Repeats).Bits))
			}
		}
		if e.Kind == imp.Threshold {
			return func(*machine) scalar.Value { return store.I64(e.Default) }
		}
		return func(m *machine) scalar.Value {
			if m.thread == nil {
				m.Invalid("a thread's identity is read outside a launch")
			}
			return scalar.Int(scalar.I64, m.thread.ids[e.Kind])
		}
	case *imp.Bytes:
		slot := c.use(e.Block)
		return func(m *machine) scalar.Value { return store.I64(m.sizeIn(slot)) }
	case *imp.Apart:
		written, read := c.uses(e.Written), c.uses(e.Read)
		return func(m *machine) scalar.Value {
			x, _ := m.shared(written, read)
			return scalar.FromBool(x < 0)
		}
	}
	c.m.Invalid("the interpreter does not know the expression %T", e)
	return nil
}

// at compiles an index function at subscripts, which must lie within its sizes. One of
// i32s must not overflow, one of u32s wraps.
func (c *compiler) at(e *imp.At) expr {
	type dim struct{ size, stride, index expr }
	offset, dims := c.expr(e.Offset), make([]dim, len(e.Dims))
	for i, d := range e.Dims {
		dims[i] = dim{c.expr(d.Size), c.expr(d.Stride), c.expr(d.Index)}
	}
	t := imp.TypeOf(e)
	fits := func(m *machine, x int64) int64 {
		switch t {
		case scalar.I32:
			if x != int64(int32(x)) {
				m.Invalid("%d in an index function of i32s overflows", x)
			}
		case scalar.U32:
			return int64(uint32(x))
		}
		return x
	}
	return func(m *machine) scalar.Value {
		sum := offset(m).Int()
		for i, d := range dims {
			at, size := d.index(m).Int(), d.size(m).Int()
			if at < 0 || at >= size {
				m.Invalid("subscript %d of dimension %d lies outside its size %d", at, i, size)
			}
			sum = fits(m, sum+fits(m, at*d.stride(m).Int()))
		}
		return scalar.Int(t, sum)
	}
}

func (c *compiler) prim(e *imp.Prim) expr {
	args := c.exprs(e.Args)
	c.m.CheckOperator(e.Fn, e.Type, len(args))
	f := e.Fn.Func(e.Type)
	var none scalar.Value
	switch {
	case e.Exact:
		return exact(e, args[0], args[1])
	case e.Fn.Info().Partial.Has(e.Type):
		x, y := args[0], args[1]
		return func(m *machine) scalar.Value {
			a, b := x(m), y(m)
			if !e.Fn.Defined(e.Type, a, b) {
				m.Invalid("%s.%s is undefined on %s and %s", e.Fn, e.Type, a, b)
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

// vector compiles an expression of vectors. A run never changes the lanes that it
// returns.
func (c *compiler) vector(e imp.Expr) func(m *machine) []scalar.Value {
	n := imp.LanesOf(e)
	switch e := e.(type) {
	case *imp.Var:
		slot := c.use(e.Name)
		return func(m *machine) []scalar.Value { return m.Env[slot].Lanes }
	case *imp.Load:
		slot, index := c.use(e.Block), c.expr(e.Index)
		return func(m *machine) []scalar.Value {
			b, i := m.blockIn(slot, e.Block), index(m).Int()
			return lanes(n, func(k int) scalar.Value {
				return m.loadCell(b, e.Block, e.Elem, i+int64(k), store.Reads)
			})
		}
	case *imp.Splat:
		x := c.expr(e.X)
		return func(m *machine) []scalar.Value { return slices.Repeat([]scalar.Value{x(m)}, n) }
	case *imp.Ramp:
		base, step := c.expr(e.Base), c.expr(e.Step)
		return func(m *machine) []scalar.Value {
			from, by := base(m), step(m)
			return lanes(n, func(k int) scalar.Value {
				return scalar.Int(from.Type, from.Int()+int64(k)*by.Int())
			})
		}
	case *imp.Build:
		elems := c.exprs(e.Elems)
		return func(m *machine) []scalar.Value {
			return lanes(n, func(k int) scalar.Value { return elems[k](m) })
		}
	case *imp.Convert:
		x := c.vector(e.X)
		return func(m *machine) []scalar.Value {
			from := x(m)
			return lanes(n, func(k int) scalar.Value { return scalar.Convert(e.To, from[k]) })
		}
	case *imp.Prim:
		return c.vectorPrim(e)
	}
	c.m.Invalid("the interpreter does not know the vector %T", e)
	return nil
}

// lanes is the vector of n scalars.
func lanes(n int, of func(k int) scalar.Value) []scalar.Value {
	out := make([]scalar.Value, n)
	for k := range out {
		out[k] = of(k)
	}
	return out
}

// vectorPrim applies an operator in each lane.
func (c *compiler) vectorPrim(e *imp.Prim) func(m *machine) []scalar.Value {
	c.m.CheckOperator(e.Fn, e.Type, len(e.Args))
	args := make([]func(*machine) []scalar.Value, len(e.Args))
	for i, x := range e.Args {
		args[i] = c.vector(x)
	}
	f, partial := e.Fn.Func(e.Type), e.Fn.Info().Partial.Has(e.Type)
	return func(m *machine) []scalar.Value {
		var in [3][]scalar.Value
		for i, x := range args {
			in[i] = x(m)
		}
		return lanes(imp.LanesOf(e), func(k int) scalar.Value {
			var at [3]scalar.Value
			for i := range args {
				at[i] = in[i][k]
			}
			if partial && !e.Fn.Defined(e.Type, at[0], at[1]) {
				m.Invalid("%s.%s is undefined on %s and %s", e.Fn, e.Type, at[0], at[1])
			}
			return f(at[0], at[1], at[2])
		})
	}
}

// storeLanes writes a vector.
func (c *compiler) storeLanes(s *imp.Store) step {
	slot, index, x := c.use(s.Block), c.expr(s.Index), c.vector(s.X)
	return func(m *machine) {
		i, b := index(m).Int(), m.blockIn(slot, s.Block)
		for k, v := range x(m) {
			if v.Type != s.Elem {
				m.Invalid("%s is stored as %s", v, s.Elem)
			}
			m.storeCell(b, s.Block, i+int64(k), v, store.Writes)
		}
	}
}

// exact compiles an operation on i32s that must not overflow, and must not divide by what
// is not positive.
func exact(e *imp.Prim, x, y expr) expr {
	f := e.Fn.Func(scalar.I64)
	divides := e.Fn.Info().Partial.Has(scalar.I32)
	return func(m *machine) scalar.Value {
		a, b := store.I64(x(m).Int()), store.I64(y(m).Int())
		if divides && b.Int() <= 0 {
			m.Invalid("exact.%s.i32 divides by %d", e.Fn, b.Int())
		}
		r := f(a, b, scalar.Value{}).Int()
		if r != int64(int32(r)) {
			m.Invalid("exact.%s.i32 overflows on %d and %d", e.Fn, a.Int(), b.Int())
		}
		return scalar.Int(scalar.I32, r)
	}
}

// cell spells an element of a block: b_3.f32[7].
func cell(n name.Name, t scalar.Type, i int64) string {
	return fmt.Sprintf("%s.%s[%d]", n, t, i)
}

// loadCell reads an element of a block.
func (m *machine) loadCell(b *store.Block, n name.Name, t scalar.Type, i int64, kind store.Access) scalar.Value {
	if m.Tracing() {
		m.Trace(b, t, i, kind, nil, func() string { return cell(n, t, i) })
	}
	v, complaint := b.Load(t, i)
	if complaint != "" {
		m.Invalid("reading %s: %s", cell(n, t, i), complaint)
	}
	return v
}

// storeCell writes one.
func (m *machine) storeCell(b *store.Block, n name.Name, i int64, v scalar.Value, kind store.Access) {
	if b.Kept != "" {
		m.Invalid("writing %s, which lies in the memory of parameter %s that the caller keeps", cell(n, v.Type, i), b.Kept)
	}
	if m.Tracing() {
		m.Trace(b, v.Type, i, kind, b.Holds(i, v), func() string { return cell(n, v.Type, i) })
	}
	if complaint := b.Store(i, v); complaint != "" {
		m.Invalid("writing %s: %s", cell(n, v.Type, i), complaint)
	}
}

// uses finds the slots of variables.
func (c *compiler) uses(ns []name.Name) []int {
	slots := make([]int, len(ns))
	for i, n := range ns {
		slots[i] = c.use(n)
	}
	return slots
}

// sizeIn returns the size of the block that a variable holds.
func (m *machine) sizeIn(slot int) int64 {
	if b := m.Env[slot].Block; b != nil {
		return b.Size()
	}
	return 0
}

// shared finds a written variable whose block another variable holds, too, and that one;
// it returns their numbers in the concatenation of both lists, -1 if there is none.
func (m *machine) shared(written, read []int) (int, int) {
	all := slices.Concat(written, read)
	for i, slot := range written {
		b := m.Env[slot].Block
		for j := i + 1; b != nil && j < len(all); j++ {
			if m.Env[all[j]].Block == b {
				return i, j
			}
		}
	}
	return -1, -1
}

// apart compiles the check of what an Apart statement promises of its body's blocks.
func (c *compiler) apart(promised bool, body []imp.Stm, own []imp.Shared) func(m *machine) {
	if !promised {
		return func(*machine) {}
	}
	written, read := imp.BlockUses(body)
	outside := func(n name.Name) bool {
		return !slices.ContainsFunc(own, func(s imp.Shared) bool { return s.Name == n })
	}
	var names []name.Name
	var slots [2][]int
	for k, list := range [][]name.Name{written, read} {
		for _, n := range list {
			if outside(n) {
				names, slots[k] = append(names, n), append(slots[k], c.use(n))
			}
		}
	}
	return func(m *machine) {
		if x, y := m.shared(slots[0], slots[1]); x >= 0 {
			m.Invalid("%s, which is written, and %s hold one block, and the kernel says that its blocks are apart", names[x], names[y])
		}
	}
}
