// Package parallelise turns loops whose iterations write elements of their own into maps.
//
// Iteration i of such a loop writes to the arrays that the loop carries at index i of their outermost
// dimension alone, and reads no other elements of them. So it is a function of i and of these elements:
//
//	loop (xs = xs0) for i < n do          map (\i x -> if c i then f i else x)
//	  if c i then xs with [i] = f i       =>        (iota n) xs0
//	  else xs
//
// Where n may differ from an array's size, a branch asks: if there are n elements, the map is over the
// first n and an update puts them in their place; otherwise the loop fails or leaves out iterations as
// it did. Over arrays that the statements around have just made, the map is over all elements and leaves
// those after the first n, since this costs no more than making them.
//
//   - A loop that contains parallel operations stays: its steps are parallel as they are, and
//     all steps at once may need more memory than there is. So does one whose iterations make arrays
//     that may be larger than what they write.
//   - Inside parallel operations short loops of constant trip counts stay, since their arrays are private. So
//     do loops that another loop repeats there: they change their arrays in place, where a map in each step
//     makes a new one.
//   - The first iteration that fails is the one that fails in the map.
//   - What a schedule prescribes of a loop comes before this: a loop that is sequential stays, and one that is on the
//     grid becomes a map, of which that is prescribed, or is refused.
package parallelise

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Pass is parallelise.
var Pass = &pass.Pass{
	Name:    "parallelise",
	Summary: "turn loops whose iterations write elements of their own into maps",
	From:    pass.At(pass.Soac),
	Options: []pass.Option{
		{Name: "short", Default: 32, Doc: "inside parallel operations, leave loops of at most this constant trip count"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.Before, Pass: "extract-kernels", Reason: "it makes kernels of maps"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	p := &parallelise{unit: u, short: int64(opts.Int("short")), parallel: ops.CalledWithin(u.IR, ops.IsParallel)}
	return u.EachFun(ctx, func(f *ir.Fun) error {
		p.types = map[name.Name]ir.Type{}
		p.collect().Fun(f)
		p.body(f.Body, where{})
		return p.refused
	})
}

type parallelise struct {
	unit     *pass.Unit
	short    int64
	parallel map[string]bool // functions with parallel operations, by name
	types    map[name.Name]ir.Type
	refused  error // the first prescription that cannot be kept
}

// collect returns a walker that notes the types of binders.
func (p *parallelise) collect() *ir.Walker {
	return &ir.Walker{Binders: func(ps []ir.Param) {
		for _, b := range ps {
			p.types[b.Name] = b.Type
		}
	}}
}

// where is where a body is.
type where struct {
	parallel bool // within a parallel operation
	repeated bool // and there within a loop
}

// in is where the bodies of e are, if e is here.
func (w where) in(e ir.Exp) where {
	_, loop := e.(*ir.Loop)
	return where{parallel: w.parallel || ops.IsParallel(e), repeated: w.repeated || w.parallel && loop}
}

// body replaces the loops of b, outer ones first.
func (p *parallelise) body(b *ir.Body, here where) {
	out := make([]*ir.Stm, 0, len(b.Stms))
	made := ir.Names{}                  // here, at a cost in proportion to their sizes
	copies := map[name.Name]name.Name{} // of which arrays, that nothing has consumed since
	for _, s := range b.Stms {
		if l, ok := s.Exp.(*ir.Loop); ok && p.becomesMap(s, l, here) {
			m := p.convert(s, l, made, copies)
			out = append(out, m.stms...)
			p.body(m.iteration, where{parallel: true, repeated: here.repeated})
			clear(copies) // it consumes what it carries
			continue
		}
		out = append(out, s)
		if ops.EffectOf(s.Exp) == ops.Fresh {
			for _, r := range s.Pat {
				made.Add(r.Name)
			}
		}
		if p.consumes(s) {
			clear(copies)
		}
		if c, ok := s.Exp.(*ir.Copy); ok {
			copies[s.Pat[0].Name] = c.Array
		}
		ir.EachBody(s.Exp, func(inner *ir.Body) { p.body(inner, here.in(s.Exp)) })
	}
	b.Stms = out
}

// consumes reports whether s, or what is in it, consumes an array.
func (p *parallelise) consumes(s *ir.Stm) bool {
	found := len(ops.Of(s.Exp).Consumes(s.Exp, p.unit.IR.Fun)) > 0
	(&ir.Walker{Stm: func(s *ir.Stm) {
		found = found || len(ops.Of(s.Exp).Consumes(s.Exp, p.unit.IR.Fun)) > 0
	}}).Exp(s.Exp)
	return found
}

// becomesMap reports whether the loop l, which s binds, is one of those that become maps. What a schedule prescribes
// decides, unless it is refused.
func (p *parallelise) becomesMap(s *ir.Stm, l *ir.Loop, here where) bool {
	told := schedule.Of(s)
	if len(s.Attrs) > len(schedule.Carried(s)) || told.Level == schedule.Sequential {
		return false
	}
	asked := asksForMap(told)
	if !asked && (here.repeated || here.parallel && !l.Bound.IsVar() && l.Bound.Const.Int() <= p.short) {
		return false
	}
	why := p.obstacle(s, l)
	if why != "" && asked && p.refused == nil {
		p.refused = schedule.Refuse(s.Pos, l.Op(), told, why)
	}
	return why == "" && p.unit.Rewrite()
}

// asksForMap reports whether what is prescribed of a loop can be had of a map alone.
func asksForMap(told schedule.Prescription) bool {
	return told.Level != "" && told.Level != schedule.Thread && told.Level != schedule.Sequential
}

// obstacle says why the loop l, which s binds, cannot become a map; or nothing.
func (p *parallelise) obstacle(s *ir.Stm, l *ir.Loop) string {
	switch {
	case l.Index.IsZero():
		return "it runs until a condition does not hold: only a loop that counts has iterations that may be spread"
	case len(l.Params) == 0 || !carriesArrays(l):
		return "each iteration needs what the one before hands on, which is not arrays alone; write it as a reduction, or as a map"
	case !p.typeOfBound(l).IsSigned():
		return "it counts in " + p.typeOfBound(l).String() + "; only loops that count in signed integers become maps"
	case !invariant(s.Pat, l):
		return "the sizes of the arrays that its iterations hand on depend on each other"
	case !p.cheap(l):
		return "its iterations hold parallel operations, or make arrays that may be larger than what they write: all at once they may need more memory than there is"
	}
	return dependence(l)
}

// carriesArrays reports whether the loop l carries arrays alone.
func carriesArrays(l *ir.Loop) bool {
	for k, q := range l.Params {
		if !q.Type.IsArray() || !l.Inits[k].IsVar() {
			return false
		}
	}
	return true
}

// cheap reports whether an iteration of l has no parallel operation, and makes no array that may be larger
// than its elements of what the loop carries.
func (p *parallelise) cheap(l *ir.Loop) bool {
	ok := true
	(&ir.Walker{Stm: func(s *ir.Stm) {
		call, _ := s.Exp.(*ir.Call)
		if ops.IsParallel(s.Exp) || call != nil && p.parallel[call.Fun] {
			ok = false
		}
		if call != nil || ops.EffectOf(s.Exp) == ops.Fresh {
			ok = ok && !slices.ContainsFunc(s.Pat, func(r ir.Param) bool { return !small(r.Type, l) })
		}
	}}).InBody(l.Body)
	return ok
}

// small reports whether an array of type t has, but for a constant factor, no more elements than an
// element of some array that l carries.
func small(t ir.Type, l *ir.Loop) bool {
	return slices.ContainsFunc(l.Params, func(q ir.Param) bool {
		room := slices.Clone(q.Type.Dims[1:])
		for _, d := range t.Dims {
			at := slices.Index(room, d)
			if d.IsVar() && at < 0 {
				return false
			}
			if at >= 0 {
				room = slices.Delete(room, at, at+1)
			}
		}
		return true
	})
}

// invariant reports whether none of the types of what the loop l carries, or of its results, refers to others
// of them.
func invariant(pattern []ir.Param, l *ir.Loop) bool {
	varying := ir.Names{}
	for k := range l.Params {
		varying.Add(l.Params[k].Name)
		varying.Add(pattern[k].Name)
	}
	for k, q := range l.Params {
		for _, t := range []ir.Type{q.Type, pattern[k].Type} {
			for _, d := range t.Dims {
				if d.IsVar() && varying.Has(d.Name) {
					return false
				}
			}
		}
	}
	return true
}

// typeOfBound is the integer type of the loop's index.
func (p *parallelise) typeOfBound(l *ir.Loop) scalar.Type {
	if l.Bound.IsVar() {
		return p.types[l.Bound.Name].Elem
	}
	return l.Bound.Const.Type
}
