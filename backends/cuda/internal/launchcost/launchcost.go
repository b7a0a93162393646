//go:build cuda

package launchcost

// #cgo CFLAGS: -I${SRCDIR}/../../shim
// #include "launchcost.h"
import "C"

import (
	"fmt"
	"unsafe"

	"gorgonia.org/cu"
)

// Costs are times in microseconds.
type Costs struct {
	// For one of many consecutive launches: until they are queued, and until they are done.
	Queued, Done float64
	// For one of as many launches in a graph: recorded, instantiated, launched and done;
	// and launched again and done.
	GraphOnce, GraphAgain float64
	// For one launch followed by reading 4 bytes, waiting for an event, and waiting for the
	// stream; and for one launch that writes them to host memory.
	ReadByEvent, ReadByStream, Mapped float64
}

// Measure returns the minimum over a few repetitions of launches launches of a kernel that
// takes a pointer to where it writes.
func Measure(f cu.Function, s cu.Stream, launches int) (c Costs, err error) {
	var out C.lamina_costs
	code := C.lamina_measure(*(*C.CUfunction)(unsafe.Pointer(&f)), *(*C.CUstream)(unsafe.Pointer(&s)), C.int(launches), &out)
	if code != C.CUDA_SUCCESS {
		return c, fmt.Errorf("CUDA error %d", int(code))
	}
	return Costs{
		Queued: float64(out.queued), Done: float64(out.done), GraphOnce: float64(out.graph_once), GraphAgain: float64(out.graph_again),
		ReadByEvent: float64(out.read_event), ReadByStream: float64(out.read_stream), Mapped: float64(out.mapped),
	}, nil
}
