package interp

import (
	"fmt"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
)

// Races (papers: IFL'22 §3.3, racefree). Iterations of a kernel may run concurrently, so
// no iteration may read or write what another writes. Two kinds of accesses are exempt:
// atomic updates with each other, and a write of the value that another iteration has
// already written, because the cell ends up the same in every order. Read and write sets
// are kept cell by cell, as marks that record which iterations accessed the cell and how;
// a conflict is found at the second of the two accesses.

// access is a kind of access to a cell.
type access uint8

const (
	reads access = iota
	writes
	updates // atomically
	repeats // writes the value that another iteration has written
)

var accessNames = [...]string{reads: "reads", writes: "writes", updates: "updates", repeats: "writes"}

// race traces a running kernel. Iterations are numbered 1, 2, …; the writers of the
// results of a reduction's segments are -1, -2, ….
type race struct {
	outer      *race // of the enclosing kernel
	depth      int
	epoch      uint32 // number of the kernel's run
	id         int32  // of the running iteration
	iterations int32  // number of iterations started
	segments   int32  // number of segments whose results are written
	since      int64  // blocks allocated after this number are private to the iteration
	name       func(id int32) string
	atomic     []*block // accesses to these are updates
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
func (r *race) touch(b *block, t scalar.Type, i int64, kind access, same func() bool) (other int32, did access) {
	if b.born > r.since || uint64(i) >= uint64(len(b.data)) {
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
		if kind == writes && m.writer != 0 && m.writer != r.id && same() {
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
func (m *mark) conflict(id int32, kind access) (other int32, did access) {
	if m.writer != 0 && m.writer != id && kind != repeats {
		return m.writer, writes
	}
	if kind != reads {
		if o := otherThan(id, m.readers); o != 0 {
			return o, reads
		}
	}
	if kind != updates {
		if o := otherThan(id, m.updaters); o != 0 {
			return o, updates
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

func (m *mark) add(id int32, kind access) {
	switch kind {
	case writes:
		m.writer = id
	case reads:
		keep(&m.readers, id)
	case updates:
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

// trace records an access in the traces of all running kernels.
func (m *machine) trace(b *block, t scalar.Type, i int64, kind access, same func() bool, element func() string) {
	for r := m.race; r != nil; r = r.outer {
		if slices.Contains(r.atomic, b) {
			kind = updates
		}
		if other, did := r.touch(b, t, i, kind, same); other != 0 {
			m.invalid("race: %s %s offset %d of %s (%s), which %s %s",
				r.name(r.id), accessNames[kind], i, b, element(), r.name(other), accessNames[did])
		}
	}
}

// enterKernel starts tracing a kernel over an index space.
func (m *machine) enterKernel(sizes []int64) {
	if !m.heap {
		return
	}
	r := m.pushRace()
	r.name = func(id int32) string {
		if id < 0 {
			return fmt.Sprintf("the result of segment %v", unrank(int64(-id-1), sizes[:len(sizes)-1]))
		}
		return fmt.Sprintf("iteration %v", unrank(int64(id-1), sizes))
	}
}

// pushRace starts a trace within the current ones.
func (m *machine) pushRace() *race {
	r := m.newRace()
	m.race = &r
	return m.race
}

func (m *machine) newRace() race {
	m.epochs++
	r := race{outer: m.race, epoch: m.epochs, since: math.MaxInt64}
	if r.outer != nil {
		r.depth = r.outer.depth + 1
	}
	return r
}

func (m *machine) leaveKernel() {
	if m.race != nil {
		m.race = m.race.outer
	}
}

// enterIteration starts the next iteration, in row-major order.
func (m *machine) enterIteration() {
	if r := m.race; r != nil {
		r.iterations++
		r.id, r.since = r.iterations, m.births
	}
}

// enterResult starts the write of the next segment's result.
func (m *machine) enterResult() {
	if r := m.race; r != nil {
		r.segments++
		r.id = -r.segments
	}
}

// beginAtomic makes the accesses to the arrays atomic updates, until endAtomic.
func (m *machine) beginAtomic(arrays []*array) {
	if m.race == nil {
		return
	}
	for _, a := range arrays {
		m.race.atomic = append(m.race.atomic, a.block)
	}
}

func (m *machine) endAtomic() {
	if m.race != nil {
		m.race.atomic = nil
	}
}

// unrank returns the ith point of a space in row-major order.
func unrank(i int64, sizes []int64) []int64 {
	point := make([]int64, len(sizes))
	for d := len(sizes) - 1; d >= 0; d-- {
		point[d] = i % sizes[d]
		i /= sizes[d]
	}
	return point
}
