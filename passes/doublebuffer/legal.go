package doublebuffer

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/liveness"
	"github.com/lamina-lang/lamina/core/name"
)

// overlaps says why parameter k's block or the one that takes its place may be
// in use when it is to be written.
func (l *loop) overlaps(k, place int) string {
	var params []name.Name
	for _, p := range l.loop.Params {
		if p.Type.IsBlock() {
			params = append(params, p.Name)
		}
	}
	body := liveness.Of(l.loop.Body, params...)
	current, next := l.loop.Params[k].Name, l.loop.Body.Stms[place].Pat[0].Name
	for j, r := range l.loop.Body.Result {
		if !l.loop.Params[j].Type.IsBlock() {
			continue
		}
		held := body.Holds(r.Name)
		switch {
		case held.Has(current):
			return "the next iteration may need the block of this one"
		case j != k && held.Has(next):
			return "the loop carries the block twice"
		}
	}
	return ""
}

// size is the size of a block of the body, known before the loop, and the
// statements of the body that compute it: scalar ones that cannot fail.
func (l *loop) size(bytes ir.Atom) (ir.Atom, []*ir.Stm, bool) {
	inside := map[name.Name]*ir.Stm{l.loop.Index: nil}
	for _, p := range l.loop.Params {
		inside[p.Name] = nil
	}
	for _, s := range l.loop.Body.Stms {
		for _, p := range s.Pat {
			inside[p.Name] = s
		}
	}
	var moved []*ir.Stm
	var known func(a ir.Atom) bool
	known = func(a ir.Atom) bool {
		s, within := inside[a.Name]
		switch {
		case !a.IsVar() || !within || slices.Contains(moved, s):
			return true
		case s == nil || !total(s.Exp):
			return false
		}
		ok := true
		for n := range ir.FreeInExp(s.Exp) {
			ok = ok && known(ir.Var(n))
		}
		moved = append(moved, s)
		return ok
	}
	if !known(bytes) {
		return bytes, nil, false
	}
	return bytes, moved, true
}

// total reports whether e computes a scalar and cannot fail.
func total(e ir.Exp) bool {
	switch e := e.(type) {
	case *ir.Prim:
		return !e.Fn.Info().Partial.Has(e.Type)
	case *ir.Convert:
		return true
	}
	return false
}

// raisesPeak says why more memory would be in use if the block allocated at a
// place of the body existed from the start of the iteration.
func (l *loop) raisesPeak(place int) string {
	const why = "kept for the whole loop, it would be in use together with what the iteration allocates and lets go before"
	blocks := liveness.Of(l.loop.Body)
	for i, s := range l.loop.Body.Stms[:place] {
		if _, isAlloc := s.Exp.(*ir.Alloc); !isAlloc && reserves(s) || blocks.LetGo()[i] != liveness.Never {
			return why
		}
	}
	return ""
}

// reserves reports whether s may allocate memory, if only for a time.
func reserves(s *ir.Stm) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		switch s.Exp.(type) {
		case *ir.Alloc, *ir.Call, *ir.SegRed, *ir.SegScan, *ir.SegHist:
			found = true
		}
	}}
	w.InStm(s)
	return found
}

// ownsInit reports whether the initial block of parameter k is the loop's to
// overwrite: one of the same size and space, allocated in the same body, which
// nothing else holds or uses from the loop on.
func (l *loop) ownsInit(k int, alloc *ir.Alloc, bytes ir.Atom) bool {
	init := l.blocks.Block(l.loop.Inits[k].Name)
	if init == nil || init.Alloc.Bytes != bytes || init.Alloc.Space != alloc.Space {
		return false
	}
	for j, p := range l.loop.Params {
		given := j != k && p.Type.IsBlock() && l.blocks.Holds(l.loop.Inits[j].Name).Has(init.Name)
		if given || p.At != nil && l.blocks.Holds(p.At.Block).Has(init.Name) {
			return false
		}
	}
	for n := range ir.FreeInBody(l.loop.Body) {
		if l.blocks.Holds(n).Has(init.Name) {
			return false
		}
	}
	return !l.blocks.UsedBehind(l.at, init.Name)
}
