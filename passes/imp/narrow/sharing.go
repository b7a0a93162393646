package narrow

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The conditions of a kernel are made of the same bounds: what several of them compute is
// declared once, before them. All of it is defined whether or not C holds (quotients).

// sharing numbers the values that conditions compute; equal ones have one number.
type sharing struct {
	of     map[imp.Expr]int // of the expressions that were seen
	number map[string]int   // by operation and the numbers of operands
	uses   []int            // by number: how many values are computed from it
	local  map[int]imp.Expr // the variables of those that are declared
	out    []imp.Stm
	names  *name.Supply
}

// share declares what the conditions have in common.
func (c *conditions) share(names *name.Supply) []imp.Stm {
	s := &sharing{of: map[imp.Expr]int{}, number: map[string]int{}, local: map[int]imp.Expr{}, names: names}
	for _, e := range c.holds {
		s.uses[s.value(e)]++
	}
	for i, e := range c.holds {
		c.holds[i] = s.rewritten(e)
	}
	return s.out
}

// value is the number of e.
func (s *sharing) value(e imp.Expr) int {
	if n, ok := s.of[e]; ok {
		return n
	}
	p, ok := e.(*imp.Prim)
	if !ok {
		return s.numbered(e, imp.Key(e), nil)
	}
	operands := make([]int, len(p.Args))
	for i, x := range p.Args {
		operands[i] = s.value(x)
	}
	return s.numbered(e, fmt.Sprint(p.Fn, p.Type, p.Exact, operands), operands)
}

func (s *sharing) numbered(e imp.Expr, key string, operands []int) int {
	n, ok := s.number[key]
	if !ok {
		n = len(s.uses)
		s.number[key] = n
		s.uses = append(s.uses, 0)
		for _, o := range operands {
			s.uses[o]++
		}
	}
	s.of[e] = n
	return n
}

// rewritten is e, computed from what is declared.
func (s *sharing) rewritten(e imp.Expr) imp.Expr {
	p, ok := e.(*imp.Prim)
	if !ok {
		return e
	}
	n := s.of[e]
	if v, ok := s.local[n]; ok {
		return v
	}
	args := make([]imp.Expr, len(p.Args))
	for i, x := range p.Args {
		args[i] = s.rewritten(x)
	}
	out := &imp.Prim{Fn: p.Fn, Type: p.Type, Args: args, Exact: p.Exact}
	if s.uses[n] < 2 || imp.TypeOf(p) != scalar.I64 {
		return out
	}
	v := s.names.Fresh("bound")
	s.out = append(s.out, &imp.Declare{Name: v, Type: scalar.I64, Init: out})
	s.local[n] = imp.IntVar(v)
	return s.local[n]
}
