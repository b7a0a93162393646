package accelerate

import (
	"sync/atomic"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
)

// Times says what compiled expressions took in this process: their programs alone, without
// converting data and copying them to and from where the programs run, and without
// compilation.
type Times struct {
	Runs      int           // how often a program ran
	Clock     time.Duration // by the clock
	Processor time.Duration // of all threads on processors; 0 where it is not measured, as on GPUs
}

// Measured returns the times of all expressions that have run as programs so far. The difference
// of two of them belongs to the calls between, as in a benchmark:
//
//	before := accelerate.Measured()
//	for b.Loop() {
//		price(a, xs, ys)
//	}
//	programs := accelerate.Measured().Clock - before.Clock
//	b.ReportMetric(float64(programs.Nanoseconds())/float64(b.N), "program-ns/op")
func Measured() Times {
	return Times{int(runs.Load()), time.Duration(clock.Load()), time.Duration(processor.Load())}
}

var runs, clock, processor atomic.Int64

// spent counts a run.
func spent(r *backend.Report) {
	if r == nil {
		return
	}
	runs.Add(1)
	clock.Add(int64(r.Total))
	processor.Add(int64(r.Processor))
}
