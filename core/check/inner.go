package check

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
)

// inner checks the bodies and lambdas of a statement. It returns the roots of the results
// if they are more precise than the operation's definition.
func (c *checker) inner(s *ir.Stm, p *parts) ([][]*root, error) {
	switch e := s.Exp.(type) {
	case *ir.If:
		return c.alternatives(s, e)
	case *ir.Loop:
		return c.loop(e)
	case *ir.Call:
		f := c.funs[e.Fun]
		if f == nil || len(f.fun.Params) != len(e.Args) || len(f.fun.Results) != len(s.Pat) {
			return nil, nil // the type rule reports it
		}
		if c.parallel != "" && f.parallel {
			return nil, c.fail(ruleNest, "%s runs kernels of its own, but is called inside a %s", e.Fun, c.parallel)
		}
		if c.region != "" && f.regions {
			return nil, c.fail(ruleNest, "%s has a region, but is called inside %s", e.Fun, c.region)
		}
		return c.callRoots(e, s.Pat), nil
	case *ir.Accelerate:
		return c.within(s, e)
	}
	if ops.IsKernel(s.Exp) {
		if c.parallel != "" {
			return nil, c.fail(ruleNest, "a %s inside a %s", s.Exp.Op(), c.parallel)
		}
		c.parallel = s.Exp.Op()
		defer func() { c.parallel = "" }()
	}
	for _, l := range p.lambdas {
		if err := c.lambda(l); err != nil {
			return nil, err
		}
	}
	for _, b := range p.bodies {
		if err := c.points(p.space, b); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// points checks the body of a segmented operator.
func (c *checker) points(space []ir.SpaceDim, b *ir.Body) error {
	return c.repeated(func() error {
		for _, d := range space {
			if _, err := c.declare(ir.Param{Name: d.Index, Type: ir.I64}); err != nil {
				return err
			}
			c.index(d.Index, d.Size)
		}
		return c.statements(b)
	})
}

// repeated runs check in its own scope, for a body that may run more than once.
func (c *checker) repeated(check func() error) error {
	c.open()
	c.iter++
	defer func() {
		c.iter--
		c.close()
	}()
	return check()
}

func (c *checker) lambda(l *ir.Lambda) error {
	for _, t := range l.Results {
		if err := c.wellFormed(t); err != nil {
			return err
		}
	}
	if c.region == "" {
		c.region = "a function of an array operation"
		defer func() { c.region = "" }()
	}
	return c.repeated(func() error {
		params, err := c.binders(l.Params)
		if err != nil {
			return err
		}
		for _, p := range params {
			if p.Type.IsArray() {
				r := c.newRoot(p.Name)
				r.shared = "it is the parameter of an array operation's function"
				p.roots = []*root{r}
			}
		}
		if err := c.statements(l.Body); err != nil {
			return err
		}
		binders := make([]ir.Param, len(l.Results))
		for i, t := range l.Results {
			binders[i].Type = t
		}
		if err := c.broken(ops.Match(c, "results of the function", binders, l.Body.Result)); err != nil {
			return err
		}
		return c.returnsBlocks(l)
	})
}

// alternatives checks the branches of an if, each of which must fit the pattern.
func (c *checker) alternatives(s *ir.Stm, e *ir.If) ([][]*root, error) {
	var consumed []consumption
	var results [][][]*root
	before := c.born
	for k, b := range []*ir.Body{e.Then, e.Else} {
		more, err := c.branch(func() error {
			c.open()
			defer c.close()
			c.suppose(e.Cond, k == 0)
			if err := c.statements(b); err != nil {
				return err
			}
			results = append(results, c.rootsOf(b.Result))
			return c.broken(ops.Match(c, "results of a branch", s.Pat, b.Result))
		})
		if err != nil {
			return nil, err
		}
		consumed = append(consumed, more...)
	}
	if len(results[0]) != len(results[1]) {
		return nil, nil // the type rule reports it
	}
	return c.join(before, consumed, results[0], results[1]), nil
}

// loop checks a loop's header and body.
func (c *checker) loop(e *ir.Loop) ([][]*root, error) {
	inits := c.rootsOf(e.Inits)
	var params []*variable
	var results [][]*root
	err := c.repeated(func() (err error) {
		if params, err = c.loopBinders(e); err != nil {
			return err
		}
		if err := c.statements(e.Body); err != nil {
			return err
		}
		results = c.rootsOf(e.Body.Result)
		if err := c.broken(ops.Match(c, "results of the body", e.Params, e.Body.Result)); err != nil {
			return err
		}
		return c.giveBack(e, results)
	})
	if err != nil || len(inits) != len(params) {
		return nil, err
	}
	return c.loopRoots(params, inits, results), nil
}

func (c *checker) loopBinders(e *ir.Loop) ([]*variable, error) {
	params, err := c.binders(e.Params)
	if err != nil {
		return nil, err
	}
	for _, p := range params {
		if p.Type.IsArray() {
			r := c.newRoot(p.Name)
			if !p.Unique {
				r.shared = "the loop's parameter is not marked *"
			}
			p.roots = []*root{r}
		}
	}
	if e.Index.IsZero() {
		return params, nil
	}
	t := ir.ScalarOf(e.Bound.Const.Type)
	if e.Bound.IsVar() {
		t = c.vars[e.Bound.Name].Type
	}
	if t.Elem == scalar.I64 {
		c.index(e.Index, e.Bound)
	}
	_, err = c.declare(ir.Param{Name: e.Index, Type: t})
	return params, err
}

// giveBack checks that the next iteration may consume what this one returns for the
// unique parameters.
func (c *checker) giveBack(e *ir.Loop, results [][]*root) error {
	given := map[*root]bool{}
	for i, p := range e.Params {
		if !p.Unique {
			continue
		}
		for _, r := range results[i] {
			if err := c.consumable(e.Body.Result[i].Name, r); err != nil {
				return err
			}
			if given[r] {
				return c.fail(ruleAlias, "two parameters marked * get arrays that may share elements: %s", e.Body.Result[i])
			}
			given[r] = true
		}
	}
	return nil
}

// loopRoots returns the roots of a loop's results: those of the body's results, with each
// non-unique parameter replaced by its initial value and the body's result for it.
func (c *checker) loopRoots(params []*variable, inits, results [][]*root) [][]*root {
	of := map[*root]int{} // non-unique parameters, by their roots
	for i, p := range params {
		for _, r := range p.roots {
			if !p.Unique {
				of[r] = i
			}
		}
	}
	out := make([][]*root, len(params))
	for i := range params {
		seen := map[*root]bool{}
		var add func(r *root)
		add = func(r *root) {
			if seen[r] {
				return
			}
			seen[r] = true
			if k, ok := of[r]; ok {
				for _, q := range append(append([]*root{}, inits[k]...), results[k]...) {
					add(q)
				}
				return
			}
			r.iter = min(r.iter, c.iter)
			out[i] = append(out[i], r)
		}
		if !params[i].Unique {
			for _, r := range params[i].roots {
				add(r)
			}
		}
		for _, r := range results[i] {
			add(r)
		}
	}
	return out
}
