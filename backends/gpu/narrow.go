package gpu

import (
	"math/bits"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A kernel has two forms. The wide one is right for all arguments. The narrow one
// computes with i32 where the program says i64, which takes a GPU half as long or
// less, and promises the compiler that its blocks do not overlap, so that it may
// move loads up. Before each launch the host proves that the numbers fit, from the
// values of the kernel's arguments, and looks at the blocks; else it launches the
// wide form.

// narrowing is the narrow form of a kernel.
type narrowing struct {
	kernel *kernel
	index  int // among the device's kernels
	name   string
	ranges ranges // of what is typical, to decide what is to be an i32
	// small are the variables that are i32s, checks the expressions that must fit.
	small   map[name.Name]bool
	checks  []imp.Expr
	checked map[imp.Expr]bool
	// divisors are the expressions that must be positive.
	divisors []imp.Expr
	// written are the block parameters that are changed, plain those that are only
	// loaded from, and least the size of the smallest element that is accessed.
	written, plain map[name.Name]bool
	least          map[name.Name]int64
	// rows and columns are how many iterations a thread may take, in lockstep if it
	// is more than one.
	rows, columns int64
	lock          *lockstep
	// stages are the loops whose loads go through shared memory, staged how many bytes
	// of that they take.
	stages map[*imp.For]*stage
	staged int64
}

// typical bounds what is assumed of arguments and numbers of groups in order to
// tell indices, which will be small, from numbers that hardly ever are.
const typical = 1 << 8

// narrowed is k's narrow form, nil if there is none for such a device.
func (u *unit) narrowed(k *kernel) *narrowing {
	if u.info.CPU || k.allocates || 0 < u.info.MaxGroup && u.info.MaxGroup < groupSize {
		return nil
	}
	n := &narrowing{
		kernel: k, name: k.name + "_narrow",
		small: map[name.Name]bool{}, checked: map[imp.Expr]bool{},
		written: map[name.Name]bool{}, plain: map[name.Name]bool{}, least: map[name.Name]int64{},
	}
	n.accesses()
	n.ranges = newRanges(assigned(k.body), map[imp.IDKind]interval.Interval{
		imp.GroupID: interval.Between(0, typical-1), imp.LocalID: interval.Between(0, groupSize-1),
		imp.NumGroups: interval.Between(1, typical), imp.GroupSize: interval.Between(1, groupSize),
	}, u.elems)
	for _, d := range k.space {
		n.ranges.Vars[d.Index] = interval.Between(0, typical-1)
		n.small[d.Index] = true
	}
	for _, p := range k.params {
		if p.Type == scalar.I64 {
			n.ranges.Vars[p.Name] = interval.Between(1, typical)
			n.small[p.Name] = !n.ranges.assigned[p.Name]
			if n.small[p.Name] {
				n.checks = append(n.checks, imp.IntVar(p.Name))
			}
		}
	}
	n.ranges.body(k.body)
	n.declared()
	n.rows, n.columns = 1, 1
	if n.lock = newLockstep(k); n.lock != nil {
		stages := u.stages(n)
		points := int64(mostPoints)
		if len(stages) > 0 {
			points = stagedPoints
		}
		if n.rows, n.columns = n.lock.shape(k, points); n.rows > 1 {
			n.rows = or(u.tuning.rows, n.rows)
		}
		if n.columns > 1 {
			n.columns = or(u.tuning.columns, n.columns)
		}
		n.lock.rows, n.lock.columns = n.rows, n.columns
		u.layOut(n, stages)
		n.lock.vectors = u.inVectors(n)
	}
	return n
}

// assigned are the variables that change.
func assigned(body []imp.Stm) map[name.Name]bool {
	out := map[name.Name]bool{}
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Assign:
			out[s.Name] = true
		case *imp.Call:
			for _, r := range s.Results {
				out[r] = true
			}
		}
		return true
	})
	return out
}

// accesses finds out what is done with the blocks.
func (n *narrowing) accesses() {
	for _, p := range n.kernel.params {
		if p.Type == 0 {
			n.plain[p.Name], n.least[p.Name] = true, 8
		}
	}
	changed := func(b name.Name, elem scalar.Type) {
		n.written[b], n.plain[b] = true, false
		n.least[b] = min(n.least[b], int64(elem.Size()))
	}
	imp.Walk(n.kernel.body, func(s imp.Stm) bool {
		imp.EachLoad(s, func(l *imp.Load) { n.least[l.Block] = min(n.least[l.Block], int64(l.Elem.Size())) })
		switch s := s.(type) {
		case *imp.Store:
			changed(s.Block, s.Elem)
		case *imp.Atomic:
			changed(s.Block, s.Elem)
		case *imp.Copy:
			changed(s.Dst.Block, s.Elem)
			n.least[s.Src.Block] = min(n.least[s.Src.Block], int64(s.Elem.Size()))
		case *imp.AssignBlock:
			// What becomes of it is not looked into.
			changed(s.Src, scalar.I8)
		case *imp.Call:
			for _, a := range s.Args {
				if a.X == nil {
					changed(a.Block, scalar.I8)
				}
			}
		}
		return true
	})
}

// declared decides which of the variables are i32s.
func (n *narrowing) declared() {
	imp.Walk(n.kernel.body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Type == scalar.I64 && !n.ranges.assigned[s.Name] && n.fits(s.Init) {
				n.small[s.Name] = true
			}
		case *imp.For:
			if s.Type == scalar.I64 && n.fits(s.Bound) {
				n.small[s.Index] = true
			}
		}
		return true
	})
}

// arithmetic are the operators that an i32 is enough for, if their operands and
// their result fit.
var arithmetic = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Min: true, scalar.Max: true,
	scalar.Quot: true, scalar.Rem: true, scalar.Div: true, scalar.Mod: true, scalar.And: true, scalar.Shr: true,
}

// fits reports whether the i64 e is to be computed as an i32, and if so notes what
// must be checked.
func (n *narrowing) fits(e imp.Expr) bool {
	if n.checked[e] {
		return true
	}
	switch e := e.(type) {
	case *imp.Const:
		return interval.Between(e.Value.Int(), e.Value.Int()).Fits32()
	case *imp.Var:
		return n.small[e.Name]
	}
	if !n.ranges.Of(e).Fits32() {
		return false
	}
	if p, ok := e.(*imp.Prim); ok && arithmetic[p.Fn] {
		for _, a := range p.Args {
			n.fits(a)
		}
	}
	n.checked[e] = true
	n.checks = append(n.checks, e)
	return true
}

// whole reports whether e is computed by i32s alone.
func (n *narrowing) whole(e *imp.Prim) bool {
	for _, a := range e.Args {
		if !n.fits(a) {
			return false
		}
	}
	return arithmetic[e.Fn]
}

// positive reports whether the divisor y may be taken to be positive, and if so notes
// that it must be.
func (n *narrowing) positive(y imp.Expr) bool {
	if n.ranges.Of(y).Lo < 1 {
		return false
	}
	if _, ok := y.(*imp.Const); !ok {
		n.divisors = append(n.divisors, y)
	}
	return true
}

// fit is what was found out about the arguments of a kernel's launches.
type fit struct {
	of     *narrowing
	slots  []int // where the host has the i64 parameters
	names  []name.Name
	blocks []blockUse
	box    []interval.Interval // of arguments for which the verdict holds
	ok     bool
	values []int64
}

// blockUse is a block parameter of a narrow form.
type blockUse struct {
	slot    int
	least   int64
	written bool
}

func (c *hostCompiler) fitOf(k *kernel) *fit {
	f := &fit{of: k.narrow}
	for _, p := range k.params {
		switch p.Type {
		case 0:
			f.blocks = append(f.blocks, blockUse{c.block(p.Name), k.narrow.least[p.Name], k.narrow.written[p.Name]})
		case scalar.I64:
			f.slots = append(f.slots, c.scalar(p.Name))
			f.names = append(f.names, p.Name)
		}
	}
	return f
}

// admits reports whether the narrow form may run over a space of the given sizes,
// or in as many groups of as many threads.
func (f *fit) admits(r *run, sizes ...int64) bool {
	return f.apart(r) && f.inRange(r, sizes)
}

// apart reports whether no block that is written is another one too, and whether
// all elements have numbers below 2^32.
func (f *fit) apart(r *run) bool {
	for i, use := range f.blocks {
		b := r.blocks[use.slot]
		if b == nil {
			continue
		}
		if b.bytes/use.least >= 1<<32 {
			return false
		}
		for _, other := range f.blocks[:i] {
			if (use.written || other.written) && r.blocks[other.slot] == b {
				return false
			}
		}
	}
	return true
}

// inRange reports whether all numbers are i32s. A verdict holds for all arguments
// between powers of two, so that it is seldom looked for.
func (f *fit) inRange(r *run, sizes []int64) bool {
	f.values = f.values[:0]
	for _, s := range f.slots {
		f.values = append(f.values, int64(r.scalars[s]))
	}
	f.values = append(f.values, sizes...)
	known := len(f.box) == len(f.values)
	for i := 0; known && i < len(f.values); i++ {
		known = f.box[i].Has(f.values[i])
	}
	if known {
		return f.ok
	}
	f.box = f.box[:0]
	for _, v := range f.values {
		f.box = append(f.box, around(v))
	}
	if f.ok = f.verify(len(sizes)); f.ok {
		return true
	}
	for i, v := range f.values {
		f.box[i] = interval.Between(v, v)
	}
	f.ok = f.verify(len(sizes))
	return f.ok
}

// around is the range of numbers that have as many bits as v, and v's sign.
func around(v int64) interval.Interval {
	if v == 0 {
		return interval.Between(0, 0)
	}
	n := bits.Len64(interval.Magnitude(v) - 1)
	if n > 62 {
		return interval.Between(v, v)
	}
	low, high := int64(1)<<n/2+1, int64(1)<<n
	if v < 0 {
		return interval.Between(-high, -low)
	}
	return interval.Between(low, high)
}

// verify proves the checks for the box.
func (f *fit) verify(sizes int) bool {
	n := f.of
	at := newRanges(n.ranges.assigned, nil, n.ranges.Elems)
	for i, p := range f.names {
		at.Vars[p] = f.box[i]
	}
	extents := f.box[len(f.box)-sizes:]
	if k := n.kernel; k.launch == nil {
		for i, d := range k.space {
			at.Vars[d.Index] = interval.Between(0, extents[i].Hi-1)
		}
	} else {
		at.IDs = map[imp.IDKind]interval.Interval{
			imp.GroupID: interval.Between(0, extents[0].Hi-1), imp.LocalID: interval.Between(0, extents[1].Hi-1),
			imp.NumGroups: extents[0], imp.GroupSize: extents[1],
		}
	}
	at.body(n.kernel.body)
	for _, e := range n.checks {
		if !at.Of(e).Fits32() {
			return false
		}
	}
	for _, y := range n.divisors {
		if at.Of(y).Lo < 1 {
			return false
		}
	}
	return true
}
