package formula

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/elementary"
)

// translation is a function being translated.
type translation struct {
	shape  Shape
	lane   uint64
	prog   *elementary.Program
	out    *code.Func
	params []uint64                    // locals of the program's operands
	held   map[*elementary.Node]uint64 // locals of the operations computed so far
}

func (t *translation) put(o code.Op, imm uint64) {
	t.out.Body = append(t.out.Body, code.Instr{Op: o, Imm: imm})
}

func (t *translation) newLocal(v code.ValType) uint64 {
	n := len(t.out.Locals)
	t.out.Locals = append(t.out.Locals, code.Local{Name: fmt.Sprintf("t%d", n), Type: v})
	return uint64(len(t.out.Params) + n)
}

// operands stores what push pushes in new locals.
func (t *translation) operands(push func(i int)) {
	t.params = nil
	for i := range t.prog.Params {
		push(i)
		l := t.newLocal(t.valType(elementary.Float))
		t.put(code.LocalSet, l)
		t.params = append(t.params, l)
	}
}

// valType returns the type of words of a kind.
func (t *translation) valType(k elementary.Kind) code.ValType {
	if t.shape.IsVector() {
		return code.V128
	}
	return [...]code.ValType{code.F64, code.I64, code.I32}[k]
}

// body pushes the program's result.
func (t *translation) body() {
	t.held = map[*elementary.Node]uint64{}
	t.block(t.prog.Body)
	t.push(t.prog.Body.Results[0], elementary.Float)
}

// block computes branches, and nodes used more than once. Other nodes are computed where
// they are used.
func (t *translation) block(b *elementary.Block) {
	for _, n := range b.Nodes {
		switch {
		case n.Op == elementary.If || n.Op == elementary.Guard:
			t.branch(n)
		case n.Op == elementary.Result:
		case n.Uses > 1 && n.Op != elementary.Const && n.Op != elementary.Param:
			t.operation(n)
			t.held[n] = t.newLocal(t.valType(n.Kind))
			t.put(code.LocalSet, t.held[n])
		}
	}
}

// push pushes the result of n, read as kind k.
func (t *translation) push(n *elementary.Node, k elementary.Kind) {
	if l, ok := t.held[n]; ok {
		t.put(code.LocalGet, l)
	} else {
		t.operation(n)
	}
	if n.Kind != k && !t.shape.IsVector() {
		switch [2]elementary.Kind{n.Kind, k} {
		case [2]elementary.Kind{elementary.Float, elementary.Int}:
			t.put(code.I64ReinterpretF64, 0)
		case [2]elementary.Kind{elementary.Int, elementary.Float}:
			t.put(code.F64ReinterpretI64, 0)
		default:
			panic(fmt.Sprintf("formula: a word of kind %d is used as one of kind %d", n.Kind, k))
		}
	}
}

// bitselect pops a mask and two vectors, and pushes the bits of the first where the mask is set,
// else those of the second. wazero 1.12.0 compiles the instruction for that wrongly where one
// of the vectors was spilled.
func (t *translation) bitselect() {
	mask, other := t.newLocal(code.V128), t.newLocal(code.V128)
	t.put(code.LocalSet, mask)
	t.put(code.LocalSet, other)
	t.put(code.LocalGet, mask)
	t.put(code.V128And, 0)
	t.put(code.LocalGet, other)
	t.put(code.LocalGet, mask)
	t.put(code.V128Andnot, 0)
	t.put(code.V128Or, 0)
}

// operation computes n.
func (t *translation) operation(n *elementary.Node) {
	switch n.Op {
	case elementary.Param:
		t.put(code.LocalGet, t.params[n.Imm])
		return
	case elementary.Const:
		t.constant(n)
		return
	case elementary.Copysign:
		if t.shape.IsVector() { // x where the mask is set, otherwise y
			t.push(n.Args[0], elementary.Float)
			t.push(n.Args[1], elementary.Float)
			t.vector(1<<63 - 1)
			t.bitselect()
			return
		}
	case elementary.Select:
		t.push(n.Args[1], n.Kind)
		t.push(n.Args[2], n.Kind)
		t.push(n.Args[0], elementary.Mask)
		if t.shape.IsVector() {
			t.bitselect()
		} else {
			t.put(code.Select, 0)
		}
		return
	}
	row, ok := operations[key{n.Op, n.Kind == elementary.Mask}]
	if !ok || t.shape.IsVector() && row.vector == 0 {
		panic(fmt.Sprintf("formula: %s: operation %d has no form for %s", t.prog.Name, n.Op, t.shape))
	}
	for _, a := range t.ordered(n) {
		t.push(a, row.operands)
	}
	if n.Op == elementary.Shl || n.Op == elementary.Shr {
		t.put(t.pick(code.I64Const, code.I32Const), n.Imm)
	}
	t.put(t.pick(row.scalar, row.vector), 0)
}

// ordered returns the operands of n. If they commute, an operand without later uses comes
// first: the engine overwrites the first operand with the result, and would otherwise copy
// it.
func (t *translation) ordered(n *elementary.Node) []*elementary.Node {
	commutes := n.Op == elementary.Add || n.Op == elementary.Mul || n.Op == elementary.IAdd
	if !commutes || !t.kept(n.Args[0]) || t.kept(n.Args[1]) {
		return n.Args
	}
	return []*elementary.Node{n.Args[1], n.Args[0]}
}

// kept reports whether n is in a local.
func (t *translation) kept(n *elementary.Node) bool {
	_, ok := t.held[n]
	return ok || n.Op == elementary.Param
}

func (t *translation) pick(scalar, vector code.Op) code.Op {
	if t.shape.IsVector() {
		return vector
	}
	return scalar
}

func (t *translation) constant(n *elementary.Node) {
	switch {
	case t.shape.IsVector():
		t.vector(n.Imm)
	case n.Kind == elementary.Float:
		t.put(code.F64Const, n.Imm)
	case n.Kind == elementary.Int:
		t.put(code.I64Const, n.Imm)
	default:
		t.put(code.I32Const, n.Imm&1)
	}
}

// vector pushes a vector whose two lanes have the same bits.
func (t *translation) vector(bits uint64) {
	t.out.Body = append(t.out.Body, code.Instr{Op: code.V128Const, Imm: bits, Hi: bits})
}

// branch computes one of two blocks. If the lanes of a vector disagree it computes both and
// selects; for a guard it falls back to the scalar function.
func (t *translation) branch(n *elementary.Node) {
	t.push(n.Args[0], elementary.Mask)
	if t.shape.IsVector() {
		t.vectorBranch(n)
		return
	}
	results := t.results(n)
	t.put(code.If, 0)
	t.arm(n.Then, results)
	t.put(code.Else, 0)
	t.arm(n.Else, results)
	t.put(code.End, 0)
	t.hold(n, results)
}

// results returns new locals for the results of a branch, which are floats.
func (t *translation) results(n *elementary.Node) []uint64 {
	var ls []uint64
	for range n.Outs {
		ls = append(ls, t.newLocal(t.valType(elementary.Float)))
	}
	return ls
}

// arm computes a block and assigns its results to locals.
func (t *translation) arm(b *elementary.Block, to []uint64) {
	t.block(b)
	for i, r := range b.Results {
		t.push(r, elementary.Float)
		t.put(code.LocalSet, to[i])
	}
}

// hold associates locals with the result nodes of n.
func (t *translation) hold(n *elementary.Node, ls []uint64) {
	for i, l := range ls {
		t.held[n.Outs[i]] = l
	}
}

func (t *translation) vectorBranch(n *elementary.Node) {
	if n.Op == elementary.Guard {
		t.put(code.I64x2AllTrue, 0)
		t.put(code.I32Eqz, 0)
		t.put(code.If, 0)
		t.lanes()
		t.put(code.End, 0)
		results := t.results(n)
		t.arm(n.Then, results)
		t.hold(n, results)
		return
	}
	mask := t.newLocal(code.V128)
	t.put(code.LocalSet, mask)
	results, other := t.results(n), t.results(n)
	t.put(code.LocalGet, mask)
	t.put(code.V128AnyTrue, 0)
	t.put(code.If, 0)
	t.arm(n.Then, results)
	t.put(code.End, 0)
	t.put(code.LocalGet, mask)
	t.put(code.I64x2AllTrue, 0)
	t.put(code.I32Eqz, 0)
	t.put(code.If, 0)
	t.arm(n.Else, other)
	for i, l := range results {
		t.put(code.LocalGet, l)
		t.put(code.LocalGet, other[i])
		t.put(code.LocalGet, mask)
		t.bitselect()
		t.put(code.LocalSet, l)
	}
	t.put(code.End, 0)
	t.hold(n, results)
}
