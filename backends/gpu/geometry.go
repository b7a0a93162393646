package gpu

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/gpu/codegen"
)

// geometry is how many threads run the iterations of a parallel statement, and how
// much memory each has for blocks that it makes.
func (x *executable) geometry(k *codegen.Kernel, total int64) (groups, size, heap int64) {
	info := x.device.Info()
	units := int64(info.Units)
	if info.CPU {
		// A few ranges for each core, so that an uneven one does not hold up all.
		groups, size = min(total, units*8), 1
	} else {
		size = min(codegen.GroupSize, info.MaxGroup)
		groups = min(codegen.UpTo(total, size), units*codegen.Or(x.unit.Tuning.Groups, 32))
	}
	if k.Allocates {
		if !info.CPU {
			groups = min(groups, units*4)
		}
		heap = min(x.heapBudget()/(groups*size), 1<<28) / 64 * 64
	}
	return groups, size, heap
}

// heapBudget bounds the memory that all threads together may take for blocks that they make.
func (x *executable) heapBudget() int64 {
	info := x.device.Info()
	return min(info.MemoryBytes/4, info.MaxAlloc, 4<<30)
}

// threadHeap is a thread's share of the heap where all are running.
func (x *executable) threadHeap() int64 {
	_, _, heap := x.geometry(&codegen.Kernel{Allocates: true}, 1<<40)
	return heap
}

// reserveHeap makes room for the blocks of threads.
func (x *executable) reserveHeap(bytes int64) error {
	if x.heap != nil {
		if bytes <= x.heap.bytes {
			return nil
		}
		x.pool.put(x.heap)
		x.heap = nil
	}
	b, err := x.pool.obtain(bytes)
	if err != nil {
		return fmt.Errorf("%s: %w", sizeText(bytes), err)
	}
	x.heap = b
	return nil
}

// tilingOf cuts a space for a kernel whose threads take at most the given number of rows and
// columns. Few tiles are made smaller, so that all units of the device have work.
func (x *executable) tilingOf(sizes []int64, n *codegen.Tiles) codegen.Tiling {
	width := uint64(codegen.Widest)
	if n.Columns > 1 {
		width = codegen.WidestColumns
	}
	width = uint64(codegen.Or(x.unit.Tuning.Width, int64(width)))
	t := codegen.Cut(sizes, n.Rows, n.Columns, width)
	units := int64(x.device.Info().Units)
	if n.Stages != nil && t.LogWidth == codegen.LogStaged && t.Groups >= units/4 {
		return t // which takes a tile's loads to a fraction
	}
	if n.Stages != nil || t.Groups < units*4 {
		t = codegen.Cut(sizes, 1, 1, width)
	}
	return t
}
