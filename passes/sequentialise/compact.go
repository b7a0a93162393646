package sequentialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// A filter is a scan that counts the elements to keep, the last count, and a scatter of each
// kept element to where its count stands, into an array of that many. In sequence it is one
// loop, which stores each element behind those kept so far: into an array of as many elements
// as there may be, of which the filter's result is the beginning. No array of counts is left,
// and if only the number is asked for, no array at all.

// counted is a scan that becomes one loop with what takes its last values and its scatters.
type counted struct {
	stm    *ir.Stm
	fold   *fold
	last   []ir.Param // for each accumulator, the binder of its last value, or none
	stored []bool     // the results that are used as arrays
	writes []write
}

// write is a scatter of the elements that an accumulator counts.
type write struct {
	scatter *ir.Scatter
	pat     []ir.Param
	count   int // the accumulator
	keep    int // the scan's result that tells which elements are kept
}

// compact turns a body's scans whose last values are asked for into loops, where they are flat
// folds of scalars. Other statements that go into these loops leave the body.
func (s *sequentialiser) compact(body *ir.Body) {
	isScan := func(st *ir.Stm) bool { _, ok := st.Exp.(*ir.Scan); return ok }
	if !slices.ContainsFunc(body.Stms, isScan) {
		return
	}
	in := surveyOf(body)
	made := map[int][]*ir.Stm{}
	for at, st := range body.Stms {
		if !isScan(st) || len(schedule.Carried(st)) > 0 {
			continue
		}
		c, taken := s.counted(in, at)
		if c == nil || !s.unit.Rewrite() {
			continue
		}
		b := ir.NewBuilder(s.names)
		b.Pos = st.Pos
		s.told = nil
		s.countedLoop(b, c)
		made[at] = b.Stms()
		for _, j := range taken {
			made[j] = nil
		}
	}
	if len(made) == 0 {
		return
	}
	var out []*ir.Stm
	for at, st := range body.Stms {
		if instead, ok := made[at]; ok {
			out = append(out, instead...)
		} else {
			out = append(out, st)
		}
	}
	body.Stms = out
}

// survey says where a body binds names, and where it uses those that it binds.
type survey struct {
	body  *ir.Body
	bound map[name.Name]int
	users map[name.Name][]int // in order; a result of the body is used after all statements
	stops []bool              // the statements that may end the program
}

func surveyOf(body *ir.Body) *survey {
	in := &survey{body, map[name.Name]int{}, map[name.Name][]int{}, make([]bool, len(body.Stms))}
	frees := ir.Frees{}
	for at, st := range body.Stms {
		for n := range frees.Stm(st) {
			if _, ok := in.bound[n]; ok {
				in.users[n] = append(in.users[n], at)
			}
		}
		for _, p := range st.Pat {
			in.bound[p.Name] = at
		}
		in.stops[at] = ops.MayStopWithin(st)
	}
	for _, a := range body.Result {
		if a.IsVar() {
			in.users[a.Name] = append(in.users[a.Name], len(body.Stms))
		}
	}
	return in
}

// before reports whether all of names are bound before statement at.
func (in *survey) before(at int, names ir.Names) bool {
	for n := range names {
		if k, ok := in.bound[n]; ok && k >= at {
			return false
		}
	}
	return true
}

// counted returns the loop that scan at of the body may become, and the statements that go into
// it; nil if there is nothing to gain.
func (s *sequentialiser) counted(in *survey, at int) (*counted, []int) {
	st := in.body.Stms[at]
	e := st.Exp.(*ir.Scan)
	f := &fold{e.Width, e.Arrays, e.Operator, e.Neutral, e.Fn}
	isArray := func(p ir.Param) bool { return p.Type.IsArray() }
	if slices.ContainsFunc(e.Operator.Params, isArray) || !f.flat(s.unit.Target) {
		return nil, nil
	}
	c := &counted{stm: st, fold: f, last: make([]ir.Param, len(e.Neutral)), stored: make([]bool, len(st.Pat))}
	taken := map[int]bool{}
	for k := range e.Neutral {
		for _, j := range in.users[st.Pat[k].Name] {
			if j < len(in.body.Stms) && c.last[k].Name.IsZero() && s.isLast(in.body.Stms[j], c, k) {
				c.last[k] = in.body.Stms[j].Pat[0]
				taken[j] = true
			}
		}
	}
	for k := range e.Neutral {
		if c.last[k].Name.IsZero() || !c.counts(k) {
			continue
		}
		for _, j := range in.users[st.Pat[k].Name] {
			if w, ok := c.write(in, at, j, k); ok && !taken[j] {
				c.writes = append(c.writes, w)
				taken[j] = true
				for _, d := range w.scatter.Dests {
					taken[in.bound[d.Array]] = true
				}
			}
		}
	}
	for k, p := range st.Pat {
		c.stored[k] = slices.ContainsFunc(in.users[p.Name], func(j int) bool { return !taken[j] })
	}
	out := make([]int, 0, len(taken))
	for j := range taken {
		out = append(out, j)
	}
	if len(out) == 0 {
		return nil, nil
	}
	return c, out
}

// isLast reports whether a statement takes the last value of accumulator k, or its neutral
// element if there is none.
func (s *sequentialiser) isLast(st *ir.Stm, c *counted, k int) bool {
	if len(st.Pat) != 1 {
		return false
	}
	switch e := st.Exp.(type) {
	case *ir.Index:
		return e.Array == c.stm.Pat[k].Name && s.isOneLess(e.Indices[0], c.fold.width)
	case *ir.If:
		return s.isPrim(e.Cond, scalar.Eq, c.fold.width, ir.Size(0)) &&
			len(e.Then.Stms) == 0 && e.Then.Result[0] == c.fold.neutral[k] &&
			len(e.Else.Stms) == 1 && s.isLast(e.Else.Stms[0], c, k) && e.Else.Result[0] == ir.Var(e.Else.Stms[0].Pat[0].Name)
	}
	return false
}

// isOneLess reports whether a is the i64 b less one.
func (s *sequentialiser) isOneLess(a, b ir.Atom) bool {
	if n, ok := b.AsSize(); ok {
		return a == ir.Size(n-1)
	}
	return s.isPrim(a, scalar.Sub, b, ir.Size(1))
}

// isPrim reports whether a is the result of an operation of i64 on x and y.
func (s *sequentialiser) isPrim(a ir.Atom, op scalar.Op, x, y ir.Atom) bool {
	p := s.prims[a.Name]
	return a.IsVar() && p != nil && p.Fn == op && p.Type == scalar.I64 && p.Args[0] == x && p.Args[1] == y
}

// counts reports whether accumulator k is the number of elements so far for which a result of
// the scan's function holds.
func (c *counted) counts(k int) bool {
	op, n := c.fold.operator, len(c.fold.neutral)
	sum, ok := defined(op.Body, op.Body.Result[k]).(*ir.Prim)
	if !ok || sum.Fn != scalar.Add || sum.Type != scalar.I64 || c.fold.neutral[k] != ir.Size(0) {
		return false
	}
	x, y := ir.Var(op.Params[k].Name), ir.Var(op.Params[n+k].Name)
	return sum.Args[0] == x && sum.Args[1] == y || sum.Args[0] == y && sum.Args[1] == x
}

// flag returns what accumulator k counts the elements of: a result of the scan's function.
func (c *counted) flag(k int) ir.Atom {
	if c.fold.fn == nil {
		return ir.Atom{}
	}
	body := c.fold.fn.Body
	switch e := defined(body, body.Result[k]).(type) {
	case *ir.Prim:
		if e.Fn == scalar.Select && e.Args[1] == ir.Size(1) && e.Args[2] == ir.Size(0) {
			return e.Args[0]
		}
	case *ir.Convert:
		if e.From == scalar.Bool {
			return e.X
		}
	}
	return ir.Atom{}
}

// write returns statement j of the body as a scatter that goes into the loop of scan at: of the
// elements that accumulator k counts, to where their counts stand, into arrays of that many.
// What it computes must be known where the scan stands, and must not depend on an assertion
// that comes later.
func (c *counted) write(in *survey, at, j, k int) (write, bool) {
	none := write{}
	if j >= len(in.body.Stms) {
		return none, false
	}
	st := in.body.Stms[j]
	e, ok := st.Exp.(*ir.Scatter)
	if !ok || e.Width != c.fold.width || len(schedule.Carried(st)) > 0 || slices.Contains(in.stops[at:j+1], true) {
		return none, false
	}
	needs := ir.FreeInLambda(e.Fn)
	for _, a := range e.Arrays {
		if !slices.ContainsFunc(c.stm.Pat, func(p ir.Param) bool { return p.Name == a }) {
			needs.Add(a)
		}
	}
	for i, d := range e.Dests {
		if !in.isRoom(d, st.Pat[i].Type, j, c.last[k].Name) {
			return none, false
		}
		for _, size := range st.Pat[i].Type.Dims[1:] {
			if size.IsVar() {
				needs.Add(size.Name)
			}
		}
	}
	keep := c.keeps(e, k)
	return write{e, st.Pat, k, keep}, keep >= 0 && in.before(at, needs)
}

// isRoom reports whether scatter j, the destination's only user, writes by one index into an
// array of count elements that it is the first to write.
func (in *survey) isRoom(d ir.Dest, t ir.Type, j int, count name.Name) bool {
	at, ok := in.bound[d.Array]
	if !ok || d.Rank != 1 || t.Dims[0] != ir.Var(count) || len(in.users[d.Array]) != 1 || in.users[d.Array][0] != j {
		return false
	}
	_, ok = in.body.Stms[at].Exp.(*ir.Scratch)
	return ok
}

// keeps returns which result of the scan tells whether an element is written: the element is
// one of those that accumulator k counts, and is written where its count less one says. The
// others are not written. It is -1 if that is not so.
func (c *counted) keeps(e *ir.Scatter, k int) int {
	keep := -1
	for i := range e.Dests {
		cond, yes, no := branches(e.Fn.Body, e.Fn.Body.Result[i])
		flag, at := c.element(e, cond), c.element(e, yes)
		below, isConst := no.AsSize()
		if flag < len(c.fold.neutral) || at != k || !isConst || below >= 0 || c.fold.fn.Body.Result[flag] != c.flag(k) || keep >= 0 && keep != flag {
			return -1
		}
		keep = flag
	}
	return keep
}

// element returns the result of the scan that a parameter of the scatter's function is an
// element of, or -1.
func (c *counted) element(e *ir.Scatter, a ir.Atom) int {
	i := slices.IndexFunc(e.Fn.Params, func(p ir.Param) bool { return ir.Var(p.Name) == a })
	if i < 0 {
		return -1
	}
	return slices.IndexFunc(c.stm.Pat, func(p ir.Param) bool { return p.Name == e.Arrays[i] })
}

// branches takes the scalar a of a body apart if it is "if cond then yes - 1 else no".
func branches(body *ir.Body, a ir.Atom) (cond, yes, no ir.Atom) {
	less := func(in *ir.Body, a ir.Atom) ir.Atom {
		p, ok := defined(in, a).(*ir.Prim)
		if !ok || p.Fn != scalar.Sub || p.Type != scalar.I64 || p.Args[1] != ir.Size(1) {
			return ir.Atom{}
		}
		return p.Args[0]
	}
	switch e := defined(body, a).(type) {
	case *ir.Prim:
		if e.Fn == scalar.Select {
			return e.Args[0], less(body, e.Args[1]), e.Args[2]
		}
	case *ir.If:
		if len(e.Then.Result) == 1 {
			return e.Cond, less(e.Then, e.Then.Result[0]), e.Else.Result[0]
		}
	}
	return ir.Atom{}, ir.Atom{}, ir.Atom{}
}

// defined returns what a statement of a body binds a to, or nil.
func defined(body *ir.Body, a ir.Atom) ir.Exp {
	for _, st := range body.Stms {
		if len(st.Pat) == 1 && ir.Var(st.Pat[0].Name) == a {
			return st.Exp
		}
	}
	return nil
}

// countedLoop emits the loop.
func (s *sequentialiser) countedLoop(b *ir.Builder, c *counted) {
	f := c.fold
	l := s.newLoop("i", f.width)
	totals := f.accumulators(s)
	for k, p := range c.last {
		if !p.Name.IsZero() {
			totals[k] = p
		}
	}
	before := s.carryAll(l, totals, f.neutral, false)
	kept := c.kept()
	arrays := s.carryAll(l, kept, s.scratches(b, kept), true)
	rooms := make([][]ir.Atom, len(c.writes))
	whole := make([][]ir.Param, len(c.writes))
	for i, w := range c.writes {
		whole[i] = s.freshLike(w.pat)
		for k := range whole[i] {
			whole[i][k].Type = w.pat[k].Type.Peel(1).Under(f.width)
		}
		rooms[i] = s.carryAll(l, whole[i], s.scratches(b, whole[i]), true)
	}
	in := b.Inner()
	folded, stored := f.elements(in, s, l.i())
	acc := s.apply(in, f.operator, slices.Concat(before, folded)...)
	results := slices.Concat(acc, stored)
	var rows []ir.Atom
	for k, used := range c.stored {
		if used {
			rows = append(rows, results[k])
		}
	}
	carried := slices.Concat(acc, storeAll(in, arrays, kept, rows, l.i()))
	for i, w := range c.writes {
		carried = append(carried, s.keep(in, c, w, l.i(), results, before[w.count], rooms[i], whole[i])...)
	}
	l.finish(b, in.Body(carried...))
	for i, w := range c.writes {
		for k, p := range w.pat {
			b.Bind([]ir.Param{p}, &ir.Slice{Array: whole[i][k].Name, Dims: rowDims(p.Type)})
		}
	}
}

// kept returns binders for the arrays of the scan that are left.
func (c *counted) kept() []ir.Param {
	var out []ir.Param
	for k, p := range c.stm.Pat {
		if c.stored[k] {
			out = append(out, p)
		}
	}
	return out
}

// keep emits what a scatter does with element i: it stores values behind the count elements that
// were kept. A scalar that is not kept may be stored, too, where the next one will be: as many
// elements as were seen have room.
func (s *sequentialiser) keep(b *ir.Builder, c *counted, w write, i ir.Atom, results []ir.Atom, count ir.Atom, rooms []ir.Atom, whole []ir.Param) []ir.Atom {
	e := w.scatter
	sub := ir.Subst{}
	for k, p := range e.Fn.Params {
		r := slices.IndexFunc(c.stm.Pat, func(q ir.Param) bool { return q.Name == e.Arrays[k] })
		if r < 0 {
			b.BindElement(p, e.Arrays[k], i)
		} else {
			sub[p.Name] = results[r]
		}
	}
	sub.Body(e.Fn.Body)
	b.Append(e.Fn.Body.Stms...)
	values := e.Fn.Body.Result[len(e.Dests):]
	out := make([]ir.Atom, len(rooms))
	for k, room := range rooms {
		if whole[k].Type.Rank() > 1 {
			then := b.Inner()
			row := store(then, room, whole[k].Type, values[k], count)
			out[k] = b.Let(room.Name.Base, whole[k].Type, &ir.If{
				Cond: results[w.keep], Then: then.Body(row), Else: &ir.Body{Result: []ir.Atom{room}},
			})
			continue
		}
		out[k] = store(b, room, whole[k].Type, values[k], count)
	}
	return out
}
