package cooperate

import "github.com/lamina-lang/lamina/core/name"

// classes are of variables that belong together.
type classes map[name.Name]name.Name

func newClasses() classes { return classes{} }

// find is the variable that stands for n's class.
func (c classes) find(n name.Name) name.Name {
	p, ok := c[n]
	if !ok || p == n {
		return n
	}
	root := c.find(p)
	c[n] = root
	return root
}

func (c classes) join(a, b name.Name) { c[c.find(a)] = c.find(b) }
