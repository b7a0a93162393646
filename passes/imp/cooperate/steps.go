package cooperate

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/target"
)

// A map whose points go through steps, each with parallel work, has two versions: a thread for each
// point, if there are many, and a launch or more for each step. Where the loops of the first one are
// independent within a step, there is a third: each point has a group, which goes through the steps
// in one launch. It stands before the second one, for as many points as that is made for.

// widest bounds the iterations of a step's loop, of which a thread of a group takes its share, if there
// are fewer points than busy: groups of those leave most of a device idle.
const (
	widest = 1 << 12
	busy   = 1 << 9
)

// choices are the variables of f that tell whether a version has enough points: those that a run
// that is repeated sets.
func choices(f *imp.Fun) imp.Names {
	out := imp.Names{}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.Type == scalar.Bool {
			imp.WalkExpr(d.Init, func(e imp.Expr) {
				if id, ok := e.(*imp.ID); ok && id.Kind == imp.Repeats {
					out[d.Name] = true
				}
			})
		}
		return true
	})
	return out
}

// steps adds the third version to s, if it is a choice between two and there can be one.
func (c *cooperation) steps(s *imp.If) {
	cond, ok := s.Cond.(*imp.Var)
	if !ok || !c.choices[cond.Name] || !launchesAgain(s.Else) {
		return
	}
	h := newHosted(s.Then)
	holds, grouped := h.grouped(c)
	if grouped == nil || !c.unit.Rewrite() {
		return
	}
	for _, t := range h.stories {
		c.unit.Remark(t.pos, "%s", t.text)
	}
	both := append(h.first, &imp.If{Cond: holds, Then: grouped})
	both = imp.Rename(both, map[name.Name]name.Name{}, c.unit.Imp.Names)
	both[len(both)-1].(*imp.If).Else = s.Else
	s.Else = both
}

// launchesAgain reports whether list has loops that launch kernels.
func launchesAgain(list []imp.Stm) (yes bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			yes = yes || launches(s.Body)
		case *imp.While:
			yes = yes || launches(s.Body)
		}
		return !yes
	})
	return yes
}

func launches(list []imp.Stm) (yes bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Parallel, *imp.Launch:
			yes = true
		}
		return !yes
	})
	return yes
}

// hosted is the version with a thread for each point, statements of the host.
type hosted struct {
	first []imp.Stm // declarations that the host may run before it knows which version it takes
	list  []imp.Stm // the others
	defs  map[name.Name]imp.Expr
	apart imp.Names // variables that hold blocks of their own when a kernel begins
	made  int       // names of the pass's own

	stories []story // what became of its kernels
}

type story struct {
	pos  source.Pos
	text string
}

func newHosted(list []imp.Stm) *hosted {
	h := &hosted{defs: map[name.Name]imp.Expr{}}
	assigned := imp.Names{}
	imp.Walk(list, func(s imp.Stm) bool { imp.Assigns(s, assigned); return true })
	later := imp.Names{}
	for _, s := range list {
		d, ok := s.(*imp.Declare)
		if ok && !assigned[d.Name] && pure(d.Init, later) {
			h.first = append(h.first, s)
			h.defs[d.Name] = d.Init
			continue
		}
		if ok {
			later[d.Name] = true
		}
		h.list = append(h.list, s)
	}
	return h
}

// pure reports whether e may be computed anywhere, without variables of later.
func pure(e imp.Expr, later imp.Names) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Const, *imp.At, *imp.Convert:
		case *imp.Var:
			ok = ok && !later[e.Name]
		case *imp.Prim:
			switch e.Fn {
			case scalar.Add, scalar.Sub, scalar.Mul, scalar.MulSat, scalar.Min, scalar.Max:
			case scalar.Quot, scalar.Rem:
				v, known := imp.ConstOf(e.Args[1])
				ok = ok && known && v.Int() > 0
			default:
				ok = false
			}
		default:
			ok = false
		}
	})
	return ok
}

// ownBlocks are variables to which list, before kernel, assigns one new block each, and which it does
// not let others hold.
func ownBlocks(list []imp.Stm, kernel *imp.Parallel) imp.Names {
	out, used := imp.Names{}, imp.Names{}
	for _, s := range list {
		if s == imp.Stm(kernel) {
			break
		}
		switch s := s.(type) {
		case *imp.DeclareBlock:
			continue
		case *imp.Alloc:
			if !out[s.Block] {
				out[s.Block] = true
				continue
			}
		case *imp.Parallel, *imp.Launch, *imp.Copy, *imp.Store, *imp.Declare:
			continue // these do not hand blocks on
		}
		imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
			imp.BlocksOf(s, func(b name.Name) { used[b] = true })
			return true
		})
	}
	for b := range used {
		delete(out, b)
	}
	return out
}

// grouped is h's list with groups in place of the threads of its kernels, and the condition under
// which that is right; nil where not all of them can have groups that are worth it. Rows of points
// lie in shared memory if they fit.
func (h *hosted) grouped(c *cooperation) (holds imp.Expr, out []imp.Stm) {
	var shared []imp.Stm
	var fit imp.Expr
	stepped, instead := false, imp.Names{}
	for _, s := range h.list {
		p, ok := s.(*imp.Parallel)
		_, prepares := s.(*imp.Launch) // as a transposition of what the points read
		switch {
		case !ok && !prepares && launches([]imp.Stm{s}):
			return nil, nil
		case !ok || !loops(p.Body):
			out, shared = append(out, s), append(shared, s)
			continue
		case p.Prescribed, c.unit.Loops.Told(p.Pos).Cooperate == schedule.No:
			return nil, nil
		}
		if !c.wishesIn(p.Body).none() {
			return nil, nil
		}
		g := h.group(c, p)
		if g == nil {
			return nil, nil
		}
		stepped = stepped || g.inner > 0
		holds = and(holds, g.holds)
		own := g.reported(c.launched(g.kernel, g.of, g.beginning(g.body)))
		out = append(out, own...)
		if g.hoard == nil {
			shared = append(shared, own...)
			continue
		}
		fit = and(fit, g.hoard.fit)
		maps.Copy(instead, g.instead)
		launch := c.launched(g.kernel, g.of, g.beginning(g.hoard.body))
		launch.Shared = append(launch.Shared, g.hoard.shared...)
		shared = append(shared, g.reported(launch)...)
	}
	if !stepped || holds == nil || dependsOn(holds, imp.Changes(h.list)) || fit != nil && dependsOn(fit, imp.Changes(h.list)) {
		return nil, nil
	}
	if fit != nil {
		shared = slices.DeleteFunc(shared, func(s imp.Stm) bool { return instead[blockOf(s)] })
		out = []imp.Stm{&imp.If{Cond: fit, Then: shared, Else: imp.Rename(out, nil, nil)}}
	}
	return holds, out
}

// blockOf is the block that s declares, allocates or lets go; none for other statements.
func blockOf(s imp.Stm) name.Name {
	switch s := s.(type) {
	case *imp.DeclareBlock:
		return s.Name
	case *imp.Alloc:
		return s.Block
	case *imp.AssignBlock:
		if s.Src.IsZero() {
			return s.Dst
		}
	}
	return name.Name{}
}

func loops(list []imp.Stm) (yes bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.For, *imp.While:
			yes = true
		}
		return !yes
	})
	return yes
}

func dependsOn(e imp.Expr, names imp.Names) (yes bool) {
	imp.WalkExpr(e, func(e imp.Expr) {
		if v, ok := e.(*imp.Var); ok && names[v.Name] {
			yes = true
		}
	})
	return yes
}

// grouping is a kernel that a group runs for each of its points, where holds is true.
type grouping struct {
	*kernel
	of    *imp.Parallel
	holds imp.Expr
	body  []imp.Stm
	*hoard
}

// group is p as a grouping, nil if it cannot be one.
func (h *hosted) group(c *cooperation, p *imp.Parallel) *grouping {
	h.apart = ownBlocks(h.list, p)
	parts := h.partsOf(p)
	p = h.known(p)
	k := newKernel(p, c.blocks, c.values, true)
	if k == nil || k.holdsOthers(p.Body) {
		return nil
	}
	k.largest, k.anyOrder = c.unit.Target.Group, c.unit.Target.Math == target.Fast
	k.names = 1000 * (1 + h.made) // others than those of the host
	k.newFailure()
	k.relate(p.Body, h.apart)
	around, ok := k.spread(p)
	if !ok || len(around) == 0 {
		return nil
	}
	plain, ok := k.prepare(p.Body, around)
	if !ok || asserts(plain) && !k.waits(plain) {
		return nil
	}
	x, count := sym.Const(0), sym.Const(1)
	for i, l := range around {
		if i > 0 {
			x = x.Mul(l.bound)
		}
		x, count = x.Add(sym.Var(l.index)), count.Mul(l.bound)
	}
	plain = k.relay(h, plain, x, parts)
	k.relate(plain, h.apart)
	body, _ := k.together(plain, around, true)
	if k.shared == 0 || k.poor || k.repeated || k.crossed > 0 {
		return nil
	}
	h.stories = append(h.stories, story{p.Pos, k.story(p.Label)})
	return &grouping{kernel: k, of: p, holds: k.worth(count), body: body, hoard: k.hoarded(h, body)}
}

// worth is the condition under which groups are right, and worth it for so many points.
func (k *kernel) worth(points sym.Poly) imp.Expr {
	holds := k.needs.holds()
	seen := map[string]bool{}
	for _, m := range k.most {
		if n, known := m.AsConst(); !seen[m.String()] && (!known || n > widest) {
			seen[m.String()] = true
			holds = and(holds, either(prim(scalar.Le, imp.Poly(m), imp.Int(widest)), prim(scalar.Le, imp.Int(busy), imp.Poly(points))))
		}
	}
	return holds
}

// either tells that one of two holds.
func either(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}

// holdsOthers reports whether list assigns block variables that it does not declare.
func (k *kernel) holdsOthers(list []imp.Stm) bool {
	declared, assigned := imp.Names{}, imp.Names{}
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.DeclareBlock:
			declared[s.Name] = true
		case *imp.AssignBlock:
			assigned[s.Dst] = true
		}
		return true
	})
	for n := range assigned {
		if !declared[n] {
			return true
		}
	}
	return false
}

// value is e as a variable of the host.
func (h *hosted) value(base string, e imp.Expr) imp.Expr {
	h.made++
	n := name.Name{Base: base, ID: -h.made}
	h.first = append(h.first, &imp.Declare{Name: n, Type: scalar.I64, Init: e})
	return imp.IntVar(n)
}

// known is p with counts and bounds as variables, where the host can compute them and they are no
// polynomials.
func (h *hosted) known(p *imp.Parallel) *imp.Parallel {
	out := *p
	inside := imp.Changes(p.Body)
	for _, d := range p.Space {
		inside[d.Index] = true
	}
	for _, s := range h.list {
		if d, ok := s.(*imp.Declare); ok {
			inside[d.Name] = true
		}
	}
	value := func(e imp.Expr) imp.Expr {
		if q, ok := e.(*imp.Prim); !ok || !slices.ContainsFunc(imp.Operands(q), isPrim) && q.Fn != scalar.Min && q.Fn != scalar.Max || !pure(e, inside) {
			return e
		}
		return h.value("bound", e)
	}
	out.Space = slices.Clone(p.Space)
	for i, d := range out.Space {
		out.Space[i].Count = value(d.Count)
	}
	out.Body = imp.Rename(p.Body, nil, nil)
	imp.Walk(out.Body, func(s imp.Stm) bool {
		if l, ok := s.(*imp.For); ok && l.Type == scalar.I64 {
			l.Bound = value(l.Bound)
		}
		return true
	})
	return &out
}

func isPrim(e imp.Expr) bool { _, ok := e.(*imp.Prim); return ok }
