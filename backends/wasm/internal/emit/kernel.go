package emit

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Parameters of a kernel, after thread and path: the range of iterations.
const (
	kernelFrom assemble.Local = 2 + iota
	kernelTo
)

// parallel hands the iterations to the host, which calls the kernel. What the
// body reads from outside goes through a frame in static memory: kernels do not
// nest and functions are not recursive, so that one frame a kernel is enough.
func (f *Fn) parallel(s *imp.Parallel) {
	if f.inKernel() {
		f.nested(s)
		return
	}
	counts := make([]assemble.Value, len(s.Space))
	for i, d := range s.Space {
		counts[i] = f.Hold(d.Count)
	}
	total := f.points(counts)
	f.Get(total)
	f.I64(0)
	f.Op(code.I64GtS)
	f.Block(code.If)
	f.Count(image.ThreadLoops, func() { f.I64(1) })
	if n := len(imp.Reused(s)); n > 0 { // each counts once, whatever the number of threads that reuse one
		f.Count(image.ThreadAllocs, func() { f.I64(int64(n)) })
	}
	frame := f.capture(s, counts)
	number, kernel := f.u.kernel(f, s, frame)
	if f.u.options.Profile {
		f.launch(number, total)
		f.End()
		return
	}
	f.runsDirectly(s, f.u.Kernels[number].Heavy, total)
	f.Block(code.If)
	f.GetAll(assemble.Thread, assemble.Path)
	f.I64(0)
	f.Get(total)
	f.Call(kernel)
	f.Op(code.Else)
	f.launch(number, total)
	f.End()
	f.End()
}

// launch has the host run the iterations of a kernel.
func (f *Fn) launch(number int, total assemble.Local) {
	f.Get(assemble.Thread)
	f.Get(assemble.Path)
	f.I32(int32(number))
	f.Get(total)
	f.Call(f.u.Host("parallel", []code.ValType{code.I32, code.I32, code.I32, code.I64}, assemble.None))
}

// runsDirectly tells whether a kernel is called without the host, which would take longer to share
// out few iterations than they take, and shares out nothing on one thread.
func (f *Fn) runsDirectly(s *imp.Parallel, heavy bool, total assemble.Local) {
	f.Get(assemble.Thread)
	f.Put(code.I64Load, image.ThreadCount)
	f.I64(1)
	f.Op(code.I64Eq)
	if heavy {
		return
	}
	f.Get(total)
	direct := int64(directIterations)
	if imp.HasVectors(s.Body) {
		direct = directGroups
	}
	f.I64(direct)
	f.Op(code.I64LeS)
	f.Op(code.I32Or)
}

// directIterations is how many iterations without loops run at once rather than
// through the host.
const directIterations = 64

// directGroups is the same for groups of points, as pass lanes makes them.
const directGroups = 8

// inKernel reports whether f's code runs on many threads already.
func (f *Fn) inKernel() bool {
	fun := f.u.prog.Fun(f.Fun)
	return f.kernel || fun != nil && fun.InKernel
}

// nested runs a parallel loop inside another one in order.
func (f *Fn) nested(s *imp.Parallel) {
	body := s.Body
	for i := len(s.Space) - 1; i >= 0; i-- {
		d := s.Space[i]
		body = []imp.Stm{&imp.For{Index: d.Index, Type: scalar.I64, Bound: d.Count, Body: body}}
	}
	f.stms(body)
}

// points computes the number of points of an index space: 0 if a count is not
// positive.
func (f *Fn) points(counts []assemble.Value) assemble.Local {
	total := f.Temp(code.I64)
	f.I64(1)
	f.Set(total)
	for _, c := range counts {
		f.I64(0)
		f.Get(total)
		f.Push(c)
		if len(counts) > 1 {
			f.Call(f.u.MulSat())
		} else {
			f.Op(code.I64Mul)
		}
		f.Push(c)
		f.I64(0)
		f.Op(code.I64LeS)
		f.Op(code.Select)
		f.Set(total)
	}
	return total
}

// frame is where a kernel finds what it reads from outside.
type frame struct {
	addr uint32
	vars []name.Name
	dims int // then the sizes of the index space
}

// slot is where an entry is in a frame. The frame's address is a constant of its own, so that
// kernels that are alike differ in one (package alike).
func slot(i int) uint64 { return uint64(8 * i) }

// capture writes the frame of s.
func (f *Fn) capture(s *imp.Parallel, counts []assemble.Value) frame {
	inside := imp.Names{}
	for _, d := range s.Space {
		inside[d.Index] = true
	}
	var fr frame
	for _, n := range imp.Free(s.Body) {
		if !inside[n] {
			fr.vars = append(fr.vars, n)
		}
	}
	fr.dims = len(counts)
	fr.addr = f.u.Reserve(uint32(8 * (len(fr.vars) + fr.dims)))
	for i, n := range fr.vars {
		f.I32(int32(fr.addr))
		f.Get(f.At(n))
		if f.TypeOf(f.At(n)) == code.V128 {
			assemble.Unsupportedf("a vector, %s, that a kernel takes from outside", n)
		}
		f.Put(spill[f.TypeOf(f.At(n))].store, slot(i))
	}
	for i, c := range counts {
		f.I32(int32(fr.addr))
		f.Push(c)
		f.Put(code.I64Store, slot(len(fr.vars)+i))
	}
	return fr
}

// spill gives the load and store of a local's whole value.
var spill = map[code.ValType]struct{ load, store code.Op }{
	code.I32: {code.I32Load, code.I32Store},
	code.I64: {code.I64Load, code.I64Store},
	code.F32: {code.F32Load, code.F32Store},
	code.F64: {code.F64Load, code.F64Store},
}

// kernel makes the function that runs a range of the iterations of s, and
// returns the kernel's number and the function.
func (u *unit) kernel(outer *Fn, s *imp.Parallel, fr frame) (number int, r assemble.Ref) {
	number = len(u.Kernels)
	out := &code.Func{
		Name:     fmt.Sprintf("%s#%d", outer.Fun, number),
		Exported: true,
		Params: []code.Local{{Name: "thread", Type: code.I32}, {Name: "path", Type: code.I32},
			{Name: "from", Type: code.I64}, {Name: "to", Type: code.I64}},
	}
	u.Kernels = append(u.Kernels, image.Kernel{Label: s.Label, Func: out.Name, Heavy: hasLoop(s.Body)})
	r = u.Add("kernel."+out.Name, assemble.Target{Fun: out})
	f := u.begin(out)
	f.Fun, f.Sole, f.parts = outer.Fun, outer.Sole, outer.parts
	f.kernel = true
	f.analyse(s.Body)
	for i, n := range fr.vars {
		v := outer.Vars[n]
		l := f.Declare(n, v.Elem)
		f.I32(int32(fr.addr))
		f.Put(spill[f.TypeOf(l)].load, slot(i))
		f.Set(l)
	}
	sizes := make([]assemble.Value, fr.dims)
	for i := 1; i < fr.dims; i++ {
		f.I32(int32(fr.addr))
		f.Put(code.I64Load, slot(len(fr.vars)+i))
		sizes[i] = f.Keep(code.I64)
	}
	f.prepareReused(s)
	f.iterate(s, sizes)
	f.releaseReused()
	f.finish()
	return number, r
}

// prepareReused prepares a kernel to reuse what its body allocates.
func (f *Fn) prepareReused(s *imp.Parallel) {
	f.reused = map[*imp.Alloc]assemble.Local{}
	for _, a := range imp.Reused(s) {
		f.reused[a] = f.NewLocal("reused", code.I32)
		f.reusedInOrder = append(f.reusedInOrder, f.reused[a])
	}
}

// releaseReused lets go of what the kernel reused.
func (f *Fn) releaseReused() {
	for _, own := range f.reusedInOrder {
		f.GetAll(assemble.Thread, own)
		f.Call(f.u.Release())
	}
}

// iterate runs the iterations from kernelFrom to kernelTo: in one dimension as a
// loop, in more as one loop for each row of the innermost dimension, or in tiles.
func (f *Fn) iterate(s *imp.Parallel, sizes []assemble.Value) {
	inner := len(s.Space) - 1
	index := s.Space[inner].Index
	j := f.Declare(index, scalar.I64)
	if inner == 0 {
		f.Get(kernelFrom)
		f.Set(j)
		f.countUp(Loop{Index: index, T: scalar.I64, Bound: assemble.Value{At: kernelTo}, Body: s.Body, Independent: true})
		return
	}
	end := f.Temp(code.I64)
	f.firstPoint(s, sizes)
	tiled := f.crosswise(s)
	if tiled {
		f.Block(code.Block)
	}
	f.Block(code.Loop)
	f.poll(1)
	if tiled {
		f.Scope(func() { f.tiles(s, sizes) })
	}
	// end = min (size of the row, j + (kernelTo − kernelFrom))
	f.Get(j)
	f.Get(kernelTo)
	f.Get(kernelFrom)
	f.Op(code.I64Sub)
	f.Op(code.I64Add)
	f.Set(end)
	f.Push(sizes[inner])
	f.Get(end)
	f.Push(sizes[inner])
	f.Get(end)
	f.Op(code.I64LtS)
	f.Op(code.Select)
	f.Set(end)
	// kernelFrom becomes the iteration after the row.
	f.Get(kernelFrom)
	f.Get(end)
	f.Get(j)
	f.Op(code.I64Sub)
	f.Op(code.I64Add)
	f.Set(kernelFrom)
	f.Scope(func() {
		f.countUp(Loop{Index: index, T: scalar.I64, Bound: assemble.Value{At: end}, Body: s.Body, Independent: true})
	})
	f.Get(kernelFrom)
	f.Get(kernelTo)
	f.Op(code.I64LtS)
	f.Block(code.If)
	f.nextRow(s, sizes)
	f.Put(code.Br, 1)
	f.End()
	f.End()
	if tiled {
		f.End()
	}
}

// firstPoint sets the indices to the point of iteration kernelFrom.
func (f *Fn) firstPoint(s *imp.Parallel, sizes []assemble.Value) {
	rest := f.Temp(code.I64)
	f.Get(kernelFrom)
	f.Set(rest)
	for i := len(s.Space) - 1; i > 0; i-- {
		at := f.Declare(s.Space[i].Index, scalar.I64)
		f.Get(rest)
		f.Push(sizes[i])
		f.Op(code.I64RemU)
		f.Set(at)
		f.Get(rest)
		f.Push(sizes[i])
		f.Op(code.I64DivU)
		f.Set(rest)
	}
	f.Get(rest)
	f.Set(f.Declare(s.Space[0].Index, scalar.I64))
}

// nextRow sets the indices to the first point of the row after the present one.
func (f *Fn) nextRow(s *imp.Parallel, sizes []assemble.Value) {
	inner := len(s.Space) - 1
	advance := func(i int) {
		at := f.At(s.Space[i].Index)
		f.Get(at)
		f.I64(1)
		f.Op(code.I64Add)
		f.Set(at)
	}
	f.I64(0)
	f.Set(f.At(s.Space[inner].Index))
	advance(inner - 1)
	for i := inner - 1; i > 0; i-- {
		at := f.At(s.Space[i].Index)
		f.Get(at)
		f.Push(sizes[i])
		f.Op(code.I64Eq)
		f.Block(code.If)
		f.I64(0)
		f.Set(at)
		advance(i - 1)
	}
	for range inner - 1 {
		f.End()
	}
}
