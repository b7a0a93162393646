package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
)

// A while loop tests its condition once before it begins, and then where its body ends, so that an
// iteration takes one branch. Where the body ends in an if statement that gives the condition's
// variable its value, each arm has a test of its own, which often is no test at all:
//
//	while go {                     if go {
//	  …                              again: …
//	  if c { r <- false }     →        if c { r <- false; go <- r; leave }
//	  else { r <- x < n }              else { r <- x < n; go <- r; if x < n { goto again } else leave }
//	  go <- r                      }
//	}

// goOn ends a loop's body, or an arm of the branch at its end: the loop goes on if the condition
// holds.
type goOn struct {
	imp.Stm
	cond   imp.Expr
	within uint64 // how many branches of the body are around it
}

const (
	// mostAfter is how many statements may follow a branch, and stand in both arms of it.
	mostAfter = 8
	// mostWithin is how deep branches may be whose arms have a test of their own.
	mostWithin = 4
	// mostCondition is how many nodes a condition may have that is computed for the test.
	mostCondition = 8
)

func (f *Fn) whileLoop(s *imp.While) {
	body := s.Body
	if !declaresBlock(body) {
		body = tested(body, s.Cond, 0)
	}
	s = &imp.While{Cond: s.Cond, Body: body, Pos: s.Pos}
	forget := func() {}
	if !nests(s.Body, maxNest) {
		forget = f.hoist([]imp.Stm{s}, imp.Changes(s.Body), nil)
	}
	f.Expr(s.Cond)
	f.Block(code.If)
	if hasLoop(s.Body) {
		f.whileWhole(s)
	} else {
		f.whileStrip(s)
	}
	f.End()
	forget()
}

// whileWhole writes a loop that counts its work in each iteration.
func (f *Fn) whileWhole(s *imp.While) {
	f.Block(code.Loop)
	f.poll(1)
	f.whileBody(s, func(within uint64) { f.Put(code.Br, within) }, 1)
	f.End()
}

// whileStrip writes a loop that runs in strips.
func (f *Fn) whileStrip(s *imp.While) {
	left := f.Temp(code.I32)
	f.Block(code.Loop)
	f.I32(pollEvery)
	f.Set(left)
	f.Block(code.Block)
	f.Block(code.Loop)
	f.whileBody(s, func(within uint64) {
		f.Get(left)
		f.I32(1)
		f.Op(code.I32Sub)
		f.Tee(left)
		f.Block(code.If)
		f.Put(code.Br, within+1)
		f.End()
		f.Put(code.Br, within+1)
	}, 3)
	f.End()
	f.Put(code.Br, 2)
	f.End()
	f.poll(stripWork)
	f.Put(code.Br, 0)
	f.End()
}

// whileBody writes the body of a loop. What again writes goes back from within so many blocks in the
// body; out is how many blocks are around the body in the one that leaving it leaves.
func (f *Fn) whileBody(s *imp.While, again func(within uint64), out uint64) {
	outside := f.ends
	f.ends = func(g *goOn) { f.goOn(g, again, out) }
	f.stms(s.Body)
	if declaresBlock(s.Body) { // after which they are released
		f.ends(&goOn{cond: s.Cond})
	}
	f.ends = outside
}

// goOn ends a body, or an arm of it. The engine joins a comparison with the branch on it only if the
// branch leads to a block that nothing else leads to, so it leads to one that goes back.
func (f *Fn) goOn(g *goOn, again func(within uint64), out uint64) {
	c, known := imp.ConstOf(g.cond)
	switch {
	case !known:
		f.Expr(g.cond)
		f.Block(code.If)
		again(g.within + 1)
		f.End()
	case c.Bool():
		again(g.within)
		return
	}
	if g.within > 0 { // else nothing follows in the loop
		f.Put(code.Br, g.within+out)
	}
}

// tested is the body of a loop, or an arm of the branch at its end, with tests of the loop's
// condition at its ends.
func tested(list []imp.Stm, cond imp.Expr, within uint64) []imp.Stm {
	now, at := atEnd(list, cond)
	if at >= 0 && within < mostWithin {
		if b, ok := branchedOn(list[at:]); ok {
			after := list[at+1:]
			then := tested(slices.Concat(b.Then, after), cond, within+1)
			other := tested(slices.Concat(b.Else, after), cond, within+1)
			if decides(then) || decides(other) {
				return append(slices.Clone(list[:at]), &imp.If{Cond: b.Cond, Then: then, Else: other})
			}
		}
	}
	return append(slices.Clone(list), &goOn{cond: now, within: within})
}

// decides reports whether the test at the end of an arm is not one of a variable.
func decides(list []imp.Stm) bool {
	switch s := list[len(list)-1].(type) {
	case *goOn:
		_, isVar := s.cond.(*imp.Var)
		return !isVar
	case *imp.If:
		return true
	}
	return false
}

// branchedOn is the branch that list begins with, if what follows it may be done in both of its arms.
func branchedOn(list []imp.Stm) (*imp.If, bool) {
	b, ok := list[0].(*imp.If)
	if !ok || b.General || len(list) > mostAfter+1 || declaresBlock(b.Then) || declaresBlock(b.Else) {
		return nil, false
	}
	if _, isConst := imp.ConstOf(b.Cond); isConst {
		return nil, false
	}
	for _, s := range list[1:] {
		switch s := s.(type) {
		case *imp.Declare:
			if s.Lanes > 0 {
				return nil, false
			}
		case *imp.Assign:
		default:
			return nil, false
		}
		plain := true
		imp.EachLoad(s, func(*imp.Load) { plain = false })
		if !plain {
			return nil, false
		}
	}
	return b, true
}

// atEnd is what cond is at the end of list: itself, or what its variable was given. In the latter
// case, at is the place of the branch that gives the variable that remains its value; -1 if there is
// none.
func atEnd(list []imp.Stm, cond imp.Expr) (now imp.Expr, at int) {
	changed := imp.Names{} // after the statement looked at
	for i, s := range slices.Backward(list) {
		v, ok := cond.(*imp.Var)
		if !ok {
			break
		}
		var given imp.Expr
		switch s := s.(type) {
		case *imp.Declare:
			if s.Name == v.Name {
				given = s.Init
			}
		case *imp.Assign:
			if s.Name == v.Name {
				given = s.X
			}
		}
		here := imp.Changes([]imp.Stm{s})
		for n := range here {
			changed[n] = true
		}
		switch {
		case given != nil && keepsValue(given, changed):
			cond = given
		case here[v.Name]:
			if _, ok := s.(*imp.If); ok {
				return cond, i
			}
			return cond, -1
		}
	}
	return cond, -1
}

// keepsValue reports whether an expression has the same value after the given variables were changed, and
// is quickly computed.
func keepsValue(e imp.Expr, changed imp.Names) bool {
	ok, nodes := true, 0
	imp.WalkExpr(e, func(e imp.Expr) {
		nodes++
		switch e := e.(type) {
		case *imp.Const:
		case *imp.Var:
			ok = ok && !changed[e.Name]
		case *imp.Prim:
			ok = ok && e.Fn.Info().Cost <= 1 && assemble.IsDirect(e.Fn, e.Type)
		default:
			ok = false
		}
	})
	return ok && nodes <= mostCondition
}

// declaresBlock reports whether list itself declares block variables, which it releases at its end.
func declaresBlock(list []imp.Stm) bool {
	return slices.ContainsFunc(list, func(s imp.Stm) bool {
		_, ok := s.(*imp.DeclareBlock)
		return ok
	})
}

// unread are the variables that body declares and nothing reads or assigns: what a loop leaves in them
// would be kept for nobody, and a condition that is kept is not joined with the branch on it.
func unread(body []imp.Stm, assigned imp.Names) imp.Names {
	out, read := imp.Names{}, imp.Names{}
	imp.Walk(body, func(s imp.Stm) bool {
		if d, ok := s.(*imp.Declare); ok && !assigned[d.Name] {
			out[d.Name] = true
		}
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if v, ok := e.(*imp.Var); ok {
					read[v.Name] = true
				}
			})
		})
		return true
	})
	for n := range read {
		delete(out, n)
	}
	return out
}
