package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A vector is a loop of which several iterations run at once, one in each lane of
// 128-bit vectors. A value of 32 bits or fewer takes a lane of 32 bits, held as a
// scalar is in a local (see the package); a bool is a mask of ones. There are four
// lanes; or two if a value of 64 bits is kept, in which case one of 32 bits is in
// the lower half of a vector, and masks have 64 bits.
//
// The plan of a loop is made here: what differs between lanes, which elements they
// access, whether it pays (profit.go), whether iterations meet in memory
// (overlap.go), what is folded (accumulate.go). Branches on what differs become
// selections (flatten.go). Expressions are written by lanes.go with the tables of
// vectorops.go, accesses by vectormem.go.
//
// The loop may have loops inside it, which all lanes run in step, and branches on
// what is the same for all lanes, which stays scalar.
//
// Where lanes would part ways for good (one fails an assertion, or has another
// number of iterations of an inner loop than its neighbours) the loop gives up,
// and the scalar loop behind it goes on with the present iteration. So nothing may
// have been stored before.
type vector struct {
	*fn
	loop
	lanes int // in a vector
	width int // vectors that make up a variable

	kinds   map[name.Name]kind      // of what the loop declares or accumulates
	defs    map[name.Name]imp.Expr  // of what has one declaration and no assignment
	access  map[any]pattern         // loads and stores
	results map[name.Name]scalar.Op // accumulators
	homes   map[name.Name][]local
	splats  map[string]local // invariant values, in all lanes
	taken   imp.Names        // uniform variables that are operands of vectors
	pairs   [][2]touched     // accesses that must be apart
	start   int              // instructions before the loop
	apiece  bool             // the body is written for one vector after the other
	turn    int              // which one, if so

	parts  bool  // lanes may part ways at an assertion
	failed local // the lanes in which that at the end failed
}

// plan finds out what the iterations of a loop do, with branches on what differs as
// selections; nil if they cannot run in lanes.
func (f *fn) plan(l loop) *vector {
	if f.vector != nil || l.t != scalar.I64 || !simple(l.body) {
		return nil
	}
	v := &vector{fn: f, loop: l, homes: map[name.Name][]local{}, splats: map[string]local{}, width: 1}
	if !v.accumulators() {
		return nil
	}
	v.classify()
	fl := &flattener{
		branches: v.differs,
		declared: func(n name.Name, s *imp.If) { v.kinds[n] = varying },
		fresh:    f.freshName,
	}
	body, ok := fl.list(v.body)
	if !ok {
		return nil
	}
	v.body = ease(imp.Sweep(body))
	v.define()
	if !v.symbols() || !v.orderly() {
		return nil
	}
	return v
}

// vectorise plans a loop in lanes of 32 or 64 bits; nil if it cannot be done or does
// not pay.
func (f *fn) vectorise(l loop) *vector {
	v := f.plan(l)
	if v == nil || v.betterInside() || !v.choose() || !l.independent && !v.apart() {
		return nil
	}
	v.widen()
	return v
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
	return ok && count <= maxLaneStatements
}

// maxLaneStatements bounds a body that runs in lanes.
const maxLaneStatements = 400

// ease replaces operators in a list by cheaper ones of the same result.
func ease(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			out[i] = s
			if p, ok := s.Init.(*imp.Prim); ok {
				out[i] = &imp.Declare{Name: s.Name, Type: s.Type, Init: cheaper(p)}
			}
		case *imp.For:
			out[i] = &imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Body: ease(s.Body)}
		case *imp.If:
			out[i] = &imp.If{Cond: s.Cond, Then: ease(s.Then), Else: ease(s.Else)}
		default:
			out[i] = s
		}
	}
	return out
}

// widen chooses how many vectors a variable has: where a loop inside loads what
// is uniform, several share it; else there is less to do for each when more run
// behind each other.
func (v *vector) widen() {
	variables, inner, stores, size := 0, false, len(v.results) > 0, guards.Nodes(v.body)
	imp.Walk(v.body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			inner = true
		case *imp.Assert:
			v.parts = v.parts || v.partsAt(s)
		case *imp.Store:
			stores = true
		case *imp.Declare:
			if v.kinds[s.Name] == varying {
				variables++
			}
		}
		return true
	})
	v.apiece = !inner && !(v.parts && stores)
	for _, p := range v.access {
		if p.form == strided && inner {
			return // more streams may fall into the same sets of the cache
		}
	}
	switch {
	case inner && variables <= 8, v.apiece && size <= 40:
		v.width = 4
	case v.apiece && size <= 120, variables <= 8 && size <= 40:
		v.width = 2
	}
}

// vectors calls write for the number of each vector that is written now.
func (v *vector) vectors(write func(u int)) {
	if v.apiece {
		write(v.turn)
		return
	}
	for u := range v.width {
		write(u)
	}
}

// span is the number of iterations that run at once.
func (v *vector) span() int64 { return int64(v.lanes * v.width) }

// run writes the loop: as often as all its vectors are full, then, if a variable
// has several vectors, with one. It leaves the index at the first iteration that
// did not run.
func (v *vector) run() {
	v.enter()
	defer v.leaveVector()
	for {
		v.pass(v.begin, v.once, v.endResults)
		if v.width == 1 {
			return
		}
		v.width = 1
		v.homes = map[name.Name][]local{}
	}
}

func (v *vector) enter() {
	v.fn.vector = v
	for n, d := range v.defs {
		if _, ok := v.fn.defs[n]; !ok && v.kinds[n] == symbolic {
			v.fn.defs[n] = d
		}
	}
}

func (v *vector) leaveVector() { v.fn.vector = nil }

// pass runs the loop at the present width: begin before it, once for what runs at once,
// finish behind it.
func (v *vector) pass(begin, once, finish func()) {
	v.scope(func() {
		at := value{at: v.at(v.index)}
		v.block(code.Block)
		// limit = bound − (span − 1)
		v.push(v.bound)
		v.i64(v.span() - 1)
		v.op(code.I64Sub)
		limit := v.keep(code.I64)
		v.push(at, limit)
		v.op(code.I64GeS)
		v.put(code.BrIf, 0)
		v.guardOverlaps()
		begin()
		v.block(code.Block)
		v.start = len(v.out.Body)
		v.iterations(v.loop, v.span(), limit, once)
		v.end()
		finish()
		v.end()
	})
}

// begin sets up what the lanes take and fold.
func (v *vector) begin() {
	v.beginResults()
	if v.parts {
		v.failed = v.temp(code.V128)
	}
	v.splats = map[string]local{}
	v.splatInvariants()
}

// once writes what runs at once.
func (v *vector) once() {
	if !v.apiece {
		v.list(v.body)
		return
	}
	if v.parts {
		v.zero()
		v.set(v.failed)
	}
	for v.turn = range v.width {
		v.list(v.body)
	}
	v.turn = 0
	if v.parts {
		v.leaveIf(v.failed)
	}
}

// spread puts a uniform variable that vectors take directly into all lanes, once
// for all of them.
func (v *vector) spread(s *imp.Declare) {
	x := &imp.Var{Name: s.Name, Type: s.Type}
	k := imp.Key(x)
	if _, fixed := v.defs[s.Name]; !fixed || !v.taken[s.Name] || v.done[s.Name] {
		return
	}
	delete(v.splats, k)
	v.splat(x)
	l := v.home(name.Name{Base: "vector.all." + s.Name.String()}, 0)
	v.set(l)
	v.splats[k] = l
}

// list writes the statements for all lanes.
func (v *vector) list(stms []imp.Stm) {
	for _, s := range stms {
		v.scope(func() { v.statement(s) })
	}
	v.leave(stms)
}

func (v *vector) statement(s imp.Stm) {
	switch s := s.(type) {
	case *imp.Declare:
		switch v.kinds[s.Name] {
		case uniform:
			v.stm(s)
			v.spread(s)
		case varying:
			v.assign(s.Name, s.Init)
		}
	case *imp.Assign:
		if v.kinds[s.Name] == uniform {
			v.stm(s)
		} else {
			v.assign(s.Name, s.X)
		}
	case *imp.Store:
		v.storeLanes(s)
	case *imp.Assert:
		v.assertLanes(s)
	case *imp.For:
		v.inner(s)
	case *imp.If:
		v.expr(s.Cond)
		v.block(code.If)
		v.list(s.Then)
		if len(s.Else) > 0 {
			v.op(code.Else)
			v.list(s.Else)
		}
		v.end()
	}
}

// home is the local of a vector of a variable.
func (v *vector) home(n name.Name, u int) local {
	ls := v.homes[n]
	if _, folds := v.results[n]; v.apiece && !folds {
		u = 0
	}
	for len(ls) <= u {
		ls = append(ls, v.newLocal(n.String(), code.V128))
	}
	v.homes[n] = ls
	return ls[u]
}

// assign computes a variable: its vectors one after the other, for none of them
// reads another.
func (v *vector) assign(n name.Name, e imp.Expr) {
	v.vectors(func(u int) {
		v.lanesOf(e, u)
		v.set(v.home(n, u))
	})
}

// inner writes a loop inside, which all lanes run in step.
func (v *vector) inner(s *imp.For) {
	var bound value
	if v.differs(s.Bound) {
		v.evaluateLane(s.Bound, 0)
		bound = v.keep(code.I64)
		for k := 1; k < int(v.span()); k++ {
			v.evaluateLane(s.Bound, k)
			v.push(bound)
			v.op(code.I64Ne)
			v.giveUp()
		}
	} else {
		bound = v.hold(s.Bound)
		if x, ok := s.Bound.(*imp.Var); ok && v.assigned[x.Name] {
			v.push(bound)
			bound = v.keep(valType(s.Type))
		}
	}
	index := v.declare(s.Index, s.Type)
	v.integer(s.Type, 0)
	v.set(index)
	v.block(code.Block)
	v.push(value{at: index}, bound)
	v.op(direct[scalar.Ge][classOf(s.Type)])
	v.put(code.BrIf, 0)
	v.iterations(loop{index: s.Index, t: s.Type, bound: bound, body: s.Body}, 1, bound, func() { v.list(s.Body) })
	v.end()
	delete(v.vars, s.Index)
}
