package gpu

import (
	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/gpu/codegen"
	"github.com/lamina-lang/lamina/core/target"
)

// Target describes a GPU to the passes; progress is what target.Target says. Floats combine
// in any order unless the user asks for reproducible results.
func Target(progress bool) target.Target {
	t := target.GPU().With(target.Fast)
	t.Progress = progress
	if tuning, err := codegen.TuningFromEnvironment(); err == nil { // Compile reports the error
		t.Strip = codegen.Or(tuning.Strip, t.Strip/t.Group) * t.Group
		if tuning.Scan != 0 {
			t.Progress = tuning.Scan == 1
		}
		t.StripBytes = codegen.Or(tuning.Tile, t.StripBytes>>10) << 10
	}
	return t
}

// Pipeline is the default pipeline for GPUs.
var Pipeline = backend.GPU.Pipeline()

// ProcessorPipeline is that for processors behind the interface of a GPU.
var ProcessorPipeline = backend.Processor.Pipeline()
