package profile

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// parallelBytes and launchBytes are the bytes that a kernel touches, as an expression of the host: for each
// array that it reads, and for each that it writes, the elements that it accesses, but each at most
// once. So a loop that reads an element many times is not credited for that: caches serve it.
func (in *instrumenter) parallelBytes(s *imp.Parallel) imp.Expr {
	v := newSurvey(s)
	points := imp.Int(1)
	for _, d := range s.Space {
		v.counts[d.Index] = wide(d.Count)
		points = times(points, wide(d.Count))
	}
	return v.touched(guards.General(s.Body), points)
}

func (in *instrumenter) launchBytes(s *imp.Launch) imp.Expr {
	v := newSurvey(s)
	v.ids = map[imp.IDKind]imp.Expr{imp.GroupID: wide(s.Groups), imp.LocalID: wide(s.GroupSize)}
	return v.touched(s.Body, times(wide(s.Groups), wide(s.GroupSize)))
}

func times(x, y imp.Expr) imp.Expr { return prim(scalar.MulSat, x, y) }

func prim(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

// wide is a count as an i64.
func wide(e imp.Expr) imp.Expr {
	if t := imp.TypeOf(e); t != scalar.I64 {
		return &imp.Convert{From: t, To: scalar.I64, X: e}
	}
	return e
}

// array holds the common properties of the accesses to an array.
type array struct {
	block    name.Name
	writes   bool
	elements imp.Expr // in the array; nil if the host does not know
	accesses imp.Expr // nil if the host does not know
	size     int      // of an element
}

// survey walks the body of a kernel.
type survey struct {
	local  map[name.Name]bool      // declared in the kernel
	means  map[name.Name]imp.Expr  // local variables that are never assigned, in terms of others
	counts map[name.Name]imp.Expr  // how many values an index has, where the host knows
	ids    map[imp.IDKind]imp.Expr // how many values an identity has
	arrays map[string]*array
	order  []string
}

func newSurvey(kernel imp.Stm) *survey {
	v := &survey{
		local: map[name.Name]bool{}, means: map[name.Name]imp.Expr{}, counts: map[name.Name]imp.Expr{}, arrays: map[string]*array{},
	}
	assigned := imp.Names{}
	within := []imp.Stm{kernel}
	for n := range imp.Changes(within) {
		v.local[n] = true
	}
	imp.Walk(within, func(s imp.Stm) bool {
		imp.Assigns(s, assigned)
		return true
	})
	imp.Walk(within, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && d.Lanes == 0 && d.Type.IsInt() && !assigned[d.Name] {
			v.means[d.Name] = v.expand(d.Init)
		}
		return true
	})
	return v
}

// expand puts what local variables mean in their place.
func (v *survey) expand(e imp.Expr) imp.Expr {
	return imp.ReplaceExpr(e, func(x imp.Expr) imp.Expr {
		if n, ok := x.(*imp.Var); ok && v.means[n.Name] != nil {
			return v.means[n.Name]
		}
		return x
	})
}

// distinct is how many values an index takes at most: as many as the indices of loops that it is made of.
// It fails if it depends on anything else in the kernel.
func (v *survey) distinct(index imp.Expr) (imp.Expr, bool) {
	known, out := true, imp.Int(1)
	seen := map[string]bool{}
	imp.WalkExpr(v.expand(index), func(x imp.Expr) {
		var n imp.Expr
		switch x := x.(type) {
		case *imp.Var:
			if !v.local[x.Name] {
				return
			}
			n = v.counts[x.Name]
		case *imp.ID:
			n = v.ids[x.Kind]
		case *imp.Load, *imp.Lane:
		default:
			return
		}
		if n == nil {
			known = false
		} else if !seen[imp.Key(x)] {
			seen[imp.Key(x)] = true
			out = times(out, n)
		}
	})
	return out, known
}

// touched is the number of bytes that n runs of the body of the kernel touch.
func (v *survey) touched(body []imp.Stm, points imp.Expr) imp.Expr {
	v.list(body, points)
	type traffic struct {
		block  name.Name
		writes bool
	}
	sums := map[traffic]imp.Expr{}
	var order []traffic
	for _, key := range v.order {
		a := v.arrays[key]
		t := traffic{a.block, a.writes}
		if sums[t] == nil {
			sums[t] = a.bytes()
			order = append(order, t)
			continue
		}
		sums[t] = imp.Add(sums[t], a.bytes())
	}
	total := imp.Int(0)
	for _, t := range order {
		total = imp.Add(total, prim(scalar.Min, sums[t], &imp.Bytes{Block: t.block}))
	}
	return total
}

// bytes are those of the elements that are accessed, each once; if nothing is known, all of the block.
func (a *array) bytes() imp.Expr {
	size := imp.Int(int64(a.size))
	switch {
	case a.elements != nil && a.accesses != nil:
		return times(prim(scalar.Min, a.elements, a.accesses), size)
	case a.elements != nil:
		return times(a.elements, size)
	case a.accesses != nil:
		return times(a.accesses, size)
	}
	return &imp.Bytes{Block: a.block}
}

// list records the accesses in a list of statements, which runs n times (nil: unknown).
func (v *survey) list(list []imp.Stm, runs imp.Expr) {
	for _, s := range list {
		imp.EachLoad(s, func(l *imp.Load) { v.access(l.Block, l.Elem, l.Index, l.Lanes, false, runs) })
		inner := runs
		switch s := s.(type) {
		case *imp.Store:
			v.access(s.Block, s.Elem, s.Index, imp.LanesOf(s.X), true, runs)
		case *imp.Atomic:
			v.access(s.Block, s.Elem, s.Index, 0, false, runs)
			v.access(s.Block, s.Elem, s.Index, 0, true, runs)
		case *imp.Copy:
			v.copied(s, runs)
		case *imp.For:
			inner = nil
			if bound, ok := v.onHost(s.Bound); ok {
				v.counts[s.Index] = wide(bound)
				if runs != nil {
					inner = times(runs, wide(bound))
				}
			}
		case *imp.While:
			inner = nil
		case *imp.If:
			if s.General {
				v.list(s.Else, runs)
				continue
			}
		}
		for _, body := range imp.Bodies(s) {
			v.list(body, inner)
		}
	}
}

// copied records an array that an iteration copies.
func (v *survey) copied(s *imp.Copy, runs imp.Expr) {
	for _, n := range s.Shape {
		known, ok := v.onHost(n)
		if !ok || runs == nil {
			runs = nil
			break
		}
		runs = times(runs, known)
	}
	v.add(s.Src.Block, s.Elem, "copy", nil, false, runs)
	v.add(s.Dst.Block, s.Elem, "copy", nil, true, runs)
}

// access records an access to an element, or to lanes of them.
func (v *survey) access(block name.Name, elem scalar.Type, index imp.Expr, lanes int, writes bool, runs imp.Expr) {
	if n, ok := v.distinct(index); ok {
		runs = n
	}
	if runs != nil && lanes > 1 {
		runs = times(runs, imp.Int(int64(lanes)))
	}
	at, ok := index.(*imp.At)
	if !ok {
		v.add(block, elem, "", nil, writes, runs)
		return
	}
	elements, key := imp.Int(1), imp.Key(at.Offset)
	for _, d := range at.Dims {
		key += "," + imp.Key(d.Size) + ":" + imp.Key(d.Stride)
		size, known := v.onHost(d.Size)
		if !known || elements == nil {
			elements = nil
			continue
		}
		elements = times(elements, size)
	}
	if _, known := v.onHost(at.Offset); !known { // each iteration has an array of its own
		elements = nil
	}
	v.add(block, elem, key, elements, writes, runs)
}

// add records accesses. Those of the body's own blocks are not to memory that others see.
func (v *survey) add(block name.Name, elem scalar.Type, key string, elements imp.Expr, writes bool, runs imp.Expr) {
	if v.local[block] {
		return
	}
	key = block.String() + " " + key
	if writes {
		key = "to " + key
	}
	a := v.arrays[key]
	if a == nil {
		v.arrays[key] = &array{block, writes, elements, runs, elem.Size()}
		v.order = append(v.order, key)
		return
	}
	if a.accesses == nil || runs == nil {
		a.accesses = nil
		return
	}
	a.accesses = imp.Add(a.accesses, runs)
}

// onHost is an expression of a body in terms of what the host knows, if it can be.
func (v *survey) onHost(e imp.Expr) (imp.Expr, bool) {
	known, out := true, v.expand(e)
	imp.WalkExpr(out, func(x imp.Expr) {
		switch x := x.(type) {
		case *imp.Const, *imp.Prim, *imp.Convert:
		case *imp.Var:
			known = known && !v.local[x.Name] && x.Lanes == 0
		default:
			known = false
		}
	})
	return out, known
}
