package specialise

import (
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// rightSection is `(op e)`: a function that applies op to its argument and e.
func (fr *frame) rightSection(e *syntax.RightSection) value {
	c := fr.code(codeKey{of: "right section"}, func() *code {
		return &code{name: "section", arity: 3, params: []string{"op", "y", "x"}, place: inPlace,
			run: func(fr *frame, args []value) value {
				return fr.apply(args[0], []value{args[2], args[1]})
			}}
	})
	return fr.apply(value{shape: &closureShape{code: c}}, []value{fr.exp(e.Op), fr.exp(e.Right)})
}

// projectSection is `(.a.b)`.
func (fr *frame) projectSection(e *syntax.ProjectSection) value {
	c := fr.code(codeKey{of: e}, func() *code {
		return &code{name: "project", arity: 1, place: inPlace,
			run: func(fr *frame, args []value) value {
				v := args[0]
				for _, f := range e.Fields {
					v = fr.project(e, v, f)
				}
				return v
			}}
	})
	return value{shape: &closureShape{code: c}}
}

// indexSection is `(.[i, j:k])`. Its indices are captured as arguments that
// come first.
func (fr *frame) indexSection(e *syntax.IndexSection) value {
	parts := fr.sliceParts(e.Slice)
	c := fr.code(codeKey{of: e, unsafe: fr.unsafe}, func() *code {
		return &code{name: "index", arity: len(parts) + 1, place: inPlace, unsafe: fr.unsafe,
			run: func(fr *frame, args []value) value {
				array := args[len(args)-1]
				return fr.index(array, fr.sliceOf(array.shape, e.Slice, args[:len(args)-1]))
			}}
	})
	return fr.apply(value{shape: &closureShape{code: c}}, parts)
}
