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
	var out []Model
	for k := range p.Samples() {
		out = append(out, p.Model(k))
	}
	return out
}

// Samples is the number of models.
func (p *Prover) Samples() int {
	if p.absurd != nil {
		return 0
	}
	return len(p.samples().rows)
}

// Model is model number k.
func (p *Prover) Model(k int) Model { return p.completed(p.samples().model(k)) }

// Values are those of e in each of the models, modulo 2^64.
func (p *Prover) Values(e Poly) []int64 {
	out := make([]int64, len(p.samples().rows))
	for _, t := range e.terms {
		for _, part := range p.form(t.Vars).parts {
			c := t.Coef * part.coef
			for k, x := range p.valuesOf(part.monomial) {
				out[k] += c * x
			}
		}
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

// samples are assignments of the slacks and the variables without a bound alone:
// the others follow from these (completed).
type samples struct {
	vars []name.Name
	rows [][]int64 // a value for each of vars
}

// model is assignment number k.
func (s *samples) model(k int) Model {
	m := make(Model, len(s.vars))
	for i, v := range s.vars {
		m[v] = s.rows[k][i]
	}
	return m
}

// values are those of a monomial in each of the assignments.
func (s *samples) values(vars []name.Name) []int64 {
	out := make([]int64, len(s.rows))
	for k := range out {
		out[k] = 1
	}
	for _, v := range vars {
		i := slices.Index(s.vars, v)
		for k, row := range s.rows {
			if i < 0 {
				out[k] = 0
			} else {
				out[k] *= row[i]
			}
		}
	}
	return out
}

// samples are those of p.
func (p *Prover) samples() *samples {
	if p.sampled == nil {
		p.sampled = p.sample()
	}
	return p.sampled
}

// sample looks for assignments that satisfy the facts. Slacks are small numbers,
// each of them large in turn.
func (p *Prover) sample() *samples {
	s := &samples{vars: make([]name.Name, 0, len(p.slacks.order)+len(p.slacks.free))}
	for _, one := range p.slacks.order {
		s.vars = append(s.vars, one.Slack)
	}
	bound := len(s.vars)
	s.vars = append(s.vars, slices.SortedFunc(maps.Keys(p.slacks.free), name.Compare)...)
	facts := make([]indexed, len(p.facts))
	for i, f := range p.facts {
		facts[i] = s.index(f)
	}
	random := uint64(1)
	var row []int64
	for try := 0; try < maxTries && len(s.rows) < maxModels; try++ {
		if row == nil {
			row = make([]int64, len(s.vars))
		}
		for i := range s.vars {
			random = random*6364136223846793005 + 1442695040888963407
			row[i] = pick(try, i, random>>33)
			if sign := random >> 32; try > 1 && sign%2 == 1 && i >= bound {
				row[i] = -row[i]
			}
		}
		if !slices.ContainsFunc(facts, func(f indexed) bool { return f.eval(row) < 0 }) {
			s.rows, row = append(s.rows, row), nil
		}
		if len(s.vars) == 0 {
			break
		}
	}
	return s
}

// indexed is a polynomial with its variables as places in a row.
type indexed []struct {
	coef int64
	vars []int
}

func (s *samples) index(e Poly) indexed {
	out := make(indexed, len(e.terms))
	for i, t := range e.terms {
		out[i].coef = t.Coef
		for _, v := range t.Vars {
			out[i].vars = append(out[i].vars, slices.Index(s.vars, v))
		}
	}
	return out
}

func (e indexed) eval(row []int64) (sum int64) {
	for _, t := range e {
		product := t.coef
		for _, i := range t.vars {
			product *= row[i]
		}
		sum += product
	}
	return sum
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
