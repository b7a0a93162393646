// Package source generates random programs in the source language: with sizes and computed
// sizes, uniqueness and in-place updates, views, loops that carry them, local and
// higher-order functions, records, modules and functors, and every kind of parallel operation.
//
// A program is well typed by construction: the generator tracks the type of every name
// (types.go) and, for arrays, their possible aliases and owners (scope.go), so it knows
// what may be consumed. The constructs are listed in tables: statements (statements.go),
// views (views.go), scalars, arrays, functions and mistakes. A new construct is a new row.
//
// Programs terminate, mostly without a run-time error, and their results do not depend on
// the order of a reduction: operators are associative, floats are halves of small integers,
// and if a scatter writes to one index twice, it writes the same value.
//
// All randomness is drawn from a tape of choices, as in package generate, so a seed gives
// the same program every time, and a smaller tape a smaller program.
package source

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/conformance/generate/draw"
	"github.com/lamina-lang/lamina/core/value"
)

// Program is a source program with one entry point, main.
type Program struct {
	Text string
	Args []value.Value // arguments of main
	// Mistake is nil for a valid program.
	Mistake *Mistake
}

// Mistake says why the checker must refuse a program, and where.
type Mistake struct {
	Kind   string // the row of the table of mistakes
	Reason string
	// The error must point to a line from First to Last, counted from 1: to the mistake, or, if it is one of sizes,
	// into the outermost loop around it.
	First, Last int
}

// Invalid reports whether the program of a seed has a mistake; every tenth has one.
func Invalid(seed uint64) bool { return seed%10 == 9 }

// Seeded generates the program of a seed.
func Seeded(seed uint64) *Program {
	return New(draw.Seeded(seed), Invalid(seed))
}

// New generates a program from a tape of choices; an invalid one has exactly one mistake.
func New(c *draw.Tape, invalid bool) *Program {
	g := &generator{choices: c}
	if invalid {
		g.mistake = &mistakes[g.below(len(mistakes))]
	}
	return g.complete()
}

// complete generates the program.
func (g *generator) complete() *Program {
	p := &Program{Args: g.program()}
	text, mistake := located(strings.Join(g.decls, "\n\n")+"\n", g.made, g.ofSizes)
	p.Text, p.Mistake = g.hide(text), mistake
	return p
}

// generator is the state of generating one program.
type generator struct {
	choices *draw.Tape
	names   int // number of names so far
	given   []string
	decls   []string
	funs    []function // functions that main and later functions may call
	bound   binding    // the last one
	mistake *mistake   // not yet made
	made    *mistake
	ofSizes bool // of made: its error may be told of a loop around it
}

// below draws an index below n.
func (g *generator) below(n int) int { return g.choices.Below(n) }

// chance is true once in n times; false on the tape of zeros.
func (g *generator) chance(n int) bool { return g.below(n) == n-1 }

// pick draws one of xs.
func pick[T any](g *generator, xs []T) T { return xs[g.below(len(xs))] }

// fresh returns a name that is unique in the program.
func (g *generator) fresh(base string) string {
	g.names++
	name := fmt.Sprintf("%s%d", base, g.names)
	g.given = append(g.given, name)
	return name
}

// Marks around the text of a mistake until its lines are known.
const (
	open  = "\x01"
	close = "\x02"
)

// located removes the marks from a text and returns the mistake with its lines. Text that is repeated may
// hold it once more: the first place counts, where the error is.
func located(text string, m *mistake, ofSizes bool) (string, *Mistake) {
	if m == nil {
		return text, nil
	}
	before, rest, there := strings.Cut(text, open)
	if !there {
		panic("the mistake was made in code that is left out: " + m.kind)
	}
	inside, after, _ := strings.Cut(rest, close)
	first := 1 + strings.Count(before, "\n")
	after = strings.NewReplacer(open, "", close, "").Replace(after)
	from := first
	if ofSizes {
		from = min(first, outermostLoop(before))
	}
	return before + inside + after, &Mistake{
		Kind: m.kind, Reason: m.reason,
		First: from, Last: first + strings.Count(inside, "\n"),
	}
}

// outermostLoop is the line of the outermost loop that is open at the end of a text, or a line after it. An open
// loop's line is indented less than all after it.
func outermostLoop(text string) int {
	lines := strings.Split(text, "\n")
	indent := func(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }
	out, inner := len(lines)+1, indent(lines[len(lines)-1])
	for i := len(lines) - 2; i >= 0; i-- {
		if in := indent(lines[i]); in < inner && lines[i] != "" {
			inner = in
			if strings.Contains(lines[i], "= loop ") {
				out = i + 1
			}
		}
	}
	return out
}

// indent indents all lines but the first.
func indent(text string) string { return strings.ReplaceAll(text, "\n", "\n  ") }
