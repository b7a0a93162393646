package types

import (
	"fmt"
	"sort"
	"strings"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// sameSize reports whether a and b are equal whatever the values of the names
// in them: as polynomials, in which everything but +, - and * is an atom.
func (c *checker) sameSize(a, b Size) bool {
	a, b = findSize(a), findSize(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *sizeMeta:
		return false
	case SizeConst:
		if _, ok := b.(SizeConst); ok {
			return false
		}
	case *SizeVar:
		if b, ok := b.(*SizeVar); ok {
			return a.Binding == b.Binding
		}
	}
	if _, ok := b.(*sizeMeta); ok {
		return false
	}
	pa, pb := c.polynomial(a), c.polynomial(b)
	if len(pa) != len(pb) {
		return false
	}
	for term, k := range pa {
		if pb[term] != k {
			return false
		}
	}
	return true
}

// polynomial is a size as the coefficients of its terms; a term is the names of
// its factors in order, and the constant term is "".
type polynomial map[string]int64

func (c *checker) polynomial(s Size) polynomial {
	p := polynomial{}
	c.addTerms(p, s, 1)
	for term, k := range p {
		if k == 0 {
			delete(p, term)
		}
	}
	return p
}

func (c *checker) addTerms(p polynomial, s Size, k int64) {
	switch s := findSize(s).(type) {
	case SizeConst:
		p[""] += k * int64(s)
	case *SizeOp:
		switch s.Op {
		case "+":
			c.addTerms(p, s.Left, k)
			c.addTerms(p, s.Right, k)
			return
		case "-":
			c.addTerms(p, s.Left, k)
			c.addTerms(p, s.Right, -k)
			return
		case "*":
			for t1, k1 := range c.polynomial(s.Left) {
				for t2, k2 := range c.polynomial(s.Right) {
					factors := append(strings.Fields(t1), strings.Fields(t2)...)
					sort.Strings(factors)
					p[strings.Join(factors, " ")] += k * k1 * k2
				}
			}
			return
		}
		p[fmt.Sprintf("(%s%s%s)", c.atom(s.Left), s.Op, c.atom(s.Right))] += k
	default:
		p[c.atom(s)] += k
	}
}

// atom is a text, without spaces, that two sizes share only if they are equal.
func (c *checker) atom(s Size) string {
	switch s := findSize(s).(type) {
	case SizeConst:
		return s.String()
	case *SizeVar:
		return fmt.Sprintf("%p", s.Binding)
	case *sizeMeta:
		return fmt.Sprintf("%p", s)
	case *SizeExp:
		return c.atomExp(s.Exp, s)
	case *SizeOp:
		var terms []string
		for t, k := range c.polynomial(s) {
			terms = append(terms, fmt.Sprintf("%d*%s", k, strings.ReplaceAll(t, " ", "*")))
		}
		sort.Strings(terms)
		return "(" + strings.Join(terms, "+") + ")"
	}
	return "?"
}

// sizeOf is the value of e, of type i64, as a size; false when e is too complex
// to stand in a type.
func (c *checker) sizeOf(e syntax.Exp) (Size, bool) {
	if s, ok := c.arithmetic(e); ok {
		return s, true
	}
	return c.sizeExp(e)
}

// arithmetic is sizeOf for constants, names and operators on them.
func (c *checker) arithmetic(e syntax.Exp) (Size, bool) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return SizeConst(e.Value), true
	case *syntax.Neg:
		s, ok := c.sizeOf(e.Exp)
		return &SizeOp{"-", SizeConst(0), s}, ok
	case *syntax.Ascript:
		return c.sizeOf(e.Exp)
	case *syntax.Attributed:
		return c.sizeOf(e.Exp)
	case *syntax.Var:
		if use := c.info.Uses[e]; use != nil {
			return &SizeVar{use.Binding}, len(use.Types) == 0 && (isVariable(use.Binding) || use.Binding.Kind == Global)
		}
	case *syntax.BinOp:
		if use := c.info.Uses[e.Op]; use != nil && use.Binding.Kind == Operator {
			l, okl := c.sizeOf(e.Left)
			r, okr := c.sizeOf(e.Right)
			if okl && okr {
				return &SizeOp{use.Binding.Name, l, r}, true
			}
		}
	}
	return nil, false
}

// isVariable reports whether b is bound inside a definition.
func isVariable(b *Binding) bool {
	return b.Kind == Local || b.Kind == SizeParam || b.Kind == Unknown
}

// EachSizeName calls f for the names in the sizes of t.
func EachSizeName(t Type, f func(*Binding)) {
	(&subst{size: func(s Size) Size {
		eachName(s, func(b *Binding, _ *sizeMeta) bool {
			if b != nil {
				f(b)
			}
			return true
		})
		return s
	}}).apply(t)
}

// eachName calls visit for every binding and every meta in s; it stops and
// returns false when visit does.
func eachName(s Size, visit func(*Binding, *sizeMeta) bool) bool {
	switch s := findSize(s).(type) {
	case *sizeMeta:
		return visit(nil, s)
	case *SizeVar:
		return visit(s.Binding, nil)
	case *SizeOp:
		return eachName(s.Left, visit) && eachName(s.Right, visit)
	case *SizeExp:
		for _, a := range s.Args {
			if !eachName(a, visit) {
				return false
			}
		}
	}
	return true
}
