package shortcircuit

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// memory is where the arrays of a function lie.
//
// A block is made by an allocation, is a parameter of the function, or comes out
// of a call: these are grounds. All other names of blocks stand for grounds, for
// which one is known when the program runs.
type memory struct {
	arrays  map[name.Name]*ir.Param   // by name; the binder itself
	comes   map[name.Name][]name.Name // blocks: what else a name of a block may stand for
	made    map[name.Name][]name.Name // arrays that control joins: the arrays that they may be
	grounds map[name.Name][]name.Name // of blocks, where asked before
	spaces  map[name.Name]ir.Space    // of blocks
	kept    ir.Names                  // blocks of parameters that may not be written
	passed  ir.Names                  // blocks that are operands or results as such
	users   map[name.Name][]*node     // of allocated blocks, in the sequence of the allocation
	// allocations are those of bodies, by block.
	allocations map[name.Name]*allocation
}

// anywhere stands for all blocks.
var anywhere = name.Name{}

// maxGrounds bounds how many blocks a name may stand for; more is anywhere.
const maxGrounds = 32

func newMemory(f *ir.Fun) memory {
	m := memory{
		arrays: map[name.Name]*ir.Param{},
		comes:  map[name.Name][]name.Name{}, made: map[name.Name][]name.Name{},
		grounds: map[name.Name][]name.Name{}, spaces: map[name.Name]ir.Space{},
		kept: ir.Names{}, passed: ir.Names{}, users: map[name.Name][]*node{},
		allocations: map[name.Name]*allocation{},
	}
	w := &ir.Walker{
		Binders: m.locate,
		Stm: func(s *ir.Stm) {
			m.joins(s)
			m.operators(s.Exp)
		},
	}
	w.Fun(f)
	pass := func(a *ir.Atom) {
		if _, isBlock := m.spaces[a.Name]; isBlock {
			m.passed.Add(a.Name)
		}
	}
	(&ir.Walker{Atom: pass}).InBody(f.Body)
	for _, p := range f.Params {
		if p.At != nil && !p.Unique {
			m.kept.Add(p.At.Block)
		}
	}
	return m
}

// locate records where arrays lie and which names are blocks.
func (m *memory) locate(ps []ir.Param) {
	for i := range ps {
		if p := &ps[i]; p.At != nil {
			m.arrays[p.Name] = p
		} else if p.Type.IsBlock() {
			m.spaces[p.Name] = p.Type.Space
		}
	}
}

// joins records what the blocks and arrays that s binds may stand for. A call's blocks
// are its own or those of its arguments.
func (m *memory) joins(s *ir.Stm) {
	if ops.EffectOf(s.Exp) != ops.Control && !isUse(s.Exp) {
		return
	}
	_, isCall := s.Exp.(*ir.Call)
	if isCall {
		for _, p := range s.Pat {
			if p.Type.IsBlock() {
				m.comes[p.Name] = append(m.comes[p.Name], p.Name)
			}
		}
	}
	ops.Joins(s, nil, func(p ir.Param, x ir.Atom) {
		_, isBlock := m.spaces[x.Name]
		switch {
		case !x.IsVar():
		case p.Type.IsBlock() && (isBlock || !isCall):
			m.comes[p.Name] = append(m.comes[p.Name], x.Name)
		case p.At != nil && !isCall:
			m.made[p.Name] = append(m.made[p.Name], x.Name)
		}
	})
}

// operators: what an operator of a reduction, scan or histogram is given may lie
// anywhere.
func (m *memory) operators(e ir.Exp) {
	wild := func(l *ir.Lambda) {
		for _, p := range l.Params {
			if p.Type.IsBlock() {
				m.comes[p.Name] = []name.Name{anywhere}
			}
		}
	}
	if k := ops.KernelOf(e); k != nil {
		for _, op := range k.Operators() {
			wild(op)
		}
	}
}

// groundsOf are the blocks that b may stand for.
func (m *memory) groundsOf(b name.Name) []name.Name {
	if known, ok := m.grounds[b]; ok {
		return known
	}
	seen, found := ir.Names{}, []name.Name{}
	add := func(n name.Name) {
		if !slices.Contains(found, n) {
			found = append(found, n)
		}
	}
	var visit func(n name.Name)
	visit = func(n name.Name) {
		if seen.Has(n) || len(found) > maxGrounds {
			return
		}
		seen.Add(n)
		if known, ok := m.grounds[n]; ok {
			for _, g := range known {
				add(g)
			}
			return
		}
		next := m.comes[n]
		if len(next) == 0 || slices.Contains(next, n) {
			add(n)
		}
		for _, g := range next {
			visit(g)
		}
	}
	visit(b)
	if len(found) == 0 || len(found) > maxGrounds || slices.Contains(found, anywhere) {
		found = []name.Name{anywhere}
	}
	m.grounds[b] = found
	return found
}

// mayBe reports whether a and b may be one block.
func (m *memory) mayBe(a, b name.Name) bool {
	if a == b {
		return true
	}
	as, bs := m.groundsOf(a), m.groundsOf(b)
	if as[0] == anywhere || bs[0] == anywhere {
		return true
	}
	return slices.ContainsFunc(as, func(g name.Name) bool { return slices.Contains(bs, g) })
}

// mayShare is mayBe, but for blocks that are allocated after the other name was
// bound: that names something else then, be it what an earlier iteration made.
func (s *shortcircuiter) mayShare(a, b name.Name) bool {
	return s.mayBe(a, b) && !s.isOlder(a, b) && !s.isOlder(b, a)
}

// isOlder reports whether a is bound before b is allocated.
func (s *shortcircuiter) isOlder(a, b name.Name) bool {
	at := s.definers[b]
	if at == nil {
		return false
	}
	if _, allocates := at.stm.Exp.(*ir.Alloc); !allocates {
		return false
	}
	if q := s.bodies[a]; q != nil {
		return q.isBefore(nil, at)
	}
	n := s.definers[a]
	return n != nil && n != at && n.in.isBefore(n, at)
}

// touch records which blocks the statements from one up to another use, and who uses
// the blocks that are bound in them.
func (s *shortcircuiter) touch(from, upTo *node) {
	var of *node
	w := &ir.Walker{
		Atom: func(a *ir.Atom) { s.touched(of, a.Name) },
		Var:  func(v *name.Name) { s.touched(of, *v) },
		Binders: func(ps []ir.Param) {
			for _, p := range ps {
				s.touched(of, p.Name)
			}
		},
		Body: func(b *ir.Body) bool {
			return !slices.ContainsFunc(of.within, func(q *sequence) bool { return q.body == b })
		},
	}
	var touch func(n *node)
	touch = func(n *node) {
		for _, inner := range n.within {
			for m := inner.first; m != nil; m = m.next {
				touch(m)
			}
			for m := inner.first; m != nil; m = m.next {
				for b := range m.touches {
					n.touch(b)
				}
			}
			for _, r := range inner.body.Result {
				s.touched(n, r.Name)
			}
		}
		of = n
		w.InStm(n.stm)
	}
	for n := from; n != nil && n != upTo; n = n.next {
		touch(n)
	}
}

// touched records that n uses array v, or block v.
func (s *shortcircuiter) touched(n *node, v name.Name) {
	if p := s.arrays[v]; p != nil {
		v = p.At.Block
	} else if _, isBlock := s.spaces[v]; !isBlock {
		return
	}
	s.use(n, v)
}

// use records that n uses block b.
func (s *shortcircuiter) use(n *node, b name.Name) {
	for _, g := range s.groundsOf(b) {
		n.touch(g)
	}
	at := s.definers[b]
	if at == nil {
		return
	}
	for n != nil && n.in != at.in {
		n = n.in.outer
	}
	if known := s.users[b]; n != nil && (len(known) == 0 || known[len(known)-1] != n) {
		s.users[b] = append(known, n)
		if of := s.allocations[b]; of != nil && n != of.node {
			of.from, of.last = min(of.from, n.at), max(of.last, n.at)
		}
	}
}

// uses reports whether n may use block b.
func (s *shortcircuiter) uses(n *node, b name.Name) bool {
	if n.touches.Has(anywhere) {
		return true
	}
	for _, g := range s.groundsOf(b) {
		if g == anywhere && len(n.touches) > 0 || n.touches.Has(g) {
			return true
		}
	}
	return false
}

// adopt records that what used block b uses block to now.
func (s *shortcircuiter) adopt(b, to name.Name) {
	grounds := s.groundsOf(b)
	var visit func(n *node)
	visit = func(n *node) {
		if !slices.ContainsFunc(grounds, n.touches.Has) {
			return
		}
		s.use(n, to)
		for _, q := range n.within {
			for m := q.first; m != nil; m = m.next {
				visit(m)
			}
		}
	}
	for _, n := range s.users[b] {
		if n == s.definers[b] {
			continue // the allocation goes
		}
		visit(n)
		for up := n.in.outer; up != nil; up = up.in.outer {
			s.use(up, to)
		}
	}
}

// mayBeWritten reports whether block n is no parameter's that the caller keeps.
func (m *memory) mayBeWritten(n name.Name) bool {
	for _, g := range m.groundsOf(n) {
		if g == anywhere || m.kept.Has(g) {
			return false
		}
	}
	return true
}
