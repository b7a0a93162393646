package types

import (
	"fmt"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// sameSize reports whether a and b are equal by form: whether they are the same constants, names
// and operations on them. That n + m is m + n, only a coercion finds out.
func (c *checker) sameSize(a, b Size) bool {
	a, b = findSize(a), findSize(b)
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *SizeVar:
		b, ok := b.(*SizeVar)
		return ok && a.Binding == b.Binding
	case *SizeOp:
		if b, ok := b.(*SizeOp); ok {
			return a.Op == b.Op && c.sameSize(a.Left, b.Left) && c.sameSize(a.Right, b.Right)
		}
		_, ok := b.(*SizeExp)
		return ok && c.atom(a) == c.atom(b)
	case *SizeExp:
		switch b.(type) {
		case *SizeOp, *SizeExp:
			return c.atom(a) == c.atom(b)
		}
	}
	return false
}

// atom is a text, without spaces, that two sizes share only if they are equal by form.
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
		return "(" + c.atom(s.Left) + s.Op + c.atom(s.Right) + ")"
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
