package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Costs are rough numbers of instructions.
const (
	loopWeight  = 16 // iterations of an inner loop
	laneCost    = 2  // to put a scalar into a lane, or take it out
	chainCost   = 3  // that a float operation waits for the one before it
	gainAtLeast = 1.3
)

// choose finds the number of lanes; false if vectors are no faster than scalars.
func (v *vector) choose() bool {
	best := gainAtLeast
	found := 0
	for _, lanes := range []int{4, 2} {
		v.lanes = lanes
		if lanes == 4 && v.keepsLong() || lanes == 2 && !v.keepsLong() {
			continue
		}
		c := cost{v: v}
		c.list(v.body, 1, false)
		if gain := c.scalar * float64(lanes) / c.vector; gain > best {
			best, found = gain, lanes
		}
	}
	v.lanes = found
	return found > 0
}

// betterInside reports whether a loop inside is better run with its own iterations
// in lanes: its elements are next to each other, but not those of the lanes.
func (v *vector) betterInside() bool {
	found := false
	imp.Walk(v.body, func(s imp.Stm) bool {
		l, ok := s.(*imp.For)
		if !ok || found {
			return !found
		}
		if n, isConst := imp.ConstOf(l.Bound); v.spreadOut(l.Body) && (!isConst || n.Int() >= loopWeight) {
			bound := value{konst: scalar.Int(scalar.I64, 1<<20)}
			switch inner := v.inLanes(loop{index: l.Index, t: l.Type, bound: bound, body: l.Body}).(type) {
			case *vector:
				found = inner.contiguous()
			case *packed:
				found = true
			case *sift:
				found = inner.test.contiguous()
			}
		}
		return true
	})
	return found
}

// spreadOut reports whether lanes load elements, in a list, that are not next to
// each other.
func (v *vector) spreadOut(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) { found = found || v.access[l].form > adjacent })
		return !found
	})
	return found
}

// contiguous reports whether lanes access elements next to each other.
func (v *vector) contiguous() bool {
	for _, p := range v.access {
		if p.form > adjacent {
			return false
		}
	}
	return true
}

// keepsLong reports whether a vector has to hold values of 64 bits.
func (v *vector) keepsLong() bool {
	found := false
	imp.Walk(v.body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			found = found || v.kinds[s.Name] == varying && s.Type.Size() == 8
		case *imp.Assign:
			found = found || v.kinds[s.Name] == varying && imp.TypeOf(s.X).Size() == 8
		case *imp.Store:
			found = found || s.Elem.Size() == 8
		}
		return !found
	})
	return found
}

// cost counts what an iteration costs, and what a vector of them costs.
type cost struct {
	v              *vector
	scalar, vector float64
}

func (c *cost) list(list []imp.Stm, weight float64, inner bool) {
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if c.v.kinds[s.Name] == symbolic {
				c.scalar += weight * c.one(s.Init)
				continue
			}
			c.value(s.Init, weight, c.v.kinds[s.Name])
		case *imp.Assign:
			c.value(s.X, weight, c.v.kinds[s.Name])
			if t := imp.TypeOf(s.X); inner && t.IsFloat() {
				c.scalar += weight * chainCost
				c.vector += weight * chainCost
			}
		case *imp.Store:
			c.scalar += weight * (1 + c.one(s.X))
			c.vector += weight * (1 + c.lanes(s.X))
			if c.v.access[s].form != adjacent {
				c.vector += weight * float64(c.v.lanes) * (1 + laneCost)
			}
		case *imp.Assert:
			if c.v.partsAt(s) {
				c.scalar += weight * (1 + c.one(s.Cond))
				c.vector += weight * (2 + c.lanes(s.Cond))
			}
		case *imp.If:
			c.scalar += weight
			c.vector += weight
			c.list(s.Then, weight, inner)
			c.list(s.Else, weight, inner)
		case *imp.For:
			c.scalar += weight * 2
			c.vector += weight * 2
			c.list(s.Body, weight*loopWeight, true)
			c.scalar += weight * loopWeight * 2
			c.vector += weight * loopWeight * 2
		}
	}
}

func (c *cost) value(e imp.Expr, weight float64, k kind) {
	c.scalar += weight * c.one(e)
	if k == uniform {
		c.vector += weight * c.one(e)
	} else {
		c.vector += weight * c.lanes(e)
	}
}

// one is the cost of e as a scalar.
func (c *cost) one(e imp.Expr) float64 {
	sum := 0.0
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Load:
			sum++
		case *imp.Prim:
			sum += float64(max(1, min(e.Fn.Info().Cost, 30)))
			if e.Fn == scalar.Min || e.Fn == scalar.Max || e.Fn == scalar.Select {
				sum++
			}
		case *imp.Convert:
			sum++
		}
	})
	return sum
}

// lanes is the cost of e as a vector.
func (c *cost) lanes(e imp.Expr) float64 {
	v := c.v
	if !v.differs(e) {
		if _, ok := e.(*imp.Load); ok {
			return 1
		}
		return 0
	}
	n := float64(v.lanes)
	each := n * (c.one(e) + laneCost)
	operands := func() float64 {
		sum := 0.0
		for _, x := range imp.Operands(e) {
			sum += c.lanes(x)
		}
		return sum
	}
	switch e := e.(type) {
	case *imp.Var:
		if v.kinds[e.Name] == varying {
			return 0
		}
		return 2
	case *imp.Load:
		switch p := v.access[e]; {
		case p.form == adjacent && e.Elem != scalar.F16:
			if e.Elem.Size() < 4 {
				return 3
			}
			return 1
		case p.backwards() && e.Elem != scalar.F16:
			return 4
		case p.form == strided && e.Elem != scalar.F16:
			return n * laneCost
		}
		return each
	case *imp.Prim:
		if _, ok := v.native(e.Fn, e.Type); ok {
			work := float64(max(1, min(e.Fn.Info().Cost, 30)))
			if e.Fn == scalar.Min || e.Fn == scalar.Max {
				work++
				if e.Type.IsFloat() {
					work += 4
				}
			}
			return work + operands()
		}
	case *imp.Convert:
		if _, ok := v.nativeConvert(e.From, e.To); ok {
			return 1.5 + operands()
		}
		if v.byLane(e.X) && (e.To == scalar.I32 || e.To == scalar.U32) {
			return 2
		}
	}
	return each
}
