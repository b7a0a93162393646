package hist

import (
	"slices"

	"github.com/lamina-lang/lamina/analysis/operator"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/emit"
)

// cells is how bins that many threads update are represented. Components that combine
// independently, each by one scalar operator, are arrays of their own, with elements wide
// enough for atomic operations: integers of 8 and 16 bits are held in 32. Otherwise a bin is
// one word of 32 or 64 bits that packs all components, and an update is a loop around
// compare-and-swap of the word.
//
// If the components do not fit into a word, but the operator selects one of its operands whole, as
// an arg-max does, a bin holds the number of the update that was selected so far, and -1 before
// the first. Its values are computed again where they are compared.
type cells struct {
	op    ir.HistOp
	of    *hist         // the histogram whose updates the bins number; nil if they hold values
	elems []scalar.Type // of the bins' components
	known []*ir.Prim    // the operators of the components, if each has one of its own
	prims []*ir.Prim    // these as well; nil if updates compare and swap
	held  []scalar.Type // element types of the arrays
}

// cellsOf returns the representation for the bins of h, whose components are scalars; false if
// there is none.
func cellsOf(e *emit.Emitter, h *hist) (*cells, bool) {
	op := h.op
	c := &cells{op: op}
	bits := 0
	for _, d := range op.Dests {
		t := e.Arrays[d].Type.Elem
		c.elems = append(c.elems, t)
		bits += 8 * t.Size()
	}
	if prims, ok := operator.InAnyOrder(op.Operator, e.Target.Math); ok {
		c.known = prims
		for _, p := range prims {
			t, ok := heldIn(p.Type)
			if !ok {
				break
			}
			c.held = append(c.held, t)
		}
		if len(c.held) == len(prims) {
			c.prims = prims
			return c, true
		}
	}
	c.held = nil
	for _, x := range op.Neutral {
		if _, isArray := e.Arrays[x.Name]; isArray && x.IsVar() {
			return nil, false
		}
	}
	switch {
	case len(c.elems) == 1 && c.elems[0].IsInt() && bits >= 32:
		c.held = c.elems
	case bits <= 32:
		c.held = []scalar.Type{scalar.U32}
	case bits <= 64:
		c.held = []scalar.Type{scalar.U64}
	case selects(h.body) && emit.BarrierSafe(h.body) && operator.SelectsWhole(op.Operator, e.Names):
		c.of, c.held = h, []scalar.Type{scalar.I64}
	default:
		return nil, false
	}
	return c, true
}

// heldIn returns the type in which components of type t are updated by atomic operations;
// false for f16, whose sums would round otherwise.
func heldIn(t scalar.Type) (scalar.Type, bool) {
	switch {
	case t == scalar.F16:
		return t, false
	case t.Size() >= 4:
		return t, true
	case t.IsInt() && t.Unsigned() != t:
		return scalar.I32, true
	}
	return scalar.U32, true
}

// bytes returns the size of a bin.
func (c *cells) bytes() int64 {
	n := int64(0)
	for _, t := range c.held {
		n += int64(t.Size())
	}
	return n
}

// direct reports whether the destination arrays can be updated in place.
func (c *cells) direct() bool {
	return c.of == nil && slices.Equal(c.elems, c.held)
}

// destinations returns the destination arrays as places of cells.
func (c *cells) destinations(e *emit.Emitter) []emit.Place {
	var out []emit.Place
	for i, d := range c.op.Dests {
		p := e.PlaceOf(d)
		p.Elem = c.held[i]
		out = append(out, p)
	}
	return out
}

// blocks returns row-major places of the given dimensions in fresh blocks.
func (c *cells) blocks(e *emit.Emitter, base string, dims []ir.Atom) []emit.Place {
	var out []emit.Place
	for _, t := range c.held {
		out = append(out, emit.Place{Elem: t, Block: e.Names.Fresh(base), Index: lmad.RowMajor(ir.Polys(dims))})
	}
	return out
}

// neutral returns the neutral element. That of rows is known by their operator alone.
func (c *cells) neutral(e *emit.Emitter) []emit.Operand {
	if c.known == nil {
		return e.Operands(c.op.Neutral)
	}
	var out []emit.Operand
	for _, p := range c.known {
		x, _ := p.Fn.Neutral(p.Type)
		out = append(out, emit.Operand{X: &imp.Const{Value: x}, Type: ir.ScalarOf(p.Type)})
	}
	return out
}

// empty returns the contents of a bin that has had no update.
func (c *cells) empty(e *emit.Emitter) []imp.Expr {
	if c.of != nil {
		return []imp.Expr{imp.Int(-1)}
	}
	return c.encode(e, c.neutral(e))
}

// unlessNeutral emits body for bins whose contents are not those of the neutral element: the
// others may have had no update.
func (c *cells) unlessNeutral(e *emit.Emitter, held []imp.Expr, body func(e *emit.Emitter)) {
	var differs imp.Expr
	for i, x := range c.empty(e) {
		d := &imp.Prim{Fn: scalar.Ne, Type: c.held[i], Args: []imp.Expr{held[i], x}}
		if differs == nil {
			differs = d
		} else {
			differs = &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{differs, d}}
		}
	}
	in := e.Inner()
	body(in)
	e.Add(&imp.If{Cond: differs, Then: in.Out})
}

// clear stores the neutral element, or that there has been no update.
func (c *cells) clear(e *emit.Emitter, ps []emit.Place, at ...imp.Expr) {
	for i, x := range c.empty(e) {
		e.Store(ps[i], x, at...)
	}
}

// packed reports whether the components share a word.
func (c *cells) packed() bool { return c.prims == nil && !c.direct() }

// encode returns the contents of a bin with the given components.
func (c *cells) encode(e *emit.Emitter, values []emit.Operand) []imp.Expr {
	if c.packed() {
		var word imp.Expr
		shift := int64(0)
		for i, v := range values {
			bits := emit.Converted(pattern(c.elems[i]), c.held[0], bitsOnly(v.X))
			if i == 0 {
				word = bits
			} else {
				word = c.word(scalar.Or, word, c.word(scalar.Shl, bits, &imp.Const{Value: scalar.Int(c.held[0], shift)}))
			}
			shift += int64(8 * c.elems[i].Size())
		}
		return []imp.Expr{word}
	}
	var out []imp.Expr
	for i, v := range values {
		out = append(out, emit.Converted(c.elems[i], c.held[i], v.X))
	}
	return out
}

// decode is the inverse of encode. segment is the index of the bin's histogram.
func (c *cells) decode(e *emit.Emitter, held, segment []imp.Expr) []emit.Operand {
	if c.of != nil {
		return c.of.at(e, append(segment[:len(segment):len(segment)], held[0])).values
	}
	out := make([]emit.Operand, len(c.elems))
	shift := int64(0)
	for i, t := range c.elems {
		var x imp.Expr
		if c.packed() {
			x = held[0]
			if i > 0 {
				x = c.word(scalar.Lshr, x, &imp.Const{Value: scalar.Int(c.held[0], shift)})
			}
			x = fromBits(t, emit.Converted(c.held[0], pattern(t), x))
			shift += int64(8 * t.Size())
		} else {
			x = emit.Converted(c.held[i], t, held[i])
		}
		out[i] = emit.Operand{X: e.Read(e.Declare("old", x)), Type: ir.ScalarOf(t)}
	}
	return out
}

func (c *cells) word(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: c.held[0], Args: []imp.Expr{x, y}}
}

// pattern returns the unsigned type that holds the bits of scalars of type t.
func pattern(t scalar.Type) scalar.Type {
	if t == scalar.Bool {
		return scalar.U8
	}
	return t.Unsigned()
}

// bitsOnly returns a scalar's bits as an unsigned integer of its size; fromBits is the
// inverse.
func bitsOnly(x imp.Expr) imp.Expr {
	t := imp.TypeOf(x)
	if t.IsFloat() {
		return &imp.Prim{Fn: scalar.ToBits, Type: t, Args: []imp.Expr{x}}
	}
	return emit.Converted(t, pattern(t), x)
}

func fromBits(t scalar.Type, x imp.Expr) imp.Expr {
	if t.IsFloat() {
		return &imp.Prim{Fn: scalar.FromBits, Type: t, Args: []imp.Expr{x}}
	}
	return emit.Converted(pattern(t), t, x)
}

// load reads a bin.
func (c *cells) load(e *emit.Emitter, ps []emit.Place, at ...imp.Expr) []imp.Expr {
	var out []imp.Expr
	for _, p := range ps {
		out = append(out, e.Read(e.Declare("held", p.Load(at...))))
	}
	return out
}

// update atomically combines a bin of the histogram that segment indexes with an update.
func (c *cells) update(e *emit.Emitter, ps []emit.Place, u update, segment []imp.Expr, at ...imp.Expr) {
	if c.prims != nil {
		for i, x := range c.encode(e, u.values) {
			e.Add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: c.prims[i].Fn, Block: ps[i].Block, Elem: c.held[i], Index: ps[i].Element(at), X: x})
		}
		return
	}
	index := e.Read(e.Declare("at", ps[0].Element(at)))
	t := c.held[0]
	atomic := func(in *emit.Emitter, a imp.Atomic, base string) name.Name {
		a.Block, a.Elem, a.Index, a.Old = ps[0].Block, t, index, in.Names.Fresh(base)
		in.Scalars[a.Old] = t
		in.Add(&a)
		return a.Old
	}
	// Or with 0 is an atomic load.
	seen := e.Declare("seen", e.Read(atomic(e, imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, X: &imp.Const{Value: scalar.Zero(t)}}, "was")))
	done := e.Declare("done", &imp.Const{Value: scalar.FromBool(false)})
	in, swap := e.Inner(), e.Inner()
	next := c.next(in, in.Read(seen), u, segment)
	in.Add(&imp.Assign{Name: done, X: &imp.Prim{Fn: scalar.Eq, Type: t, Args: []imp.Expr{next, in.Read(seen)}}})
	was := swap.Read(atomic(swap, imp.Atomic{Kind: imp.AtomicCompareExchange, Expected: swap.Read(seen), X: next}, "was"))
	swap.Add(&imp.Assign{Name: done, X: &imp.Prim{Fn: scalar.Eq, Type: t, Args: []imp.Expr{was, swap.Read(seen)}}},
		&imp.Assign{Name: seen, X: was})
	in.Add(&imp.If{Cond: emit.Not(in.Read(done)), Then: swap.Out})
	e.Add(&imp.While{Cond: emit.Not(e.Read(done)), Body: in.Out})
}

// next returns the contents of a bin, so far held, after an update.
func (c *cells) next(e *emit.Emitter, held imp.Expr, u update, segment []imp.Expr) imp.Expr {
	if c.of == nil {
		old := c.decode(e, []imp.Expr{held}, segment)
		return e.Read(e.Declare("next", c.encode(e, e.Apply(c.op.Operator, old, u.values))[0]))
	}
	// The earlier of the two updates is the first operand: among equals, an operator that is not
	// quite commutative selects as it would in the order of the updates.
	next := e.Declare("next", u.number)
	in := e.Inner()
	old := c.decode(in, []imp.Expr{held}, segment)
	earlier := in.Read(in.Declare("earlier", emit.Prim(scalar.Lt, held, u.number)))
	first, second := make([]emit.Operand, len(old)), make([]emit.Operand, len(old))
	for i, o := range old {
		pick := func(x, y imp.Expr) emit.Operand {
			return emit.Operand{X: &imp.Prim{Fn: scalar.Select, Type: c.elems[i], Args: []imp.Expr{earlier, x, y}}, Type: o.Type}
		}
		first[i], second[i] = pick(o.X, u.values[i].X), pick(u.values[i].X, o.X)
	}
	same := imp.Expr(&imp.Const{Value: scalar.FromBool(true)})
	for i, o := range in.Apply(c.op.Operator, first, second) {
		same = emit.And(same, &imp.Prim{Fn: scalar.Eq, Type: pattern(c.elems[i]), Args: []imp.Expr{bitsOnly(o.X), bitsOnly(old[i].X)}})
	}
	keep := in.Inner()
	keep.Add(&imp.Assign{Name: next, X: held})
	in.Add(&imp.If{Cond: same, Then: keep.Out})
	e.Add(&imp.If{Cond: emit.Prim(scalar.Ge, held, imp.Int(0)), Then: in.Out})
	return e.Read(next)
}
