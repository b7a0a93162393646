// Package narrowelements stores integers whose range is known in as few bits as hold them: the
// sums of three Booleans, of type i64 in APL, take a byte each. The arrays then take less
// memory, and vectors hold more of their elements.
//
// An array is narrowed together with all that hold its elements under other names: views,
// results of branches, what loops carry. Arrays of callers and of operators keep their types.
// What is computed from narrowed elements and compared or stored again is computed in few bits, too,
// where no step can leave them; all else converts what it reads.
package narrowelements

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is narrow-elements.
var Pass = &pass.Pass{
	Name:    "narrow-elements",
	Summary: "store integers of known range in fewer bits",
	From:    pass.At(pass.Soac),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "fuse", Reason: "fusion removes most arrays, and those that stay are worth narrowing"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	return u.EachFun(ctx, func(f *ir.Fun) error {
		if !storesIntegers(f.Body) {
			return nil
		}
		known := rangesOf(f)
		if chosen := classesOf(f, known).narrowed(u.Rewrite); len(chosen) > 0 {
			(&rewriter{names: u.IR.Names, chosen: chosen, known: known, defs: definitions{}, low: map[wanted]ir.Atom{}}).fun(f)
		}
		return nil
	})
}

// types are the element types that arrays are narrowed to, narrowest first.
var types = [...]scalar.Type{scalar.I8, scalar.I16, scalar.I32}

// isWide reports whether there are narrower types than t.
func isWide(t scalar.Type) bool { return t.IsSigned() && t != scalar.I8 }

// storesIntegers reports whether an operation in b other than iota makes an array of wide integers.
func storesIntegers(b *ir.Body) bool {
	found := false
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if _, ok := s.Exp.(*ir.Iota); ok {
			return
		}
		for _, p := range s.Pat {
			found = found || p.Type.IsArray() && isWide(p.Type.Elem)
		}
	}}
	w.InBody(b)
	return found
}
