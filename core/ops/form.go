package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Form describes the structure of a parallel operation: its iteration space, what runs
// for each iteration, and what becomes of the values that an iteration returns. The parts
// are held by address, so that a pass may replace them.
//
// Second-order combinators have a Width, Arrays and a Fn; segmented operators have a
// Space and a Body. The results are, in order: the folded values, arrays of the other
// values, and the destinations of Writes.
type Form struct {
	Width  *ir.Atom
	Arrays *[]name.Name
	Fn     **ir.Lambda // *Fn is nil if the elements are taken as they are

	Space *[]ir.SpaceDim
	Level *ir.Parallel
	Body  **ir.Body

	// Folds are the operators that combine the values of iterations. Without Writes there
	// is at most one, and its results come first.
	Folds []Fold
	// Prefixes is set for scans: every prefix of the fold is a result, not only the last.
	Prefixes bool
	// Writes are the destinations, which are consumed. An iteration returns what it
	// writes last: the indices for all destinations, then the values.
	Writes []Write
	// Indices is the number of those indices. Destinations of one fold share theirs.
	Indices int
}

// Fold is an associative operator with its neutral elements.
type Fold struct {
	Operator **ir.Lambda
	Neutral  *[]ir.Atom
}

// Write is a destination; its first Rank dimensions are indexed.
type Write struct {
	Array *name.Name
	Rank  int
}

// Folded returns the number of results that are folds.
func (f *Form) Folded() int {
	if len(f.Folds) == 0 || len(f.Writes) > 0 {
		return 0
	}
	return len(*f.Folds[0].Neutral)
}

// Plain returns how many of the results come before the destinations.
func (f *Form) Plain(results int) int { return results - len(f.Writes) }

// Operands returns the range [from, to) of the n values an iteration returns that are
// operands of an operator. On mem they must lie row-major.
func (f *Form) Operands(n int) (from, to int) {
	switch {
	case len(f.Folds) == 0:
		return 0, 0
	case len(f.Writes) > 0:
		return n - len(f.Writes), n
	}
	return 0, f.Folded()
}

// Operators returns the operators of the folds.
func (f *Form) Operators() []*ir.Lambda {
	var out []*ir.Lambda
	for _, fold := range f.Folds {
		out = append(out, *fold.Operator)
	}
	return out
}

// Neutral returns the neutral elements of the folds.
func (f *Form) Neutral() []ir.Atom {
	var out []ir.Atom
	for _, fold := range f.Folds {
		out = append(out, *fold.Neutral...)
	}
	return out
}

// FormOf returns the form of e in Default; nil if e is not parallel.
func FormOf(e ir.Exp) *Form {
	d := Of(e)
	if d == nil || d.form == nil {
		return nil
	}
	f := d.form(e)
	return &f
}

// KernelOf returns the form of e if e is a segmented operator, else nil.
func KernelOf(e ir.Exp) *Form {
	if !IsKernel(e) {
		return nil
	}
	return FormOf(e)
}

// CombinatorOf returns the form of e if e is a second-order array combinator, else nil.
func CombinatorOf(e ir.Exp) *Form {
	if f := FormOf(e); f != nil && f.Space == nil {
		return f
	}
	return nil
}

// IsKernel reports whether e is a segmented operator.
func IsKernel(e ir.Exp) bool {
	d := Of(e)
	return d != nil && d.Effect == SegOp
}

// IsCombinator reports whether d applies a function to the elements of arrays.
func (d *Def) IsCombinator() bool { return d.form != nil && d.Effect != SegOp }

// IsParallel reports whether e runs its iterations in parallel: a combinator or a
// segmented operator.
func IsParallel(e ir.Exp) bool {
	d := Of(e)
	return d != nil && d.form != nil
}

// Segmented returns the segmented operator that applies the combinator e at each point of
// the outer dimensions of space. The last dimension of space indexes the elements of e;
// body returns what e's function returns.
func Segmented(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
	return Of(e).segmented(e, space, body)
}

// formed adapts a function that gives the form of one struct of ir.
func formed[E ir.Exp](f func(E) Form) func(ir.Exp) Form {
	return func(e ir.Exp) Form { return f(e.(E)) }
}

// combinator is the form of a second-order combinator over arrays.
func combinator(width *ir.Atom, arrays *[]name.Name, fn **ir.Lambda) Form {
	return Form{Width: width, Arrays: arrays, Fn: fn}
}

// kernelOver is the form of a segmented operator.
func kernelOver(space *[]ir.SpaceDim, level *ir.Parallel, body **ir.Body) Form {
	return Form{Space: space, Level: level, Body: body}
}

// reducing returns f with its first results folded.
func (f Form) reducing(operator **ir.Lambda, neutral *[]ir.Atom) Form {
	f.Folds = []Fold{{operator, neutral}}
	return f
}

// scanning returns f with its first results scanned.
func (f Form) scanning(operator **ir.Lambda, neutral *[]ir.Atom) Form {
	f = f.reducing(operator, neutral)
	f.Prefixes = true
	return f
}

// writing returns f with the destinations ds.
func (f Form) writing(ds []ir.Dest) Form {
	for i := range ds {
		f.Writes = append(f.Writes, Write{&ds[i].Array, ds[i].Rank})
		f.Indices += ds[i].Rank
	}
	return f
}

// combining returns f with the histograms hs. The dimensions of segments are not indexed.
func (f Form) combining(hs []ir.HistOp) Form {
	for i := range hs {
		h := &hs[i]
		f.Folds = append(f.Folds, Fold{&h.Operator, &h.Neutral})
		f.Indices += h.Rank
		for k := range h.Dests {
			f.Writes = append(f.Writes, Write{&h.Dests[k], h.Rank})
		}
	}
	return f
}
