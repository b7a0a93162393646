package emit

import (
	"maps"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// Barriers. The body of a launch is a list of units: statements that a work-item runs by itself,
// such as its share of a local loop, and loops over units, which all work-items of a group run
// alike. Work-items touch what others wrote only across units. So a barrier goes before a unit
// that
//
//   - reads a block that a unit wrote since the last barrier,
//   - writes a block that a unit read since the last barrier, or
//   - writes a block that a unit wrote since the last barrier, unless the prover shows that they
//     write different elements.
//
// A loop's units come after those of its previous iteration, too. All work-items of a group reach
// every barrier: barriers stand at group level only, where loops have the same bounds for all.

// written is what a store writes: subscripts, and what is known of the variables in them.
type written struct {
	subscripts []types.Nat
	facts      sym.Facts
}

// access is what a unit does to a block that work-items share.
type access struct {
	block  name.Name
	writes []*written // nil for a read
	// rounds are the loops whose previous iterations it belongs to.
	rounds map[name.Name]bool
}

// unit marks statements as one unit.
func (k *kernel) unit(list []imp.Stm) {
	number := len(k.units) + 1
	for _, s := range list {
		k.units[s] = number
	}
}

// since are the accesses since the last barrier.
type since []access

// withBarriers is a kernel's body with barriers in it.
func (k *kernel) withBarriers(list []imp.Stm) []imp.Stm {
	out, _ := k.place(list, nil, nil)
	return out
}

// place puts barriers into a list that begins after the given accesses; loops are the indices of
// the loops around it. It returns the list, and the accesses since the last barrier at its end.
func (k *kernel) place(list []imp.Stm, before since, loops []name.Name) ([]imp.Stm, since) {
	var out []imp.Stm
	for i := 0; i < len(list); {
		if s, ok := list[i].(*imp.For); ok && k.loops[s] {
			var placed imp.Stm
			placed, before = k.placeLoop(s, before, loops)
			out = append(out, placed)
			i++
			continue
		}
		n := i + 1
		for n < len(list) && k.units[list[i]] != 0 && k.units[list[n]] == k.units[list[i]] {
			n++
		}
		now := k.accesses(list[i:n])
		if k.meet(before, now, loops) {
			out = append(out, &imp.Barrier{})
			before = nil
		}
		before = append(before[:len(before):len(before)], now...)
		out = append(out, list[i:n]...)
		i = n
	}
	return out, before
}

// placeLoop puts barriers into a loop. What its iterations leave is there when the next one begins.
func (k *kernel) placeLoop(s *imp.For, before since, loops []name.Name) (imp.Stm, since) {
	loops = append(loops[:len(loops):len(loops)], s.Index)
	entry := before
	for {
		body, end := k.place(s.Body, entry, loops)
		grown := entry
		for _, a := range end {
			if !a.rounds[s.Index] {
				a.rounds = maps.Clone(a.rounds)
				if a.rounds == nil {
					a.rounds = map[name.Name]bool{}
				}
				a.rounds[s.Index] = true
			}
			grown = with(grown, a)
		}
		if len(grown) == len(entry) {
			placed := *s
			placed.Body = body
			after := before
			for _, a := range end {
				after = with(after, a)
			}
			return &placed, after
		}
		entry = grown
	}
}

// with adds an access, unless it is there.
func with(list since, a access) since {
	for _, b := range list {
		if b.block == a.block && len(b.writes) == len(a.writes) && maps.Equal(b.rounds, a.rounds) &&
			(len(a.writes) == 0 || &a.writes[0] == &b.writes[0] || a.writes[0] == b.writes[0]) {
			return list
		}
	}
	return append(list[:len(list):len(list)], a)
}

// accesses are what a unit does to shared blocks: those that the launch uses and a work-item has
// not made.
func (k *kernel) accesses(list []imp.Stm) since {
	own := map[name.Name]bool{}
	reads, writes := map[name.Name]bool{}, map[name.Name][]*written{}
	var order []name.Name
	see := func(b name.Name) {
		if !reads[b] && writes[b] == nil {
			order = append(order, b)
		}
	}
	imp.Walk(list, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) {
			see(l.Block)
			reads[l.Block] = true
		})
		switch s := s.(type) {
		case *imp.DeclareBlock:
			own[s.Name] = true
		case *imp.Store:
			see(s.Block)
			writes[s.Block] = append(writes[s.Block], k.stores[s])
		}
		return true
	})
	var out since
	for _, b := range order {
		if own[b] || k.hidden[b] {
			continue
		}
		if reads[b] {
			out = append(out, access{block: b})
		}
		if writes[b] != nil {
			out = append(out, access{block: b, writes: writes[b]})
		}
	}
	return out
}

// meet reports whether a unit may touch what others touched before.
func (k *kernel) meet(before, now since, loops []name.Name) bool {
	for _, b := range before {
		for _, a := range now {
			switch {
			case a.block != b.block || a.writes == nil && b.writes == nil:
			case a.writes == nil || b.writes == nil:
				return true
			default:
				for _, x := range b.writes {
					for _, y := range a.writes {
						if !k.apart(x, y, b.rounds, loops) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// apart reports whether two stores write different elements, whichever work-items run them. Those
// of the loops in rounds are in different iterations, x in the earlier one; the other loops
// around are in the same.
func (k *kernel) apart(x, y *written, rounds map[name.Name]bool, loops []name.Name) bool {
	if len(x.subscripts) != len(y.subscripts) || len(rounds) == 0 {
		return false
	}
	later := sym.Facts{}
	fresh := map[name.Name]types.Nat{}
	// The loop furthest out that differs decides: those inside it may have any index.
	decided := false
	names := name.NewSupply(1 << 30)
	for _, l := range loops {
		switch {
		case decided:
			fresh[l] = sym.Var(names.Fresh("l"))
		case rounds[l]:
			next := names.Fresh("next")
			fresh[l] = sym.Var(l).Add(sym.Const(1)).Add(sym.Var(next))
			later = append(later, sym.Ge(sym.Var(next), sym.Const(0)))
			decided = true
		default:
			fresh[l] = sym.Var(l)
		}
	}
	rename := func(v name.Name) (types.Nat, bool) {
		if p, ok := fresh[v]; ok {
			return p, true
		}
		if !k.varies[v] {
			return types.Nat{}, false
		}
		fresh[v] = sym.Var(names.Fresh("other"))
		return fresh[v], true
	}
	facts := append(append(sym.Facts{}, x.facts...), later...)
	for _, f := range y.facts {
		facts = append(facts, sym.Fact{Left: f.Left.Subst(rename), Rel: f.Rel, Right: f.Right.Subst(rename)})
	}
	prover := sym.NewProver(facts)
	for i := range x.subscripts {
		d := y.subscripts[i].Subst(rename).Sub(x.subscripts[i])
		if prover.Pos(d) != nil || prover.Pos(d.Neg()) != nil {
			return true
		}
	}
	return false
}
