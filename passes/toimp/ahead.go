package toimp

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
)

// While threads fold a strip from shared memory, the elements of the next one are on
// their way to registers: of rows that are all there, where a thread has few of them
// and they cost little to compute.

// mostAhead bounds the statements that give an element which is fetched ahead.
const mostAhead = 8

// ahead reports whether strips are fetched ahead.
func (g *group) ahead() bool {
	body := g.fold.body
	for _, s := range body.Stms {
		switch s.Exp.(type) {
		case *ir.Prim, *ir.Convert, *ir.Use, *ir.Index:
		default:
			return false
		}
	}
	return g.target.Ahead && g.raw && g.each == nil && !g.selects && len(body.Stms) <= mostAhead &&
		len(body.Result) == 1 && g.strip == g.target.Group && g.fold.bytes(g.emitter) == 4
}

// fetch declares what the thread has of a strip, of the first one to begin with.
func (g *group) fetch(e *emitter) []accumulator {
	next := make([]accumulator, g.count)
	for k := range next {
		next[k] = e.accumulate("next", e.operands(g.fold.neutral))
	}
	g.fetchTo(e, next, imp.Int(0))
	return next
}

// fetchTo fetches the strip that begins at an element of the rows.
func (g *group) fetchTo(e *emitter, next []accumulator, strip imp.Expr) {
	for k, to := range next {
		s, start := g.of(e, imp.Int(int64(k)))
		i := e.read(e.declare("i", imp.Add(start, imp.Add(strip, localID))))
		e.set(to, g.load(e, s, i))
	}
}

// deliver brings to shared memory what was fetched.
func (g *group) deliver(e *emitter, next []accumulator) {
	for k, x := range next {
		g.tile.store(e, imp.Int(int64(k)), localID, e.value(x))
	}
}
