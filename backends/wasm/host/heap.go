package host

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/lamina-lang/lamina/backends/wasm/image"
)

// heap manages linear memory after the static data: large blocks, and arenas from which
// compiled code allocates small blocks. It is safe for concurrent use.
type heap struct {
	mem  []byte                // the whole address range
	grow func(to uint64) error // makes addresses below to accessible

	mu    sync.Mutex
	base  uint64 // start of the heap
	top   uint64 // end of the allocated part
	limit uint64 // end of the accessible part
	holes []span // free spans below top: sorted, not adjacent
	used  uint64
	peak  uint64
	large int64 // number of large blocks allocated

	arenas int64 // number allocated
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

// take allocates a span from the best-fitting hole or at the top.
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

// give frees a span and merges it with adjacent holes.
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

// block allocates a large block with a reference count of one.
func (h *heap) block(bytes uint64) (block uint32, err error) {
	start, err := h.take(bytes + image.HeaderSize)
	if err != nil {
		return 0, err
	}
	h.mu.Lock()
	h.large++
	h.mu.Unlock()
	at := start + image.HeaderSize
	h.put32(at+header(image.HeaderCount), 1)
	h.put32(at+header(image.HeaderClass), 0)
	binary.LittleEndian.PutUint64(h.mem[at+header(image.HeaderBytes):], bytes)
	return uint32(at), nil
}

// header returns the offset of a header field from a block's address.
func header(field int) uint64 { return uint64(field) }

// size returns the size in bytes that a block was allocated with.
func (h *heap) size(block uint32) uint64 {
	return binary.LittleEndian.Uint64(h.mem[uint64(block)+header(image.HeaderBytes):])
}

// free frees a large block.
func (h *heap) free(block uint32) {
	h.give(uint64(block)-image.HeaderSize, h.size(block)+image.HeaderSize)
}

func (h *heap) put32(at uint64, x uint32) { binary.LittleEndian.PutUint32(h.mem[at:], x) }
