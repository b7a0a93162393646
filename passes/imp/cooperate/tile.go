package cooperate

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// A group holds in shared memory what a nest touches that goes by anti-diagonals:
//
//   - What an iteration stores, if each stores one element of a block, no two the same
//     one, and what the nest loads of the block is what iterations before have stored.
//     Behind the nest the elements are copied to where they belong.
//   - What it loads of blocks that it does not store in, where its place depends on the
//     nest's indices and exactly these are loaded: it is fetched before the nest, all at
//     once. What an iteration loads before it stores may lie where it stores.

// room is the most that a group's tiles may take: shared memory that all devices have.
const room = 32 << 10

// longest bounds rows and columns of tiles, so that their products do not overflow.
const longest = 1 << 14

// tile is a block of shared memory with an element for each iteration, or each row or
// column, of a nest.
type tile struct {
	name  name.Name
	elem  scalar.Type
	known facts // of the iterations whose elements are fetched
	// fetched and kept are where elements come from and go to, blocks with places as
	// polynomials over the nest's indices.
	fetched, kept *home
	down, across  bool // an element for each row, for each column
}

// home is where the elements of a tile lie otherwise.
type home struct {
	block name.Name
	at    sym.Poly
}

// tiling is a nest with tiles.
type tiling struct {
	*kernel
	*wave // its accesses are to be changed in place
	tiles []*tile
}

// tilesOf is w with tiles, nil if the kernel is to have none or w cannot.
func (k *kernel) tilesOf(w *wave, around []loop) *tiling {
	if !k.tiles {
		return nil
	}
	t, known := k.tilings[w]
	if !known {
		if t = k.withTiles(w, around); len(t.tiles) == 0 {
			t = nil
		}
		k.tilings[w] = t
	}
	return t
}

// withTiles is w with tiles; it has none if the host does not know the sizes, or nothing can
// lie in tiles.
func (k *kernel) withTiles(w *wave, around []loop) *tiling {
	t := &tiling{kernel: k, wave: &wave{outer: w.outer, rows: w.rows, columns: w.columns, most: w.most}}
	t.row = imp.Rename(w.row, nil, nil)
	t.inner = &imp.For{Index: w.inner.Index, Type: w.inner.Type, Bound: w.inner.Bound, Pos: w.inner.Pos, Body: imp.Rename(w.inner.Body, nil, nil)}
	s := &scope{host: k.host, typical: k.typical}
	if !s.known(w.rows) || !s.known(w.columns) || !k.findPlaces(t.wave) {
		return t
	}
	for i, p := range t.places {
		if p.stored != nil {
			t.keep(i, around)
		}
	}
	for i, p := range t.places {
		if p.loaded != nil {
			t.fetch(i)
		}
	}
	return t
}

// local is the place of an access over the nest's indices, if it depends on nothing else
// that changes in the nest.
func (t *tiling) local(p place) (sym.Poly, bool) {
	at, ok := t.poly(p.index)
	if !ok {
		return at, false
	}
	for n := range imp.Changes(t.outer.Body) {
		if n != t.inner.Index && at.Mentions(n) {
			return at, false
		}
	}
	return at, at.Exact()
}

// keep makes a tile of what the i-th access stores, if that can be.
func (t *tiling) keep(i int, around []loop) {
	p := t.places[i]
	to, ok := t.local(p)
	if !ok || !p.always() || !t.distinct(p, around) {
		return
	}
	back := map[int][2]int64{} // by how many rows and columns what is loaded lies back
	for j, other := range t.places {
		if j == i || !t.alias(p.block, other.block) {
			continue
		}
		at, ok := t.local(other)
		if !ok || other.store || other.block != p.block || other.elem != p.elem {
			return
		}
		if back[j], ok = t.behind(to, at, other.facts); !ok {
			return
		}
	}
	n := &tile{name: t.fresh("tile"), elem: p.elem, kept: &home{p.block, to}, down: true, across: true}
	t.tiles = append(t.tiles, n)
	for j, by := range back {
		l := t.places[j].loaded
		l.Block, l.Index = n.name, t.in(n, by)
		t.places[j].loaded = nil
	}
	p.stored.Block, p.stored.Index = n.name, t.in(n, [2]int64{})
	t.places[i].stored = nil
	t.reuse(n, i)
}

// behind reports how many rows and columns before the running iteration that one is
// which stores the element at. There is one, and it is another.
func (t *tiling) behind(to, at sym.Poly, known facts) ([2]int64, bool) {
	i, j := t.outer.Index, t.inner.Index
	for down := range int64(3) {
		for across := range int64(3) {
			moved := to.Subst(func(n name.Name) (sym.Poly, bool) {
				switch n {
				case i:
					return sym.Var(i).Sub(sym.Const(down)), true
				case j:
					return sym.Var(j).Sub(sym.Const(across)), true
				}
				return sym.Poly{}, false
			})
			if moved.Equal(at) && down+across > 0 && down <= known.from[i] && across <= known.from[j] {
				return [2]int64{down, across}, true
			}
		}
	}
	return [2]int64{}, false
}

// distinct reports whether no two iterations store one element.
func (t *tiling) distinct(p place, around []loop) bool {
	needs := t.needs.clone()
	inside := p.access
	p.loops = []*imp.For{t.inner}
	row := append(around[:len(around):len(around)], loop{t.outer.Index, t.rows})
	if !t.apart(t.outer, around, p.access, p.access, needs) || !t.apart(t.inner, row, inside, inside, needs) {
		return false
	}
	t.needs = needs
	return true
}

// reuse has n hold first what an iteration loads before the i-th access stores there.
func (t *tiling) reuse(n *tile, i int) {
	for j, p := range t.places[:i] {
		at, ok := t.readOnly(j)
		if !ok || p.elem != n.elem || !p.always() || !at.Mentions(t.outer.Index) || !at.Mentions(t.inner.Index) || n.fetched != nil && (n.fetched.block != p.block || !n.fetched.at.Equal(at)) {
			continue
		}
		n.fetched = &home{p.block, at}
		p.loaded.Block, p.loaded.Index = n.name, t.in(n, [2]int64{})
		t.places[j].loaded = nil
	}
}

// readOnly is the place of the i-th access if that loads what the nest does not store,
// and is not in a tile yet.
func (t *tiling) readOnly(i int) (sym.Poly, bool) {
	p := t.places[i]
	if p.loaded == nil || !p.exact || len(p.loops) > 0 {
		return sym.Poly{}, false
	}
	for _, other := range t.places {
		if other.store && t.alias(p.block, other.block) {
			return sym.Poly{}, false
		}
	}
	return t.local(p)
}

// fetch makes a tile of what the i-th access loads, if that can be.
func (t *tiling) fetch(i int) {
	at, ok := t.readOnly(i)
	if !ok {
		return
	}
	p := t.places[i]
	at = at.Subst(func(n name.Name) (sym.Poly, bool) { return sym.Const(0), p.facts.zero[n] })
	n := &tile{name: t.fresh("tile"), elem: p.elem, known: p.facts, fetched: &home{p.block, at},
		down: at.Mentions(t.outer.Index), across: at.Mentions(t.inner.Index)}
	if !n.down && !n.across {
		return
	}
	t.tiles = append(t.tiles, n)
	p.loaded.Block, p.loaded.Index = n.name, t.in(n, [2]int64{})
	t.places[i].loaded = nil
}

// in is where in n the running iteration's element is, or that of the one that many rows
// and columns before.
func (t *tiling) in(n *tile, back [2]int64) imp.Expr {
	i := imp.Add(imp.IntVar(t.outer.Index), imp.Int(-back[0]))
	j := imp.Add(imp.IntVar(t.inner.Index), imp.Int(-back[1]))
	rows := imp.AtDim{Size: imp.Poly(t.rows), Stride: t.pitch(), Index: i}
	columns := imp.AtDim{Size: imp.Poly(t.columns), Stride: imp.Int(1), Index: j}
	at := &imp.At{Offset: imp.Int(0), Dims: []imp.AtDim{rows, columns}}
	switch {
	case !n.across:
		rows.Stride = imp.Int(1)
		at.Dims = []imp.AtDim{rows}
	case !n.down:
		at.Dims = at.Dims[1:]
	}
	return at
}

// pitch is from one row of a tile to the next, an even number: neighbours on an
// anti-diagonal lie in different banks.
func (t *tiling) pitch() imp.Expr {
	columns := imp.Poly(t.columns)
	return imp.Add(columns, prim(scalar.And, columns, imp.Int(1)))
}

// bytes is the size of n.
func (t *tiling) bytes(n *tile) imp.Expr {
	rows, columns := imp.Poly(t.rows), imp.Poly(t.columns)
	count := imp.Mul(rows, t.pitch())
	switch {
	case !n.across:
		count = rows
	case !n.down:
		count = columns
	}
	return imp.Mul(count, imp.Int(int64(n.elem.Size())))
}

// sharedBlocks are k's tiles, and whether they fit and threads may have a row each, which
// the host finds out.
func (k *kernel) sharedBlocks(group int64) (blocks []imp.Shared, fit imp.Expr) {
	if len(k.tiled) == 0 {
		return nil, nil
	}
	all := imp.Expr(imp.Int(0))
	fit = prim(scalar.Le, imp.Poly(k.tiled[0].rows), imp.Int(group))
	for _, t := range k.tiled {
		fit = and(fit, and(prim(scalar.Le, imp.Poly(t.rows), imp.Int(longest)), prim(scalar.Le, imp.Poly(t.columns), imp.Int(longest))))
		for _, n := range t.tiles {
			blocks = append(blocks, imp.Shared{Name: n.name, Bytes: t.bytes(n)})
			all = imp.Add(all, t.bytes(n))
		}
	}
	return blocks, and(fit, prim(scalar.Le, all, imp.Int(room)))
}

// replaces reports whether t stores all that l does, which stands right before it, and
// uses nothing of that.
func (t *tiling) replaces(l *imp.For) bool {
	w := nest(l)
	if w == nil || len(w.row) > 0 || len(w.inner.Body) != 1 {
		return false
	}
	s, ok := w.inner.Body[0].(*imp.Store)
	rows, ok1 := t.poly(l.Bound)
	columns, ok2 := t.poly(w.inner.Bound)
	if !ok || !ok1 || !ok2 || !rows.Equal(t.rows) || !columns.Equal(t.columns) {
		return false
	}
	at, ok := t.poly(s.Index)
	at = at.Subst(func(n name.Name) (sym.Poly, bool) {
		switch n {
		case l.Index:
			return sym.Var(t.outer.Index), true
		case w.inner.Index:
			return sym.Var(t.inner.Index), true
		}
		return sym.Poly{}, false
	})
	return ok && slices.ContainsFunc(t.tiles, func(n *tile) bool {
		return n.kept != nil && n.kept.block == s.Block && n.elem == s.Elem && n.kept.at.Equal(at)
	})
}

// run is the nest with what is before and after it, each thread with a row if byRows, as
// is the case where there are enough. Threads take columns where elements
// are moved: neighbours in a row mostly lie side by side.
func (t *tiling) run(byRows bool) []imp.Stm {
	var before, behind []imp.Stm
	for _, n := range t.tiles {
		if h := n.fetched; h != nil {
			before = append(before, t.each(n, &imp.Store{Block: n.name, Elem: n.elem, Index: t.in(n, [2]int64{}), X: &imp.Load{Block: h.block, Elem: n.elem, Index: imp.Poly(h.at)}}))
		}
		if h := n.kept; h != nil {
			behind = append(behind, t.each(n, &imp.Store{Block: h.block, Elem: n.elem, Index: imp.Poly(h.at), X: &imp.Load{Block: n.name, Elem: n.elem, Index: t.in(n, [2]int64{})}}))
		}
	}
	if len(before) > 0 {
		before = append(before, &imp.Barrier{})
	}
	if len(behind) > 0 {
		behind = append(behind, &imp.Barrier{})
	}
	nest := t.byDiagonals
	if byRows {
		nest = t.byRows
	}
	return slices.Concat(before, []imp.Stm{nest(t.wave)}, behind)
}

// each shares move out, for all elements of n.
func (t *tiling) each(n *tile, move imp.Stm) imp.Stm {
	shared := func(index name.Name, count sym.Poly, body ...imp.Stm) imp.Stm {
		round := t.fresh("round")
		first := imp.Int(n.known.from[index])
		at := &imp.Declare{Name: index, Type: scalar.I64, Init: imp.Add(first, turn(round))}
		bound := rounds(imp.Poly(count.Sub(sym.Const(n.known.from[index]))))
		return &imp.For{Index: round, Type: scalar.I64, Bound: bound, Pos: t.outer.Pos, Body: append([]imp.Stm{at}, body...)}
	}
	i, j := t.outer.Index, t.inner.Index
	switch {
	case !n.across:
		return shared(i, t.rows, move)
	case !n.down:
		return shared(j, t.columns, move)
	}
	step := t.fresh("step")
	first := n.known.from[i]
	at := &imp.Declare{Name: i, Type: scalar.I64, Init: imp.Add(imp.Int(first), imp.IntVar(step))}
	return shared(j, t.columns, &imp.For{
		Index: step, Type: scalar.I64, Bound: imp.Poly(t.rows.Sub(sym.Const(first))), Pos: t.outer.Pos, Body: []imp.Stm{at, move},
	})
}
