// Package vectors writes what runs in the lanes of 128-bit vectors: the vectors of the program, and
// loops of which several iterations run at once.
//
//   - Where elements are narrow, vectors hold them as they lie in memory (packed.go).
//   - Loops that pass lanes made of vectors run as they are (vectors.go).
//   - Elsewhere, where it pays, several iterations run at once in lanes of 32 or 64
//     bits (vector.go and the files that it names); package emit's scalar loop does the rest.
//   - A fold that mostly keeps what it has runs in lanes as long as nothing changes
//     it (speculate.go, unchanged.go, narrow.go).
//
// A lane computes what a scalar computes, to the bit.
package vectors

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/emit"
	"github.com/lamina-lang/lamina/core/imp"
)

// Lanes writes loops and vectors with the instructions of WebAssembly's 128-bit vectors.
type Lanes struct{}

// Loop plans a loop: packed where elements are narrow, in lanes of 32 or 64 bits, or as a speculation.
func (Lanes) Loop(f *emit.Fn, l emit.Loop) emit.InLanes {
	if p := pack(f, l); p != nil {
		return p
	}
	if v := vectorise(f, l); v != nil {
		return v
	}
	if s := speculate(f, l); s != nil {
		return s
	}
	return nil
}

// Expr pushes a vector.
func (Lanes) Expr(f *emit.Fn, e imp.Expr) { vectorExpr(f, e) }

// Extract pushes a lane of a vector.
func (Lanes) Extract(f *emit.Fn, e *imp.Lane) { extract(f, e) }

// Store stores a vector.
func (Lanes) Store(f *emit.Fn, s *imp.Store) { storeVector(f, s) }
