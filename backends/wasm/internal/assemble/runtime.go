package assemble

import (
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// The run-time system: blocks. Counts are changed atomically, because threads
// may hold a block together.

var (
	I32  = []code.ValType{code.I32}
	None []code.ValType
)

// Retain (block) counts one more variable that holds the block.
func (m *Module) Retain() Ref {
	return m.helper("retain", I32, None, func(f *Writer) {
		const block = 0
		f.Get(block)
		f.Block(code.If)
		f.Get(block)
		f.I32(image.HeaderCount)
		f.Op(code.I32Add)
		f.I32(1)
		f.Put(code.I32AtomicRmwAdd, 0)
		f.Op(code.Drop)
		f.End()
	})
}

// Release (thread, block) counts one less, and frees the block with the last.
func (m *Module) Release() Ref {
	return m.helper("release", []code.ValType{code.I32, code.I32}, None, func(f *Writer) {
		const thread, block = 0, 1
		f.Get(block)
		f.Block(code.If)
		f.Get(block)
		f.I32(image.HeaderCount)
		f.Op(code.I32Add)
		f.I32(1)
		f.Put(code.I32AtomicRmwSub, 0)
		f.I32(1)
		f.Op(code.I32Eq)
		f.Block(code.If)
		f.Get(thread)
		f.Get(block)
		f.Call(m.freeBlock())
		f.End()
		f.End()
	})
}

// freeBlock (thread, block) puts a small block at the head of the thread's list
// for its class; its first word becomes the link.
func (m *Module) freeBlock() Ref {
	hostFree := m.Host("free", I32, None)
	return m.helper("free", []code.ValType{code.I32, code.I32}, None, func(f *Writer) {
		const thread, block = 0, 1
		class := f.Temp(code.I32)
		f.Get(block)
		f.I32(image.HeaderClass)
		f.Op(code.I32Add)
		f.Put(code.I32Load, 0)
		f.Tee(class)
		f.Block(code.If)
		f.Get(block)
		f.listHead(thread, class)
		f.Put(code.I32Load, image.ThreadFree)
		f.Put(code.I32Store, 0)
		f.listHead(thread, class)
		f.Get(block)
		f.Put(code.I32Store, image.ThreadFree)
		f.Op(code.Else)
		f.Get(block)
		f.Call(hostFree)
		f.End()
	})
}

// listHead pushes the address of the head of a class's free list, to which
// ThreadFree must be added.
func (f *Writer) listHead(thread, class Local) {
	f.Get(thread)
	f.Get(class)
	f.I32(2)
	f.Op(code.I32Shl)
	f.Op(code.I32Add)
}

// Alloc (thread, bytes, site, path) makes a block that one variable holds. What
// is too large for an arena, a negative size included, is the host's business,
// and so is an empty arena.
func (m *Module) Alloc() Ref {
	params := []code.ValType{code.I32, code.I64, code.I32, code.I32}
	hostAlloc := m.Host("alloc", params, I32)
	refill := m.Host("refill", params, None)
	return m.helper("alloc", params, I32, func(f *Writer) {
		const thread, bytes, site, path = 0, 1, 2, 3
		class, block, top := f.NewLocal("class", code.I32), f.NewLocal("block", code.I32), f.NewLocal("top", code.I32)
		f.Get(bytes)
		f.I64(image.MaxSmall - image.HeaderSize)
		f.Op(code.I64GtU)
		f.Block(code.If)
		f.GetAll(thread, bytes, site, path)
		f.Call(hostAlloc)
		f.Op(code.Return)
		f.End()
		// class = max(MinClass, ⌈log2 (bytes + HeaderSize)⌉)
		f.I32(32)
		f.Get(bytes)
		f.Op(code.I32WrapI64)
		f.I32(image.HeaderSize - 1)
		f.Op(code.I32Add)
		f.I32(1<<image.MinClass - 1)
		f.Op(code.I32Or)
		f.Op(code.I32Clz)
		f.Op(code.I32Sub)
		f.Set(class)
		f.listHead(thread, class)
		f.Put(code.I32Load, image.ThreadFree)
		f.Tee(block)
		f.Block(code.If)
		f.listHead(thread, class)
		f.Get(block)
		f.Put(code.I32Load, 0)
		f.Put(code.I32Store, image.ThreadFree)
		f.Op(code.Else)
		f.fromArena(class, block, top, func() {
			f.GetAll(thread, bytes, site, path)
			f.Call(refill)
		})
		f.End()
		f.header(block, image.HeaderCount, func() { f.I32(1) }, code.I32Store)
		f.header(block, image.HeaderBytes, func() { f.Get(bytes) }, code.I64Store)
		f.Count(image.ThreadAllocs, func() { f.I64(1) })
		f.Get(block)
	})
}

// Reuse (thread, block, bytes, site, path) gives block again to a variable if it alone is held, by who reuses it, and has
// room for the bytes; else it lets go of it and makes another. The result has one more holder than who reuses it.
func (m *Module) Reuse() Ref {
	alloc, release := m.Alloc(), m.Release()
	params := []code.ValType{code.I32, code.I32, code.I64, code.I32, code.I32}
	return m.helper("reuse", params, I32, func(f *Writer) {
		const thread, block, bytes, site, path = 0, 1, 2, 3, 4
		field := func(at int32) {
			f.Get(block)
			f.I32(at)
			f.Op(code.I32Add)
		}
		f.Get(block)
		f.Block(code.If)
		field(image.HeaderCount)
		f.Put(code.I32Load, 0)
		f.I32(1)
		f.Op(code.I32Eq)
		f.Get(bytes)
		field(image.HeaderBytes)
		f.Put(code.I64Load, 0)
		f.Op(code.I64LeU)
		f.Op(code.I32And)
		f.Block(code.If)
		f.header(block, image.HeaderCount, func() { f.I32(2) }, code.I32Store)
		f.Get(block)
		f.Op(code.Return)
		f.End()
		f.GetAll(thread, block)
		f.Call(release)
		f.End()
		f.GetAll(thread, bytes, site, path)
		f.Call(alloc)
		f.Set(block)
		f.header(block, image.HeaderCount, func() { f.I32(2) }, code.I32Store)
		f.Count(image.ThreadAllocs, func() { f.I64(-1) }) // the launch counts it
		f.Get(block)
	})
}

// fromArena cuts a block of the class off the thread's arena.
func (f *Writer) fromArena(class, block, top Local, refill func()) {
	setTop := func() {
		f.Get(Thread)
		f.Put(code.I32Load, image.ThreadBump)
		f.I32(1)
		f.Get(class)
		f.Op(code.I32Shl)
		f.Op(code.I32Add)
		f.Set(top)
	}
	setTop()
	f.Get(top)
	f.Get(Thread)
	f.Put(code.I32Load, image.ThreadLimit)
	f.Op(code.I32GtU)
	f.Block(code.If)
	refill()
	setTop()
	f.End()
	f.Get(Thread)
	f.Put(code.I32Load, image.ThreadBump)
	f.I32(image.HeaderSize)
	f.Op(code.I32Add)
	f.Set(block)
	f.Get(Thread)
	f.Get(top)
	f.Put(code.I32Store, image.ThreadBump)
	f.header(block, image.HeaderClass, func() { f.Get(class) }, code.I32Store)
}

// header writes a field of a block's header.
func (f *Writer) header(block Local, field int32, push func(), store code.Op) {
	f.Get(block)
	f.I32(field)
	f.Op(code.I32Add)
	push()
	f.Put(store, 0)
}

// GetAll pushes locals.
func (f *Writer) GetAll(ls ...Local) {
	for _, l := range ls {
		f.Get(l)
	}
}

// The first two parameters of every translated function.
const (
	Thread Local = iota
	Path
)

// Count adds the i64 that push pushes to a field of the thread's record.
func (f *Writer) Count(field uint64, push func()) {
	f.Get(Thread)
	f.Get(Thread)
	f.Put(code.I64Load, field)
	push()
	f.Op(code.I64Add)
	f.Put(code.I64Store, field)
}
