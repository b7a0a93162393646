package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// findActive adds to the active names all floats that depend on one. Names are only ever
// added, so it ends when a walk adds none.
func (d *deriver) findActive(stms []*ir.Stm) {
	for {
		before := len(d.active)
		d.activeStms(stms)
		if len(d.active) == before {
			return
		}
	}
}

func (d *deriver) activeStms(stms []*ir.Stm) {
	for _, s := range stms {
		d.activeStm(s)
	}
}

// activate marks p if it is a float and one of the atoms varies.
func (d *deriver) activate(p ir.Param, from ...ir.Atom) {
	if !p.Type.Elem.IsFloat() {
		return
	}
	for _, a := range from {
		if d.varies(a) {
			d.active.Add(p.Name)
			return
		}
	}
}

func (d *deriver) activeStm(s *ir.Stm) {
	switch e := s.Exp.(type) {
	case *ir.Prim:
		if hasDerivative(e.Fn) {
			d.activate(s.Pat[0], e.Args...)
		}
	case *ir.If:
		d.activeStms(e.Then.Stms)
		d.activeStms(e.Else.Stms)
		for i, p := range s.Pat {
			d.activate(p, e.Then.Result[i], e.Else.Result[i])
		}
	case *ir.Loop:
		d.activeLoop(s, e)
	default:
		if c := d.custom(e); c != nil && !d.expander.custom {
			d.activeCustom(s, c)
			return
		}
		if c, ok := e.(*ir.Call); ok {
			d.activeCall(s, c)
			return
		}
		if f := ops.CombinatorOf(e); f != nil {
			d.activeCombinator(s, e, f)
			return
		}
		for _, p := range s.Pat {
			d.activate(p, operands(e)...)
		}
	}
}

// operands lists the variables that e reads, but for sizes and indices, which are integers
// and never vary.
func operands(e ir.Exp) []ir.Atom {
	var out []ir.Atom
	w := ir.Walker{
		Atom: func(a *ir.Atom) { out = append(out, *a) },
		Var:  func(n *name.Name) { out = append(out, ir.Var(*n)) },
	}
	w.Exp(e)
	return out
}

func (d *deriver) activeLoop(s *ir.Stm, e *ir.Loop) {
	for {
		before := len(d.active)
		for i, p := range e.Params {
			d.activate(p, e.Inits[i], e.Body.Result[i])
		}
		d.activeStms(e.Body.Stms)
		if len(d.active) == before {
			break
		}
	}
	for i, p := range e.Params {
		d.activate(p, e.Inits[i], e.Body.Result[i])
		d.activate(s.Pat[i], ir.Var(p.Name), e.Body.Result[i])
	}
}

// activeCombinator marks the names within a combinator and its results.
func (d *deriver) activeCombinator(s *ir.Stm, e ir.Exp, f *ops.Form) {
	values := make([]ir.Atom, len(*f.Arrays)) // what an iteration returns
	for k, n := range *f.Arrays {
		values[k] = ir.Var(n)
	}
	if fn := *f.Fn; fn != nil {
		for k, p := range fn.Params {
			d.activate(p, values[k])
		}
		d.activeStms(fn.Body.Stms)
		values = fn.Body.Result
	}
	writes := values[len(values)-len(f.Writes):]
	at := 0 // of the fold's first operand among those folded or written
	for _, fold := range f.Folds {
		n := len(*fold.Neutral)
		operands, from := values[:n], *fold.Neutral
		pat := s.Pat
		if len(f.Writes) > 0 { // the bins are operands, too
			operands, from = writes[at:at+n], slices.Clone(from)
			for k := range n {
				if bins := ir.Var(*f.Writes[at+k].Array); d.varies(bins) {
					from[k] = bins
				}
			}
			pat = s.Pat[len(s.Pat)-len(f.Writes)+at:]
		}
		d.activeOperator(*fold.Operator, from, operands)
		for k := range n {
			d.activate(pat[k], (*fold.Operator).Body.Result[k], operands[k], from[k])
		}
		at += n
	}
	plain := s.Pat[f.Folded() : len(s.Pat)-len(f.Writes)]
	for k, p := range plain {
		d.activate(p, values[f.Folded()+k])
	}
	for k, w := range f.Writes {
		if len(f.Folds) == 0 {
			d.activate(s.Pat[len(plain)+k], writes[k], ir.Var(*w.Array))
		}
	}
}

// activeOperator marks the names of an operator, whose operands and results are each
// other's. Operands are also those in first: neutral elements, or bins.
func (d *deriver) activeOperator(op *ir.Lambda, first, operands []ir.Atom) {
	n := len(first)
	for {
		before := len(d.active)
		for k := range n {
			x, y := op.Params[k], op.Params[n+k]
			from := []ir.Atom{first[k], operands[k], op.Body.Result[k], ir.Var(x.Name), ir.Var(y.Name)}
			d.activate(x, from...)
			d.activate(y, from...)
		}
		d.activeStms(op.Body.Stms)
		if len(d.active) == before {
			return
		}
	}
}
