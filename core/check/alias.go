package check

import (
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// root is an array that owns its elements under value semantics: a fresh array, a
// parameter, or the result of an update. Arrays that may share elements share a root.
// Consuming an array consumes its roots, and an array with a consumed root must not be
// used.
type root struct {
	name name.Name // the array
	// iter is the number of enclosing bodies that may run more than once. Such a body
	// must not consume roots from outside it.
	iter int
	// shared says why the root must not be consumed; "" if it may be.
	shared string
	// by is the statement that consumed the root, or nil.
	by *ir.Stm
	// born numbers the roots in order of creation.
	born int
	// mark is the checker's last mark on the root.
	mark int
}

func (c *checker) newRoot(n name.Name) *root {
	c.born++
	return &root{name: n, iter: c.iter, born: c.born}
}

// use checks that a variable is in scope and not consumed.
func (c *checker) use(n name.Name) error {
	v, err := c.inScope(n)
	if err != nil {
		return err
	}
	for _, r := range v.roots {
		if r.by != nil {
			return c.fail(ruleConsumed, "%s was consumed by %s%s", aliasText(n, r), r.by.Brief(), at(r.by))
		}
	}
	return nil
}

func (c *checker) useAtoms(as []ir.Atom) error {
	for _, a := range as {
		if a.IsVar() {
			if err := c.use(a.Name); err != nil {
				return err
			}
		}
	}
	return nil
}

func at(s *ir.Stm) string {
	if !s.Pos.IsValid() {
		return ""
	}
	return " at " + s.Pos.String()
}

// aliasText names n, and the root r if that is another array.
func aliasText(n name.Name, r *root) string {
	if n == r.name {
		return n.String()
	}
	return n.String() + ", which may share elements with " + r.name.String() + ","
}

// consumeAll consumes the arrays that the current statement consumes. operands are all
// variables that are its operands.
func (c *checker) consumeAll(consumed, operands []name.Name) error {
	for _, n := range consumed {
		if err := c.unshared(n, consumed, operands); err != nil {
			return err
		}
	}
	for _, n := range consumed {
		if err := c.consume(n); err != nil {
			return err
		}
	}
	return nil
}

// unshared checks that no operand other than n itself shares a root with n.
func (c *checker) unshared(n name.Name, consumed, operands []name.Name) error {
	itself := 0
	for _, m := range operands {
		if m == n {
			itself++
		} else if c.common(c.vars[n].roots, c.vars[m].roots) {
			return c.fail(ruleAlias, "%s may share elements with %s, which is consumed", m, n)
		}
	}
	if itself > 1 {
		return c.fail(ruleAlias, "%s is consumed and given again", n)
	}
	return nil
}

// common reports whether two arrays share a root.
func (c *checker) common(as, bs []*root) bool {
	if len(as) == 0 || len(bs) == 0 {
		return false
	}
	c.union(as)
	return slices.ContainsFunc(bs, func(r *root) bool { return r.mark == c.mark })
}

// union returns the roots that are in at least one of the sets.
func (c *checker) union(sets ...[]*root) []*root {
	c.mark++
	var out []*root
	for _, set := range sets {
		for _, r := range set {
			if r.mark != c.mark {
				r.mark = c.mark
				out = append(out, r)
			}
		}
	}
	return out
}

// consume marks an array, and all arrays that may share its elements, as consumed by the
// current statement.
func (c *checker) consume(n name.Name) error {
	for _, r := range c.vars[n].roots {
		if err := c.consumable(n, r); err != nil {
			return err
		}
		r.by = c.stm
		c.trail = append(c.trail, r)
	}
	return nil
}

// consumable checks that root r of array n may be consumed here.
func (c *checker) consumable(n name.Name, r *root) error {
	switch {
	case r.shared != "":
		return c.fail(ruleConsume, "%s cannot be consumed: %s", aliasText(n, r), r.shared)
	case r.iter < c.iter:
		return c.fail(ruleConsume, "%s cannot be consumed: it is bound outside of a body that runs several times", aliasText(n, r))
	}
	return nil
}

// rootsOf returns the roots of the arrays among as, for each atom.
func (c *checker) rootsOf(as []ir.Atom) [][]*root {
	out := make([][]*root, len(as))
	for i, a := range as {
		if v := c.vars[a.Name]; v != nil && a.IsVar() {
			out[i] = v.roots
		}
	}
	return out
}

// consumption is a root and the statement that consumed it.
type consumption struct {
	root *root
	by   *ir.Stm
}

// branch runs check for one of several alternative bodies, then undoes the consumption in
// it and returns it.
func (c *checker) branch(check func() error) ([]consumption, error) {
	mark := len(c.trail)
	err := check()
	var undone []consumption
	for _, r := range c.trail[mark:] {
		undone = append(undone, consumption{r, r.by})
		r.by = nil
	}
	c.trail = c.trail[:mark]
	return undone, err
}

// join consumes what either branch consumed, and returns the roots of the results of
// both. Some roots can only be reached through the results: those that one branch returns
// and the other consumes, and those created in the branches, after number before. They
// become new roots, one per set of results, so that their number does not grow from join
// to join.
func (c *checker) join(before int, consumed []consumption, then, els [][]*root) [][]*root {
	for _, done := range consumed {
		done.root.by = done.by
		c.trail = append(c.trail, done.root)
	}
	out := make([][]*root, len(then))
	resultsOf := map[*root]string{} // the results that have the root
	for i := range out {
		out[i] = c.union(then[i], els[i])
		for _, r := range out[i] {
			if r.by != nil || r.born > before {
				resultsOf[r] += fmt.Sprint(i, " ")
			}
		}
	}
	heirs := map[string]*root{}
	for i, roots := range out {
		for k, r := range roots {
			which, replaced := resultsOf[r]
			if !replaced {
				continue
			}
			if heirs[which] == nil {
				heirs[which] = c.newRoot(r.name)
			}
			roots[k] = heirs[which]
		}
		out[i] = c.union(roots)
	}
	return out
}

// summary says, for each result of a function, which parameters it may share elements
// with, and which of the function's own arrays, by number: results with a number in
// common may share elements.
type summary struct{ params, own []int }

func summarise(params []*variable, results [][]*root) []summary {
	param := map[*root]int{}
	for i, p := range params {
		for _, r := range p.roots {
			param[r] = i
		}
	}
	own := map[*root]int{}
	out := make([]summary, len(results))
	for i, roots := range results {
		for _, r := range roots {
			if k, ok := param[r]; ok {
				out[i].params = append(out[i].params, k)
				continue
			}
			if _, ok := own[r]; !ok {
				own[r] = len(own)
			}
			out[i].own = append(out[i].own, own[r])
		}
	}
	return out
}

// callRoots returns the roots of the results of a call. A consumed argument lives on in
// the results that may alias it.
func (c *checker) callRoots(e *ir.Call, pattern []ir.Param) [][]*root {
	f := c.funs[e.Fun]
	args := c.rootsOf(e.Args)
	fresh := map[int]*root{}
	out := make([][]*root, len(pattern))
	number := func(i, k int) {
		if fresh[k] == nil {
			fresh[k] = c.newRoot(pattern[i].Name)
		}
		out[i] = append(out[i], fresh[k])
	}
	for i, s := range f.results {
		for _, p := range s.params {
			if f.fun.Params[p].Unique {
				number(i, -1-p)
				continue
			}
			out[i] = append(out[i], args[p]...)
		}
		for _, k := range s.own {
			number(i, k)
		}
		out[i] = c.union(out[i])
	}
	return out
}
