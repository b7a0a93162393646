package decide

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// demand finds the variables on which something depends that may be decided, and what is known at a
// place: conditions, comparisons, and the sizes of loops and blocks. What other variables
// hold, such as sums that loops gather, is not followed.
type demand struct {
	imp.Names
	from map[name.Name][]imp.Expr // what variables get that nothing demanded yet
}

func demanded(body []imp.Stm) imp.Names {
	d := &demand{Names: imp.Names{}, from: map[name.Name][]imp.Expr{}}
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			d.given(s.Name, s.Init)
		case *imp.Assign:
			d.given(s.Name, s.X)
		case *imp.If, *imp.While, *imp.For, *imp.Parallel, *imp.Alloc:
			imp.Roots(s, d.read)
		case *imp.Assert:
			d.read(s.Cond)
		}
		return true
	})
	return d.Names
}

// given notes that a variable gets e: bools are decided themselves.
func (d *demand) given(n name.Name, e imp.Expr) {
	if d.Names[n] || imp.LanesOf(e) == 0 && imp.TypeOf(e) == scalar.Bool {
		d.Names[n] = true
		d.read(e)
		return
	}
	d.from[n] = append(d.from[n], e)
}

// read demands the variables of which e is computed. Elements of blocks are not followed.
func (d *demand) read(e imp.Expr) {
	switch e := e.(type) {
	case *imp.Var:
		d.Names[e.Name] = true
		from := d.from[e.Name]
		delete(d.from, e.Name)
		for _, x := range from {
			d.read(x)
		}
	case *imp.Convert:
		d.read(e.X)
	case *imp.Prim:
		for _, x := range e.Args {
			d.read(x)
		}
	}
}
