package cooperate

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// A thread that fails must not leave its group, which waits for it at the next barrier. It goes on
// without what stands behind the assertion, and tells the others, which stop behind the barrier. A
// kernel behind the groups' fails if one of these did. The host then runs the program again with the
// versions that fail as the program does (imp.Repeats).

// failure is how the threads of a group tell each other that one has failed.
type failure struct {
	failed  name.Name // a variable of a thread: it has
	stopped name.Name // a variable, alike in all threads: one has
	told    name.Name // a shared block: as stopped, for all to see
	some    bool      // a thread may fail on its own
	any     bool      // threads may fail
}

func (k *kernel) newFailure() {
	k.failure = failure{failed: k.fresh("failed"), stopped: k.fresh("stopped"), told: k.fresh("told")}
}

// unset is the condition that a variable is false.
func unset(n name.Name) imp.Expr {
	return &imp.Prim{Fn: scalar.Eq, Type: scalar.Bool, Args: []imp.Expr{&imp.Var{Name: n, Type: scalar.Bool}, truth(false)}}
}

// unless is then if cond holds; otherwise it sets the variable n.
func (k *kernel) unless(cond imp.Expr, then []imp.Stm, n name.Name) imp.Stm {
	k.failure.any = true
	return &imp.If{Cond: cond, Then: then, Else: []imp.Stm{&imp.Assign{Name: n, X: truth(true)}}}
}

// waiting is list, the body of an iteration, with assertions that do not end the thread. A thread that
// has failed does nothing any more.
func (k *kernel) waiting(list []imp.Stm) []imp.Stm {
	if !asserts(list) {
		return list
	}
	return []imp.Stm{&imp.If{Cond: unset(k.failed), Then: k.behind(list)}}
}

// behind is what waiting does in a thread that has not failed.
func (k *kernel) behind(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for i, s := range list {
		rest := list[i+1:]
		if a, ok := s.(*imp.Assert); ok {
			return append(out, k.unless(a.Cond, k.behind(rest), k.failed))
		}
		if !asserts([]imp.Stm{s}) {
			out = append(out, s)
			continue
		}
		out = append(out, imp.WithBodies(s, k.waiting))
		if len(rest) > 0 {
			out = append(out, &imp.If{Cond: unset(k.failed), Then: k.behind(rest)})
		}
		return out
	}
	return out
}

// telling is shared, a loop whose iterations may fail, with the threads' agreement whether one did.
func (k *kernel) telling(shared imp.Stm) []imp.Stm {
	k.some = true
	tell := &imp.Atomic{Kind: imp.AtomicUpdate, Fn: scalar.Or, Block: k.told, Elem: scalar.I32, Index: imp.Int(0), X: one(scalar.I32)}
	told := &imp.Load{Block: k.told, Elem: scalar.I32, Index: imp.Int(0)}
	return []imp.Stm{
		shared,
		&imp.If{Cond: unset(k.failed), Else: []imp.Stm{tell}},
		&imp.Barrier{},
		&imp.Assign{Name: k.stopped, X: &imp.Prim{Fn: scalar.Ne, Type: scalar.I32, Args: []imp.Expr{told, &imp.Const{Value: scalar.Zero(scalar.I32)}}}},
	}
}

func one(t scalar.Type) *imp.Const { return &imp.Const{Value: scalar.Int(t, 1)} }

// common is the condition that s asserts, which all threads of a group run alike, if it asserts one.
func common(s imp.Stm) (cond imp.Expr, ok bool) {
	switch s := s.(type) {
	case *imp.Assert:
		return s.Cond, true
	case *imp.If:
		if len(s.Then) != 1 || len(s.Else) > 0 {
			return nil, false
		}
		a, ok := s.Then[0].(*imp.Assert)
		if !ok {
			return nil, false
		}
		if _, ok := a.Cond.(*imp.Var); !ok {
			return nil, false
		}
		not := &imp.Prim{Fn: scalar.Eq, Type: scalar.Bool, Args: []imp.Expr{s.Cond, truth(false)}}
		return either(not, a.Cond), true
	}
	return nil, false
}

// beginning is body, of a kernel, with the variables by which threads that failed wait.
func (k *kernel) beginning(body []imp.Stm) []imp.Stm {
	if !k.any {
		return body
	}
	var out []imp.Stm
	for _, n := range []name.Name{k.failed, k.stopped} {
		out = append(out, &imp.Declare{Name: n, Type: scalar.Bool, Init: truth(false)})
	}
	if k.some {
		first := prim(scalar.Eq, &imp.ID{Kind: imp.LocalID}, imp.Int(0))
		none := &imp.Store{Block: k.told, Elem: scalar.I32, Index: imp.Int(0), X: &imp.Const{Value: scalar.Zero(scalar.I32)}}
		out = append(out, &imp.If{Cond: first, Then: []imp.Stm{none}}, &imp.Barrier{})
	}
	return append(out, body...)
}

// reported is a launch, with a kernel behind it that fails if a group did.
func (k *kernel) reported(l *imp.Launch) []imp.Stm {
	if !k.any {
		return []imp.Stm{l}
	}
	failures, point := k.fresh("failures"), k.fresh("i")
	store := func(x imp.Expr) imp.Stm {
		return &imp.Store{Block: failures, Elem: scalar.I32, Index: &imp.ID{Kind: imp.GroupID}, X: x}
	}
	first := prim(scalar.Eq, &imp.ID{Kind: imp.LocalID}, imp.Int(0))
	none := &imp.Const{Value: scalar.Zero(scalar.I32)}
	l.Body = append(l.Body, &imp.If{Cond: first, Then: []imp.Stm{
		&imp.If{Cond: unset(k.stopped), Then: []imp.Stm{store(none)}, Else: []imp.Stm{store(one(scalar.I32))}},
	}})
	well := &imp.Prim{Fn: scalar.Eq, Type: scalar.I32, Args: []imp.Expr{&imp.Load{Block: failures, Elem: scalar.I32, Index: imp.IntVar(point)}, none}}
	return []imp.Stm{
		&imp.DeclareBlock{Name: failures},
		&imp.Alloc{Block: failures, Bytes: prim(scalar.MulSat, imp.Int(4), l.Groups), Pos: l.Pos},
		l,
		&imp.Parallel{Label: l.Label + "_fails", Space: []imp.SpaceDim{{Index: point, Count: l.Groups}}, Pos: l.Pos, Body: []imp.Stm{
			&imp.Assert{Cond: well, Message: []imp.MessagePart{{Text: "a point failed"}}, Trace: []source.Pos{l.Pos}},
		}},
		&imp.AssignBlock{Dst: failures},
	}
}

func truth(b bool) *imp.Const { return &imp.Const{Value: scalar.FromBool(b)} }

// asserts reports whether list may fail.
func asserts(list []imp.Stm) (yes bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		if _, ok := s.(*imp.Assert); ok {
			yes = true
		}
		return !yes
	})
	return yes
}

// waits reports whether list, with assertions, ends also where an iteration failed, which leaves
// elements unwritten that others load.
func (k *kernel) waits(list []imp.Stm) bool {
	ok := true
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.While:
			ok = false
		case *imp.For:
			_, known := k.poly(s.Bound)
			ok = ok && known
		}
		return ok
	})
	return ok
}
