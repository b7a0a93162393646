// Package assertdefined asserts what operations require of their operands, so that a program
// that nobody has checked cannot reach beyond its arrays: indices are in bounds, slices lie
// within their arrays, reshapes keep the number of elements, sizes are not negative, and
// partial scalar operators have a result (core/ops, Undefined).
//
// Front ends assert all this themselves and leave out what they know. Handwritten .lir text
// relies on nothing, so the driver runs this pass first on it; simplify then removes the
// assertions that it can prove.
//
// The conditions cannot overflow. They hold exactly where the interpreter accepts the
// operands, with two exceptions, which are memory-safe and cost more to test than to run:
// writes of one operation to one place (scatter, flatupdate), and reads of elements of scratch
// arrays before they are written.
package assertdefined

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is assert-defined.
var Pass = &pass.Pass{
	Name:    "assert-defined",
	Summary: "assert what operations require of their operands: indices, sizes, divisors",
	From:    pass.At(pass.Soac, pass.Kernel),
	Lowers:  true,
	Run:     run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	types := map[name.Name]ir.Type{}
	(&ir.Walker{Binders: func(ps []ir.Param) {
		for _, p := range ps {
			types[p.Name] = p.Type
		}
	}}).Program(u.IR)
	return u.EachFun(ctx, func(f *ir.Fun) error {
		g := &guard{ir.NewBuilder(u.IR.Names), types}
		g.Pos = f.Pos
		g.sizedAtEnd(f.Body, f.Results)
		(&ir.Walker{Body: func(b *ir.Body) bool {
			guardBody(u.IR.Names, types, b)
			return true
		}}).Fun(f)
		return nil
	})
}

// guardBody puts assertions before the statements of a body that need them. Statements of
// bodies within are not included.
func guardBody(names *name.Supply, types map[name.Name]ir.Type, b *ir.Body) {
	out := ir.NewBuilder(names)
	for _, s := range b.Stms {
		out.Pos = s.Pos
		if require, ok := requirements[s.Exp.Op()]; ok {
			require(&guard{out, types}, s.Exp)
		}
		(&guard{out, types}).existentials(s)
		out.Append(s)
	}
	b.Stms = out.Stms()
}

// guard adds the assertions of one statement.
type guard struct {
	*ir.Builder
	types map[name.Name]ir.Type
}

// dims returns the sizes of an array.
func (g *guard) dims(array name.Name) []ir.Atom { return g.types[array].Dims }

// assert stops the program with a message unless cond holds. The parts of the message are
// strings, atoms whose values it shows, and shapes.
func (g *guard) assert(cond ir.Atom, parts ...any) {
	if cond == yes {
		return
	}
	var message []ir.MessagePart
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			message = append(message, ir.Text(p))
		case ir.Atom:
			message = append(message, ir.Arg(p))
		case []ir.Atom:
			for _, size := range p {
				message = append(message, ir.Text("["), ir.Arg(size), ir.Text("]"))
			}
		}
	}
	g.Assert(cond, []source.Pos{g.Pos}, message...)
}
