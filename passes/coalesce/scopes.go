package coalesce

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// A copy serves all kernels of its body, and of bodies within, that want the same layout. What
// exists before a loop is copied before it. A branch that chooses between versions of a nest does
// not hold a copy back: its other version reads the array as well.

// layout is an array, or a part of it, with one of its dimensions innermost.
type layout struct {
	array name.Name
	dim   int
	part  string // which part of the array, none for all of it
}

// scope is a host body.
type scope struct {
	made   map[layout]cut
	bound  ir.Names  // for the body of a loop, what the loop binds
	index  name.Name // of that loop, if it counts
	before []*ir.Stm // copies that stand before that loop
	fixed  bool      // copies stay in the body
}

// loopScope returns the scope of a loop's body.
func loopScope(e *ir.Loop) *scope {
	at := &scope{made: map[layout]cut{}, bound: ir.Names{}, index: e.Index}
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
	return &scope{made: map[layout]cut{}, fixed: !e.Cond.IsVar() || !l.enough.Has(e.Cond.Name)}
}

// converted returns the copy that there is already in a layout, if need be of the whole array.
func (l *layouter) converted(x layout) (cut, bool) {
	for _, part := range []string{"", x.part} {
		x.part = part
		for _, s := range l.scopes {
			if c, ok := s.made[x]; ok {
				return c, true
			}
		}
	}
	return cut{}, false
}

// place records that a copy of a part is in a layout, and returns the scope of the loop before which it
// stands; nil if it stands where it is needed.
func (l *layouter) place(x layout, part box, copy cut) (loop *scope) {
	at := len(l.scopes) - 1
	for k := at; k > 0 && !l.scopes[k].fixed; k-- {
		if l.scopes[k].bound == nil {
			continue
		}
		if l.scopes[k].bound.Has(x.array) || part.uses(l.scopes[k].bound) {
			break
		}
		loop, at = l.scopes[k], k-1
	}
	l.scopes[at].made[x] = copy
	return loop
}
