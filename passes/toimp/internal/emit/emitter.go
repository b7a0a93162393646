// Package emit is what the lowerings of all operations build imp code with: an emitter, which
// knows the scalars and arrays in scope, places in memory, operands of operators, loops and
// conditions around emitted code, and launches of work-groups.
//
// It knows no operation: Body hands each statement to the function that New was given.
package emit

import (
	"cmp"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/passes/toimp/internal/uses"
)

// Emitter builds a list of imp statements.
type Emitter struct {
	*shared
	Out      []imp.Stm
	InKernel bool
}

// shared is the state common to all emitters of a function.
type shared struct {
	Unit    *pass.Unit
	from    source.Pos // of the statement that is lowered
	Names   *name.Supply
	Target  target.Target
	Scalars map[name.Name]scalar.Type
	Arrays  map[name.Name]Array
	What    map[name.Name]string // by block, the array that it is allocated for
	// Known holds the statements that compute i64 values.
	Known      ir.Definitions
	uses       *uses.Uses
	positive   []ir.Atom  // sizes that the enclosing iterations show not to be 0
	loopBlock  *loopBlock // the block of the enclosing outermost host loop
	outlines   *Outlines
	Adjustable bool  // users set thresholds
	refused    error // of a prescription
	// lower emits a statement whose pattern is bound.
	lower func(*Emitter, *ir.Stm)
}

// New returns an emitter for a function. lower emits a statement, whose pattern
// is bound by then.
func New(u *pass.Unit, o *Outlines, lower func(*Emitter, *ir.Stm)) *Emitter {
	return &Emitter{shared: &shared{
		Unit:     u,
		Names:    u.IR.Names,
		Target:   u.Target,
		Scalars:  map[name.Name]scalar.Type{},
		Arrays:   map[name.Name]Array{},
		Known:    ir.Definitions{},
		uses:     uses.New(),
		outlines: o,
		lower:    lower,
	}}
}

// Function returns an emitter for another function of the same program.
func (e *Emitter) Function() *Emitter { return New(e.Unit, e.outlines, e.lower) }

// Refuse records that what is prescribed of a statement cannot be had.
func (e *Emitter) Refuse(err error) {
	if e.refused == nil {
		e.refused = err
	}
}

// Refused is the first error given to Refuse.
func (e *Emitter) Refused() error { return e.refused }

// Array is the type and location of an array in scope.
type Array struct {
	Type ir.Type
	At   ir.Loc
}

// Inner returns an emitter for a nested statement list.
func (e *Emitter) Inner() *Emitter { return &Emitter{shared: e.shared, InKernel: e.InKernel} }

// kernel returns an emitter for the body of a kernel.
func (e *Emitter) kernel() *Emitter { return &Emitter{shared: e.shared, InKernel: true} }

// Add appends statements. Loops are where the statement is that is lowered.
func (e *Emitter) Add(stms ...imp.Stm) {
	for _, s := range stms {
		switch s := s.(type) {
		case *imp.For:
			s.Pos = cmp.Or(s.Pos, e.from)
		case *imp.While:
			s.Pos = cmp.Or(s.Pos, e.from)
		}
	}
	e.Out = append(e.Out, stms...)
}

// Body emits a body's statements and releases each block after its last use.
func (e *Emitter) Body(b *ir.Body) {
	e.uses.In(b)
	for _, s := range b.Stms {
		e.stm(s)
		for _, block := range e.uses.Last[s] {
			e.Add(&imp.AssignBlock{Dst: block})
		}
	}
}

func (e *Emitter) stm(s *ir.Stm) {
	for _, p := range s.Pat {
		e.Bind(p)
	}
	defer e.enterKernel(s)()
	defer func(around source.Pos) { e.from = around }(e.from)
	if s.Pos.IsValid() {
		e.from = s.Pos
	}
	e.lower(e, s)
}
