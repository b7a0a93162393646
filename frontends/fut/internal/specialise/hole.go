package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// hole ends the program, `#[unsafe]` or not, and stands for a value of the type that
// the checker found, which nobody sees. Sizes of it that nothing has made are 0.
func (fr *frame) hole(e *syntax.Hole) value {
	t := fr.Types[e]
	s, ok := fr.shapeOf(t)
	if !ok {
		panic(failure{source.Errorf(e.Pos(), "A hole cannot stand for a function, here of type %s", t).
			WithHint(`write the function, with a hole for its body: \x -> ???`)})
	}
	fr.scope.Assert(no, []source.Pos{fr.scope.Pos}, ir.Text("Reached hole of type: "+t.String()))
	v := value{shape: s}
	for _, t := range leaves(s) {
		if t.IsArray() {
			v.flat = append(v.flat, fr.let("hole", t, &ir.Scratch{Elem: t.Elem, Shape: t.Dims}))
		} else {
			v.flat = append(v.flat, ir.Const(scalar.Value{Type: t.Elem}))
		}
	}
	return v
}
