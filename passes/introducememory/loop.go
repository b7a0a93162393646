package introducememory

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// loop finds the locations of loop-carried arrays. It first guesses that an array stays at
// its initial value's location, as it does if the body updates it in place, and lowers the
// body under that guess. If the body's result has another location, it weakens the guess
// and lowers the body again. Guesses only get weaker and are remembered per loop, so an
// inner loop does not start over when an outer one is lowered again. Nested loops are
// solved together: an inner loop may weaken the guesses of the outer ones, so the body of
// the outermost loop is lowered again until no guess in it changes.
func (l *lowering) loop(b *ir.Builder, pat []ir.Param, e *ir.Loop) error {
	guesses, known := l.guesses[e]
	if !known {
		guesses = make([]guess, len(e.Params))
		for i, p := range e.Params {
			if p.Type.IsArray() {
				guesses[i] = definite(l.arrays[e.Inits[i].Name])
			}
		}
		l.guesses[e] = guesses
	}
	outermost := !l.guessing
	for {
		if outermost {
			l.guessing, l.weakened = true, false
		}
		body, params, weaker, err := l.loopBody(b, e, guesses)
		if err != nil {
			return err
		}
		l.weakened = l.weakened || !slices.Equal(guesses, weaker)
		copy(guesses, weaker)
		if outermost {
			l.guessing = false
			if l.weakened {
				continue
			}
		}
		l.finishLoop(b, pat, e, guesses, params, body)
		return nil
	}
}

// loopBody lowers the body under the guesses. It returns the body (useful only if the
// guesses hold), the parameters, and the weakened guesses.
func (l *lowering) loopBody(b *ir.Builder, e *ir.Loop, guesses []guess) (*ir.Body, []ir.Param, []guess, error) {
	var params []ir.Param
	for i, p := range ir.CloneParams(e.Params) {
		if p.Type.IsArray() {
			params = append(params, l.params(guesses[i], p, l.arrays[e.Inits[i].Name])...)
			continue
		}
		params = append(params, p)
	}
	inner := b.Inner()
	if err := l.stms(inner, e.Body.Stms); err != nil {
		return nil, nil, nil, err
	}
	inside := boundBy(inner.Stms())
	for _, p := range params {
		inside.Add(p.Name)
	}
	inside.Add(e.Index)
	outside := func(n name.Name) bool { return !inside.Has(n) }

	weaker := slices.Clone(guesses)
	var result []ir.Atom
	for i, r := range e.Body.Result {
		if !e.Params[i].Type.IsArray() {
			result = append(result, r)
			continue
		}
		weaker[i] = guesses[i].weaken(l.arrays[e.Inits[i].Name], l.arrays[r.Name], outside)
		result = append(result, l.values(inner, guesses[i], r.Name)...)
	}
	return inner.Body(result...), params, weaker, nil
}

func (l *lowering) finishLoop(b *ir.Builder, pat []ir.Param, e *ir.Loop, guesses []guess, params []ir.Param, body *ir.Body) {
	var outPat []ir.Param
	var inits []ir.Atom
	for i, p := range pat {
		init := e.Inits[i]
		if !p.Type.IsArray() {
			outPat, inits = append(outPat, p), append(inits, init)
			continue
		}
		inits = append(inits, l.values(b, guesses[i], init.Name)...)
		outPat = append(outPat, l.params(guesses[i], p, l.arrays[init.Name])...)
	}
	b.Bind(outPat, &ir.Loop{
		Params: params, Inits: inits,
		Index: e.Index, Bound: e.Bound, While: e.While,
		Body: body,
	})
}
