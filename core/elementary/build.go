package elementary

import (
	"fmt"
	"math"
	"slices"
)

// builder records a program while Go code computes with the types below. It
// eliminates common subexpressions within a block and its enclosing blocks.
type builder struct {
	cur    *Block
	scopes []map[key]*Node // from the outermost block inwards
	count  int
}

// key tells operations apart.
type key struct {
	op      Op
	imm     uint64
	a, b, c *Node
}

// F, I and M are a float, an integer and a mask of the program being recorded. A
// constant has no builder; an operation needs at least one operand with a builder.
type (
	F struct {
		n *Node
		b *builder
	}
	I struct {
		n *Node
		b *builder
	}
	M struct {
		n *Node
		b *builder
	}
)

// record makes the program that f computes.
func record(name string, params int, f func(x []F) F) *Program {
	b := &builder{}
	body := b.block(func() []F {
		xs := make([]F, params)
		for i := range xs {
			xs[i] = F{b.node(Param, Float, uint64(i)), b}
		}
		return []F{f(xs)}
	})
	p := &Program{Name: name, Params: params, Body: body, Size: b.count}
	p.prune()
	p.flatten()
	return p
}

// block records what f computes as a block inside the one at hand.
func (b *builder) block(f func() []F) *Block {
	outer := b.cur
	block := &Block{}
	b.cur, b.scopes = block, append(b.scopes, map[key]*Node{})
	for _, r := range f() {
		block.Results = append(block.Results, b.own(r.n))
	}
	b.cur, b.scopes = outer, b.scopes[:len(b.scopes)-1]
	return block
}

func (b *builder) node(op Op, kind Kind, imm uint64, args ...*Node) *Node {
	k := key{op: op, imm: imm}
	for i, to := range []**Node{&k.a, &k.b, &k.c}[:len(args)] {
		args[i] = b.own(args[i])
		*to = args[i]
	}
	if op != If && op != Guard {
		for _, scope := range b.scopes {
			if n := scope[k]; n != nil && n.Kind == kind {
				return n
			}
		}
	}
	n := &Node{Op: op, Kind: kind, Args: args, Imm: imm, ID: b.count}
	b.count++
	b.cur.Nodes = append(b.cur.Nodes, n)
	b.scopes[len(b.scopes)-1][k] = n
	return n
}

// own adds a constant to the program.
func (b *builder) own(a *Node) *Node {
	if a.Op != Const || a.ID >= 0 {
		return a
	}
	return b.node(Const, a.Kind, a.Imm)
}

func constant(kind Kind, bits uint64) *Node { return &Node{Op: Const, Kind: kind, Imm: bits, ID: -1} }

// c is a constant.
func c(x float64) F { return F{n: constant(Float, math.Float64bits(x))} }

// ic is an integer constant.
func ic(x uint64) I { return I{n: constant(Int, x)} }

func pick(a, b *builder) *builder {
	if a == nil {
		a = b
	}
	if a == nil {
		panic("elementary: an operation on constants only")
	}
	return a
}

func (x F) un(op Op) F {
	if x.isConst() {
		return fold(op, math.Float64frombits(x.n.Imm), 0)
	}
	return F{x.b.node(op, Float, 0, x.n), x.b}
}
func (x F) bin(op Op, y F) F {
	if x.isConst() && y.isConst() {
		return fold(op, math.Float64frombits(x.n.Imm), math.Float64frombits(y.n.Imm))
	}
	b := pick(x.b, y.b)
	return F{b.node(op, Float, 0, x.n, y.n), b}
}

func (x F) isConst() bool { return x.n.Op == Const }

// fold computes on constants.
func fold(op Op, x, y float64) F {
	switch op {
	case Add:
		return c(x + y)
	case Sub:
		return c(x - y)
	case Mul:
		return c(x * y)
	case Div:
		return c(x / y)
	case Neg:
		return c(-x)
	}
	panic(fmt.Sprintf("elementary: operation %d on constants", op))
}

func (x F) cmp(op Op, y F) M {
	b := pick(x.b, y.b)
	return M{b.node(op, Mask, 0, x.n, y.n), b}
}
func (x I) bin(op Op, y I) I {
	b := pick(x.b, y.b)
	return I{b.node(op, Int, 0, x.n, y.n), b}
}
func (x I) imm(op Op, n int) I { return I{x.b.node(op, Int, uint64(n), x.n), x.b} }

func (x F) Add(y F) F      { return x.bin(Add, y) }
func (x F) Sub(y F) F      { return x.bin(Sub, y) }
func (x F) Mul(y F) F      { return x.bin(Mul, y) }
func (x F) Div(y F) F      { return x.bin(Div, y) }
func (x F) Copysign(y F) F { return x.bin(Copysign, y) }
func (x F) Sqrt() F        { return x.un(Sqrt) }
func (x F) Abs() F         { return x.un(Abs) }
func (x F) Neg() F         { return x.un(Neg) }
func (x F) Nearest() F     { return x.un(Nearest) }
func (x F) Trunc() F       { return x.un(Trunc) }

func (x F) Lt(y F) M { return x.cmp(Lt, y) }
func (x F) Gt(y F) M { return y.cmp(Lt, x) }
func (x F) Ge(y F) M { return y.cmp(Le, x) }
func (x F) Eq(y F) M { return x.cmp(Eq, y) }

// IsNaN is where x is NaN.
func (x F) IsNaN() M { return x.Eq(x).Not() }

// Bits and Float read a word as the other kind.
func (x F) Bits() I  { return I(x) }
func (x I) Float() F { return F(x) }

func (x I) Add(y I) I       { return x.bin(IAdd, y) }
func (x I) Sub(y I) I       { return x.bin(ISub, y) }
func (x I) And(y I) I       { return x.bin(And, y) }
func (x I) Or(y I) I        { return x.bin(Or, y) }
func (x I) Xor(y I) I       { return x.bin(Xor, y) }
func (x I) Mul(y I) I       { return x.bin(IMul, y) }
func (x I) ShlBy(y I) I     { return x.bin(ShlBy, y) }
func (x I) ShrBy(y I) I     { return x.bin(ShrBy, y) }
func (x I) Shl(n int) I     { return x.imm(Shl, n) }
func (x I) Shr(n int) I     { return x.imm(Shr, n) }
func (x I) Eq(y I) M        { b := pick(x.b, y.b); return M{b.node(IEq, Mask, 0, x.n, y.n), b} }
func (x I) Lt(y I) M        { b := pick(x.b, y.b); return M{b.node(ILt, Mask, 0, x.n, y.n), b} }
func (x I) ToFloat() F      { return F{x.b.node(ToFloat, Float, 0, x.n), x.b} }
func (x I) LeadingZeros() I { return I{x.b.node(LeadingZeros, Int, 0, x.n), x.b} }

func (m M) And(o M) M { return M{m.b.node(And, Mask, 0, m.n, o.n), m.b} }
func (m M) Or(o M) M  { return M{m.b.node(Or, Mask, 0, m.n, o.n), m.b} }
func (m M) Not() M    { return M{m.b.node(Xor, Mask, 0, m.n, constant(Mask, ^uint64(0))), m.b} }

// Pick is x where m is set, else y; both are computed.
func (m M) Pick(x, y F) F { return F{m.b.node(Select, Float, 0, m.n, x.n, y.n), m.b} }

// IPick is Pick of integers.
func (m M) IPick(x, y I) I { return I{m.b.node(Select, Int, 0, m.n, x.n, y.n), m.b} }

// If computes only the selected operand.
func (m M) If(then, other func() F) F {
	return m.branch(If, func() []F { return []F{then()} }, func() []F { return []F{other()} })[0]
}

// If2 is If with two results.
func (m M) If2(then, other func() (F, F)) (F, F) {
	list := func(f func() (F, F)) func() []F {
		return func() []F { x, y := f(); return []F{x, y} }
	}
	r := m.branch(If, list(then), list(other))
	return r[0], r[1]
}

// Guard is fast() for ordinary operands, where m is set, and slow() for the
// rest. The result must be that of the program.
func (m M) Guard(fast, slow func() F) F {
	return m.branch(Guard, func() []F { return []F{fast()} }, func() []F { return []F{slow()} })[0]
}

func (m M) branch(op Op, then, other func() []F) []F {
	b := m.b
	t, e := b.block(then), b.block(other)
	if len(t.Results) != len(e.Results) {
		panic(fmt.Sprintf("elementary: branches with %d and %d results", len(t.Results), len(e.Results)))
	}
	n := b.node(op, Float, 0, m.n)
	n.Then, n.Else = t, e
	out := make([]F, len(t.Results))
	for i := range out {
		n.Outs = append(n.Outs, b.node(Result, Float, uint64(i), n))
		out[i] = F{n.Outs[i], b}
	}
	return out
}

// prune removes dead nodes, and counts uses.
func (p *Program) prune() {
	var mark func(n *Node)
	markAll := func(ns []*Node) {
		for _, n := range ns {
			n.Uses++
			mark(n)
		}
	}
	mark = func(n *Node) {
		if n.Uses > 1 {
			return
		}
		markAll(n.Args)
		if n.Then != nil {
			markAll(n.Then.Results)
			markAll(n.Else.Results)
		}
	}
	markAll(p.Body.Results)
	var sweep func(b *Block)
	sweep = func(b *Block) {
		b.Nodes = slices.DeleteFunc(b.Nodes, func(n *Node) bool { return n.Uses == 0 })
		for _, n := range b.Nodes {
			if n.Then != nil {
				sweep(n.Then)
				sweep(n.Else)
			}
		}
	}
	sweep(p.Body)
}

// word is −1 where m is set, else 0.
func (m M) word() I { return m.IPick(ic(^uint64(0)), ic(0)) }
