package codegen

import (
	"fmt"
	"math/bits"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
)

// Narrow parallel statements on a GPU. A group takes a tile of the space, which
// is seen as a matrix: its columns are the last dimension, and its rows all the
// others. A thread takes neighbouring rows of it, in columns at the distance of the
// tile's threads; in one dimension, elements at that distance, or neighbours
// (vectors.go). Where all of them lie
// inside the space they are run in lockstep (lockstep.go).

// Tiles is how the threads of a group take a tile.
type Tiles struct {
	// Rows and columns are how many iterations a thread may take, in lockstep if it
	// is more than one.
	Rows, Columns int64
	lock          *lockstep
	// Stages are the loops whose loads go through shared memory, staged how many bytes
	// Of that they take.
	Stages map[*imp.For]*stage
	Staged int64
}

// tilesOf decides on the tiles of a kernel; nil if it has none on such a device.
func (u *Unit) tilesOf(k *Kernel) *Tiles {
	if !k.narrow || k.Allocates || u.info.CPU || 0 < u.info.MaxGroup && u.info.MaxGroup < GroupSize {
		return nil
	}
	t := &Tiles{Rows: 1, Columns: 1}
	if t.lock = newLockstep(k); t.lock == nil {
		return t
	}
	stages := u.stages(k, t.lock)
	points := int64(mostPoints)
	if len(stages) > 0 {
		points = stagedPoints
	}
	if t.Rows, t.Columns = t.lock.shape(k, points); t.Rows > 1 {
		t.Rows = Or(u.Tuning.rows, t.Rows)
	}
	if t.Columns > 1 {
		t.Columns = Or(u.Tuning.columns, t.Columns)
	}
	t.lock.rows, t.lock.columns = t.Rows, t.Columns
	u.layOut(t, stages)
	t.lock.vectors = u.inVectors(k, t)
	return t
}

// tileParams are the parameters that tell a kernel of n dimensions how
// its space is cut; tiling.args gives the arguments.
func tileParams(out *kernelParams, rank int) {
	out.add("i32 ", "rows")
	if rank > 1 {
		out.add("i32 ", "columns")
		for _, u := range []string{"log_width", "across", "across_m", "across_s"} {
			out.add("u32 ", u)
		}
		out.add("i32 ", "all_rows")
	}
	for i := 1; i < rank-1; i++ {
		out.add("u32 ", fmt.Sprintf("count%d_m", i))
		out.add("u32 ", fmt.Sprintf("count%d_s", i))
	}
}

// tile writes the iterations of a thread.
func (w *printer) tile(k *Kernel) {
	if len(k.Space) == 1 {
		w.strip(k)
		return
	}
	w.rectangle(k)
}

// strip is a tile of one dimension.
func (w *printer) strip(k *Kernel) {
	i, rows := ident(k.Space[0].Index), k.Tiles.Rows
	if rows == 1 {
		w.line("const i32 %s = %s * %d + (i32)LOCAL_ID();", i, w.group("i32"), GroupSize)
		w.block(func() { w.iteration(k, k.body, i) }, "if (%s < count0)", i)
		return
	}
	w.line("const i32 start = %s * %d * rows, first = start + (i32)LOCAL_ID();", w.group("i32"), GroupSize)
	w.lockstep(k, wholeTile{
		condition: fmt.Sprintf("rows == %d && count0 - start >= %d", rows, rows*GroupSize),
		last: func() {
			w.each(alongRows, func() {
				if w.lock.vectors {
					w.line("const i32 %s = start + (i32)LOCAL_ID() * %d + %d;", w.ident(k.Space[0].Index), rows, w.lock.row)
					return
				}
				w.line("const i32 %s = first + %d;", w.ident(k.Space[0].Index), w.lock.row*GroupSize)
			})
		},
	}, func() {
		w.block(func() {
			w.line("const i32 %s = first + row * %d;", i, GroupSize)
			w.block(func() { w.iteration(k, k.body, i) }, "if (%s < count0)", i)
		}, "for (i32 row = 0; row < rows; row++)")
	})
}

// group is the number of the group as a tile's number: of every other launch the first
// group takes the last tile, so that what the launch before wrote last, and is still in
// the cache, is read first. An H200 takes 6 % less for the sum of an array that was just
// made, 2 % less for a step of a stencil, 1 % for one of Hotspot. The tuning turn=1 has them as they come.
func (w *printer) group(t string) string {
	if w.unit.Tuning.turn != 1 {
		return "(" + t + ")((launch & 1u) ? NUM_GROUPS() - 1 - GROUP_ID() : GROUP_ID())"
	}
	return "(" + t + ")GROUP_ID()"
}

// wholeTile is how those tiles are run of which every thread has all of its points.
type wholeTile struct {
	condition string
	// rows declares the indices but the last, last declares that.
	rows, last func()
}

// lockstep writes a thread's points in lockstep, if it has all of them, and otherwise as
// loops.
func (w *printer) lockstep(k *Kernel, t wholeTile, loops func()) {
	w.block(func() {
		w.lock = k.Tiles.lock
		if t.rows != nil {
			t.rows()
		}
		t.last()
		w.lockstepped(k.body)
		w.lock = nil
	}, "if (%s)", t.condition)
	w.block(loops, "else")
}

// rectangle is a tile of a matrix.
func (w *printer) rectangle(k *Kernel) {
	last, n := len(k.Space)-1, k.Tiles
	x := k.Space[last].Index
	w.line("const u32 group = %s, thread = (u32)LOCAL_ID();", w.group("u32"))
	w.line("const u32 down = QUOTIENT(group, across_m, across_s);")
	w.line("const i32 width = 1 << log_width;")
	w.line("const i32 left = (i32)(((group - down * across) * (u32)columns << log_width) + (thread & (u32)(width - 1)));")
	w.line("const i32 first = (i32)(((down << (%d - log_width)) + (thread >> log_width)) * (u32)rows);", logGroup)
	if n.Stages != nil {
		w.block(func() {
			w.stagedTile(k)
			w.line("return;")
		}, "if (rows == %d && columns == %d && log_width == %d)", n.Rows, n.Columns, LogStaged)
	}
	w.line("if (left >= count%d) return;", last)
	if n.Rows*n.Columns == 1 {
		w.block(func() {
			w.point(k, last, "first")
			w.line("const i32 %s = left;", ident(x))
			w.iteration(k, k.body, fmt.Sprintf("((u32)first * (u32)count%d + (u32)left)", last))
		}, "if (first < all_rows)")
		return
	}
	loops := func() {
		w.block(func() {
			w.block(func() {
				w.point(k, last, "y")
				w.line("const i32 %s = x;", ident(x))
				w.iteration(k, k.body, fmt.Sprintf("((u32)y * (u32)count%d + (u32)x)", last))
			}, "for (i32 x = left; x < count%d && x - left < columns * width; x += width)", last)
		}, "for (i32 y = first; y < all_rows && y - first < rows; y++)")
	}
	if n.Stages != nil {
		loops()
		return
	}
	w.lockstep(k, wholeTile{
		condition: fmt.Sprintf("rows == %d && columns == %d && all_rows - first >= %d && count%d - left > %d * width",
			n.Rows, n.Columns, n.Rows, last, n.Columns-1),
		rows: func() { w.each(alongRows, func() { w.point(k, last, fmt.Sprintf("first + %d", w.lock.row)) }) },
		last: func() {
			w.each(alongColumns, func() { w.line("const i32 %s = left + %d * width;", w.ident(x), w.lock.column) })
		},
	}, loops)
}

// point declares the first n indices of a point in row y.
func (w *printer) point(k *Kernel, n int, y string) {
	for i := n - 1; i > 0; i-- {
		index := w.ident(k.Space[i].Index)
		quotient := "above_" + index
		w.line("const i32 %s = (i32)QUOTIENT((u32)(%s), count%d_m, count%d_s);", quotient, y, i, i)
		w.line("const i32 %s = %s - %s * count%d;", index, y, quotient, i)
		y = quotient
	}
	w.line("const i32 %s = %s;", w.ident(k.Space[0].Index), y)
}

// logGroup is the logarithm of groupSize.
const logGroup = 8

// divisor is what a kernel divides numbers below 2^31 by: the quotient is the
// product with m, less its last s bits.
type divisor struct{ m, s uint64 }

func divisorOf(d int64) divisor {
	s := 31 + logOf(d)
	return divisor{(1<<s + uint64(d) - 1) / uint64(d), s}
}

// Tiling is how a space is cut into tiles.
type Tiling struct {
	rows, columns  int64 // of a thread
	Groups         int64
	LogWidth       uint64 // of a tile, in threads
	across, height int64  // tiles in a row, rows of the matrix
}

// Widest is the logarithm of a tile's width in threads, unless there are few rows,
// for threads that take one column, and for those that take more: then it is a warp.
const (
	Widest        = 6
	WidestColumns = 5
)

// Cut divides an index space of the given sizes into tiles of groups.
func Cut(sizes []int64, rows, columns int64, width uint64) Tiling {
	t := Tiling{rows: rows, columns: columns, height: 1}
	last := len(sizes) - 1
	if last == 0 {
		t.Groups = UpTo(sizes[0], GroupSize*rows)
		return t
	}
	for _, n := range sizes[:last] {
		t.height *= n
	}
	t.LogWidth = min(logOf(sizes[last]), width)
	for t.LogWidth < min(logGroup, logOf(sizes[last])) && t.height <= rows<<(logGroup-t.LogWidth-1) {
		t.LogWidth++
	}
	t.across = UpTo(sizes[last], columns<<t.LogWidth)
	t.Groups = t.across * UpTo(t.height, rows<<(logGroup-t.LogWidth))
	return t
}

// UpTo is how many parts of the given size make n.
func UpTo(n, part int64) int64 { return (n + part - 1) / part }

// logOf is the logarithm of the next power of two.
func logOf(n int64) uint64 { return uint64(bits.Len64(uint64(n - 1))) }

// Args are the arguments for tileParams.
func (t Tiling) Args(to []hardware.Arg, sizes []int64) []hardware.Arg {
	word := func(x uint64) { to = append(to, hardware.Arg{Size: 4, Bits: x}) }
	divide := func(n int64) {
		d := divisorOf(n)
		word(d.m)
		word(d.s)
	}
	word(uint64(t.rows))
	if len(sizes) > 1 {
		word(uint64(t.columns))
		word(t.LogWidth)
		word(uint64(t.across))
		divide(t.across)
		word(uint64(t.height))
	}
	for i := 1; i < len(sizes)-1; i++ {
		divide(sizes[i])
	}
	return to
}
