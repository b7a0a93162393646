package sym

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/core/name"
)

// Model is an assignment that satisfies the facts.
type Model map[name.Name]int64

// Eval computes e in the model; variables that it does not know are 0.
func (m Model) Eval(e Poly) int64 {
	return e.Eval(func(n name.Name) int64 { return m[n] })
}

// HoldIn reports whether the facts hold in m.
func (f Facts) HoldIn(m Model) bool {
	for _, fact := range f {
		equal := m.Eval(fact.Left.Sub(fact.Right)) == 0
		switch fact.Rel {
		case EQ:
			if !equal {
				return false
			}
		case NE:
			if equal {
				return false
			}
		default:
			if m.Eval(fact.nonNeg()) < 0 {
				return false
			}
		}
	}
	return true
}

// Models returns a few assignments that satisfy the facts. Questions that fail
// in one of them are refused without a search.
func (p *Prover) Models() []Model {
	if p.absurd != nil {
		return nil
	}
	var out []Model
	for _, m := range p.models() {
		out = append(out, p.completed(m))
	}
	return out
}

// Reveal is m without the slacks: the values of the variables of the facts.
func (p *Prover) Reveal(m Model) Model {
	m = maps.Clone(m)
	for _, one := range p.slacks.order {
		delete(m, one.Slack)
	}
	return m
}

// refutes reports whether e, a polynomial of slacks, is negative in a model.
func (w world) refutes(e Poly) bool {
	for _, m := range w.models {
		if m.Eval(e) < 0 {
			return true
		}
	}
	return false
}

// Limits of the sampling.
const (
	maxTries  = 48
	maxModels = 24
)

// sample looks for models, of the slacks and the variables without a bound alone:
// the others follow from these (completed). Slacks are small numbers, each of them
// large in turn.
func (p *Prover) sample() []Model {
	vars := make([]name.Name, 0, len(p.slacks.order)+len(p.slacks.free))
	for _, one := range p.slacks.order {
		vars = append(vars, one.Slack)
	}
	vars = append(vars, slices.SortedFunc(maps.Keys(p.slacks.free), name.Compare)...)
	var out []Model
	random := uint64(1)
	for try := 0; try < maxTries && len(out) < maxModels; try++ {
		m := make(Model, len(vars))
		for i, v := range vars {
			random = random*6364136223846793005 + 1442695040888963407
			m[v] = pick(try, i, random>>33)
			if s := random >> 32; try > 1 && s%2 == 1 && p.slacks.free[v] {
				m[v] = -m[v]
			}
		}
		if p.allows(m) {
			out = append(out, m)
		}
		if len(vars) == 0 {
			break
		}
	}
	return out
}

// pick gives variable number i its value in try number try.
func pick(try, i int, random uint64) int64 {
	switch {
	case try < 2:
		return int64(try)
	case try%3 == 0: // near the bounds
		return max(0, int64(random%5)-2)
	case try%6 == 1 && i == try/6:
		return int64(5 + random%7)
	}
	return int64(random % 5)
}

// allows reports whether the slacks may be as in m.
func (p *Prover) allows(m Model) bool {
	return !slices.ContainsFunc(p.facts, func(f Poly) bool { return m.Eval(f) < 0 })
}

// completed is m with the variables that the slacks and the equations define.
func (p *Prover) completed(m Model) Model {
	out := make(Model, len(m)+len(p.slacks.form)+len(p.defs))
	maps.Copy(out, m)
	for v, f := range p.slacks.form {
		out[v] = m.Eval(f)
	}
	ofVars := maps.Clone(out)
	for v, def := range p.defs {
		out[v] = ofVars.Eval(def)
	}
	return out
}
