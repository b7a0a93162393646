// Package ops is the registry of the IR's operations: for each one what it is,
// at which levels it occurs, its type rule, what it does to memory, what it
// consumes and what its results alias. The checker, passes that ask what an
// operation does, and the reference page docs/ops.md all read it here; printing
// and parsing derive from the operation's Visit.
//
// An operation is a Def, a row of data. Default holds those of core/ir; a
// compilation that knows others works with a registry of its own.
package ops

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// Def is what is known about an operation.
type Def struct {
	Name   string // in .lir text
	Doc    string // what it computes, in a sentence or two
	Levels Levels
	Parts  []Part // what Visit shows, in order
	Rule   string // the type rule, for people
	Effect Effect
	// Undefined tells which operands that the type rule allows have no result;
	// "" when there are none. Whoever makes the operation guards it.
	Undefined string

	// infer checks the operands against the rule and gives the results.
	infer func(*typing, ir.Exp) []ir.Param
	// consumes lists the arrays that are no longer used after the operation, by
	// address; nil if there are none but those that form writes.
	consumes func(ir.Exp, funs) []*name.Name
	// views is the operand that all results are views of; nil if results
	// share memory with no operand.
	views func(ir.Exp) ir.Atom
	// relaid is the index function of a view of an array that lies by another one;
	// nil where that is the same.
	relaid func(ir.Exp, lmad.LMAD) (lmad.LMAD, bool)
	// form tells how a parallel operation is put together; nil for others.
	form func(ir.Exp) Form
	// segmented is the segmented operator for a combinator, over a space that ends with
	// the combinator's elements.
	segmented func(e ir.Exp, space []ir.SpaceDim, body *ir.Body) ir.Exp
	// cost is how much work it is to repeat the operation; nil if it is not for that.
	cost func(ir.Exp) int
	// defined tells whether there is a result for all operands, where that depends on
	// more than Undefined.
	defined func(ir.Exp) bool
	// Allocates tells when the operation takes memory, on mem.
	Allocates Allocation
	control
}

// control is what is known of operations that run bodies and functions, in sequence.
type control struct {
	// bodies are those that run as a part of the operation.
	bodies func(ir.Exp) []*ir.Body
	// joins shows which binders may be bound to which atoms.
	joins func(*ir.Stm, func(ir.Param, ir.Atom))
	// source is what a result may lie in the memory of: one of several atoms.
	source func(e ir.Exp, result int) ir.Atom
	// stops tells whether the operation may end the program, or never end itself.
	stops func(ir.Exp) bool
}

// funs finds the functions of a program; nil where there is none.
type funs = func(string) *ir.Fun

// Part is an operand, attribute, function or body.
type Part struct{ Name, Doc string }

// Effect classes operations by what they do to memory.
type Effect string

// The classes; the table effects says what each means.
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
