package fuse

import (
	"iter"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// group is operations that become one: a statement alone, or two groups. What
// fusing asks of it is kept by merging the smaller into the larger, and the
// operation itself is put together once, when all fusing is done (assembly.go).
// So n operations that become one are not copied n times.
type group struct {
	first, second *group // nil for a statement alone
	feeds         bool   // second takes what first makes; else the two stand side by side

	stm   *ir.Stm // the last statement, in whose place all run
	place int     // that place
	into  *group  // the group that this one has become part of

	kind    kind
	width   ir.Atom
	inputs  map[name.Name][]name.Name // arrays taken by elements, and the parameters for those
	other   ir.Names                  // what is used otherwise
	classes ir.Names                  // the classes of all that is used
	results map[name.Name]ir.Atom     // the names bound, and what the function of a map returns for them
	users   users                     // the statements that use results
	last    int                       // the last place where a result is used; -1 if there is none
	nest    nest
	apart   places // of groups that this one was not fused with, to be tried again
}

// kind is what an operation does with the results of its function.
type kind uint8

const (
	mapping kind = iota
	reduction
	scanning
	writing // scatters and histograms
)

func kindOf(f *ops.Form) kind {
	switch {
	case len(f.Writes) > 0:
		return writing
	case f.Prefixes:
		return scanning
	case len(f.Folds) > 0:
		return reduction
	}
	return mapping
}

// newGroup is statement s alfirst. Users are added by the caller.
func (f *fuser) newGroup(s *ir.Stm, place int) *group {
	form := ops.CombinatorOf(s.Exp)
	fn, arrays := form.Fn, form.Arrays
	g := &group{
		stm: s, place: place, last: -1,
		kind: kindOf(form), width: *form.Width, nest: nestOf(*fn),
		inputs: map[name.Name][]name.Name{}, classes: ir.Names{}, results: map[name.Name]ir.Atom{},
	}
	inputs := *arrays
	*arrays = nil
	g.other = ir.FreeInStm(s)
	*arrays = inputs
	for n := range g.other {
		g.classes.Add(f.aliases.Class(n))
	}
	for k, a := range inputs {
		g.classes.Add(f.aliases.Class(a))
		g.inputs[a] = append(g.inputs[a], parameter(*fn, k)...)
	}
	for k, p := range s.Pat {
		var result ir.Atom
		if g.kind == mapping {
			result = (*fn).Body.Result[k]
		}
		g.results[p.Name] = result
	}
	return g
}

// open makes sure that the statement of g, if it is one alone, applies a function
// to its inputs.
func (f *fuser) open(g *group) {
	form := ops.CombinatorOf(g.stm.Exp)
	if g.first != nil || *form.Fn != nil {
		return
	}
	*form.Fn = f.identity(form)
	for k, p := range (*form.Fn).Params {
		a := (*form.Arrays)[k]
		g.inputs[a] = append(g.inputs[a], p.Name)
	}
}

// parameter is the name of parameter k of l, none if l is nil.
func parameter(l *ir.Lambda, k int) []name.Name {
	if l == nil {
		return nil
	}
	return []name.Name{l.Params[k].Name}
}

// merged is first and second as one, without its nest.
func merged(first, second *group, feeds bool) *group {
	g := &group{
		first: first, second: second, feeds: feeds,
		stm: second.stm, place: second.place,
		kind: second.kind, width: second.width,
		inputs:  takenByEither(first.inputs, second.inputs),
		other:   union(first.other, second.other),
		classes: union(first.classes, second.classes),
		results: union(first.results, second.results),
		users:   first.users.with(second.users),
		last:    max(first.last, second.last),
	}
	if first.kind == reduction {
		g.kind = reduction
	}
	for _, p := range slices.Concat(first.apart, second.apart) {
		g.apart.keep(p)
	}
	first.into, second.into = g, g
	return g
}

// takenByEither joins the inputs of two groups.
func takenByEither(m, n map[name.Name][]name.Name) map[name.Name][]name.Name {
	if len(m) < len(n) {
		m, n = n, m
	}
	for a, params := range n {
		m[a] = append(m[a], params...)
	}
	return m
}

// union adds the smaller map to the larger one, which it changes.
func union[V any, M ~map[name.Name]V](m, n M) M {
	if len(m) < len(n) {
		m, n = n, m
	}
	maps.Copy(m, n)
	return m
}

// root is the group that g has become part of.
func (g *group) root() *group {
	r := g
	for r.into != nil {
		r = r.into
	}
	for g != r {
		g, g.into = g.into, r
	}
	return r
}

// common is the names that are in both maps.
func common[V, W any](m map[name.Name]V, n map[name.Name]W) iter.Seq[name.Name] {
	if len(m) > len(n) {
		return common(n, m)
	}
	return func(yield func(name.Name) bool) {
		for k := range m {
			if _, in := n[k]; in && !yield(k) {
				return
			}
		}
	}
}

// meet reports whether a name is in both maps.
func meet[V, W any](m map[name.Name]V, n map[name.Name]W) bool {
	for range common(m, n) {
		return true
	}
	return false
}
