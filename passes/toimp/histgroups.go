package toimp

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Histograms whose updates may come in any order. Each group builds a histogram of a part of
// the updates in shared memory, and then adds it to the one in device memory. If the bins do
// not fit, as many groups share the part as it takes, each for a window of the bins. Short
// segments share a group. Beyond a few windows, threads update the bins in device
// memory.

const (
	// sharedLimit is the most shared memory, in bytes, that a group's histogram takes.
	sharedLimit = 32 << 10
	// mostWindows is the number of windows up to which reading the updates again costs less
	// than updating bins in device memory: by instructions, and by compare-and-swap.
	mostWindows     = 4
	mostSwapWindows = 8
	// leastUpdates is the number of updates of a segment that pays for a group of its own.
	leastUpdates = 512
	// maxGroups is the number of groups that fills the largest devices.
	maxGroups = 1056
)

// histByAtomics emits a histogram with atomic updates.
func (e *emitter) histByAtomics(h *hist, c *cells) {
	var to []place
	finish := func() {}
	if c.direct() {
		to = c.destinations(e)
	} else {
		to, finish = h.aside(e, c)
	}
	everywhere := e.inner()
	h.each(everywhere, func(e *emitter, point []imp.Expr, u update) {
		in := e.inner()
		segment := point[:len(point)-1]
		c.update(in, to, u, segment, append(append([]imp.Expr{}, segment...), u.bin...)...)
		e.add(&imp.If{Cond: u.inside, Then: in.out})
	})
	if !barrierSafe(h.body) {
		e.add(everywhere.out...)
		finish()
		return
	}
	windows := int64(mostWindows)
	if c.prims == nil {
		windows = mostSwapWindows
	}
	n, bins := e.atom(h.last().Size), e.product(h.bins(e))
	pays := prim(scalar.Le, bins, imp.Int(windows*(sharedLimit/c.bytes())))
	otherwise := everywhere.out
	if len(h.segments()) > 0 {
		few := prim(scalar.Le, bins, imp.Mul(n, imp.Int(4)))
		pays = and(and(pays, prim(scalar.Ge, n, imp.Int(leastUpdates))), few)
		together := e.inner()
		h.rowsInGroups(together, c, to)
		fit := and(prim(scalar.Le, bins, imp.Int(sharedLimit/c.bytes())), few)
		otherwise = []imp.Stm{&imp.If{Cond: fit, Then: together.out, Else: everywhere.out}}
	}
	inGroups := e.inner()
	h.inGroups(inGroups, c, to)
	e.add(&imp.If{Cond: pays, Then: inGroups.out, Else: otherwise})
	finish()
}

// aside returns bins of neutral elements in fresh blocks, and a function that combines the
// destinations with them.
func (h *hist) aside(e *emitter, c *cells) (to []place, finish func()) {
	dims := e.arrays[h.op.Dests[0]].Type.Dims
	to = c.blocks(e, "bins_mem", dims)
	count := e.read(e.declare("cells", e.product(dims)))
	for _, p := range to {
		e.add(&imp.DeclareBlock{Name: p.Block}, &imp.Alloc{Block: p.Block,
			Bytes: prim(scalar.MulSat, count, imp.Int(int64(p.Elem.Size()))), What: "the bins of " + label(h.stm), Pos: h.stm.Pos})
	}
	h.eachBin(e, func(e *emitter, at []imp.Expr) { c.clear(e, to, at...) })
	return to, func() {
		h.eachBin(e, func(e *emitter, at []imp.Expr) {
			held := c.load(e, to, at...)
			c.unlessNeutral(e, held, func(e *emitter) {
				h.combine(e, c.decode(e, held, at[:len(h.segments())]), at)
			})
		})
		e.release(to)
	}
}

// combine combines a bin of the destinations with values.
func (h *hist) combine(e *emitter, values []operand, at []imp.Expr) {
	var old []operand
	for _, d := range h.op.Dests {
		old = append(old, e.operandAt(e.placeOf(d), at))
	}
	for i, o := range e.apply(h.op.Operator, old, values) {
		e.store(e.placeOf(h.op.Dests[i]), o.X, at...)
	}
}

// eachBin emits a kernel that runs body for each bin of each segment.
func (h *hist) eachBin(e *emitter, body func(e *emitter, at []imp.Expr)) {
	var space []imp.SpaceDim
	var at []imp.Expr
	for _, d := range e.arrays[h.op.Dests[0]].Type.Dims {
		b := e.names.Fresh("bin")
		e.scalars[b] = scalar.I64
		space = append(space, imp.SpaceDim{Index: b, Count: e.atom(d)})
		at = append(at, imp.IntVar(b))
	}
	e.parallel(h.stm, space, func(e *emitter) { body(e, at) })
}

// inGroups emits the launch of groups, which update to in the end.
func (h *hist) inGroups(e *emitter, c *cells, to []place) {
	n, sizes := e.atom(h.last().Size), h.bins(e)
	bins := e.read(e.declare("bins", e.product(sizes)))
	room := sharedLimit / c.bytes()
	windows := e.read(e.declare("windows", pieces(bins, room)))
	segments := e.read(e.declare("segments", e.product(sizesOf(h.segments()))))
	most := int64(maxGroups)
	if c.prims == nil {
		most /= 4 // groups wait for each other when they update the same word
	}
	perGroup := prim(scalar.Max, imp.Int(e.target.Group*16), prim(scalar.Min, bins, imp.Int(room)))
	others := prim(scalar.Max, imp.Int(1), imp.Mul(segments, windows))
	atMost := prim(scalar.Max, imp.Int(1), prim(scalar.Quot, imp.Int(most), others))
	parts := e.read(e.declare("parts", prim(scalar.Max, imp.Int(1), prim(scalar.Min, roundedUp(n, perGroup), atMost))))
	group := imp.Int(e.target.Group)
	share := e.read(e.declare("share", imp.Mul(roundedUp(n, imp.Mul(parts, group)), group)))
	width := e.read(e.declare("width", prim(scalar.Min, bins, imp.Int(room))))

	g := &groupWork{emitter: e.kernel(), fold: &fold{stm: h.stm}}
	var mine []place
	for _, t := range c.held {
		block := g.sharedBlock("window_mem", t, width)
		mine = append(mine, place{t, block, rowOf(width)})
	}
	piece := g.read(g.declare("piece", prim(scalar.Quot, groupID, windows)))
	low := g.read(g.declare("low", imp.Mul(sub(groupID, imp.Mul(piece, windows)), imp.Int(room))))
	segment := g.read(g.declare("segment", prim(scalar.Quot, piece, parts)))
	start := g.read(g.declare("start", imp.Mul(sub(piece, imp.Mul(segment, parts)), share)))
	here := g.unflat(segment, sizesOf(h.segments()))
	have := g.read(g.declare("have", prim(scalar.Min, width, sub(bins, low))))
	g.strided(localID, group, have, func(e *emitter, b imp.Expr) { c.clear(e, mine, b) })
	g.barrier()
	end := g.read(g.declare("end", prim(scalar.Min, n, imp.Add(start, share))))
	g.stridedBy(histBatch, imp.Add(start, localID), group, end, func(e *emitter, is []imp.Expr) {
		var us []update
		for _, i := range is {
			us = append(us, h.at(e, append(append([]imp.Expr{}, here...), i)))
		}
		for _, u := range us {
			in, inWindow := e.inner(), e.inner()
			b := in.read(in.declare("b", sub(in.flat(u.bin, sizes), low)))
			c.update(inWindow, mine, u, here, b)
			in.add(&imp.If{Cond: inBounds(b, have), Then: inWindow.out})
			e.add(&imp.If{Cond: u.inside, Then: in.out})
		}
	})
	g.barrier()
	g.strided(localID, group, have, func(e *emitter, b imp.Expr) {
		held := c.load(e, mine, b)
		c.unlessNeutral(e, held, func(e *emitter) {
			bin := e.unflat(e.read(e.declare("bin", imp.Add(low, b))), sizes)
			found := update{number: held[0], values: c.decode(e, held, here)}
			c.update(e, to, found, here, append(append([]imp.Expr{}, here...), bin...)...)
		})
	})
	g.launch(e, imp.Mul(imp.Mul(segments, parts), windows))
}

// updatesPerThread is the number of updates that a thread makes at least, if there are enough
// segments for all groups.
const updatesPerThread = 16

// rowsInGroups emits the launch of groups that take several segments each, whose bins fit into
// shared memory. They update to in the end.
func (h *hist) rowsInGroups(e *emitter, c *cells, to []place) {
	n, sizes := e.atom(h.last().Size), h.bins(e)
	one := imp.Int(1)
	bins := e.read(e.declare("bins", e.product(sizes)))
	segments := e.read(e.declare("segments", e.product(sizesOf(h.segments()))))
	fit := prim(scalar.Quot, imp.Int(sharedLimit/c.bytes()), prim(scalar.Max, one, bins))
	busy := roundedUp(imp.Int(e.target.Group*updatesPerThread), prim(scalar.Max, one, n))
	each := prim(scalar.Min, prim(scalar.Min, fit, busy), roundedUp(segments, imp.Int(maxGroups)))
	most := e.read(e.declare("rows", prim(scalar.Max, one, each)))
	width := e.read(e.declare("width", imp.Mul(most, bins)))

	g := &groupWork{emitter: e.kernel(), fold: &fold{stm: h.stm}}
	var mine []place
	for _, t := range c.held {
		mine = append(mine, place{t, g.sharedBlock("bins_mem", t, width), rowOf(width)})
	}
	group := imp.Int(e.target.Group)
	first := g.read(g.declare("segment", imp.Mul(groupID, most)))
	have := g.read(g.declare("have", prim(scalar.Min, most, sub(segments, first))))
	cells := g.read(g.declare("cells", imp.Mul(have, bins)))
	g.strided(localID, group, cells, func(e *emitter, b imp.Expr) { c.clear(e, mine, b) })
	g.barrier()
	updates := g.read(g.declare("updates", imp.Mul(have, n)))
	g.stridedBy(histBatch, localID, group, updates, func(e *emitter, is []imp.Expr) {
		var us []update
		var rows []imp.Expr
		for _, i := range is {
			row := e.read(e.declare("row", prim(scalar.Quot, i, n)))
			here := e.unflat(e.read(e.declare("segment", imp.Add(first, row))), sizesOf(h.segments()))
			us = append(us, h.at(e, append(here, e.read(e.declare("i", sub(i, imp.Mul(row, n)))))))
			rows = append(rows, row)
		}
		for k, u := range us {
			in := e.inner()
			here := in.unflat(in.read(in.declare("segment", imp.Add(first, rows[k]))), sizesOf(h.segments()))
			b := in.read(in.declare("b", imp.Add(imp.Mul(rows[k], bins), in.flat(u.bin, sizes))))
			c.update(in, mine, u, here, b)
			e.add(&imp.If{Cond: u.inside, Then: in.out})
		}
	})
	g.barrier()
	g.strided(localID, group, cells, func(e *emitter, b imp.Expr) {
		row := e.read(e.declare("row", prim(scalar.Quot, b, bins)))
		here := e.unflat(e.read(e.declare("segment", imp.Add(first, row))), sizesOf(h.segments()))
		held := c.load(e, mine, b)
		c.unlessNeutral(e, held, func(e *emitter) {
			bin := e.unflat(e.read(e.declare("bin", sub(b, imp.Mul(row, bins)))), sizes)
			found := update{number: held[0], values: c.decode(e, held, here)}
			c.update(e, to, found, here, append(append([]imp.Expr{}, here...), bin...)...)
		})
	})
	g.launch(e, roundedUp(segments, most))
}

// histBatch is the number of elements that a thread computes before it updates their bins,
// so that their loads overlap.
const histBatch = 4

// stridedBy runs body for start, start+step, … below n, batch of them at a time, then one
// at a time for the remainder.
func (e *emitter) stridedBy(batch int64, start, step, n imp.Expr, body func(e *emitter, is []imp.Expr)) {
	first := e.read(e.declare("first", start))
	steps := e.read(e.declare("step", step))
	// A negative count would make the remainder loop start at the wrong element.
	count := e.read(e.declare("count", prim(scalar.Max, e.steps(first, steps, n), imp.Int(0))))
	batches := e.read(e.declare("batches", prim(scalar.Shr, count, imp.Int(int64(bits.TrailingZeros64(uint64(batch)))))))
	rounds := func(bound imp.Expr, of int64, number func(j imp.Expr) imp.Expr) {
		j := e.names.Fresh("j")
		in := e.inner()
		var is []imp.Expr
		base := in.read(in.declare("i", imp.Add(first, imp.Mul(number(imp.IntVar(j)), steps))))
		for k := range of {
			is = append(is, in.read(in.declare("i", imp.Add(base, imp.Mul(imp.Int(k), steps)))))
		}
		body(in, is)
		e.add(&imp.For{Index: j, Type: scalar.I64, Bound: bound, Body: in.out})
	}
	rounds(batches, batch, func(j imp.Expr) imp.Expr { return imp.Mul(j, imp.Int(batch)) })
	done := imp.Mul(batches, imp.Int(batch))
	rounds(sub(count, done), 1, func(j imp.Expr) imp.Expr { return imp.Add(done, j) })
}

// strided runs body for start, start+step, … below n.
func (e *emitter) strided(start, step, n imp.Expr, body func(e *emitter, i imp.Expr)) {
	first := e.read(e.declare("first", start))
	steps := e.read(e.declare("step", step))
	count := e.steps(first, steps, n)
	j := e.names.Fresh("j")
	in := e.inner()
	i := in.read(in.declare("i", imp.Add(first, imp.Mul(imp.IntVar(j), steps))))
	body(in, i)
	e.add(&imp.For{Index: j, Type: scalar.I64, Bound: count, Body: in.out})
}

// steps returns the number of elements of first, first+step, … below n; at most 0 if first
// is not below n. first may have wrapped around; n - first then wraps as well.
func (e *emitter) steps(first, step, n imp.Expr) imp.Expr {
	left := e.read(e.declare("left", sub(n, first)))
	whole := e.read(e.declare("whole", prim(scalar.Quot, left, step)))
	return imp.Add(whole, prim(scalar.Min, sub(left, imp.Mul(whole, step)), imp.Int(1)))
}
