package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// within checks a region and its body, whose results must fit the pattern.
func (c *checker) within(s *ir.Stm, e *ir.Accelerate) ([][]*root, error) {
	switch {
	case c.region != "":
		return nil, c.fail(ruleNest, "the region %s inside %s", e.Region, c.region)
	case c.regions[e.Region]:
		return nil, c.fail(ruleOnce, "there are two regions %s", e.Region)
	case c.funs[e.Region] != nil:
		return nil, c.fail(ruleOnce, "there are a region and a function %s", e.Region)
	}
	c.regions[e.Region] = true
	c.region = "the region " + e.Region
	defer func() { c.region = "" }()
	c.open()
	defer c.close()
	if err := c.statements(e.Body); err != nil {
		return nil, err
	}
	roots := c.rootsOf(e.Body.Result)
	return roots, c.broken(ops.Match(c, "results of the region", s.Pat, e.Body.Result))
}
