package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/target"
)

// fold is a decomposed reduction or scan.
type fold struct {
	width    ir.Atom
	arrays   []name.Name
	operator *ir.Lambda
	neutral  []ir.Atom
	fn       *ir.Lambda // nil: the elements themselves
}

// elements emits the code for the values of iteration i: those to fold, and those to store.
func (f *fold) elements(b *ir.Builder, s *sequentialiser, i ir.Atom) (folded, stored []ir.Atom) {
	fn := f.fn
	if fn == nil {
		fn = s.identity(f.operator.Params[len(f.neutral):])
	} else {
		fn = ir.NewRenamer(s.names).Lambda(fn)
	}
	bindElements(b, f.arrays, fn.Params, i)
	b.Append(fn.Body.Stms...)
	n := len(f.neutral)
	return fn.Body.Result[:n], fn.Body.Result[n:]
}

// maxPeeled is the number of statements up to which the elements of the first chunk get a
// loop of their own.
const maxPeeled = 40

// peels reports whether the first chunk is folded by a loop of its own, before the loop over
// the other chunks. Then a few elements cost one short loop; the body exists twice, which is
// why only small ones are copied.
func (f *fold) peels() bool {
	n := 0
	count := &ir.Walker{Stm: func(*ir.Stm) { n++ }}
	count.InBody(f.operator.Body)
	if f.fn != nil {
		count.InBody(f.fn.Body)
	}
	return n <= maxPeeled
}

// identity returns the function that returns its arguments, with parameters like ps.
func (s *sequentialiser) identity(ps []ir.Param) *ir.Lambda {
	params := s.freshLike(ps)
	return &ir.Lambda{Params: params, Body: &ir.Body{Result: vars(params)}}
}

// accumulators returns fresh binders for the accumulator.
func (f *fold) accumulators(s *sequentialiser) []ir.Param {
	return s.freshLike(f.operator.Params[:len(f.neutral)])
}

// flat reports whether folding left to right without chunks gives the same bits: there is
// only one chunk, or chunks do not matter to the operator.
func (f *fold) flat(t target.Target) bool {
	n, ok := f.width.AsSize()
	return ok && n <= t.ReduceChunk || operator.Regroups(f.operator, f.neutral, t.Math)
}

// levels returns the depth of the combining tree: 2 if there may be more than one
// superchunk, else 1.
func (s *sequentialiser) levels(width ir.Atom) int {
	if n, ok := width.AsSize(); ok && n <= s.chunkSize*s.chunkSize {
		return 1
	}
	return 2
}

// laterChunks emits the number of chunks after the first: 0 if there are no elements.
func (s *sequentialiser) laterChunks(b *ir.Builder, width ir.Atom) ir.Atom {
	last := i64(b, "last", scalar.Sub, width, ir.Size(1))
	return i64(b, "later", scalar.Quot, last, ir.Size(s.chunkSize))
}

// chunk is a contiguous piece of the elements.
type chunk struct {
	at   ir.Atom // its number
	base ir.Atom // index of its first element
	size ir.Atom
}

// nth describes chunk c.
func (s *sequentialiser) nth(b *ir.Builder, width, c ir.Atom) chunk {
	base := i64(b, "base", scalar.Mul, c, ir.Size(s.chunkSize))
	rest := i64(b, "rest", scalar.Sub, width, base)
	return chunk{at: c, base: base, size: i64(b, "size", scalar.Min, rest, ir.Size(s.chunkSize))}
}

// opens emits whether chunk c is the first one of a superchunk.
func (s *sequentialiser) opens(b *ir.Builder, c ir.Atom) ir.Atom {
	within := i64(b, "at", scalar.Rem, c, ir.Size(s.chunkSize))
	return i64(b, "opens", scalar.Eq, within, ir.Size(0))
}

// combine emits "if first then local else operator(prefix, local)".
func (s *sequentialiser) combine(b *ir.Builder, f *fold, first ir.Atom, prefix, local []ir.Atom) []ir.Atom {
	pat := f.accumulators(s)
	s.combineAs(b, pat, f, first, prefix, local)
	return vars(pat)
}

// combineAs is combine with the given binders.
func (s *sequentialiser) combineAs(b *ir.Builder, pat []ir.Param, f *fold, first ir.Atom, prefix, local []ir.Atom) {
	other := b.Inner()
	combined := s.apply(other, f.operator, slices.Concat(prefix, local)...)
	b.Bind(pat, &ir.If{
		Cond: first,
		Then: &ir.Body{Result: slices.Clone(local)},
		Else: other.Body(combined...),
	})
}
