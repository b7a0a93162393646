package lower

import (
	"math"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// RangeEnd says how a range ends.
type RangeEnd uint8

const (
	Inclusive RangeEnd = iota // with its last element, or before what is behind that
	UpTo                      // before a bound, rising
	DownTo                    // before a bound, falling
)

// rangeEnds are how ranges are written in messages.
var rangeEnds = [...]string{Inclusive: "...", UpTo: "..<", DownTo: "..>"}

// Range is the array of first, second, … to last, all of one integer type; without
// second (nil) the step is 1, or -1 downwards. It is valid when its step leads from the first
// element towards the last, or when it has no elements because the two are one.
func (b *Builder) Range(first Value, second *Value, kind RangeEnd, last Value) Value {
	t := first.Elem()
	widen := func(v Value) ir.Atom { return b.Convert(t, scalar.I64, v.Atom()) }
	from := widen(first)
	text := message("Range ", first.Atom())

	step := ir.Size(1)
	if kind == DownTo {
		step = ir.Size(-1)
	}
	if second != nil {
		step = b.I64("step", scalar.Sub, widen(*second), from)
		text = append(text, message("..", second.Atom())...)
	}
	to := widen(last)
	text = append(text, message(rangeEnds[kind], last.Atom(), " is invalid.")...)

	n, ok := b.rangeSize(kind, t, first.Atom(), last.Atom(), from, to, step)
	b.Assert(ok, text)
	n = notNegative(n)
	b.IsSize(n)
	s := ArrayOf(n, Scalar{t})
	v := b.lets("range", s, &ir.Iota{Elem: t, Count: n, Start: first.Atom(), Step: b.Convert(scalar.I64, t, step)})
	if t == scalar.I64 {
		p := progression{first: from, step: step}
		if kind == UpTo && step == ir.Size(1) {
			p.end = to
		}
		b.progressions[v.Atom().Name] = p
	}
	return v
}

// rangeSize counts the elements of a range and tells whether it is valid. The
// ends are compared at their own type; distances are taken in i64.
func (b *Builder) rangeSize(kind RangeEnd, t scalar.Type, first, last, from, to, step ir.Atom) (n, ok ir.Atom) {
	zero := ir.Size(0)
	up := func() ir.Atom { return b.I64("distance", scalar.Sub, to, from) }
	down := func() ir.Atom { return b.I64("distance", scalar.Sub, from, to) }
	rises := func() ir.Atom {
		return b.All(b.I64("up", scalar.Gt, step, zero), b.Prim("le", scalar.Le, t, first, last))
	}
	falls := func() ir.Atom {
		return b.All(b.I64("down", scalar.Lt, step, zero), b.Prim("ge", scalar.Ge, t, first, last))
	}
	switch {
	case kind == UpTo:
		return b.ceilDiv(up(), b.stride(step)), rises()
	case kind == DownTo:
		return b.ceilDiv(down(), b.stride(step)), falls()
	case step == ir.Size(1):
		n, ok = up(), rises()
	case step == ir.Size(-1):
		n, ok = down(), falls()
	default:
		distance := b.Choose(b.I64("up", scalar.Gt, step, zero), up(), down())
		n = b.I64("quot", scalar.Quot, distance, b.stride(step))
		ok = b.Bool("ok", scalar.Or, rises(), falls())
	}
	return b.I64("n", scalar.Add, n, ir.Size(1)), ok
}

// stride is |step|, or 1 for step 0: it may be divided by before step is checked.
// For the least step it is one less, which no distance tells apart.
func (b *Builder) stride(step ir.Atom) ir.Atom {
	step = b.I64("step", scalar.Max, step, ir.Size(-math.MaxInt64))
	return b.I64("stride", scalar.Max, ir.Size(1), b.I64("abs", scalar.Abs, step))
}
