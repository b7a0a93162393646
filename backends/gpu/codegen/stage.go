package codegen

import (
	"fmt"
	"math"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Stages. Where threads take rows and columns of a matrix in lockstep, and load in a loop
// What depends on the row or the column alone, as in a matrix product, a group brings what
// all of its threads need in that many iterations of the loop to shared memory first. A thread
// then loads from there: elements of its rows, which are neighbours, as vectors that all
// threads of a warp share, and those of its columns beside its neighbours' ones.
//
// All threads of a group go through such a loop together, up to barriers. So a tile that
// sticks out of the space is no exception: what lies outside is the last row, or column,
// once more. That is harmless in a kernel that reads nothing that it writes: threads
// that take the same point store the same. In other kernels, as those that update elements in place, only
// points that lie inside are stored.

// stage is a loop whose loads go through shared memory.
type stage struct {
	depth int64 // rounds at a time
	loads map[*imp.Declare]*stagedLoad
	order []*stagedLoad
}

// stagedLoad is a loop's load into a variable for each row, or for each column.
type stagedLoad struct {
	*imp.Load
	along axes
	// needs are the variables that the index is computed from, other than those that are
	// the same for all iterations and rounds.
	needs []*imp.Declare
	// inner tells that the elements of neighbouring rounds are neighbours.
	inner bool
	// The tile in shared memory: lines of the matrix, the distance between rounds in
	// elements, and where it begins in bytes.
	lines, pitch, offset int64
}

const (
	stageDepth   = 32
	leastDepth   = 8
	stageBytes   = 32 << 10 // of a group
	stageAlign   = 64
	stagedPoints = 32 // of a thread: 8 rows by 4 columns
	// LogStaged is the logarithm of the width of such a tile in threads, a warp's:
	// its threads have the same rows.
	LogStaged = 5
)

// stages finds the loops of a kernel that may be staged, without their tiles. Those are
// the innermost loops that all threads run alike.
func (u *Unit) stages(k *Kernel, l *lockstep) map[*imp.For]*stage {
	if k.prescribed || len(k.Space) < 2 || !k.repeatable() || u.Tuning.stage == 1 || 0 < u.info.SharedBytes && u.info.SharedBytes < stageBytes {
		return nil
	}
	f := &stageFinder{l: l, declared: map[name.Name]*imp.Declare{}, assigned: assigned(k.body)}
	imp.Walk(k.body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			f.declared[d.Name] = d
		}
		return true
	})
	f.space = map[name.Name]bool{}
	for _, d := range k.Space {
		f.space[d.Index] = true
	}
	out := map[*imp.For]*stage{}
	var visit func(ss []imp.Stm)
	visit = func(ss []imp.Stm) {
		for _, s := range ss {
			switch s := s.(type) {
			case *imp.If:
				if l.of(s.Cond) == 0 {
					visit(s.Then)
					visit(s.Else)
				}
			case *imp.While:
				if l.of(s.Cond) == 0 {
					visit(s.Body)
				}
			case *imp.For:
				switch {
				case l.of(s.Bound) != 0:
				case !innermost(s):
					visit(s.Body)
				default:
					if st := f.stage(s); st != nil {
						out[s] = st
					}
				}
			}
		}
	}
	visit(k.body)
	return out
}

// stageFinder looks for loads in loops.
type stageFinder struct {
	l        *lockstep
	declared map[name.Name]*imp.Declare
	assigned imp.Names
	space    map[name.Name]bool
	// loop is the present one; inLoop is declared in it.
	loop   *imp.For
	inLoop map[name.Name]bool
	change imp.Names // in the loop
}

// stage is what of a loop may be staged, nil unless there are loads for rows and loads
// for columns.
func (f *stageFinder) stage(loop *imp.For) *stage {
	if n, ok := loop.Bound.(*imp.Const); ok && n.Value.Int() < leastDepth || !light(loop.Body) {
		return nil
	}
	f.loop, f.inLoop, f.change = loop, map[name.Name]bool{}, assigned(loop.Body)
	imp.Walk(loop.Body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok {
			f.inLoop[d.Name] = true
		}
		return true
	})
	st, found := &stage{loads: map[*imp.Declare]*stagedLoad{}}, axes(0)
	for _, s := range loop.Body {
		d, ok := s.(*imp.Declare)
		if !ok || f.assigned[d.Name] {
			continue
		}
		load, ok := d.Init.(*imp.Load)
		if !ok {
			continue
		}
		x := &stagedLoad{Load: load, along: f.l.of(load.Index)}
		if x.along != alongRows && x.along != alongColumns || !f.needs(x, load.Index) {
			continue
		}
		x.inner = f.steps(load.Index)
		found |= x.along
		st.loads[d], st.order = x, append(st.order, x)
	}
	if found != alongRows|alongColumns {
		return nil
	}
	return st
}

// lightOps are operators that are an instruction or two.
var lightOps = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Fma: true, scalar.Neg: true, scalar.Min: true, scalar.Max: true,
	scalar.And: true, scalar.Or: true, scalar.Xor: true, scalar.Shr: true, scalar.Shl: true,
	scalar.Eq: true, scalar.Ne: true, scalar.Lt: true, scalar.Le: true, scalar.Gt: true, scalar.Ge: true,
}

// mostLight is how many statements a round has at most.
const mostLight = 16

// light reports whether what a round computes takes so little that its loads count, and
// that many points and rounds of it make a kernel of reasonable size. What is computed of
// f16 takes several conversions.
func light(body []imp.Stm) bool {
	n, ok := 0, true
	imp.Walk(body, func(s imp.Stm) bool {
		n++
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				switch e := e.(type) {
				case *imp.Prim:
					ok = ok && lightOps[e.Fn] && e.Type != scalar.F16
				case *imp.Convert:
					ok = ok && e.From != scalar.F16 && e.To != scalar.F16 && (e.To.IsFloat() || !e.From.IsFloat())
				}
			})
		})
		return ok
	})
	return ok && n <= mostLight
}

// needs finds the variables that e is computed from, and reports whether they can be
// computed anew.
func (f *stageFinder) needs(x *stagedLoad, e imp.Expr) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Load:
			ok = ok && e == x.Load
		case *imp.Var:
			ok = ok && f.needsVariable(x, e.Name)
		}
	})
	return ok
}

func (f *stageFinder) needsVariable(x *stagedLoad, v name.Name) bool {
	switch {
	case f.change[v]:
		return false
	case v == f.loop.Index || f.space[v] || f.l.varies[v] == 0 && !f.inLoop[v]:
		return true
	case f.declared[v] == nil || f.assigned[v]:
		return false
	}
	d := f.declared[v]
	for _, known := range x.needs {
		if known == d {
			return true
		}
	}
	if !f.needs(x, d.Init) {
		return false
	}
	x.needs = append(x.needs, d)
	return true
}

// steps reports whether e grows by one from round to round.
func (f *stageFinder) steps(e imp.Expr) bool {
	switch e := e.(type) {
	case *imp.Var:
		if d := f.declared[e.Name]; d != nil && f.inLoop[e.Name] {
			return f.steps(d.Init)
		}
		return e.Name == f.loop.Index
	case *imp.Convert:
		return f.steps(e.X)
	case *imp.Prim:
		return e.Fn == scalar.Add && (f.steps(e.Args[0]) != f.steps(e.Args[1]))
	}
	return false
}

// layOut gives the loads of stages their tiles, for the given number of rows and columns of a thread.
// Loops whose tiles are too large are dropped.
func (u *Unit) layOut(n *Tiles, stages map[*imp.For]*stage) {
	if n.Rows == 1 || n.Columns == 1 {
		return
	}
	for loop, s := range stages {
		for s.depth = Or(u.Tuning.stage, stageDepth); s.depth >= leastDepth; s.depth /= 2 {
			if bytes := s.tiles(n); bytes <= stageBytes {
				if n.Stages == nil {
					n.Stages = map[*imp.For]*stage{}
				}
				n.Stages[loop], n.Staged = s, max(n.Staged, bytes)
				break
			}
		}
	}
}

// tiles gives the loads their tiles one after the other, and returns the end in bytes;
// that is out of reach if the threads of a group would not bring as many elements each.
func (s *stage) tiles(n *Tiles) int64 {
	at := int64(0)
	for _, x := range s.order {
		if x.along == alongRows {
			x.lines = n.Rows << (logGroup - LogStaged)
			x.pitch = x.lines + int64(len(lanesOf)) // so that rounds begin in other banks, and as vectors do
		} else {
			x.lines = n.Columns << LogStaged
			x.pitch = x.lines + 1
		}
		if s.depth*x.lines%GroupSize != 0 {
			return math.MaxInt64
		}
		x.offset = at
		at += UpTo(x.pitch*s.depth*int64(x.Elem.Size()), stageAlign) * stageAlign
	}
	return at
}

// stagedTile writes a tile whose loops are staged.
func (w *printer) stagedTile(k *Kernel) {
	last, n := len(k.Space)-1, k.Tiles
	inside := func(at string, count string) string { return fmt.Sprintf("min_i32(%s, %s - 1)", at, count) }
	w.lock, w.stages, w.guarded = n.lock, n.Stages, !k.idempotent()
	w.line("const i32 top = (i32)(down << %d) * %d, side = (i32)(group - down * across) * %d;", logGroup-LogStaged, n.Rows, n.Columns<<LogStaged)
	w.each(alongRows, func() { w.point(k, last, inside(fmt.Sprintf("first + %d", w.lock.row), "all_rows")) })
	w.each(alongColumns, func() {
		w.line("const i32 %s = %s;", w.ident(k.Space[last].Index), inside(fmt.Sprintf("left + %d", w.lock.column<<LogStaged), fmt.Sprintf("count%d", last)))
	})
	if w.guarded {
		w.each(alongRows, func() { w.line("const bool %s = first + %d < all_rows;", w.inside("row", w.lock.row), w.lock.row) })
		w.each(alongColumns, func() {
			w.line("const bool %s = left + %d < count%d;", w.inside("column", w.lock.column), w.lock.column<<LogStaged, last)
		})
	}
	w.lockstepped(k.body)
	w.lock, w.stages, w.guarded = nil, nil, false
}

// stagedLoop writes a loop stage by stage. The rounds that are left make no whole stage.
func (w *printer) stagedLoop(s *imp.For, st *stage) {
	i, t := w.ident(s.Index), typeName(s.Type)
	w.block(func() {
		w.line("const %s end = %s;", t, w.expr(s.Bound))
		w.line("%s done = 0;", t)
		w.block(func() {
			w.line("BARRIER();")
			for _, x := range st.order {
				w.bring(s, st, x, t)
			}
			w.line("BARRIER();")
			w.line("UNROLL(8)")
			w.block(func() {
				w.line("const %s %s = done + round;", t, i)
				w.stage = st
				w.lockstepped(s.Body)
				w.stage = nil
			}, "for (i32 round = 0; round < %d; round++)", st.depth)
		}, "for (; end - done >= %d; done += %d)", st.depth, st.depth)
		w.line("UNROLL(4)")
		w.block(func() { w.lockstepped(s.Body) }, "for (%s %s = done; %s < end; %s++)", t, i, i, i)
	}, "")
}

// bring writes how a group brings the tile of a load to shared memory.
func (w *printer) bring(s *imp.For, st *stage, x *stagedLoad, t string) {
	k, lock := w.kernelNow, w.lock
	last := len(k.Space) - 1
	each := st.depth * x.lines / GroupSize
	w.line("UNROLL(%d)", each)
	w.block(func() {
		w.lock = nil
		w.line("const i32 it = (i32)thread + part * %d;", GroupSize)
		if x.inner {
			w.line("const i32 line = it / %d, round = it %% %d;", st.depth, st.depth)
		} else {
			w.line("const i32 line = it %% %d, round = it / %d;", x.lines, x.lines)
		}
		if x.along == alongRows {
			w.point(k, last, "min_i32(top + line, all_rows - 1)")
		} else {
			w.line("const i32 %s = min_i32(side + line, count%d - 1);", ident(k.Space[last].Index), last)
		}
		w.line("const %s %s = done + round;", t, ident(s.Index))
		for _, d := range x.needs {
			w.stm(d)
		}
		w.line("%s[round * %d + line] = %s;", stagedAt(x), x.pitch, w.element(x.Block, x.Elem, x.Index))
		w.lock = lock
	}, "for (i32 part = 0; part < %d; part++)", each)
}

// stagedAt is the tile of a load as an array.
func stagedAt(x *stagedLoad) string {
	return fmt.Sprintf("((SHARED %s *)(staged + %d))", stored(x.Elem), x.offset)
}

// fromStage writes a declaration whose load is staged, and tells whether s is one.
func (w *printer) fromStage(s *imp.Declare) bool {
	if w.stage == nil || w.stage.loads[s] == nil {
		return false
	}
	x, vector := w.stage.loads[s], int64(len(lanesOf))
	switch {
	case x.along == alongColumns:
		w.each(alongColumns, func() {
			w.stagedElement(s, fmt.Sprintf("%s[round * %d + (i32)(thread & %d) + %d]", stagedAt(x), x.pitch, 1<<LogStaged-1, w.lock.column<<LogStaged))
		})
	case w.lock.rows%vector != 0:
		w.each(alongRows, func() {
			w.stagedElement(s, fmt.Sprintf("%s[round * %d + (i32)(thread >> %d) * %d + %d]", stagedAt(x), x.pitch, LogStaged, w.lock.rows, w.lock.row))
		})
	default:
		v := ident(s.Name) + "_v"
		for row := int64(0); row < w.lock.rows; row += vector {
			w.line("const %s %s%d = *(SHARED %s *)&%s[round * %d + (i32)(thread >> %d) * %d + %d];",
				vectorType(x.Elem), v, row/vector, vectorType(x.Elem), stagedAt(x), x.pitch, LogStaged, w.lock.rows, row)
		}
		w.each(alongRows, func() {
			w.stagedElement(s, fmt.Sprintf("%s%d.%s", v, w.lock.row/vector, lanesOf[w.lock.row%vector]))
		})
	}
	return true
}

// stagedElement declares a variable of the iteration that is being written.
func (w *printer) stagedElement(s *imp.Declare, at string) {
	if s.Type == scalar.F16 {
		at = "widen(" + at + ")"
	}
	w.line("%s = %s;", w.variable(s.Type, s.Name), at)
}
