// Package ops is the registry of the IR's operations. It states for each operation what
// it computes, the levels it occurs at, its type rule, its effect on memory, what it
// consumes and what its results alias. The checker, the passes and the reference page
// docs/ops.md read it here; printing and parsing derive from the operation's Visit.
//
// An operation is a Def, a row of data. Default holds the operations of core/ir; a
// compilation with further ones uses a registry of its own.
package ops

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// Def is the definition of an operation.
type Def struct {
	Name   string // in .lir text
	Doc    string // what it computes, in a sentence or two
	Levels Levels
	Parts  []Part // what Visit shows, in order
	Rule   string // the type rule, for readers
	Effect Effect
	// Undefined describes the operands that the type rule allows but that have no result;
	// "" if there are none. A pass that creates the operation must guard it.
	Undefined string

	// infer checks the operands against the rule and returns the results.
	infer func(*typing, ir.Exp) []ir.Param
	// consumes lists, by address, the arrays that must not be used after the operation;
	// nil if those are only the destinations that form writes.
	consumes func(ir.Exp, funs) []*name.Name
	// views is the operand that all results are views of; nil if the results share memory
	// with no operand.
	views func(ir.Exp) ir.Atom
	// relaid maps the index function of the operand to that of the view; nil for the
	// identity.
	relaid func(ir.Exp, lmad.LMAD) (lmad.LMAD, bool)
	// form describes the structure of a parallel operation; nil for others.
	form func(ir.Exp) Form
	// segmented is the segmented operator for a combinator, over a space whose last
	// dimension is the combinator's.
	segmented func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp
	// cost estimates what recomputing the operation costs; nil if it must not be
	// recomputed.
	cost func(ir.Exp) int
	// defined reports whether there is a result for all operands, if that depends on more
	// than Undefined.
	defined func(ir.Exp) bool
	// Allocates classes the memory that the operation allocates, on mem.
	Allocates Allocation
	control
}

// control describes operations that run bodies and functions in sequence.
type control struct {
	// bodies are those that run as a part of the operation.
	bodies func(ir.Exp) []*ir.Body
	// joins calls its argument for each binder and each atom it may be bound to.
	joins func(*ir.Stm, func(ir.Param, ir.Atom))
	// source is an atom whose memory a result may share: one of several.
	source func(e ir.Exp, result int) ir.Atom
	// stops reports whether the operation may end the program or not terminate.
	stops func(ir.Exp) bool
}

// funs finds the functions of a program; nil if there is none of that name.
type funs = func(string) *ir.Fun

// Part is an operand, attribute, function or body.
type Part struct{ Name, Doc string }

// Effect classes operations by what they do to memory.
type Effect string

// The effects; the table effects says what each means.
const (
	Scalar  Effect = "scalar"
	Control Effect = "control"
	View    Effect = "view"
	Fresh   Effect = "fresh"
	Update  Effect = "update"
	SegOp   Effect = "segop"
	Alloc   Effect = "alloc"
	Assert  Effect = "assert"
)

// Levels is a set of levels.
type Levels uint8

// Has reports membership.
func (ls Levels) Has(l ir.Level) bool { return ls>>l&1 != 0 }

// String lists the levels, separated by spaces.
func (ls Levels) String() string {
	s := ""
	for l := ir.Soac; l <= ir.Mem; l++ {
		if ls.Has(l) {
			s += " " + l.String()
		}
	}
	return s[min(1, len(s)):]
}

const (
	soac   Levels = 1 << ir.Soac
	kernel Levels = 1 << ir.Kernel
	mem    Levels = 1 << ir.Mem
	all           = soac | kernel | mem
)

// Registry is a set of operations, by name.
type Registry struct {
	defs   []*Def
	byName map[string]*Def
}

// NewRegistry returns a registry of the given operations. It is an error of
// the program to define a name twice.
func NewRegistry(defs ...*Def) (*Registry, error) {
	r := &Registry{byName: map[string]*Def{}}
	for _, d := range defs {
		if r.byName[d.Name] != nil {
			return nil, fmt.Errorf("operation %s is defined twice", d.Name)
		}
		r.defs = append(r.defs, d)
		r.byName[d.Name] = d
	}
	return r, nil
}

var core = func() *Registry {
	r, err := NewRegistry(slices.Concat(scalarDefs, controlDefs, arrayDefs, soacDefs, segDefs)...)
	if err != nil {
		panic(err)
	}
	return r
}()

// Default is the registry of the operations of core/ir.
func Default() *Registry { return core }

// Defs lists the operations in the order of the reference page.
func (r *Registry) Defs() []*Def { return r.defs }

// ByName returns the operation of that name, or nil.
func (r *Registry) ByName(name string) *Def { return r.byName[name] }

// Of returns the definition of e's operation, or nil: an ir.Foreign has none,
// even if it is called like an operation that has.
func (r *Registry) Of(e ir.Exp) *Def {
	if _, foreign := e.(*ir.Foreign); foreign {
		return nil
	}
	return r.byName[e.Op()]
}
