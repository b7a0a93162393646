package hist

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// A stable sort of numbered keys by radix, on a device: for each digit, lowest first, every
// group counts the digits of a block of elements, one group turns the counts into positions,
// and the groups move their elements there. A thread has a run of consecutive elements, so
// that elements with the same digit stay in order.

const (
	digitBits = 4
	digits    = 1 << digitBits
	sortRun   = 16 // elements of a thread
)

// radix is a sort being emitted.
type radix struct {
	stm          *ir.Stm
	count, limit imp.Expr // of elements, and the greatest key
	from, to     keyed
	counts       emit.Place // by digit, then by group
	groups       imp.Expr   // number of groups
}

// keyed is an array of keys, and one of the numbers of what has the keys.
type keyed struct{ keys, numbers emit.Place }

// newRadix allocates what a sort of count elements with keys up to limit needs.
func newRadix(e *emit.Emitter, s *ir.Stm, count, limit imp.Expr) *radix {
	r := &radix{stm: s, count: count, limit: limit}
	both := func() keyed {
		return keyed{r.array(e, "keys_mem", scalar.I32, count), r.array(e, "numbers_mem", scalar.I32, count)}
	}
	r.from, r.to = both(), both()
	r.groups = e.Read(e.Declare("groups", emit.Pieces(count, e.Target.Group*sortRun)))
	r.counts = r.array(e, "counts_mem", scalar.I32, e.Read(e.Declare("room", imp.Mul(r.groups, imp.Int(digits)))))
	return r
}

// array allocates an array.
func (r *radix) array(e *emit.Emitter, base string, t scalar.Type, count imp.Expr) emit.Place {
	p := emit.Place{Elem: t, Block: e.Names.Fresh(base), Index: emit.RowOf(count)}
	e.Add(&imp.DeclareBlock{Name: p.Block}, &imp.Alloc{Block: p.Block,
		Bytes: imp.Mul(count, imp.Int(int64(t.Size()))), What: "the sorted updates of " + emit.Label(r.stm), Pos: r.stm.Pos})
	return p
}

func (r *radix) release(e *emit.Emitter) {
	e.Release([]emit.Place{r.from.keys, r.from.numbers, r.to.keys, r.to.numbers, r.counts})
}

// set stores element number before the sort.
func (r *radix) set(e *emit.Emitter, number, key imp.Expr) {
	e.Store(r.from.keys, emit.Converted(scalar.I64, scalar.I32, key), number)
	e.Store(r.from.numbers, emit.Converted(scalar.I64, scalar.I32, number), number)
}

// key and number return the element at a position after the sort.
func (r *radix) key(at imp.Expr) imp.Expr {
	return emit.Converted(scalar.I32, scalar.I64, r.from.keys.Load(at))
}

func (r *radix) number(at imp.Expr) imp.Expr {
	return emit.Converted(scalar.I32, scalar.I64, r.from.numbers.Load(at))
}

// sort emits the passes over the digits.
func (r *radix) sort(e *emit.Emitter) {
	shift := e.Declare("shift", imp.Int(0))
	in := e.Inner()
	now := in.Read(in.Declare("now", in.Read(shift)))
	r.countDigits(in, now)
	r.positions(in)
	r.move(in, now)
	for _, swap := range [][2]name.Name{{r.from.keys.Block, r.to.keys.Block}, {r.from.numbers.Block, r.to.numbers.Block}} {
		other := in.Names.Fresh("other_mem")
		in.Add(&imp.DeclareBlock{Name: other}, &imp.AssignBlock{Dst: other, Src: swap[0]},
			&imp.AssignBlock{Dst: swap[0], Src: swap[1]}, &imp.AssignBlock{Dst: swap[1], Src: other},
			&imp.AssignBlock{Dst: other})
	}
	in.Add(&imp.Assign{Name: shift, X: imp.Add(now, imp.Int(digitBits))})
	e.Add(&imp.While{Cond: emit.Prim(scalar.Gt, emit.Prim(scalar.Shr, r.limit, e.Read(shift)), imp.Int(0)), Body: in.Out})
}

// digit returns a digit of a key.
func digit(key, shift imp.Expr) imp.Expr {
	return emit.Prim(scalar.And, emit.Prim(scalar.Shr, key, shift), imp.Int(digits-1))
}

// counters is a group's table of how many elements with each digit each thread has.
type counters struct {
	*emit.Group
	table       emit.Place
	base, shift imp.Expr
	r           *radix
}

func (r *radix) counters(e *emit.Emitter, shift imp.Expr) *counters {
	c := &counters{Group: e.Group(r.stm), r: r, shift: shift}
	c.table = c.SharedArray("counters_mem", scalar.I32, digits*e.Target.Group)
	c.base = c.Read(c.Declare("base", imp.Mul(imp.Add(imp.Mul(emit.GroupID, imp.Int(e.Target.Group)), emit.LocalID), imp.Int(sortRun))))
	return c
}

// slot returns the index of a digit's counter of the thread.
func (c *counters) slot(digit imp.Expr) imp.Expr {
	return imp.Add(imp.Mul(digit, imp.Int(c.Target.Group)), emit.LocalID)
}

// eachElement runs body for the thread's elements in order.
func (c *counters) eachElement(body func(e *emit.Emitter, at, slot imp.Expr)) {
	c.Repeat(sortRun, func(e *emit.Emitter, k imp.Expr) {
		at := e.Read(e.Declare("at", imp.Add(c.base, k)))
		e.Below(at, c.r.count, func(e *emit.Emitter) {
			key := emit.Converted(scalar.I32, scalar.I64, c.r.from.keys.Load(at))
			body(e, at, e.Read(e.Declare("slot", c.slot(digit(key, c.shift)))))
		})
	})
}

// tally counts the thread's elements.
func (c *counters) tally() {
	zero := &imp.Const{Value: scalar.Zero(scalar.I32)}
	one := &imp.Const{Value: scalar.One(scalar.I32)}
	c.Repeat(digits, func(e *emit.Emitter, d imp.Expr) { e.Store(c.table, zero, c.slot(d)) })
	c.eachElement(func(e *emit.Emitter, _, slot imp.Expr) {
		e.Store(c.table, sum32(c.table.Load(slot), one), slot)
	})
}

func sum32(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Add, Type: scalar.I32, Args: []imp.Expr{x, y}}
}

// countDigits stores how many elements with each digit each group has.
func (r *radix) countDigits(e *emit.Emitter, shift imp.Expr) {
	c := r.counters(e, shift)
	c.tally()
	c.Barrier()
	c.scanned()
	c.Below(emit.LocalID, imp.Int(digits), func(e *emit.Emitter) {
		// The scan is exclusive: the digit's number is the difference to the next digit's.
		begin := c.table.Load(imp.Mul(emit.LocalID, imp.Int(c.Target.Group)))
		end := e.Declare("end", emit.Converted(scalar.I64, scalar.I32, emit.Prim(scalar.Min, imp.Int(e.Target.Group*sortRun),
			emit.Sub(r.count, imp.Mul(emit.GroupID, imp.Int(e.Target.Group*sortRun))))))
		next := e.Inner()
		next.Add(&imp.Assign{Name: end, X: c.table.Load(imp.Mul(imp.Add(emit.LocalID, imp.Int(1)), imp.Int(c.Target.Group)))})
		e.Add(&imp.If{Cond: emit.Prim(scalar.Lt, emit.LocalID, imp.Int(digits-1)), Then: next.Out})
		number := &imp.Prim{Fn: scalar.Sub, Type: scalar.I32, Args: []imp.Expr{e.Read(end), begin}}
		e.Store(r.counts, number, imp.Add(imp.Mul(emit.LocalID, r.groups), emit.GroupID))
	})
	c.Launch(e, r.groups)
}

// scanned replaces the table by its exclusive scan, digit by digit. A thread takes digits
// consecutive counters.
func (c *counters) scanned() {
	all := c.SharedArray("all_mem", scalar.I32, c.Target.Group)
	mine := c.Declare("mine", &imp.Const{Value: scalar.Zero(scalar.I32)})
	place := func(k imp.Expr) imp.Expr { return imp.Add(imp.Mul(emit.LocalID, imp.Int(digits)), k) }
	c.Repeat(digits, func(e *emit.Emitter, k imp.Expr) {
		e.Add(&imp.Assign{Name: mine, X: sum32(e.Read(mine), c.table.Load(place(k)))})
	})
	before := scanOf(c.Group, all, c.Read(mine))
	c.Repeat(digits, func(e *emit.Emitter, k imp.Expr) {
		at := e.Read(e.Declare("at", place(k)))
		old := e.Read(e.Declare("old", c.table.Load(at)))
		e.Store(c.table, e.Read(before), at)
		e.Add(&imp.Assign{Name: before, X: sum32(e.Read(before), old)})
	})
	c.Barrier()
}

// scanOf returns a variable that holds the sum of the earlier threads' x.
func scanOf(g *emit.Group, all emit.Place, x imp.Expr) name.Name {
	zero := &imp.Const{Value: scalar.Zero(scalar.I32)}
	g.Store(all, x, emit.LocalID)
	for distance := int64(1); distance < g.Target.Group; distance *= 2 {
		g.Barrier()
		left := g.Declare("left", zero)
		in := g.Inner()
		in.Add(&imp.Assign{Name: left, X: all.Load(emit.Sub(emit.LocalID, imp.Int(distance)))})
		g.Add(&imp.If{Cond: emit.Prim(scalar.Ge, emit.LocalID, imp.Int(distance)), Then: in.Out}, &imp.Barrier{},
			all.Store(sum32(g.Read(left), all.Load(emit.LocalID)), emit.LocalID))
	}
	g.Barrier()
	before := g.Declare("before", zero)
	in := g.Inner()
	in.Add(&imp.Assign{Name: before, X: all.Load(emit.Sub(emit.LocalID, imp.Int(1)))})
	g.Add(&imp.If{Cond: emit.Prim(scalar.Gt, emit.LocalID, imp.Int(0)), Then: in.Out})
	return before
}

// positions replaces the groups' counts by their exclusive scan, in one group.
func (r *radix) positions(e *emit.Emitter) {
	g := e.Group(r.stm)
	all := g.SharedArray("all_mem", scalar.I32, g.Target.Group)
	count := imp.Mul(r.groups, imp.Int(digits))
	share := g.Read(g.Declare("share", emit.Pieces(count, g.Target.Group)))
	first := g.Read(g.Declare("first", imp.Mul(emit.LocalID, share)))
	each := func(body func(e *emit.Emitter, at imp.Expr)) {
		g.Times(emit.Prim(scalar.Max, imp.Int(0), emit.Prim(scalar.Min, share, emit.Sub(count, first))), func(e *emit.Emitter, k imp.Expr) {
			body(e, e.Read(e.Declare("at", imp.Add(first, k))))
		})
	}
	mine := g.Declare("mine", &imp.Const{Value: scalar.Zero(scalar.I32)})
	each(func(e *emit.Emitter, at imp.Expr) {
		e.Add(&imp.Assign{Name: mine, X: sum32(e.Read(mine), r.counts.Load(at))})
	})
	before := scanOf(g, all, g.Read(mine))
	each(func(e *emit.Emitter, at imp.Expr) {
		old := e.Read(e.Declare("old", r.counts.Load(at)))
		e.Store(r.counts, e.Read(before), at)
		e.Add(&imp.Assign{Name: before, X: sum32(e.Read(before), old)})
	})
	g.Launch(e, imp.Int(1))
}

// move moves the elements of each group to their positions.
func (r *radix) move(e *emit.Emitter, shift imp.Expr) {
	c := r.counters(e, shift)
	c.tally()
	c.Barrier()
	c.scanned()
	// A thread's first element with a digit follows those of the earlier groups, and of the
	// earlier threads of its own, with that digit.
	offsets := c.SharedArray("offsets_mem", scalar.I32, digits)
	c.Below(emit.LocalID, imp.Int(digits), func(e *emit.Emitter) {
		begin := c.table.Load(imp.Mul(emit.LocalID, imp.Int(c.Target.Group)))
		e.Store(offsets, &imp.Prim{Fn: scalar.Sub, Type: scalar.I32, Args: []imp.Expr{
			r.counts.Load(imp.Add(imp.Mul(emit.LocalID, r.groups), emit.GroupID)), begin}}, emit.LocalID)
	})
	c.Barrier()
	one := &imp.Const{Value: scalar.One(scalar.I32)}
	c.eachElement(func(e *emit.Emitter, at, slot imp.Expr) {
		rank := e.Read(e.Declare("rank", c.table.Load(slot)))
		e.Store(c.table, sum32(rank, one), slot)
		d := emit.Prim(scalar.Quot, slot, imp.Int(c.Target.Group))
		to := e.Read(e.Declare("to", emit.Converted(scalar.I32, scalar.I64, sum32(rank, offsets.Load(d)))))
		e.Store(r.to.keys, r.from.keys.Load(at), to)
		e.Store(r.to.numbers, r.from.numbers.Load(at), to)
	})
	c.Launch(e, r.groups)
}
