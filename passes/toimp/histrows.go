package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Histograms of short segments. A group takes several of them: it keeps the bins of all in
// shared memory, and its threads share the updates of all.

// updatesPerThread is the number of updates that a thread makes at least, if there are enough
// segments for all groups.
const updatesPerThread = 16

// rowsInGroups emits the launch of groups for segments whose bins fit into shared memory. They
// update to in the end.
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
