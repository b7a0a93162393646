// Package source makes random programs in the source language: with sizes and
// computed sizes, uniqueness and in-place updates, views, loops that carry them, local
// and higher-order functions, records, and every kind of parallel operation.
//
// A program is well typed by construction: the generator keeps the type of every name
// (types.go), and for arrays what they may alias and who owns that (scope.go), so that
// it knows what may be consumed. What a program is made of stands in tables:
// statements (statements.go), views (views.go), scalars, arrays, functions and mistakes.
// A new construct is a new row.
//
// Programs end, mostly without a run-time error, and their results do not depend on the
// order of a reduction: operators are associative, floats are halves of small integers,
// and where a scatter writes twice to one place, it writes the same value.
//
// Everything random is drawn from a tape of choices, as in package generate, so a seed
// gives the same program every time and a smaller tape a smaller program.
package source

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/value"
)

// Program is a source program with one entry point, main.
type Program struct {
	Text string
	Args []value.Value // of main
	// Mistake is nil for a valid program.
	Mistake *Mistake
}

// Mistake is why the checker must refuse a program, and where.
type Mistake struct {
	Kind   string // the row of the table that it comes from
	Reason string
	// The error must point to one of these lines, counted from 1.
	First, Last int
}

// Invalid reports whether the program of a seed has a mistake: every tenth has.
func Invalid(seed uint64) bool { return seed%10 == 9 }

// Seeded makes the program of a seed.
func Seeded(seed uint64) *Program {
	return New(generate.Seeded(seed), Invalid(seed))
}

// New makes a program of a tape of choices; an invalid one has exactly one mistake.
func New(c *generate.Choices, invalid bool) *Program {
	g := &generator{choices: c}
	if invalid {
		g.mistake = &mistakes[g.below(len(mistakes))]
	}
	return g.complete()
}

// complete makes the program.
func (g *generator) complete() *Program {
	p := &Program{Args: g.program()}
	p.Text, p.Mistake = located(strings.Join(g.decls, "\n\n")+"\n", g.made)
	return p
}

// generator is the state of making one program.
type generator struct {
	choices *generate.Choices
	names   int // how many names there are
	decls   []string
	funs    []function // that main and later functions may call
	mistake *mistake   // still to be made
	made    *mistake
}

// below draws an index below n.
func (g *generator) below(n int) int { return g.choices.Below(n) }

// chance is true once in n times; the tape of zeros says no.
func (g *generator) chance(n int) bool { return g.below(n) == n-1 }

// pick draws one of xs.
func pick[T any](g *generator, xs []T) T { return xs[g.below(len(xs))] }

// fresh is a name that nothing else in the program has.
func (g *generator) fresh(base string) string {
	g.names++
	return fmt.Sprintf("%s%d", base, g.names)
}

// What encloses the text of a mistake until its lines are known.
const (
	open  = "\x01"
	close = "\x02"
)

// located takes the marks out of a text and tells which lines they were on.
func located(text string, m *mistake) (string, *Mistake) {
	if m == nil {
		return text, nil
	}
	before, rest, there := strings.Cut(text, open)
	if !there {
		panic("the mistake was made in code that is left out: " + m.kind)
	}
	inside, after, _ := strings.Cut(rest, close)
	first := 1 + strings.Count(before, "\n")
	return before + inside + after, &Mistake{
		Kind: m.kind, Reason: m.reason,
		First: first, Last: first + strings.Count(inside, "\n"),
	}
}

// indent moves all lines but the first to the right.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }
