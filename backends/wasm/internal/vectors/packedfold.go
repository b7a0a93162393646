package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Folds in packed loops. Their operators give the same bits in any order
// (accumulate.go), so each lane folds what comes to stand in it.
//
// Sums of narrow numbers in wider ones, or of their products, are folded in pairs:
// neighbours are multiplied and added by one instruction, which takes lanes of 16 bits
// and gives lanes of 32.

// maxFoldLanes is how many vectors a fold uses, so that not each waits for the one
// before it.
const maxFoldLanes = 4

// summed is what a sum in pairs adds: products of two numbers, or, without the second,
// numbers. Bools count as 1.
type summed struct {
	x, y imp.Expr
	wide bool // the sum of two products may not fit 32 bits
}

// foldOf takes apart the assignment x <- op(x, e) of a fold.
func foldOf(s *imp.Assign) (op *imp.Prim, e imp.Expr) {
	op = s.X.(*imp.Prim)
	return op, op.Args[1]
}

// canFold reports whether a fold can be done in parts.
func (p *packed) canFold(s *imp.Assign) bool {
	op, e := foldOf(s)
	if !p.can(e) && !p.inPairs(op, e) {
		return false
	}
	if op.Type == scalar.Bool {
		return (op.Fn == scalar.And || op.Fn == scalar.Or) && p.Differs(e)
	}
	_, ok := packedOperator(op)
	return ok && p.count(op.Type.Size()) > 0
}

func (p *packed) inPairs(op *imp.Prim, e imp.Expr) bool {
	_, ok := p.pairs(op, e)
	return ok
}

// pairs takes apart what a sum adds, if that can be added in pairs.
func (p *packed) pairs(op *imp.Prim, e imp.Expr) (summed, bool) {
	if op.Fn != scalar.Add || !op.Type.IsInt() || op.Type.Size() < 4 {
		return summed{}, false
	}
	e = p.origin(e)
	for {
		// Products of numbers of 16 bits fit all wider signed types.
		c, ok := e.(*imp.Convert)
		if !ok || !c.From.IsSigned() || !c.To.IsSigned() || c.From.Size() < 4 || c.To.Size() < c.From.Size() {
			break
		}
		e = p.origin(c.X)
	}
	if x, ok := p.extended(e); ok && p.can(x) {
		return summed{x: x}, true
	}
	m, ok := e.(*imp.Prim)
	if !ok || m.Fn != scalar.Mul {
		return summed{}, false
	}
	x, ok1 := p.extended(p.origin(m.Args[0]))
	y, ok2 := p.extended(p.origin(m.Args[1]))
	if !ok1 || !ok2 || !p.can(x) || !p.can(y) || imp.TypeOf(x) == scalar.Bool || imp.TypeOf(y) == scalar.Bool {
		return summed{}, false
	}
	return summed{x, y, imp.TypeOf(x).Size() == 2 && imp.TypeOf(y).Size() == 2}, true
}

// extended is what e converts, if that differs between iterations, keeps its value,
// and fits a signed number of 16 bits.
func (p *packed) extended(e imp.Expr) (imp.Expr, bool) {
	c, ok := e.(*imp.Convert)
	if !ok || !c.To.IsInt() || c.To.Size() < 4 || !p.Differs(c.X) {
		return nil, false
	}
	switch c.From {
	case scalar.I8, scalar.I16:
		return c.X, c.To.IsSigned()
	case scalar.U8, scalar.Bool:
		return c.X, true
	}
	return nil, false
}

// foldsIn are the assignments of folds, in their order.
func (p *packed) foldsIn() []*imp.Assign {
	var out []*imp.Assign
	for _, s := range p.Body {
		if a, ok := s.(*imp.Assign); ok {
			out = append(out, a)
		}
	}
	return out
}

// beginFolds starts the lanes of folds with what changes nothing.
func (p *packed) beginFolds() {
	p.folds = map[*imp.Assign][]assemble.Local{}
	for _, s := range p.foldsIn() {
		op, e := foldOf(s)
		vectors := 1
		if !p.inPairs(op, e) && op.Type != scalar.Bool {
			vectors = min(p.count(op.Type.Size()), maxFoldLanes)
		}
		for range vectors {
			switch op.Fn {
			case scalar.Min, scalar.Max:
				p.Get(p.At(s.Name))
				p.splatHeld(op.Type)
			case scalar.Mul:
				p.splatBits(1, op.Type.Size())
			case scalar.And:
				p.vectorConst(^uint64(0), ^uint64(0))
			default:
				p.zero()
			}
			l := p.Temp(code.V128)
			p.Set(l)
			p.folds[s] = append(p.folds[s], l)
		}
	}
}

// fold folds the values of the iterations that run at once.
func (p *packed) fold(s *imp.Assign) {
	op, e := foldOf(s)
	accs := p.folds[s]
	if terms, ok := p.pairs(op, e); ok {
		p.addPairs(accs[0], terms, op.Type.Size())
		return
	}
	write, _ := packedOperator(op)
	for n, x := range p.all(e) {
		acc := accs[n%len(accs)]
		write(p, []assemble.Value{{At: acc}, x})
		p.Set(acc)
	}
}

// addPairs adds to the lanes, of size bytes, of acc.
func (p *packed) addPairs(acc assemble.Local, terms summed, size int) {
	isMask := imp.TypeOf(terms.x) == scalar.Bool
	factor := func(e imp.Expr, n int) {
		switch {
		case e != nil:
			p.Push(p.resized(e, 2, isMask || imp.TypeOf(e).IsSigned(), n))
		case isMask:
			p.splatBits(^uint64(0), 2) // it is −1
		default:
			p.splatBits(1, 2)
		}
	}
	add := func(o code.Op) { p.Get(acc); p.Op(o); p.Set(acc) }
	lengthen := func(x assemble.Value) {
		for half := range 2 {
			p.Push(x)
			p.Op(extensions[8][half][0])
			add(code.I64x2Add)
		}
	}
	count := p.count(2)
	for n := range count {
		factor(terms.x, n)
		factor(terms.y, n)
		p.Op(code.I32x4DotI16x8S)
		switch {
		case size == 4:
			add(code.I32x4Add)
		case terms.wide:
			// Of all sums only the highest, 2^31, wraps; less one it does not.
			p.splatBits(1, 4)
			p.Op(code.I32x4Sub)
			lengthen(p.Keep(code.V128))
		case n > 0:
			p.Op(code.I32x4Add)
		}
	}
	switch {
	case size == 4:
	case terms.wide:
		p.splatBits(uint64(2*count), 8)
		add(code.I64x2Add)
	default:
		lengthen(p.Keep(code.V128))
	}
}

// finish folds the lanes into the variables.
func (p *packed) finish() {
	for _, s := range p.foldsIn() {
		op, _ := foldOf(s)
		accs := p.folds[s]
		first := assemble.Value{At: accs[0]}
		write, _ := packedOperator(op)
		for _, l := range accs[1:] {
			write(p, []assemble.Value{first, {At: l}})
			p.Set(first.At)
		}
		p.Scope(func() {
			if op.Type == scalar.Bool {
				p.Push(first)
				p.Op(assemble.Either(op.Fn == scalar.And, code.I8x16AllTrue, code.V128AnyTrue))
			} else {
				p.foldLanes(op, write, first)
			}
			x := p.Keep(assemble.ValType(op.Type))
			p.Operator(op.Fn, op.Type, []assemble.Value{{At: p.At(s.Name)}, x})
			p.Set(p.At(s.Name))
		})
	}
}

// foldLanes pushes the fold of the lanes of x: halves of it are folded with each other
// until all lanes are the same.
func (p *packed) foldLanes(op *imp.Prim, write packedOp, x assemble.Value) {
	for by := 8; by >= op.Type.Size(); by /= 2 {
		var turned [16]byte
		for i := range turned {
			turned[i] = byte((i + by) % 16)
		}
		p.Push(x, x)
		p.Out.Body = append(p.Out.Body, shuffle(turned))
		write(p, []assemble.Value{x, p.Keep(code.V128)})
		p.Set(x.At)
	}
	p.Push(x)
	switch op.Type {
	case scalar.I8:
		p.Put(code.I8x16ExtractLaneS, 0)
	case scalar.U8:
		p.Put(code.I8x16ExtractLaneU, 0)
	case scalar.I16:
		p.Put(code.I16x8ExtractLaneS, 0)
	case scalar.U16:
		p.Put(code.I16x8ExtractLaneU, 0)
	default:
		p.extractLane(op.Type, 0)
	}
}

// shuffle takes the given bytes of the two vectors.
func shuffle(bytes [16]byte) code.Instr {
	in := code.Instr{Op: code.I8x16Shuffle}
	for i := range 8 {
		in.Imm |= uint64(bytes[i]) << (8 * i)
		in.Hi |= uint64(bytes[8+i]) << (8 * i)
	}
	return in
}
