package types

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// Causality. A size that an expression makes is known once the expression has
// been evaluated; a name whose type mentions it comes after. Arguments are
// evaluated before the function that they are given to, the last one first, so
// that reduce (+) 0 (filter p xs) is right and reduce (+) 0 <| filter p xs is
// not.

// causal checks the causality of one definition.
type causal struct {
	*checker
	makers map[*Binding]syntax.Exp // of the sizes that expressions make
	known  map[*Binding]bool
	made   []*Binding // by what has been walked, in order
}

// checkCausality checks the definition whose body is e.
func (c *checker) checkCausality(e syntax.Exp) {
	w := &causal{checker: c, makers: map[*Binding]syntax.Exp{}, known: map[*Binding]bool{}}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if e, ok := n.(syntax.Exp); ok {
			for _, b := range c.info.Unknown[e] {
				w.makers[b] = e
			}
		}
		return true
	})
	if len(w.makers) > 0 {
		w.exp(e)
	}
}

// exp walks e and what is in it.
func (w *causal) exp(e syntax.Exp) {
	if e == nil {
		return
	}
	switch e := e.(type) {
	case *syntax.Var:
		w.mustKnow(e, w.info.Types[e], excerpt(e))
	case *syntax.Array:
		if len(e.Elems) == 0 {
			w.mustKnow(e, w.info.Types[e], "empty array")
		}
		w.apart(e.Elems...)
	case *syntax.Hole:
		w.mustKnow(e, w.info.Types[e], "hole")
	case *syntax.ProjectSection, *syntax.IndexSection:
		w.mustKnow(e, w.info.Types[e], "section "+excerpt(e))
	case *syntax.Lambda:
		for _, p := range e.Params {
			w.mustKnow(p, w.info.Pats[p], `"`+syntax.PatString(p)+`"`)
		}
		w.inside(e.Body)
	case *syntax.Apply:
		inTurn := slices.Clone(e.Args)
		slices.Reverse(inTurn)
		w.sequence(append(inTurn, e.Fun)...)
	case *syntax.BinOp:
		w.sequence(e.Left, e.Right)
	case *syntax.Let:
		w.sequence(e.Exp, e.Body)
	case *syntax.LetFun:
		w.inside(e.Exp)
		w.exp(e.Body)
	case *syntax.Loop:
		w.loop(e)
	case *syntax.If:
		w.sequence(e.Cond)
		w.apart(e.Then, e.Else)
	default:
		syntax.Inspect(e, func(n syntax.Node) bool {
			part, ok := n.(syntax.Exp)
			if ok && part != e {
				w.exp(part)
				return false
			}
			_, isType := n.(syntax.TypeExp)
			return !isType
		})
	}
	w.made = append(w.made, w.info.Unknown[e]...)
}

// apart walks expressions none of which knows what the others make.
func (w *causal) apart(es ...syntax.Exp) {
	for _, e := range es {
		w.exp(e)
	}
}

// sequence walks expressions each of which knows what those before it make.
func (w *causal) sequence(es ...syntax.Exp) {
	var learnt []*Binding
	for _, e := range es {
		since := len(w.made)
		w.exp(e)
		learnt = append(learnt, w.learn(w.made[since:])...)
	}
	w.unlearn(learnt)
}

// inside walks a function's body: what it makes is unknown outside.
func (w *causal) inside(e syntax.Exp) {
	since := len(w.made)
	w.exp(e)
	w.made = w.made[:since]
}

// loop walks a loop. Its form and its body know the sizes that vary.
func (w *causal) loop(e *syntax.Loop) {
	learnt := w.learn(w.info.LoopSizes[e])
	switch f := e.Form.(type) {
	case *syntax.ForLess:
		w.sequence(e.Init, f.Bound, e.Body)
	case *syntax.ForIn:
		w.sequence(e.Init, f.Exp, e.Body)
	case *syntax.While:
		w.sequence(e.Init, f.Cond, e.Body)
	}
	w.unlearn(learnt)
}

// learn makes sizes known and returns those that were not.
func (w *causal) learn(bs []*Binding) []*Binding {
	var learnt []*Binding
	for _, b := range bs {
		if !w.known[b] {
			w.known[b] = true
			learnt = append(learnt, b)
		}
	}
	return learnt
}

func (w *causal) unlearn(bs []*Binding) {
	for _, b := range bs {
		delete(w.known, b)
	}
}

// mustKnow checks that the sizes in the type t of what is named at a node are
// known there.
func (w *causal) mustKnow(at syntax.Node, t Type, what string) {
	(&subst{size: func(s Size) Size {
		w.eachName(s, func(b *Binding, _ *sizeMeta) bool {
			if e, ok := w.makers[b]; ok && !w.known[b] {
				pos := e.Pos()
				size := "a size"
				if b.Name != "" {
					size = "size " + quoteSize(&SizeVar{b})
				}
				panic(source.Errorf(at.Pos(), "Causality check: %s is needed for the type of %s, %s, but computed at %d:%d", size, what, w.shown(t), pos.Line, pos.Col).
					WithNote(pos, "it is computed here").WithHint("bind the expression that computes it with let before"))
			}
			return true
		})
		return s
	}}).apply(t)
}
