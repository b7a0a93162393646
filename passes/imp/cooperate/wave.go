package cooperate

import (
	"maps"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// wave is a nest of two loops, by rows and columns, whose iterations of an anti-diagonal
// are independent: no iteration touches what another one stores that is in a row further
// down and in a column further left. All other pairs keep their order when the
// anti-diagonals run one after the other, which is why that is enough.
type wave struct {
	outer, inner  *imp.For
	row           []imp.Stm // declarations that the rows begin with
	rows, columns sym.Poly
	most          sym.Poly // rows, as the host knows them
	places        []place
}

// place is an access in a nest, with what the conditions around it say of its indices.
type place struct {
	access
	store  bool
	loaded *imp.Load  // the access, if it loads
	stored *imp.Store // if it stores
	facts
}

// always reports whether all iterations make the access, once.
func (p place) always() bool {
	return p.exact && len(p.loops) == 0 && len(p.from) == 0 && len(p.zero) == 0
}

// facts holds the bounds known of indices.
type facts struct {
	from  map[name.Name]int64 // they are at least this
	zero  imp.Names           // they are 0
	exact bool                // that is all that there is to know
}

// waveOf is the nest that begins with l as a wave, nil if it is none, or if there are
// better ways to share it out.
func (k *kernel) waveOf(l *imp.For, around []loop) *wave {
	w, known := k.waves[l]
	if !known {
		w = k.findWave(l, around)
		k.waves[l] = w
	}
	return w
}

// nest is l if it is two loops, with nothing but declarations beside the inner one, and
// assertions, which go.
func nest(l *imp.For) *wave {
	last := len(l.Body) - 1
	if l.Type != scalar.I64 || last < 0 {
		return nil
	}
	inner, ok := l.Body[last].(*imp.For)
	if !ok || inner.Type != scalar.I64 || !stores(inner.Body) {
		return nil
	}
	for _, s := range l.Body[:last] {
		switch s.(type) {
		case *imp.Declare, *imp.Assert:
		default:
			return nil
		}
	}
	return &wave{outer: l, inner: inner, row: l.Body[:last]}
}

func (k *kernel) findWave(l *imp.For, around []loop) *wave {
	w := nest(l)
	if w == nil || !k.ownsVariables(w.inner.Body) {
		return nil
	}
	var ok1, ok2 bool
	w.rows, ok1 = k.poly(l.Bound)
	w.columns, ok2 = k.poly(w.inner.Bound)
	if !ok1 || !ok2 || w.columns.Mentions(l.Index) {
		return nil
	}
	for n := range imp.Changes(l.Body) {
		if w.columns.Mentions(n) {
			return nil
		}
	}
	if inner := k.mostOf(w.inner, append(around[:len(around):len(around)], loop{l.Index, w.rows})); inner != nil {
		return nil // the columns of a row are independent: fewer barriers
	}
	needs := k.needs.clone()
	if !k.wide(w, around, needs) || !k.findPlaces(w) || !k.inOrder(w, around, needs) {
		return nil
	}
	k.needs = needs
	return w
}

// wide reports whether there are enough rows and columns to share anti-diagonals out,
// where the host finds so.
func (k *kernel) wide(w *wave, around []loop, needs *conditions) bool {
	s := &scope{host: k.host, typical: k.typical, loops: around}
	var c conditions
	rows, ok1 := s.extreme(w.rows, true, &c)
	columns, ok2 := s.extreme(w.columns, true, &c)
	if !ok1 || !ok2 || !c.need(rows.Sub(sym.Const(few))) || !c.need(columns.Sub(sym.Const(few))) {
		return false
	}
	c.size(rows.Add(columns))
	w.most = rows
	return needs.admit(c)
}

// findPlaces looks for w's accesses; it reports false where there are too many, or a row
// begins with what the nest stores.
func (k *kernel) findPlaces(w *wave) bool {
	p := &places{kernel: k, nest: w, ok: true}
	p.list(w.row, nil, facts{exact: true})
	p.list(w.inner.Body, nil, facts{exact: true})
	w.places = p.found
	n := 0
	for _, s := range w.places {
		if !s.store {
			continue
		}
		n++
		for _, d := range w.row {
			imp.EachLoad(d, func(l *imp.Load) { p.ok = p.ok && !k.alias(l.Block, s.block) })
		}
	}
	return p.ok && n > 0 && 2*n*len(w.places) <= maxPairs
}

// places looks for accesses.
type places struct {
	*kernel
	nest  *wave
	found []place
	ok    bool
}

func (p *places) list(list []imp.Stm, loops []*imp.For, known facts) {
	for _, s := range list {
		imp.EachLoad(s, func(l *imp.Load) {
			p.found = append(p.found, place{access{l.Block, l.Elem, l.Index, loops}, false, l, nil, known})
		})
		switch s := s.(type) {
		case *imp.Store:
			p.found = append(p.found, place{access{s.Block, s.Elem, s.Index, loops}, true, nil, s, known})
		case *imp.If:
			p.list(s.Then, loops, p.learn(known, s.Cond, true))
			p.list(s.Else, loops, p.learn(known, s.Cond, false))
		case *imp.For:
			p.ok = p.ok && s.Type == scalar.I64
			p.list(s.Body, append(loops[:len(loops):len(loops)], s), known)
		case *imp.While:
			p.list(s.Body, loops, known.vague())
		}
	}
}

// learn adds to what is known that cond went a way.
func (p *places) learn(known facts, cond imp.Expr, way bool) facts {
	switch c := cond.(type) {
	case *imp.Var:
		if def, ok := p.defs[c.Name]; ok {
			return p.learn(known, def, way)
		}
	case *imp.Prim:
		switch {
		case c.Fn == scalar.Not && c.Type == scalar.Bool:
			return p.learn(known, c.Args[0], !way)
		case c.Type == scalar.Bool && (c.Fn == scalar.And && way || c.Fn == scalar.Or && !way):
			return p.learn(p.learn(known, c.Args[0], way), c.Args[1], way)
		case c.Type == scalar.I64 && (c.Fn == scalar.Eq || c.Fn == scalar.Ne):
			x, ok1 := p.poly(c.Args[0])
			y, ok2 := p.poly(c.Args[1])
			if d := x.Sub(y); ok1 && ok2 && d.Exact() {
				return known.compared(p.nest, d, way == (c.Fn == scalar.Eq))
			}
		}
	}
	return known.vague()
}

// vague is f with more to know.
func (f facts) vague() facts {
	f.exact = false
	return f
}

// compared adds that d is 0, or is not, if it is one of the nest's indices.
func (f facts) compared(w *wave, d sym.Poly, zero bool) facts {
	n, ok := d.AsVar()
	if !ok {
		n, ok = d.Neg().AsVar()
	}
	if !ok || n != w.outer.Index && n != w.inner.Index || f.zero[n] || f.from[n] > 0 && zero {
		return f.vague()
	}
	out := facts{from: map[name.Name]int64{}, zero: imp.Names{}, exact: f.exact}
	maps.Copy(out.from, f.from)
	maps.Copy(out.zero, f.zero)
	if zero {
		out.zero[n] = true
	} else { // an index that is not 0 is at least 1
		out.from[n] = 1
	}
	return out
}

// inOrder reports whether no iteration of w touches what another one stores that is in
// a lower row and in a column further left.
func (k *kernel) inOrder(w *wave, around []loop, needs *conditions) bool {
	for i, store := range w.places {
		if !store.store {
			continue
		}
		for j, other := range w.places {
			if !k.alias(store.block, other.block) || other.store && j < i {
				continue
			}
			if store.elem != other.elem || !k.ordered(w, around, store, other, needs) ||
				i != j && !k.ordered(w, around, other, store, needs) {
				return false
			}
		}
	}
	return true
}

// ordered reports whether upper, in one iteration of w, and lower, in another that is in a
// lower row and in a column further left, touch different elements.
func (k *kernel) ordered(w *wave, around []loop, upper, lower place, needs *conditions) bool {
	to := map[name.Name]name.Name{}
	for n := range imp.Changes(w.outer.Body) {
		to[n] = name.Name{}
	}
	to[w.outer.Index] = name.Name{}
	for n := range to {
		to[n] = name.Name{Base: n.Base + "'", ID: n.ID}
		k.inside[to[n]] = true
	}
	i, j := w.outer.Index, w.inner.Index
	below, left := to[i], to[j]
	if lower.facts.zero[i] || upper.facts.zero[j] {
		return true // there is no such pair
	}
	value := map[name.Name]sym.Poly{}
	from := func(n name.Name, least int64) sym.Poly {
		value[n] = sym.Var(n).Add(sym.Const(least))
		return sym.Const(least)
	}
	s := &scope{host: k.host, typical: k.typical, loops: around[:len(around):len(around)]}
	after := func(first, second name.Name, f, g facts, of name.Name, count sym.Poly) {
		least := max(g.from[of], f.from[of]+1)
		s.loops = append(s.loops, loop{second, count.Sub(from(second, least))})
		if f.zero[of] {
			value[first] = sym.Const(0)
			return
		}
		s.loops = append(s.loops, loop{first, value[second].Sub(from(first, f.from[of]))})
	}
	after(i, below, upper.facts, lower.facts, i, w.rows)
	after(left, j, lower.facts, upper.facts, j, w.columns)

	within := func(a access, renamed bool) (sym.Poly, bool) {
		put := func(p sym.Poly) sym.Poly {
			if renamed {
				p = p.Subst(func(n name.Name) (sym.Poly, bool) { m, ok := to[n]; return sym.Var(m), ok })
			}
			return p.Subst(func(n name.Name) (sym.Poly, bool) { v, ok := value[n]; return v, ok })
		}
		for _, l := range a.loops {
			bound, ok := k.poly(l.Bound)
			if !ok {
				return bound, false
			}
			index := l.Index
			if renamed {
				index = to[index]
			}
			s.loops = append(s.loops, loop{index, put(bound)})
		}
		at, ok := k.poly(a.index)
		return put(at), ok
	}
	here, ok1 := within(upper.access, false)
	there, ok2 := within(lower.access, true)
	return ok1 && ok2 && s.different(&iteration{at: here, index: i}, &iteration{at: there, index: below}, false, needs)
}

// cross is w shared out, with tiles if the kernel is to have them.
func (k *kernel) cross(w *wave, around []loop) []imp.Stm {
	k.most = append(k.most, w.most)
	k.shared, k.crossed = k.shared+1, k.crossed+1
	if t := k.tilesOf(w, around); t != nil {
		k.tiled = append(k.tiled, t)
		return t.run(t.rows.Equal(k.tiled[0].rows))
	}
	return []imp.Stm{k.byDiagonals(w)}
}

// byDiagonals is w with an anti-diagonal after the other, whose iterations are shared
// out, and a barrier after each.
func (k *kernel) byDiagonals(w *wave) imp.Stm {
	rows, columns := imp.Poly(w.rows), imp.Poly(w.columns)
	diagonal, top := k.fresh("diagonal"), k.fresh("top")
	next := imp.Add(imp.IntVar(diagonal), imp.Int(1))
	first := prim(scalar.Max, imp.Int(0), prim(scalar.Sub, next, columns))
	count := prim(scalar.Sub, prim(scalar.Min, next, rows), imp.IntVar(top))
	round := k.fresh("round")
	at := []imp.Stm{
		&imp.Declare{Name: w.outer.Index, Type: scalar.I64, Init: imp.Add(imp.IntVar(top), turn(round))},
		&imp.Declare{Name: w.inner.Index, Type: scalar.I64, Init: prim(scalar.Sub, imp.IntVar(diagonal), imp.IntVar(w.outer.Index))},
	}
	body := append(append(at, w.row...), w.inner.Body...)
	return &imp.For{
		Index: diagonal, Type: scalar.I64, Bound: prim(scalar.Sub, imp.Add(rows, columns), imp.Int(1)), Pos: w.outer.Pos,
		Body: []imp.Stm{
			&imp.Declare{Name: top, Type: scalar.I64, Init: first},
			&imp.For{Index: round, Type: scalar.I64, Bound: rounds(count), Pos: w.inner.Pos, Body: body},
			&imp.Barrier{},
		},
	}
}

// byRows is w likewise for a group of at least as many threads as there are rows, each of
// which has a row.
func (k *kernel) byRows(w *wave) imp.Stm {
	rows, columns := imp.Poly(w.rows), imp.Poly(w.columns)
	i, j, diagonal := imp.IntVar(w.outer.Index), imp.IntVar(w.inner.Index), k.fresh("diagonal")
	inside := and(prim(scalar.Lt, i, rows), and(prim(scalar.Le, imp.Int(0), j), prim(scalar.Lt, j, columns)))
	return &imp.For{
		Index: diagonal, Type: scalar.I64, Bound: prim(scalar.Sub, imp.Add(rows, columns), imp.Int(1)), Pos: w.outer.Pos,
		Body: []imp.Stm{
			&imp.Declare{Name: w.outer.Index, Type: scalar.I64, Init: &imp.ID{Kind: imp.LocalID}},
			&imp.Declare{Name: w.inner.Index, Type: scalar.I64, Init: prim(scalar.Sub, imp.IntVar(diagonal), i)},
			&imp.If{Cond: inside, Then: append(w.row[:len(w.row):len(w.row)], w.inner.Body...)},
			&imp.Barrier{},
		},
	}
}
