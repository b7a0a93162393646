// Package lanes runs iterations of parallel loops in the lanes of vectors, at level imp.
//
// A loop over n points becomes one over groups of W consecutive points, a few vectors:
//
//	parallel (i < n) { body }
//
// becomes
//
//	parallel (c < n/W, rounded up) {
//	  if c < n/W { body on vectors, from point c·W on } general { body, for each point of the group }
//	}
//
// A backend cuts the range at n/W (guards.Range) and runs the vectors without asking; the
// general body, which has loops over the few points that are left, is right everywhere.
// The launch stays one launch.
//
// Package core/lanes decides what can run in lanes and whether it pays. The pass takes
// loops in which lanes access consecutive elements of 32 or 64 bits, or all the same one; a
// branch is taken for both arms where that is harmless. Loops inside run once for all lanes,
// and so for all vectors of a group: what they load for all lanes serves every vector. That is
// the interchange of loops that a matrix product wants. A backend that makes vectors of such
// nests itself leaves them to itself with bodies=straight.
package lanes

import (
	"context"
	"fmt"
	"math/bits"

	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is lanes.
var Pass = &pass.Pass{
	Name:    "lanes",
	Summary: "run iterations of parallel loops in the lanes of vectors",
	From:    pass.At(pass.Imp),
	Options: []pass.Option{{
		Name: "bodies", Doc: "which bodies: all, or only those without loops", Default: allBodies,
		Choices: []string{allBodies, straightOnly},
	}},
	Run: run,
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "split", Reason: "it takes loops that have no conditions left to split at"},
	},
}

func init() { pass.Default.Register(Pass) }

// The choices of option bodies.
const (
	allBodies    = "all"
	straightOnly = "straight"
)

func run(ctx context.Context, u *pass.Unit, o pass.Options) error {
	l := &laying{unit: u, straight: o.Text("bodies") == straightOnly, why: map[source.Pos]string{}}
	err := u.EachImpFun(ctx, func(f *imp.Fun) error {
		if !f.InKernel {
			f.Body = l.list(f.Body)
		}
		return nil
	})
	if err != nil || u.Limited() {
		return err
	}
	return u.Loops.Kept(schedule.Vectors, l.why)
}

// laying puts the loops of a program into lanes.
type laying struct {
	unit     *pass.Unit
	straight bool                  // only those with straight-line bodies
	why      map[source.Pos]string // why a loop at that place is not in lanes
}

// list puts the parallel loops in a list of the host's statements into lanes.
func (l *laying) list(stms []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(stms))
	for _, s := range stms {
		switch s := s.(type) {
		case *imp.Parallel:
			told := l.unit.Loops.Told(s.Pos).Vector
			p, why := plan(s, told)
			switch {
			case p == nil:
				l.why[s.Pos] = why
			case told == 0 && l.straight && p.Loops() || !l.unit.Rewrite():
				p = nil
			}
			if p == nil {
				out = append(out, s)
				l.unit.Loops.Chose(s.Pos, schedule.Vectors, schedule.Prescription{})
				continue
			}
			out = append(out, group(l.unit.Imp.Names, s, p)...)
			l.unit.Loops.Chose(s.Pos, schedule.Vectors, schedule.Prescription{Vector: int64(p.Lanes)})
		case *imp.Launch:
			out = append(out, s)
		default:
			out = append(out, imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return l.list(body) }))
		}
	}
	return out
}

// plan is how a loop runs in lanes, in as many as are told if that is not 0; nil if it does not, and why.
func plan(s *imp.Parallel, told int64) (*lanes.Plan, string) {
	last := s.Space[len(s.Space)-1]
	if n, ok := imp.ConstOf(last.Count); ok && n.Int() < 8 {
		return nil, fmt.Sprintf("it has %d iterations, and vectors are made of 8 or more", n.Int())
	}
	if guards.Split(s.Body) != nil {
		return nil, "its iterations have a form for the middle of the range and one for its ends"
	}
	// The plan's own variables are renamed where they are written.
	id := 0
	fresh := func(base string) name.Name { id--; return name.Name{Base: base, ID: id} }
	p := lanes.New(lanes.Loop{Index: last.Index, Body: s.Body, Independent: true}, fresh)
	switch {
	case p == nil:
		return nil, "an iteration does what vectors do not: it is long, makes arrays of its own, calls a function, or runs until a condition holds"
	case !consecutive(p):
		return nil, "neighbouring iterations access elements that are not next to each other, or have fewer than 32 bits, or run loops of different lengths"
	case told > 0:
		if why := p.Take(int(told)); why != "" {
			return nil, why
		}
	case !p.Choose():
		return nil, ""
	}
	p.Widen()
	if p.Parts {
		return nil, "an iteration may fail"
	}
	return p, ""
}

// consecutive reports whether the body accesses consecutive elements of 32 bits or more in
// the lanes, or the same for all, and lanes stay together in its loops.
func consecutive(p *lanes.Plan) bool {
	ok := p.Contiguous()
	imp.Walk(p.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.For:
			ok = ok && s.Type == scalar.I64 && !p.Differs(s.Bound)
		case *imp.Store:
			ok = ok && s.Elem.Size() >= 4
		}
		imp.EachLoad(s, func(l *imp.Load) { ok = ok && l.Elem.Size() >= 4 })
		return ok
	})
	return ok
}

// group is a loop over groups of points.
func group(names *name.Supply, s *imp.Parallel, p *lanes.Plan) []imp.Stm {
	last := len(s.Space) - 1
	count, index := s.Space[last].Count, s.Space[last].Index
	size := int64(p.Lanes * p.Width)
	var out []imp.Stm
	let := func(base string, x imp.Expr) imp.Expr {
		n := names.Fresh(base)
		out = append(out, &imp.Declare{Name: n, Type: scalar.I64, Init: x})
		return imp.IntVar(n)
	}
	if _, isConst := imp.ConstOf(count); !isConst {
		count = let("points", count)
	}
	full := let("full", i64(scalar.Quot, count, imp.Int(size)))
	rest := i64(scalar.Gt, count, imp.Mul(full, imp.Int(size)))
	groups := let("groups", imp.Add(full, i64(scalar.Select, rest, imp.Int(1), imp.Int(0))))

	c := names.Fresh(index.Base)
	q := *s
	q.Space = append([]imp.SpaceDim{}, s.Space...)
	q.Space[last] = imp.SpaceDim{Index: c, Count: groups}
	from := imp.Mul(imp.IntVar(c), imp.Int(size))
	starts := make([]imp.Expr, p.Width)
	for u := range starts {
		starts[u] = imp.Add(from, imp.Int(int64(u*p.Lanes)))
	}
	write := vectors
	if p.Apiece {
		write = apiece
	}
	main := write(names, p, starts...)
	q.Body = []imp.Stm{&imp.If{
		Cond: i64(scalar.Lt, imp.IntVar(c), full), Then: main,
		Else: general(names, s, p, from, i64(scalar.Min, i64(scalar.Sub, count, from), imp.Int(size))), General: true,
	}}
	return append(out, &q)
}

// general runs the points of a group from the given one on, of which there are n: in
// single vectors if a group has several, then one by one.
func general(names *name.Supply, s *imp.Parallel, p *lanes.Plan, from, n imp.Expr) []imp.Stm {
	var out []imp.Stm
	if p.Width > 1 {
		left := names.Fresh("left")
		out = append(out, &imp.Declare{Name: left, Type: scalar.I64, Init: n})
		n = imp.IntVar(left)
		v, within := names.Fresh("v"), int64(p.Lanes-1)
		out = append(out, &imp.For{Index: v, Type: scalar.I64, Bound: i64(scalar.Shr, n, imp.Int(int64(bits.Len(uint(within))))), Pos: s.Pos,
			Body: vectors(names, p, imp.Add(from, imp.Mul(imp.IntVar(v), imp.Int(int64(p.Lanes)))))})
		from = imp.Add(from, i64(scalar.And, n, imp.Int(^within)))
		n = i64(scalar.And, n, imp.Int(within))
	}
	r := names.Fresh("r")
	index := s.Space[len(s.Space)-1].Index
	at := &imp.Declare{Name: index, Type: scalar.I64, Init: imp.Add(from, imp.IntVar(r))}
	return append(out, &imp.For{Index: r, Type: scalar.I64, Bound: n, Pos: s.Pos, Body: append([]imp.Stm{at}, s.Body...)})
}

func i64(fn scalar.Op, args ...imp.Expr) imp.Expr {
	return &imp.Prim{Fn: fn, Type: scalar.I64, Args: args}
}
