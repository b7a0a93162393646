package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
)

// level is where a parfor runs: the level that it names, if that may stand here. One without a
// level takes the next one: global threads, the work-items of a group, a loop.
func (e *emitter) level(prim *phrase.Prim) phrase.Level {
	l := prim.Of.Level
	switch {
	case l == phrase.Free:
		return [...]phrase.Level{host: phrase.Global, group: phrase.Local, item: phrase.Sequential, thread: phrase.Sequential}[e.where]
	case l == phrase.Local && e.where != group:
		e.fail(prim.At, "put it under mapWorkgroup; inside mapLocal and mapGlobal, mapSeq runs iterations one after the other",
			"%s stands %s, but divides work among the work-items of a group", strategy(prim), e.where)
	case l != phrase.Local && e.where != host:
		e.fail(prim.At, "inside mapWorkgroup use mapLocal or mapSeq, inside mapLocal and mapGlobal mapSeq",
			"%s stands %s, but starts a kernel of its own", strategy(prim), e.where)
	}
	return l
}

// strategy names the map that a parfor comes from.
func strategy(prim *phrase.Prim) string {
	for _, l := range []phrase.Level{phrase.Global, phrase.Workgroup, phrase.Local} {
		if prim.Of.Level == l {
			return phrase.Of(phrase.Map, l, phrase.Anywhere).Name
		}
	}
	return "map"
}

// mayWrite fails if code here must not write a leaf.
func (e *emitter) mayWrite(l *leaf, pos source.Pos) {
	switch {
	case e.where == group && l.vars == nil && (l.shared || l.home == host):
		e.fail(pos, "put this under mapLocal; a single result is a chunk of its own: split it, and map over the one chunk",
			"all work-items of a group would write this at once")
	case e.where == item && l.home == group && !l.shared:
		e.fail(pos, "use toLocal",
			"each work-item of the group has its own private memory, so the others would not see what this one writes")
	}
}

// newMemory emits the allocation of memory for a variable, and the command that uses it.
func (e *emitter) newMemory(prim *phrase.Prim, f *phrase.Lam) {
	d := prim.Args[0].Data
	s := &storage{leaves: leavesOf(d)}
	for _, l := range s.leaves {
		l.home = e.where
		space := prim.Of.Space
		if space == phrase.Anywhere {
			space = e.ownSpace(l, d)
		}
		if space == phrase.LocalSpace && (e.where == host || e.where == thread) {
			e.fail(prim.At, "put it under mapWorkgroup", "local memory belongs to a work-group, but this stands %s", e.where)
		}
		small := l.isSmall(d)
		switch {
		case small && (space == phrase.PrivateSpace || e.where == host):
			e.variables(l)
		case e.where == host && space == phrase.PrivateSpace:
			e.fail(prim.At, "use toGlobal", "private memory belongs to a work-item, but this stands %s", e.where)
		case space == phrase.LocalSpace:
			e.shared(l, "")
		case space == phrase.PrivateSpace:
			e.private(l, prim.At)
		case e.where == group:
			e.shared(l, groupSpace)
		default:
			e.allocate(l, "", prim.At)
		}
	}
	e.env[f.Param] = s
	e.command(f.Body)
}

// groupSpace is the space of a launch's blocks in global memory, one for each group.
const groupSpace = "global"

// mostPrivate is the largest array, in bytes, that goes to private memory without being asked to.
const mostPrivate = 1024

// ownSpace is the space of memory that names none: private for numbers and for small arrays of
// one work-item, else global.
func (e *emitter) ownSpace(l *leaf, d types.Data) phrase.Space {
	n, known := l.elements().AsConst()
	if l.isSmall(d) || e.where >= item && known && n*int64(l.elem.Size()) <= mostPrivate {
		return phrase.PrivateSpace
	}
	return phrase.GlobalSpace
}

// variables makes variables for a number or a vector.
func (e *emitter) variables(l *leaf) {
	k := int64(1)
	if len(l.dims) > 0 {
		k, _ = l.dims[0].AsConst()
	}
	for range k {
		l.vars = append(l.vars, e.Declare("v", &imp.Const{Value: scalar.Zero(l.elem)}))
	}
}

// allocate makes a block of the host, or of the running thread.
func (e *emitter) allocate(l *leaf, space imp.Space, pos source.Pos) {
	l.block = e.Names.Fresh("tmp")
	e.Add(&imp.DeclareBlock{Name: l.block, Space: space})
	e.Add(&imp.Alloc{Block: l.block, Bytes: l.bytes(), Space: space, What: "a temporary array", Pos: pos})
}

// private makes a block in private memory, whose size has to be known.
func (e *emitter) private(l *leaf, pos source.Pos) {
	if _, known := l.elements().AsConst(); !known {
		e.fail(pos, "use toLocal or toGlobal, or work on chunks of constant size",
			"private memory of %s elements: its size has to be known when the program is compiled", types.NatText(l.elements(), types.Base))
	}
	e.allocate(l, "private", pos)
	if e.Kernel != nil {
		e.Kernel.Hidden[l.block] = true
	}
}

// shared makes a block of the group. Inside a loop over work-items each of them has a part.
func (e *emitter) shared(l *leaf, space imp.Space) {
	l.block = e.Names.Fresh("tmp")
	bytes := l.bytes()
	if e.where == item {
		id := sym.Var(e.Declare("part", &imp.ID{Kind: imp.LocalID}))
		l.own, l.parts = &id, sym.Const(e.Kernel.Local)
		e.Kernel.Hidden[l.block] = true
		if _, known := imp.ConstOf(bytes); known {
			bytes = imp.Mul(bytes, imp.Int(e.Kernel.Local))
		} else {
			bytes = &imp.Prim{Fn: scalar.MulSat, Type: scalar.I64, Args: []imp.Expr{bytes, imp.Int(e.Kernel.Local)}}
		}
	} else {
		l.shared = true
	}
	e.Kernel.Shared = append(e.Kernel.Shared, imp.Shared{Name: l.block, Bytes: bytes, Space: space})
}
