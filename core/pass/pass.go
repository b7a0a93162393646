// Package pass says what a compiler pass is, keeps the passes that a
// compilation knows, reads pipelines from text and runs them.
//
// A pass is declared once, as a Pass: name, summary, the levels it takes and the
// level it leaves, options with defaults, and the order it needs relative to
// other passes, each constraint with its reason. Everything else (the pipeline
// parser, its errors, the tool's list of passes) is derived from that.
//
// Invariants: a Pipeline exists only if its passes are known, its options are
// well typed, the levels fit together and no constraint is broken. A pass that
// panics is an error that names the pass, never a crash.
package pass

import (
	"context"
	"strings"
)

// Level is the level of a program between passes.
type Level uint8

// The levels, in the order of lowering. The first three are ir's.
const (
	Soac Level = iota + 1
	Kernel
	Mem
	Imp
)

var levelNames = [...]string{Soac: "soac", Kernel: "kernel", Mem: "mem", Imp: "imp"}

// String returns the level's name in .lir files and on the command line.
func (l Level) String() string {
	if int(l) < len(levelNames) && l > 0 {
		return levelNames[l]
	}
	return "no level"
}

// ParseLevel is the inverse of String.
func ParseLevel(s string) (Level, bool) {
	for l := Soac; l <= Imp; l++ {
		if levelNames[l] == s {
			return l, true
		}
	}
	return 0, false
}

// Levels is a set of levels.
type Levels uint8

// At is the set of the given levels.
func At(levels ...Level) Levels {
	var s Levels
	for _, l := range levels {
		s |= 1 << l
	}
	return s
}

// Has reports membership.
func (s Levels) Has(l Level) bool { return s&(1<<l) != 0 }

// lowest is the first level of the set in the order of lowering.
func (s Levels) lowest() Level {
	for l := Soac; l <= Imp; l++ {
		if s.Has(l) {
			return l
		}
	}
	return 0
}

// String lists the levels: "soac or kernel".
func (s Levels) String() string {
	var names []string
	for l := Soac; l <= Imp; l++ {
		if s.Has(l) {
			names = append(names, l.String())
		}
	}
	return strings.Join(names, " or ")
}

// Pass is the declaration of a pass.
type Pass struct {
	Name    string // lower-case words joined by hyphens
	Summary string // one line
	// From is where the pass may run; To is the level it leaves, or 0 when it
	// stays where it is.
	From Levels
	To   Level
	// Lowers is set for a pass that stays at its level and whose every change
	// is needed behind it: it asks for no rewrites (see Rewrites).
	Lowers bool

	Options     []Option
	Constraints []Constraint

	// Home is what the pass comes from, if that is a plugin. One pass may hand an
	// operation that only its plugin knows (ir.Foreign) to the next of the same home.
	Home Home

	// Run transforms the unit: it changes the program it holds in place, or
	// replaces it. The options are complete: those not given have defaults.
	Run func(ctx context.Context, u *Unit, opts Options) error
}

// After is the level that the pass leaves, run at level l.
func (p *Pass) After(l Level) Level {
	if p.To != 0 {
		return p.To
	}
	return l
}

// option returns the declaration of the option of that name, or nil.
func (p *Pass) option(name string) *Option {
	for _, options := range [][]Option{p.Options, universal} {
		for i := range options {
			if options[i].Name == name {
				return &options[i]
			}
		}
	}
	return nil
}

// Order is the kind of a constraint.
type Order uint8

// The kinds of constraint that a pass P may put on its place relative to Q.
const (
	// Before: where both run, no P comes behind a Q.
	Before Order = iota
	// After: where both run, no P comes before the first Q.
	After
	// Needs: a Q comes before the first P. A pipeline that holds no Q and starts
	// below soac is trusted: its program may have been through Q.
	Needs
)

// Constraint relates the place of a pass in a pipeline to that of another.
type Constraint struct {
	Order  Order
	Pass   string // the other pass
	Reason string // completes "… because"
}
