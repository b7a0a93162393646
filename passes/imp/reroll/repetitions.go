package reroll

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// repetition is one copy of an expression: the positions of its statements in their list, what they
// assign, and the variables that they read from outside, in the order of their first uses.
type repetition struct {
	at      []int
	outputs []*imp.Declare
	inputs  []*imp.Var
}

// repetitions finds the branches of a list that are alike up to the names of variables: the classes
// that are long enough for a loop, with the declarations that only they use.
func (r *reroller) repetitions(list []imp.Stm) [][]*repetition {
	declared := declarations(list)
	classes := map[string][]*repetition{}
	var order []string
	for i, s := range list {
		branch, ok := s.(*imp.If)
		if !ok {
			continue
		}
		outputs, positions := r.outputs(list, declared, i)
		if outputs == nil {
			continue
		}
		text, inputs, ok := alike([]imp.Stm{branch}, outputs)
		if !ok {
			continue
		}
		if classes[text] == nil {
			order = append(order, text)
		}
		classes[text] = append(classes[text], &repetition{append(positions, i), outputs, inputs})
	}
	var out [][]*repetition
	for _, text := range order {
		if class := classes[text]; len(class) >= r.least {
			r.grow(list, declared, class)
			if (len(class)-1)*r.cost(list, class[0]) >= r.saves {
				out = append(out, class)
			}
		}
	}
	return out
}

// declarations returns where a list itself declares each variable.
func declarations(list []imp.Stm) map[name.Name]int {
	out := map[name.Name]int{}
	for i, s := range list {
		if d, ok := s.(*imp.Declare); ok {
			out[d.Name] = i
		}
	}
	return out
}

// outputs returns the declarations of what the branch at i assigns, and where they stand: constants
// before it, which nothing else changes, and nothing reads before the branch has ended. It returns nil if
// the branch assigns anything else.
func (r *reroller) outputs(list []imp.Stm, declared map[name.Name]int, i int) (out []*imp.Declare, positions []int) {
	inside := count(list[i : i+1])
	for n, times := range inside.assigns {
		at, here := declared[n]
		if !here && declaredWithin(list[i], n) {
			continue
		}
		if !here || at > i || r.uses.assigns[n] != times || count(list[at : i+1]).reads[n] > 0 {
			return nil, nil
		}
		d := list[at].(*imp.Declare)
		if _, constant := d.Init.(*imp.Const); !constant || d.Lanes != 0 {
			return nil, nil
		}
		out = append(out, d)
	}
	slices.SortFunc(out, func(a, b *imp.Declare) int { return declared[a.Name] - declared[b.Name] })
	for _, d := range out {
		positions = append(positions, declared[d.Name])
	}
	return out, positions
}

func declaredWithin(s imp.Stm, n name.Name) bool {
	found := false
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		d, ok := s.(*imp.Declare)
		found = found || ok && d.Name == n
		return true
	})
	return found
}

// grow adds declarations to the repetitions of a class that only they use, while those of all are alike.
func (r *reroller) grow(list []imp.Stm, declared map[name.Name]int, class []*repetition) {
	for k := 0; k < len(class[0].inputs); {
		if !r.absorb(list, declared, class, k) {
			k++
			continue
		}
		k = 0
	}
	for _, c := range class {
		slices.Sort(c.at)
	}
}

// absorb makes the declarations of the k-th inputs part of the repetitions, unless the loop would then
// have more to load.
func (r *reroller) absorb(list []imp.Stm, declared map[name.Name]int, class []*repetition, k int) bool {
	var first string
	further := make([][]*imp.Var, len(class))
	for i, c := range class {
		n := c.inputs[k].Name
		at, here := declared[n]
		once := func(v *imp.Var) bool { return v.Name == n }
		if !here || r.uses.assigns[n] > 0 || slices.ContainsFunc(slices.Delete(slices.Clone(c.inputs), k, k+1), once) || r.within(list, c).reads[n] != r.uses.reads[n] {
			return false
		}
		text, inputs, ok := alike(list[at:at+1], nil)
		if !ok || i > 0 && text != first {
			return false
		}
		first, further[i] = text, inputs
	}
	grown := make([]*repetition, len(class))
	for i, c := range class {
		at := append(slices.Clone(c.at), declared[c.inputs[k].Name])
		inputs := append(slices.Delete(slices.Clone(c.inputs), k, k+1), further[i]...)
		grown[i] = &repetition{at, c.outputs, inputs}
	}
	merge(grown)
	if loaded(grown) > loaded(class) {
		return false
	}
	for i, c := range class {
		*c = *grown[i]
	}
	return true
}

// loaded is the number of inputs that are not the same for all repetitions.
func loaded(class []*repetition) int {
	n := 0
	for k := range class[0].inputs {
		if !same(class, k) {
			n++
		}
	}
	return n
}

// within counts the uses in the statements of a repetition.
func (r *reroller) within(list []imp.Stm, c *repetition) uses {
	stms := make([]imp.Stm, len(c.at))
	for i, at := range c.at {
		stms[i] = list[at]
	}
	return count(stms)
}

// merge leaves each input once that all repetitions have twice.
func merge(class []*repetition) {
	for k := len(class[0].inputs) - 1; k > 0; k-- {
		for j := range k {
			if !slices.ContainsFunc(class, func(c *repetition) bool { return c.inputs[j].Name != c.inputs[k].Name }) {
				for _, c := range class {
					c.inputs = slices.Delete(c.inputs, k, k+1)
				}
				break
			}
		}
	}
}

// cost adds up what the operations of a repetition cost.
func (r *reroller) cost(list []imp.Stm, c *repetition) int {
	sum := 0
	for _, at := range c.at {
		imp.Walk(list[at:at+1], func(s imp.Stm) bool {
			imp.Roots(s, func(e imp.Expr) {
				imp.WalkExpr(e, func(e imp.Expr) {
					if p, ok := e.(*imp.Prim); ok {
						sum += p.Fn.Info().Cost
					}
				})
			})
			return true
		})
	}
	return sum
}
