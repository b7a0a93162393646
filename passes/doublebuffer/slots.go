package doublebuffer

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Where nobody knows before a loop whether it will need a block, the block is allocated
// when it is first written. Until then the loop carries an empty block in its place, and
// that it is not ready:
//
//	loop(cur = init, free = alloc(0), ready = false) {
//	  next = if(ready) { in free } else { in alloc(bytes) }; …
//
// From then on it is used again, so that a loop allocates as many blocks as take turns,
// however often it runs, and each at the place where it did before.

// slot is a block that a loop carries to be written, and whether there is one, as the
// parameters that hold them.
type slot struct {
	block, ready ir.Atom
	at, flag     int // their places
}

// slot lets the loop carry a block like the one that a statement allocates: an empty one
// that is not ready.
func (l *loop) slot(like *ir.Stm) slot {
	at := len(l.loop.Params)
	return slot{ir.Var(l.carry(like, ir.Size(0))), ir.Var(l.carryFlag("ready", false)), at, at + 1}
}

// slotOf lets the loop carry a block that there is, to be written by the first iteration
// that needs one.
func (l *loop) slotOf(like *ir.Stm, init ir.Atom) slot {
	at := len(l.loop.Params)
	return slot{ir.Var(l.carryInit(like, init)), ir.Var(l.carryFlag("ready", true)), at, at + 1}
}

// take replaces an allocation by what takes the block of a slot, or allocates one if
// there is none.
func (l *loop) take(alloc *ir.Stm, s slot) *ir.Stm {
	block := alloc.Pat[0]
	block.Name = l.out.Names.Like(block.Name)
	made := &ir.Stm{Pat: []ir.Param{block}, Exp: alloc.Exp, Pos: alloc.Pos}
	taken := &ir.Stm{Pat: alloc.Pat, Pos: alloc.Pos, Exp: &ir.If{
		Cond: s.ready,
		Then: &ir.Body{Result: []ir.Atom{s.block}},
		Else: &ir.Body{Stms: []*ir.Stm{made}, Result: []ir.Atom{ir.Var(block.Name)}},
	}}
	l.takes[taken] = true
	return taken
}

// turn is what slots hold in the next iteration, if this one writes the block of the
// first: each the one of the next slot, and the last the block that was written.
func turn(slots []slot, written ir.Atom) []ir.Atom {
	var out []ir.Atom
	for _, s := range slots[1:] {
		out = append(out, s.block, s.ready)
	}
	return append(out, written, yes)
}

// stay is what slots hold in the next iteration, if this one writes none of them.
func stay(slots []slot) []ir.Atom {
	var out []ir.Atom
	for _, s := range slots {
		out = append(out, s.block, s.ready)
	}
	return out
}

var yes = ir.Const(scalar.FromBool(true))

// carryFlag lets the loop carry a truth value.
func (l *loop) carryFlag(base string, init bool) name.Name {
	param := ir.Param{Name: l.out.Names.Fresh(base), Type: ir.ScalarOf(scalar.Bool)}
	result := param
	result.Name = l.out.Names.Like(param.Name)
	if l.facts != nil {
		l.facts.inside[param.Name] = nil
	}
	l.loop.Params = append(l.loop.Params, param)
	l.loop.Inits = append(l.loop.Inits, ir.Const(scalar.FromBool(init)))
	l.stm.Pat = append(l.stm.Pat, result)
	return param.Name
}
