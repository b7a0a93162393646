package cooperate

import (
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// A loop of a step that combines elements into variables x, each by an operator that is associative and
// commutative, and else does what its iterations can do in any order:
//
//	for i < n { let y = …; let z = x ⊕ y; ys[i] <- y; x <- z }
//
// Each thread combines the elements of its iterations; then the threads combine what they have by halves, in the
// group's memory, and all of them read the result.

// combined is a variable that a loop combines elements into.
type combined struct {
	x       name.Name
	op      *imp.Prim
	neutral imp.Expr
}

// foldOf are the variables that l combines elements into, nil if it does something else. Sums and products of floats
// have any order if anyOrder is set.
func foldOf(l *imp.For, anyOrder bool) []combined {
	if l.Type != scalar.I64 || asserts(l.Body) {
		return nil
	}
	defs, own := map[name.Name]imp.Expr{}, imp.Names{}
	for _, s := range l.Body {
		if d, ok := s.(*imp.Declare); ok {
			defs[d.Name] = d.Init
		}
	}
	imp.Walk(l.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			own[d.Name] = true
		}
		return true
	})
	var out []combined
	rest := len(l.Body)
	for ; rest > 0; rest-- {
		a, ok := l.Body[rest-1].(*imp.Assign)
		if !ok || own[a.Name] {
			break
		}
		z, ok := a.X.(*imp.Var)
		if !ok {
			return nil
		}
		op, ok := defs[z.Name].(*imp.Prim)
		if !ok {
			return nil
		}
		neutral := neutralOf(op, a.Name, anyOrder)
		if neutral == nil || mentions(l.Body, a.Name) != 1 || mentions(l.Body, z.Name) != 1 { // z stored is a scan's
			return nil
		}
		out = append(out, combined{a.Name, op, neutral})
	}
	assigned := imp.Names{}
	imp.Walk(l.Body[:rest], func(s imp.Stm) bool { imp.Assigns(s, assigned); return true })
	for n := range assigned {
		if !own[n] {
			return nil
		}
	}
	return out
}

// neutralOf is the neutral element of op, which combines something into x, if the operator may combine in any order.
func neutralOf(op *imp.Prim, x name.Name, anyOrder bool) imp.Expr {
	if op.Type.IsFloat() && (op.Fn == scalar.Min || op.Fn == scalar.Max) { // which ignore a NaN
		if first, ok := op.Args[0].(*imp.Var); ok && first.Name == x {
			return &imp.Const{Value: scalar.Float(op.Type, math.NaN())}
		}
		return nil
	}
	s := &scan{running: x, op: op}
	if !s.combines(anyOrder) {
		return nil
	}
	return s.neutral
}

// folds is l run by all threads of a group together, nil if it does not combine elements, or few.
func (k *kernel) folds(l *imp.For, around []loop) []imp.Stm {
	all := foldOf(l, k.anyOrder)
	if len(all) == 0 {
		return nil
	}
	most := k.ofElements(l, all, around)
	if most == nil {
		return nil
	}
	k.poor = k.poor || len(around) > k.points && !k.neighbours(l, nil)
	k.takePart(*most, around)
	return k.combining(l, all)
}

// ofElements are the most iterations of a fold, nil if they are few, or one touches what another one stores.
func (k *kernel) ofElements(l *imp.For, all []combined, around []loop) *sym.Poly {
	return k.withoutOrder(l, l.Body[:len(l.Body)-len(all)], around)
}

// withoutOrder are the most iterations of l, nil if they are few, or the rest of one, but for what combines in any
// order, touches what another one stores.
func (k *kernel) withoutOrder(l *imp.For, rest []imp.Stm, around []loop) *sym.Poly {
	if stores(rest) {
		apart := &imp.For{Index: l.Index, Type: l.Type, Bound: l.Bound, Pos: l.Pos, Body: rest}
		if r, known := k.related[l]; known {
			k.related[apart] = r
		}
		return k.decide(apart, around)
	}
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
	if !needs.admit(signs) {
		return nil
	}
	k.needs = needs
	return &most
}

// takePart notes a loop whose iterations are shared out, at most so many.
func (k *kernel) takePart(most sym.Poly, around []loop) {
	k.most = append(k.most, most)
	k.shared++
	if len(around) > k.points {
		k.inner++
	}
}

// combining is the code of a fold.
func (k *kernel) combining(l *imp.For, all []combined) []imp.Stm {
	id, size := imp.Expr(&imp.ID{Kind: imp.LocalID}), imp.Expr(&imp.ID{Kind: imp.GroupSize})
	at := func(thread imp.Expr) imp.Expr {
		return &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{{Size: size, Stride: imp.Int(1), Index: thread}}}
	}
	own := map[name.Name]name.Name{}
	var first, put, halves, take []imp.Stm
	width, half := k.fresh("width"), k.fresh("half")
	for i, c := range all {
		t := c.op.Type
		own[c.x] = k.fresh("own")
		block := k.totalsOf(i, t)
		load := func(thread imp.Expr) imp.Expr { return &imp.Load{Block: block, Elem: t, Index: at(thread)} }
		both := func(x, y imp.Expr) imp.Expr { return &imp.Prim{Fn: c.op.Fn, Type: t, Args: []imp.Expr{x, y}} }
		first = append(first, &imp.Declare{Name: own[c.x], Type: t, Init: c.neutral})
		put = append(put, &imp.Store{Block: block, Elem: t, Index: at(id), X: &imp.Var{Name: own[c.x], Type: t}})
		halves = append(halves, &imp.Store{Block: block, Elem: t, Index: at(id), X: both(load(id), load(imp.Add(id, imp.IntVar(half))))})
		take = append(take, &imp.Assign{Name: c.x, X: both(&imp.Var{Name: c.x, Type: t}, load(imp.Int(0)))})
	}
	round := k.fresh("round")
	// All threads go as many rounds: PoCL 3.1 lets those enter the loop that have none, if they have fewer.
	shared := &imp.For{Index: round, Type: scalar.I64, Bound: rounded(l.Bound, size), Pos: l.Pos, Body: []imp.Stm{
		&imp.Declare{Name: l.Index, Type: scalar.I64, Init: turn(round)},
		&imp.If{Cond: prim(scalar.Lt, imp.IntVar(l.Index), l.Bound), Then: ofOwn(l.Body, own)},
	}}
	tree := &imp.While{Cond: prim(scalar.Lt, imp.Int(1), imp.IntVar(width)), Pos: l.Pos, Body: []imp.Stm{
		&imp.Declare{Name: half, Type: scalar.I64, Init: prim(scalar.Quot, imp.Add(imp.IntVar(width), imp.Int(1)), imp.Int(2))},
		&imp.If{Cond: prim(scalar.Lt, imp.Add(id, imp.IntVar(half)), imp.IntVar(width)), Then: halves},
		&imp.Barrier{},
		&imp.Assign{Name: width, X: imp.IntVar(half)},
	}}
	return slices.Concat(first, []imp.Stm{shared}, put, []imp.Stm{
		&imp.Barrier{},
		&imp.Declare{Name: width, Type: scalar.I64, Init: size},
		tree,
	}, take)
}

// ofOwn is a copy of list with a thread's own variables in place of those that it combines elements into.
func ofOwn(list []imp.Stm, own map[name.Name]name.Name) []imp.Stm {
	out := imp.Replace(imp.Rename(list, nil, nil), func(e imp.Expr) imp.Expr {
		if v, ok := e.(*imp.Var); ok && own[v.Name] != (name.Name{}) {
			return &imp.Var{Name: own[v.Name], Type: v.Type}
		}
		return e
	})
	for _, s := range out {
		if a, ok := s.(*imp.Assign); ok && own[a.Name] != (name.Name{}) {
			a.Name = own[a.Name]
		}
	}
	return out
}

// totalsOf is the group's block for what threads have of the i-th variable of a fold, of that type. Folds use the same.
func (k *kernel) totalsOf(i int, t scalar.Type) name.Name {
	key := total{i, t}
	if _, known := k.partial[key]; !known {
		k.partial[key] = k.fresh("totals")
		k.partials = append(k.partials, imp.Shared{Name: k.partial[key], Bytes: imp.Int(k.largest * int64(t.Size()))})
	}
	return k.partial[key]
}

// total is a place among the variables of a fold, and a type.
type total struct {
	place int
	of    scalar.Type
}
