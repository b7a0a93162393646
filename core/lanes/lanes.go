// Package lanes is about loops of which several iterations run at once, one in each lane
// of 128-bit vectors: what differs between lanes, which elements they access, what they
// fold, where they part ways, whether they meet in memory, and whether it pays.
//
// A value of 32 bits or fewer takes a lane of 32 bits. There are four lanes; or two if a
// value of 64 bits is kept, in which case one of 32 bits takes the lower half of a lane.
//
// The loop may have loops inside it, which all lanes run in step, and branches on what is
// the same for all lanes, which stays scalar. Branches on what differs become selections.
package lanes

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Loop is a loop over an i64. The iterations of an independent one neither read nor write
// what others write, and assign no variable of outside.
type Loop struct {
	Index       name.Name
	Body        []imp.Stm
	Independent bool
	Scans       bool // vectors can be scanned within their lanes
}

// Plan describes a loop. New makes one; Choose and Widen complete it.
type Plan struct {
	Loop  // the body is without branches on what differs
	Lanes int
	Width int // vectors that make up a variable

	Kinds   map[name.Name]Kind      // of what the loop declares or folds
	Defs    map[name.Name]imp.Expr  // of what has one declaration and no assignment
	Access  map[any]Pattern         // of loads and stores
	Results map[name.Name]scalar.Op // the operators that variables of outside are folded with
	Running map[name.Name]scalar.Op // the same for those that the body reads again after that
	Pairs   [][2]Span               // accesses that must be apart
	Apiece  bool                    // the body is written for one vector after the other
	Parts   bool                    // lanes may part ways at an assertion
}

// New finds out what the iterations of a loop do; nil if they cannot run in lanes.
func New(l Loop, fresh func(base string) name.Name) *Plan {
	if !simple(l.Body) {
		return nil
	}
	p := &Plan{Loop: l, Width: 1}
	if !p.accumulators() {
		return nil
	}
	p.classify()
	f := &Flattener{
		Branches: p.Differs,
		Declared: func(n name.Name, _ *imp.If) { p.Kinds[n] = Varying },
		Fresh:    fresh,
	}
	body, ok := f.List(p.Body)
	if !ok {
		return nil
	}
	p.Body = ease(imp.Sweep(body))
	p.define()
	if !p.symbols() || !p.orderly() {
		return nil
	}
	return p
}

// simple reports whether a body has only what can run in lanes.
func simple(list []imp.Stm) bool {
	ok := true
	count := 0
	imp.Walk(list, func(s imp.Stm) bool {
		count++
		switch s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Store, *imp.If, *imp.For, *imp.Assert:
		default:
			ok = false
		}
		return ok
	})
	return ok && count <= maxStatements && !imp.HasVectors(list)
}

// maxCopied bounds a body with loops that is written for several vectors although it has many
// variables.
const maxCopied = 300

// maxStatements bounds a body that runs in lanes.
const maxStatements = 400

// size counts statements and parts of expressions, of index functions those of the sums
// that backends make of them.
func size(list []imp.Stm) int {
	n := guards.Nodes(list)
	imp.Walk(list, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if at, ok := e.(*imp.At); ok {
					imp.WalkExpr(at, func(imp.Expr) { n-- })
					imp.WalkExpr(at.Sum(), func(imp.Expr) { n++ })
				}
			})
		})
		return true
	})
	return n
}

// Loops reports whether the body has loops.
func (p *Plan) Loops() bool {
	found := false
	imp.Walk(p.Body, func(s imp.Stm) bool {
		_, isLoop := s.(*imp.For)
		found = found || isLoop
		return !found
	})
	return found
}

// carries is the greatest number of variables in vectors that an innermost loop in the body
// assigns: they stay in registers while it runs.
func (p *Plan) carries() int {
	most := 0
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if loop, ok := s.(*imp.For); ok {
			assigned, count, innermost := imp.Names{}, 0, true
			imp.Walk(loop.Body, func(s imp.Stm) bool {
				imp.Assigns(s, assigned)
				_, isLoop := s.(*imp.For)
				innermost = innermost && !isLoop
				return innermost
			})
			for n := range assigned {
				if p.Kinds[n] == Varying {
					count++
				}
			}
			if innermost {
				most = max(most, count)
			}
		}
		return true
	})
	return most
}

// Widen chooses how many vectors a variable has: where a loop inside loads what is
// uniform, several share it; else there is less to do for each when more run after each
// other.
func (p *Plan) Widen() {
	variables, inner, stores, size := 0, false, len(p.Results)+len(p.Running) > 0, size(p.Body)
	imp.Walk(p.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			inner = true
		case *imp.Assert:
			p.Parts = p.Parts || p.PartsAt(s)
		case *imp.Store:
			stores = true
		case *imp.Declare:
			if p.Kinds[s.Name] == Varying {
				variables++
			}
		}
		return true
	})
	p.Apiece = !inner && !(p.Parts && stores)
	for _, a := range p.Access {
		if a.Form == Strided && inner {
			return // more streams may fall into the same sets of the cache
		}
	}
	switch {
	case inner && (variables <= 8 || p.carries() <= 2 && size <= maxCopied), p.Apiece && size <= 40:
		p.Width = 4
	case p.Apiece && size <= 120, variables <= 8 && size <= 40:
		p.Width = 2
	}
}
