package shortcircuit

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/analysis/access"
	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
)

// refusal is why a short-circuit is not made.
type refusal struct {
	condition int // as the package comment numbers them
	why       string
}

func refuse(condition int, format string, args ...any) *refusal {
	return &refusal{condition, fmt.Sprintf(format, args...)}
}

// attempt is a short-circuit that is being tried.
type attempt struct {
	*shortcircuiter
	*point
	view     *facts.View
	apartly  *facts.View // for accesses by another name of a chosen destination
	block    name.Name   // the source's block
	alloc    *node       // where it is allocated; for results of branches, the creation
	creation *node       // the statement that creates what lies in it
	root     name.Name   // what the creation binds
	place    lmad.LMAD   // of that
	moved    map[name.Name]lmad.LMAD
	found    map[*ir.Stm][]access.Access // of statements, where asked before
	later    []access.Access             // uses of the destination from the creation on
	alike    ir.Atom                     // the bytes that the destination's block is to get, if any
	parts    *ir.Concat                  // the block is to hold its parts, if any, also where the sum of their sizes wraps
	times    []ir.Atom                   // how often it is to hold them
	before   *node                       // what the creation was in front of, if it was postponed
	early    []*node                     // statements to go before the creation, in order
	ends     *node                       // a statement that may end the program before an assertion among those
	replay   []*node                     // what is to be replayed if such an assertion would fail
}

// maxDistance bounds the statements from a point back to the creation.
const maxDistance = 3000

// attempt makes the short-circuit, or remarks why not.
func (s *shortcircuiter) attempt(p *point) {
	x := s.Array(p.source)
	if x.At.Block == p.block && s.same(x.At.Index, p.whole) {
		return
	}
	from := *x.At
	a := &attempt{shortcircuiter: s, point: p, block: x.At.Block, moved: map[name.Name]lmad.LMAD{}}
	r := a.find()
	if r == nil {
		a.view, a.apartly = s.viewAt(a.creation), s.viewAt(a.creation)
		a.apartly.Grant(s.chosen[p.block])
		r = a.check()
	}
	if r != nil {
		a.restore()
	}
	if r != nil && p.over {
		s.unit.Remark(p.pos, "%s at %s -> %v is not made %s at %s -> %v: condition %d fails: %s",
			p.source.Base, from.Block.Base, from.Index, p.what, p.block.Base, p.whole, r.condition, r.why)
		return
	}
	if r != nil {
		s.unit.Remark(p.pos, "%s at %s -> %v is copied to %s -> %v (%s): condition %d fails: %s",
			p.source.Base, from.Block.Base, from.Index, p.block.Base, p.whole, p.what, r.condition, r.why)
		return
	}
	if !s.unit.Rewrite() {
		a.restore()
		return
	}
	a.commit()
	a.remember(a.later)
	unless := ""
	if len(a.view.Assumed()) > 0 {
		unless = ", and copied if " + a.assumptions() + " wraps, which the program checks"
	}
	s.unit.Remark(p.pos, "%s is made in its place in %s -> %v (%s)%s", p.source.Base, p.block.Base, p.whole, p.what, unless)
}

// find looks for the source's allocation and creation (condition 0).
func (a *attempt) find() *refusal {
	x := a.source.Base
	if a.mayShare(a.block, a.point.block) {
		return refuse(0, "%s may lie in the same memory already", x)
	}
	a.alloc = a.definers[a.block]
	if a.alloc == nil || a.alloc.in != a.in {
		return refuse(0, "the memory of %s is not allocated in the body that copies it", x)
	}
	if a.IsPassed(a.block) && !(a.over && a.onlyReturned(a.block)) {
		return refuse(0, "the block of %s is passed on as such", x)
	}
	switch e := a.alloc.stm.Exp.(type) {
	case *ir.Alloc:
		if space := schedule.Of(a.alloc.stm).Space; space != "" {
			return refuse(0, "%s is prescribed to be %s", x, space)
		}
		if _, chosen := a.alloc.stm.Attr(ir.LayoutChosen); chosen {
			return refuse(0, "the layout of %s was chosen for the threads that write it", x)
		}
		if r := a.findCreation(); r != nil {
			return r
		}
	case *ir.If:
		if r := a.findBranches(e); r != nil {
			return r
		}
	default:
		return refuse(0, "the memory of %s is not allocated in the body that copies it", x)
	}
	if a.usedLater() {
		return refuse(0, "%s, or what shares its memory, is used later", x)
	}
	return nil
}

// findCreation finds the first statement that uses the source's block.
func (a *attempt) findCreation() *refusal {
	for _, n := range a.users[a.block] {
		if n != a.alloc && n.in == a.in && (a.creation == nil || n.at < a.creation.at) {
			a.creation = n
		}
	}
	if a.creation == nil || a.at != nil && a.creation.at >= a.at.at {
		return refuse(0, "%s is not created before", a.source.Base)
	}
	return a.created()
}

// usedLater reports whether an array of the source's block is used after the
// point.
func (a *attempt) usedLater() bool {
	if a.at == nil {
		return false
	}
	for _, n := range a.users[a.block] {
		if n.at > a.at.at && n.in == a.in {
			return true
		}
	}
	for _, r := range a.in.body.Result {
		if p := a.Array(r.Name); p != nil && p.At.Block == a.block {
			return true
		}
	}
	return false
}

// created looks at the creation: a statement that writes one array of the
// source's block and reads none.
func (a *attempt) created() *refusal {
	st := a.creation.stm
	binds := st.Pat
	switch k := ops.KernelOf(st.Exp); {
	case k == nil && ops.EffectOf(st.Exp) != ops.Fresh, k != nil && len(k.Folds) > 0 && len(k.Writes) > 0:
		return refuse(2, "%s is created by %s", a.source.Base, st.Exp.Op())
	case k != nil && slices.ContainsFunc(k.Operators(), func(op *ir.Lambda) bool { return !scalars(op) }):
		return refuse(2, "the results of %s are folded where they lie", st.Exp.Op())
	case k != nil:
		binds = st.Pat[:k.Plain(len(st.Pat))]
	}
	count := 0
	w := &ir.Walker{Binders: func(ps []ir.Param) {
		for _, p := range ps {
			if p.At != nil && p.At.Block == a.block {
				count++
			}
		}
	}}
	w.InStm(st)
	for _, p := range binds {
		if p.At != nil && p.At.Block == a.block {
			a.root = p.Name
		}
	}
	if count != 1 || a.root.IsZero() {
		return refuse(2, "several arrays lie in the memory of %s when it is created", a.source.Base)
	}
	return nil
}

// scalars reports whether an operator works on scalars alone.
func scalars(l *ir.Lambda) bool {
	for _, p := range l.Params {
		if !p.Type.IsScalar() {
			return false
		}
	}
	return true
}

// check goes through conditions 1 to 7.
func (a *attempt) check() *refusal {
	to := a.point.block
	if at := a.defined(to, a.in); at != nil && !a.in.isBefore(at, a.creation) {
		return refuse(1, "%s is not allocated before %s is created", to.Base, a.source.Base)
	}
	if a.Space(to) != a.Space(a.block) {
		return refuse(5, "%s is in another memory space than %s", to.Base, a.source.Base)
	}
	if !a.MayBeWritten(to) {
		return refuse(5, "%s may be the memory of an argument, which the caller keeps", to.Base)
	}
	r := a.project()
	if r == nil {
		r = a.relocate()
	}
	if r == nil {
		r = a.keepsPeak()
	}
	if r == nil {
		r = a.scope()
	}
	if r != nil {
		return r
	}
	moved := map[*node]bool{}
	for _, n := range a.early {
		moved[n] = true
	}
	if len(moved) > 0 {
		isMoved := func(p facts.Point) bool { return moved[p.(*node)] }
		a.view.Move(isMoved)
		a.apartly.Move(isMoved)
	}
	if r := a.sized(); r != nil {
		return r
	}
	a.found = map[*ir.Stm][]access.Access{}
	if r = a.undisturbed(); r == nil || r.condition != 4 || a.in.inKernel {
		return r
	}
	// Once more, with arithmetic that the program checks as it runs.
	if !a.canChoose() {
		return r
	}
	a.view.Assume(func(n name.Name) bool {
		at := a.definers[n]
		return at != nil && !at.in.inKernel && (moved[at] || at.in.isBefore(at, a.creation))
	})
	a.apartly = a.view
	a.found = map[*ir.Stm][]access.Access{}
	if again := a.undisturbed(); again != nil {
		return r
	}
	return nil
}

// commit moves the arrays of the source's block, and drops its allocation.
func (a *attempt) commit() {
	replay := a.replayed()
	for _, n := range a.early {
		a.in.remove(n)
		if _, asserts := n.stm.Exp.(*ir.Assert); asserts && replay != nil {
			continue
		}
		a.in.insert(n, a.creation)
	}
	a.introduceReplay(replay)
	to := a.point.block
	if a.alike.IsVar() {
		alloc := *a.allocations[to].node.stm.Exp.(*ir.Alloc)
		alloc.Bytes = a.alike
		a.allocations[to].node.stm.Exp, a.allocations[to].known = &alloc, false
	}
	if a.parts != nil {
		a.allocateForParts()
	}
	if len(a.view.Assumed()) > 0 {
		to = a.choose()
	}
	if e, ok := a.creation.stm.Exp.(*ir.If); ok && a.creation == a.alloc {
		a.sink(e, to)
	}
	for n, index := range a.moved {
		a.Array(n).At = &ir.Loc{Block: to, Index: index}
		a.fitted[n] = a.fit
	}
	if a.over {
		a.rename(to)
	}
	a.adopt(a.block, to)
	if a.alloc != a.creation {
		a.in.drop(a.allocations[a.block])
		a.in.remove(a.alloc)
	}
}
