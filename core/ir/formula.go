package ir

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Definitions are statements, by the names that they bind.
type Definitions map[name.Name]*Stm

// Add enters statements.
func (d Definitions) Add(stms ...*Stm) {
	for _, s := range stms {
		for _, p := range s.Pat {
			d[p.Name] = s
		}
	}
}

// deepest is how many statements deep a formula is shown.
const deepest = 8

// Formula shows for people how an i64 is computed, by names as the source has
// them: 4·n·m.
func (d Definitions) Formula(a Atom) string { return d.formula(a, deepest) }

func (d Definitions) formula(a Atom, depth int) string {
	if !a.IsVar() {
		return fmt.Sprint(a.Const.Int())
	}
	s := d[a.Name]
	if s == nil || depth == 0 {
		return a.Name.Base
	}
	if e, ok := s.Exp.(*If); ok && len(e.Then.Stms) == 0 && len(e.Else.Stms) == 0 && len(s.Pat) == 1 {
		return d.formula(e.Then.Result[0], depth-1) + " or " + d.formula(e.Else.Result[0], depth-1)
	}
	e, ok := s.Exp.(*Prim)
	if !ok {
		return a.Name.Base
	}
	args := make([]string, len(e.Args))
	for i, x := range e.Args {
		args[i] = d.formula(x, depth-1)
	}
	switch e.Fn {
	case scalar.MulSat, scalar.Mul:
		return strings.Join(args, "·")
	case scalar.Add:
		return "(" + strings.Join(args, " + ") + ")"
	case scalar.Sub:
		return "(" + strings.Join(args, " - ") + ")"
	}
	return e.Fn.Info().Name + "(" + strings.Join(args, ", ") + ")"
}
