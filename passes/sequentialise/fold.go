package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
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
	}
	bindElements(b, f.arrays, fn.Params, i)
	b.Append(fn.Body.Stms...)
	n := len(f.neutral)
	return fn.Body.Result[:n], fn.Body.Result[n:]
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
// only one chunk, or the operator is exactly associative with an exact neutral element.
func (f *fold) flat(chunkSize int64) bool {
	if n, ok := f.width.AsSize(); ok && n <= chunkSize {
		return true
	}
	if len(f.operator.Body.Stms) != len(f.neutral) {
		return false
	}
	for k, r := range f.operator.Body.Result {
		if !f.exact(k, r) {
			return false
		}
	}
	return true
}

// exact reports whether result k of the operator combines its two operands k with an
// exactly associative scalar operator whose neutral element is the fold's.
func (f *fold) exact(k int, result ir.Atom) bool {
	n := len(f.neutral)
	x, y := ir.Var(f.operator.Params[k].Name), ir.Var(f.operator.Params[n+k].Name)
	at := slices.IndexFunc(f.operator.Body.Stms, func(st *ir.Stm) bool {
		return len(st.Pat) == 1 && ir.Var(st.Pat[0].Name) == result
	})
	if at < 0 {
		return false
	}
	p, ok := f.operator.Body.Stms[at].Exp.(*ir.Prim)
	if !ok || len(p.Args) != 2 || p.Args[0] != x || p.Args[1] != y {
		return false
	}
	neutral, ok := p.Fn.Neutral(p.Type)
	return ok && p.Fn.Info().Associative.Has(p.Type) && f.neutral[k] == ir.Const(neutral)
}

// pieces returns the sizes into which width elements are divided, outermost first:
// superchunks, unless there is at most one, then chunks.
func (s *sequentialiser) pieces(width ir.Atom) []int64 {
	super := s.chunkSize * s.chunkSize
	if n, ok := width.AsSize(); ok && n <= super {
		return []int64{s.chunkSize}
	}
	return []int64{super, s.chunkSize}
}

// count emits the number of pieces of size elements. Zero elements make one empty piece,
// whose fold is the neutral element.
func (s *sequentialiser) count(b *ir.Builder, size ir.Atom, piece int64) ir.Atom {
	last := i64(b, "last", scalar.Sub, size, ir.Size(1))
	full := i64(b, "full", scalar.Quot, last, ir.Size(piece))
	return i64(b, "chunks", scalar.Add, full, ir.Size(1))
}

// chunk is a contiguous piece of the elements.
type chunk struct {
	first ir.Atom // boolean: it is the first piece
	base  ir.Atom // index of its first element
	size  ir.Atom
}

// nth describes piece c of size elements that start at index *from, or 0.
func (s *sequentialiser) nth(b *ir.Builder, size ir.Atom, from *ir.Atom, c ir.Atom, piece int64) chunk {
	start := i64(b, "start", scalar.Mul, c, ir.Size(piece))
	rest := i64(b, "rest", scalar.Sub, size, start)
	base := start
	if from != nil {
		base = i64(b, "base", scalar.Add, *from, start)
	}
	return chunk{
		first: i64(b, "first", scalar.Eq, c, ir.Size(0)),
		base:  base,
		size:  i64(b, "size", scalar.Min, rest, ir.Size(piece)),
	}
}

// combine emits "if first then local else operator(prefix, local)".
func (s *sequentialiser) combine(b *ir.Builder, f *fold, first ir.Atom, prefix, local []ir.Atom) []ir.Atom {
	pat := f.accumulators(s)
	other := b.Inner()
	combined := s.apply(other, f.operator, slices.Concat(prefix, local)...)
	b.Bind(pat, &ir.If{
		Cond: first,
		Then: &ir.Body{Result: slices.Clone(local)},
		Else: other.Body(combined...),
	})
	return vars(pat)
}
