package lower

import (
	"github.com/lamina-lang/lamina/core/ir"
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
