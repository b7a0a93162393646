package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// runCopy copies Count consecutive elements. It stands inside the loops that a
// copy becomes.
type runCopy struct {
	imp.Stm
	elem     scalar.Type
	dst, src name.Name
	at, from imp.Expr // element indices
	count    imp.Expr
}

// copyStm copies an array, unless it is to stay where it is. The innermost
// dimensions that lie row-major without gaps in both views are copied as runs.
func (f *Fn) copyStm(s *imp.Copy) {
	f.samePlace(s)
	f.Op(code.I32Eqz)
	f.Block(code.If)
	f.countCopy(s)
	run := s.Runs()
	at, from := s.Dst.Offset, s.Src.Offset
	indices := make([]name.Name, run)
	for d := range run {
		f.u.copies++
		indices[d] = name.Name{Base: "copy.index", ID: f.u.copies}
		at = imp.Add(at, imp.Mul(imp.IntVar(indices[d]), s.Dst.Strides[d]))
		from = imp.Add(from, imp.Mul(imp.IntVar(indices[d]), s.Src.Strides[d]))
	}
	var body imp.Stm
	if run == len(s.Shape) {
		body = &imp.Store{Block: s.Dst.Block, Elem: s.Elem, Index: at,
			X: &imp.Load{Block: s.Src.Block, Elem: s.Elem, Index: from}}
	} else {
		count := imp.Int(1)
		for _, n := range s.Shape[run:] {
			count = imp.Mul(count, n)
		}
		body = &runCopy{nil, s.Elem, s.Dst.Block, s.Src.Block, at, from, count}
	}
	for d := run - 1; d >= 0; d-- {
		body = &imp.For{Index: indices[d], Type: scalar.I64, Bound: s.Shape[d], Body: []imp.Stm{body}}
	}
	f.Stm(body)
	f.End()
}

// countCopy enters a copy in the thread's record.
func (f *Fn) countCopy(s *imp.Copy) {
	count := imp.Int(1)
	for _, n := range s.Shape {
		count = imp.Mul(count, n)
	}
	elements := f.Temp(code.I64)
	f.Expr(count)
	f.Set(elements)
	f.Count(image.ThreadCopies, func() {
		f.Get(elements)
		f.I64(0)
		f.Op(code.I64Ne)
		f.Op(code.I64ExtendI32U)
	})
	f.Count(image.ThreadCopied, func() {
		f.Get(elements)
		f.I64(int64(s.Elem.Size()))
		f.Op(code.I64Mul)
	})
}

// samePlace pushes whether both views start at one address, which by the rule
// for copies means that they are the same.
func (f *Fn) samePlace(s *imp.Copy) {
	for _, v := range []imp.View{s.Dst, s.Src} {
		f.Get(f.At(v.Block))
		f.addScaled(v.Offset, int64(s.Elem.Size()))
	}
	f.Op(code.I32Eq)
}

func (f *Fn) runCopy(s *runCopy) {
	size := int64(s.elem.Size())
	f.Get(f.At(s.dst))
	f.addScaled(s.at, size)
	f.Get(f.At(s.src))
	f.addScaled(s.from, size)
	f.Low(s.count)
	f.Scale(size)
	f.Op(code.MemoryCopy)
}
