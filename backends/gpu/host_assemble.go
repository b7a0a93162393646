package gpu

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// fresh is a place of its own.
func (c *hostCompiler) fresh() int32 {
	c.host.scalars++
	return int32(c.host.scalars - 1)
}

// constant is the place of a constant.
func (c *hostCompiler) constant(bits uint64) int32 {
	at, ok := c.constants[bits]
	if !ok {
		at = c.fresh()
		c.constants[bits] = at
		c.host.constants = append(c.host.constants, constant{at, bits})
	}
	return at
}

// constant is a scalar that is in its place when a run begins.
type constant struct {
	at   int32
	bits uint64
}

// operand is the place of an expression's value, after instructions that it adds to code.
func (c *hostCompiler) operand(code *[]instruction, e imp.Expr) int32 {
	switch e := e.(type) {
	case *imp.Const:
		return c.constant(e.Value.Bits)
	case *imp.Var:
		return int32(c.scalar(e.Name))
	}
	to := c.fresh()
	c.set(code, to, e)
	return to
}

// set adds instructions that set a place to an expression's value, the last of them the place.
func (c *hostCompiler) set(code *[]instruction, to int32, e imp.Expr) {
	in := instruction{to: to}
	switch e := e.(type) {
	case *imp.Const, *imp.Var:
		in.do, in.x = move, c.operand(code, e)
	case *imp.Convert:
		in.do, in.x, in.mask = conversion(e.To, e.From), c.operand(code, e.X), maskOf(e.To)
		if e.From.IsSigned() && !e.To.IsUnsigned() { // else zero-extended
			in.unused = unusedBits(e.From)
		}
		if in.do == convert {
			in.z = int32(len(c.host.conversions))
			c.host.conversions = append(c.host.conversions, scalarConversion{e.To, e.From})
		}
	case *imp.Prim:
		in = c.prim(code, to, e)
	default:
		c.host.closures = append(c.host.closures, c.general(e))
		in.do, in.z = evaluate, int32(len(c.host.closures)-1)
	}
	*code = append(*code, in)
}

// scalarConversion is a conversion that a function computes.
type scalarConversion struct{ to, from scalar.Type }

// prim is the instruction that applies an operator, after those for its operands.
func (c *hostCompiler) prim(code *[]instruction, to int32, e *imp.Prim) instruction {
	do, exchange := actionOf(e.Fn, e.Type)
	var places [3]int32
	for i, a := range e.Args {
		places[i] = c.operand(code, a)
	}
	if exchange {
		places[0], places[1] = places[1], places[0]
	}
	in := instruction{do: do, unused: unusedBits(e.Type), mask: maskOf(e.Type), to: to, x: places[0], y: places[1], z: places[2]}
	if do == apply || e.Fn.Info().Partial.Has(e.Type) {
		in.z = int32(len(c.host.applied))
		c.host.applied = append(c.host.applied, newApplication(e, places[2]))
	}
	return in
}

// assignment adds instructions for a statement that sets a scalar, if s is one.
func (c *hostCompiler) assignment(code *[]instruction, s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.Declare:
		to := c.fresh()
		c.set(code, to, s.Init) // does not see the new variable
		c.scalars[s.Name] = int(to)
		return true
	case *imp.Assign:
		c.set(code, int32(c.scalar(s.Name)), s.X)
		return true
	}
	return false
}

// handed makes the last instruction set the variable that s assigns, if that instruction declares
// what s hands over, and nothing else uses it.
func (c *hostCompiler) handed(code []instruction, before, s imp.Stm) bool {
	d, declares := before.(*imp.Declare)
	a, assigns := s.(*imp.Assign)
	if !declares || !assigns || len(code) == 0 {
		return false
	}
	v, ok := a.X.(*imp.Var)
	last := &code[len(code)-1]
	if !ok || v.Name != d.Name || c.uses[v.Name] != 1 || last.do == perform || last.to != int32(c.scalar(v.Name)) {
		return false
	}
	last.to = int32(c.scalar(a.Name))
	return true
}

// step adds an instruction that runs a step.
func (c *hostCompiler) step(code *[]instruction, s step) {
	c.host.steps = append(c.host.steps, s)
	*code = append(*code, instruction{do: perform, z: int32(len(c.host.steps) - 1)})
}

// here is where the next instruction will be.
func here(code *[]instruction) int32 { return int32(len(*code)) }

// branch adds a jump that happens if a condition is as wanted, and gives its number: where it goes
// is set later.
func (c *hostCompiler) branch(code *[]instruction, cond imp.Expr, wanted bool) int32 {
	x := c.operand(code, cond)
	last := here(code) - 1
	if _, compares := cond.(*imp.Prim); compares {
		if do, ok := jumpsIf[(*code)[last].do]; ok {
			in := &(*code)[last]
			if in.do = do; !wanted {
				if in.do = opposite[do]; do != jumpEqual && do != jumpUnequal {
					in.x, in.y = in.y, in.x
				}
			}
			return last
		}
	}
	do := jumpUnless
	if wanted {
		do = jumpIf
	}
	*code = append(*code, instruction{do: do, x: x})
	return last + 1
}

// conditional adds an if statement.
func (c *hostCompiler) conditional(code *[]instruction, s *imp.If) {
	past := c.branch(code, s.Cond, false)
	c.body(code, s.Then)
	if len(s.Else) == 0 {
		(*code)[past].z = here(code)
		return
	}
	end := here(code)
	*code = append(*code, instruction{do: jump})
	(*code)[past].z = here(code)
	c.body(code, s.Else)
	(*code)[end].z = here(code)
}

// while adds a loop with the condition at its end, to which it jumps first.
func (c *hostCompiler) while(code *[]instruction, s *imp.While) {
	first := here(code)
	*code = append(*code, instruction{do: jump})
	c.body(code, s.Body)
	(*code)[first].z = here(code)
	*code = append(*code, instruction{do: poll})
	(*code)[c.branch(code, s.Cond, true)].z = first + 1
}

// loop adds a loop over an index. The bound and the counter have places that the body does not
// know.
func (c *hostCompiler) loop(code *[]instruction, s *imp.For) {
	bound := c.fresh()
	c.set(code, bound, s.Bound)
	first := here(code)
	start := instruction{do: begin, to: int32(c.declare(s.Index, false)), x: bound, y: c.fresh()}
	if s.Type.IsSigned() {
		start.mask = scalar.Lowest(s.Type).Bits
	}
	*code = append(*code, start)
	c.body(code, s.Body)
	next := start
	next.do, next.z = again, first+1
	*code = append(*code, next)
	(*code)[first].z = here(code)
}

// usesOf counts where variables are read.
func usesOf(p *imp.Program) map[name.Name]int {
	uses := map[name.Name]int{}
	count := func(e imp.Expr) {
		imp.WalkExpr(e, func(e imp.Expr) {
			if v, ok := e.(*imp.Var); ok {
				uses[v.Name]++
			}
		})
	}
	for _, f := range p.Funs {
		imp.Walk(f.Body, func(s imp.Stm) bool {
			imp.Roots(s, count)
			return true
		})
		if f.Entry != nil {
			for _, x := range f.Entry.Results {
				uses[x.Var]++
				for _, size := range x.Shape {
					count(size)
				}
			}
		}
	}
	return uses
}
