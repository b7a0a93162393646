// Package split gives loops a second body, at level imp, for the main part of their
// range: the part, usually nearly all of it, in which conditions on the index go one
// way, as inside the borders of a stencil. The loop's body becomes
//
//	if C { main } general { body }
//
// where C says that all of the chosen conditions go that way, written out in the index
// and what the loop does not change, and main is a copy of the body in which they are
// decided. C compares numbers that are linear in the index. So a backend can compute
// the part of the range in which it holds (guards.Range) and run main there without
// asking, and body, which is right everywhere, before and after it. The launch of a
// parallel loop stays one launch.
//
// Package guards chooses the conditions.
package split

import (
	"context"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The choices of option loops.
const (
	allLoops = "all"
	rowsOnly = "rows"
)

// Pass is split.
var Pass = &pass.Pass{
	Name:    "split",
	Summary: "give loops a body without conditions for the main part of their range",
	From:    pass.At(pass.Imp),
	Options: []pass.Option{{
		Name: "loops", Doc: "which loops: all, or only the rows of parallel ones", Default: allLoops,
		Choices: []string{allLoops, rowsOnly},
	}},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

const (
	maxNodes    = 400  // of a body that is copied
	maxStraight = 4000 // of one without loops, as pass unroll makes them
	maxCopies   = 4    // of a statement, by all loops around it together
)

func run(ctx context.Context, u *pass.Unit, o pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		s := &splitter{unit: u, rowsOnly: o.Text("loops") == rowsOnly, visible: imp.Names{}, indices: imp.Names{}, bounds: map[name.Name]imp.Expr{}, assigned: imp.Names{}, defs: map[name.Name]imp.Expr{}}
		for _, p := range f.Params {
			s.visible[p.Name] = true
		}
		for _, r := range f.Results {
			s.visible[r.Name] = true
		}
		s.learn(f.Body)
		f.Body = s.list(f.Body, 1)
		return nil
	})
}

// splitter is the state within a function.
type splitter struct {
	unit     *pass.Unit
	rowsOnly bool
	visible  imp.Names              // the variables in scope
	indices  imp.Names              // those of them that are indices of loops
	bounds   map[name.Name]imp.Expr // the numbers of their iterations
	assigned imp.Names              // variables that change after their declaration
	defs     map[name.Name]imp.Expr // what the others are declared as
}

// learn adds the declarations in a list.
func (s *splitter) learn(list []imp.Stm) {
	imp.Walk(list, func(st imp.Stm) bool {
		imp.Assigns(st, s.assigned)
		return true
	})
	imp.Walk(list, func(st imp.Stm) bool {
		if d, ok := st.(*imp.Declare); ok && !s.assigned[d.Name] {
			s.defs[d.Name] = d.Init
		}
		return true
	})
}

// list splits the loops in a list, of which there are n copies.
func (s *splitter) list(list []imp.Stm, copies int) []imp.Stm {
	out := make([]imp.Stm, len(list))
	var declared []name.Name
	declare := func(n name.Name) {
		declared = append(declared, n)
		s.visible[n] = true
	}
	for i, st := range list {
		out[i] = s.stm(st, copies)
		switch st := st.(type) {
		case *imp.Declare:
			declare(st.Name)
		case *imp.DeclareBlock:
			declare(st.Name)
		case *imp.Atomic:
			declare(st.Old)
		}
	}
	for _, n := range declared {
		delete(s.visible, n)
	}
	return out
}

func (s *splitter) stm(st imp.Stm, copies int) imp.Stm {
	switch st := st.(type) {
	case *imp.If:
		return &imp.If{Cond: st.Cond, Then: s.list(st.Then, copies), Else: s.list(st.Else, copies), General: st.General}
	case *imp.While:
		return &imp.While{Cond: st.Cond, Pos: st.Pos, Body: s.list(st.Body, copies)}
	case *imp.For:
		return &imp.For{Index: st.Index, Type: st.Type, Bound: st.Bound, Pos: st.Pos,
			Body: s.within(st.Body, copies, st.Type == scalar.I64 && !s.rowsOnly, false, imp.SpaceDim{Index: st.Index, Count: st.Bound})}
	case *imp.Parallel:
		p := *st
		p.Body = s.within(st.Body, copies, true, true, st.Space...)
		return &p
	}
	return st
}

// within splits the loops in the body of a loop, and the loop itself if it may be: by
// the last of its indices.
func (s *splitter) within(body []imp.Stm, copies int, itself, parallel bool, space ...imp.SpaceDim) []imp.Stm {
	for _, d := range space {
		s.visible[d.Index], s.indices[d.Index], s.bounds[d.Index] = true, true, d.Count
	}
	out := s.body(body, copies, itself, parallel, space[len(space)-1].Index)
	for _, d := range space {
		delete(s.visible, d.Index)
		delete(s.indices, d.Index)
		delete(s.bounds, d.Index)
	}
	return out
}

func (s *splitter) body(body []imp.Stm, copies int, itself, parallel bool, index name.Name) []imp.Stm {
	if guards.Split(body) != nil {
		return s.list(body, copies*2)
	}
	if !itself || copies*2 > maxCopies || guards.Exceed(maxStraight, body) || guards.Exceed(maxNodes, body) && guards.HasLoops(body) {
		return s.list(body, copies)
	}
	m, ok := guards.Choose(guards.Scope{Has: s.has, Defs: s.defs, Indices: s.indices, Bounds: s.bounds}, index, parallel, body)
	if !ok || !s.unit.Rewrite() {
		return s.list(body, copies)
	}
	main := imp.Rename(m.Body, map[name.Name]name.Name{}, s.unit.Imp.Names)
	s.learn(main)
	return []imp.Stm{&imp.If{Cond: m.Cond(), Then: s.list(main, copies*2), Else: s.list(body, copies*2), General: true}}
}

func (s *splitter) has(n name.Name) bool { return s.visible[n] }
