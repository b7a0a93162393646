package launch

import (
	"maps"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Barriers. The body of a launch is a list of units: statements that a work-item runs by itself,
// such as its share of a local loop, and loops and branches over units, which all work-items of a
// group run alike. Work-items touch what others wrote only across units. So a barrier goes before
// a unit that
//
//   - reads a block that a unit wrote since the last barrier,
//   - writes a block that a unit read since the last barrier, or
//   - writes a block that a unit wrote since the last barrier, unless the prover shows that they
//     write different elements.
//
// A loop's units come after those of its previous iteration, too. All work-items of a group reach
// every barrier: barriers stand at group level only, where loops have the same bounds for all.

// Written is the element that a store writes: subscripts, and the facts known about the variables in them.
type Written struct {
	Subscripts []sym.Poly
	Facts      sym.Facts
}

// access is a unit's access to a block that work-items share.
type access struct {
	block  name.Name
	writes []*Written // nil for a read
	// rounds are the loops whose previous iterations it belongs to.
	rounds map[name.Name]bool
}

// Unit marks statements as one unit.
func (k *Kernel) Unit(list []imp.Stm) {
	number := len(k.Units) + 1
	for _, s := range list {
		k.Units[s] = number
	}
}

// since are the accesses since the last barrier.
type since []access

// WithBarriers is a kernel's body with barriers in it.
func (k *Kernel) WithBarriers(list []imp.Stm) []imp.Stm {
	out, _ := k.place(list, nil, nil)
	return out
}

// place puts barriers into a list that begins after the given accesses; loops are the indices of
// the loops around it. It returns the list, and the accesses since the last barrier at its end.
func (k *Kernel) place(list []imp.Stm, before since, loops []name.Name) ([]imp.Stm, since) {
	var out []imp.Stm
	for i := 0; i < len(list); {
		if k.Loops[list[i]] {
			var placed imp.Stm
			placed, before = k.placeIn(list[i], before, loops)
			out = append(out, placed)
			i++
			continue
		}
		n := i + 1
		for n < len(list) && k.Units[list[i]] != 0 && k.Units[list[n]] == k.Units[list[i]] {
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

// placeIn puts barriers into a loop or a branch.
func (k *Kernel) placeIn(s imp.Stm, before since, loops []name.Name) (imp.Stm, since) {
	switch s := s.(type) {
	case *imp.For:
		placed := *s
		var after since
		placed.Body, after = k.placeLoop(s.Body, s.Index, before, loops)
		return &placed, after
	case *imp.While:
		placed := *s
		var after since
		placed.Body, after = k.placeLoop(s.Body, name.Name{}, before, loops)
		return &placed, after
	case *imp.If:
		placed := *s
		then, end := k.place(s.Then, before, loops)
		otherwise, last := k.place(s.Else, before, loops)
		placed.Then, placed.Else = then, otherwise
		for _, a := range append(before, last...) {
			end = with(end, a)
		}
		return &placed, end
	}
	return s, before
}

// placeLoop puts barriers into the body of a loop. What its iterations leave is there when the next
// one begins. A loop without an index is one of which the prover knows nothing.
func (k *Kernel) placeLoop(list []imp.Stm, index name.Name, before since, loops []name.Name) ([]imp.Stm, since) {
	loops = append(loops[:len(loops):len(loops)], index)
	entry := before
	for {
		body, end := k.place(list, entry, loops)
		grown := entry
		for _, a := range end {
			if !a.rounds[index] {
				a.rounds = maps.Clone(a.rounds)
				if a.rounds == nil {
					a.rounds = map[name.Name]bool{}
				}
				a.rounds[index] = true
			}
			grown = with(grown, a)
		}
		if len(grown) == len(entry) {
			after := before
			for _, a := range end {
				after = with(after, a)
			}
			return body, after
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

// accesses are a unit's accesses to shared blocks: those that the launch uses and a work-item has
// not made.
func (k *Kernel) accesses(list []imp.Stm) since {
	own := map[name.Name]bool{}
	reads, writes := map[name.Name]bool{}, map[name.Name][]*Written{}
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
			writes[s.Block] = append(writes[s.Block], k.Stores[s])
		}
		return true
	})
	var out since
	for _, b := range order {
		if own[b] || k.Hidden[b] {
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
func (k *Kernel) meet(before, now since, loops []name.Name) bool {
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
// around are in the same. Rounds of a loop without an index may write the same.
func (k *Kernel) apart(x, y *Written, rounds map[name.Name]bool, loops []name.Name) bool {
	if len(x.Subscripts) != len(y.Subscripts) || len(rounds) == 0 || rounds[name.Name{}] {
		return false
	}
	later := sym.Facts{}
	fresh := map[name.Name]sym.Poly{}
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
	rename := func(v name.Name) (sym.Poly, bool) {
		if p, ok := fresh[v]; ok {
			return p, true
		}
		if !k.Varies[v] {
			return sym.Poly{}, false
		}
		fresh[v] = sym.Var(names.Fresh("other"))
		return fresh[v], true
	}
	facts := append(append(sym.Facts{}, x.Facts...), later...)
	for _, f := range y.Facts {
		facts = append(facts, sym.Fact{Left: f.Left.Subst(rename), Rel: f.Rel, Right: f.Right.Subst(rename)})
	}
	prover := sym.NewProver(facts)
	for i := range x.Subscripts {
		d := y.Subscripts[i].Subst(rename).Sub(x.Subscripts[i])
		for _, p := range []*sym.Prover{sym.NewProver(about(facts, d)), prover} {
			if p.Pos(d) != nil || p.Pos(d.Neg()) != nil {
				return true
			}
		}
	}
	return false
}

// about are the facts on variables of p alone: often enough, and the prover goes further with few.
func about(facts sym.Facts, p sym.Poly) (out sym.Facts) {
	in := map[name.Name]bool{}
	p.Vars(func(v name.Name) { in[v] = true })
	for _, f := range facts {
		all := true
		for _, side := range []sym.Poly{f.Left, f.Right} {
			side.Vars(func(v name.Name) { all = all && in[v] })
		}
		if all {
			out = append(out, f)
		}
	}
	return out
}
