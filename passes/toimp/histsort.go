package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
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
	counts       place    // by digit, then by group
	groups       imp.Expr // number of groups
}

// keyed is an array of keys, and one of the numbers of what has the keys.
type keyed struct{ keys, numbers place }

// newRadix allocates what a sort of count elements with keys up to limit needs.
func (e *emitter) newRadix(s *ir.Stm, count, limit imp.Expr) *radix {
	r := &radix{stm: s, count: count, limit: limit}
	both := func() keyed {
		return keyed{r.array(e, "keys_mem", scalar.I32, count), r.array(e, "numbers_mem", scalar.I32, count)}
	}
	r.from, r.to = both(), both()
	r.groups = e.read(e.declare("groups", pieces(count, e.target.Group*sortRun)))
	r.counts = r.array(e, "counts_mem", scalar.I32, e.read(e.declare("room", imp.Mul(r.groups, imp.Int(digits)))))
	return r
}

// array allocates an array.
func (r *radix) array(e *emitter, base string, t scalar.Type, count imp.Expr) place {
	p := place{t, e.names.Fresh(base), rowOf(count)}
	e.add(&imp.DeclareBlock{Name: p.Block}, &imp.Alloc{Block: p.Block,
		Bytes: imp.Mul(count, imp.Int(int64(t.Size()))), What: "the sorted updates of " + label(r.stm), Pos: r.stm.Pos})
	return p
}

func (r *radix) release(e *emitter) {
	e.release([]place{r.from.keys, r.from.numbers, r.to.keys, r.to.numbers, r.counts})
}

// set stores element number before the sort.
func (r *radix) set(e *emitter, number, key imp.Expr) {
	e.store(r.from.keys, converted(scalar.I64, scalar.I32, key), number)
	e.store(r.from.numbers, converted(scalar.I64, scalar.I32, number), number)
}

// key and number return the element at a position after the sort.
func (r *radix) key(at imp.Expr) imp.Expr {
	return converted(scalar.I32, scalar.I64, r.from.keys.load(at))
}

func (r *radix) number(at imp.Expr) imp.Expr {
	return converted(scalar.I32, scalar.I64, r.from.numbers.load(at))
}

// sort emits the passes over the digits.
func (r *radix) sort(e *emitter) {
	shift := e.declare("shift", imp.Int(0))
	in := e.inner()
	now := in.read(in.declare("now", in.read(shift)))
	r.countDigits(in, now)
	r.positions(in)
	r.move(in, now)
	for _, swap := range [][2]name.Name{{r.from.keys.Block, r.to.keys.Block}, {r.from.numbers.Block, r.to.numbers.Block}} {
		other := in.names.Fresh("other_mem")
		in.add(&imp.DeclareBlock{Name: other}, &imp.AssignBlock{Dst: other, Src: swap[0]},
			&imp.AssignBlock{Dst: swap[0], Src: swap[1]}, &imp.AssignBlock{Dst: swap[1], Src: other},
			&imp.AssignBlock{Dst: other})
	}
	in.add(&imp.Assign{Name: shift, X: imp.Add(now, imp.Int(digitBits))})
	e.add(&imp.While{Cond: prim(scalar.Gt, prim(scalar.Shr, r.limit, e.read(shift)), imp.Int(0)), Body: in.out})
}

// digit returns a digit of a key.
func digit(key, shift imp.Expr) imp.Expr {
	return prim(scalar.And, prim(scalar.Shr, key, shift), imp.Int(digits-1))
}

// counters is a group's table of how many elements with each digit each thread has.
type counters struct {
	*groupWork
	table       place
	base, shift imp.Expr
	r           *radix
}

func (r *radix) counters(e *emitter, shift imp.Expr) *counters {
	c := &counters{groupWork: &groupWork{emitter: e.kernel(), fold: &fold{stm: r.stm}}, r: r, shift: shift}
	c.table = c.sharedArray("counters_mem", scalar.I32, digits*e.target.Group)
	c.base = c.read(c.declare("base", imp.Mul(imp.Add(imp.Mul(groupID, imp.Int(e.target.Group)), localID), imp.Int(sortRun))))
	return c
}

// slot returns the index of a digit's counter of the thread.
func (c *counters) slot(digit imp.Expr) imp.Expr {
	return imp.Add(imp.Mul(digit, imp.Int(c.target.Group)), localID)
}

// eachElement runs body for the thread's elements in order.
func (c *counters) eachElement(body func(e *emitter, at, slot imp.Expr)) {
	c.repeat(sortRun, func(e *emitter, k imp.Expr) {
		at := e.read(e.declare("at", imp.Add(c.base, k)))
		e.below(at, c.r.count, func(e *emitter) {
			key := converted(scalar.I32, scalar.I64, c.r.from.keys.load(at))
			body(e, at, e.read(e.declare("slot", c.slot(digit(key, c.shift)))))
		})
	})
}

// tally counts the thread's elements.
func (c *counters) tally() {
	zero := &imp.Const{Value: scalar.Zero(scalar.I32)}
	one := &imp.Const{Value: scalar.One(scalar.I32)}
	c.repeat(digits, func(e *emitter, d imp.Expr) { e.store(c.table, zero, c.slot(d)) })
	c.eachElement(func(e *emitter, _, slot imp.Expr) {
		e.store(c.table, sum32(c.table.load(slot), one), slot)
	})
}

func sum32(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Add, Type: scalar.I32, Args: []imp.Expr{x, y}}
}

// countDigits stores how many elements with each digit each group has.
func (r *radix) countDigits(e *emitter, shift imp.Expr) {
	c := r.counters(e, shift)
	c.tally()
	c.barrier()
	c.scanned()
	c.below(localID, imp.Int(digits), func(e *emitter) {
		// The scan is exclusive: the digit's number is the difference to the next digit's.
		begin := c.table.load(imp.Mul(localID, imp.Int(c.target.Group)))
		end := e.declare("end", converted(scalar.I64, scalar.I32, prim(scalar.Min, imp.Int(e.target.Group*sortRun),
			sub(r.count, imp.Mul(groupID, imp.Int(e.target.Group*sortRun))))))
		next := e.inner()
		next.add(&imp.Assign{Name: end, X: c.table.load(imp.Mul(imp.Add(localID, imp.Int(1)), imp.Int(c.target.Group)))})
		e.add(&imp.If{Cond: prim(scalar.Lt, localID, imp.Int(digits-1)), Then: next.out})
		number := &imp.Prim{Fn: scalar.Sub, Type: scalar.I32, Args: []imp.Expr{e.read(end), begin}}
		e.store(r.counts, number, imp.Add(imp.Mul(localID, r.groups), groupID))
	})
	c.launch(e, r.groups)
}

// scanned replaces the table by its exclusive scan, digit by digit. A thread takes digits
// consecutive counters.
func (c *counters) scanned() {
	all := c.sharedArray("all_mem", scalar.I32, c.target.Group)
	mine := c.declare("mine", &imp.Const{Value: scalar.Zero(scalar.I32)})
	place := func(k imp.Expr) imp.Expr { return imp.Add(imp.Mul(localID, imp.Int(digits)), k) }
	c.repeat(digits, func(e *emitter, k imp.Expr) {
		e.add(&imp.Assign{Name: mine, X: sum32(e.read(mine), c.table.load(place(k)))})
	})
	before := c.scanOf(all, c.read(mine))
	c.repeat(digits, func(e *emitter, k imp.Expr) {
		at := e.read(e.declare("at", place(k)))
		old := e.read(e.declare("old", c.table.load(at)))
		e.store(c.table, e.read(before), at)
		e.add(&imp.Assign{Name: before, X: sum32(e.read(before), old)})
	})
	c.barrier()
}

// scanOf returns a variable that holds the sum of the earlier threads' x.
func (g *groupWork) scanOf(all place, x imp.Expr) name.Name {
	zero := &imp.Const{Value: scalar.Zero(scalar.I32)}
	g.store(all, x, localID)
	for distance := int64(1); distance < g.target.Group; distance *= 2 {
		g.barrier()
		left := g.declare("left", zero)
		in := g.inner()
		in.add(&imp.Assign{Name: left, X: all.load(sub(localID, imp.Int(distance)))})
		g.add(&imp.If{Cond: prim(scalar.Ge, localID, imp.Int(distance)), Then: in.out}, &imp.Barrier{},
			all.store(sum32(g.read(left), all.load(localID)), localID))
	}
	g.barrier()
	before := g.declare("before", zero)
	in := g.inner()
	in.add(&imp.Assign{Name: before, X: all.load(sub(localID, imp.Int(1)))})
	g.add(&imp.If{Cond: prim(scalar.Gt, localID, imp.Int(0)), Then: in.out})
	return before
}

// positions replaces the groups' counts by their exclusive scan, in one group.
func (r *radix) positions(e *emitter) {
	g := &groupWork{emitter: e.kernel(), fold: &fold{stm: r.stm}}
	all := g.sharedArray("all_mem", scalar.I32, g.target.Group)
	count := imp.Mul(r.groups, imp.Int(digits))
	share := g.read(g.declare("share", pieces(count, g.target.Group)))
	first := g.read(g.declare("first", imp.Mul(localID, share)))
	each := func(body func(e *emitter, at imp.Expr)) {
		g.times(prim(scalar.Max, imp.Int(0), prim(scalar.Min, share, sub(count, first))), func(e *emitter, k imp.Expr) {
			body(e, e.read(e.declare("at", imp.Add(first, k))))
		})
	}
	mine := g.declare("mine", &imp.Const{Value: scalar.Zero(scalar.I32)})
	each(func(e *emitter, at imp.Expr) {
		e.add(&imp.Assign{Name: mine, X: sum32(e.read(mine), r.counts.load(at))})
	})
	before := g.scanOf(all, g.read(mine))
	each(func(e *emitter, at imp.Expr) {
		old := e.read(e.declare("old", r.counts.load(at)))
		e.store(r.counts, e.read(before), at)
		e.add(&imp.Assign{Name: before, X: sum32(e.read(before), old)})
	})
	g.launch(e, imp.Int(1))
}

// move moves the elements of each group to their positions.
func (r *radix) move(e *emitter, shift imp.Expr) {
	c := r.counters(e, shift)
	c.tally()
	c.barrier()
	c.scanned()
	// A thread's first element with a digit follows those of the earlier groups, and of the
	// earlier threads of its own, with that digit.
	offsets := c.sharedArray("offsets_mem", scalar.I32, digits)
	c.below(localID, imp.Int(digits), func(e *emitter) {
		begin := c.table.load(imp.Mul(localID, imp.Int(c.target.Group)))
		e.store(offsets, &imp.Prim{Fn: scalar.Sub, Type: scalar.I32, Args: []imp.Expr{
			r.counts.load(imp.Add(imp.Mul(localID, r.groups), groupID)), begin}}, localID)
	})
	c.barrier()
	one := &imp.Const{Value: scalar.One(scalar.I32)}
	c.eachElement(func(e *emitter, at, slot imp.Expr) {
		rank := e.read(e.declare("rank", c.table.load(slot)))
		e.store(c.table, sum32(rank, one), slot)
		d := prim(scalar.Quot, slot, imp.Int(c.target.Group))
		to := e.read(e.declare("to", converted(scalar.I32, scalar.I64, sum32(rank, offsets.load(d)))))
		e.store(r.to.keys, r.from.keys.load(at), to)
		e.store(r.to.numbers, r.from.numbers.load(at), to)
	})
	c.launch(e, r.groups)
}
