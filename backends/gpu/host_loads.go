package gpu

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// The scalars that a kernel leaves for the host (pass offload) lie side by side. They
// come with one wait for the device.

// nearby bounds the bytes that are read at once.
const nearby = 4096

// fixedLoad is the variable that s gives the value of an element at a known place, and
// that element.
func fixedLoad(s imp.Stm) (to name.Name, l *imp.Load, offset int64) {
	var x imp.Expr
	switch s := s.(type) {
	case *imp.Declare:
		to, x = s.Name, s.Init
	case *imp.Assign:
		to, x = s.Name, s.X
	}
	l, ok := x.(*imp.Load)
	if !ok {
		return to, nil, 0
	}
	index, ok := l.Index.(*imp.Const)
	if !ok {
		return to, nil, 0
	}
	return to, l, index.Value.Int() * int64(l.Elem.Size())
}

// neighbours is the number of statements at the beginning of ss that load elements at
// known places near each other from one block.
func neighbours(ss []imp.Stm) int {
	_, first, start := fixedLoad(ss[0])
	if first == nil || start < 0 {
		return 0
	}
	n := 1
	for ; n < len(ss); n++ {
		_, l, offset := fixedLoad(ss[n])
		if l == nil || l.Block != first.Block || offset < start || offset+int64(l.Elem.Size()) > start+nearby {
			break
		}
	}
	return n
}

// loads compiles statements that neighbours found into one read.
func (c *hostCompiler) loads(ss []imp.Stm) step {
	type part struct{ to, from, end int }
	parts := make([]part, len(ss))
	_, first, start := fixedLoad(ss[0])
	b := c.block(first.Block)
	bytes := 0
	for i, s := range ss {
		to, l, offset := fixedLoad(s)
		p := part{from: int(offset - start)}
		if _, ok := s.(*imp.Declare); ok {
			p.to = c.declare(to, false)
		} else {
			p.to = c.scalar(to)
		}
		p.end = p.from + l.Elem.Size()
		parts[i] = p
		bytes = max(bytes, p.end)
	}
	unchecked := c.unchecked
	return func(r *run) {
		if !unchecked {
			r.check()
		}
		r.inside(r.blocks[b], start, int64(bytes))
		if len(r.word) < bytes {
			r.word = make([]byte, bytes)
		}
		data := r.word[:bytes]
		r.do("reading scalars", r.read(data, r.blocks[b], start))
		for _, p := range parts {
			r.scalars[p.to] = bitsIn(data[p.from:p.end])
		}
	}
}
