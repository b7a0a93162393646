package emit

import (
	"math/bits"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// pointer is the address of an access that a loop keeps up: a local, and a
// constant to add.
type pointer struct {
	at     assemble.Local
	offset uint64
	step   int64 // bytes an iteration, if that is a constant
}

// maxPointers is how many pointers a loop keeps: more would not stay in
// registers.
const maxPointers = 8

// Address pushes an address for element index of a block, and returns the
// constant that the access adds. The constant stays below minBlock, so that the
// pushed part of a valid address is not negative.
func (f *Fn) Address(access any, block name.Name, elem scalar.Type, index imp.Expr) (offset uint64) {
	if p, ok := f.pointers[access]; ok {
		f.Get(p.at)
		return p.offset + uint64(f.ahead*p.step)
	}
	size := int64(elem.Size())
	if p, ok := f.repeats.keeps(access); ok {
		return f.shared(p, block, size)
	}
	rest, n := splitConstant(index)
	if n < 0 || n*size >= assemble.MinBlock {
		rest, n = index, 0
	}
	f.Get(f.At(block))
	f.addScaled(rest, size)
	return uint64(n * size)
}

// addScaled adds e · size to the address on the stack.
func (f *Fn) addScaled(e imp.Expr, size int64) {
	if c, ok := imp.ConstOf(e); ok {
		if c.Int() != 0 {
			f.I32(int32(c.Int() * size))
			f.Op(code.I32Add)
		}
		return
	}
	f.Low(e)
	f.Scale(size)
	f.Op(code.I32Add)
}

// Scale multiplies the i32 on the stack by a power of two.
func (f *Fn) Scale(size int64) {
	if size > 1 {
		f.I32(int32(bits.TrailingZeros64(uint64(size))))
		f.Op(code.I32Shl)
	}
}

// splitConstant takes the constant summand off an index.
func splitConstant(e imp.Expr) (imp.Expr, int64) {
	p, ok := e.(*imp.Prim)
	if !ok || p.Type != scalar.I64 || p.Fn != scalar.Add && p.Fn != scalar.Sub {
		return e, 0
	}
	c, ok := imp.ConstOf(p.Args[1])
	n := c.Int()
	if p.Fn == scalar.Sub {
		n = -n
	}
	if ok && -assemble.MinBlock < n && n < assemble.MinBlock {
		return p.Args[0], n
	}
	return e, 0
}

// Low pushes the lower 32 bits of an i64 expression, computed in 32 bits as far
// as the operators allow.
func (f *Fn) Low(e imp.Expr) {
	if l, ok := f.Hoisted[imp.Key(e)]; ok {
		f.Get(l)
		f.Op(code.I32WrapI64)
		return
	}
	switch e := e.(type) {
	case *imp.Const:
		f.I32(int32(e.Value.Int()))
		return
	case *imp.Var:
		if def, ok := f.ScopeOfLoop().Planned(e.Name); ok {
			f.Low(def)
			return
		}
	case *imp.Prim:
		if op, ok := low32[e.Fn]; ok && e.Type == scalar.I64 {
			f.Low(e.Args[0])
			f.Low(e.Args[1])
			f.Op(op)
			return
		}
	case *imp.Convert:
		if e.To == scalar.I64 && e.From.IsInt() && e.From.Size() < 8 {
			f.Expr(e.X)
			return
		}
	}
	f.Expr(e)
	f.Op(code.I32WrapI64)
}

// low32 are the operators whose result's lower bits depend on the operands'
// lower bits only.
var low32 = map[scalar.Op]code.Op{
	scalar.Add: code.I32Add, scalar.Sub: code.I32Sub, scalar.Mul: code.I32Mul,
}

// access is a load or store in a loop whose address is a constant step apart
// from one iteration to the next.
type access struct {
	node  any
	block name.Name
	size  int64 // of an element
	bytes int64 // of all elements of a vector, else the same
	index imp.Expr
	base  sym.Poly // the index in bytes where the loop's index is 0
	step  sym.Poly // bytes an iteration
}

// strided finds the accesses directly in a loop's body (not in loops inside it)
// whose index is linear in the loop's index with coefficients that the loop does
// not change.
func (f *Fn) strided(index name.Name, body []imp.Stm, changed imp.Names) []access {
	var out []access
	add := func(node any, block name.Name, elem scalar.Type, lanes int, e imp.Expr) {
		if changed[block] {
			return
		}
		l := guards.Linearizer{Scope: f.ScopeOfLoop(), Index: index, Changed: changed, Budget: guards.MaxNodes}
		p, ok := l.Poly(e)
		if !ok {
			return
		}
		size := int64(elem.Size())
		if base, step, ok := guards.Linear(p, index); ok {
			out = append(out, access{node, block, size, size * int64(max(1, lanes)), e, base.Scale(size), step.Scale(size)})
		}
	}
	loads := func(e imp.Expr) {
		imp.WalkExpr(e, func(e imp.Expr) {
			if l, ok := e.(*imp.Load); ok {
				add(l, l.Block, l.Elem, l.Lanes, l.Index)
			}
		})
	}
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.While, *imp.Parallel, *imp.Launch:
			return false
		case *imp.Declare:
			if f.Done[s.Name] {
				return true
			}
		case *imp.Store:
			add(s, s.Block, s.Elem, s.Lanes, s.Index)
		}
		f.hotRoots(s, nil, loads)
		_, isLoop := s.(*imp.For)
		return !isLoop
	})
	return out
}

// group is a set of accesses that share a pointer: their addresses differ by
// constants.
type group struct {
	members []access
	deltas  []int64 // bytes from the first member
	least   int64   // the smallest of them
}

// share puts accesses into at most maxPointers groups; the rest do without.
func share(accesses []access) []*group {
	var groups []*group
next:
	for _, a := range accesses {
		for _, g := range groups {
			if g.add(a) {
				continue next
			}
		}
		if len(groups) < maxPointers {
			groups = append(groups, &group{members: []access{a}, deltas: []int64{0}})
		}
	}
	return groups
}

// add takes a in if it fits: the constants that accesses add must stay small.
func (g *group) add(a access) bool {
	first := g.members[0]
	if a.block != first.block || !a.step.Equal(first.step) {
		return false
	}
	d, ok := a.base.Sub(first.base).AsConst()
	if !ok || d <= -assemble.MinBlock/2 || d >= assemble.MinBlock/2 {
		return false
	}
	g.members = append(g.members, a)
	g.deltas = append(g.deltas, d)
	g.least = min(g.least, d)
	return true
}

// follow sets up a pointer for each group, from the present value of the loop's
// index, for stride iterations at a time, written in as many copies. It returns the
// code that stands after each copy, and after all of them, and a function that
// forgets the pointers. Where only constants differ between copies, the accesses add
// them.
func (f *Fn) follow(groups []*group, stride, copies int64) (each, advance, undo func()) {
	before := map[any]pointer{}
	var eachStep, steps []func()
	for _, g := range groups {
		p := f.Temp(code.I32)
		f.Get(f.At(g.members[0].block))
		f.addScaled(g.members[0].index, g.members[0].size)
		if g.least != 0 {
			f.I32(int32(g.least))
			f.Op(code.I32Add)
		}
		f.Set(p)
		for i, m := range g.members {
			if old, ok := f.pointers[m.node]; ok {
				before[m.node] = old
			}
			step, _ := m.step.AsConst()
			f.pointers[m.node] = pointer{p, uint64(g.deltas[i] - g.least), step}
		}
		by := g.members[0].step
		if _, isConst := by.AsConst(); !isConst && copies > 1 {
			eachStep = append(eachStep, f.step(p, by))
		} else if !by.IsZero() {
			steps = append(steps, f.step(p, by.Scale(stride)))
		}
	}
	undo = func() {
		for _, g := range groups {
			for _, m := range g.members {
				delete(f.pointers, m.node)
			}
		}
		for node, p := range before {
			f.pointers[node] = p
		}
	}
	return run(eachStep), run(steps), undo
}

// run runs them all.
func run(steps []func()) func() {
	return func() {
		for _, s := range steps {
			s()
		}
	}
}

// step evaluates a stride, and returns the code that adds it to p.
func (f *Fn) step(p assemble.Local, stride sym.Poly) func() {
	n, isConst := stride.AsConst()
	var by assemble.Local
	if !isConst {
		by = f.Temp(code.I32)
		f.Low(imp.Poly(stride))
		f.Set(by)
	}
	return func() {
		f.Get(p)
		if isConst {
			f.I32(int32(n))
		} else {
			f.Get(by)
		}
		f.Op(code.I32Add)
		f.Set(p)
	}
}
