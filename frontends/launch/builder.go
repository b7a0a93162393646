// Package launch is what front ends whose programs prescribe kernels make launches with: loops over
// the groups of a launch and the work-items of a group, in which more iterations than work-items
// take turns (builder.go); the barriers that a group needs, derived from what its work-items touch
// (barriers.go); index functions of a group's memory with which the work-items of a warp do not
// wait for one bank (banks.go); and subscripts as polynomials, whose divisions the prover takes
// away (indices.go).
package launch

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// DefaultLocal is the size of groups whose local loops have no constant counts, and the most that
// loops with constant counts get by themselves.
const DefaultLocal = 256

// Builder collects the statements of a function.
type Builder struct {
	Names  *name.Supply
	Out    []imp.Stm
	Kernel *Kernel // the launch that is being emitted, or nil
	Indices
}

// Kernel is a launch that is being emitted.
type Kernel struct {
	Local  int64 // work-items of a group
	Shared []imp.Shared
	Hidden map[name.Name]bool      // blocks of which each work-item has its own, or its own part
	Varies map[name.Name]bool      // variables that may differ between work-items or rounds
	Loops  map[imp.Stm]bool        // loops and branches at group level, in which barriers may stand
	Units  map[imp.Stm]int         // statements that belong to one local loop have one number
	Stores map[*imp.Store]*Written // stores to visible blocks
}

// NewKernel returns a launch of groups of the given size, without statements.
func NewKernel(local int64) *Kernel {
	return &Kernel{
		Local: local, Hidden: map[name.Name]bool{}, Varies: map[name.Name]bool{}, Loops: map[imp.Stm]bool{},
		Units: map[imp.Stm]int{}, Stores: map[*imp.Store]*Written{},
	}
}

// Add appends a statement.
func (b *Builder) Add(s imp.Stm) { b.Out = append(b.Out, s) }

// Inner emits statements of an inner list, whose facts are forgotten after it.
func (b *Builder) Inner(emit func()) []imp.Stm {
	before, mark := b.Out, b.Mark()
	b.Out = nil
	emit()
	list := b.Out
	b.Out = before
	b.Reset(mark)
	return list
}

// Declare makes a variable with a value.
func (b *Builder) Declare(base string, value imp.Expr) name.Name {
	v := b.Names.Fresh(base)
	b.Add(&imp.Declare{Name: v, Type: imp.TypeOf(value), Init: value})
	return v
}

// ResultSize returns the size of a result of f as an expression that an entry point may have: a
// constant, a parameter of f, or a result of its own, which is added to f and assigned n.
func (b *Builder) ResultSize(f *imp.Fun, n sym.Poly) imp.Expr {
	if c, ok := n.AsConst(); ok {
		return imp.Int(c)
	}
	if v, ok := n.AsVar(); ok {
		for _, p := range f.Params {
			if p.Name == v {
				return imp.IntVar(v)
			}
		}
	}
	size := b.Names.Fresh("size")
	f.Results = append(f.Results, imp.Param{Name: size, Type: imp.Type{Elem: scalar.I64}})
	b.Add(&imp.Assign{Name: size, X: imp.Poly(n)})
	return imp.IntVar(size)
}

// Groups emits the share of a group in n iterations: one, whose index becomes i; or, of a
// prescribed number of groups, every so manyth. It returns the number of groups.
func (b *Builder) Groups(n sym.Poly, i name.Name, prescribed int64, body func(index sym.Poly)) imp.Expr {
	if prescribed == 0 {
		b.Add(&imp.Declare{Name: i, Type: scalar.I64, Init: &imp.ID{Kind: imp.GroupID}})
		body(sym.Var(i))
		return imp.Poly(n)
	}
	id := b.Declare("group", &imp.ID{Kind: imp.GroupID})
	s := b.strided(n, id, prescribed, body)
	b.Kernel.Loops[s] = true
	b.Add(s)
	return imp.Int(prescribed)
}

// strided is a loop over the indices id, id + steps, and so on below n.
func (b *Builder) strided(n sym.Poly, id name.Name, steps int64, body func(sym.Poly)) *imp.For {
	round := b.Names.Fresh("round")
	first := imp.Poly(n.Add(sym.Const(steps - 1)).Sub(sym.Var(id)))
	s := &imp.For{Index: round, Type: scalar.I64, Bound: &imp.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []imp.Expr{first, imp.Int(steps)}}}
	s.Body = b.Inner(func() { body(sym.Var(round).Scale(steps).Add(sym.Var(id))) })
	return s
}

// Items emits a loop over the work-items of a group: work-item l takes iterations l, l + the
// group's size, and so on.
func (b *Builder) Items(n sym.Poly, i name.Name, body func(index sym.Poly)) {
	b.Share(n, i, &imp.ID{Kind: imp.LocalID}, b.Kernel.Local, body)
}

// Share emits the share of one of size work-items, whose number is id, in n iterations: every
// size-th, from id on.
func (b *Builder) Share(n sym.Poly, i name.Name, id imp.Expr, size int64, body func(index sym.Poly)) {
	from := len(b.Out)
	count, known := n.AsConst()
	if known && count <= size {
		b.Add(&imp.Declare{Name: i, Type: scalar.I64, Init: id})
		list := b.Inner(func() { body(sym.Var(i)) })
		if count < size {
			below := &imp.Prim{Fn: scalar.Lt, Type: scalar.I64, Args: []imp.Expr{imp.IntVar(i), imp.Int(count)}}
			list = []imp.Stm{&imp.If{Cond: below, Then: list}}
		}
		b.Out = append(b.Out, list...)
	} else {
		own := b.Declare("local", id)
		if known && count%size == 0 {
			round := b.Names.Fresh("round")
			s := &imp.For{Index: round, Type: scalar.I64, Bound: imp.Int(count / size)}
			s.Body = b.Inner(func() { body(sym.Var(round).Scale(size).Add(sym.Var(own))) })
			b.Add(s)
		} else {
			b.Add(b.strided(n, own, size, body))
		}
	}
	b.Kernel.Unit(b.Out[from:])
}
