// Package reduce makes programs smaller while they stay interesting according to any test:
// delta debugging over the syntax tree (Zeller and Hildebrandt, Simplifying and isolating
// failure-inducing input, 2002; Misherghi and Su, HDD, 2006).
//
// A tree is any Go value that prints as a program. Edits are found by reflection, so that
// they apply to every node of every language (edit.go): they remove runs of list elements,
// replace nodes by nested nodes or by leaves, and remove optional parts. A language adds
// edits that must change two places at once.
//
// A candidate is tested only if it is smaller than the best so far, has not been tested,
// and is still a program.
package reduce

import (
	"context"
	"hash/maphash"
	"reflect"
)

// Tree is a program being reduced.
type Tree interface {
	// Text prints the program.
	Text() string
	// Root returns a pointer to what is edited.
	Root() any
	// Leaves returns small nodes that can replace others of their type.
	Leaves() []any
	// Edits returns the language's own edits. Each changes the tree and returns a function
	// that undoes the change; nil if it no longer applies.
	Edits() []func() (undo func())
}

// Reducer says what to keep.
type Reducer struct {
	// Valid reports whether a text is still a program; it is cheaper than Interesting.
	Valid func(text string) bool
	// Interesting is the test.
	Interesting func(ctx context.Context, text string) (bool, error)
	// Better is called with each smaller program that is still interesting.
	Better func(text string) error
	// Tried is called for each candidate that was tested.
	Tried func()
}

// Run reduces t until no edit helps. The initial text of t must be interesting. When ctx
// ends or the test fails, t is the best so far.
func (r *Reducer) Run(ctx context.Context, t Tree) error {
	s := &search{Reducer: r, ctx: ctx, tree: t, best: t.Text(), seed: maphash.MakeSeed(), seen: map[uint64]bool{}}
	s.seen[maphash.String(s.seed, s.best)] = true
	for {
		before := s.best
		s.lists()
		s.own()
		s.nodes()
		if s.err != nil {
			return s.err
		}
		if s.best == before {
			return nil
		}
	}
}

// search is the state of a run.
type search struct {
	*Reducer
	ctx  context.Context
	tree Tree
	best string
	seed maphash.Seed
	seen map[uint64]bool
	err  error
}

// try keeps a change made to the tree, or undoes it.
func (s *search) try(undo func()) bool {
	if s.keep() {
		return true
	}
	undo()
	return false
}

// keep reports whether the current tree is the new best.
func (s *search) keep() bool {
	if s.err != nil {
		return false
	}
	if s.err = s.ctx.Err(); s.err != nil {
		return false
	}
	text, ok := s.text()
	if !ok {
		return false
	}
	key := maphash.String(s.seed, text)
	if !smaller(text, s.best) || s.seen[key] {
		return false
	}
	s.seen[key] = true
	if !s.Valid(text) {
		return false
	}
	interesting, err := s.Interesting(s.ctx, text)
	s.Tried()
	if err != nil {
		s.err = err
	}
	if err != nil || !interesting {
		return false
	}
	s.best = text
	s.err = s.Better(text)
	return true
}

// text returns the tree's text; ok is false if an edit removed something that printing
// needs.
func (s *search) text() (text string, ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	return s.tree.Text(), true
}

// smaller is a well-founded order, so that reduction terminates.
func smaller(a, b string) bool {
	return len(a) < len(b) || len(a) == len(b) && a < b
}

// lists removes runs of elements from every list, the longest runs and the outermost lists
// first.
func (s *search) lists() {
	for _, list := range listsIn(reflect.ValueOf(s.tree.Root())) {
		for size := list.Len(); size > 0; size /= 2 {
			for end := list.Len(); end > 0 && s.err == nil; end -= size {
				s.cut(list, max(0, end-size), end)
			}
		}
		s.splice(list)
	}
}

// cut removes the elements from start to end.
func (s *search) cut(list reflect.Value, start, end int) {
	if end > list.Len() {
		return
	}
	old := copyOf(list)
	list.Set(without(list, start, end))
	s.try(func() { list.Set(old) })
}

// splice replaces an element by a list of the same kind nested in it: a branch by its
// statements.
func (s *search) splice(list reflect.Value) {
	for i := list.Len() - 1; i >= 0 && i < list.Len(); i-- {
		for _, inner := range listsIn(list.Index(i)) {
			if inner.Type() != list.Type() || s.err != nil {
				continue
			}
			old := copyOf(list)
			list.Set(replaced(list, i, inner))
			if s.try(func() { list.Set(old) }) {
				break
			}
		}
	}
}

// own tries the language's own edits.
func (s *search) own() {
	for _, edit := range s.tree.Edits() {
		if s.err != nil {
			return
		}
		if undo := applied(edit); undo != nil {
			s.try(undo)
		}
	}
}

// applied applies an edit; it returns nil if the edit does not apply.
func applied(edit func() func()) (undo func()) {
	defer func() {
		if recover() != nil {
			undo = nil
		}
	}()
	return edit()
}

// nodes replaces nodes by leaves, then by nodes nested in them.
func (s *search) nodes() {
	leaves := s.tree.Leaves()
	for _, at := range nodesIn(reflect.ValueOf(s.tree.Root())) {
		if s.err != nil {
			return
		}
		s.replace(at, leaves)
	}
}

func (s *search) replace(at reflect.Value, leaves []any) {
	old := reflect.ValueOf(at.Interface())
	undo := func() { at.Set(old) }
	for _, leaf := range leaves {
		if v := reflect.ValueOf(leaf); v.Type().AssignableTo(at.Type()) {
			at.Set(v)
			if s.try(undo) {
				return
			}
		}
	}
	for _, inner := range within(old, at.Type()) {
		at.Set(inner)
		if s.try(undo) {
			return
		}
	}
}
