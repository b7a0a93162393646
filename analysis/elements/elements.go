// Package elements finds bounds of integers that are not computed from scalars: of the elements of
// arrays, of what is read from these, of what branches return and loops carry. So an index that
// comes from an array is known to lie within another one if whatever made the array saw to that.
package elements

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Of returns what is known of the integers that the names of f hold, but of scalars that are
// computed from others: their definitions tell that.
func Of(f *ir.Fun) map[name.Name]facts.Range {
	w := &walk{facts: facts.NewWalk(), known: map[name.Name]facts.Range{}, types: map[name.Name]ir.Type{}, bound: map[name.Name]int{}}
	w.facts.Push()
	w.bind(f.Params)
	w.body(f.Body)
	w.facts.Pop()
	return w.known
}

// walk goes through a function once, and through bodies of loops several times.
type walk struct {
	facts *facts.Walk
	known map[name.Name]facts.Range
	types map[name.Name]ir.Type
	bound map[name.Name]int // the time when a name was bound last
	time  int
	loops int // around
}

// bind notes that names are bound. The sizes of arrays are not negative.
func (w *walk) bind(ps []ir.Param) {
	for _, p := range ps {
		w.time++
		w.bound[p.Name], w.types[p.Name] = w.time, p.Type
		delete(w.known, p.Name)
		for _, d := range p.Type.Dims {
			if d.IsVar() {
				w.facts.Size(d.Name)
			}
		}
	}
}

// tell notes the range of a name.
func (w *walk) tell(p ir.Param, r facts.Range) {
	if r.IsAll() || !p.Type.Elem.IsSigned() {
		return
	}
	w.known[p.Name] = r
	if p.Type.IsScalar() {
		w.facts.Within(p.Name, r)
	}
}

// enter begins a scope, and returns what ends it: that also returns the ranges of atoms, in terms of names
// bound before.
func (w *walk) enter() (leave func(results []ir.Atom) []facts.Range) {
	began := w.time
	w.facts.Push()
	return func(results []ir.Atom) []facts.Range {
		stays := func(n name.Name) bool { t, ok := w.bound[n]; return ok && t <= began }
		out := make([]facts.Range, len(results))
		for i, a := range results {
			out[i] = w.of(a, stays)
		}
		w.facts.Pop()
		return out
	}
}

// of is the range of an atom in terms of names that stay.
func (w *walk) of(a ir.Atom, stays func(name.Name) bool) facts.Range {
	switch {
	case a.IsVar() && !w.types[a.Name].Elem.IsSigned() || !a.IsVar() && !a.Const.Type.IsSigned():
		return facts.Range{}
	case a.IsVar() && w.types[a.Name].IsArray():
		return w.facts.Outside(w.known[a.Name], stays)
	}
	return w.facts.Range(a, stays)
}

// here is the range of an atom where the walk stands.
func (w *walk) here(a ir.Atom) facts.Range { return w.of(a, func(name.Name) bool { return true }) }

func (w *walk) body(b *ir.Body) {
	for _, s := range b.Stms {
		w.stm(s)
	}
}

func (w *walk) stm(s *ir.Stm) {
	if e, ok := s.Exp.(*ir.Assert); ok {
		w.suppose(e.Cond, true)
		return
	}
	ranges := w.results(s.Exp)
	w.bind(s.Pat)
	for i, r := range ranges {
		w.tell(s.Pat[i], r)
	}
	if len(s.Pat) == 1 {
		w.facts.Define(s.Pat[0].Name, s.Exp)
	}
}

func (w *walk) suppose(cond ir.Atom, holds bool) {
	w.facts.Suppose(cond, holds, func(name.Name, bool) bool { return true })
}

// results returns the ranges of the results of e, or none if it knows nothing of them.
func (w *walk) results(e ir.Exp) []facts.Range {
	switch e := e.(type) {
	case *ir.Use:
		return one(w.here(e.X))
	case *ir.Index:
		return one(w.known[e.Array])
	case *ir.Copy:
		return one(w.known[e.Array])
	case *ir.Scratch:
		return one(facts.Range{None: true})
	case *ir.Replicate:
		return one(w.here(e.Value))
	case *ir.Literal:
		return one(w.all(e.Elems))
	case *ir.Concat:
		arrays := make([]ir.Atom, len(e.Arrays))
		for i, a := range e.Arrays {
			arrays[i] = ir.Var(a)
		}
		return one(w.all(arrays))
	case *ir.Update:
		return one(w.facts.Both(w.known[e.Array], w.here(e.Value)))
	case *ir.Iota:
		if e.Elem == scalar.I64 && e.Start == ir.Size(0) && e.Step == ir.Size(1) {
			return one(w.facts.Below(e.Count))
		}
	case *ir.If:
		return w.branches(e)
	case *ir.Map:
		return w.apply(e.Fn, e.Arrays, e.Width)
	case *ir.Reduce:
		return w.fold(e.Neutral, e.Fn, e.Arrays, e.Width)
	case *ir.Scan:
		return w.fold(e.Neutral, e.Fn, e.Arrays, e.Width)
	case *ir.Scatter:
		return w.scatter(e)
	case *ir.Hist:
		w.apply(e.Fn, e.Arrays, e.Width)
	case *ir.Loop:
		return w.loop(e)
	default:
		if array, ok := ops.Of(e).ViewOf(e); ok {
			return one(w.known[array])
		}
		ir.EachBody(e, func(b *ir.Body) {
			leave := w.enter()
			w.body(b)
			leave(nil)
		})
	}
	return nil
}

func one(r facts.Range) []facts.Range { return []facts.Range{r} }

// all is the range of several atoms.
func (w *walk) all(as []ir.Atom) facts.Range {
	if len(as) == 0 {
		return facts.Range{}
	}
	r := w.here(as[0])
	for _, a := range as[1:] {
		if r.IsAll() {
			break
		}
		r = w.facts.Both(r, w.here(a))
	}
	return r
}

func (w *walk) branches(e *ir.If) []facts.Range {
	arm := func(b *ir.Body, holds bool) []facts.Range {
		leave := w.enter()
		w.suppose(e.Cond, holds)
		w.body(b)
		return leave(b.Result)
	}
	then, els := arm(e.Then, true), arm(e.Else, false)
	for i := range then {
		then[i] = w.facts.Both(then[i], els[i])
	}
	return then
}

// apply returns the ranges of the results of a function that is applied to each element of arrays.
func (w *walk) apply(fn *ir.Lambda, arrays []name.Name, width ir.Atom) []facts.Range {
	leave := w.enter()
	if width.IsVar() {
		w.facts.Within(width.Name, facts.From(1))
	}
	w.bind(fn.Params)
	for i, p := range fn.Params {
		w.tell(p, w.known[arrays[i]])
	}
	w.body(fn.Body)
	return leave(fn.Body.Result)
}

// fold knows nothing of what is folded, and all of the values that are returned besides.
func (w *walk) fold(neutral []ir.Atom, fn *ir.Lambda, arrays []name.Name, width ir.Atom) []facts.Range {
	if fn == nil {
		return nil
	}
	ranges := w.apply(fn, arrays, width)
	clear(ranges[:len(neutral)])
	return ranges
}

// scatter returns the ranges of what was there together with what is written.
func (w *walk) scatter(e *ir.Scatter) []facts.Range {
	ranges := w.apply(e.Fn, e.Arrays, e.Width)
	ranges = ranges[len(ranges)-len(e.Dests):]
	for i, d := range e.Dests {
		ranges[i] = w.facts.Both(w.known[d.Array], ranges[i])
	}
	return ranges
}

// maxLoops bounds the loops within each other whose bodies are tried several times.
const maxLoops = 2

// loop takes what a loop carries for what it starts with, and drops what does not hold.
func (w *walk) loop(e *ir.Loop) []facts.Range {
	assumed := make([]facts.Range, len(e.Inits))
	if w.loops < maxLoops {
		for i, a := range e.Inits {
			assumed[i] = w.here(a)
		}
	}
	w.loops++
	defer func() { w.loops-- }()
	for attempt := 0; ; attempt++ {
		left := w.iteration(e, assumed)
		if slices.EqualFunc(left, assumed, facts.Range.Equal) {
			return assumed
		}
		if assumed = left; attempt > 0 {
			clear(assumed)
		}
	}
}

// iteration returns what holds after an iteration of what is assumed before it.
func (w *walk) iteration(e *ir.Loop, assumed []facts.Range) []facts.Range {
	leave := w.enter()
	if !e.Index.IsZero() {
		index := ir.Param{Name: e.Index, Type: ir.ScalarOf(w.typeOf(e.Bound))}
		w.bind([]ir.Param{index})
		w.facts.Index(e.Index, index.Type.Elem, e.Bound)
	}
	w.bind(e.Params)
	for i, p := range e.Params {
		w.tell(p, assumed[i])
	}
	w.body(e.Body)
	made := make([]facts.Range, len(assumed))
	for i, r := range e.Body.Result {
		if !assumed[i].IsAll() {
			made[i] = w.facts.Common(assumed[i], w.here(r))
		}
	}
	after := leave(e.Body.Result)
	for i, r := range assumed {
		if r.None {
			made[i] = after[i]
		}
	}
	return made
}

func (w *walk) typeOf(a ir.Atom) scalar.Type {
	if a.IsVar() {
		return w.types[a.Name].Elem
	}
	return a.Const.Type
}
