package assertdefined

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// requirements asserts, for each operation that is undefined for some operands, that it is
// defined for its own.
var requirements = map[string]func(*guard, ir.Exp){
	"prim":         of((*guard).prim),
	"index":        of((*guard).index),
	"slice":        of(func(g *guard, e *ir.Slice) { g.selected(g.dims(e.Array), e.Dims, false) }),
	"update":       of(func(g *guard, e *ir.Update) { g.selected(g.dims(e.Array), e.Dims, true) }),
	"flatslice":    of(func(g *guard, e *ir.FlatSlice) { g.flat(g.dims(e.Array)[0], e.Offset, e.Dims) }),
	"flatupdate":   of(func(g *guard, e *ir.FlatUpdate) { g.flat(g.dims(e.Array)[0], e.Offset, e.Dims) }),
	"iota":         of(func(g *guard, e *ir.Iota) { g.sizes("iota", e.Count) }),
	"replicate":    of(func(g *guard, e *ir.Replicate) { g.sizes("replicate", e.Shape...) }),
	"scratch":      of(func(g *guard, e *ir.Scratch) { g.sizes("scratch", e.Shape...) }),
	"concat":       of((*guard).concat),
	"rotate":       of((*guard).rotate),
	"reshape":      of((*guard).reshape),
	"map":          of(func(g *guard, e *ir.Map) { g.sizes("map", e.Width) }),
	"reduce":       of(func(g *guard, e *ir.Reduce) { g.sizes("reduce", e.Width) }),
	"scan":         of(func(g *guard, e *ir.Scan) { g.sizes("scan", e.Width) }),
	"scanright":    of(func(g *guard, e *ir.ScanRight) { g.sizes("scanright", e.Width) }),
	"scatter":      of(func(g *guard, e *ir.Scatter) { g.sizes("scatter", e.Width) }),
	"hist":         of(func(g *guard, e *ir.Hist) { g.sizes("hist", e.Width) }),
	"segmap":       of(func(g *guard, e *ir.SegMap) { g.space("segmap", e.Space) }),
	"segred":       of(func(g *guard, e *ir.SegRed) { g.space("segred", e.Space) }),
	"segscan":      of(func(g *guard, e *ir.SegScan) { g.space("segscan", e.Space) }),
	"segscanright": of(func(g *guard, e *ir.SegScanRight) { g.space("segscanright", e.Space) }),
	"seghist":      of(func(g *guard, e *ir.SegHist) { g.space("seghist", e.Space) }),
}

func of[E ir.Exp](require func(*guard, E)) func(*guard, ir.Exp) {
	return func(g *guard, e ir.Exp) { require(g, e.(E)) }
}

func (g *guard) prim(e *ir.Prim) {
	if !e.Fn.Info().Partial.Has(e.Type) {
		return
	}
	none := ir.Const(scalar.Zero(e.Type))
	if e.Fn == scalar.Pow {
		g.assert(g.fold("ok", scalar.Ge, e.Type, e.Args[1], none),
			e.Fn.String(), ": the exponent ", e.Args[1], " is negative; it must be at least 0.")
		return
	}
	g.assert(g.fold("ok", scalar.Ne, e.Type, e.Args[1], none),
		e.Fn.String(), ": division by zero; the divisor must not be 0.")
}

func (g *guard) index(e *ir.Index) {
	shape := g.dims(e.Array)
	ok := yes
	parts := []any{"index: ["}
	for k, i := range e.Indices {
		ok = g.all(ok, g.inBounds(i, shape[k]))
		if k > 0 {
			parts = append(parts, ", ")
		}
		parts = append(parts, i)
	}
	g.assert(ok, append(parts, "] is out of bounds for an array of shape ", shape,
		"; each index must be at least 0 and less than the size.")...)
}

// selected asserts that what dims select of an array is there and, if it is written, distinct.
func (g *guard) selected(shape []ir.Atom, dims []ir.SliceDim, written bool) {
	for k, d := range dims {
		n := shape[k]
		if d.Fix {
			g.assert(g.inBounds(d.Start, n), "Index ", d.Start, " is out of bounds for dimension ", ir.Size(int64(k)),
				" of an array of shape ", shape, "; it must be at least 0 and less than ", n, ".")
			continue
		}
		ok := g.within(n, d)
		if written {
			moves := g.fold("ok", scalar.Ne, scalar.I64, d.Step, zero)
			ok = g.all(ok, g.either(moves, g.le(d.Size, one)))
		}
		g.assert(ok, "Slice ", d.Start, " :+ ", d.Size, " by ", d.Step, " is out of bounds for dimension ", ir.Size(int64(k)),
			" of an array of shape ", shape, "; every selected index must be at least 0 and less than ", n,
			", the size not negative, and no written index repeated.")
	}
}

// within is whether d selects indices of a dimension of size n.
func (g *guard) within(n ir.Atom, d ir.SliceDim) ir.Atom {
	whole := d.Start == zero && d.Size == n
	if d.Step == one && whole {
		return yes
	}
	sized := g.le(zero, d.Size)
	if d.Step == one && d.Start == zero {
		return g.all(sized, g.le(d.Size, n))
	}
	empty := g.equal(d.Size, zero)
	if d.Step == one {
		last := g.i64("last", scalar.Sub, n, d.Size)
		return g.all(sized, g.either(empty, g.all(g.le(zero, d.Start), g.le(d.Start, last))))
	}
	magnitude, up := g.magnitude(d.Step)
	span := g.span(d.Size, magnitude)
	room := g.choose(up, g.above(n, d.Start), d.Start)
	return g.all(sized, g.either(empty, g.all(g.inBounds(d.Start, n), g.le(span, room))))
}

// span is the distance from the first of size indices to the last, or the largest i64 if that
// is less. The size is at least 1, else the span is any number.
func (g *guard) span(size, magnitude ir.Atom) ir.Atom {
	steps := g.i64("steps", scalar.Sub, size, one)
	p := g.i64("span", scalar.Mul, steps, magnitude)
	fits := g.all(
		g.equal(g.i64("high", scalar.MulHi, steps, magnitude), zero),
		g.le(zero, p))
	return g.choose(fits, p, most)
}

// above is how many indices of a dimension of size n there are after i.
func (g *guard) above(n, i ir.Atom) ir.Atom {
	return g.i64("room", scalar.Sub, g.i64("last", scalar.Sub, n, one), i)
}

// flat asserts that the points of an LMAD are indices of an array of n elements.
func (g *guard) flat(n, offset ir.Atom, dims []ir.FlatDim) {
	sized, empty := yes, no
	inside := g.inBounds(offset, n)
	above, below := g.above(n, offset), offset
	parts := []any{"LMAD ", offset, " + {"}
	for k, d := range dims {
		sized = g.all(sized, g.le(zero, d.Size))
		empty = g.either(empty, g.equal(d.Size, zero))
		magnitude, up := g.magnitude(d.Stride)
		span := g.span(d.Size, magnitude)
		rise, fall := g.choose(up, span, zero), g.choose(up, zero, span)
		// A span that exceeds the room is refused here, so what is left cannot wrap.
		inside = g.all(inside, g.le(rise, above), g.le(fall, below))
		above, below = g.i64("room", scalar.Sub, above, rise), g.i64("room", scalar.Sub, below, fall)
		if k > 0 {
			parts = append(parts, ", ")
		}
		parts = append(parts, "(", d.Size, " : ", d.Stride, ")")
	}
	g.assert(g.all(sized, g.either(empty, inside)), append(parts, "} is out of bounds for an array of ", n,
		" elements; every point must be at least 0 and less than that, and no size negative.")...)
}

// sizes asserts that no size is negative.
func (g *guard) sizes(op string, sizes ...ir.Atom) {
	g.assert(g.noneNegative(sizes), op, ": the shape ", sizes, " has a negative size; sizes must be at least 0.")
}

func (g *guard) space(op string, space []ir.SpaceDim) {
	var sizes []ir.Atom
	for _, d := range space {
		sizes = append(sizes, d.Size)
	}
	g.sizes(op, sizes...)
}

func (g *guard) concat(e *ir.Concat) {
	var sizes []ir.Atom
	for _, n := range e.Arrays {
		sizes = append(sizes, g.dims(n)[e.Dim])
	}
	ok, left := yes, e.Size
	for k, n := range sizes {
		if k == len(sizes)-1 {
			ok = g.all(ok, g.equal(n, left))
			break
		}
		ok = g.all(ok, g.le(n, left))
		left = g.i64("left", scalar.Sub, left, n)
	}
	g.assert(ok, "concat: the sizes ", sizes, " do not add up to ", e.Size, "; give their sum.")
}

func (g *guard) rotate(e *ir.Rotate) {
	n := g.dims(e.Array)[e.Dim]
	g.assert(g.all(g.le(zero, e.Amount), g.le(e.Amount, n)),
		"rotate: the amount ", e.Amount, " is out of bounds for a dimension of size ", n, "; it must be at least 0 and at most that.")
}

func (g *guard) reshape(e *ir.Reshape) {
	shape := g.dims(e.Array)
	if slices.Equal(factors(shape), factors(e.Shape)) {
		return
	}
	have, want := g.elements(shape), g.elements(e.Shape)
	ok := g.all(g.noneNegative(e.Shape), g.equal(have, want))
	if len(factors(e.Shape)) > 1 {
		ok = g.all(ok, g.fold("ok", scalar.Lt, scalar.I64, want, most))
	}
	g.assert(ok, "reshape: an array of shape ", shape, " has no shape ", e.Shape,
		"; both must have the same number of elements.")
}

// factors are the sizes of a shape other than 1. Shapes that agree in them have equally many
// elements.
func factors(shape []ir.Atom) []ir.Atom {
	var out []ir.Atom
	for _, d := range shape {
		if d != one {
			out = append(out, d)
		}
	}
	return out
}
