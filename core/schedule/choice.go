package schedule

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// Choice is a place where a program chooses between two versions of a nest when it runs.
type Choice struct {
	Enough *ir.Enough
	// Owners are the numbers of the operations of which the choice is: those that the versions are
	// of; where the versions differ in an operation within alone, of that.
	Owners []int
}

// Choices returns the choices of p, a program with numbered operations, after pass extract-kernels.
func Choices(p *ir.Program) (all []Choice) {
	for _, f := range p.Funs {
		all = append(all, choicesIn(f.Body, map[name.Name]*ir.Enough{})...)
	}
	return all
}

func choicesIn(body *ir.Body, asked map[name.Name]*ir.Enough) (all []Choice) {
	for _, s := range body.Stms {
		switch e := s.Exp.(type) {
		case *ir.Enough:
			asked[s.Pat[0].Name] = e
		case *ir.If:
			if enough := asked[e.Cond.Name]; enough != nil {
				all = append(all, Choice{enough, owners(s, e)})
			}
		}
		ir.EachBody(s.Exp, func(b *ir.Body) { all = append(all, choicesIn(b, asked)...) })
	}
	return all
}

// owners returns the owners of the choice that s, which is e, makes.
func owners(s *ir.Stm, e *ir.If) []int {
	if own := numbersIn(s, numbers); len(own) > 0 {
		return own
	}
	b := &becoming{enough: ir.Names{}}
	one, other := b.body(e.Then, false), b.body(e.Else, false)
	var own []int
	for n, l := range one {
		if l == Thread && other[n] == Grid {
			own = append(own, n)
		}
	}
	slices.Sort(own)
	return own
}

// Thresholds returns from how many iterations on the first version is taken, of each numbered
// operation that owns choices which agree about that.
func Thresholds(p *ir.Program) map[int]int64 {
	least, mixed := map[int]int64{}, map[int]bool{}
	for _, c := range Choices(p) {
		v, known := c.Enough.Least.AsSize()
		for _, n := range c.Owners {
			// From no iteration on and from the first one on are the same choice but for
			// operations without any, where both versions do nothing.
			v := max(v, 1)
			if had, ok := least[n]; !known || ok && had != v {
				mixed[n] = true
			}
			least[n] = v
		}
	}
	for n := range mixed {
		delete(least, n)
	}
	return least
}
