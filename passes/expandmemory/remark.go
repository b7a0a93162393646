package expandmemory

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// report tells how much memory an expanded block takes.
func (k *kernel) report(alloc *ir.Stm, each, total ir.Atom) {
	f := formulas{defined: map[name.Name]*ir.Stm{}}
	for _, s := range k.out.Stms() {
		for _, p := range s.Pat {
			f.defined[p.Name] = s
		}
	}
	k.unit.Remark(alloc.Pos, "%s is allocated once for all threads: %s bytes for each of %s, %s bytes in all",
		alloc.Pat[0].Name.Base, f.text(each), f.text(k.rest[0]), f.text(total))
}

// complain tells of the allocations that are left in the kernel.
func (k *kernel) complain() {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if !isAlloc(s) {
			return
		}
		why := k.groups[s.Pat[0].Name].refusal()
		if why == "" {
			why = "its size cannot be told before the kernel runs"
		}
		k.unit.Remark(s.Pos, "each thread allocates %s: %s", s.Pat[0].Name.Base, why)
	}}
	w.InBody(k.body)
}

// formulas shows scalars as the formulas that compute them.
type formulas struct{ defined map[name.Name]*ir.Stm }

// deepest is how deep a formula is shown.
const deepest = 8

func (f formulas) text(a ir.Atom) string { return f.at(a, deepest) }

func (f formulas) at(a ir.Atom, depth int) string {
	if !a.IsVar() {
		return fmt.Sprint(a.Const.Int())
	}
	s := f.defined[a.Name]
	if s == nil || depth == 0 {
		return a.Name.Base
	}
	e, ok := s.Exp.(*ir.Prim)
	if !ok {
		return a.Name.Base
	}
	args := make([]string, len(e.Args))
	for i, x := range e.Args {
		args[i] = f.at(x, depth-1)
	}
	switch e.Fn {
	case scalar.MulSat, scalar.Mul:
		return strings.Join(args, "·")
	case scalar.Add:
		return "(" + strings.Join(args, " + ") + ")"
	}
	return e.Fn.Info().Name + "(" + strings.Join(args, ", ") + ")"
}
