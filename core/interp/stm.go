package interp

import "github.com/lamina-lang/lamina/core/ir"

// stm compiles a statement.
func (c *compiler) stm(s *ir.Stm) step {
	switch e := s.Exp.(type) {
	case *ir.Use:
		return c.alias(s, e)
	case *ir.Prim:
		return c.prim(s, e)
	case *ir.Convert:
		return c.convert(s, e)
	case *ir.Assert:
		return c.assert(e)
	case *ir.Enough:
		return c.enough(s, e)
	case *ir.Call:
		return c.call(s, e)
	case *ir.If:
		return c.branch(s, e)
	case *ir.Loop:
		return c.loop(s, e)
	case *ir.Index:
		return c.index(s, e)
	case *ir.Slice:
		return c.slice(s, e)
	case *ir.FlatSlice:
		return c.flatSlice(s, e)
	case *ir.Rearrange:
		return c.rearrange(s, e)
	case *ir.Reshape:
		return c.reshape(s, e)
	case *ir.Update:
		return c.update(s, e)
	case *ir.FlatUpdate:
		return c.flatUpdate(s, e)
	case *ir.Iota:
		return c.iota(s, e)
	case *ir.Replicate:
		return c.replicate(s, e)
	case *ir.Scratch:
		return c.scratch(s)
	case *ir.Copy:
		return c.copy(s, e)
	case *ir.Concat:
		return c.concat(s, e)
	case *ir.Literal:
		return c.literal(s, e)
	case *ir.Alloc:
		return c.alloc(s, e)
	case *ir.Map:
		return c.mapping(s, e)
	case *ir.Reduce:
		return c.reduce(s, e)
	case *ir.Scan:
		return c.scan(s, e)
	case *ir.Scatter:
		return c.scatter(s, e)
	case *ir.Hist:
		return c.hist(s, e)
	case *ir.SegMap:
		return c.segMap(s, e)
	case *ir.SegRed:
		return c.segRed(s, e)
	case *ir.SegScan:
		return c.segScan(s, e)
	case *ir.SegHist:
		return c.segHist(s, e)
	}
	c.m.invalid("the interpreter does not know %s", s.Exp.Op())
	return nil
}
