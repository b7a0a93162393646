package lowering

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/gosrc/internal/escape"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// escaped is a function in Futhark's language.
type escaped struct {
	graft lower.Graft
	sig   *types.Signature
}

// escaped returns the function that a call of accelerate.Futhark gives.
func (f *frame) escaped(at ast.Expr, sig *types.Signature) *escaped {
	text := constant.StringVal(f.Pkg.TypesInfo.Types[at].Value)
	key := text + "\n" + sig.String()
	if e, ok := f.escapes[key]; ok {
		return e
	}
	compiled, err := escape.Compile(f.ctx, text, sig)
	if err != nil {
		f.wrong(at, "accelerate.Futhark: %v", err)
	}
	place := func(pos source.Pos) source.Pos {
		line, col := escape.Place(text, pos)
		return f.places.At(escape.Position(f.program.Fset, at, line, col))
	}
	e := &escaped{f.b.Graft(compiled.Program, compiled.Entry, place), sig}
	f.escapes[key] = e
	return e
}

// applyEscape calls a function in Futhark's language.
func (f *frame) applyEscape(e *escaped, args []argument) lower.Value {
	vs := make([]lower.Value, len(args))
	for i, a := range args {
		vs[i] = a.value
	}
	results := f.b.CallGraft(e.graft, "accelerate.Futhark", vs)
	for i, r := range results {
		results[i] = f.b.Resize(r, f.fixed(r.Shape, e.sig.Results().At(i).Type()))
	}
	if len(results) == 1 {
		return results[0]
	}
	return lower.Tuple(results...)
}

// fixed is a shape with the sizes of the arrays in a type.
func (f *frame) fixed(s lower.Shape, t types.Type) lower.Shape {
	dims := lower.Dims(s)
	var free []ir.Atom // those of slices
	for k, grows := range growing(t, nil) {
		if grows {
			free = append(free, dims[k])
		}
	}
	return shapeOf(t, func() ir.Atom {
		n := free[0]
		free = free[1:]
		return n
	})
}
