package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Group emits the body of a launch.
type Group struct {
	*Emitter
	stm    *ir.Stm // that the launch is for
	shared []imp.Shared
}

// MaxGroups is the number of groups that fills the largest devices.
const MaxGroups = 1056

// Group returns the empty body of a launch for statement s.
func (e *Emitter) Group(s *ir.Stm) *Group { return &Group{Emitter: e.kernel(), stm: s} }

// Launch adds the emitted body to e as a launch.
func (g *Group) Launch(e *Emitter, groups imp.Expr) {
	e.Add(&imp.Launch{
		Label: Label(g.stm), Groups: groups, GroupSize: imp.Int(e.Target.Group),
		Shared: g.shared, Body: g.Out, Pos: g.stm.Pos,
	})
}

// SharedArray declares shared memory for count elements.
func (g *Group) SharedArray(base string, t scalar.Type, count int64) Place {
	block := g.SharedBlock(base, t, imp.Int(count))
	return Place{t, block, lmad.RowMajor([]sym.Poly{sym.Const(count)})}
}

// SharedBlock is SharedArray for a count that is an expression known on the host.
func (g *Group) SharedBlock(base string, t scalar.Type, count imp.Expr) name.Name {
	n := g.Names.Fresh(base)
	g.shared = append(g.shared, imp.Shared{Name: n, Bytes: imp.Mul(count, imp.Int(int64(t.Size())))})
	return n
}

// Barrier makes the threads of the group wait for each other.
func (g *Group) Barrier() { g.Add(&imp.Barrier{}) }

// OnlyFirst emits body for thread 0 of the group.
func (g *Group) OnlyFirst(body func(e *Emitter)) {
	in := g.Inner()
	body(in)
	g.Add(&imp.If{Cond: Prim(scalar.Eq, LocalID, imp.Int(0)), Then: in.Out})
}

// BarrierSafe reports whether a body cannot fail and allocates no blocks, so that it may run
// between barriers.
func BarrierSafe(b *ir.Body) bool {
	for _, s := range b.Stms {
		if ops.CanFail(s.Exp, func(string) bool { return true }) {
			return false
		}
	}
	return true
}

// Batch is the number of loads that a thread keeps in flight.
const Batch = 8
