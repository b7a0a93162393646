// Package pass defines compiler passes. It holds the registry of passes, parses pipelines
// from text and runs them.
//
// A pass is declared once, as a Pass: name, summary, the levels it takes and the level it
// leaves, options with defaults, and ordering constraints relative to other passes, each
// with its reason. The pipeline parser, its errors and the tool's list of passes derive
// from the declaration.
//
// Invariants: the passes of a Pipeline are registered, its options are well typed,
// adjacent levels match and no constraint is violated. A pass that panics gives an error
// that names the pass, never a crash.
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

// At returns the set of the given levels.
func At(levels ...Level) Levels {
	var s Levels
	for _, l := range levels {
		s |= 1 << l
	}
	return s
}

// Has reports membership.
func (s Levels) Has(l Level) bool { return s&(1<<l) != 0 }

// lowest returns the first level of the set in the order of lowering.
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
	// From is the set of levels that the pass takes; To is the level it leaves, or 0 if
	// it stays at its level.
	From Levels
	To   Level
	// Lowers is set for a pass that stays at its level but whose every change is required
	// by later passes: it asks for no rewrites (see Rewrites).
	Lowers bool
	// CarriesOut is set for a pass that does what a schedule prescribes of operations, or
	// refuses: of other passes the manager demands that they keep it (package schedule).
	CarriesOut bool

	Options     []Option
	Constraints []Constraint

	// Home is the plugin that the pass comes from, or nil. A pass may hand an operation
	// that only its plugin knows (ir.Foreign) to the next pass of the same home.
	Home Home

	// Applies reports whether the pass may have something to do; nil stands for yes. Where it
	// does not, a program need not be sent to the plugin that the pass runs in.
	Applies func(u *Unit, opts Options) bool

	// Run transforms the unit: it changes the program in place or replaces it. The
	// options include the defaults of those not given.
	Run func(ctx context.Context, u *Unit, opts Options) error
}

// After returns the level that the pass leaves when run at level l.
func (p *Pass) After(l Level) Level {
	if p.To != 0 {
		return p.To
	}
	return l
}

// option returns the declaration of the named option, or nil.
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

// The constraints that a pass P may put on its position relative to Q.
const (
	// Before: no P comes after a Q.
	Before Order = iota
	// After: no P comes before the first Q.
	After
	// Needs: a Q comes before the first P. A pipeline without Q that starts below soac is
	// trusted, as Q may have run on its program already.
	Needs
)

// Constraint relates the position of a pass in a pipeline to that of another.
type Constraint struct {
	Order  Order
	Pass   string // the other pass
	Reason string // completes "… because"
}
