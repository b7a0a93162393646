package wasm

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
)

// heap hands out the part of linear memory behind the static data: large blocks,
// and arenas from which compiled code cuts small ones. Many threads may use it
// at once.
type heap struct {
	mem  []byte                // all addresses
	grow func(to uint64) error // makes addresses up to here accessible

	mu    sync.Mutex
	base  uint64 // where the heap starts
	top   uint64 // nothing was handed out from here on
	limit uint64 // so much is accessible
	holes []span // below top and unused: sorted, not adjacent
	used  uint64
	peak  uint64
	large int64 // blocks handed out

	arenas int64 // handed out
}

// span is a range of addresses.
type span struct{ start, size uint64 }

// granule is the alignment of spans, and of blocks.
const granule = 16

func align(n uint64) uint64 { return (n + granule - 1) &^ (granule - 1) }

// reset empties the heap.
func (h *heap) reset() {
	h.top = h.base
	h.holes = h.holes[:0]
	h.used, h.peak, h.large, h.arenas = 0, 0, 0, 0
}

// take finds a span, in the hole that fits best or at the top.
func (h *heap) take(size uint64) (start uint64, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	size = align(size)
	best := -1
	for i, s := range h.holes {
		if s.size >= size && (best < 0 || s.size < h.holes[best].size) {
			best = i
		}
	}
	if best >= 0 {
		s := &h.holes[best]
		start = s.start
		s.start += size
		s.size -= size
		if s.size == 0 {
			h.holes = slices.Delete(h.holes, best, best+1)
		}
	} else {
		if end := h.top + size; end > h.limit {
			if err := h.grow(end); err != nil {
				return 0, err
			}
		}
		start = h.top
		h.top += size
	}
	h.used += size
	h.peak = max(h.peak, h.used)
	return start, nil
}

// give takes a span back, and joins it with the holes next to it.
func (h *heap) give(start, size uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	size = align(size)
	h.used -= size
	i, _ := slices.BinarySearchFunc(h.holes, start, func(s span, at uint64) int { return int(int64(s.start - at)) })
	if i < len(h.holes) && start+size == h.holes[i].start {
		h.holes[i].start = start
		h.holes[i].size += size
	} else {
		h.holes = slices.Insert(h.holes, i, span{start, size})
	}
	if i > 0 && h.holes[i-1].start+h.holes[i-1].size == start {
		h.holes[i-1].size += h.holes[i].size
		h.holes = slices.Delete(h.holes, i, i+1)
	}
	if n := len(h.holes); n > 0 && h.holes[n-1].start+h.holes[n-1].size == h.top {
		h.top = h.holes[n-1].start
		h.holes = h.holes[:n-1]
	}
}

// block makes a large block that one variable holds.
func (h *heap) block(bytes uint64) (block uint32, err error) {
	start, err := h.take(bytes + emit.HeaderSize)
	if err != nil {
		return 0, err
	}
	h.mu.Lock()
	h.large++
	h.mu.Unlock()
	at := start + emit.HeaderSize
	h.put32(at+header(emit.HeaderCount), 1)
	h.put32(at+header(emit.HeaderClass), 0)
	binary.LittleEndian.PutUint64(h.mem[at+header(emit.HeaderBytes):], bytes)
	return uint32(at), nil
}

// header is what to add to a block's address for a field of its header.
func header(field int) uint64 { return uint64(field) }

// size is the number of bytes that a block was made for.
func (h *heap) size(block uint32) uint64 {
	return binary.LittleEndian.Uint64(h.mem[uint64(block)+header(emit.HeaderBytes):])
}

// free takes a large block back.
func (h *heap) free(block uint32) {
	h.give(uint64(block)-emit.HeaderSize, h.size(block)+emit.HeaderSize)
}

func (h *heap) put32(at uint64, x uint32) { binary.LittleEndian.PutUint32(h.mem[at:], x) }
