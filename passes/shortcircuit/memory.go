package shortcircuit

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
)

// memory is where the arrays of a function lie, and which names of blocks may
// be names of one block.
type memory struct {
	arrays map[name.Name]*ir.Param // by name; the binder itself
	same   map[name.Name]name.Name // union-find over blocks
	spaces map[name.Name]ir.Space  // of blocks
	kept   ir.Names                // blocks of parameters that may not be written
}

func newMemory(f *ir.Fun) memory {
	m := memory{map[name.Name]*ir.Param{}, map[name.Name]name.Name{}, map[name.Name]ir.Space{}, ir.Names{}}
	w := &ir.Walker{
		Binders: func(ps []ir.Param) {
			for i := range ps {
				if p := &ps[i]; p.At != nil {
					m.arrays[p.Name] = p
				} else if p.Type.IsBlock() {
					m.spaces[p.Name] = p.Type.Space
				}
			}
		},
		Stm: func(s *ir.Stm) { m.joins(s) },
	}
	w.Fun(f)
	for _, p := range f.Params {
		if p.At != nil && !p.Unique {
			m.kept.Add(p.At.Block)
		}
	}
	return m
}

// class is the name that stands for the blocks that n may be.
func (m *memory) class(n name.Name) name.Name {
	for {
		up, ok := m.same[n]
		if !ok {
			return n
		}
		n = up
	}
}

func (m *memory) join(a, b name.Name) {
	if x, y := m.class(a), m.class(b); x != y {
		m.same[x] = y
	}
}

// joins joins the blocks that s binds with those that they may be.
func (m *memory) joins(s *ir.Stm) {
	pairs := func(ps []ir.Param, as []ir.Atom) {
		for i, p := range ps {
			if p.Type.IsBlock() && i < len(as) {
				m.join(p.Name, as[i].Name)
			}
		}
	}
	switch e := s.Exp.(type) {
	case *ir.Use:
		pairs(s.Pat, []ir.Atom{e.X})
	case *ir.If:
		pairs(s.Pat, e.Then.Result)
		pairs(s.Pat, e.Else.Result)
	case *ir.Loop:
		pairs(e.Params, e.Inits)
		pairs(e.Params, e.Body.Result)
		for i, p := range s.Pat {
			if p.Type.IsBlock() {
				m.join(p.Name, e.Params[i].Name)
			}
		}
	case *ir.Call:
		for _, p := range s.Pat {
			if !p.Type.IsBlock() {
				continue
			}
			for _, a := range e.Args {
				if a.IsVar() && m.isBlock(a.Name) {
					m.join(p.Name, a.Name)
				}
			}
		}
	}
}

// isBlock reports whether an argument may be a block: anything that is not
// known to be an array.
func (m *memory) isBlock(n name.Name) bool { return m.arrays[n] == nil }

// mayBeWritten reports whether block n is no parameter's that the caller keeps.
func (m *memory) mayBeWritten(n name.Name) bool {
	class := m.class(n)
	for k := range m.kept {
		if m.class(k) == class {
			return false
		}
	}
	return true
}
