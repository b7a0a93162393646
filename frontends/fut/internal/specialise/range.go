package specialise

import (
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// rangeEnds are how ranges are written in messages.
var rangeEnds = map[syntax.RangeKind]string{
	syntax.Inclusive: "...", syntax.UpTo: "..<", syntax.DownTo: "..>",
}

// rangeArray lowers a range. It is valid when its step leads from the first
// element towards the last, or when it has no elements because the two are one.
func (fr *frame) rangeArray(e *syntax.Range) value {
	first := fr.exp(e.First)
	t := first.elem()
	widen := func(v value) ir.Atom { return fr.convert(t, scalar.I64, v.atom()) }
	from := widen(first)
	text := message("Range ", first.atom())

	step := ir.Size(1)
	if e.Kind == syntax.DownTo {
		step = ir.Size(-1)
	}
	if e.Second != nil {
		second := fr.exp(e.Second)
		step = fr.i64("step", scalar.Sub, widen(second), from)
		text = append(text, message("..", second.atom())...)
	}
	last := fr.exp(e.Last)
	to := widen(last)
	text = append(text, message(rangeEnds[e.Kind], last.atom(), " is invalid.")...)

	n, ok := fr.rangeSize(e.Kind, t, first.atom(), last.atom(), from, to, step)
	fr.assert(ok, text)
	n = notNegative(n)
	fr.isSize(n)
	s := arrayOf(n, scalarShape{t})
	v := fr.lets("range", s, &ir.Iota{Elem: t, Count: n, Start: first.atom(), Step: fr.convert(scalar.I64, t, step)})
	if t == scalar.I64 {
		p := progression{first: from, step: step}
		if e.Kind == syntax.UpTo && step == ir.Size(1) {
			p.end = to
		}
		fr.progressions[v.atom().Name] = p
	}
	return v
}

// rangeSize counts the elements of a range and tells whether it is valid. The
// ends are compared at their own type; distances are taken in i64.
func (fr *frame) rangeSize(kind syntax.RangeKind, t scalar.Type, first, last, from, to, step ir.Atom) (n, ok ir.Atom) {
	zero := ir.Size(0)
	up := func() ir.Atom { return fr.i64("distance", scalar.Sub, to, from) }
	down := func() ir.Atom { return fr.i64("distance", scalar.Sub, from, to) }
	rises := func() ir.Atom {
		return fr.all(fr.i64("up", scalar.Gt, step, zero), fr.prim("le", scalar.Le, t, first, last))
	}
	falls := func() ir.Atom {
		return fr.all(fr.i64("down", scalar.Lt, step, zero), fr.prim("ge", scalar.Ge, t, first, last))
	}
	switch {
	case kind == syntax.UpTo:
		return fr.ceilDiv(up(), fr.stride(step)), rises()
	case kind == syntax.DownTo:
		return fr.ceilDiv(down(), fr.stride(step)), falls()
	case step == ir.Size(1):
		n, ok = up(), rises()
	case step == ir.Size(-1):
		n, ok = down(), falls()
	default:
		distance := fr.choose(fr.i64("up", scalar.Gt, step, zero), up(), down())
		n = fr.i64("quot", scalar.Quot, distance, fr.stride(step))
		ok = fr.bool("ok", scalar.Or, rises(), falls())
	}
	return fr.i64("n", scalar.Add, n, ir.Size(1)), ok
}

// stride is |step|, or 1 for step 0: it may be divided by before step is checked.
// For the least step it is one less, which no distance tells apart.
func (b *builder) stride(step ir.Atom) ir.Atom {
	step = b.i64("step", scalar.Max, step, ir.Size(-math.MaxInt64))
	return b.i64("stride", scalar.Max, ir.Size(1), b.i64("abs", scalar.Abs, step))
}
