package specialise

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// scalarType is the scalar type that t is.
func (fr *frame) scalarType(at syntax.Node, t types.Type) scalar.Type {
	s, ok := t.(types.Scalar)
	if !ok {
		bug(at, "%s is no scalar type", t)
	}
	return s.Type
}

func (fr *frame) literal(e syntax.Exp) lower.Value {
	switch e := e.(type) {
	case *syntax.BoolLit:
		return lower.Constant(scalar.FromBool(e.Value))
	case *syntax.CharLit:
		t := fr.scalarType(e, fr.Types[e])
		v := scalar.Value{Type: scalar.U64, Bits: uint64(e.Value)}
		return lower.Constant(scalar.Convert(t, v))
	case *syntax.StringLit:
		return fr.Text(e.Value)
	case *syntax.IntLit:
		t := fr.scalarType(e, fr.Types[e])
		if e.Wide != "" && t.IsFloat() {
			return floatLiteral(e, t, e.Wide)
		}
		v := scalar.Value{Type: scalar.U64, Bits: e.Value}
		return lower.Constant(scalar.Convert(t, v))
	case *syntax.FloatLit:
		return floatLiteral(e, fr.scalarType(e, fr.Types[e]), e.Text)
	}
	return lower.Value{}
}

// floatLiteral is the float of type t that is closest to what text says.
func floatLiteral(at syntax.Node, t scalar.Type, text string) lower.Value {
	v, err := lower.FloatConstant(t, text)
	if err != nil {
		bug(at, "literal %s: %v", text, err)
	}
	return v
}

// array lowers `[a, b, …]`.
func (fr *frame) array(e *syntax.Array) lower.Value {
	if len(e.Elems) > 0 {
		return fr.ArrayLiteral(fr.exps(e.Elems)...)
	}
	s, ok := fr.shapeOf(fr.Types[e]) // as the checker found
	if !ok {
		lower.Fail(source.Errorf(e.Pos(), "Type is ambiguous: the type of this empty array's elements is not known").
			WithHint("give the function that makes it an argument of that type"))
	}
	return fr.EmptyArray(s)
}

// holeOf stands for a value of the type that the checker found. Sizes of it that nothing has
// made are 0.
func (fr *frame) holeOf(e *syntax.Hole) lower.Value {
	t := fr.Types[e]
	s, ok := fr.shapeOf(t)
	if !ok {
		lower.Fail(source.Errorf(e.Pos(), "A hole cannot stand for a function, here of type %s", t).
			WithHint(`write the function, with a hole for its body: \x -> ???`))
	}
	return fr.Hole(s, "Reached hole of type: "+t.String())
}
