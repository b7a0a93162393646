package emit

// What lies where in linear memory. Addresses below dataBase are not used for
// anything, so that the null block 0 is none.
const (
	dataBase = 64 // frames of kernels start here

	// minBlock is below every block: the first page is never part of the heap.
	minBlock = 1 << 16
)
