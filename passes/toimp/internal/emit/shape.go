package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// What a schedule prescribes of segmented operators: groups or warps have the points of the outer
// dimensions, one each, and their threads share the last one.

const (
	warp        = 32  // threads of a warp
	groupOfAny  = 256 // threads of a group on a machine that leaves the choice
	groupOfWarp = 128 // the same for a group of several warps
)

// threads is the size of the groups of a prescribed launch.
func (e *Emitter) threads(p schedule.Prescription) int64 {
	switch {
	case p.Threads > 0:
		return p.Threads
	case p.Level == schedule.Warp:
		return groupOfWarp
	case e.Target.Group > 0:
		return e.Target.Group
	}
	return groupOfAny
}

// InGroups runs emit, which emits launches for the prescribed operator s, with the size of their
// groups in place of the machine's.
func (e *Emitter) InGroups(s *ir.Stm, emit func(threads int64)) {
	defer func(was int64) { e.Target.Group = was }(e.Target.Group)
	e.Target.Group = e.threads(schedule.Of(s))
	emit(e.Target.Group)
}

// Spread runs body at each point of an index space, in parallel: by groups or warps, if that is
// prescribed of s.
func (e *Emitter) Spread(s *ir.Stm, space []imp.SpaceDim, body func(e *Emitter)) {
	switch p := schedule.Of(s); {
	case p.Vector > 0:
		e.onVectors(s, space, p, body)
	case p.Space == schedule.Shared: // pass cooperate makes groups of it
		e.Parallel(s, space, body)
	case p.Level == schedule.Group:
		e.InGroups(s, func(threads int64) { e.share(s, space, threads, threads, body) })
	case p.Level == schedule.Warp:
		e.InGroups(s, func(threads int64) { e.share(s, space, threads, warp, body) })
	default:
		e.Parallel(s, space, body)
	}
}

// share emits a launch of groups of so many threads, of which each team has a point of the outer
// dimensions, and shares the last one: neighbouring threads take neighbouring iterations.
func (e *Emitter) share(s *ir.Stm, space []imp.SpaceDim, threads, team int64, body func(e *Emitter)) {
	outer, last := space[:len(space)-1], space[len(space)-1]
	points := imp.Expr(imp.Int(1))
	for _, d := range outer {
		points = imp.Mul(points, d.Count)
	}
	points = e.Read(e.Declare("points", points))
	g := e.Group(s)
	point, member, groups := imp.Expr(GroupID), imp.Expr(LocalID), points
	teams := threads / team
	if teams > 1 {
		groups = Pieces(points, teams)
		point = g.Read(g.Declare("point", imp.Add(imp.Mul(GroupID, imp.Int(teams)), Prim(scalar.Quot, LocalID, imp.Int(team)))))
		member = Prim(scalar.Rem, LocalID, imp.Int(team))
	}
	exists := Prim(scalar.Lt, point, points)
	in := g.Inner()
	for i := len(outer) - 1; i >= 0; i-- {
		at := point
		if i > 0 {
			at = Prim(scalar.Rem, point, outer[i].Count)
			point = Prim(scalar.Quot, point, outer[i].Count)
		}
		in.DeclareAs(outer[i].Index, at)
	}
	in.Strided(member, imp.Int(team), last.Count, func(e *Emitter, i imp.Expr) {
		e.DeclareAs(last.Index, i)
		body(e)
	})
	if teams > 1 {
		in.Out = []imp.Stm{&imp.If{Cond: exists, Then: in.Out}}
	}
	g.Add(in.Out...)
	g.Launch(e, groups)
}
