package coalesce

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// A copy serves all kernels of its body, and of bodies within, that want the same layout. What
// exists before a loop is copied before it. A branch that chooses between versions of a nest does
// not hold a copy back: its other version reads the array as well.

// layout is an array with one of its dimensions innermost.
type layout struct {
	array name.Name
	dim   int
}

// scope is a host body.
type scope struct {
	made   map[layout]name.Name // copies, as views of the arrays' types
	bound  ir.Names             // for the body of a loop, what the loop binds
	before []*ir.Stm            // copies that stand before that loop
	fixed  bool                 // copies stay in the body
}

// loopScope returns the scope of a loop's body.
func loopScope(e *ir.Loop) *scope {
	at := &scope{made: map[layout]name.Name{}, bound: ir.Names{}}
	binders := func(ps []ir.Param) {
		for _, p := range ps {
			at.bound.Add(p.Name)
		}
	}
	binders(e.Params)
	w := &ir.Walker{Binders: binders}
	w.InBody(e.Body)
	return at
}

// branch returns the scope of a branch of e.
func (l *layouter) branch(e *ir.If) *scope {
	return &scope{made: map[layout]name.Name{}, fixed: !e.Cond.IsVar() || !l.enough.Has(e.Cond.Name)}
}

// converted returns the copy that there is already in a layout.
func (l *layouter) converted(x layout) (name.Name, bool) {
	for _, s := range l.scopes {
		if c, ok := s.made[x]; ok {
			return c, true
		}
	}
	return name.Name{}, false
}

// place records that copy is in a layout, and returns the scope of the loop before which it
// stands; nil if it stands where it is needed.
func (l *layouter) place(x layout, copy name.Name) (loop *scope) {
	at := len(l.scopes) - 1
	for k := at; k > 0 && !l.scopes[k].fixed; k-- {
		if l.scopes[k].bound == nil {
			continue
		}
		if l.scopes[k].bound.Has(x.array) {
			break
		}
		loop, at = l.scopes[k], k-1
	}
	l.scopes[at].made[x] = copy
	return loop
}
