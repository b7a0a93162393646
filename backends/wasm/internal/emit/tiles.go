package emit

import (
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
func (f *fn) crosswise(s *imp.Parallel) bool {
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
func (f *fn) tiles(s *imp.Parallel, sizes []value) {
	inner := len(s.Space) - 1
	i, j := f.at(s.Space[inner-1].Index), f.at(s.Space[inner].Index)
	width := sizes[inner]
	rows := f.temp(code.I64)
	// rows = min(tileRows, whole rows in the range, rows left in this dimension)
	least := func() {
		x := f.keep(code.I64)
		f.atMost(rows, x)
	}
	f.i64(tileRows)
	f.set(rows)
	f.push(value{at: kernelTo}, value{at: kernelFrom})
	f.op(code.I64Sub)
	f.push(width)
	f.op(code.I64DivU)
	least()
	if inner > 1 {
		f.push(sizes[inner-1], value{at: i})
		f.op(code.I64Sub)
		least()
	}
	f.get(j)
	f.op(code.I64Eqz)
	f.get(rows)
	f.i64(1)
	f.op(code.I64GtS)
	f.op(code.I32And)
	f.block(code.If)
	f.tileRows(s, width, rows)
	// kernelFrom += rows · width, and i is the last of the rows.
	f.push(value{at: kernelFrom}, value{at: rows}, width)
	f.op(code.I64Mul)
	f.op(code.I64Add)
	f.set(kernelFrom)
	f.push(value{at: i}, value{at: rows})
	f.op(code.I64Add)
	f.i64(1)
	f.op(code.I64Sub)
	f.set(i)
	f.push(value{at: kernelFrom}, value{at: kernelTo})
	f.op(code.I64GeS)
	f.put(code.BrIf, 2)
	f.nextRow(s, sizes)
	f.put(code.Br, 1)
	f.end()
}

// tileRows runs the given number of whole rows from the present one on, and comes back to it.
func (f *fn) tileRows(s *imp.Parallel, width value, rows local) {
	inner := len(s.Space) - 1
	i, j := f.at(s.Space[inner-1].Index), f.at(s.Space[inner].Index)
	start, end, last := f.temp(code.I64), f.temp(code.I64), f.temp(code.I64)
	f.i64(0)
	f.set(start)
	f.push(value{at: i}, value{at: rows})
	f.op(code.I64Add)
	f.set(last)
	f.block(code.Loop)
	f.poll(1)
	// end = min(start + tileColumns, width)
	f.get(start)
	f.i64(tileColumns)
	f.op(code.I64Add)
	f.set(end)
	f.atMost(end, width)
	f.block(code.Loop)
	f.get(start)
	f.set(j)
	f.scope(func() {
		f.countUp(loop{index: s.Space[inner].Index, t: scalar.I64, bound: value{at: end}, body: s.Body, independent: true})
	})
	f.get(i)
	f.i64(1)
	f.op(code.I64Add)
	f.tee(i)
	f.push(value{at: last})
	f.op(code.I64LtS)
	f.put(code.BrIf, 0)
	f.end()
	f.push(value{at: last}, value{at: rows})
	f.op(code.I64Sub)
	f.set(i)
	f.get(end)
	f.tee(start)
	f.push(width)
	f.op(code.I64LtS)
	f.put(code.BrIf, 0)
	f.end()
}

// atMost sets the i64 x to t if that is less.
func (f *fn) atMost(x local, t value) {
	f.push(t, value{at: x}, t, value{at: x})
	f.op(code.I64LtS)
	f.op(code.Select)
	f.set(x)
}
