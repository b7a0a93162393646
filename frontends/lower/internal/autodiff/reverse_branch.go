package autodiff

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// arm is a branch with its return sweep.
type arm struct {
	g       *gen
	sc      *scope
	results []ir.Atom
}

// branch runs the branch taken again, and back. What it adds to adjoints from around it
// leaves both branches.
func (r *reverse) branch(g *gen, sc *scope, s *ir.Stm, e *ir.If) {
	arms := []*arm{r.arm(g, sc, s, e.Then), r.arm(g, sc, s, e.Else)}
	var pat []ir.Param
	changed := map[name.Name]ir.Atom{}
	for _, n := range changedBy(sc, arms) {
		t := r.typeOf(ir.Var(n))
		for _, a := range arms {
			a.results = append(a.results, a.sc.adjointOrZero(a.g, ir.Var(n)))
		}
		p := r.param("d", t)
		pat = append(pat, p)
		changed[n] = ir.Var(p.Name)
	}
	for k, a := range arms {
		for _, en := range a.sc.scattered {
			out, ps := r.leaveArm(a, arms[1-k], en)
			pat = append(pat, ps...)
			sc.enter(g, out)
		}
	}
	if len(pat) == 0 {
		return
	}
	g.Bind(pat, &ir.If{Cond: e.Cond, Then: arms[0].g.Body(arms[0].results...), Else: arms[1].g.Body(arms[1].results...)})
	maps.Copy(sc.adj, changed)
}

func (r *reverse) arm(g *gen, sc *scope, s *ir.Stm, b *ir.Body) *arm {
	b = r.renamedBody(b)
	a := &arm{g: g.inner(), sc: r.within(b, nil)}
	a.sc.outer = sc
	a.sc.adj = maps.Clone(sc.adj)
	backs := r.forward(a.g, b.Stms)
	for k, p := range s.Pat {
		if y, ok := sc.adj[p.Name]; ok {
			a.sc.add(a.g, b.Result[k], y)
		}
	}
	a.sc.back(a.g, backs)
	a.sc.settle(a.g)
	return a
}

// changedBy lists the names whose adjoints one of the arms adds to, in order.
func changedBy(sc *scope, arms []*arm) []name.Name {
	found := ir.Names{}
	for _, a := range arms {
		for n, d := range a.sc.adj {
			if a.sc.isFree(n) && sc.adj[n] != d {
				found.Add(n)
			}
		}
	}
	return slices.SortedFunc(maps.Keys(found), name.Compare)
}

// leaveArm makes an entry of one arm a result of both: in the other one its indices are out
// of bounds.
func (r *reverse) leaveArm(of, other *arm, en entry) (entry, []ir.Param) {
	out := entry{array: en.array, widths: en.widths}
	var pat []ir.Param
	leave := func(a ir.Atom, elem ir.Type, none ir.Atom) ir.Atom {
		t := elem.Under(en.widths...)
		if len(en.widths) > 0 {
			none = other.g.let("none", t, &ir.Replicate{Shape: en.widths, Value: none})
		}
		of.results, other.results = append(of.results, a), append(other.results, none)
		p := r.param("d", t)
		pat = append(pat, p)
		return ir.Var(p.Name)
	}
	for _, i := range en.indices {
		out.indices = append(out.indices, leave(i, ir.I64, ir.Const(scalar.Int(scalar.I64, -1))))
	}
	row := r.typeOf(ir.Var(en.array)).Peel(len(en.indices))
	out.value = leave(en.value, row, other.g.zeros(row))
	return out, pat
}
