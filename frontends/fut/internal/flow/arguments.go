package flow

import (
	"slices"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// arguments walks the arguments of an application. Nothing that one of them
// consumes may be used by those after it, from left to right or from right to left:
// both f xs[0] (g xs) and f (g xs) xs[0] are right where g consumes xs. The lowering
// copies what it has to.
func (w *walk) arguments(args []syntax.Exp) []aliases {
	given := make([]aliases, len(args))
	forward := func() {
		for i, a := range args {
			given[i] = w.exp(a)
		}
	}
	if len(args) == 1 {
		forward()
		return given
	}
	first := w.attempt(forward)
	if first == nil {
		return given
	}
	w.retries++
	if w.retries > maxRetries || w.attempt(func() {
		for i, a := range slices.Backward(args) {
			given[i] = w.exp(a)
		}
	}) != nil {
		panic(first)
	}
	return given
}

// maxRetries bounds how often a definition's arguments are walked a second time:
// those within others may be, each time that those are.
const maxRetries = 50

// attempt walks something; where that is an error, nothing has been consumed.
func (w *walk) attempt(f func()) (err *source.Error) {
	trail, depth, inside, captures := len(w.trail), w.depth, w.inside, w.captures
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *source.Error:
			err = r
			w.forget(trail)
			w.depth, w.inside, w.captures = depth, inside, captures
		default:
			panic(r)
		}
	}()
	f()
	return nil
}
