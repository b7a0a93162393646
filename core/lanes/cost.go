package lanes

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Costs are rough numbers of instructions.
const (
	// LoopWeight is the number of iterations that an inner loop is taken to have.
	LoopWeight  = 16 // iterations of an inner loop
	laneCost    = 2  // to put a scalar into a lane, or take it out
	scanCost    = 6  // to scan a vector within its lanes
	chainCost   = 3  // that a float operation waits for the one before it
	gainAtLeast = 1.3
	// Of two lanes of 32 bits in loops with some of 64, whose vectors are half empty, the gain has to be
	// greater: what the scalar loop's independent operations gain from running beside each other is as
	// much, and the following costs count.
	gainHalf    = 1.6
	splatCost   = 2 // to put into all lanes what an iteration of an inner loop reads
	longCompare = 4 // that the comparison of i64s is no instruction on all machines
	maskCost    = 1 // to make a mask as wide as lanes of another size
	selectCost  = 2 // beyond one instruction
)

// Choose finds the number of lanes; false if vectors are no faster than scalars.
func (p *Plan) Choose() bool {
	best := gainAtLeast
	found := 0
	for _, lanes := range []int{4, 2} {
		p.Lanes = lanes
		if lanes == 4 && p.keepsLong() || lanes == 2 && !p.keepsLong() {
			continue
		}
		c := cost{p: p, half: lanes == 2 && p.mostlyShort(), inner: imp.Names{}}
		if c.half {
			best = gainHalf
		}
		c.list(p.Body, 1, false)
		if gain := c.scalar * float64(lanes) / c.vector; gain > best {
			best, found = gain, lanes
		}
	}
	p.Lanes = found
	return found > 0
}

// Take makes lanes the number of lanes, whether that is faster or not. It says why that cannot be, or nothing.
func (p *Plan) Take(lanes int) string {
	p.Lanes = lanes
	switch long := p.keepsLong(); {
	case long && lanes != 2:
		return "a vector has 128 bits, and it keeps values of 64: prescribe vector 2"
	case !long && lanes != 4:
		return "a vector has 128 bits, and its values have 32: prescribe vector 4"
	}
	return ""
}

// SpreadOut reports whether lanes load elements, in a list, that are not next to
// each other.
func (p *Plan) SpreadOut(list []imp.Stm) bool {
	found := false
	imp.Walk(list, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) { found = found || p.Access[l].Form > Adjacent })
		return !found
	})
	return found
}

// Contiguous reports whether lanes access elements next to each other.
func (p *Plan) Contiguous() bool {
	for _, a := range p.Access {
		if a.Form > Adjacent {
			return false
		}
	}
	return true
}

// keepsLong reports whether a vector has to hold values of 64 bits.
func (p *Plan) keepsLong() bool {
	found := false
	imp.Walk(p.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			found = found || p.Kinds[s.Name] == Varying && s.Type.Size() == 8
		case *imp.Assign:
			found = found || p.Kinds[s.Name] == Varying && imp.TypeOf(s.X).Size() == 8
		case *imp.Store:
			found = found || s.Elem.Size() == 8
		}
		return !found
	})
	return found
}

// mostlyShort reports whether most of the variables in vectors have at most 32 bits.
func (p *Plan) mostlyShort() bool {
	short := 0
	imp.Walk(p.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && p.Kinds[d.Name] == Varying && d.Type != scalar.Bool {
			if d.Type.Size() < 8 {
				short++
			} else {
				short--
			}
		}
		return true
	})
	return short > 0
}

// cost counts what an iteration costs, and what a vector of them costs.
type cost struct {
	p              *Plan
	half           bool      // vectors are half empty
	inner          imp.Names // declared in loops within
	scalar, vector float64
}

func (c *cost) list(list []imp.Stm, weight float64, inner bool) {
	own := imp.Names{} // variables that the list declares, which no iteration hands on to the next one
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			own[s.Name] = true
			if inner {
				c.inner[s.Name] = true
			}
			if c.p.Kinds[s.Name] == Symbolic {
				c.scalar += weight * c.one(s.Init)
				continue
			}
			c.value(s.Init, weight, c.p.Kinds[s.Name])
		case *imp.Assign:
			c.value(s.X, weight, c.p.Kinds[s.Name])
			if _, runs := c.p.Running[s.Name]; runs {
				c.vector += weight * scanCost
			}
			if t := imp.TypeOf(s.X); inner && t.IsFloat() && !(c.half && own[s.Name]) {
				c.scalar += weight * chainCost
				c.vector += weight * chainCost
			}
		case *imp.Store:
			c.scalar += weight * (1 + c.one(s.X))
			c.vector += weight * (1 + c.lanes(s.X))
			if c.p.Access[s].Form != Adjacent {
				c.vector += weight * float64(c.p.Lanes) * (1 + laneCost)
			}
		case *imp.Assert:
			if c.p.PartsAt(s) {
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
			c.list(s.Body, weight*LoopWeight, true)
			c.scalar += weight * LoopWeight * 2
			c.vector += weight * LoopWeight * 2
		}
	}
}

func (c *cost) value(e imp.Expr, weight float64, k Kind) {
	c.scalar += weight * c.one(e)
	if k == Uniform {
		c.vector += weight * c.one(e)
	} else {
		c.vector += weight * c.lanes(e)
	}
}

// one is the cost of e as a scalar.
func (c *cost) one(e imp.Expr) float64 {
	sum := 0.0
	imp.WalkExpr(e, func(e imp.Expr) { sum += c.own(e) })
	return sum
}

// own is the cost of the operation that e is, as a scalar, without its operands.
func (c *cost) own(e imp.Expr) float64 {
	switch e := e.(type) {
	case *imp.Load, *imp.Convert:
		return 1
	case *imp.At:
		return float64(len(e.Dims)) // a product and a sum, or less
	case *imp.Prim:
		work := float64(max(1, min(e.Fn.Info().Cost, 30)))
		if e.Fn == scalar.Min || e.Fn == scalar.Max || e.Fn == scalar.Select {
			work++
		}
		return work
	}
	return 0
}

// symbolic is the cost of e as a scalar with symbolic variables replaced by their definitions.
func (c *cost) symbolic(e imp.Expr) float64 {
	if v, ok := e.(*imp.Var); ok {
		if def := c.p.Defs[v.Name]; def != nil && c.p.Kinds[v.Name] == Symbolic {
			return c.symbolic(def)
		}
		return 0
	}
	sum := c.own(e)
	for _, x := range imp.Operands(e) {
		sum += c.symbolic(x)
	}
	return sum
}

// masked is what comparing and choosing costs more where lanes of 32 and of 64 bits meet.
func (c *cost) masked(e *imp.Prim) float64 {
	if !c.half {
		return 0
	}
	long, short := e.Type.IsInt() && e.Type.Size() == 8, e.Type.Size() < 8 && e.Type != scalar.Bool
	switch _, compares := guards.Negated[e.Fn]; {
	case e.Fn == scalar.Select && short:
		return selectCost + 2*maskCost
	case e.Fn == scalar.Select:
		return selectCost
	case compares && long:
		return longCompare
	case compares && short:
		return maskCost
	}
	return 0
}

// uniform is the cost of having in all lanes what is the same in them.
func (c *cost) uniform(e imp.Expr) float64 {
	switch e := e.(type) {
	case *imp.Load:
		return 1
	case *imp.Var:
		if c.half && c.inner[e.Name] {
			return splatCost
		}
	}
	return 0
}

// lanes is the cost of e as a vector.
func (c *cost) lanes(e imp.Expr) float64 {
	p := c.p
	if !p.Differs(e) {
		return c.uniform(e)
	}
	n := float64(p.Lanes)
	each := n * (c.symbolic(e) + laneCost) // a lane computes symbolic variables again
	operands := func() float64 {
		sum := 0.0
		for _, x := range imp.Operands(e) {
			sum += c.lanes(x)
		}
		return sum
	}
	switch e := e.(type) {
	case *imp.Var:
		switch {
		case p.Kinds[e.Name] == Varying:
			return 0
		case p.PatternOf(e).Form == Scattered: // no sum and product of the index
			return n * (c.symbolic(e) + laneCost)
		}
		return 2
	case *imp.Load:
		switch a := p.Access[e]; {
		case a.Form == Adjacent && e.Elem != scalar.F16:
			if e.Elem.Size() < 4 {
				return 3
			}
			if c.half {
				return c.one(e) // its address takes as long as a scalar's
			}
			return 1
		case a.Backwards() && e.Elem != scalar.F16:
			return 4
		case a.Form == Strided && e.Elem != scalar.F16:
			return n * laneCost
		}
		return each
	case *imp.Prim:
		if NativePrim(e, p.Lanes) {
			work := float64(max(1, min(e.Fn.Info().Cost, 30)))
			if e.Fn == scalar.Min || e.Fn == scalar.Max {
				work++
				if e.Type.IsFloat() {
					work += 4
				}
			}
			return work + c.masked(e) + operands()
		}
	case *imp.Convert:
		if NativeConvert(e.From, e.To, p.Lanes) {
			return 1.5 + operands()
		}
		if p.ByLane(e.X) && (e.To == scalar.I32 || e.To == scalar.U32) {
			return 2
		}
	}
	return each
}
