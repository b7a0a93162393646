package gpu

import "fmt"

// groupSize is the number of threads of a group on a GPU.
const groupSize = 256

// geometry is how many threads run the iterations of a parallel statement, and how
// much memory each has for blocks that it makes.
func (x *executable) geometry(k *kernel, total int64) (groups, size, heap int64) {
	info := x.device.Info()
	units := int64(info.Units)
	if info.CPU {
		// A few ranges for each core, so that an uneven one does not hold up all.
		groups, size = min(total, units*8), 1
	} else {
		size = min(groupSize, info.MaxGroup)
		groups = min(upTo(total, size), units*or(x.unit.tuning.groups, 32))
	}
	if k.allocates {
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
	_, _, heap := x.geometry(&kernel{allocates: true}, 1<<40)
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
