package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The parts of values in packed loops. Each is computed when it is first needed, and
// kept for the rest of the iteration.

// part is part number n of e, in lanes of its own size.
func (p *packed) part(e imp.Expr, n int) assemble.Value {
	if !p.Differs(e) {
		if l, ok := p.splats[imp.Key(e)]; ok {
			return assemble.Value{At: l}
		}
		return p.remember(partOf{e: e}, func() { p.splat(e) })
	}
	e = p.origin(e)
	size := p.size(e)
	return p.remember(partOf{e, size, false, n}, func() { p.compute(e, size, n) })
}

// remember pushes a part that was not computed before, and keeps it.
func (p *packed) remember(k partOf, push func()) assemble.Value {
	if x, ok := p.computed[k]; ok {
		return x
	}
	push()
	x := p.Keep(code.V128)
	p.computed[k] = x
	return x
}

// compute pushes a part.
func (p *packed) compute(e imp.Expr, size, n int) {
	switch e := e.(type) {
	case *imp.Load:
		offset := p.Address(e, e.Block, e.Elem, e.Index)
		p.Put(code.V128Load, offset+uint64(16*n))
		if e.Elem == scalar.Bool {
			x := p.Keep(code.V128)
			p.zero()
			p.Push(x)
			p.Op(code.I8x16Sub)
		}
	case *imp.Prim:
		write, _ := packedOperator(e)
		var xs []assemble.Value
		for i, x := range e.Args {
			if imp.TypeOf(x) == scalar.Bool || e.Fn == scalar.Select && i > 0 {
				xs = append(xs, p.mask(x, size, n))
			} else {
				xs = append(xs, p.part(x, n))
			}
		}
		write(p, xs)
	case *imp.Convert:
		p.convertPart(e, n)
	}
}

// mask is a part of a bool as a mask of lanes of size bytes; of anything else, of what
// has this size.
func (p *packed) mask(e imp.Expr, size, n int) assemble.Value {
	if imp.TypeOf(e) != scalar.Bool || !p.Differs(e) {
		return p.part(e, n)
	}
	return p.resized(e, size, true, n)
}

// resized is part n of the integer or mask e extended, or cut, to lanes of size bytes.
func (p *packed) resized(e imp.Expr, size int, signed bool, n int) assemble.Value {
	e = p.origin(e)
	own := p.size(e)
	if own == size {
		return p.part(e, n)
	}
	if !p.Differs(e) {
		return p.part(e, 0) // a mask, which has no size
	}
	return p.remember(partOf{e, size, signed, n}, func() {
		if own < size {
			p.Push(p.resized(e, size/2, signed, n/2))
			p.Op(extensions[size][n%2][flag(!signed)])
			return
		}
		isMask := imp.TypeOf(e) == scalar.Bool
		for half := range 2 {
			p.Push(p.resized(e, 2*size, signed, 2*n+half))
			if bits, ok := lowerBits[size]; ok && !isMask {
				p.vectorConst(bits, bits)
				p.Op(code.V128And)
			}
		}
		switch {
		case size == 4:
			p.Out.Body = append(p.Out.Body, code.Instr{Op: code.I8x16Shuffle, Imm: 0x0b0a090803020100, Hi: 0x1b1a191813121110})
		case size == 2:
			p.Op(assemble.Either(isMask, code.I16x8NarrowI32x4S, code.I16x8NarrowI32x4U))
		default:
			p.Op(assemble.Either(isMask, code.I8x16NarrowI16x8S, code.I8x16NarrowI16x8U))
		}
	})
}

// extensions are the instructions that make lanes of the given width in bytes of the lower or the
// upper half of smaller ones, signed or not.
var extensions = map[int][2][2]code.Op{
	2: {{code.I16x8ExtendLowI8x16S, code.I16x8ExtendLowI8x16U}, {code.I16x8ExtendHighI8x16S, code.I16x8ExtendHighI8x16U}},
	4: {{code.I32x4ExtendLowI16x8S, code.I32x4ExtendLowI16x8U}, {code.I32x4ExtendHighI16x8S, code.I32x4ExtendHighI16x8U}},
	8: {{code.I64x2ExtendLowI32x4S, code.I64x2ExtendLowI32x4U}, {code.I64x2ExtendHighI32x4S, code.I64x2ExtendHighI32x4U}},
}

// lowerBits are masks of the lower half of lanes that are cut to the given number of bytes.
var lowerBits = map[int]uint64{1: 0x00ff00ff00ff00ff, 2: 0x0000ffff0000ffff}

// packedConversion reports whether a conversion can be done in parts: between integers
// and bools, and from those of up to 32 bits to f32.
func packedConversion(from, to scalar.Type) bool {
	whole := func(t scalar.Type) bool { return t.IsInt() || t == scalar.Bool }
	return whole(from) && whole(to) || whole(from) && from.Size() <= 4 && to == scalar.F32
}

// convertPart pushes a part of a conversion.
func (p *packed) convertPart(e *imp.Convert, n int) {
	from, to := e.From, e.To
	signed := from.IsSigned()
	switch {
	case from == scalar.Bool && to == scalar.Bool:
		p.Push(p.part(e.X, n))
	case from == scalar.Bool:
		size := min(to.Size(), 4)
		if to != scalar.F32 {
			size = to.Size()
		}
		p.Push(p.resized(e.X, size, true, n))
		p.splatBits(1, size)
		p.Op(code.V128And)
		if to == scalar.F32 {
			p.Op(code.F32x4ConvertI32x4S)
		}
	case to == scalar.Bool:
		p.Push(p.part(e.X, n))
		p.zero()
		p.Op(narrowCompare(scalar.Ne, from))
	case to == scalar.F32:
		p.Push(p.resized(e.X, 4, signed, n))
		p.Op(assemble.Either(signed, code.F32x4ConvertI32x4S, code.F32x4ConvertI32x4U))
	default:
		// What becomes a wider unsigned integer is extended by zeros.
		p.Push(p.resized(e.X, to.Size(), signed && to.IsSigned(), n))
	}
}

// splat pushes what is the same in all lanes.
func (p *packed) splat(e imp.Expr) {
	t := imp.TypeOf(e)
	if c, ok := imp.ConstOf(e); ok && !t.IsFloat() && t != scalar.Bool {
		p.splatBits(c.Bits, t.Size())
		return
	}
	p.Expr(e)
	p.splatHeld(t)
}

// splatHeld pops a t and pushes it in all lanes, of its size.
func (p *packed) splatHeld(t scalar.Type) {
	switch {
	case t == scalar.Bool:
		x := p.Keep(code.I32)
		p.I32(0)
		p.Push(x)
		p.Op(code.I32Sub)
		p.Op(code.I32x4Splat)
	case t.Size() == 1:
		p.Op(code.I8x16Splat)
	case t.Size() == 2:
		p.Op(code.I16x8Splat)
	default:
		p.splatTop(t)
	}
}

// splatBits pushes the lower size bytes of bits in all lanes of that size.
func (p *packed) splatBits(bits uint64, size int) {
	if size < 8 {
		bits &= 1<<(8*size) - 1
	}
	for ; size < 8; size *= 2 {
		bits |= bits << (8 * size)
	}
	p.vectorConst(bits, bits)
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
