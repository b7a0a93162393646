package gpu

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
)

func (c *hostCompiler) exprs(es []imp.Expr) []num {
	out := make([]num, len(es))
	for i, e := range es {
		out[i] = c.expr(e)
	}
	return out
}

// expr compiles an expression.
func (c *hostCompiler) expr(e imp.Expr) num {
	switch e := e.(type) {
	case *imp.Const:
		bits := e.Value.Bits
		return func(*run) uint64 { return bits }
	case *imp.Var:
		from := c.scalar(e.Name)
		return func(r *run) uint64 { return r.scalars[from] }
	}
	var code []instruction
	at := c.operand(&code, e)
	if code[len(code)-1].do == evaluate && len(code) == 1 {
		return c.host.closures[code[0].z]
	}
	return func(r *run) uint64 {
		r.execute(code)
		return r.scalars[at]
	}
}

// general compiles an expression that no instruction computes.
func (c *hostCompiler) general(e imp.Expr) num {
	switch e := e.(type) {
	case *imp.Load:
		index, b, size := c.expr(e.Index), c.block(e.Block), int64(e.Elem.Size())
		unchecked := c.unchecked
		return func(r *run) uint64 {
			if !unchecked {
				r.check()
			}
			return r.load(r.blocks[b], size, int64(index(r)))
		}
	case *imp.Bytes:
		b := c.block(e.Block)
		return func(r *run) uint64 {
			if r.blocks[b] == nil {
				return 0
			}
			return uint64(r.blocks[b].bytes)
		}
	case *imp.Apart:
		return c.apart(e)
	case *imp.ID:
		if e.Kind == imp.Repeats {
			return func(r *run) uint64 {
				r.chose = true
				return truth(r.repeats)
			}
		}
		if e.Kind == imp.Threshold {
			return func(*run) uint64 { return uint64(e.Default) }
		}
		return func(*run) uint64 { return 1 } // NumThreads: the host has no parallel loops to run
	}
	panic(fmt.Sprintf("the host part holds a %T", e))
}

func (c *hostCompiler) apart(e *imp.Apart) num {
	var all []int
	for _, b := range slices.Concat(e.Written, e.Read) {
		all = append(all, c.block(b))
	}
	written := len(e.Written)
	return func(r *run) uint64 {
		for i, slot := range all[:written] {
			b := r.blocks[slot]
			for _, other := range all[i+1:] {
				if b != nil && r.blocks[other] == b {
					return 0
				}
			}
		}
		return 1
	}
}

// load reads an element from the device. What a failed kernel left is not used, see lastSteps.
func (r *run) load(b *block, size, index int64) uint64 {
	r.inside(b, index*size, size)
	data := r.word[:size]
	r.do("reading a scalar", r.read(data, b, index*size))
	return bitsIn(data)
}

// bitsIn is the bit pattern of a scalar of 1, 2, 4 or 8 bytes.
func bitsIn(data []byte) uint64 {
	switch len(data) {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(data))
	case 4:
		return uint64(binary.LittleEndian.Uint32(data))
	}
	return binary.LittleEndian.Uint64(data)
}

// fill writes an element.
func (r *run) fill(b *block, bits uint64, size, index int64) {
	r.inside(b, index*size, size)
	binary.LittleEndian.PutUint64(r.word, bits)
	if b.here {
		copy(b.host[index*size:], r.word[:size])
		return
	}
	r.do("writing a scalar", r.x.device.Fill(b.mem, r.word[:size], index*size, size))
}

// mostFilled bounds the bytes that the driver fills instead of a kernel. That takes less time to
// start, 1 µs instead of 3 on an H100, and kernels are no slower.
const mostFilled = 1 << 18

// filling is a parallel statement that stores one value to the first elements of a block.
type filling struct {
	block int
	value num
	size  int64 // of an element
}

// filled is what a parallel statement fills, if that is all it does.
func (c *hostCompiler) filled(s *imp.Parallel) *filling {
	if len(s.Body) != 1 || len(s.Space) != 1 {
		return nil
	}
	store, ok := s.Body[0].(*imp.Store)
	if !ok || store.Lanes > 1 {
		return nil
	}
	index := s.Space[0].Index
	invariant := true
	imp.WalkExpr(store.X, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			invariant = invariant && e.Name != index
		case *imp.Load, *imp.ID:
			invariant = false
		case *imp.Prim:
			invariant = invariant && imp.Total(e)
		}
	})
	at, ok := store.Index.(*imp.Var)
	if !invariant || !ok || at.Name != index {
		return nil
	}
	return &filling{c.block(store.Block), c.expr(store.X), int64(store.Elem.Size())}
}

// fills fills n elements, if the driver does so with ease.
func (r *run) fills(f *filling, n int64) bool {
	if f == nil || r.x.profile || n > mostFilled/f.size {
		return false
	}
	b, bits := r.blocks[f.block], f.value(r)
	if b == nil || b.host != nil || f.size == 8 && bits>>32 != bits&math.MaxUint32 {
		return false
	}
	r.inside(b, 0, n*f.size)
	binary.LittleEndian.PutUint64(r.word, bits)
	r.do("filling memory", r.x.device.Fill(b.mem, r.word[:f.size], 0, n*f.size))
	return true
}
