package check

import (
	"errors"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// facts describes a function to its callers.
type facts struct {
	fun      *ir.Fun
	calls    []string
	parallel bool // whether it runs segmented operators, through calls too
	regions  bool // whether it has regions, through calls too
	results  []summary
	state    visit
}

// visit is the state of a function in the depth-first search of callOrder.
type visit uint8

const (
	unseen visit = iota
	open
	done
)

// callOrder collects the functions' facts and sorts the functions topologically, callees
// before callers.
func (c *checker) callOrder() ([]*ir.Fun, error) {
	for _, f := range c.prog.Funs {
		c.fun = f
		if c.funs[f.Name] != nil {
			return nil, c.fail(ruleOnce, "there are two functions %s", f.Name)
		}
		if f.Body == nil {
			return nil, c.fail(ops.RuleForm, "the function has no body")
		}
		c.funs[f.Name] = c.survey(f)
	}
	var order []*ir.Fun
	for _, f := range c.prog.Funs {
		if err := c.visit(c.funs[f.Name], &order); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// survey finds the calls and segmented operators of a function.
func (c *checker) survey(f *ir.Fun) *facts {
	out := &facts{fun: f}
	present := func(b *ir.Body) bool { return b != nil }
	w := ir.Walker{Body: present, Stm: func(s *ir.Stm) {
		if call, ok := s.Exp.(*ir.Call); ok {
			out.calls = append(out.calls, call.Fun)
		}
		out.parallel = out.parallel || ops.IsKernel(s.Exp)
		_, isRegion := s.Exp.(*ir.Accelerate)
		out.regions = out.regions || isRegion
	}}
	w.Fun(f)
	return out
}

// visit adds f after the functions that it calls.
func (c *checker) visit(f *facts, order *[]*ir.Fun) error {
	switch f.state {
	case open:
		c.fun = f.fun
		return c.fail(ruleRecurse, "it calls itself, directly or through others")
	case done:
		return nil
	}
	f.state = open
	for _, name := range f.calls {
		callee := c.funs[name]
		if callee == nil {
			continue // the call's type rule reports it
		}
		if err := c.visit(callee, order); err != nil {
			return err
		}
		f.parallel = f.parallel || callee.parallel
		f.regions = f.regions || callee.regions
	}
	f.state = done
	*order = append(*order, f.fun)
	return nil
}

// function checks a function whose callees have been checked.
func (c *checker) function(f *ir.Fun) error {
	c.fun, c.stm, c.iter, c.parallel, c.trail = f, nil, 0, "", nil
	c.open()
	defer c.close()
	params, err := c.binders(f.Params)
	if err != nil {
		return err
	}
	for _, p := range params {
		if p.Type.IsArray() {
			r := c.newRoot(p.Name)
			if !p.Unique {
				r.shared = "the function's parameter is not marked *"
			}
			p.roots = []*root{r}
		}
	}
	c.open()
	_, err = c.binders(f.Results)
	c.close()
	if err != nil {
		return err
	}
	if err := c.signature(f); err != nil {
		return err
	}
	c.open()
	defer c.close()
	if err := c.statements(f.Body); err != nil {
		return err
	}
	var told *schedule.Error
	if errors.As(schedule.Check(f), &told) {
		c.stm = told.Stm
		return c.fail(ruleSchedule, "%s", told.Msg)
	}
	c.funs[f.Name].results = summarise(params, c.rootsOf(f.Body.Result))
	return c.broken(ops.Match(c, "results of the function", f.Results, f.Body.Result))
}

// signature checks the conventions for parameters and results.
func (c *checker) signature(f *ir.Fun) error {
	if c.prog.Level == ir.Mem {
		for _, ps := range [][]ir.Param{f.Params, f.Results} {
			if err := c.afterBlocks(ps); err != nil {
				return err
			}
		}
	}
	if f.Entry == nil {
		return nil
	}
	return c.entry(f)
}

// afterBlocks checks that each array lies row-major at the start of the block that
// precedes it.
func (c *checker) afterBlocks(ps []ir.Param) error {
	for i, p := range ps {
		if !p.Type.IsArray() {
			continue
		}
		if i == 0 || p.At.Block != ps[i-1].Name {
			return c.fail(ops.RulePlace, "the block of array %s must stand before it", p.Name)
		}
		if !p.At.Index.IsRowMajor() {
			return c.fail(ops.RulePlace, "array %s lies %s; arrays enter and leave functions row-major", p.Name, p.At)
		}
	}
	return nil
}

// entry checks an entry point's description: implicit parameters are sizes of the arrays
// after them, and every other value except blocks is described.
func (c *checker) entry(f *ir.Fun) error {
	n := f.Entry.Implicit
	if n < 0 || n > len(f.Params) {
		return c.fail(ruleEntry, "%d of %d parameters cannot be implicit", n, len(f.Params))
	}
	sizes := ir.Names{}
	for _, p := range f.Params[n:] {
		for _, d := range p.Type.Dims {
			sizes.Add(d.Name)
		}
	}
	for _, p := range f.Params[:n] {
		if p.Type.Elem != scalar.I64 || !p.Type.IsScalar() || !sizes.Has(p.Name) {
			return c.fail(ruleEntry, "the implicit parameter %s is not the size of an array that the caller gives", p)
		}
	}
	if got, want := len(f.Entry.Params), len(f.EntryParams()); got != want {
		return c.fail(ruleEntry, "%d parameters are described, but a caller gives %d", got, want)
	}
	if got, want := len(f.Entry.Results), len(f.EntryResults()); got != want {
		return c.fail(ruleEntry, "%d results are described, but a caller gets %d", got, want)
	}
	return nil
}
