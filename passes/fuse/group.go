package fuse

import (
	"iter"
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
)

// group is a set of operations fused into one: a single statement, or two groups. Merging
// updates the facts that fusion needs, the smaller set into the larger; the operation
// itself is built once, after all fusion decisions (assembly.go). So fusing n operations
// does not copy code n times.
type group struct {
	first, second *group // nil for a single statement
	feeds         bool   // second consumes results of first; otherwise the two are fused horizontally

	stm   *ir.Stm // the last statement, where the group runs
	place int     // its place
	into  *group  // the group that this one was merged into

	kind    kind
	width   ir.Atom
	inputs  map[name.Name][]name.Name // arrays read by element, with the corresponding parameters
	other   ir.Names                  // names used otherwise
	classes ir.Names                  // alias classes of everything used
	results map[name.Name]ir.Atom     // names bound, with a function's result for each element, or else themselves
	users   users                     // statements that use results
	last    int                       // place of the last use of a result; -1 if there is none
	nest    nest
	told    schedule.Prescription // of the whole group
	apart   places                // places of groups rejected as partners, to be retried
}

// kind classifies an operation by what it does with its function's results.
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

// newGroup returns the group of statement s alone. The caller adds its users.
func newGroup(s *ir.Stm, place int, aliases *alias.Classes) *group {
	form := ops.CombinatorOf(s.Exp)
	fn, arrays := form.Fn, form.Arrays
	g := &group{
		stm: s, place: place, last: -1,
		kind: kindOf(form), width: *form.Width, nest: nestOf(*fn), told: schedule.Of(s),
		inputs: map[name.Name][]name.Name{}, results: map[name.Name]ir.Atom{},
	}
	g.other = usedOtherwise(s)
	g.classes = classes(aliases, g.other)
	for k, a := range *arrays {
		g.classes.Add(aliases.Class(a))
		g.inputs[a] = append(g.inputs[a], parameter(*fn, k)...)
	}
	for k, p := range s.Pat {
		g.results[p.Name] = ir.Var(p.Name)
		if g.kind == mapping || g.kind == reduction && k >= form.Folded() {
			g.results[p.Name] = (*fn).Body.Result[k]
		}
	}
	return g
}

// open makes sure that g, if it is a single statement, has a function.
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

// parameter returns the name of parameter k of l; none if l is nil.
func parameter(l *ir.Lambda, k int) []name.Name {
	if l == nil {
		return nil
	}
	return []name.Name{l.Params[k].Name}
}

// merged returns the group of first and second, without its nest.
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
	g.told = together(first.told, second.told, feeds)
	for _, p := range slices.Concat(first.apart, second.apart) {
		g.apart.keep(p)
	}
	first.into, second.into = g, g
	return g
}

// takenByEither merges the inputs of two groups into the larger map, which it returns.
func takenByEither(m, n map[name.Name][]name.Name) map[name.Name][]name.Name {
	if len(m) < len(n) {
		m, n = n, m
	}
	for a, params := range n {
		m[a] = append(m[a], params...)
	}
	return m
}

// union adds the smaller map to the larger, which it returns.
func union[V any, M ~map[name.Name]V](m, n M) M {
	if len(m) < len(n) {
		m, n = n, m
	}
	maps.Copy(m, n)
	return m
}

// root returns the group that g was merged into, transitively.
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

// common iterates over the names in both maps.
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

// intersect reports whether the maps have a name in common.
func intersect[V, W any](m map[name.Name]V, n map[name.Name]W) bool {
	for range common(m, n) {
		return true
	}
	return false
}
