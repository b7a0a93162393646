package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Form is how a parallel operation is put together: where its iterations come from,
// what runs for each, and what becomes of what that returns. The parts are held by
// address, so that a pass may replace them.
//
// Second-order combinators have a Width, Arrays and a Fn; segmented operators have a
// Space and a Body. The results are, in order: those of Folds, arrays of what the
// iterations return otherwise, and the destinations of Writes.
type Form struct {
	Width  *ir.Atom
	Arrays *[]name.Name
	Fn     **ir.Lambda // nil within where the elements are taken as they are

	Space *[]ir.SpaceDim
	Level *ir.Parallel
	Body  **ir.Body

	// Folds are the operators that combine what iterations return. Without Writes there
	// is one at most, and its results come first.
	Folds []Fold
	// Prefixes tells that each iteration's fold is kept, not only the last one.
	Prefixes bool
	// Writes are the destinations, consumed. What is written comes last of what an
	// iteration returns: the indices for all destinations, then the values.
	Writes []Write
	// Indices counts those indices. Destinations of one fold share theirs.
	Indices int
}

// Fold is an associative operator with its neutral elements.
type Fold struct {
	Operator **ir.Lambda
	Neutral  *[]ir.Atom
}

// Write is a destination of which Rank dimensions are indexed.
type Write struct {
	Array *name.Name
	Rank  int
}

// Folded counts the results that are folds.
func (f *Form) Folded() int {
	if len(f.Folds) == 0 || len(f.Writes) > 0 {
		return 0
	}
	return len(*f.Folds[0].Neutral)
}

// Plain counts the results, of so many, in front of the destinations.
func (f *Form) Plain(results int) int { return results - len(f.Writes) }

// Operands tells which values, of the n that an iteration returns, are given to an
// operator: those from the first number up to the second. On mem they lie row-major.
func (f *Form) Operands(n int) (from, to int) {
	switch {
	case len(f.Folds) == 0:
		return 0, 0
	case len(f.Writes) > 0:
		return n - len(f.Writes), n
	}
	return 0, f.Folded()
}

// Operators lists the operators of the folds.
func (f *Form) Operators() []*ir.Lambda {
	var out []*ir.Lambda
	for _, fold := range f.Folds {
		out = append(out, *fold.Operator)
	}
	return out
}

// Neutral lists the neutral elements of the folds.
func (f *Form) Neutral() []ir.Atom {
	var out []ir.Atom
	for _, fold := range f.Folds {
		out = append(out, *fold.Neutral...)
	}
	return out
}

// FormOf is the form of e in Default, nil if e is no parallel operation.
func FormOf(e ir.Exp) *Form {
	d := Of(e)
	if d == nil || d.form == nil {
		return nil
	}
	f := d.form(e)
	return &f
}

// KernelOf is the form of e if e is a segmented operator, else nil.
func KernelOf(e ir.Exp) *Form {
	if !IsKernel(e) {
		return nil
	}
	return FormOf(e)
}

// CombinatorOf is the form of e if e is a second-order array combinator, else nil.
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

// IsCombinator reports whether d applies a function to elements of arrays.
func (d *Def) IsCombinator() bool { return d.form != nil && d.Effect != SegOp }

// IsParallel reports whether e runs its iterations in parallel: a combinator or a
// segmented operator.
func IsParallel(e ir.Exp) bool {
	d := Of(e)
	return d != nil && d.form != nil
}

// Segmented is the segmented operator that does for each point of the outer dimensions
// of space what e, a second-order array combinator, does. The last dimension counts e's
// elements, and body returns what e's function does.
func Segmented(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp {
	return Of(e).segmented(e, space, body)
}

// formed adapts a function that gives the form of one struct of ir.
func formed[E ir.Exp](f func(E) Form) func(ir.Exp) Form {
	return func(e ir.Exp) Form { return f(e.(E)) }
}

// combinator is a second-order array combinator over elements of arrays.
func combinator(width *ir.Atom, arrays *[]name.Name, fn **ir.Lambda) Form {
	return Form{Width: width, Arrays: arrays, Fn: fn}
}

// kernelOver is a segmented operator.
func kernelOver(space *[]ir.SpaceDim, level *ir.Parallel, body **ir.Body) Form {
	return Form{Space: space, Level: level, Body: body}
}

// reducing is f, whose first results are folded.
func (f Form) reducing(operator **ir.Lambda, neutral *[]ir.Atom) Form {
	f.Folds = []Fold{{operator, neutral}}
	return f
}

// scanning is f, whose first results are folded and each prefix kept.
func (f Form) scanning(operator **ir.Lambda, neutral *[]ir.Atom) Form {
	f = f.reducing(operator, neutral)
	f.Prefixes = true
	return f
}

// writing is f, which writes into ds.
func (f Form) writing(ds []ir.Dest) Form {
	for i := range ds {
		f.Writes = append(f.Writes, Write{&ds[i].Array, ds[i].Rank})
		f.Indices += ds[i].Rank
	}
	return f
}

// combining is f, which combines values into the bins of hs. Segments of an index
// space, if there are any, are no dimensions that are indexed.
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
