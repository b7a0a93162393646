package functional

import (
	"slices"

	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Second-order combinators: their meaning is sequential execution in index order.

// inputs are the argument arrays of a combinator.
type inputs struct {
	width  int
	arrays []int
	elems  []store.Datum
}

func (c *compiler) inputs(width ir.Atom, arrays []name.Name) *inputs {
	return &inputs{c.atom(width), c.uses(arrays), make([]store.Datum, len(arrays))}
}

// count checks that the arrays have Width elements and returns that number.
func (in *inputs) count(m *machine) int64 {
	n := m.Int(in.width)
	for _, slot := range in.arrays {
		if a := m.arrayIn(slot); a.Dims[0].Size != n {
			m.Invalid("%s does not have %d elements", a, n)
		}
	}
	return n
}

// at returns the tuple of elements i; the next call overwrites it.
func (in *inputs) at(m *machine, i int64) []store.Datum {
	for k, slot := range in.arrays {
		in.elems[k] = m.Get(m.Env[slot].Array, i)
	}
	return in.elems
}

// element returns the function from an index to fn's results there, or to the elements
// themselves if fn is nil.
func (in *inputs) element(m *machine, fn *lambda) func(i int64) []store.Datum {
	return func(i int64) []store.Datum {
		if fn == nil {
			return in.at(m, i)
		}
		return fn.apply(m, in.at(m, i)...)
	}
}

// placeAll allocates the arrays of a pattern.
func (m *machine) placeAll(pat []param) []*store.Array {
	out := make([]*store.Array, len(pat))
	for i := range pat {
		out[i] = m.place(&pat[i])
	}
	return out
}

// bindArrays binds a pattern to the arrays allocated for it.
func (m *machine) bindArrays(pat []param, arrays []*store.Array) {
	for i, a := range arrays {
		m.Env[pat[i].slot].Array = a
	}
}

func (c *compiler) mapping(s *ir.Stm, e *ir.Map) step {
	in, fn := c.inputs(e.Width, e.Arrays), c.lambda(e.Fn)
	pat := c.pattern(s, len(fn.out))
	return func(m *machine) {
		n, outs := in.count(m), m.placeAll(pat)
		element := in.element(m, fn)
		for i := range n {
			m.PutAll(outs, element(i), i)
		}
		m.bindArrays(pat, outs)
	}
}

func (c *compiler) reduce(s *ir.Stm, e *ir.Reduce) step {
	in, fn, op := c.inputs(e.Width, e.Arrays), c.lambda(e.Fn), c.operator(e.Operator, e.Neutral)
	pat, k := c.pattern(s, -1), len(e.Neutral)
	c.checkFold(s, fn, k)
	return func(m *machine) {
		n, outs := in.count(m), m.placeAll(pat[k:])
		element := in.element(m, fn)
		acc := op.fold(m, n, func(i int64) []store.Datum {
			x := element(i)
			m.PutAll(outs, x[k:], i)
			return x
		})
		m.bindFolded(pat[:k], acc)
		m.bindArrays(pat[k:], outs)
	}
}

// bindFolded binds a pattern to the values of a fold. It copies arrays: a fold's results
// are fresh, but an operator may return a row of the input, and a fold of no elements
// returns the neutral element itself.
func (m *machine) bindFolded(pat []param, values []store.Datum) {
	for i := range pat {
		if len(pat[i].dims) == 0 {
			m.bind(&pat[i], values[i])
			continue
		}
		a := m.place(&pat[i])
		m.Put(a, values[i])
		m.Env[pat[i].slot].Array = a
	}
}

func (c *compiler) scan(s *ir.Stm, e *ir.Scan) step {
	in, fn, op := c.inputs(e.Width, e.Arrays), c.lambda(e.Fn), c.operator(e.Operator, e.Neutral)
	pat, k := c.pattern(s, -1), len(e.Neutral)
	c.checkFold(s, fn, k)
	return func(m *machine) {
		n, outs := in.count(m), m.placeAll(pat)
		element := in.element(m, fn)
		op.scan(m, n, func(i int64) []store.Datum {
			x := element(i)
			m.PutAll(outs[k:], x[k:], i)
			return x
		}, func(i int64, prefix []store.Datum) { m.PutAll(outs[:k], prefix, i) })
		m.bindArrays(pat, outs)
	}
}

// checkFold checks that a fold of k values is given and binds enough.
func (c *compiler) checkFold(s *ir.Stm, fn *lambda, k int) {
	if len(s.Pat) < k || fn != nil && len(fn.out) != len(s.Pat) {
		c.m.Invalid("%s of %d values binds %d", s.Exp.Op(), k, len(s.Pat))
	}
}

func (c *compiler) scatter(s *ir.Stm, e *ir.Scatter) step {
	in, fn := c.inputs(e.Width, e.Arrays), c.lambda(e.Fn)
	to := c.destinations(e.Dests)
	pat := c.pattern(s, len(e.Dests))
	if len(fn.out) != to.results {
		c.m.Invalid("scatter's function returns %d results, its destinations need %d", len(fn.out), to.results)
	}
	return func(m *machine) {
		n := in.count(m)
		element := in.element(m, fn)
		scattered := to.begin(m, pat)
		for i := range n {
			scattered.add(m, element(i))
		}
	}
}

func (c *compiler) hist(s *ir.Stm, e *ir.Hist) step {
	in, fn := c.inputs(e.Width, e.Arrays), c.lambda(e.Fn)
	h := c.histograms(e.Ops)
	pat := c.pattern(s, h.dests)
	if len(fn.out) != h.results {
		c.m.Invalid("hist's function returns %d results, its operations need %d", len(fn.out), h.results)
	}
	return func(m *machine) {
		n := in.count(m)
		element := in.element(m, fn)
		updates := h.begin(m, pat)
		for i := range n {
			updates.add(m, nil, element(i))
		}
	}
}

// fewIterations is a number of iterations that run in no time, so that malformed programs are
// noticed at sizes that tests use.
const fewIterations = 1 << 16

// unlessEmpty returns a step that runs a parallel operation s unless it has many iterations
// and all its results turn out to be without elements: an array of 2^32 by 2^32 by 0 elements
// takes no memory, and the iterations over its rows would not end.
func (c *compiler) unlessEmpty(s *ir.Stm, run step) step {
	f := ops.FormOf(s.Exp)
	if f == nil || len(f.Writes) > 0 || ops.MayStopWithin(s) ||
		slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return !p.Type.IsArray() }) {
		return run
	}
	var sizes []int
	if f.Width != nil {
		sizes = c.atoms([]ir.Atom{*f.Width})
	} else {
		for _, d := range *f.Space {
			sizes = append(sizes, c.atom(d.Size))
		}
	}
	pat := make([]param, len(s.Pat))
	for i, p := range s.Pat {
		pat[i] = param{name: p.Name, slot: c.slots[p.Name], elem: p.Type.Elem, dims: c.atoms(p.Type.Dims)}
		if c.m.Heap {
			pat[i].at = c.location(p.At)
		}
	}
	return func(m *machine) {
		for _, size := range sizes {
			if m.Int(size) <= fewIterations {
				continue
			}
			if m.allEmpty(pat) {
				m.bindArrays(pat, m.placeAll(pat))
				return
			}
			break
		}
		run(m)
	}
}

// allEmpty reports whether none of the arrays of a pattern has elements.
func (m *machine) allEmpty(pat []param) bool {
	return !slices.ContainsFunc(pat, func(p param) bool {
		return !slices.ContainsFunc(p.dims, func(size int) bool { return m.Int(size) == 0 })
	})
}
