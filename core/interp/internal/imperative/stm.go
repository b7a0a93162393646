package imperative

import (
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/scalar"
)

// stm compiles a statement; DeclareBlock is list's.
func (c *compiler) stm(s imp.Stm) step {
	switch s := s.(type) {
	case *imp.Declare:
		set := c.setter(s.Init)
		return set(c.declare(s.Name))
	case *imp.Assign:
		set := c.setter(s.X)
		return set(c.assignable(s.Name))
	case *imp.Alloc:
		return c.alloc(s)
	case *imp.AssignBlock:
		return c.assignBlock(s)
	case *imp.Store:
		return c.store(s)
	case *imp.Copy:
		return c.copy(s)
	case *imp.If:
		return c.branch(s)
	case *imp.For:
		return c.loop(s)
	case *imp.While:
		cond, body := c.expr(s.Cond), c.list(s.Body)
		return func(m *machine) {
			for cond(m).Bool() {
				body.run(m)
			}
		}
	case *imp.Call:
		return c.call(s)
	case *imp.Assert:
		return c.assert(s)
	case *imp.Parallel:
		return c.parallelLoop(s)
	case *imp.Launch:
		return c.launch(s)
	case *imp.Barrier:
		c.barriers++
		id := c.barriers
		return func(m *machine) { m.barrier(id) }
	case *imp.Atomic:
		return c.atomic(s)
	}
	c.m.Invalid("the interpreter does not know the statement %T", s)
	return nil
}

// setter compiles an expression, and then the step that puts its value into a slot.
func (c *compiler) setter(e imp.Expr) func(to int) step {
	if imp.LanesOf(e) > 0 {
		x := c.vector(e)
		return func(to int) step { return func(m *machine) { m.Env[to].Lanes = x(m) } }
	}
	x := c.expr(e)
	return func(to int) step { return func(m *machine) { m.Env[to].Value = x(m) } }
}

func (c *compiler) alloc(s *imp.Alloc) step {
	bytes, to := c.expr(s.Bytes), c.assignable(s.Block)
	what := s.What
	if what == "" {
		what = s.Block.String()
	}
	if s.IsPart() {
		return c.part(s, what)
	}
	if c.reuses[s] {
		return func(m *machine) {
			n := bytes(m).Int()
			m.letGo(to)
			m.hold(to, m.reuse(s, what, n))
		}
	}
	return func(m *machine) {
		b := m.Allocate(what, bytes(m).Int())
		m.Account(b)
		m.Report.Allocs++
		m.hold(to, b)
	}
}

func (c *compiler) assignBlock(s *imp.AssignBlock) step {
	to := c.assignable(s.Dst)
	if s.Src.IsZero() {
		return func(m *machine) { m.letGo(to) }
	}
	from := c.use(s.Src)
	return func(m *machine) { m.hold(to, m.Env[from].Block) }
}

func (c *compiler) store(s *imp.Store) step {
	if s.Lanes > 0 {
		return c.storeLanes(s)
	}
	slot, index, x := c.use(s.Block), c.expr(s.Index), c.expr(s.X)
	return func(m *machine) {
		i, v := index(m).Int(), x(m)
		if v.Type != s.Elem {
			m.Invalid("%s is stored as %s", v, s.Elem)
		}
		m.storeCell(m.blockIn(slot, s.Block), s.Block, i, v, store.Writes)
	}
}

// viewOf compiles a view of a block as an array.
func (c *compiler) viewOf(v imp.View, elem scalar.Type) func(m *machine, shape []int64) *store.Array {
	slot, offset, strides := c.use(v.Block), c.expr(v.Offset), c.exprs(v.Strides)
	return func(m *machine, shape []int64) *store.Array {
		b := m.blockIn(slot, v.Block)
		l := layout.Layout{Offset: offset(m).Int(), Dims: make([]layout.Extent, len(shape))}
		for i, n := range shape {
			l.Dims[i] = layout.Extent{Size: n, Stride: strides[i](m).Int()}
		}
		if room := b.Room(elem); !l.Fits(room) {
			m.Invalid("%s of %s leaves the block of %d bytes, which has room for %d elements of %s",
				l, v.Block, b.Size(), room, elem)
		}
		return b.Array(v.Block, elem, l)
	}
}

func (c *compiler) copy(s *imp.Copy) step {
	shape := c.exprs(s.Shape)
	dst, src := c.viewOf(s.Dst, s.Elem), c.viewOf(s.Src, s.Elem)
	if len(s.Dst.Strides) != len(shape) || len(s.Src.Strides) != len(shape) {
		c.m.Invalid("the views do not have the %d dimensions of the shape", len(shape))
	}
	return func(m *machine) {
		sizes := make([]int64, len(shape))
		for i, size := range shape {
			sizes[i] = max(0, size(m).Int())
		}
		if !slices.Contains(sizes, 0) {
			m.Copy(dst(m, sizes), src(m, sizes))
		}
	}
}

func (c *compiler) branch(s *imp.If) step {
	cond, then, els := c.expr(s.Cond), c.list(s.Then), c.list(s.Else)
	return func(m *machine) {
		if cond(m).Bool() {
			then.run(m)
		} else {
			els.run(m)
		}
	}
}

func (c *compiler) loop(s *imp.For) step {
	bound := c.expr(s.Bound)
	index := c.declare(s.Index)
	body := c.list(s.Body)
	return func(m *machine) {
		n := bound(m)
		for i := range store.Trips(n) {
			m.Env[index].Value = scalar.Value{Type: n.Type, Bits: i}
			body.run(m)
		}
	}
}

func (c *compiler) call(s *imp.Call) step {
	f := c.prog.Fun(s.Fun)
	if f == nil {
		c.m.Invalid("no function %s", s.Fun)
	}
	if len(s.Args) != len(f.Params) || len(s.Results) != len(f.Results) {
		c.m.Invalid("%s takes %d arguments and gives %d results", s.Fun, len(f.Params), len(f.Results))
	}
	args := make([]func(m *machine) store.Datum, len(s.Args))
	for i, a := range s.Args {
		args[i] = c.argument(a)
	}
	results := make([]int, len(s.Results))
	for i, n := range s.Results {
		results[i] = c.assignable(n)
	}
	p := c.fun(f)
	return func(m *machine) {
		in := make([]store.Datum, len(args))
		for i, arg := range args {
			in[i] = arg(m)
		}
		m.Calls = append(m.Calls, s.Pos)
		p.call(m, in, func() {
			for i, slot := range results {
				m.Env[slot].Value = m.Env[p.result[i]].Value
				m.hold(slot, m.Env[p.result[i]].Block)
			}
		})
		m.Calls = m.Calls[:len(m.Calls)-1]
	}
}

func (c *compiler) argument(a imp.Arg) func(m *machine) store.Datum {
	if a.X == nil {
		slot := c.use(a.Block)
		return func(m *machine) store.Datum { return store.Datum{Block: m.Env[slot].Block} }
	}
	x := c.expr(a.X)
	return func(m *machine) store.Datum { return store.Datum{Value: x(m)} }
}

func (c *compiler) assert(s *imp.Assert) step {
	cond := c.expr(s.Cond)
	args := make([]expr, len(s.Message))
	for i, part := range s.Message {
		if part.Arg != nil {
			args[i] = c.expr(part.Arg)
		}
	}
	return func(m *machine) {
		if cond(m).Bool() {
			return
		}
		var text strings.Builder
		for i, part := range s.Message {
			text.WriteString(part.Text)
			if args[i] != nil {
				text.WriteString(fault.Text(args[i](m)))
			}
		}
		m.Fail(text.String(), s.Trace)
	}
}

// parallelBody compiles a body whose iterations share the variables outside it.
func (c *compiler) parallelBody(declare func(), ss []imp.Stm) *list {
	outer := c.shared
	c.shared = len(c.m.Env)
	declare()
	body := c.list(ss)
	c.shared = outer
	return body
}

func (c *compiler) parallelLoop(s *imp.Parallel) step {
	var counts []expr
	for _, d := range s.Space {
		counts = append(counts, c.expr(d.Count))
	}
	t, apart := s.IndexType(), c.apart(s.Apart, s.Body, nil)
	var indices []int
	nested, reuses := c.parallel, c.reuses
	if c.parallel = true; !nested {
		c.reuses = map[*imp.Alloc]bool{}
		for _, a := range imp.Reused(s) {
			c.reuses[a] = true
		}
	}
	body := c.parallelBody(func() {
		for _, d := range s.Space {
			indices = append(indices, c.declare(d.Index))
		}
	}, s.Body)
	c.parallel, c.reuses = nested, reuses
	return func(m *machine) {
		sizes := make([]int64, len(counts))
		for i, count := range counts {
			sizes[i] = max(0, count(m).Int())
		}
		if !slices.Contains(sizes, 0) {
			m.Report.Launches++
			apart(m)
			if s.Narrow && !few(sizes) {
				m.Invalid("a narrow statement has more than %d iterations: %v", imp.MostNarrow, sizes)
			}
		}
		if !nested {
			outer := m.reused
			m.reused = reused{}
			defer func() { m.releaseReused(outer) }()
		}
		m.EnterKernel(sizes)
		layout.Points(sizes, func(point []int64) {
			m.EnterIteration()
			for d, slot := range indices {
				m.Env[slot].Value = scalar.Int(t, point[d])
			}
			body.run(m)
		})
		m.LeaveKernel()
	}
}

// few reports whether a narrow statement may have that many iterations.
func few(sizes []int64) bool {
	total := int64(1)
	for _, n := range sizes {
		if n > imp.MostNarrow/total {
			return false
		}
		total *= n
	}
	return true
}

func (c *compiler) atomic(s *imp.Atomic) step {
	slot, index, x := c.use(s.Block), c.expr(s.Index), c.expr(s.X)
	if s.Kind == imp.AtomicUpdate {
		c.m.CheckOperator(s.Fn, s.Elem, 2)
	}
	var expected expr
	if s.Kind == imp.AtomicCompareExchange {
		expected = c.expr(s.Expected)
	}
	old := -1
	if !s.Old.IsZero() {
		old = c.declare(s.Old)
	}
	return func(m *machine) {
		b, i := m.blockIn(slot, s.Block), index(m).Int()
		v := x(m)
		was := m.loadCell(b, s.Block, s.Elem, i, store.Updates)
		switch s.Kind {
		case imp.AtomicUpdate:
			r, ok := s.Fn.Eval(s.Elem, was, v)
			if !ok {
				m.Invalid("%s.%s is undefined on %s and %s", s.Fn, s.Elem, was, v)
			}
			v = r
		case imp.AtomicCompareExchange:
			if expected(m) != was {
				v = was
			}
		}
		m.storeCell(b, s.Block, i, v, store.Updates)
		if old >= 0 {
			m.Env[old].Value = was
		}
	}
}
