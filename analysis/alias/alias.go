// Package alias tells which arrays and blocks of a program may be the same memory.
//
// Before memory is introduced, arrays share elements where one is a view of the other,
// or lies in its place after an update. Classes divides the arrays of a program, or of
// a body, by that.
//
// At mem, each array names a block and an index function. Memory tells where the arrays
// of a function lie, and which blocks a name of a block may stand for: an if, a loop or
// a call returns blocks, so one name may stand for several. A Flow is more precise
// within one body: it tells which of the blocks that one run of the body allocates a
// name may stand for.
//
// All answers are approximations from above: what is not said to share memory does not.
package alias

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
)

// Analysis computes the Memory of a function.
var Analysis = &analysis.Analysis[*ir.Fun, *Memory]{Name: "alias", Run: Of}

// Memory is where the arrays of a function at mem lie.
//
// A block is made by an allocation, is a parameter of the function, or is returned by a
// call: such a block is a ground. Every other name of a block stands for one of several
// grounds, which is decided as the program runs.
type Memory struct {
	arrays map[name.Name]*ir.Param   // by name; the binder itself
	spaces map[name.Name]ir.Space    // of blocks
	comes  map[name.Name][]name.Name // of a block: what else its name may stand for
	made   map[name.Name][]name.Name // of an array that control joins: the arrays that it may be
	// grounds are those of blocks, where asked before.
	grounds map[name.Name][]name.Name
	kept    ir.Names // blocks of parameters that the caller keeps
	passed  ir.Names // blocks that are operands or results as such
	// number counts binders in the order of the text, and bodies has the numbers of the
	// first binder in a body and of the first one after it.
	number map[name.Name]int
	bodies map[*ir.Body][2]int
}

// Anywhere stands for all blocks.
var Anywhere = name.Name{}

// maxGrounds bounds how many blocks a name may stand for; more is Anywhere.
const maxGrounds = 32

// Of computes the Memory of f.
func Of(f *ir.Fun) *Memory {
	m := newMemory()
	m.walker().Params(f.Params)
	m.walker().Params(f.Results)
	m.body(f.Body)
	for _, p := range f.Params {
		if p.At != nil && !p.Unique {
			m.kept.Add(p.At.Block)
		}
	}
	return m
}

// In computes the Memory of one body. Blocks from outside are grounds, and nothing is
// known of arrays from outside.
func In(b *ir.Body) *Memory {
	m := newMemory()
	m.body(b)
	return m
}

func newMemory() *Memory {
	return &Memory{
		arrays: map[name.Name]*ir.Param{}, spaces: map[name.Name]ir.Space{},
		comes: map[name.Name][]name.Name{}, made: map[name.Name][]name.Name{},
		grounds: map[name.Name][]name.Name{}, kept: ir.Names{}, passed: ir.Names{},
		number: map[name.Name]int{}, bodies: map[*ir.Body][2]int{},
	}
}

// body enters what a body binds and passes on.
func (m *Memory) body(b *ir.Body) {
	m.walker().InBody(b)
	pass := func(a *ir.Atom) {
		if m.IsBlock(a.Name) {
			m.passed.Add(a.Name)
		}
	}
	(&ir.Walker{Atom: pass}).InBody(b)
}

func (m *Memory) walker() *ir.Walker {
	w := &ir.Walker{Binders: m.locate, Stm: func(s *ir.Stm) {
		m.joins(s)
		m.operators(s.Exp)
	}}
	w.Bind = func(n *name.Name) { m.number[*n] = len(m.number) }
	inside := map[*ir.Body]bool{}
	w.Body = func(b *ir.Body) bool {
		if inside[b] {
			return true
		}
		inside[b] = true
		first := len(m.number)
		w.InBody(b)
		m.bodies[b] = [2]int{first, len(m.number)}
		return false
	}
	return w
}

// Add enters a statement that a pass added to the function. It is in no body that a
// Flow knows of.
func (m *Memory) Add(s *ir.Stm) { m.walker().InStm(s) }

// locate records where arrays lie and which names are blocks.
func (m *Memory) locate(ps []ir.Param) {
	for i := range ps {
		if p := &ps[i]; p.At != nil {
			m.arrays[p.Name] = p
		} else if p.Type.IsBlock() {
			m.spaces[p.Name] = p.Type.Space
		}
	}
}

// Relocate enters binders whose addresses have changed.
func (m *Memory) Relocate(ps []ir.Param) { m.locate(ps) }

// joins records what the blocks and arrays that s binds may stand for.
func (m *Memory) joins(s *ir.Stm) {
	switch s.Exp.(type) {
	case *ir.Alloc:
		return
	case *ir.If, *ir.Loop, *ir.Use:
		ops.Joins(s, nil, func(p ir.Param, x ir.Atom) {
			switch {
			case !x.IsVar():
			case p.Type.IsBlock():
				m.comes[p.Name] = append(m.comes[p.Name], x.Name)
			case p.At != nil:
				m.made[p.Name] = append(m.made[p.Name], x.Name)
			}
		})
		return
	}
	// A block of a call, or of an operation that only a plugin knows, is a new one or
	// one of those that it is given.
	var given []name.Name
	for i, p := range s.Pat {
		if !p.Type.IsBlock() {
			continue
		}
		if given == nil {
			given = m.blocksIn(s.Exp)
		}
		m.comes[s.Pat[i].Name] = append([]name.Name{p.Name}, given...)
	}
}

// blocksIn lists the blocks that e uses by name, and what is bound outside of what m
// knows and so may be a block.
func (m *Memory) blocksIn(e ir.Exp) []name.Name {
	out := []name.Name{}
	for n := range ir.FreeInExp(e) {
		if _, known := m.number[n]; m.IsBlock(n) || !known {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, name.Compare)
	return out
}

// operators: what an operator of a reduction, scan or histogram is given may lie
// anywhere.
func (m *Memory) operators(e ir.Exp) {
	k := ops.KernelOf(e)
	if k == nil {
		return
	}
	for _, op := range k.Operators() {
		for _, p := range op.Params {
			if p.Type.IsBlock() {
				m.comes[p.Name] = []name.Name{Anywhere}
			}
		}
	}
}

// Array is the binder of n, an array in memory, or nil. A pass that moves the array
// changes the binder.
func (m *Memory) Array(n name.Name) *ir.Param { return m.arrays[n] }

// IsBlock reports whether n is a block.
func (m *Memory) IsBlock(n name.Name) bool {
	_, isBlock := m.spaces[n]
	return isBlock
}

// Space is where block n lies.
func (m *Memory) Space(n name.Name) ir.Space { return m.spaces[n] }

// BlockOf is the block that n is, or in which it lies if it is an array; false of
// everything else.
func (m *Memory) BlockOf(n name.Name) (name.Name, bool) {
	if p := m.arrays[n]; p != nil {
		return p.At.Block, true
	}
	return n, m.IsBlock(n)
}

// Grounds are the blocks that b may stand for: at least one, and only Anywhere if they
// are not known.
func (m *Memory) Grounds(b name.Name) []name.Name {
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
	if len(found) == 0 || len(found) > maxGrounds || slices.Contains(found, Anywhere) {
		found = []name.Name{Anywhere}
	}
	m.grounds[b] = found
	return found
}

// MayBe reports whether blocks a and b may be one, at some time of a run.
func (m *Memory) MayBe(a, b name.Name) bool {
	if a == b {
		return true
	}
	as, bs := m.Grounds(a), m.Grounds(b)
	if as[0] == Anywhere || bs[0] == Anywhere {
		return true
	}
	return slices.ContainsFunc(as, func(g name.Name) bool { return slices.Contains(bs, g) })
}

// Origins are the arrays that array n may be, where an if or a loop decides which;
// none where n is not bound by one of those, or the block is the same for all.
func (m *Memory) Origins(n name.Name) []name.Name {
	if p := m.arrays[n]; p == nil || len(m.comes[p.At.Block]) == 0 {
		return nil
	}
	return m.made[n]
}

// MayBeWritten reports whether block n is no parameter's that the caller keeps.
func (m *Memory) MayBeWritten(n name.Name) bool {
	return !slices.ContainsFunc(m.Grounds(n), func(g name.Name) bool { return g == Anywhere || m.kept.Has(g) })
}

// IsPassed reports whether block b is an operand or a result as such, so that other
// names may stand for it.
func (m *Memory) IsPassed(b name.Name) bool { return m.passed.Has(b) }
