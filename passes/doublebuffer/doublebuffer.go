// Package doublebuffer lets a loop that makes an array of the arrays of the
// iterations before alternate between blocks, instead of allocating one in each
// iteration (thesis §5.4 merges blocks; here they take turns).
//
// A loop is double-buffered where it carries a block, and gives the next
// iteration a block that its body allocates:
//
//	loop(cur = init) { next = alloc(bytes); …; in next }
//
// The block of the iteration before, which nothing refers to any more, becomes
// the one to write in the next iteration. If the initial block is the loop's own
// to overwrite, one more is needed; otherwise two, which alternate after the
// first iteration:
//
//	loop(cur = init, next = alloc(bytes)) { …; in (next, cur) }
//	loop(cur = init, next = alloc(bytes), spare = alloc(bytes)) { …; in (next, spare, next) }
//
// Where the block is needed in further iterations (cur, then prev in a wave
// equation), as many further blocks take turns: three for
//
//	loop(prev = a, cur = b) { next = alloc(bytes); …; in (cur, next) }
//
// If the block comes from the branches of an if, and each allocates one of that size,
// it is allocated before the if. If a branch keeps the array that there was
// (keep.go), blocks change places in the other branch alone. Blocks that alternate in
// a loop within a loop are the outer loop's to carry (nest.go). Where nobody knows before
// whether a block will be needed, it is allocated when it is first written (slots.go).
//
// The peak of memory in use never rises. What would not be allocated by a loop of few
// iterations is allocated with no bytes, or when it is written. A loop is left alone if
// its body has memory in use, before it allocates the block, that is let go before, unless
// the block takes the place of the initial one: that would be there for the whole loop.
// Only in kernels of a grid all memory of all threads exists from the start, and a block
// more is the price of what could not run there otherwise.
package doublebuffer

import (
	"context"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/analysis/lastuse"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Pass is double-buffer.
var Pass = &pass.Pass{
	Name:    "double-buffer",
	Summary: "let loops alternate between two blocks instead of allocating one an iteration",
	From:    pass.At(pass.Mem),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "hoist-allocs", Reason: "hoisting makes sizes known before the loop"},
		{Order: pass.After, Pass: "merge-blocks", Reason: "what an iteration uses before it allocates the block that it carries should lie there, too"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachFun(ctx, func(f *ir.Fun) error {
		b := &buffering{unit: u, types: map[name.Name]scalar.Type{}, pairs: map[*ir.Loop][]pair{}, takes: map[*ir.Stm]bool{}}
		survey := &ir.Walker{Binders: b.binders, Stm: b.counter}
		survey.Fun(f)
		b.body(f.Body, false)
		return nil
	})
}

// buffering is the state within one function.
type buffering struct {
	unit  *pass.Unit
	types map[name.Name]scalar.Type // of scalars; indices of kernels, which are i64, left out
	pairs map[*ir.Loop][]pair       // of blocks that alternate in loops treated before
	takes map[*ir.Stm]bool          // what takes the block of a slot
}

func (d *buffering) binders(ps []ir.Param) {
	for _, p := range ps {
		if p.Type.IsScalar() {
			d.types[p.Name] = p.Type.Elem
		}
	}
}

// counter notes the type of a loop's index, which is that of its bound.
func (d *buffering) counter(s *ir.Stm) {
	if e, ok := s.Exp.(*ir.Loop); ok && !e.Index.IsZero() {
		d.types[e.Index] = e.Bound.Const.Type
		if e.Bound.IsVar() {
			d.types[e.Index] = d.types[e.Bound.Name]
		}
	}
}

// maxNest bounds how deep the loops in a loop may be that is double-buffered: as many
// times is each statement looked at.
const maxNest = 8

// body treats the loops of a body, the inner ones first, and tells how deep they are.
func (d *buffering) body(b *ir.Body, kernel bool) (depth int) {
	treated := map[*ir.Loop]bool{}
	useful := false
	for _, s := range b.Stms {
		inside := kernel || ops.IsKernel(s.Exp)
		within := 0
		ir.EachBody(s.Exp, func(inner *ir.Body) {
			within = max(within, d.body(inner, inside))
		})
		if e, ok := s.Exp.(*ir.Loop); ok {
			if within++; within <= maxNest {
				treated[e] = true
				useful = useful || slices.ContainsFunc(e.Params, isBlock) && reservesIn(e.Body)
			}
		}
		depth = max(depth, within)
	}
	if !useful {
		return depth
	}
	surroundings := lastuse.Of(b)
	out := ir.NewBuilder(d.unit.IR.Names)
	for i, s := range b.Stms {
		out.Pos = s.Pos
		if e, ok := s.Exp.(*ir.Loop); ok && treated[e] {
			l := &loop{buffering: d, at: i, blocks: surroundings, stm: s, loop: e, spread: kernel && d.unit.Target.Grid, out: out}
			l.treat()
		}
		out.Append(s)
	}
	b.Stms = out.Stms()
	return depth
}

func isBlock(p ir.Param) bool { return p.Type.IsBlock() }

// reservesIn reports whether a body may allocate memory.
func reservesIn(b *ir.Body) bool { return slices.ContainsFunc(b.Stms, reserves) }

// loop is a loop, before which out stands.
type loop struct {
	*buffering
	at     int           // its place in the body that it stands in
	blocks *lastuse.Body // of that body
	stm    *ir.Stm
	loop   *ir.Loop
	spread bool // each thread of a grid runs it, which has all memory from the start
	out    *ir.Builder

	facts   *facts   // of the body, unless it changed since
	renamed ir.Subst // blocks that the loop carries now, still to be renamed in its body
}

// treat double-buffers each block that the loop carries, if it can.
func (l *loop) treat() {
	for k := 0; k < len(l.loop.Params); k++ {
		if !l.loop.Params[k].Type.IsBlock() || l.keep(k) || l.nest(k) {
			continue
		}
		next := allocated(l.loop.Body, l.loop.Body.Result[k].Name)
		if next < 0 {
			l.settle()
		}
		if next < 0 && l.allocateBefore(l.loop.Body, l.loop.Body.Result[k].Name) {
			next = allocated(l.loop.Body, l.loop.Body.Result[k].Name)
		}
		if next < 0 {
			continue
		}
		if why := l.alternate(k, next); why != "" {
			l.unit.Remark(l.loop.Body.Stms[next].Pos, "each iteration allocates %s: %s", l.loop.Body.Result[k].Name.Base, why)
		}
	}
	l.settle()
}

// allocated is the place in a body where it allocates a block, or -1.
func allocated(b *ir.Body, n name.Name) int {
	for i, s := range b.Stms {
		if _, ok := s.Exp.(*ir.Alloc); ok && s.Pat[0].Name == n {
			return i
		}
	}
	return -1
}

// alternate makes parameter k and the block allocated at a place of the body
// take turns, or says why they cannot.
func (l *loop) alternate(k, place int) (why string) {
	alloc := l.loop.Body.Stms[place].Exp.(*ir.Alloc)
	if space := schedule.Of(l.loop.Body.Stms[place]).Space; space != "" {
		return "it is prescribed to be " + string(space)
	}
	through, why := l.way(k, place)
	if why != "" {
		return why
	}
	bytes, sizes, ok := l.size(alloc.Bytes)
	if !ok {
		return "its size is known only within the iteration"
	}
	own := l.ownInits(through, alloc, bytes)
	swaps := len(own) == len(through) && l.handsOn(through)
	why = l.raisesPeak(place)
	if why != "" && !swaps {
		return why
	}
	if !l.unit.Rewrite() {
		return ""
	}
	stm := l.loop.Body.Stms[place]
	l.hoist(sizes)
	switch {
	case swaps && why == "":
		l.swap(through, stm, bytes)
	case swaps:
		l.swapReady(through, stm)
	case !l.spread && l.loop.Index.IsZero(): // how often it runs is not known before
		l.rotateReady(through, stm, own)
	default:
		l.rotate(through, stm, bytes, own)
	}
	l.unit.Remark(l.stm.Pos, "the loop alternates between %s blocks for %s", number(len(through)+1), l.loop.Params[k].Name.Base)
	return ""
}

// number is a number in words, if it is small.
func number(n int) string {
	if words := []string{2: "two", 3: "three", 4: "four"}; n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}
