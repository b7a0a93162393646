package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// cutting distributes a map over the statements of its function.
type cutting struct {
	x      *extractor
	pos    source.Pos
	attrs  []ir.Attr // what the schedule says of the map
	width  ir.Atom
	pat    []ir.Param // the map's pattern
	result []ir.Atom  // the results of its function

	before []*ir.Stm              // statements hoisted from the function: they are loop-invariant
	row    map[name.Name]ir.Param // the function's parameters, and variables that it reads as rows of stored arrays
	whole  map[name.Name]name.Name
	bound  ir.Names // names that vary between points
	light  map[name.Name]*lightStm
	order  map[*ir.Stm]int // position of the function's statements
	pieces []*piece
}

// piece is a part of the function. A parallel piece consists of one statement.
type piece struct {
	stms     []*ir.Stm
	parallel bool
}

// lightStm is a cheap statement, recomputed by each piece that needs it.
type lightStm struct {
	stm  *ir.Stm
	cost int // including the light statements it needs
}

// cut distributes the map m, bound by s, over pieces of its function. It returns nil if
// that exposes no parallelism or is not allowed.
func (x *extractor) cut(s *ir.Stm, m *ir.Map) *cutting {
	c := &cutting{
		x: x, pos: s.Pos, attrs: schedule.Carried(s), width: m.Width, pat: s.Pat, result: m.Fn.Body.Result,
		row: map[name.Name]ir.Param{}, whole: map[name.Name]name.Name{},
		bound: ir.Names{}, light: map[name.Name]*lightStm{}, order: map[*ir.Stm]int{},
	}
	for i, p := range m.Fn.Params {
		c.row[p.Name], c.whole[p.Name] = p, m.Arrays[i]
		c.bound.Add(p.Name)
	}
	consumed := x.consumedIn(m.Fn.Body)
	for _, t := range m.Fn.Body.Stms {
		pieces := []*ir.Stm{t}
		if _, isMap := t.Exp.(*ir.Map); (isMap || x.foldsVectors(t)) && !x.stays(t) {
			pieces = x.spread(t)
		}
		for _, t := range pieces {
			c.add(t, consumed)
		}
	}
	if !slices.ContainsFunc(c.pieces, func(p *piece) bool { return p.parallel && !moves(p.stms[0].Exp) }) || !c.storable() || !c.mayFail() {
		return nil
	}
	return c
}

// add places t: before the map, among the light statements, or in a piece.
func (c *cutting) add(t *ir.Stm, consumed func(*ir.Stm) bool) {
	c.order[t] = len(c.order)
	aliased := consumed(t)
	if outside(t.Exp) && !aliased && c.invariant(ir.FreeInStm(t)) {
		c.before = append(c.before, t)
		return
	}
	for _, p := range t.Pat {
		c.bound.Add(p.Name)
	}
	if cost, ok := ops.Cost(t.Exp); ok && !aliased {
		if cost += c.costOf(ir.FreeInStm(t)); cost <= repeatable/2 {
			c.light[t.Pat[0].Name] = &lightStm{t, cost}
			return
		}
	}
	if c.spreads(t) && !(aliased && moves(t.Exp)) {
		c.pieces = append(c.pieces, &piece{[]*ir.Stm{t}, true})
		return
	}
	if n := len(c.pieces); n == 0 || c.pieces[n-1].parallel {
		c.pieces = append(c.pieces, &piece{})
	}
	last := c.pieces[len(c.pieces)-1]
	last.stms = append(last.stms, t)
}

// invariant reports whether none of names varies between points.
func (c *cutting) invariant(names ir.Names) bool {
	for n := range names {
		if c.bound.Has(n) {
			return false
		}
	}
	return true
}

func (c *cutting) costOf(names ir.Names) (cost int) {
	for n := range names {
		if l := c.light[n]; l != nil {
			cost += l.cost
		}
	}
	return cost
}

// spreads reports whether t is a parallel statement that can be interchanged with the map:
// everything that determines its shape is invariant.
func (c *cutting) spreads(t *ir.Stm) bool {
	fixed := ir.Names{}
	atom := func(as ...ir.Atom) {
		for _, a := range as {
			if a.IsVar() {
				fixed.Add(a.Name)
			}
		}
	}
	lambda := func(l *ir.Lambda) {
		for n := range ir.FreeInLambda(l) {
			fixed.Add(n)
		}
	}
	types := func(ps []ir.Param) {
		for _, p := range ps {
			atom(p.Type.Dims...)
		}
	}
	types(t.Pat)
	if c.x.stays(t) {
		return false
	}
	if f := ops.CombinatorOf(t.Exp); f != nil {
		atom(append(f.Neutral(), *f.Width)...)
		for _, op := range f.Operators() {
			lambda(op)
		}
		return c.invariant(fixed)
	}
	switch e := t.Exp.(type) {
	case *ir.Loop:
		atom(e.Bound)
		types(e.Params)
		if e.Index.IsZero() || !c.x.anyParallel(e.Body) || c.x.canFail(t) && !c.x.reorders {
			return false
		}
		c.x.reordered = c.x.reordered || c.x.canFail(t)
	case *ir.If:
		atom(e.Cond)
		if !c.x.parallel(t) {
			return false
		}
	default:
		if !moves(t.Exp) || !c.movable(t) {
			return false
		}
	}
	return c.invariant(fixed)
}

// movable reports whether the operands of t, an operation that moves elements, are stored rows, and
// what else it needs is invariant.
func (c *cutting) movable(t *ir.Stm) bool {
	operands := moving(t.Exp)
	for n := range ir.FreeInStm(t) {
		if operands.Has(n) == !c.bound.Has(n) || operands.Has(n) && c.light[n] != nil {
			return false
		}
	}
	return true
}

// storable reports whether everything that pieces pass on has an invariant size.
func (c *cutting) storable() bool {
	for k, p := range c.pieces {
		for _, out := range c.liveOut(k, p) {
			sizes := ir.Names{}
			for _, d := range out.Type.Dims {
				if d.IsVar() {
					sizes.Add(d.Name)
				}
			}
			if !c.invariant(sizes) {
				return false
			}
		}
	}
	return true
}

// mayFail reports whether the pieces may fail: at most one of them, unless the program may
// fail in another order.
func (c *cutting) mayFail() bool {
	n := 0
	for _, p := range c.pieces {
		if slices.ContainsFunc(p.stms, c.x.canFail) {
			n++
		}
	}
	return n <= 1 || c.x.reorder()
}

// reorder reports whether operations may fail in another order than the points do, and
// remembers that some do.
func (x *extractor) reorder() bool {
	x.reordered = x.reordered || x.reorders
	return x.reorders
}

func (x *extractor) canFail(s *ir.Stm) bool { return ops.CanFail(s.Exp, x.failing) }

// liveOut returns the variables of piece k that later pieces or the results need; for a
// parallel piece, everything it binds.
func (c *cutting) liveOut(k int, p *piece) []ir.Param {
	if p.parallel {
		return p.stms[0].Pat
	}
	needed := ir.Names{}
	for _, later := range c.pieces[k+1:] {
		for _, s := range later.stms {
			c.need(needed, ir.FreeInStm(s))
		}
	}
	c.need(needed, ir.FreeInBody(&ir.Body{Result: c.result}))
	var out []ir.Param
	for _, s := range p.stms {
		for _, b := range s.Pat {
			if needed.Has(b.Name) {
				out = append(out, b)
			}
		}
	}
	return out
}

// need adds names to needed, and transitively what the light statements among them need.
func (c *cutting) need(needed, names ir.Names) {
	for n := range names {
		if needed.Has(n) {
			continue
		}
		needed.Add(n)
		if l := c.light[n]; l != nil {
			c.need(needed, ir.FreeInStm(l.stm))
		}
	}
}

// consumedIn returns a predicate that reports whether a statement of b uses or makes an
// alias of an array that b consumes. Such a value may not be available later.
func (x *extractor) consumedIn(b *ir.Body) func(*ir.Stm) bool {
	aliases := alias.ClassesIn(x.unit.IR, b)
	classes := ir.Names{}
	for _, s := range b.Stms {
		for n := range aliases.Consumed(s) {
			classes.Add(n)
		}
	}
	return func(s *ir.Stm) bool {
		if len(classes) == 0 {
			return false
		}
		for n := range ir.FreeInStm(s) {
			if classes.Has(aliases.Class(n)) {
				return true
			}
		}
		return slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return classes.Has(aliases.Class(p.Name)) })
	}
}
