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
		return c.atomExp(s.Exp)
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

func (c *checker) atomExp(e syntax.Exp) string {
	switch e := e.(type) {
	case *syntax.Var:
		if use := c.info.Uses[e]; use != nil {
			name := fmt.Sprintf("%p", use.Binding)
			for _, t := range use.Types {
				name += "{" + strings.ReplaceAll(find(t).String(), " ", "") + "}"
			}
			return name
		}
	case *syntax.IntLit:
		return fmt.Sprint(e.Value)
	case *syntax.Apply:
		parts := []string{c.atomExp(e.Fun)}
		for _, a := range e.Args {
			parts = append(parts, c.atomExp(a))
		}
		return "(" + strings.Join(parts, "@") + ")"
	case *syntax.BinOp:
		return "(" + c.atomExp(e.Op) + "@" + c.atomExp(e.Left) + "@" + c.atomExp(e.Right) + ")"
	case *syntax.Project:
		return c.atomExp(e.Exp) + "." + e.Field
	case *syntax.Index:
		parts := []string{c.atomExp(e.Exp)}
		for _, d := range e.Slice {
			parts = append(parts, c.atomExp(d.Index))
		}
		return strings.Join(parts, "[")
	case *syntax.Ascript:
		return c.atomExp(e.Exp)
	}
	return fmt.Sprintf("%p", e)
}

// sizeOf is the value of e, of type i64, as a size; false when e is too complex
// to stand in a type.
func (c *checker) sizeOf(e syntax.Exp) (Size, bool) {
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
			return &SizeVar{use.Binding}, len(use.Types) == 0 && (use.Binding.Kind == Local || use.Binding.Kind == Global || use.Binding.Kind == SizeParam || use.Binding.Kind == Unknown)
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
	if isSizeExp(e) {
		return &SizeExp{e}, true
	}
	return nil, false
}

// isSizeExp reports whether e, which binds no names, may stand in a type.
func isSizeExp(e syntax.Exp) bool {
	switch e := e.(type) {
	case *syntax.Var, *syntax.IntLit:
		return true
	case *syntax.Apply:
		for _, a := range e.Args {
			if !isSizeExp(a) {
				return false
			}
		}
		return isSizeExp(e.Fun)
	case *syntax.BinOp:
		return isSizeExp(e.Left) && isSizeExp(e.Right)
	case *syntax.Project:
		return isSizeExp(e.Exp)
	case *syntax.Ascript:
		return isSizeExp(e.Exp)
	case *syntax.Index:
		for _, d := range e.Slice {
			if d.Slice || !isSizeExp(d.Index) {
				return false
			}
		}
		return isSizeExp(e.Exp)
	}
	return false
}

// eachName calls visit for every binding and every meta in s; it stops and
// returns false when visit does.
func (c *checker) eachName(s Size, visit func(*Binding, *sizeMeta) bool) bool {
	switch s := findSize(s).(type) {
	case *sizeMeta:
		return visit(nil, s)
	case *SizeVar:
		return visit(s.Binding, nil)
	case *SizeOp:
		return c.eachName(s.Left, visit) && c.eachName(s.Right, visit)
	case *SizeExp:
		return c.eachExpName(s.Exp, visit)
	}
	return true
}

func (c *checker) eachExpName(e syntax.Exp, visit func(*Binding, *sizeMeta) bool) bool {
	switch e := e.(type) {
	case *syntax.Var:
		use := c.info.Uses[e]
		return use == nil || visit(use.Binding, nil)
	case *syntax.Apply:
		for _, a := range e.Args {
			if !c.eachExpName(a, visit) {
				return false
			}
		}
		return c.eachExpName(e.Fun, visit)
	case *syntax.BinOp:
		return c.eachExpName(e.Op, visit) && c.eachExpName(e.Left, visit) && c.eachExpName(e.Right, visit)
	case *syntax.Project:
		return c.eachExpName(e.Exp, visit)
	case *syntax.Ascript:
		return c.eachExpName(e.Exp, visit)
	case *syntax.Index:
		for _, d := range e.Slice {
			if !c.eachExpName(d.Index, visit) {
				return false
			}
		}
		return c.eachExpName(e.Exp, visit)
	}
	return true
}
