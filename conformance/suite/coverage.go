package suite

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Coverage lists what generated programs reached: "level mem", "op map", "operator add", "type
// f16" (of a binding), "pass fuse" (a pass that rewrote something, or that lowers). It is a
// pass.Observer.
type Coverage map[string]bool

// Start records the generated program.
func (c Coverage) Start(u *pass.Unit) { c.program(u) }

// After records the program after a pass, and the pass if it did something.
func (c Coverage) After(s pass.Step, u *pass.Unit, t pass.Timing) {
	if t.Rewrites > 0 || s.Pass.To != 0 || s.Pass.Lowers {
		c["pass "+s.Pass.Name] = true
	}
	c.program(u)
}

func (c Coverage) program(u *pass.Unit) {
	c["level "+u.Level().String()] = true
	if u.Imp != nil {
		for _, f := range u.Imp.Funs {
			imp.Walk(f.Body, func(s imp.Stm) bool {
				c["statement "+kindOf(s)] = true
				return true
			})
		}
		return
	}
	w := ir.Walker{Stm: func(s *ir.Stm) {
		if d := ops.Default().Of(s.Exp); d != nil {
			c["op "+d.Name] = true
		}
		if p, ok := s.Exp.(*ir.Prim); ok {
			c["operator "+p.Fn.String()] = true
		}
		for _, p := range s.Pat {
			if !p.Type.IsBlock() {
				c["type "+p.Type.Elem.String()] = true
			}
		}
	}}
	w.Program(u.IR)
}

// kindOf returns the name of a statement's type.
func kindOf(s imp.Stm) string {
	return strings.TrimPrefix(fmt.Sprintf("%T", s), "*imp.")
}

// Reachable returns everything that can be reached: each level, each operation of the
// registry, each scalar operator, each scalar type, each pass.
func Reachable(passes *pass.Registry) Coverage {
	c := Coverage{}
	for l := pass.Soac; l <= pass.Imp; l++ {
		c["level "+l.String()] = true
	}
	for _, d := range ops.Default().Defs() {
		c["op "+d.Name] = true
	}
	for _, o := range scalar.Ops() {
		c["operator "+o.String()] = true
	}
	for _, t := range scalar.Types() {
		c["type "+t.String()] = true
	}
	for _, p := range passes.Passes() {
		c["pass "+p.Name] = true
	}
	return c
}

// Add adds what another Coverage reached.
func (c Coverage) Add(reached []string) {
	for _, r := range reached {
		c[r] = true
	}
}

// Beyond returns, sorted, what c reached and other did not.
func (c Coverage) Beyond(other Coverage) []string {
	var out []string
	for _, k := range slices.Sorted(maps.Keys(c)) {
		if !other[k] {
			out = append(out, k)
		}
	}
	return out
}

// mostNamed bounds the number of unreached items of a kind that a summary names.
const mostNamed = 12

// Summary says how much of all was reached, and what was not.
func (c Coverage) Summary(all Coverage) string {
	var parts, missed []string
	for _, kind := range []string{"level", "op", "operator", "type", "pass"} {
		of := 0
		var not []string
		for _, k := range slices.Sorted(maps.Keys(all)) {
			if name, ok := strings.CutPrefix(k, kind+" "); ok {
				if of++; !c[k] {
					not = append(not, name)
				}
			}
		}
		kinds := strings.Replace(kind, "pass", "passe", 1) + "s"
		parts = append(parts, fmt.Sprintf("%d of %d %s", of-len(not), of, kinds))
		if more := len(not) - mostNamed; more > 0 {
			not = append(not[:mostNamed], fmt.Sprintf("and %d more", more))
		}
		if len(not) > 0 {
			missed = append(missed, kinds+" "+strings.Join(not, ", "))
		}
	}
	out := "reached " + strings.Join(parts, ", ")
	if len(missed) > 0 {
		out += "; not reached: " + strings.Join(missed, "; ")
	}
	return out
}
