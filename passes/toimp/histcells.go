package toimp

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/passes/toimp/internal/operator"
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
func (e *emitter) cellsOf(h *hist) (*cells, bool) {
	op := h.op
	c := &cells{op: op}
	bits := 0
	for _, d := range op.Dests {
		t := e.arrays[d].Type.Elem
		c.elems = append(c.elems, t)
		bits += 8 * t.Size()
	}
	if prims, ok := operator.InAnyOrder(op.Operator, e.target.Math); ok {
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
		if _, isArray := e.arrays[x.Name]; isArray && x.IsVar() {
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
	case selects(h.body) && barrierSafe(h.body) && operator.SelectsWhole(op.Operator, e.names):
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
func (c *cells) destinations(e *emitter) []place {
	var out []place
	for i, d := range c.op.Dests {
		p := e.placeOf(d)
		p.Elem = c.held[i]
		out = append(out, p)
	}
	return out
}

// blocks returns row-major places of the given dimensions in fresh blocks.
func (c *cells) blocks(e *emitter, base string, dims []ir.Atom) []place {
	var out []place
	for _, t := range c.held {
		out = append(out, place{t, e.names.Fresh(base), lmad.RowMajor(ir.Polys(dims))})
	}
	return out
}

// neutral returns the neutral element. That of rows is known by their operator alone.
func (c *cells) neutral(e *emitter) []operand {
	if c.known == nil {
		return e.operands(c.op.Neutral)
	}
	var out []operand
	for _, p := range c.known {
		x, _ := p.Fn.Neutral(p.Type)
		out = append(out, operand{X: &imp.Const{Value: x}, Type: ir.ScalarOf(p.Type)})
	}
	return out
}

// empty returns the contents of a bin that has had no update.
func (c *cells) empty(e *emitter) []imp.Expr {
	if c.of != nil {
		return []imp.Expr{imp.Int(-1)}
	}
	return c.encode(e, c.neutral(e))
}

// unlessNeutral emits body for bins whose contents are not those of the neutral element: the
// others may have had no update.
func (c *cells) unlessNeutral(e *emitter, held []imp.Expr, body func(e *emitter)) {
	var differs imp.Expr
	for i, x := range c.empty(e) {
		d := &imp.Prim{Fn: scalar.Ne, Type: c.held[i], Args: []imp.Expr{held[i], x}}
		if differs == nil {
			differs = d
		} else {
			differs = &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{differs, d}}
		}
	}
	in := e.inner()
	body(in)
	e.add(&imp.If{Cond: differs, Then: in.out})
}

// clear stores the neutral element, or that there has been no update.
func (c *cells) clear(e *emitter, ps []place, at ...imp.Expr) {
	for i, x := range c.empty(e) {
		e.store(ps[i], x, at...)
	}
}

// packed reports whether the components share a word.
func (c *cells) packed() bool { return c.prims == nil && !c.direct() }

// encode returns the contents of a bin with the given components.
func (c *cells) encode(e *emitter, values []operand) []imp.Expr {
	if c.packed() {
		var word imp.Expr
		shift := int64(0)
		for i, v := range values {
			bits := converted(pattern(c.elems[i]), c.held[0], bitsOnly(v.X))
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
		out = append(out, converted(c.elems[i], c.held[i], v.X))
	}
	return out
}

// decode is the inverse of encode. segment is the index of the bin's histogram.
func (c *cells) decode(e *emitter, held, segment []imp.Expr) []operand {
	if c.of != nil {
		return c.of.at(e, append(segment[:len(segment):len(segment)], held[0])).values
	}
	out := make([]operand, len(c.elems))
	shift := int64(0)
	for i, t := range c.elems {
		var x imp.Expr
		if c.packed() {
			x = held[0]
			if i > 0 {
				x = c.word(scalar.Lshr, x, &imp.Const{Value: scalar.Int(c.held[0], shift)})
			}
			x = fromBits(t, converted(c.held[0], pattern(t), x))
			shift += int64(8 * t.Size())
		} else {
			x = converted(c.held[i], t, held[i])
		}
		out[i] = operand{X: e.read(e.declare("old", x)), Type: ir.ScalarOf(t)}
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
	return converted(t, pattern(t), x)
}

func fromBits(t scalar.Type, x imp.Expr) imp.Expr {
	if t.IsFloat() {
		return &imp.Prim{Fn: scalar.FromBits, Type: t, Args: []imp.Expr{x}}
	}
	return converted(pattern(t), t, x)
}

// load reads a bin.
func (c *cells) load(e *emitter, ps []place, at ...imp.Expr) []imp.Expr {
	var out []imp.Expr
	for _, p := range ps {
		out = append(out, e.read(e.declare("held", p.load(at...))))
	}
	return out
}

// update atomically combines a bin of the histogram that segment indexes with an update.
func (c *cells) update(e *emitter, ps []place, u update, segment []imp.Expr, at ...imp.Expr) {
	if c.prims != nil {
		for i, x := range c.encode(e, u.values) {
			e.add(&imp.Atomic{Kind: imp.AtomicUpdate, Fn: c.prims[i].Fn, Block: ps[i].Block, Elem: c.held[i], Index: ps[i].element(at), X: x})
		}
		return
	}
	index := e.read(e.declare("at", ps[0].element(at)))
	t := c.held[0]
	atomic := func(in *emitter, a imp.Atomic, base string) name.Name {
		a.Block, a.Elem, a.Index, a.Old = ps[0].Block, t, index, in.names.Fresh(base)
		in.scalars[a.Old] = t
		in.add(&a)
		return a.Old
	}
	// Or with 0 is an atomic load.
	seen := e.declare("seen", e.read(atomic(e, imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, X: &imp.Const{Value: scalar.Zero(t)}}, "was")))
	done := e.declare("done", &imp.Const{Value: scalar.FromBool(false)})
	in, swap := e.inner(), e.inner()
	next := c.next(in, in.read(seen), u, segment)
	in.add(&imp.Assign{Name: done, X: &imp.Prim{Fn: scalar.Eq, Type: t, Args: []imp.Expr{next, in.read(seen)}}})
	was := swap.read(atomic(swap, imp.Atomic{Kind: imp.AtomicCompareExchange, Expected: swap.read(seen), X: next}, "was"))
	swap.add(&imp.Assign{Name: done, X: &imp.Prim{Fn: scalar.Eq, Type: t, Args: []imp.Expr{was, swap.read(seen)}}},
		&imp.Assign{Name: seen, X: was})
	in.add(&imp.If{Cond: not(in.read(done)), Then: swap.out})
	e.add(&imp.While{Cond: not(e.read(done)), Body: in.out})
}

// next returns the contents of a bin, so far held, after an update.
func (c *cells) next(e *emitter, held imp.Expr, u update, segment []imp.Expr) imp.Expr {
	if c.of == nil {
		old := c.decode(e, []imp.Expr{held}, segment)
		return e.read(e.declare("next", c.encode(e, e.apply(c.op.Operator, old, u.values))[0]))
	}
	// The earlier of the two updates is the first operand: among equals, an operator that is not
	// quite commutative selects as it would in the order of the updates.
	next := e.declare("next", u.number)
	in := e.inner()
	old := c.decode(in, []imp.Expr{held}, segment)
	earlier := in.read(in.declare("earlier", prim(scalar.Lt, held, u.number)))
	first, second := make([]operand, len(old)), make([]operand, len(old))
	for i, o := range old {
		pick := func(x, y imp.Expr) operand {
			return operand{X: &imp.Prim{Fn: scalar.Select, Type: c.elems[i], Args: []imp.Expr{earlier, x, y}}, Type: o.Type}
		}
		first[i], second[i] = pick(o.X, u.values[i].X), pick(u.values[i].X, o.X)
	}
	same := imp.Expr(&imp.Const{Value: scalar.FromBool(true)})
	for i, o := range in.apply(c.op.Operator, first, second) {
		same = and(same, &imp.Prim{Fn: scalar.Eq, Type: pattern(c.elems[i]), Args: []imp.Expr{bitsOnly(o.X), bitsOnly(old[i].X)}})
	}
	keep := in.inner()
	keep.add(&imp.Assign{Name: next, X: held})
	in.add(&imp.If{Cond: same, Then: keep.out})
	e.add(&imp.If{Cond: prim(scalar.Ge, held, imp.Int(0)), Then: in.out})
	return e.read(next)
}
