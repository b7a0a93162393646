package specialise

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// The IR has no recursion. Tail calls become loops (tail.go). A function that calls itself otherwise becomes
// as many copies, each of which calls the next one; the last one fails. So recursion works wherever a call
// does, within parallel operations and on every backend. What it costs is code.
const (
	// mostCalls is how many calls of a recursive function may be within each other.
	mostCalls = 50
	// mostPlainCalls is that of functions that return scalars and have no functions in them.
	mostPlainCalls = 100
	// mostCopies is how many copies of a function there may be. Where recursive functions are within each
	// other, there are as many of the inner one for each of the outer one.
	mostCopies = 4000
)

// callsWithin is how many calls of a recursive function may be within each other.
func callsWithin(f text) int {
	plain := scalars(f.result)
	syntax.Inspect(f.body, func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.Lambda, *syntax.LetFun, *syntax.Loop:
			plain = false
		}
		return plain
	})
	if plain {
		return mostPlainCalls
	}
	return mostCalls
}

// scalars reports whether a type has no arrays in it.
func scalars(t types.Type) bool {
	switch t := types.Strip(t).(type) {
	case types.Scalar:
		return true
	case *types.Record:
		return !slices.ContainsFunc(t.Fields, func(f types.Field) bool { return !scalars(f.Type) })
	}
	return false
}

// recurse lets a recursive function's own name stand for its next copy, which captures what c has
// captured. It reports whether there is one.
func (fr *frame) recurse(f text, c *function, cs []lower.Captured) bool {
	fr.copies[f.named]++
	if f.depth+1 >= callsWithin(f) || fr.copies[f.named] > mostCopies {
		return false
	}
	own := map[any]bool{f.named: true} // what each use of the name gives anew
	for _, i := range c.missingSizes {
		own[f.named.Sizes[i]] = true
	}
	for _, i := range c.missingTypes {
		own[f.named.Params[i]] = true
	}
	kept := slices.DeleteFunc(slices.Clone(cs), func(x lower.Captured) bool { return own[x.Of] })
	fr.vals[f.named] = lower.NewClosure(f.deeper().Code, kept...)
	return true
}

// tooDeep is the body of the last copy of a recursive function.
func (fr *frame) tooDeep(f text) lower.Value {
	defer fr.At(f.at)()
	return fr.Hole(fr.resultShape(f), fmt.Sprintf("Recursion too deep: %d calls of %s within each other", f.depth+1, f.name))
}

// resultShape is the shape of a recursive function's result. Sizes that its arguments do not determine are 0.
func (fr *frame) resultShape(f text) lower.Shape {
	s, ok := fr.shapeOf(types.Strip(f.result))
	if !ok {
		failAt(f.at, "The type of the result of recursive function %q is not known", f.name)
	}
	return s
}
