package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
)

// The run-time system: blocks. Counts are changed atomically, because threads
// may hold a block together.

var (
	i32  = []code.ValType{code.I32}
	none []code.ValType
)

// retain (block) counts one more variable that holds the block.
func (u *unit) retain() ref {
	return u.helper("retain", i32, none, func(f *fn) {
		const block = 0
		f.get(block)
		f.block(code.If)
		f.get(block)
		f.i32(image.HeaderCount)
		f.op(code.I32Add)
		f.i32(1)
		f.put(code.I32AtomicRmwAdd, 0)
		f.op(code.Drop)
		f.end()
	})
}

// release (thread, block) counts one less, and frees the block with the last.
func (u *unit) release() ref {
	return u.helper("release", []code.ValType{code.I32, code.I32}, none, func(f *fn) {
		const thread, block = 0, 1
		f.get(block)
		f.block(code.If)
		f.get(block)
		f.i32(image.HeaderCount)
		f.op(code.I32Add)
		f.i32(1)
		f.put(code.I32AtomicRmwSub, 0)
		f.i32(1)
		f.op(code.I32Eq)
		f.block(code.If)
		f.get(thread)
		f.get(block)
		f.call(u.freeBlock())
		f.end()
		f.end()
	})
}

// freeBlock (thread, block) puts a small block at the head of the thread's list
// for its class; its first word becomes the link.
func (u *unit) freeBlock() ref {
	hostFree := u.host("free", i32, none)
	return u.helper("free", []code.ValType{code.I32, code.I32}, none, func(f *fn) {
		const thread, block = 0, 1
		class := f.temp(code.I32)
		f.get(block)
		f.i32(image.HeaderClass)
		f.op(code.I32Add)
		f.put(code.I32Load, 0)
		f.tee(class)
		f.block(code.If)
		f.get(block)
		f.listHead(thread, class)
		f.put(code.I32Load, image.ThreadFree)
		f.put(code.I32Store, 0)
		f.listHead(thread, class)
		f.get(block)
		f.put(code.I32Store, image.ThreadFree)
		f.op(code.Else)
		f.get(block)
		f.call(hostFree)
		f.end()
	})
}

// listHead pushes the address of the head of a class's free list, to which
// ThreadFree must be added.
func (f *fn) listHead(thread, class local) {
	f.get(thread)
	f.get(class)
	f.i32(2)
	f.op(code.I32Shl)
	f.op(code.I32Add)
}

// alloc (thread, bytes, site, path) makes a block that one variable holds. What
// is too large for an arena, a negative size included, is the host's business,
// and so is an empty arena.
func (u *unit) alloc() ref {
	params := []code.ValType{code.I32, code.I64, code.I32, code.I32}
	hostAlloc := u.host("alloc", params, i32)
	refill := u.host("refill", params, none)
	return u.helper("alloc", params, i32, func(f *fn) {
		const thread, bytes, site, path = 0, 1, 2, 3
		class, block, top := f.newLocal("class", code.I32), f.newLocal("block", code.I32), f.newLocal("top", code.I32)
		f.get(bytes)
		f.i64(image.MaxSmall - image.HeaderSize)
		f.op(code.I64GtU)
		f.block(code.If)
		f.getAll(thread, bytes, site, path)
		f.call(hostAlloc)
		f.op(code.Return)
		f.end()
		// class = max(MinClass, ⌈log2 (bytes + HeaderSize)⌉)
		f.i32(32)
		f.get(bytes)
		f.op(code.I32WrapI64)
		f.i32(image.HeaderSize - 1)
		f.op(code.I32Add)
		f.i32(1<<image.MinClass - 1)
		f.op(code.I32Or)
		f.op(code.I32Clz)
		f.op(code.I32Sub)
		f.set(class)
		f.listHead(thread, class)
		f.put(code.I32Load, image.ThreadFree)
		f.tee(block)
		f.block(code.If)
		f.listHead(thread, class)
		f.get(block)
		f.put(code.I32Load, 0)
		f.put(code.I32Store, image.ThreadFree)
		f.op(code.Else)
		f.fromArena(class, block, top, func() {
			f.getAll(thread, bytes, site, path)
			f.call(refill)
		})
		f.end()
		f.header(block, image.HeaderCount, func() { f.i32(1) }, code.I32Store)
		f.header(block, image.HeaderBytes, func() { f.get(bytes) }, code.I64Store)
		f.count(image.ThreadAllocs, func() { f.i64(1) })
		f.get(block)
	})
}

// fromArena cuts a block of the class off the thread's arena.
func (f *fn) fromArena(class, block, top local, refill func()) {
	setTop := func() {
		f.get(thread)
		f.put(code.I32Load, image.ThreadBump)
		f.i32(1)
		f.get(class)
		f.op(code.I32Shl)
		f.op(code.I32Add)
		f.set(top)
	}
	setTop()
	f.get(top)
	f.get(thread)
	f.put(code.I32Load, image.ThreadLimit)
	f.op(code.I32GtU)
	f.block(code.If)
	refill()
	setTop()
	f.end()
	f.get(thread)
	f.put(code.I32Load, image.ThreadBump)
	f.i32(image.HeaderSize)
	f.op(code.I32Add)
	f.set(block)
	f.get(thread)
	f.get(top)
	f.put(code.I32Store, image.ThreadBump)
	f.header(block, image.HeaderClass, func() { f.get(class) }, code.I32Store)
}

// header writes a field of a block's header.
func (f *fn) header(block local, field int32, push func(), store code.Op) {
	f.get(block)
	f.i32(field)
	f.op(code.I32Add)
	push()
	f.put(store, 0)
}

func (f *fn) getAll(ls ...local) {
	for _, l := range ls {
		f.get(l)
	}
}
