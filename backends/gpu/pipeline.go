package gpu

import "github.com/lamina-lang/lamina/core/target"

// Target describes a GPU to the passes; progress is what target.Target says.
func Target(progress bool) target.Target {
	t := target.GPU()
	t.Progress = progress
	if tuning, err := tuningFromEnvironment(); err == nil { // Compile reports the error
		t.Strip = or(tuning.strip, t.Strip/t.Group) * t.Group
		if tuning.scan != 0 {
			t.Progress = tuning.scan == 1
		}
		t.StripBytes = or(tuning.tile, t.StripBytes>>10) << 10
	}
	return t
}

// Pipeline is the default pipeline for GPUs, from soac to imp: nested parallelism in
// two versions, chosen when the program runs; arrays laid out for neighbouring
// threads; what threads allocate is allocated before the launch.
const Pipeline = "inline,simplify,fuse,simplify,extract-kernels{nests=both},simplify,sequentialise,simplify,coalesce," +
	"introduce-memory,simplify,hoist-allocs,short-circuit,simplify,lower-allocs," +
	"merge-blocks,double-buffer,expand-memory,simplify,to-imp,offload,cooperate"

// ProcessorPipeline is that for processors behind the interface of a GPU: threads
// work in sequence, on memory that lies in sequence.
const ProcessorPipeline = "inline,simplify,fuse,simplify,extract-kernels,simplify,sequentialise,simplify," +
	"introduce-memory,simplify,hoist-allocs,short-circuit,simplify,lower-allocs," +
	"merge-blocks,double-buffer,expand-memory{layout=contiguous},simplify,to-imp,offload"
