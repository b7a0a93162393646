package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// tape is what a loop keeps of its iterations, so that the return sweep can begin each of them with
// what the loop's parameters were: the whole parameter, or, where an iteration only replaces
// elements of an array, these.
type tape struct {
	slots  []*slot
	whole  []*wholeSlot
	undone []*undone
	writes map[*ir.Stm]*write // the updates of those in undone
}

// slot is an array with an element for each iteration.
type slot struct {
	param ir.Param
	init  ir.Atom
	value ir.Atom // at the end of an iteration
	array ir.Atom // after the loop
}

// set keeps v in iteration i.
func (k *slot) set(g *gen, i, v ir.Atom) { k.value = g.setElement(ir.Var(k.param.Name), i, v) }

// wholeSlot keeps a parameter of the loop.
type wholeSlot struct {
	*slot
	of int
}

// undone is a parameter of the loop that each iteration takes back by undoing its writes.
type undone struct {
	of     int
	writes []*write // in the order in which the loop makes them
}

// write is an update of a row of an array.
type write struct {
	array   name.Name
	indices []ir.Atom
	at      []*slot
	old     *slot
}

// keep keeps what is overwritten in iteration i.
func (w *write) keep(g *gen, i ir.Atom) {
	for k, a := range w.indices {
		w.at[k].set(g, i, a)
	}
	w.old.set(g, i, g.element(ir.Var(w.array), w.indices...))
}

// keep chooses what is kept: every parameter that the body reads.
func (r *reverse) keep(g *gen, e *ir.Loop, bound ir.Atom) *tape {
	t := &tape{writes: map[*ir.Stm]*write{}}
	used := ir.Names{}
	binding := map[name.Name]*ir.Stm{}
	for _, s := range e.Body.Stms {
		for n := range ir.FreeInStm(s) {
			used.Add(n)
		}
		for _, p := range s.Pat {
			binding[p.Name] = s
		}
	}
	slotFor := func(base string, t2 ir.Type) *slot {
		t2 = t2.Under(bound)
		k := &slot{param: r.param(base+"_kept", t2), init: g.let("tape", t2, &ir.Scratch{Elem: t2.Elem, Shape: t2.Dims})}
		t.slots = append(t.slots, k)
		return k
	}
	for k, p := range e.Params {
		if !used.Has(p.Name) {
			continue
		}
		updates, only := r.onlyUpdated(p, e.Body.Result[k], binding)
		if !only {
			t.whole = append(t.whole, &wholeSlot{slotFor(p.Name.Base, p.Type), k})
			continue
		}
		u := &undone{of: k}
		for _, s := range updates {
			up := s.Exp.(*ir.Update)
			indices, _ := leading(up.Dims, p.Type)
			w := &write{array: up.Array, indices: indices}
			for range indices {
				w.at = append(w.at, slotFor("at", ir.I64))
			}
			w.old = slotFor("old", p.Type.Peel(len(indices)))
			u.writes = append(u.writes, w)
			t.writes[s] = w
		}
		t.undone = append(t.undone, u)
	}
	return t
}

// onlyUpdated returns the updates, in order, that make result of the array p, if each replaces an
// element or a row; there are none where an iteration leaves p as it is.
func (r *reverse) onlyUpdated(p ir.Param, result ir.Atom, binding map[name.Name]*ir.Stm) (updates []*ir.Stm, only bool) {
	if !p.Type.IsArray() {
		return nil, false
	}
	for result != ir.Var(p.Name) {
		if !result.IsVar() || binding[result.Name] == nil {
			return nil, false
		}
		s := binding[result.Name]
		up, ok := s.Exp.(*ir.Update)
		if !ok {
			return nil, false
		}
		if _, isRow := leading(up.Dims, p.Type); !isRow {
			return nil, false
		}
		updates, result = append(updates, s), ir.Var(up.Array)
	}
	slices.Reverse(updates)
	return updates, true
}

// values are what the slots are at the end of an iteration.
func (t *tape) values() (out []ir.Atom) {
	for _, k := range t.slots {
		out = append(out, k.value)
	}
	return out
}

// carry has the loop of the return sweep carry the arrays whose writes it undoes, which begin
// with what pat binds.
func (t *tape) carry(c *carrier, pat []ir.Param) (arrays []ir.Atom) {
	if t == nil {
		return nil
	}
	for _, u := range t.undone {
		arrays = append(arrays, c.carry("state", pat[u.of].Type, ir.Var(pat[u.of].Name)))
	}
	return arrays
}

// restore binds a loop's parameters to what they were in iteration i, and returns the arrays
// that carry added as they were then; after holds these as they were after it.
func (t *tape) restore(g *gen, params []ir.Param, i ir.Atom, after []ir.Atom) (before []ir.Atom) {
	bind := func(k int, a ir.Atom) {
		p := params[k]
		p.Unique = false
		g.Bind([]ir.Param{p}, &ir.Use{X: a})
	}
	for _, w := range t.whole {
		bind(w.of, g.element(w.array, i))
	}
	for j, u := range t.undone {
		a := after[j]
		for _, w := range slices.Backward(u.writes) {
			var at []ir.Atom
			for _, k := range w.at {
				at = append(at, g.element(k.array, i))
			}
			a = g.setAt(a, at, g.element(w.old.array, i))
		}
		bind(u.of, a)
		before = append(before, a)
	}
	return before
}
