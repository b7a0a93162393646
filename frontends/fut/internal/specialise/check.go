package specialise

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

// assert makes the program stop with the message unless cond holds.
func (fr *frame) assert(cond ir.Atom, parts ...any) {
	if cond == yes || fr.unsafe {
		return
	}
	if held, _ := fr.scope.open.held.innermost(cond); held {
		return
	}
	if cond.IsVar() {
		fr.scope.hold(cond)
	}
	fr.scope.Assert(cond, []source.Pos{fr.scope.Pos}, message(parts...)...)
}

// inBounds is 0 ≤ i < n.
func (b *builder) inBounds(i, n ir.Atom) ir.Atom {
	return b.all(
		b.i64("ok", scalar.Le, ir.Size(0), i),
		b.i64("ok", scalar.Lt, i, n))
}

// shapeText spells sizes as in a type: [n][m].
func shapeText(ds []ir.Atom) []ir.MessagePart {
	var out []ir.MessagePart
	for _, d := range ds {
		out = append(out, message("[", d, "]")...)
	}
	return out
}
