package lowering

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// An array with a short axis, such as the three coordinates of n points, may come to exist as a
// bundle: as one array for each place of its short axes, which one loop over the other axes
// makes. Where all of them are read at places that are known, as where short rows are folded, what
// makes the bundle fuses with what reads it, and its elements are scalars of one iteration.
//
// Whether all places are known shows only when the readers are lowered. So an entry point is
// lowered as if they were; arrays that are then read elsewhere are banned from bundles, and it is
// lowered anew.

// mostBundled is how many arrays a bundle has at most.
const mostBundled = mostInOrder

// mostBundledCost bounds the cost of one place of all arrays of a bundle, in scalar operations.
const mostBundledCost = 4096

// mostAttempts is how often a program is lowered with bundles.
const mostAttempts = 6

// bundles are the choices of bundles, by the syntax that they are made at.
type bundles struct {
	off    bool         // there are none
	banned map[any]bool // those that were read at places that are not known
	missed bool         // whether one was in this attempt, which is thrown away then
}

// newAttempt is called after each attempt; it reports whether there should be another.
func (b *bundles) newAttempt(done int) bool {
	again := b.missed
	b.missed = false
	b.off = done >= mostAttempts
	return again
}

// ban notes that what is made at a place of the syntax must not be a bundle, but was read as if it were
// not.
func (l *lowerer) ban(site any) {
	if !l.estimating {
		l.bundles.banned[site] = true
		l.bundles.missed = true
	}
}

// mayBundle reports whether what is being lowered may become an array that is read at known places
// only.
func (l *lowerer) mayBundle() bool {
	return !l.bundles.off && !l.estimating && l.site != nil && !l.bundles.banned[l.site]
}

// shortAxes are the axes of a that a bundle resolves, and how many places they have; nil if a should
// not be a bundle.
func (l *lowerer) shortAxes(a *array) (short []int, places int) {
	if !l.mayBundle() {
		return nil, 0
	}
	places = 1
	for k, d := range a.dims {
		if n, ok := d.AsSize(); ok && n > 0 && n <= mostBundled {
			short = append(short, k)
			places *= int(n)
		}
	}
	if len(short) == 0 || len(short) == a.rank() || places > mostBundled {
		return nil, 0
	}
	cost, ok := l.estimateWith(1, a.rank()-len(short), func(long []ir.Atom) { a.at(merged(a.rank(), short, 0, a.dims, long)) })
	if !ok || (cost+1)*places > mostBundledCost {
		return nil, 0
	}
	return short, places
}

// merged is the index at a place of the short axes, and an index of the others.
func merged(rank int, short []int, place int, dims, long []ir.Atom) []ir.Atom {
	index := make([]ir.Atom, rank)
	for _, k := range slices.Backward(short) {
		n, _ := dims[k].AsSize()
		index[k] = ir.Size(int64(place) % n)
		place /= int(n)
	}
	for k := range index {
		if !slices.Contains(short, k) {
			index[k], long = long[0], long[1:]
		}
	}
	return index
}

// bundle makes a exist as a bundle.
func (l *lowerer) bundle(a *array, short []int, places int) {
	at, dims, site := a.at, a.dims, l.site
	var long []ir.Atom
	for k, d := range dims {
		if !slices.Contains(short, k) {
			long = append(long, d)
		}
	}
	var parts []*array
	all := l.nest(long, nil, func(index []ir.Atom) lower.Value {
		var out []lower.Value
		for p := range places {
			out = append(out, at(merged(len(dims), short, p, dims, index)))
		}
		return lower.Tuple(out...)
	})
	for _, part := range l.UnzipBelow(len(long), all).Fields() {
		parts = append(parts, l.existing(part))
	}
	a.cheap = true
	a.at = func(index []ir.Atom) lower.Value {
		place := 0
		for _, k := range short {
			n, _ := dims[k].AsSize()
			i, ok := index[k].AsSize()
			if !ok && n > 1 {
				l.ban(site)
				i = 0 // this attempt is thrown away
			}
			place = place*int(n) + int(max(0, min(i, n-1))) // beyond is what an assertion refuses
		}
		var rest []ir.Atom
		for k := range dims {
			if !slices.Contains(short, k) {
				rest = append(rest, index[k])
			}
		}
		return parts[place].at(rest)
	}
}

// catenated is the vector of others, one after the other, which comes to exist unless a reshape makes
// them rows.
func (l *lowerer) catenated(x, y *array) *array {
	if !l.mayBundle() {
		return l.existing(l.Concat(l.forced(x), l.forced(y)))
	}
	site := l.site
	out := pulled([]ir.Atom{l.add(x.last(), y.last())}, false, func(index []ir.Atom) lower.Value {
		l.ban(site)
		return x.at(index) // this attempt is thrown away
	})
	out.pieces = slices.Concat(piecesOf(x), piecesOf(y))
	return out
}

func piecesOf(x *array) []*array {
	if x.pieces != nil {
		return x.pieces
	}
	return []*array{x}
}

// joined makes the vectors that x is made of one.
func (l *lowerer) joined(x *array) lower.Value {
	last := len(x.pieces) - 1
	out := l.forced(x.pieces[last])
	for _, p := range slices.Backward(x.pieces[:last]) {
		out = l.Concat(l.forced(p), out)
	}
	return out
}

// rows is the reshape of x to dims, if x is made of one vector for each row; else nil.
func (l *lowerer) rows(dims []ir.Atom, x *array) *array {
	if !l.mayBundle() || len(x.pieces) == 0 || len(dims) != 2 || dims[0] != ir.Size(int64(len(x.pieces))) {
		return nil
	}
	cheap := true
	for _, p := range x.pieces {
		if p.last() != dims[1] {
			return nil
		}
		cheap = cheap && p.cheap
	}
	site := l.site
	return pulled(dims, cheap, func(index []ir.Atom) lower.Value {
		row, ok := index[0].AsSize()
		if !ok {
			l.ban(site)
			row = 0 // this attempt is thrown away
		}
		return x.pieces[max(0, min(row, int64(len(x.pieces)-1)))].at(index[1:])
	})
}

// shortScan is the scan of short rows by an associative operation, whose elements are folds of the
// first ones; nil if the rows are not short.
func (l *lowerer) shortScan(f *function, x *array) *array {
	n, ok := x.last().AsSize()
	if !ok || n == 0 || n > mostBundled || x.rank() < 2 || !l.mayBundle() {
		return nil
	}
	site := l.site
	return pulled(x.dims, false, func(index []ir.Atom) lower.Value {
		last, ok := index[len(index)-1].AsSize()
		if !ok {
			l.ban(site)
			last = 0 // this attempt is thrown away
		}
		r := lastRow(x, index[:len(index)-1])
		sum := r.at(ir.Size(0))
		for i := range min(last, n-1) {
			sum = l.apply(f, sum, r.at(ir.Size(i+1)))
		}
		return sum
	})
}
