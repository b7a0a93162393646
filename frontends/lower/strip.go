package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
)

// strips is a counted loop that is being split into loops within each other, of which each runs a strip
// of the iterations of the one around it. Reverse mode keeps what a loop carries in each of its own
// iterations only while its return sweep is in that loop, so that k splits of n iterations keep some
// (k+1) · n^(1/(k+1)) of them, for k more executions.
type strips struct {
	*Builder
	loop  Loop
	width ir.Atom // of an innermost loop's strip
}

// maxStrips is how often a loop is split at most: 2^17 iterations are split no further.
const maxStrips = 16

// stripmined lowers a counted loop that is to be split.
func (b *Builder) stripmined(of Loop) Value {
	k, t := min(of.Strips, maxStrips), of.Count.Elem()
	n := b.I64("n", scalar.Max, b.Convert(t, scalar.I64, of.Count.Atom()), ir.Size(0))
	root := b.Prim("root", scalar.Pow, scalar.F64, b.Convert(scalar.I64, scalar.F64, n), ir.Const(scalar.Float(scalar.F64, 1/float64(k+1))))
	width := b.Convert(scalar.F64, scalar.I64, b.Prim("width", scalar.Ceil, scalar.F64, root))
	s := &strips{b, of, b.I64("width", scalar.Max, width, ir.Size(1))}
	return s.split(of.Init, k, ir.Size(0), n)
}

// split repeats the body on v for the iterations from first to first + n.
func (s *strips) split(v Value, k int, first, n ir.Atom) Value {
	out := Loop{Init: v, Names: s.loop.Names, Sizes: s.loop.Sizes, Index: "strip"}
	if k == 0 {
		t := s.loop.Count.Elem()
		count := ScalarValue(scalar.I64, n)
		out.Count, out.Index = &count, s.loop.Index
		out.Body = func(v, i Value) Value {
			at := s.I64("i", scalar.Add, first, i.Atom())
			return s.loop.Body(v, ScalarValue(t, s.Convert(scalar.I64, t, at)))
		}
		return s.Loop(out)
	}
	size := s.width
	for range k - 1 {
		size = s.I64("size", scalar.Mul, size, s.width)
	}
	count := ScalarValue(scalar.I64, s.ceilDiv(n, size))
	out.Count = &count
	out.Body = func(v, i Value) Value {
		done := s.I64("done", scalar.Mul, i.Atom(), size)
		left := s.I64("left", scalar.Min, size, s.I64("left", scalar.Sub, n, done))
		return s.split(v, k-1, s.I64("first", scalar.Add, first, done), left)
	}
	return s.Loop(out)
}
