package cooperate

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// typical gives values to the host's variables, to tell conditions that may well hold from
// those that hardly will: what is computed of others follows from those.
type typical struct {
	defs map[name.Name]imp.Expr // sums, differences and products that never change
}

// newTypical looks at what f's host declares.
func newTypical(f *imp.Fun) *typical {
	t := &typical{defs: map[name.Name]imp.Expr{}}
	assigned := imp.Names{}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Parallel, *imp.Launch:
			return false
		case *imp.Declare:
			switch s.Init.(type) {
			case *imp.Prim, *imp.At:
				if s.Type == scalar.I64 {
					t.defs[s.Name] = s.Init
				}
			}
		}
		imp.Assigns(s, assigned)
		return true
	})
	for n := range assigned {
		delete(t.defs, n)
	}
	return t
}

// deepest bounds how far definitions are followed.
const deepest = 12

// value is n's where variables are base.
func (t *typical) value(n name.Name, base int64) int64 {
	v, _ := t.of(imp.IntVar(n), base, deepest)
	return v
}

// of is the value of e; ok is false where it is none of the operations, or variables,
// that are followed.
func (t *typical) of(e imp.Expr, base int64, depth int) (v int64, ok bool) {
	switch e := e.(type) {
	case *imp.Const:
		return e.Value.Int(), e.Value.Type == scalar.I64
	case *imp.Var:
		if def := t.defs[e.Name]; def != nil && depth > 0 {
			if v, ok := t.of(def, base, depth-1); ok {
				return v, true
			}
		}
		return base, e.Type == scalar.I64
	case *imp.At:
		return t.of(e.Sum(), base, depth)
	case *imp.Prim:
		if e.Type != scalar.I64 || e.Fn != scalar.Add && e.Fn != scalar.Sub && e.Fn != scalar.Mul {
			return 0, false
		}
		x, ok1 := t.of(e.Args[0], base, depth)
		y, ok2 := t.of(e.Args[1], base, depth)
		switch e.Fn {
		case scalar.Add:
			v = x + y
		case scalar.Sub:
			v = x - y
		default:
			v = x * y
		}
		return v, ok1 && ok2
	}
	return 0, false
}
