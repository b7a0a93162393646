package narrow

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// typical bounds what is assumed of arguments and numbers of groups in order to tell
// indices, which will be small, from numbers that hardly ever are.
const typical = 1 << 8

// kernel is a kernel whose narrow form is being made.
type kernel struct {
	conditions
	host *host
	// usual is where numbers lie if arguments are of the usual size.
	usual    interval.Scope
	assigned imp.Names // variables that change
	// vars and ids are where variables and identities of threads lie, spans where
	// expressions do.
	vars map[name.Name]span
	ids  map[imp.IDKind]span
	// extents are where the sizes of the index space lie, by their keys.
	extents map[string]interval.Interval
	spans   map[imp.Expr]span
	fit     map[imp.Expr]bool // what fits decided
	// renamed has the variables of the narrow form, small those that are i32s there.
	renamed map[name.Name]name.Name
	small   map[name.Name]bool
	params  []name.Name // those of the small variables that the host declares
	// few are blocks with fewer than 2^32 elements of any type, own those that the body
	// declares.
	few, own imp.Names
}

// kernel begins the narrow form of a kernel.
func (h *host) kernel(body []imp.Stm) *kernel {
	k := &kernel{
		conditions: conditions{seen: map[string]bool{}}, host: h, assigned: imp.Names{},
		vars: map[name.Name]span{}, ids: map[imp.IDKind]span{}, spans: map[imp.Expr]span{}, extents: map[string]interval.Interval{}, fit: map[imp.Expr]bool{},
		renamed: map[name.Name]name.Name{}, small: map[name.Name]bool{}, few: imp.Names{}, own: imp.Names{},
	}
	k.usual = interval.Scope{Vars: map[name.Name]interval.Interval{}, Elems: h.tables, IDs: map[imp.IDKind]interval.Interval{
		imp.GroupID: interval.Between(0, typical-1), imp.LocalID: interval.Between(0, h.group-1),
		imp.NumGroups: interval.Between(1, typical), imp.GroupSize: interval.Between(1, h.group),
	}}
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Assigns(s, k.assigned)
		return true
	})
	return k
}

// arguments gives the numbers that the body takes from the host names of their own.
func (k *kernel) arguments(body []imp.Stm) {
	declared := imp.Changes(body)
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			eachArgument(e, func(v *imp.Var) {
				if v.Type != scalar.I64 || declared[v.Name] || k.renamed[v.Name] != (name.Name{}) {
					return
				}
				k.usual.Vars[v.Name] = interval.Between(1, typical)
				k.vars[v.Name] = k.i32(point(&bound{v, k.extent(v)}))
				k.declare(v.Name)
				k.small[v.Name] = true
				k.params = append(k.params, v.Name)
			})
		})
		return true
	})
}

// extent is where an argument lies: it may be a size of the index space.
func (k *kernel) extent(v *imp.Var) interval.Interval {
	if in, ok := k.extents[imp.Key(v)]; ok {
		return in
	}
	return interval.Between(-reach, reach)
}

// eachArgument calls f for the variables that a kernel reads for e: not for those of the sizes
// of index functions.
func eachArgument(e imp.Expr, f func(*imp.Var)) {
	switch e := e.(type) {
	case *imp.Var:
		f(e)
		return
	case *imp.At:
		eachArgument(e.Offset, f)
		for _, d := range e.Dims {
			eachArgument(d.Index, f)
			eachArgument(d.Stride, f)
		}
		return
	}
	for _, x := range imp.Operands(e) {
		eachArgument(x, f)
	}
}

// space begins the narrow form of a parallel statement, whose sizes are variables or
// constants.
func (k *kernel) space(dims []imp.SpaceDim) []imp.SpaceDim {
	out := make([]imp.SpaceDim, len(dims))
	total := imp.Int(1)
	for i, d := range dims {
		count := &bound{d.Count, interval.Between(1, imp.MostNarrow)} // of a space that is not empty
		if v, ok := imp.ConstOf(d.Count); ok {
			count = fixed(v.Int())
		}
		k.extents[imp.Key(d.Count)] = count.in
		k.usual.Vars[d.Index] = interval.Between(0, typical-1)
		k.vars[d.Index] = span{fixed(0), difference(count, fixed(1))}
		k.small[d.Index] = true
		out[i] = imp.SpaceDim{Index: k.declare(d.Index), Count: d.Count}
		if one, ok := imp.ConstOf(total); ok && one.Int() == 1 {
			total = d.Count
		} else {
			total = integer(scalar.MulSat, total, d.Count)
		}
	}
	k.require(compare(scalar.Le, total, imp.Int(imp.MostNarrow)))
	return out
}

// threads begins the narrow form of a launch.
func (k *kernel) threads(groups, size imp.Expr) {
	extent := func(e imp.Expr) *bound {
		if v, ok := imp.ConstOf(e); ok {
			return fixed(v.Int())
		}
		k.extents[imp.Key(e)] = interval.Between(1, reach) // else no thread runs
		return &bound{e, k.extents[imp.Key(e)]}
	}
	g, s := extent(groups), extent(size)
	k.ids = map[imp.IDKind]span{
		imp.GroupID: {fixed(0), difference(g, fixed(1))}, imp.LocalID: {fixed(0), difference(s, fixed(1))},
		imp.NumGroups: point(g), imp.GroupSize: point(s),
	}
}

// i32 requires that a number whose span is known fits, and returns its span then.
func (k *kernel) i32(s span) span {
	k.atLeast(s.lo, -most)
	k.atMost(s.hi, most)
	clip := func(b *bound) *bound {
		return &bound{b.e, interval.Between(max(b.in.Lo, -most), min(b.in.Hi, most))}
	}
	if s.lo == s.hi {
		return point(clip(s.lo))
	}
	return span{clip(s.lo), clip(s.hi)}
}

// arithmetic are the operators that an i32 is enough for, if their operands and
// their result fit.
var arithmetic = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Min: true, scalar.Max: true,
	scalar.Quot: true, scalar.Rem: true, scalar.Div: true, scalar.Mod: true, scalar.And: true, scalar.Or: true,
	scalar.Xor: true, scalar.Shr: true,
}

// fits reports whether the i64 e is to be computed as an i32, and if so requires that it is
// one.
func (k *kernel) fits(e imp.Expr) bool {
	switch e := e.(type) {
	case *imp.Const:
		return interval.Between(e.Value.Int(), e.Value.Int()).Fits32()
	case *imp.Var:
		return k.small[e.Name]
	}
	if fits, ok := k.fit[e]; ok {
		return fits
	}
	fits := k.usual.Of(e).Fits32()
	if fits {
		if p, ok := e.(*imp.Prim); ok && arithmetic[p.Fn] {
			for _, a := range p.Args {
				k.fits(a)
			}
		}
		s := k.span(e)
		if fits = s.known(); fits {
			k.spans[e] = k.i32(s)
		}
	}
	k.fit[e] = fits
	return fits
}

// whole reports whether e is computed by i32s alone.
func (k *kernel) whole(e *imp.Prim) bool {
	for _, a := range e.Args {
		if !k.fits(a) {
			return false
		}
	}
	if e.Fn == scalar.Shr { // by fewer bits than an i32 has
		by, ok := imp.ConstOf(e.Args[1])
		return ok && 0 <= by.Int() && by.Int() < 32
	}
	return arithmetic[e.Fn]
}

// positive reports whether the divisor y may be taken to be positive, and if so requires
// that it is.
func (k *kernel) positive(y imp.Expr) bool {
	if k.usual.Of(y).Lo < 1 {
		return false
	}
	k.fits(y)
	s := k.span(y)
	if s.lo == nil {
		return false
	}
	if !s.atLeast(1) {
		k.atLeast(s.lo, 1)
		lo := &bound{s.lo.e, interval.Between(1, max(1, s.lo.in.Hi))}
		if s.lo == s.hi {
			k.spans[y] = point(lo)
		} else {
			k.spans[y] = span{lo, s.hi}
		}
	}
	return true
}
