package codegen

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Vectors. A thread that takes four iterations of a parallel statement of one dimension
// takes neighbouring ones where all that they load and store lies at their own index, or
// at a multiple of four from there: then the elements of the four lie side by side, from
// a multiple of four on, and are loaded and stored as one. Blocks begin where a vector of
// any type may lie.

// lanesOf are the elements of a vector.
var lanesOf = [...]string{"x", "y", "z", "w"}

// inVectors reports whether the iterations of a kernel go by vectors. Those of 32 bits
// and more do on demand: neighbouring threads have as much under way without.
func (u *Unit) inVectors(k *Kernel, n *Tiles) bool {
	if n.Rows != int64(len(lanesOf)) || len(k.Space) != 1 || u.Tuning.quads == 1 {
		return false
	}
	widest, whole := 0, true
	for _, s := range k.body {
		at, ok := n.lock.vectorsOf(s)
		whole = whole && ok
		for _, a := range at {
			widest = max(widest, a.Elem.Size())
			whole = whole && beside(a.Index, k.Space[0].Index)
		}
	}
	return whole && widest > 0 && (widest < 4 || u.Tuning.quads == 2)
}

// vectorsOf are the places that a statement accesses and that differ between iterations,
// if all of them can be vectors: of a load that is declared, of a store, of a store of
// What is loaded.
func (l *lockstep) vectorsOf(s imp.Stm) (at []*imp.Load, ok bool) {
	differ, found := 0, 0
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		imp.EachLoad(s, func(x *imp.Load) {
			if l.of(x.Index) != 0 {
				differ++
			}
		})
		switch s.(type) {
		case *imp.Store, *imp.Atomic:
			differ++
		}
		return true
	})
	add := func(e imp.Expr) {
		if x, ok := e.(*imp.Load); ok && l.of(x.Index) != 0 {
			at = append(at, x)
			found++
		}
	}
	switch s := s.(type) {
	case *imp.Declare:
		add(s.Init)
	case *imp.Store:
		add(&imp.Load{Block: s.Block, Elem: s.Elem, Index: s.Index})
		add(s.X)
	}
	return at, found == differ
}

// beside reports whether e is the index, or a multiple of four from there.
func beside(e imp.Expr, index name.Name) bool {
	if c, ok := e.(*imp.Convert); ok {
		return beside(c.X, index)
	}
	if p, ok := e.(*imp.Prim); ok && p.Fn == scalar.Add {
		for i, x := range p.Args {
			if c, ok := x.(*imp.Const); ok && c.Value.Int()%int64(len(lanesOf)) == 0 {
				return beside(p.Args[1-i], index)
			}
		}
	}
	v, ok := e.(*imp.Var)
	return ok && v.Name == index
}

// inVector writes a statement that accesses vectors, and tells whether s is one.
func (w *printer) inVector(s imp.Stm) bool {
	if !w.lock.vectors {
		return false
	}
	at, _ := w.lock.vectorsOf(s)
	if len(at) == 0 {
		return false
	}
	switch s := s.(type) {
	case *imp.Declare:
		v := ident(s.Name) + "_v"
		w.line("const %s %s = %s;", vectorType(s.Type), v, w.vectorAt(at[0]))
		w.each(alongRows, func() { w.line("%s = %s;", w.variable(s.Type, s.Name), w.laneOf(v, s.Type)) })
	case *imp.Store:
		if len(at) == 2 {
			w.line("%s = %s;", w.vectorAt(at[0]), w.vectorAt(at[1]))
			break
		}
		w.block(func() {
			w.line("%s v;", vectorType(s.Elem))
			w.each(alongRows, func() {
				x := w.expr(s.X)
				if s.Elem == scalar.F16 {
					x = "narrow(" + x + ")"
				}
				w.line("v.%s = %s;", lanesOf[w.lock.row], x)
			})
			w.line("%s = v;", w.vectorAt(at[0]))
		}, "")
	}
	return true
}

// vectorAt is the vector whose first element is that of the thread's first iteration.
func (w *printer) vectorAt(at *imp.Load) string {
	constant := ""
	if w.constant(at.Block) {
		constant = "const "
	}
	return "*(" + constant + w.spaceOf(at.Block) + " " + vectorType(at.Elem) + " *)&" + w.element(at.Block, at.Elem, at.Index)
}

// laneOf is the element of vector v for the iteration that is being written.
func (w *printer) laneOf(v string, t scalar.Type) string {
	x := v + "." + lanesOf[w.lock.row]
	if t == scalar.F16 {
		return "widen(" + x + ")"
	}
	return x
}

// vectorType is the type of vectors of t in memory.
func vectorType(t scalar.Type) string {
	if t == scalar.Bool {
		t = scalar.U8
	}
	return stored(t) + "x4"
}

// Vectors of the program, which pass pack makes: loads of them into variables, whose lanes are read
// one by one, and stores of what is built of scalars. Devices compute on scalars.

// refuseVectors refuses other vectors, as pass lanes makes them.
func refuseVectors(f *imp.Fun) (err error) {
	refuse := func(ok bool) {
		if !ok {
			err = fmt.Errorf("vectors (function %s): pass lanes is for other backends", f.Name)
		}
	}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Lanes > 0 {
				l, ok := s.Init.(*imp.Load)
				refuse(ok && isPacked(s.Lanes, l.Elem))
				return err == nil
			}
		case *imp.Store:
			if s.Lanes > 0 {
				b, ok := s.X.(*imp.Build)
				refuse(ok && isPacked(s.Lanes, s.Elem) && !slices.ContainsFunc(b.Elems, hasVectors))
				return err == nil
			}
		}
		imp.Roots(s, func(e imp.Expr) { refuse(!hasVectors(e)) })
		return err == nil
	})
	return err
}

func isPacked(lanes int, elem scalar.Type) bool {
	return (lanes == 2 || lanes == 4) && elem != scalar.Bool && elem != scalar.F16
}

// hasVectors reports whether an expression computes vectors, other than to take a variable's lane.
func hasVectors(e imp.Expr) bool {
	if l, ok := e.(*imp.Lane); ok {
		_, ok = l.X.(*imp.Var)
		return !ok
	}
	return imp.LanesOf(e) > 0 || slices.ContainsFunc(imp.Operands(e), hasVectors)
}

// vectorOf is the type of vectors of so many elements.
func vectorOf(t scalar.Type, lanes int) string { return fmt.Sprintf("%sx%d", stored(t), lanes) }

// packedAt is a vector in memory.
func (w *printer) packedAt(l *imp.Load) string {
	constant := ""
	if w.constant(l.Block) {
		constant = "const "
	}
	return fmt.Sprintf("*(%s%s %s *)&%s", constant, w.spaceOf(l.Block), vectorOf(l.Elem, l.Lanes), w.element(l.Block, l.Elem, l.Index))
}

// packed writes the store of a vector.
func (w *printer) packed(s *imp.Store) {
	w.block(func() {
		w.line("%s v;", vectorOf(s.Elem, s.Lanes))
		for k, x := range s.X.(*imp.Build).Elems {
			w.line("v.%s = %s;", lanesOf[k], w.expr(x))
		}
		w.line("%s = v;", w.packedAt(&imp.Load{Block: s.Block, Elem: s.Elem, Index: s.Index, Lanes: s.Lanes}))
	}, "")
}
