package specialise

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// rightSection is `(op e)`: a function that applies op to its argument and e.
func (fr *frame) rightSection(e *syntax.RightSection) lower.Value {
	c := fr.code(codeKey{of: "right section"}, func() *function {
		return &function{Code: &lower.Code{Name: "section", Arity: 3, Params: []string{"op", "y", "x"}, Place: lower.InPlace,
			Run: func(b *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
				return b.Apply(args[0], args[2], args[1])
			}}}
	})
	return fr.Apply(lower.NewClosure(c.Code), fr.exp(e.Op), fr.exp(e.Right))
}

// projectSection is `(.a.b)`.
func (fr *frame) projectSection(e *syntax.ProjectSection) lower.Value {
	c := fr.code(codeKey{of: e}, func() *function {
		return &function{Code: &lower.Code{Name: "project", Arity: 1, Place: lower.InPlace,
			Run: func(_ *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
				v := args[0]
				for _, f := range e.Fields {
					v = project(e, v, f)
				}
				return v
			}}}
	})
	return lower.NewClosure(c.Code)
}

// indexSection is `(.[i, j:k])`. Its indices are captured as arguments that
// come first.
func (fr *frame) indexSection(e *syntax.IndexSection) lower.Value {
	parts := fr.sliceParts(e.Slice)
	c := fr.code(codeKey{of: e, unsafe: fr.IsUnchecked()}, func() *function {
		return &function{Code: &lower.Code{Name: "index", Arity: len(parts) + 1, Place: lower.InPlace, Unchecked: fr.IsUnchecked(),
			Run: func(b *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
				array := args[len(args)-1]
				return b.Index(array, b.Slice(array.Shape, sliceOf(b, e.Slice, args[:len(args)-1])))
			}}}
	})
	return fr.Apply(lower.NewClosure(c.Code), parts...)
}
