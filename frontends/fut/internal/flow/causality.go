package flow

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// Causality. A size that an expression makes is known once the expression has
// been evaluated; a name whose type mentions it comes after. Arguments are
// evaluated before the function that they are given to, the last one first, so
// that reduce (+) 0 (filter p xs) is right and reduce (+) 0 <| filter p xs is
// not.

// causal checks the causality of one definition.
type causal struct {
	info   *types.Info
	makers map[*types.Binding]syntax.Exp // of the sizes that expressions make
	known  map[*types.Binding]bool
	made   []*types.Binding // by what has been walked, in order
}

// Causality checks the definition d.
func (*checks) Causality(info *types.Info, d *syntax.ValDecl) *source.Error {
	e := d.Body
	w := &causal{info: info, makers: map[*types.Binding]syntax.Exp{}, known: map[*types.Binding]bool{}}
	syntax.Inspect(e, func(n syntax.Node) bool {
		if e, ok := n.(syntax.Exp); ok {
			for _, b := range info.Unknown[e] {
				w.makers[b] = e
			}
		}
		return true
	})
	if len(w.makers) == 0 {
		return nil
	}
	at := d.Pos()
	return guarded(&at, func() { w.exp(e) })
}

// exp walks e and what is in it.
func (w *causal) exp(e syntax.Exp) {
	if e == nil {
		return
	}
	switch e := e.(type) {
	case *syntax.Var:
		w.mustKnow(e, w.info.Types[e], types.Excerpt(e))
	case *syntax.Array:
		if len(e.Elems) == 0 {
			w.mustKnow(e, w.info.Types[e], "empty array")
		}
		w.apart(e.Elems...)
	case *syntax.Construct:
		since := len(w.made)
		w.apart(e.Payload...)
		learnt := w.learn(w.made[since:])
		w.mustKnow(e, w.info.Types[e], "#"+e.Name)
		w.unlearn(learnt)
	case *syntax.Hole:
		w.mustKnow(e, w.info.Types[e], "hole")
	case *syntax.PathSection:
		w.mustKnow(e, w.info.Types[e], "section "+types.Excerpt(e))
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
	case *syntax.Match:
		w.match(e)
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

// match walks a match. Its cases know what the value makes, and not what the others make.
func (w *causal) match(e *syntax.Match) {
	since := len(w.made)
	w.exp(e.Exp)
	learnt := w.learn(w.made[since:])
	for _, c := range e.Cases {
		w.exp(c.Body)
	}
	w.unlearn(learnt)
}

// apart walks expressions none of which knows what the others make.
func (w *causal) apart(es ...syntax.Exp) {
	for _, e := range es {
		w.exp(e)
	}
}

// sequence walks expressions each of which knows what those before it make.
func (w *causal) sequence(es ...syntax.Exp) {
	var learnt []*types.Binding
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

// loop walks a loop. Its form and its body know the sizes that vary, and none that the
// initial value or the form makes.
func (w *causal) loop(e *syntax.Loop) {
	learnt := w.learn(w.info.LoopSizes[e])
	switch f := e.Form.(type) {
	case *syntax.ForLess:
		w.apart(e.Init, f.Bound, e.Body)
	case *syntax.ForIn:
		w.apart(e.Init, f.Exp, e.Body)
	case *syntax.While:
		w.apart(e.Init, f.Cond, e.Body)
	}
	w.unlearn(learnt)
}

// learn makes sizes known and returns those that were not.
func (w *causal) learn(bs []*types.Binding) []*types.Binding {
	var learnt []*types.Binding
	for _, b := range bs {
		if !w.known[b] {
			w.known[b] = true
			learnt = append(learnt, b)
		}
	}
	return learnt
}

func (w *causal) unlearn(bs []*types.Binding) {
	for _, b := range bs {
		delete(w.known, b)
	}
}

// mustKnow checks that the sizes in the type t of what is named at a node are
// known there.
func (w *causal) mustKnow(at syntax.Node, t types.Type, what string) {
	types.EachSizeName(t, func(b *types.Binding) {
		e, ok := w.makers[b]
		if !ok || w.known[b] {
			return
		}
		pos := e.Pos()
		size := "a size"
		if b.Name != "" {
			size = fmt.Sprintf("size %q", b.Name)
		}
		panic(errorAt(at, "Causality check: %s is needed for the type of %s, %s, but computed at %d:%d", size, what, types.Strip(t), pos.Line, pos.Col).
			WithNote(pos, "it is computed here").WithHint("bind the expression that computes it with let before"))
	})
}
