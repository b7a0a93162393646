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

// pathSection is `(.a[i, j:k].b)`. Its indices are captured as arguments that
// come first.
func (fr *frame) pathSection(e *syntax.PathSection) lower.Value {
	var parts []lower.Value
	for _, s := range e.Path {
		parts = append(parts, fr.sliceParts(s.Slice)...)
	}
	c := fr.code(codeKey{of: e, unsafe: fr.IsUnchecked()}, func() *function {
		return &function{Code: &lower.Code{Name: "section", Arity: len(parts) + 1, Place: lower.InPlace, Unchecked: fr.IsUnchecked(),
			Run: func(b *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
				return follow(b, args[len(args)-1], e.Path, args[:len(args)-1])
			}}}
	})
	if len(parts) == 0 {
		return lower.NewClosure(c.Code)
	}
	return fr.Apply(lower.NewClosure(c.Code), parts...)
}

// follow is the part of v that a path leads to whose indices are parts.
func follow(b *lower.Builder, v lower.Value, path syntax.Path, parts []lower.Value) lower.Value {
	for _, s := range path {
		if s.Slice == nil {
			v = project(s, v, s.Field)
			continue
		}
		dims, rest := sliceOf(b, s.Slice, parts)
		v, parts = b.Index(v, b.Slice(v.Shape, dims)), rest
	}
	return v
}
