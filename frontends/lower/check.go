package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// message collects the pieces of an assertion's message.
func message(parts ...any) []ir.MessagePart {
	var out []ir.MessagePart
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			out = append(out, ir.Text(p))
		case ir.Atom:
			out = append(out, ir.Arg(p))
		case []ir.MessagePart:
			out = append(out, p...)
		}
	}
	return out
}

// Assert makes the program stop with a message unless cond, a truth value, holds. The parts of the
// message are strings, atoms whose values it shows, and lists of message parts. An assertion
// that holds for certain, or that was made before, is left out.
func (b *Builder) Assert(cond ir.Atom, parts ...any) {
	if cond == yes || b.unchecked {
		return
	}
	if held, _ := b.scope.open.held.Innermost(cond); held {
		return
	}
	if cond.IsVar() {
		b.scope.hold(cond)
	}
	b.scope.Assert(cond, []source.Pos{b.scope.Pos}, message(parts...)...)
}

// assertAll asserts that conditions hold, which makes each of them known.
func (b *Builder) assertAll(conds []ir.Atom, parts ...any) {
	b.Assert(b.All(conds...), parts...)
	for _, c := range conds {
		if c.IsVar() && !b.unchecked {
			b.scope.hold(c)
		}
	}
}

// InBounds is 0 ≤ i < n.
func (b *Builder) InBounds(i, n ir.Atom) ir.Atom {
	return b.All(
		b.I64("ok", scalar.Le, ir.Size(0), i),
		b.I64("ok", scalar.Lt, i, n))
}

// ShapeText spells sizes as in a type: [n][m].
func ShapeText(ds []ir.Atom) []ir.MessagePart {
	var out []ir.MessagePart
	for _, d := range ds {
		out = append(out, message("[", d, "]")...)
	}
	return out
}

// CheckShape asserts that the arrays in v have the sizes of s, a shape of the same build, and
// views v under them. It is for front ends whose types do not tell that sizes are equal.
func (b *Builder) CheckShape(v Value, s Shape) Value {
	have, want := Dims(v.Shape), Dims(s)
	if len(want) > 0 {
		same := make([]ir.Atom, len(want))
		for i := range want {
			same[i] = b.I64("same", scalar.Eq, have[i], want[i])
		}
		b.assertAll(same, "Shape ", ShapeText(have), " where shape ", ShapeText(want), " is needed.")
	}
	return b.view(v, s)
}

// A loop checks in each iteration what is known before it begins: that its index is less than the size of
// an array, which is so in all iterations or in the first few, or what does not depend on the iteration at
// all. If nothing else in the body can fail, the first iteration in which a check fails is known, too:
//
//	loop(i < n) { assert(i < m, [i]) … }   =>   t = min(n, m)  assert(n <= t || t < m, [t])  loop(i < n) { … }
//
// So the same check fails with the same message as before, and the loop is free of checks, without which
// its iterations can run in vectors or in other orders.

// early are the checks of a loop's body, and what they are computed from.
type early struct {
	loop    *ir.Loop
	varies  ir.Names               // bound in the body, and not known before the loop
	scalars map[name.Name]*ir.Prim // operators in the body that depend on the index and on what is known alone
	steady  []*ir.Stm              // those that do not depend on the index
	moving  []*ir.Stm              // those that do
	checks  []*ir.Stm
}

// checkEarly moves the assertions of the body of a loop over i64s before the loop, if they are of that form.
func (b *Builder) checkEarly(l *ir.Loop) {
	e := &early{loop: l, varies: ir.Names{}, scalars: map[name.Name]*ir.Prim{}}
	if !e.collect() || len(e.checks) == 0 {
		return
	}
	var below, held []ir.Atom // bounds of the index, and conditions that hold in all iterations or none
	for _, c := range e.checks {
		switch cond, bound := e.bound(c.Exp.(*ir.Assert).Cond); {
		case bound != ir.Atom{}:
			below = append(below, bound)
		case cond:
			held = append(held, c.Exp.(*ir.Assert).Cond)
		default:
			return
		}
	}
	e.move(b, below, held)
}

// collect looks at the statements of the body. It fails if something other than an assertion may stop the
// program there.
func (e *early) collect() bool {
	for _, p := range e.loop.Params {
		e.varies.Add(p.Name)
	}
	index := ir.Names{}
	index.Add(e.loop.Index)
	depends := func(s *ir.Stm, on ir.Names) bool {
		for n := range ir.FreeInStm(s) {
			if on.Has(n) {
				return true
			}
		}
		return false
	}
	for _, s := range e.loop.Body.Stms {
		p, isPrim := s.Exp.(*ir.Prim)
		_, isCheck := s.Exp.(*ir.Assert)
		switch {
		case isCheck:
			if depends(s, e.varies) {
				return false
			}
			e.checks = append(e.checks, s)
		case ops.MayStopWithin(s):
			return false
		case isPrim && !p.Fn.Info().Partial.Has(p.Type) && !depends(s, e.varies):
			e.scalars[s.Pat[0].Name] = p
			if depends(s, index) {
				index.Add(s.Pat[0].Name)
				e.moving = append(e.moving, s)
			} else {
				e.steady = append(e.steady, s)
			}
		default:
			for _, p := range s.Pat {
				e.varies.Add(p.Name)
			}
		}
	}
	return true
}

// bound returns what the loop's index must be less than for the condition to hold, or whether the
// condition does not depend on the iteration.
func (e *early) bound(cond ir.Atom) (steady bool, bound ir.Atom) {
	depends := func(a ir.Atom) bool { return a.IsVar() && (a.Name == e.loop.Index || e.isMoving(a.Name)) }
	if !depends(cond) {
		return true, ir.Atom{}
	}
	if p := e.scalars[cond.Name]; p.Fn == scalar.Lt && p.Type == scalar.I64 && p.Args[0] == ir.Var(e.loop.Index) && !depends(p.Args[1]) {
		return false, p.Args[1]
	}
	return false, ir.Atom{}
}

func (e *early) isMoving(n name.Name) bool {
	for _, s := range e.moving {
		if s.Pat[0].Name == n {
			return true
		}
	}
	return false
}

// move makes the checks before the loop, for the first iteration in which one of them fails.
func (e *early) move(b *Builder, below, held []ir.Atom) {
	b.scope.Append(e.steady...)
	n, first := e.loop.Bound, ir.Size(0)
	if len(below) > 0 {
		first = n
		for _, m := range below {
			first = b.I64("first", scalar.Min, first, m)
		}
		first = b.I64("first", scalar.Max, first, ir.Size(0))
		for _, c := range held {
			first = b.Choose(c, first, ir.Size(0))
		}
	}
	none := b.I64("none", scalar.Le, n, first)
	at := ir.Subst{e.loop.Index: first}
	for _, s := range e.moving {
		p := *s.Exp.(*ir.Prim)
		p.Args = append([]ir.Atom{}, p.Args...)
		for i, a := range p.Args {
			p.Args[i] = at.Atom(a)
		}
		at[s.Pat[0].Name] = b.Prim(s.Pat[0].Name.Base, p.Fn, p.Type, p.Args...)
	}
	gone := map[*ir.Stm]bool{}
	for _, s := range e.checks {
		check := &ir.Stm{Exp: ir.CloneExp(s.Exp), Pos: s.Pos}
		at.Stm(check)
		a := check.Exp.(*ir.Assert)
		a.Cond = b.Prim("ok", scalar.Or, scalar.Bool, none, a.Cond)
		b.scope.Append(check)
		gone[s] = true
	}
	for _, s := range e.steady {
		gone[s] = true
	}
	body := *e.loop.Body
	body.Stms = nil
	for _, s := range e.loop.Body.Stms {
		if !gone[s] {
			body.Stms = append(body.Stms, s)
		}
	}
	e.loop.Body = &body
}
