package imp

import "github.com/lamina-lang/lamina/core/scalar"

// A vector holds a fixed number of scalars of one type, its lanes. Variables hold vectors
// (Declare and Var with Lanes), Load and Store move them from and to consecutive
// elements, and Prim and Convert apply to each lane where their operands are vectors, all
// of the same number of lanes. A vector of bools is a mask: Select takes one. Parameters,
// results, indices and conditions are scalars.
//
// Lanes are made of scalars by Splat, Ramp and Build; Lane takes one out. What has no
// meaning for vectors, such as a gather, is written lane by lane with Build.

// LaneCounts are the numbers of lanes that a vector may have.
var LaneCounts = []int{2, 4, 8, 16}

type (
	// Splat is a vector with the scalar X in all of its Lanes.
	Splat struct {
		X     Expr
		Lanes int
	}

	// Ramp is a vector of integers, of the type of its parts: lane k is Base + k·Step.
	// Sums wrap.
	Ramp struct {
		Base, Step Expr
		Lanes      int
	}

	// Build is the vector of the given scalars, which have one type.
	Build struct{ Elems []Expr }

	// Lane is the scalar in lane K of the vector X.
	Lane struct {
		X Expr
		K int
	}
)

func (*Splat) isExpr() {}
func (*Ramp) isExpr()  {}
func (*Build) isExpr() {}
func (*Lane) isExpr()  {}

// LanesOf returns the number of lanes of an expression's value, 0 for a scalar. TypeOf is
// the type of a lane.
func LanesOf(e Expr) int {
	switch e := e.(type) {
	case *Var:
		return e.Lanes
	case *Load:
		return e.Lanes
	case *Splat:
		return e.Lanes
	case *Ramp:
		return e.Lanes
	case *Build:
		return len(e.Elems)
	case *Prim:
		if len(e.Args) > 0 {
			return LanesOf(e.Args[0])
		}
	case *Convert:
		return LanesOf(e.X)
	}
	return 0
}

// HasVectors reports whether a list declares, loads, stores or computes vectors.
func HasVectors(list []Stm) bool {
	found := false
	Walk(list, func(s Stm) bool {
		switch s := s.(type) {
		case *Declare:
			found = found || s.Lanes > 0
		case *Store:
			found = found || s.Lanes > 0
		}
		Roots(s, func(e Expr) {
			if !found {
				WalkExpr(e, func(e Expr) { found = found || LanesOf(e) > 0 })
			}
		})
		return !found
	})
	return found
}

// String returns the type's text: f32, f32x4, mem, mem.device.
func (t Type) String() string {
	w := newPrinter(true)
	w.typ(t)
	return w.String()
}

// laneType is the type of the lanes of a vector that is made of scalars.
func laneType(e Expr) scalar.Type {
	switch e := e.(type) {
	case *Splat:
		return TypeOf(e.X)
	case *Ramp:
		return TypeOf(e.Base)
	case *Build:
		if len(e.Elems) > 0 {
			return TypeOf(e.Elems[0])
		}
	case *Lane:
		return TypeOf(e.X)
	}
	return scalar.I64
}
