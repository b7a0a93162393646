package emit

import (
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Where an index space is run along its rows while an array is accessed along its
// columns, as in a transposition, a row takes one element of each line of the cache, and
// lines are gone when the next row needs their next element. There the space is run in
// tiles: some columns of several rows, then the next columns of these rows.

const (
	tileRows    = 16 // f32s in a line of the cache
	tileColumns = 64 // lines that the cache keeps until the tile is done
)

// crosswise reports whether the points of s, whose body does not care for their order,
// access an array so.
func (f *Fn) crosswise(s *imp.Parallel) bool {
	if hasLoop(s.Body) || mayStop(s.Body) || imp.HasVectors(s.Body) {
		return false
	}
	inner := len(s.Space) - 1
	changed := imp.Changes(s.Body)
	for _, a := range f.strided(s.Space[inner].Index, s.Body, changed) {
		along, isConst := a.step.AsConst()
		near := isConst && -lineSize < along && along < lineSize
		if _, down, ok := guards.Linear(a.base, s.Space[inner-1].Index); ok && !near {
			if c, ok := down.AsConst(); ok && c != 0 && -lineSize < c && c < lineSize {
				return true
			}
		}
	}
	return false
}

// lineSize is the length of a line of the cache.
const lineSize = 64

// tiles runs as many of the next rows in tiles as there are whole ones in the range, up
// to tileRows. It stands in iterate's loop, inside a block: after the rows it goes on
// with the one or leaves the other.
func (f *Fn) tiles(s *imp.Parallel, sizes []assemble.Value) {
	inner := len(s.Space) - 1
	i, j := f.At(s.Space[inner-1].Index), f.At(s.Space[inner].Index)
	width := sizes[inner]
	rows := f.Temp(code.I64)
	// rows = min(tileRows, whole rows in the range, rows left in this dimension)
	least := func() {
		x := f.Keep(code.I64)
		f.atMost(rows, x)
	}
	f.I64(tileRows)
	f.Set(rows)
	f.Push(assemble.Value{At: kernelTo}, assemble.Value{At: kernelFrom})
	f.Op(code.I64Sub)
	f.Push(width)
	f.Op(code.I64DivU)
	least()
	if inner > 1 {
		f.Push(sizes[inner-1], assemble.Value{At: i})
		f.Op(code.I64Sub)
		least()
	}
	f.Get(j)
	f.Op(code.I64Eqz)
	f.Get(rows)
	f.I64(1)
	f.Op(code.I64GtS)
	f.Op(code.I32And)
	f.Block(code.If)
	f.tileRows(s, width, rows)
	// kernelFrom += rows · width, and i is the last of the rows.
	f.Push(assemble.Value{At: kernelFrom}, assemble.Value{At: rows}, width)
	f.Op(code.I64Mul)
	f.Op(code.I64Add)
	f.Set(kernelFrom)
	f.Push(assemble.Value{At: i}, assemble.Value{At: rows})
	f.Op(code.I64Add)
	f.I64(1)
	f.Op(code.I64Sub)
	f.Set(i)
	f.Push(assemble.Value{At: kernelFrom}, assemble.Value{At: kernelTo})
	f.Op(code.I64GeS)
	f.Put(code.BrIf, 2)
	f.nextRow(s, sizes)
	f.Put(code.Br, 1)
	f.End()
}

// tileRows runs the given number of whole rows from the present one on, and comes back to it.
func (f *Fn) tileRows(s *imp.Parallel, width assemble.Value, rows assemble.Local) {
	inner := len(s.Space) - 1
	i, j := f.At(s.Space[inner-1].Index), f.At(s.Space[inner].Index)
	start, end, last := f.Temp(code.I64), f.Temp(code.I64), f.Temp(code.I64)
	f.I64(0)
	f.Set(start)
	f.Push(assemble.Value{At: i}, assemble.Value{At: rows})
	f.Op(code.I64Add)
	f.Set(last)
	f.Block(code.Loop)
	f.poll(1)
	// end = min(start + tileColumns, width)
	f.Get(start)
	f.I64(tileColumns)
	f.Op(code.I64Add)
	f.Set(end)
	f.atMost(end, width)
	f.Block(code.Loop)
	f.Get(start)
	f.Set(j)
	f.Scope(func() {
		f.countUp(Loop{Index: s.Space[inner].Index, T: scalar.I64, Bound: assemble.Value{At: end}, Body: s.Body, Independent: true})
	})
	f.Get(i)
	f.I64(1)
	f.Op(code.I64Add)
	f.Tee(i)
	f.Push(assemble.Value{At: last})
	f.Op(code.I64LtS)
	f.again()
	f.End()
	f.Push(assemble.Value{At: last}, assemble.Value{At: rows})
	f.Op(code.I64Sub)
	f.Set(i)
	f.Get(end)
	f.Tee(start)
	f.Push(width)
	f.Op(code.I64LtS)
	f.again()
	f.End()
}

// atMost sets the i64 x to t if that is less.
func (f *Fn) atMost(x assemble.Local, t assemble.Value) {
	f.Push(t, assemble.Value{At: x}, t, assemble.Value{At: x})
	f.Op(code.I64LtS)
	f.Op(code.Select)
	f.Set(x)
}
