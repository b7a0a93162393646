package doublebuffer

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// way lists the parameters that the block allocated at a place of the body, which is
// given to parameter k, is in, iteration by iteration, until it is free: k, and the
// one that is given k's block, and so on. Or it says why the block may be needed for
// ever, or in two of them at once.
func (l *loop) way(k, place int) (through []int, why string) {
	carriers := l.look().carriers
	fresh := l.loop.Body.Stms[place].Pat[0].Name
	through = []int{k}
	for block := fresh; ; block = l.loop.Params[through[len(through)-1]].Name {
		to := carriers[block]
		switch {
		case block == fresh && len(to) == 1: // k itself
		case len(to) == 0:
			return through, ""
		case len(to) > 1:
			return nil, "the loop carries the block twice"
		case slices.Contains(through, to[0]):
			return nil, "the next iteration may need the block of this one"
		default:
			through = append(through, to[0])
		}
	}
}

// size is the size of a block of the body, known before the loop, and the
// statements of the body that compute it: scalar ones that cannot fail.
func (l *loop) size(bytes ir.Atom) (ir.Atom, []*ir.Stm, bool) {
	inside := l.look().inside
	needed := map[*ir.Stm]bool{}
	var known func(a ir.Atom) bool
	known = func(a ir.Atom) bool {
		s, within := inside[a.Name]
		switch {
		case !a.IsVar() || !within || needed[s]:
			return true
		case s == nil || !ops.TotalAlone(s):
			return false
		}
		ok := true
		for n := range ir.FreeInExp(s.Exp) {
			ok = ok && known(ir.Var(n))
		}
		needed[s] = true
		return ok
	}
	if !known(bytes) {
		return bytes, nil, false
	}
	var stms []*ir.Stm
	for _, s := range l.loop.Body.Stms {
		if len(stms) == len(needed) {
			break
		}
		if needed[s] {
			stms = append(stms, s)
		}
	}
	return bytes, stms, true
}

// raisesPeak says why more memory would be in use if the block allocated at a
// place of the body existed from the start of the iteration. Threads of a grid have all
// their memory from the start.
func (l *loop) raisesPeak(place int) string {
	if l.spread {
		return ""
	}
	const why = "kept for the whole loop, it would be in use together with what the iteration allocates and lets go before"
	if hazards := l.look().hazards; len(hazards) > 0 && slices.ContainsFunc(l.loop.Body.Stms[:place], func(s *ir.Stm) bool { return hazards[s] }) {
		return why
	}
	return ""
}

// reserves reports whether s may allocate memory that is not a block which takes turns
// from then on, if only for a time.
func (d *buffering) reserves(s *ir.Stm) bool { return !d.takes[s] && reserves(s) }

func reserves(s *ir.Stm) bool { return ops.Allocates(s) != ops.AllocatesNothing }

// isKept reports whether s is a reduction or scan, whose memory for partial results the
// loop keeps (to-imp): once allocated it is there all the time. Devices keep none.
func (d *buffering) isKept(s *ir.Stm) bool {
	k := ops.KernelOf(s.Exp)
	return k != nil && k.Folded() > 0 && !d.unit.Target.Grid
}

// ownInits are those of the parameters whose initial blocks are the loop's to
// overwrite (ownsInit).
func (l *loop) ownInits(params []int, alloc *ir.Alloc, bytes ir.Atom) map[int]bool {
	own := map[int]bool{}
	for _, k := range params {
		if l.ownsInit(k, alloc, bytes) {
			own[k] = true
		}
	}
	return own
}

// ownsInit reports whether the initial block of parameter k is the loop's to
// overwrite: one of the same size and space, allocated in the same body, which
// nothing else holds or uses from the loop on.
func (l *loop) ownsInit(k int, alloc *ir.Alloc, bytes ir.Atom) bool {
	init := l.blocks.Block(l.loop.Inits[k].Name)
	if init == nil || init.Alloc.Bytes != bytes || init.Alloc.Space != alloc.Space {
		return false
	}
	known := l.look()
	if known.used.Has(init.Name) || slices.ContainsFunc(known.given[init.Name], func(j int) bool { return j != k }) {
		return false
	}
	return !l.blocks.UsedBehind(l.at, init.Name)
}
