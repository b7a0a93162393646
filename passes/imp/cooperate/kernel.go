package cooperate

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// kernel is a kernel on its way to a group of threads.
type kernel struct {
	names   int                    // that the pass made, so far
	points  int                    // dimensions of the space, for each of whose points there is a group
	inside  imp.Names              // variables that it declares
	mutable imp.Names              // and those of them that it assigns
	defs    map[name.Name]imp.Expr // what the others are declared as
	alias   func(a, b name.Name) bool
	typical *typical

	needs   *conditions
	decided map[*imp.For]*sym.Poly // the most iterations of loops that can be shared out
	waves   map[*imp.For]*wave
	tiles   bool // nests are to have tiles
	tilings map[*wave]*tiling
	steps   bool                  // it is to be a version whose groups go through steps
	related relations             // which blocks may be one, where that is known more closely than by alias
	held    func(name.Name) *held // the rows of points that a variable holds
	forGroups
	failure
	outcome
}

// forGroups is about a kernel that a schedule gives to groups.
type forGroups struct {
	bound      bool                    // a schedule prescribes that a group runs it
	stuck      string                  // why a group cannot
	largest    int64                   // threads that a group has at most
	threads    int64                   // threads that a group is prescribed to have, or 0
	anyOrder   bool                    // sums of floats have any order
	scanned    map[*imp.For]imp.Shared // the scans that all threads run, and where the totals of runs are
	partial    map[total]name.Name     // where folds leave what threads have
	partials   []imp.Shared
	wanted     func(*imp.For) bool // whether a loop's iterations have to be shared
	met        map[source.Pos]bool // of such loops, where they are
	own        imp.Names           // the blocks of the group
	sideBySide map[*imp.For]bool   // such loops
}

// outcome is the result of transforming a kernel.
type outcome struct {
	shared   int          // loops whose iterations are shared out
	crossed  int          // nests of them that go by anti-diagonals
	most     []sym.Poly   // iterations of these, as the host knows them
	inner    int          // of the loops shared out, those within other loops
	poor     bool         // a loop stores elements one by one, with barriers between
	repeated bool         // all threads run a loop that is not short
	tiled    []*tiling    // nests with tiles
	totals   []imp.Shared // of the runs of scans
}

// newKernel is nil if s holds statements that a group cannot run. Variables may hold one block after
// another where it is to go through steps.
func newKernel(s *imp.Parallel, alias func(a, b name.Name) bool, values *typical, steps bool) *kernel {
	k := &kernel{
		decided: map[*imp.For]*sym.Poly{}, waves: map[*imp.For]*wave{}, tilings: map[*wave]*tiling{}, inside: imp.Changes(s.Body), mutable: imp.Names{},
		defs: map[name.Name]imp.Expr{}, forGroups: forGroups{scanned: map[*imp.For]imp.Shared{}, partial: map[total]name.Name{}, met: map[source.Pos]bool{}, sideBySide: map[*imp.For]bool{}}, alias: alias, typical: values, needs: &conditions{}, steps: steps,
	}
	plain, holds := true, false
	imp.Walk(s.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			k.defs[s.Name] = s.Init
		case *imp.Assign, *imp.Store, *imp.Copy, *imp.Assert, *imp.If, *imp.For, *imp.While:
		case *imp.DeclareBlock:
			holds = true
			plain = plain && s.Space == ""
		case *imp.AssignBlock:
			holds = true
		default:
			plain = false
		}
		imp.Assigns(s, k.mutable)
		return plain
	})
	if !plain || holds && !steps {
		return nil
	}
	for n := range k.mutable {
		delete(k.defs, n)
	}
	for _, d := range s.Space {
		k.inside[d.Index] = true
		if s.OnePoint() {
			k.defs[d.Index] = imp.Int(0)
		}
	}
	return k
}

// host reports whether n has its value from the host.
func (k *kernel) host(n name.Name) bool { return !k.inside[n] }

// poly is e as a polynomial over variables that do not change.
func (k *kernel) poly(e imp.Expr) (sym.Poly, bool) {
	budget := maxNodes
	return k.polyOf(e, &budget)
}

func (k *kernel) polyOf(e imp.Expr, budget *int) (sym.Poly, bool) {
	if *budget--; *budget < 0 {
		return sym.Poly{}, false
	}
	switch e := e.(type) {
	case *imp.Const:
		if e.Value.Type == scalar.I64 {
			return sym.Const(e.Value.Int()), true
		}
	case *imp.Var:
		if e.Type != scalar.I64 {
			break
		}
		if def, ok := k.defs[e.Name]; ok {
			// What it is declared as may have had another value then.
			if p, ok := k.polyOf(def, budget); ok && !k.changes(p) {
				return p, true
			}
		}
		return sym.Var(e.Name), true
	case *imp.At:
		return k.polyOf(e.Sum(), budget)
	case *imp.Prim:
		if e.Type != scalar.I64 || e.Fn != scalar.Add && e.Fn != scalar.Sub && e.Fn != scalar.Mul {
			break
		}
		x, ok1 := k.polyOf(e.Args[0], budget)
		y, ok2 := k.polyOf(e.Args[1], budget)
		if !ok1 || !ok2 {
			break
		}
		p := x.Add(y)
		switch e.Fn {
		case scalar.Sub:
			p = x.Sub(y)
		case scalar.Mul:
			p = x.Mul(y)
		}
		return p, p.Exact() && len(p.Terms()) <= maxTerms
	}
	return sym.Poly{}, false
}

// changes reports whether p is about a variable that changes.
func (k *kernel) changes(p sym.Poly) bool {
	found := false
	p.Vars(func(n name.Name) { found = found || k.mutable[n] })
	return found
}

// together is list for all threads of a group. calm says that after the last barrier
// nothing was loaded yet, when it begins, and is returned for when it ends.
func (k *kernel) together(list []imp.Stm, around []loop, calm bool) (out []imp.Stm, after bool) {
	for i, s := range list {
		switch st := s.(type) {
		case *imp.Store:
			out = k.barrier(out, calm && !loads(s))
			first := prim(scalar.Eq, &imp.ID{Kind: imp.LocalID}, imp.Int(0))
			out = append(out, &imp.If{Cond: first, Then: []imp.Stm{s}}, &imp.Barrier{})
			k.poor = k.poor || len(around) > k.points
			calm = true
			continue
		case *imp.For:
			if k.replaced(st, list[i+1:], around) {
				continue
			}
			if k.bound && k.wanted(st) {
				if all := k.wantedLoop(st, around); all != nil {
					out = append(append(k.barrier(out, calm && !loads(s)), all...), &imp.Barrier{})
					calm = true
					continue
				}
			}
			wanted := k.holdsWanted(st.Body)
			if !wanted && k.share(st, around) {
				if asserts(st.Body) {
					out = append(k.barrier(out, calm && !loads(s)), k.telling(k.sharedOut(st, around))...)
					rest, _ := k.together(list[i+1:], around, false)
					return append(out, &imp.If{Cond: unset(k.stopped), Then: rest}), false
				}
				out = append(k.barrier(out, calm && !loads(s)), k.sharedOut(st, around), &imp.Barrier{})
				calm = true
				continue
			}
			if k.bound && !wanted {
				if scan := k.scans(st, around); scan != nil {
					out = append(append(k.barrier(out, calm && !loads(s)), scan...), &imp.Barrier{})
					calm = true
					continue
				}
			}
			if w := k.waveOf(st, around); w != nil {
				out = append(k.barrier(out, calm && !loads(s)), k.cross(w, around)...)
				calm = true
				continue
			}
			if k.steps && !short(st) {
				if fold := k.folds(st, around); fold != nil {
					out, calm = append(k.barrier(out, calm), fold...), false
					continue
				}
			}
			if !stores(st.Body) && !wanted {
				k.repeated = k.repeated || !short(st)
				k.poor = k.poor || asserts(st.Body)
				break
			}
			calm = calm && !loads(s)
			if k.bound && k.alone(st, around) {
				out = append(append(k.barrier(out, calm && !loads(s)), onlyFirst(st)), &imp.Barrier{})
				calm = true
				continue
			}
			bound, ok := k.poly(st.Bound)
			if !ok || st.Type != scalar.I64 {
				k.poor, k.stuck = true, "how often a loop runs is not the same in all threads"
				return nil, false
			}
			inside := append(around[:len(around):len(around)], loop{st.Index, bound})
			if k.steps && asserts(st.Body) {
				body, _ := k.again(st.Body, inside, false)
				body = []imp.Stm{&imp.If{Cond: unset(k.stopped), Then: body}}
				rest, _ := k.together(list[i+1:], around, false)
				return append(out, &imp.For{Index: st.Index, Type: st.Type, Bound: st.Bound, Pos: st.Pos, Body: body}, &imp.If{Cond: unset(k.stopped), Then: rest}), false
			}
			body, end := k.again(st.Body, inside, calm)
			out = append(out, &imp.For{Index: st.Index, Type: st.Type, Bound: st.Bound, Pos: st.Pos, Body: body})
			calm = calm && end
			continue
		case *imp.Assert, *imp.If, *imp.While:
			if cond, ok := common(st); ok { // the same for all threads, so that they meet at the barriers behind
				then, _ := k.together(list[i+1:], around, calm && !loads(s))
				return append(out, k.unless(cond, then, k.stopped)), false
			}
			if stores([]imp.Stm{s}) || asserts([]imp.Stm{s}) || k.holdsWanted([]imp.Stm{s}) {
				k.poor, k.stuck = true, "a branch or a loop that runs until a condition fails writes arrays, or holds what a group is to share"
				return nil, false
			}
		}
		out = append(out, s)
		calm = calm && !loadsIn(s)
	}
	return out, calm
}

// replaced reports whether what stands right after l stores all that it does again.
func (k *kernel) replaced(l *imp.For, behind []imp.Stm, around []loop) bool {
	if !k.tiles || len(behind) == 0 {
		return false
	}
	next, ok := behind[0].(*imp.For)
	if !ok {
		return false
	}
	w := k.waveOf(next, around)
	if w == nil {
		return false
	}
	t := k.tilesOf(w, around)
	return t != nil && t.replaces(l)
}

// again is a loop's body: what one round leaves is where the next begins.
func (k *kernel) again(body []imp.Stm, around []loop, calm bool) ([]imp.Stm, bool) {
	before := k.outcome
	out, end := k.together(body, around, calm)
	if calm && !end {
		k.outcome = before
		out, end = k.together(body, around, false)
	}
	return out, end
}

// barrier adds one, if anything may have been loaded since the last.
func (k *kernel) barrier(out []imp.Stm, calm bool) []imp.Stm {
	if calm {
		return out
	}
	return append(out, &imp.Barrier{})
}

// share reports whether the iterations of l can be shared out, and are to be.
func (k *kernel) share(l *imp.For, around []loop) bool {
	most := k.mostOf(l, around)
	if most == nil {
		return false
	}
	if k.steps {
		inner := k.square(l, around)
		// What is done once, as storing the result in columns, may touch elements far apart.
		k.poor = k.poor || len(around) > k.points && !k.neighbours(l, inner)
		if inner != nil {
			whole := most.Mul(*k.mostOf(inner, k.within(l, around)))
			most = &whole
		}
	}
	k.takePart(*most, around)
	return true
}

// mostOf is the answer of decide, which is asked once.
func (k *kernel) mostOf(l *imp.For, around []loop) *sym.Poly {
	most, known := k.decided[l]
	if !known {
		most = k.decide(l, around)
		k.decided[l] = most
	}
	return most
}

// decide gives the most iterations that l has, as the host knows them, if they are
// independent and more than a few.
func (k *kernel) decide(l *imp.For, around []loop) *sym.Poly {
	bound, ok := k.poly(l.Bound)
	if !ok {
		return nil
	}
	s := &scope{host: k.host, typical: k.typical, loops: around}
	var signs conditions
	most, ok := s.extreme(bound, true, &signs)
	if n, constant := most.AsConst(); !ok || constant && n < few && !k.bound {
		return nil
	}
	signs.size(most)
	needs := k.needs.clone()
	if !needs.admit(signs) || !k.independent(l, around, needs) {
		return nil
	}
	k.needs = needs
	return &most
}

// few iterations are not worth two barriers.
const few = 8

// sharedOut is l with every so-manieth iteration for a thread.
func (k *kernel) sharedOut(l *imp.For, around []loop) imp.Stm {
	if k.steps {
		if inner := k.square(l, around); inner != nil {
			return k.squared(l, inner)
		}
	}
	round := k.fresh("round")
	at := &imp.Declare{Name: l.Index, Type: scalar.I64, Init: turn(round)}
	return &imp.For{Index: round, Type: scalar.I64, Bound: rounds(l.Bound), Pos: l.Pos, Body: append([]imp.Stm{at}, k.waiting(l.Body)...)}
}

// rounds is how many of n iterations the running thread takes.
func rounds(count imp.Expr) imp.Expr {
	id, size := &imp.ID{Kind: imp.LocalID}, &imp.ID{Kind: imp.GroupSize}
	left := prim(scalar.Add, prim(scalar.Sub, count, id), prim(scalar.Sub, size, imp.Int(1)))
	return prim(scalar.Quot, left, size)
}

// turn is which iteration it takes in a round.
func turn(round name.Name) imp.Expr {
	id, size := &imp.ID{Kind: imp.LocalID}, &imp.ID{Kind: imp.GroupSize}
	return imp.Add(imp.Mul(imp.IntVar(round), size), id)
}

// fresh is a name of the pass's own, until all get names.
func (k *kernel) fresh(base string) name.Name {
	k.names++
	return name.Name{Base: base, ID: -k.names}
}

// prim applies an operator to two i64s.
func prim(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

// size is the number of threads: enough for the iterations of one of the loops, of the longest where groups are prescribed, whole
// warps, and at most what a group has.
func (k *kernel) size(group int64) imp.Expr {
	if k.threads > 0 {
		return imp.Int(k.threads)
	}
	most, all := imp.Expr(imp.Int(group)), k.most
	if len(k.tiled) > 0 {
		all = []sym.Poly{k.tiled[0].rows} // a thread has a row
	}
	if len(all) > 0 {
		n := imp.Poly(all[0])
		if k.bound {
			n = largest(all)
		}
		if v, ok := imp.ConstOf(n); ok {
			return imp.Int(min(group, max(1, (v.Int()+warp-1)/warp)*warp))
		}
		warps := prim(scalar.Max, imp.Int(1), imp.Add(prim(scalar.Quot, n, imp.Int(warp)), prim(scalar.Min, prim(scalar.Rem, n, imp.Int(warp)), imp.Int(1))))
		return prim(scalar.Min, most, imp.Mul(warps, imp.Int(warp)))
	}
	return most
}

// largest is the largest of some numbers.
func largest(all []sym.Poly) (most imp.Expr) {
	seen := map[string]bool{}
	for _, p := range all {
		if key := p.String(); !seen[key] {
			seen[key] = true
			if most == nil {
				most = imp.Poly(p)
			} else {
				most = prim(scalar.Max, most, imp.Poly(p))
			}
		}
	}
	return most
}

// warp is how many threads a device runs in step.
const warp = 32

func stores(list []imp.Stm) (yes bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		if _, ok := s.(*imp.Store); ok {
			yes = true
		}
		return !yes
	})
	return yes
}

// loads reports whether s loads elements before what is inside it runs.
func loads(s imp.Stm) (yes bool) {
	imp.EachLoad(s, func(*imp.Load) { yes = true })
	return yes
}

// loadsIn reports whether s, or anything inside it, loads elements.
func loadsIn(s imp.Stm) (yes bool) {
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool { yes = yes || loads(s); return !yes })
	return yes
}

// and tells that both hold; one of nil does.
func and(x, y imp.Expr) imp.Expr {
	if x == nil {
		return y
	}
	return &imp.Prim{Fn: scalar.And, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}
