// Package emit is the last stage of the translation (section 4.3 of the paper, and section 6 for
// GPUs): it turns commands over loops, memory and acceptors into functions of core/imp. It takes
// no decisions either:
//
//   - A parfor over global threads becomes a parallel loop, one over work-groups a launch, one
//     over work-items a loop over the threads of the group; a for stays a loop.
//   - Expressions and acceptors are resolved to accesses of blocks: zip, split, join, transpose and
//     their kind become index arithmetic (paths.go) and never copy.
//   - new makes memory in the space that it names. Pairs lie as two arrays.
//   - Barriers stand where a work-item may touch what another one of its group wrote or read
//     since the last one, and nowhere else.
//
// What cannot be done as the strategy says is an error with the strategy's position (legal.go).
package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// position is where code runs.
type position uint8

const (
	host   position = iota // once
	group                  // by all work-items of a group alike
	item                   // by a work-item of a group
	thread                 // by a global thread
)

// Options prescribe how launches look.
type Options struct {
	Local  int64 // work-items of a group, 0 for what the local loops need
	Groups int64 // work-groups, 0 for one for each iteration
}

// emitter emits a function.
type emitter struct {
	launch.Builder
	types  phrase.Context
	label  string
	option Options

	env   map[name.Name]any // *storage, types.Nat for indices, or phrase.Phrase for acceptors
	where position
}

// fail stops with an error; Function returns it.
type failed struct{ err *source.Error }

func (e *emitter) fail(pos source.Pos, hint, format string, args ...any) {
	err := source.Errorf(pos, format, args...)
	if hint != "" {
		err = err.WithHint("%s", hint)
	}
	panic(failed{err})
}

// command emits a command.
func (e *emitter) command(p phrase.Phrase) {
	prim, args := phrase.Call(p)
	if prim == nil {
		e.fail(p.Pos(), "", "a command that is not known when the program is compiled")
	}
	switch prim.Of.Role {
	case phrase.Skip:
	case phrase.Seq:
		pair := args[0].(*phrase.Pair)
		e.command(pair.First)
		e.command(pair.Second)
	case phrase.Assign:
		pair := args[0].(*phrase.Pair)
		e.assign(pair.First, pair.Second, prim.Args[0].Data)
	case phrase.New:
		e.newMemory(prim, args[0].(*phrase.Lam))
	case phrase.For:
		e.loop(prim.Args[0].Nat, args[0].(*phrase.Lam))
	case phrase.Parfor:
		e.parfor(prim, args[0], args[1])
	default:
		e.fail(p.Pos(), "", "%s is no command of the imperative stage", prim.Of.Name)
	}
}

// assign emits an assignment of a number, or of a vector lane by lane: it reads all lanes before it
// writes the first, so that a backend may load and store them at once.
func (e *emitter) assign(a, x phrase.Phrase, d types.Data) {
	v, isVec := d.(types.Vec)
	if !isVec {
		e.store(a, nil, e.value(x, nil), x.Pos())
		return
	}
	k, _ := v.K.AsConst()
	lanes := make([]imp.Expr, k)
	for lane := range lanes {
		x := e.value(x, []step{{index: sym.Const(int64(lane))}})
		lanes[lane] = &imp.Var{Name: e.Declare("lane", x), Type: imp.TypeOf(x)}
	}
	for lane, of := range lanes {
		e.store(a, []step{{index: sym.Const(int64(lane))}}, of, x.Pos())
	}
}

// loop emits a sequential loop.
func (e *emitter) loop(n types.Nat, f *phrase.Lam) {
	s := &imp.For{Index: f.Param, Type: scalar.I64, Bound: imp.Poly(n)}
	s.Body = e.Inner(func() {
		e.bindIndex(f.Param, sym.Var(f.Param), n)
		e.command(f.Body)
	})
	if e.where == group {
		e.Kernel.Loops[s] = true
	}
	e.Add(s)
}

// parfor emits a parallel loop at its level.
func (e *emitter) parfor(prim *phrase.Prim, a, f phrase.Phrase) {
	n := prim.Args[0].Nat
	outer := f.(*phrase.Lam)
	inner := outer.Body.(*phrase.Lam)
	i := outer.Param
	e.env[inner.Param] = phrase.Make(prim.At, "idxAcc", prim.Args, a, &phrase.Var{Name: i, At: prim.At})
	body := func(index types.Nat) {
		e.bindIndex(i, index, n)
		e.command(inner.Body)
	}
	switch e.level(prim) {
	case phrase.Global:
		e.global(prim, n, i, body)
	case phrase.Workgroup:
		e.workgroups(prim, n, i, inner.Body, body)
	case phrase.Local:
		e.local(n, i, body)
	default:
		e.Add(&imp.For{Index: i, Type: scalar.I64, Bound: imp.Poly(n), Body: e.Inner(func() { body(sym.Var(i)) })})
	}
}

// bindIndex binds the index of a loop of n iterations.
func (e *emitter) bindIndex(i name.Name, index, n types.Nat) {
	e.env[i] = index
	e.InRange(index, n)
	if e.where == item {
		index.Vars(func(v name.Name) { e.Kernel.Varies[v] = true })
	}
}

// global emits a parallel loop over global threads.
func (e *emitter) global(prim *phrase.Prim, n types.Nat, i name.Name, body func(types.Nat)) {
	e.where = thread
	list := e.Inner(func() { body(sym.Var(i)) })
	e.where = host
	e.Add(&imp.Parallel{Label: e.label + "_global", Space: []imp.SpaceDim{{Index: i, Count: imp.Poly(n)}}, Body: list, Pos: prim.At, Prescribed: true})
}

// workgroups emits a launch: a group for each iteration, or as many groups as are prescribed,
// which take iterations in turn.
func (e *emitter) workgroups(prim *phrase.Prim, n types.Nat, i name.Name, body phrase.Phrase, emit func(types.Nat)) {
	local := e.option.Local
	if local == 0 {
		local = localSize(body)
	}
	k := launch.NewKernel(local)
	e.Kernel, e.where = k, group
	var groups imp.Expr
	list := e.Inner(func() { groups = e.Groups(n, i, e.option.Groups, emit) })
	e.where, e.Kernel = host, nil
	e.Add(&imp.Launch{
		Label: e.label + "_workgroup", Groups: groups, GroupSize: imp.Int(k.Local),
		Body: k.Padded(k.WithBarriers(list)), Shared: k.Shared, Pos: prim.At,
	})
}

// local emits a loop over the work-items of a group.
func (e *emitter) local(n types.Nat, i name.Name, body func(types.Nat)) {
	e.where = item
	e.Items(n, i, body)
	e.where = group
}

// localSize is the largest count of the local loops in a command, if all are constants.
func localSize(p phrase.Phrase) int64 {
	most, known := int64(1), true
	eachPhrase(p, func(p phrase.Phrase) {
		if prim, ok := p.(*phrase.Prim); ok && prim.Of.Role == phrase.Parfor {
			n, isConst := prim.Args[0].Nat.AsConst()
			known = known && (isConst || prim.Of.Level != phrase.Local)
			if isConst && prim.Of.Level == phrase.Local {
				most = max(most, n)
			}
		}
	})
	if !known {
		return launch.DefaultLocal
	}
	return min(most, launch.DefaultLocal)
}

func eachPhrase(p phrase.Phrase, visit func(phrase.Phrase)) {
	visit(p)
	switch p := p.(type) {
	case *phrase.Lam:
		eachPhrase(p.Body, visit)
	case *phrase.App:
		eachPhrase(p.Fun, visit)
		eachPhrase(p.Arg, visit)
	case *phrase.Pair:
		eachPhrase(p.First, visit)
		eachPhrase(p.Second, visit)
	case *phrase.Proj:
		eachPhrase(p.Of, visit)
	}
}

// where names a position, for messages.
func (p position) String() string {
	return [...]string{"outside of a kernel", "inside a work-group", "inside a work-item", "inside a global thread"}[p]
}
