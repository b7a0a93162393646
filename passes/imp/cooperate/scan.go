package cooperate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A loop that scans, in a kernel that a schedule gives to groups: the running value x goes from iteration to
// iteration, and nothing else does.
//
//	for i < n { let y = …; let z = x ⊕ y; ys[i] <- z; x <- z }
//
// Each thread has a run of iterations next to each other. It combines their elements first, and leaves the total in
// the group's memory; then it goes through its run again, from what the runs before come to. So elements are
// computed twice. Runs keep their order: ⊕ has to be associative, and exact.

// scan is a loop that scans.
type scan struct {
	loop     *imp.For
	running  name.Name // x
	op       *imp.Prim // x ⊕ y
	elements []imp.Stm // the declarations up to z
	z        name.Name
	rest     []imp.Stm // what follows, without the assignment
	neutral  imp.Expr
}

// associative are the operators of scans. Of floats they are only where sums have any order.
var associative = []scalar.Op{scalar.Add, scalar.Mul, scalar.Min, scalar.Max, scalar.And, scalar.Or, scalar.Xor}

// scanOf is l as a scan, or nil. Sums and products of floats have any order if anyOrder is set.
func scanOf(l *imp.For, anyOrder bool) *scan {
	last := len(l.Body) - 1
	if l.Type != scalar.I64 || last < 1 {
		return nil
	}
	next, ok := l.Body[last].(*imp.Assign)
	if !ok {
		return nil
	}
	z, ok := next.X.(*imp.Var)
	if !ok {
		return nil
	}
	s := &scan{loop: l, running: next.Name, z: z.Name}
	for n, st := range l.Body[:last] {
		switch st := st.(type) {
		case *imp.Declare:
			if s.op == nil && st.Name == s.z {
				if s.op, ok = st.Init.(*imp.Prim); !ok || !s.combines(anyOrder) {
					return nil
				}
				s.elements, s.rest = l.Body[:n+1], l.Body[n+1:last]
			}
		case *imp.Store:
			if s.op == nil { // what is computed of an element before may load it
				return nil
			}
		default:
			return nil
		}
	}
	if s.op == nil || mentions(l.Body, s.running) != 1 {
		return nil
	}
	return s
}

// combines reports whether s.op is an associative operator, of which the running value is an operand.
func (s *scan) combines(anyOrder bool) bool {
	if len(s.op.Args) != 2 || !slices.Contains(associative, s.op.Fn) || s.op.Type.IsFloat() && !(anyOrder && (s.op.Fn == scalar.Add || s.op.Fn == scalar.Mul)) {
		return false
	}
	v, known := s.op.Fn.Neutral(s.op.Type)
	s.neutral = &imp.Const{Value: v}
	first, ok := s.op.Args[0].(*imp.Var)
	return known && ok && first.Name == s.running
}

// mentions counts where statements read a variable.
func mentions(list []imp.Stm, n name.Name) (count int) {
	imp.Walk(list, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if v, ok := e.(*imp.Var); ok && v.Name == n {
					count++
				}
			})
		})
		return true
	})
	return count
}

// scans is l run by all threads of a group, nil if it is no scan or its iterations touch what others store.
func (k *kernel) scans(l *imp.For, around []loop) []imp.Stm {
	s := scanOf(l, k.anyOrder)
	if s == nil {
		return nil
	}
	apart := &imp.For{Index: l.Index, Type: l.Type, Bound: l.Bound, Pos: l.Pos, Body: s.with(s.neutral, slices.Concat(s.elements, s.rest))}
	if !k.share(apart, around) {
		return nil
	}
	t := s.op.Type
	totals, known := k.scanned[l]
	if !known {
		totals = imp.Shared{Name: k.fresh("totals"), Bytes: imp.Int(k.largest * int64(t.Size()))}
		k.scanned[l], k.totals = totals, append(k.totals, totals)
	}
	variable := func(base string, of scalar.Type, init imp.Expr) (*imp.Var, imp.Stm) {
		n := k.fresh(base)
		return &imp.Var{Name: n, Type: of}, &imp.Declare{Name: n, Type: of, Init: init}
	}
	set := func(v *imp.Var, x imp.Expr) imp.Stm { return &imp.Assign{Name: v.Name, X: x} }
	both := func(x, y imp.Expr) imp.Expr { return &imp.Prim{Fn: s.op.Fn, Type: t, Args: []imp.Expr{x, y}} }
	id, size := imp.Expr(&imp.ID{Kind: imp.LocalID}), imp.Expr(&imp.ID{Kind: imp.GroupSize})
	at := func(thread imp.Expr) imp.Expr {
		return &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{{Size: size, Stride: imp.Int(1), Index: thread}}}
	}
	total := func(thread imp.Expr) imp.Expr { return &imp.Load{Block: totals.Name, Elem: t, Index: at(thread)} }

	length, declareLength := variable("length", scalar.I64, rounded(l.Bound, size))
	begin, declareBegin := variable("begin", scalar.I64, imp.Mul(id, length))
	count, declareCount := variable("count", scalar.I64, prim(scalar.Min, length, prim(scalar.Sub, l.Bound, begin)))
	run := func(body []imp.Stm) imp.Stm {
		step := k.fresh("step")
		index := &imp.Declare{Name: l.Index, Type: scalar.I64, Init: imp.Add(begin, imp.IntVar(step))}
		return &imp.For{Index: step, Type: scalar.I64, Bound: count, Pos: l.Pos, Body: append([]imp.Stm{index}, body...)}
	}
	thread := k.fresh("thread")
	of := imp.IntVar(thread)
	own, declareOwn := variable("own", t, s.neutral)
	x := &imp.Var{Name: s.running, Type: t}
	z := &imp.Var{Name: s.z, Type: t}
	before, declareBefore := variable("before", t, x)
	after := k.fresh("after")
	return []imp.Stm{
		declareLength, declareBegin, declareCount, declareOwn,
		run(append(s.with(own, s.elements), set(own, z))),
		&imp.Store{Block: totals.Name, Elem: t, Index: at(id), X: own},
		&imp.Barrier{},
		declareBefore,
		&imp.For{Index: thread, Type: scalar.I64, Bound: id, Pos: l.Pos, Body: []imp.Stm{set(before, both(before, total(of)))}},
		set(x, both(before, own)),
		&imp.For{Index: after, Type: scalar.I64, Bound: prim(scalar.Sub, prim(scalar.Sub, size, id), imp.Int(1)), Pos: l.Pos,
			Body: []imp.Stm{set(x, both(x, total(imp.Add(imp.Add(id, imp.IntVar(after)), imp.Int(1)))))}},
		run(append(s.with(before, slices.Concat(s.elements, s.rest)), set(before, z))),
	}
}

// with is a copy of statements of the loop with a value in place of the running one.
func (s *scan) with(value imp.Expr, list []imp.Stm) []imp.Stm {
	return imp.Replace(imp.Rename(list, nil, nil), func(e imp.Expr) imp.Expr {
		if v, ok := e.(*imp.Var); ok && v.Name == s.running {
			return value
		}
		return e
	})
}

// rounded is n by size, rounded up.
func rounded(n, size imp.Expr) imp.Expr {
	return prim(scalar.Quot, prim(scalar.Add, n, prim(scalar.Sub, size, imp.Int(1))), size)
}
