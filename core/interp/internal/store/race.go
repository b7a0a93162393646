package store

import (
	"fmt"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/interp/internal/layout"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Races (papers: IFL'22 §3.3, racefree). Iterations of a kernel may run concurrently, so
// no iteration may read or write what another writes. Two kinds of accesses are exempt:
// atomic updates with each other, and a write of the value that another iteration has
// already written, because the cell ends up the same in every order. Read and write sets
// are kept cell by cell, as marks that record which iterations accessed the cell and how;
// a conflict is found at the second of the two accesses.

// Access is a kind of access to a cell.
type Access uint8

const (
	Reads Access = iota
	Writes
	Updates // atomically
	repeats // writes the value that another iteration has written
)

var accessNames = [...]string{Reads: "reads", Writes: "writes", Updates: "updates", repeats: "writes"}

// Race traces a running kernel. Iterations are numbered 1, 2, …; the writers of the
// results of a reduction's segments are -1, -2, ….
type Race struct {
	outer      *Race // of the enclosing kernel
	depth      int
	epoch      uint32 // number of the kernel's run
	id         int32  // of the running iteration
	iterations int32  // number of iterations started
	segments   int32  // number of segments whose results are written
	since      int64  // blocks allocated after this number are private to the iteration
	name       func(id int32) string
	atomic     []*Block // accesses to these are updates
}

// shadow holds the marks of a block, one for each unit bytes.
type shadow struct {
	unit  int
	marks []mark
}

// mark records the accesses to a cell in the run with number epoch. It keeps the first
// two distinct readers and updaters: enough to find one that differs from any given
// iteration.
type mark struct {
	epoch    uint32
	writer   int32
	readers  [2]int32
	updaters [2]int32
}

// touch records an access to the element of type t at index i. It returns the iteration
// that it conflicts with, if any, and that one's access. same is called for writes only:
// it reports whether the write leaves the element unchanged.
func (r *Race) touch(b *Block, t scalar.Type, i int64, kind Access, same func() bool) (other int32, did Access) {
	if b.Born > r.since || uint64(i) >= uint64(len(b.data)) {
		return 0, 0
	}
	for len(b.shadows) <= r.depth {
		b.shadows = append(b.shadows, shadow{})
	}
	s := &b.shadows[r.depth]
	s.fit(len(b.data), t.Size())
	n := t.Size() / s.unit
	for k := int(i) * n; k < int(i)*n+n && k < len(s.marks); k++ {
		m := &s.marks[k]
		if m.epoch != r.epoch {
			*m = mark{epoch: r.epoch}
		}
		if kind == Writes && m.writer != 0 && m.writer != r.id && same() {
			kind = repeats
		}
		if other, did := m.conflict(r.id, kind); other != 0 {
			return other, did
		}
		m.add(r.id, kind)
	}
	return 0, 0
}

// never is a same function for accesses that count as changing the element.
func never() bool { return false }

// fit makes the marks fine enough for elements of the given size.
func (s *shadow) fit(bytes, size int) {
	switch {
	case s.marks == nil:
		s.unit = size
		s.marks = make([]mark, (bytes+size-1)/size)
	case s.unit > size:
		coarse, each := s.marks, s.unit/size
		s.unit = size
		s.marks = make([]mark, 0, len(coarse)*each)
		for _, m := range coarse {
			s.marks = append(s.marks, slices.Repeat([]mark{m}, each)...)
		}
	}
}

// conflict returns an iteration other than id whose access conflicts with this one.
func (m *mark) conflict(id int32, kind Access) (other int32, did Access) {
	if m.writer != 0 && m.writer != id && kind != repeats {
		return m.writer, Writes
	}
	if kind != Reads {
		if o := otherThan(id, m.readers); o != 0 {
			return o, Reads
		}
	}
	if kind != Updates {
		if o := otherThan(id, m.updaters); o != 0 {
			return o, Updates
		}
	}
	return 0, 0
}

func otherThan(id int32, ids [2]int32) int32 {
	if ids[0] != id {
		return ids[0]
	}
	return ids[1]
}

func (m *mark) add(id int32, kind Access) {
	switch kind {
	case Writes:
		m.writer = id
	case Reads:
		keep(&m.readers, id)
	case Updates:
		keep(&m.updaters, id)
	}
}

func keep(ids *[2]int32, id int32) {
	switch {
	case ids[0] == 0:
		ids[0] = id
	case ids[0] != id && ids[1] == 0:
		ids[1] = id
	}
}

// Trace records an access in the traces of all running kernels.
func (m *Machine) Trace(b *Block, t scalar.Type, i int64, kind Access, same func() bool, element func() string) {
	for r := m.race; r != nil; r = r.outer {
		if slices.Contains(r.atomic, b) {
			kind = Updates
		}
		if other, did := r.touch(b, t, i, kind, same); other != 0 {
			m.Invalid("race: %s %s offset %d of %s (%s), which %s %s",
				r.name(r.id), accessNames[kind], i, b, element(), r.name(other), accessNames[did])
		}
	}
}

// EnterKernel starts tracing a kernel over an index space.
func (m *Machine) EnterKernel(sizes []int64) {
	if !m.Heap {
		return
	}
	r := m.pushRace()
	r.name = func(id int32) string {
		if id < 0 {
			return fmt.Sprintf("the result of segment %v", layout.Unrank(int64(-id-1), sizes[:len(sizes)-1]))
		}
		return fmt.Sprintf("iteration %v", layout.Unrank(int64(id-1), sizes))
	}
}

// pushRace starts a trace within the current ones.
func (m *Machine) pushRace() *Race {
	r := m.newRace()
	m.race = &r
	return m.race
}

func (m *Machine) newRace() Race {
	m.epochs++
	r := Race{outer: m.race, epoch: m.epochs, since: math.MaxInt64}
	if r.outer != nil {
		r.depth = r.outer.depth + 1
	}
	return r
}

func (m *Machine) LeaveKernel() {
	if m.race != nil {
		m.race = m.race.outer
	}
}

// EnterIteration starts the next iteration, in row-major order.
func (m *Machine) EnterIteration() {
	if r := m.race; r != nil {
		r.iterations++
		r.id, r.since = r.iterations, m.births
	}
}

// EnterResult starts the write of the next segment's result.
func (m *Machine) EnterResult() {
	if r := m.race; r != nil {
		r.segments++
		r.id = -r.segments
	}
}

// BeginAtomic makes the accesses to the arrays atomic updates, until endAtomic.
func (m *Machine) BeginAtomic(arrays []*Array) {
	if m.race == nil {
		return
	}
	for _, a := range arrays {
		m.race.atomic = append(m.race.atomic, a.Block)
	}
}

func (m *Machine) EndAtomic() {
	if m.race != nil {
		m.race.atomic = nil
	}
}

// Tracing reports whether a kernel is running and is traced.
func (m *Machine) Tracing() bool { return m.race != nil }

// EnterPhase starts tracing the threads of a group up to their next barrier. What was
// allocated before is shared by them. name says how messages call a thread.
func (m *Machine) EnterPhase(name func(id int32) string) *Race {
	r := m.pushRace()
	r.since = m.births
	r.name = name
	return r
}

// Resume says which iteration runs from now on.
func (r *Race) Resume(id int32) { r.id = id }

// NameIterations says how messages call the iterations of the running kernel.
func (m *Machine) NameIterations(name func(id int32) string) {
	if m.race != nil {
		m.race.name = name
	}
}

// Writers records which elements the iterations of one operation write, whether or not its
// kernel is traced.
type Writers struct{ marks Race }

func (m *Machine) NewWriters() Writers { return Writers{m.newRace()} }

// Next starts the next iteration.
func (w *Writers) Next() { w.marks.id++ }

// Written marks the elements of place in dst as written, and reports whether an earlier
// iteration wrote one of them.
func (w *Writers) Written(place layout.Layout, dst *Array) bool {
	before := false
	place.Each(func(offset int64) {
		other, _ := w.marks.touch(dst.Block, dst.Elem, offset, Writes, never)
		before = before || other != 0
	})
	return before
}
