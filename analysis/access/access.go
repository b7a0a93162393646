// Package access tells what statements at mem read and write, as sets of LMADs: an
// update touches the part of its array that it overwrites, a kernel what its body
// touches in all iterations, and a copy between two arrays at one place nothing.
//
// Whoever asks chooses the memory that is of interest (Query.Places), and may see arrays
// at other places than where they lie: a pass asks what a program would touch if an
// array lay elsewhere.
//
// Sets are over-approximations. They are in terms of what is known outside the statement:
// variables that it binds are replaced by their definitions, where these hold in ℤ, and
// indices of loops and kernels by their ranges. Where that cannot be done, an access may
// touch the whole array, or anything.
package access

import (
	"maps"
	"slices"

	"github.com/lamina-lang/lamina/analysis/alias"
	"github.com/lamina-lang/lamina/analysis/facts"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
)

// Query is a question of a pass.
type Query struct {
	Memory *alias.Memory
	Facts  *facts.Base
	// Places tells where in the memory of interest an array may lie, for reading it or
	// for writing it; none where that is of no interest.
	Places func(array *ir.Param, writes bool) []Place
}

// Place is where an array may lie.
type Place struct {
	Index lmad.LMAD
	// View holds the facts known where the answer matters.
	View *facts.View
	// Moved says that the array is to lie there, and does not yet.
	Moved bool
	// Unknown says that the place is in the memory of interest, no more.
	Unknown bool
}

// Access is the part of one array that a statement may touch.
type Access struct {
	What string // for messages
	Place
	All lmad.Summary // in all iterations of what is within the statement
	One lmad.LMAD    // in one of them
	// Local says that the sets are in terms that are known at the view, and perhaps not
	// before.
	Local bool
	// Result is which result of a kernel's iteration this copies to its place, counted
	// from 1, or 0.
	Result int
}

// Stm are the accesses of st.
func (q *Query) Stm(st *ir.Stm) []Access {
	c := &collector{Query: q, inside: BoundIn(st.Exp)}
	c.stm(st)
	for i := range c.found {
		c.found[i].Local = c.local
	}
	return c.found
}

// End are the accesses at the end of an iteration of st, a segmap: what copies its
// results to their places, but for result number skip, and what it scatters. They are in
// terms of the iteration.
func (q *Query) End(st *ir.Stm, skip int) []Access {
	c := &collector{Query: q, inside: ir.Names{}}
	e := st.Exp.(*ir.SegMap)
	c.results(st, e.Space, e.Body, skip)
	for _, d := range e.Writes {
		c.whole(d.Array, true)
	}
	return c.found
}

// Reads are the accesses of whoever reads the whole of some arrays that are bound in st.
func (q *Query) Reads(st *ir.Stm, arrays ...name.Name) []Access {
	c := &collector{Query: q, inside: BoundIn(st.Exp)}
	for _, n := range arrays {
		c.whole(n, false)
	}
	return c.found
}

// PerIteration puts accesses that statements within st make in one iteration over space
// in terms of its indices and of what is known outside st.
func (q *Query) PerIteration(st *ir.Stm, space []ir.SpaceDim, within []Access) []Access {
	c := &collector{Query: q, inside: BoundIn(st.Exp), around: space}
	out := slices.Clone(within)
	for i := range out {
		c.view = out[i].View
		out[i].All = c.knownParts(out[i].All)
	}
	return out
}

// BoundIn are the names bound within an expression.
func BoundIn(e ir.Exp) ir.Names {
	out := ir.Names{}
	w := &ir.Walker{Bind: func(n *name.Name) { out.Add(*n) }}
	w.Exp(e)
	return out
}

// collector collects the accesses of one statement.
type collector struct {
	*Query
	inside ir.Names      // names bound in the statement, or in what is looked at around it
	around []ir.SpaceDim // indices of kernels and loops around
	view   *facts.View   // of the place that is looked at
	local  bool          // definitions were applied that hold where the view looks
	found  []Access
}

func (c *collector) whole(n name.Name, writes bool) {
	c.part("use of", n, writes, func(l lmad.LMAD) lmad.LMAD { return l })
}

// part adds an access to a part of array n.
func (c *collector) part(what string, n name.Name, writes bool, part func(lmad.LMAD) lmad.LMAD) {
	p := c.Memory.Array(n)
	if p == nil {
		return
	}
	for _, at := range c.Places(p, writes) {
		x := Access{What: what + " " + n.Base, Place: at, All: lmad.Top()}
		if !at.Unknown {
			c.view = at.View
			x.One = part(at.Index)
			if x.All = c.expand(x.One); x.All.IsTop() {
				x.All = c.expand(at.Index)
			}
		}
		c.found = append(c.found, x)
	}
}

// operands adds every array that st uses from outside as a whole.
func (c *collector) operands(st *ir.Stm) {
	for _, n := range slices.SortedFunc(maps.Keys(ir.FreeInExp(st.Exp)), name.Compare) {
		c.whole(n, false)
	}
}

// copies reports whether array x is copied to the given part of array y, rather than
// lying there.
func (c *collector) copies(x name.Name, y *ir.Param, part func(lmad.LMAD) lmad.LMAD) bool {
	from := c.Memory.Array(x)
	return from == nil || y == nil || from.At.Block != y.At.Block || !Same(c.Facts, from.At.Index, part(y.At.Index))
}
