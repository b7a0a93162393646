package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// Vectors writes what runs in the lanes of 128-bit vectors: package vectors does. Without it all loops
// are scalar, and the program has no vectors.
type Vectors interface {
	// Loop plans a loop for several iterations at once; nil if that cannot be done or does not pay.
	Loop(f *Fn, l Loop) InLanes
	// Expr pushes a vector, Extract one of its lanes, and Store stores one.
	Expr(f *Fn, e imp.Expr)
	Extract(f *Fn, e *imp.Lane)
	Store(f *Fn, s *imp.Store)
}

// InLanes is a loop that was planned.
type InLanes interface {
	// Run writes the loop, which leaves its index at the first iteration that did not run.
	Run()
	// RunsAll reports whether it leaves fewer iterations than there are lanes, whatever happens.
	RunsAll() bool
}

// RunningLoop is the loop in lanes that is being written.
type RunningLoop interface {
	// Hide takes from changed what does not change while the lanes run.
	Hide(changed imp.Names)
	// Runs reports whether index counts the iterations that run at once.
	Runs(index name.Name) bool
	// Reach is how many bytes the access of a load or store, of so many bytes in a lane, comes to in all
	// lanes, and how many checks it needs for that; 0 if that is not known.
	Reach(access any, size int64) (bytes int64, checks int)
}

// MaxSplats is how many invariant values are kept in all lanes.
const MaxSplats = 24

// vectors writes the vectors of the program.
func (f *Fn) vectors() Vectors {
	if f.u.options.Vectors == nil {
		assemble.Unsupportedf("vectors (function %s)", f.Fun)
	}
	return f.u.options.Vectors
}
