package shortcircuit

import (
	"maps"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A proof may need arithmetic of the program to be exact that could wrap as far
// as one can tell, such as the q·b in n = q·b + 1. Then the program checks it,
// and chooses: the source's block is the destination's if the arithmetic was
// exact, else a block of its own, as large as the destination's, so that the same
// index functions do for both. The copy at the point stays, and moves nothing
// when both are one.
//
// What is built in the chosen block later may rely on the arithmetic, too, where
// it meets the destination's block by its old name: when that is another block,
// they do not meet.

// canChoose reports whether a block like the destination's can be allocated.
func (a *attempt) canChoose() bool {
	return a.at != nil && a.alloc != a.creation && a.parts == nil && a.chosen[a.point.block] == nil && a.destination() != nil
}

// destination is the array that fills the destination's block, as far as the
// point knows.
func (a *attempt) destination() *ir.Param {
	p := &a.at.stm.Pat[0]
	if p.At == nil || p.At.Block != a.point.block || !p.At.Index.IsRowMajor() {
		return nil
	}
	for _, d := range p.Type.Dims {
		if d.IsVar() {
			if at := a.defined(d.Name, a.in); at != nil && !a.in.isBefore(at, a.creation) {
				return nil
			}
		}
	}
	return p
}

// choose adds the check and the choice, and returns the name of the block chosen.
func (a *attempt) choose() name.Name {
	b := ir.NewBuilder(a.unit.IR.Names)
	b.Pos = a.pos
	exact := a.exactly(b)
	p := a.destination()
	bytes := ir.Size(int64(p.Type.Elem.Size()))
	for _, d := range p.Type.Dims {
		bytes = b.Prim("bytes", scalar.MulSat, scalar.I64, bytes, d)
	}
	space := a.Space(a.point.block)
	block := b.Names.Like(a.block)
	other := b.Inner()
	fresh := other.Let(a.block.Base, ir.BlockIn(space), &ir.Alloc{Bytes: bytes, Space: space})
	choice := &ir.If{Cond: exact, Then: &ir.Body{Result: []ir.Atom{ir.Var(a.point.block)}}, Else: other.Body(fresh)}
	b.Bind([]ir.Param{{Name: block, Type: ir.BlockIn(space)}}, choice)
	for _, st := range b.Stms() {
		a.introduce(st, a.creation)
	}
	a.unit.Remark(a.pos, "the program allocates %s: only if arithmetic of its place wraps", a.block.Base)
	a.Pass(a.point.block)
	a.chosen[block] = a.view.Assumed()
	return block
}

// maxNamed bounds how many of the assumptions are told.
const maxNamed = 3

// assumptions names the arithmetic that must be exact, for people.
func (a *attempt) assumptions() string {
	var out []string
	for _, n := range slices.SortedFunc(maps.Keys(a.view.Assumed()), name.Compare) {
		d, _ := a.Definition(n)
		if text := d.Format(func(v name.Name) string { return v.Base }); !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	if len(out) > maxNamed {
		out = append(out[:maxNamed], "what follows from it")
	}
	return strings.Join(out, " or ")
}

// exactly computes whether all that was assumed to be exact was.
func (a *attempt) exactly(b *ir.Builder) ir.Atom {
	all := ir.Const(scalar.FromBool(true))
	checked := ir.Names{}
	require := func(cond ir.Atom) {
		if !all.IsVar() {
			all = cond
			return
		}
		all = b.Prim("exact", scalar.And, scalar.Bool, all, cond)
	}
	// With 2^62 added, what lies in [-2^62, 2^62) is not negative.
	small := func(x ir.Atom) {
		if !x.IsVar() || checked.Has(x.Name) {
			return
		}
		checked.Add(x.Name)
		up := b.Prim("up", scalar.Add, scalar.I64, x, ir.Size(1<<62))
		require(b.Prim("small", scalar.Le, scalar.I64, ir.Size(0), up))
	}
	for _, n := range slices.SortedFunc(maps.Keys(a.view.Assumed()), name.Compare) {
		e := a.Def(n).(*ir.Prim)
		if e.Fn != scalar.Mul {
			for _, x := range e.Args {
				small(x)
			}
			continue
		}
		// mulsat takes negative numbers for 0, so |x|·|y| it is.
		x, y := b.Prim("abs", scalar.Abs, scalar.I64, e.Args[0]), b.Prim("abs", scalar.Abs, scalar.I64, e.Args[1])
		small(e.Args[0])
		small(e.Args[1])
		product := b.Prim("product", scalar.MulSat, scalar.I64, x, y)
		require(b.Prim("small", scalar.Lt, scalar.I64, product, ir.Size(1<<62)))
	}
	return all
}

// introduce puts a new statement before node m.
func (s *shortcircuiter) introduce(st *ir.Stm, m *node) *node {
	n := &node{stm: st}
	m.in.insert(n, m)
	s.adoptNew(n)
	return n
}

// adoptNew makes a new statement known to the function's knowledge.
func (s *shortcircuiter) adoptNew(n *node) {
	for _, p := range n.stm.Pat {
		s.definers[p.Name] = n
	}
	s.Add(n.stm)
	w := &ir.Walker{Stm: func(st *ir.Stm) {
		switch e := st.Exp.(type) {
		case *ir.Prim, *ir.Convert, *ir.Use:
			s.Define(st.Pat[0].Name, e)
		}
	}}
	w.InStm(n.stm)
	s.touch(n, n.next)
}
