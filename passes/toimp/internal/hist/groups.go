package hist

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
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
	// fewBins is the number of bins up to which a group has several copies of each, in copiedCells cells, so that threads
	// that update the same bin seldom wait for each other.
	fewBins     = 64
	copiedCells = 1024
	mostCopies  = 8
)

// histByAtomics emits a histogram with atomic updates.
func histByAtomics(e *emit.Emitter, h *hist, c *cells) {
	to, finish := h.held(e, c)
	everywhere := e.Inner()
	h.each(everywhere, func(e *emit.Emitter, point []imp.Expr, u update) {
		in := e.Inner()
		segment := point[:len(point)-1]
		c.update(in, to, u, segment, append(append([]imp.Expr{}, segment...), u.bin...)...)
		e.Add(&imp.If{Cond: u.inside, Then: in.Out})
	})
	if !emit.BarrierSafe(h.body) {
		e.Add(everywhere.Out...)
		finish()
		return
	}
	windows := int64(mostWindows)
	if c.prims == nil {
		windows = mostSwapWindows
	}
	n, bins := e.Atom(h.last().Size), product(e, h.bins(e))
	pays := emit.Prim(scalar.Le, bins, imp.Int(windows*(sharedLimit/c.bytes())))
	otherwise := everywhere.Out
	if len(h.segments()) > 0 {
		few := emit.Prim(scalar.Le, bins, imp.Mul(n, imp.Int(4)))
		pays = emit.And(emit.And(pays, emit.Prim(scalar.Ge, n, imp.Int(leastUpdates))), few)
		together := e.Inner()
		h.rowsInGroups(together, c, to)
		fit := emit.And(emit.Prim(scalar.Le, bins, imp.Int(sharedLimit/c.bytes())), few)
		otherwise = []imp.Stm{&imp.If{Cond: fit, Then: together.Out, Else: everywhere.Out}}
	}
	inGroups := e.Inner()
	if len(h.segments()) == 0 {
		few, many := inGroups.Inner(), inGroups.Inner()
		h.inGroups(few, c, to, nil, true)
		h.inGroups(many, c, to, nil, false)
		inGroups.Add(&imp.If{Cond: emit.Prim(scalar.Le, bins, imp.Int(fewBins)), Then: few.Out, Else: many.Out})
	} else {
		h.inGroups(inGroups, c, to, nil, false)
	}
	e.Add(&imp.If{Cond: pays, Then: inGroups.Out, Else: otherwise})
	finish()
}

// held returns the bins that updates are made to, and a function that ends the histogram: the
// destinations themselves where they can be updated in place.
func (h *hist) held(e *emit.Emitter, c *cells) (to []emit.Place, finish func()) {
	if c.direct() {
		return c.destinations(e), func() {}
	}
	return h.aside(e, c)
}

// aside returns bins of neutral elements in fresh blocks, and a function that combines the
// destinations with them.
func (h *hist) aside(e *emit.Emitter, c *cells) (to []emit.Place, finish func()) {
	dims := e.Arrays[h.op.Dests[0]].Type.Dims
	to = c.blocks(e, "bins_mem", dims)
	count := e.Read(e.Declare("cells", product(e, dims)))
	for _, p := range to {
		e.Add(&imp.DeclareBlock{Name: p.Block}, &imp.Alloc{Block: p.Block,
			Bytes: emit.Prim(scalar.MulSat, count, imp.Int(int64(p.Elem.Size()))), What: "the bins of " + emit.Label(h.stm), Pos: h.stm.Pos})
	}
	h.eachBin(e, func(e *emit.Emitter, at []imp.Expr) { c.clear(e, to, at...) })
	return to, func() {
		h.eachBin(e, func(e *emit.Emitter, at []imp.Expr) {
			held := c.load(e, to, at...)
			c.unlessNeutral(e, held, func(e *emit.Emitter) {
				h.combine(e, c.decode(e, held, at[:len(h.segments())]), at)
			})
		})
		e.Release(to)
	}
}

// combine combines a bin of the destinations with values.
func (h *hist) combine(e *emit.Emitter, values []emit.Operand, at []imp.Expr) {
	var old []emit.Operand
	for _, d := range h.op.Dests {
		old = append(old, e.OperandAt(e.PlaceOf(d), at))
	}
	for i, o := range e.Apply(h.op.Operator, old, values) {
		e.Store(e.PlaceOf(h.op.Dests[i]), o.X, at...)
	}
}

// eachBin emits a kernel that runs body for each bin of each segment.
func (h *hist) eachBin(e *emit.Emitter, body func(e *emit.Emitter, at []imp.Expr)) {
	var space []imp.SpaceDim
	var at []imp.Expr
	for _, d := range e.Arrays[h.op.Dests[0]].Type.Dims {
		b := e.Names.Fresh("bin")
		e.Scalars[b] = scalar.I64
		space = append(space, imp.SpaceDim{Index: b, Count: e.Atom(d)})
		at = append(at, imp.IntVar(b))
	}
	e.Parallel(h.stm, space, func(e *emit.Emitter) { body(e, at) })
}

// inGroups emits the launch of groups, which update to in the end. The updates of a histogram are
// dealt out to parts groups, nil for as many as fill the device. If copied is set there are few bins, and a group has copies
// of them.
func (h *hist) inGroups(e *emit.Emitter, c *cells, to []emit.Place, parts imp.Expr, copied bool) {
	n, sizes := e.Atom(h.last().Size), h.bins(e)
	bins := e.Read(e.Declare("bins", product(e, sizes)))
	room := sharedLimit / c.bytes()
	windows := e.Read(e.Declare("windows", emit.Pieces(bins, room)))
	segments := e.Read(e.Declare("segments", product(e, sizesOf(h.segments()))))
	if parts == nil {
		parts = c.parts(e, n, emit.Prim(scalar.Min, bins, imp.Int(room)), imp.Mul(segments, windows))
	}
	group := imp.Int(e.Target.Group)
	share := e.Read(e.Declare("share", imp.Mul(emit.RoundedUp(n, imp.Mul(parts, group)), group)))
	width := e.Read(e.Declare("width", emit.Prim(scalar.Min, bins, imp.Int(room))))
	copies, cells := imp.Expr(imp.Int(1)), width
	if copied {
		fit := emit.Prim(scalar.Quot, imp.Int(copiedCells), emit.Prim(scalar.Max, imp.Int(1), width))
		copies = e.Read(e.Declare("copies", emit.Prim(scalar.Min, fit, imp.Int(mostCopies))))
		cells = e.Read(e.Declare("cells", imp.Mul(width, copies)))
	}

	g := e.Group(h.stm)
	var mine []emit.Place
	for _, t := range c.held {
		block := g.SharedBlock("window_mem", t, cells)
		mine = append(mine, emit.Place{Elem: t, Block: block, Index: emit.RowOf(cells)})
	}
	piece := g.Read(g.Declare("piece", emit.Prim(scalar.Quot, emit.GroupID, windows)))
	low := g.Read(g.Declare("low", imp.Mul(emit.Sub(emit.GroupID, imp.Mul(piece, windows)), imp.Int(room))))
	segment := g.Read(g.Declare("segment", emit.Prim(scalar.Quot, piece, parts)))
	start := g.Read(g.Declare("start", imp.Mul(emit.Sub(piece, imp.Mul(segment, parts)), share)))
	here := unflat(g.Emitter, segment, sizesOf(h.segments()))
	have := g.Read(g.Declare("have", emit.Prim(scalar.Min, width, emit.Sub(bins, low))))
	used, own := have, imp.Expr(imp.Int(0))
	if copied {
		used = g.Read(g.Declare("used", imp.Mul(have, copies)))
		own = g.Read(g.Declare("own", emit.Prim(scalar.Rem, emit.LocalID, copies))) // the threads of a warp have different ones
	}
	g.Strided(emit.LocalID, group, used, func(e *emit.Emitter, b imp.Expr) { c.clear(e, mine, b) })
	g.Barrier()
	end := g.Read(g.Declare("end", emit.Prim(scalar.Min, n, imp.Add(start, share))))
	g.StridedBy(histBatch, imp.Add(start, emit.LocalID), group, end, func(e *emit.Emitter, is []imp.Expr) {
		var us []update
		for _, i := range is {
			us = append(us, h.at(e, append(append([]imp.Expr{}, here...), i)))
		}
		for _, u := range us {
			in, inWindow := e.Inner(), e.Inner()
			b := in.Read(in.Declare("b", emit.Sub(flat(in, u.bin, sizes), low)))
			inside := emit.InBounds(b, have)
			if copied {
				b = inWindow.Read(inWindow.Declare("cell", imp.Add(imp.Mul(b, copies), own)))
			}
			c.update(inWindow, mine, u, here, b)
			in.Add(&imp.If{Cond: inside, Then: inWindow.Out})
			e.Add(&imp.If{Cond: u.inside, Then: in.Out})
		}
	})
	g.Barrier()
	g.Strided(emit.LocalID, group, have, func(e *emit.Emitter, b imp.Expr) {
		first := b
		if copied {
			first = h.together(e, c, mine, here, imp.Mul(b, copies), copies, used)
		}
		held := c.load(e, mine, first)
		c.unlessNeutral(e, held, func(e *emit.Emitter) {
			bin := unflat(e, e.Read(e.Declare("bin", imp.Add(low, b))), sizes)
			found := update{number: held[0], values: c.decode(e, held, here)}
			c.update(e, to, found, here, append(append([]imp.Expr{}, here...), bin...)...)
		})
	})
	g.Launch(e, imp.Mul(imp.Mul(segments, parts), windows))
}

// together combines the copies of a bin, from cell first of those in use on, in the first, and returns
// its place. The loop's bound is the thread's own, though all are the same: of one that is not, PoCL
// 3.1 assumes that all threads enter the loop, also those that have no bin.
func (h *hist) together(e *emit.Emitter, c *cells, mine []emit.Place, here []imp.Expr, first, copies, used imp.Expr) imp.Expr {
	first = e.Read(e.Declare("first", first))
	others := emit.Sub(emit.Prim(scalar.Min, copies, emit.Sub(used, first)), imp.Int(1))
	e.Times(others, func(e *emit.Emitter, k imp.Expr) {
		held := c.load(e, mine, e.Read(e.Declare("cell", imp.Add(imp.Add(first, imp.Int(1)), k))))
		c.unlessNeutral(e, held, func(e *emit.Emitter) {
			c.update(e, mine, update{number: held[0], values: c.decode(e, held, here)}, here, first)
		})
	})
	return first
}

// parts declares how many groups share n updates: as many as fill the device, which has others, too,
// and each at least as many as it has bins.
func (c *cells) parts(e *emit.Emitter, n, bins, others imp.Expr) imp.Expr {
	one, most := imp.Int(1), int64(emit.MaxGroups)
	if c.prims == nil {
		most /= 4 // groups wait for each other when they update the same word
	}
	perGroup := emit.Prim(scalar.Max, imp.Int(e.Target.Group*16), bins)
	atMost := emit.Prim(scalar.Max, one, emit.Prim(scalar.Quot, imp.Int(most), emit.Prim(scalar.Max, one, others)))
	return e.Read(e.Declare("parts", emit.Prim(scalar.Max, one, emit.Prim(scalar.Min, emit.RoundedUp(n, perGroup), atMost))))
}

// updatesPerThread is the number of updates that a thread makes at least, if there are enough
// segments for all groups.
const updatesPerThread = 16

// rowsInGroups emits the launch of groups that take several segments each, whose bins fit into
// shared memory. They update to in the end.
func (h *hist) rowsInGroups(e *emit.Emitter, c *cells, to []emit.Place) {
	n, sizes := e.Atom(h.last().Size), h.bins(e)
	one := imp.Int(1)
	bins := e.Read(e.Declare("bins", product(e, sizes)))
	segments := e.Read(e.Declare("segments", product(e, sizesOf(h.segments()))))
	fit := emit.Prim(scalar.Quot, imp.Int(sharedLimit/c.bytes()), emit.Prim(scalar.Max, one, bins))
	busy := emit.RoundedUp(imp.Int(e.Target.Group*updatesPerThread), emit.Prim(scalar.Max, one, n))
	each := emit.Prim(scalar.Min, emit.Prim(scalar.Min, fit, busy), emit.RoundedUp(segments, imp.Int(emit.MaxGroups)))
	most := e.Read(e.Declare("rows", emit.Prim(scalar.Max, one, each)))
	width := e.Read(e.Declare("width", imp.Mul(most, bins)))

	g := e.Group(h.stm)
	var mine []emit.Place
	for _, t := range c.held {
		mine = append(mine, emit.Place{Elem: t, Block: g.SharedBlock("bins_mem", t, width), Index: emit.RowOf(width)})
	}
	group := imp.Int(e.Target.Group)
	first := g.Read(g.Declare("segment", imp.Mul(emit.GroupID, most)))
	have := g.Read(g.Declare("have", emit.Prim(scalar.Min, most, emit.Sub(segments, first))))
	cells := g.Read(g.Declare("cells", imp.Mul(have, bins)))
	g.Strided(emit.LocalID, group, cells, func(e *emit.Emitter, b imp.Expr) { c.clear(e, mine, b) })
	g.Barrier()
	updates := g.Read(g.Declare("updates", imp.Mul(have, n)))
	g.StridedBy(histBatch, emit.LocalID, group, updates, func(e *emit.Emitter, is []imp.Expr) {
		var us []update
		var rows []imp.Expr
		for _, i := range is {
			row := e.Read(e.Declare("row", emit.Prim(scalar.Quot, i, n)))
			here := unflat(e, e.Read(e.Declare("segment", imp.Add(first, row))), sizesOf(h.segments()))
			us = append(us, h.at(e, append(here, e.Read(e.Declare("i", emit.Sub(i, imp.Mul(row, n)))))))
			rows = append(rows, row)
		}
		for k, u := range us {
			in := e.Inner()
			here := unflat(in, in.Read(in.Declare("segment", imp.Add(first, rows[k]))), sizesOf(h.segments()))
			b := in.Read(in.Declare("b", imp.Add(imp.Mul(rows[k], bins), flat(in, u.bin, sizes))))
			c.update(in, mine, u, here, b)
			e.Add(&imp.If{Cond: u.inside, Then: in.Out})
		}
	})
	g.Barrier()
	g.Strided(emit.LocalID, group, cells, func(e *emit.Emitter, b imp.Expr) {
		row := e.Read(e.Declare("row", emit.Prim(scalar.Quot, b, bins)))
		here := unflat(e, e.Read(e.Declare("segment", imp.Add(first, row))), sizesOf(h.segments()))
		held := c.load(e, mine, b)
		c.unlessNeutral(e, held, func(e *emit.Emitter) {
			bin := unflat(e, e.Read(e.Declare("bin", emit.Sub(b, imp.Mul(row, bins)))), sizes)
			found := update{number: held[0], values: c.decode(e, held, here)}
			c.update(e, to, found, here, append(append([]imp.Expr{}, here...), bin...)...)
		})
	})
	g.Launch(e, emit.RoundedUp(segments, most))
}

// histBatch is the number of elements that a thread computes before it updates their bins,
// so that their loads overlap.
const histBatch = 4
