package specialise

import (
	"strconv"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// scalarType is the scalar type that t is.
func (fr *frame) scalarType(at syntax.Node, t types.Type) scalar.Type {
	s, ok := t.(types.Scalar)
	if !ok {
		bug(at, "%s is no scalar type", t)
	}
	return s.Type
}

func (fr *frame) literal(e syntax.Exp) value {
	switch e := e.(type) {
	case *syntax.BoolLit:
		return scalarValue(scalar.Bool, ir.Const(scalar.FromBool(e.Value)))
	case *syntax.CharLit:
		t := fr.scalarType(e, fr.Types[e])
		v := scalar.Value{Type: scalar.U64, Bits: uint64(e.Value)}
		return scalarValue(t, ir.Const(scalar.Convert(t, v)))
	case *syntax.StringLit:
		elems := make([]ir.Atom, len(e.Value))
		for i := range elems {
			elems[i] = ir.Const(scalar.Int(scalar.U8, int64(e.Value[i])))
		}
		s := arrayOf(ir.Size(int64(len(elems))), scalarShape{scalar.U8})
		return fr.lets("text", s, &ir.Literal{Row: ir.ScalarOf(scalar.U8), Elems: elems})
	case *syntax.IntLit:
		t := fr.scalarType(e, fr.Types[e])
		if e.Wide != "" && t.IsFloat() {
			return floatLiteral(e, t, e.Wide)
		}
		v := scalar.Value{Type: scalar.U64, Bits: e.Value}
		return scalarValue(t, ir.Const(scalar.Convert(t, v)))
	case *syntax.FloatLit:
		return floatLiteral(e, fr.scalarType(e, fr.Types[e]), e.Text)
	}
	return value{}
}

// floatLiteral is the float of type t that is closest to what text says.
func floatLiteral(at syntax.Node, t scalar.Type, text string) value {
	bits := 64
	if t == scalar.F32 {
		bits = 32
	}
	x, err := strconv.ParseFloat(text, bits)
	if err != nil && !isRangeError(err) {
		bug(at, "literal %s: %v", text, err)
	}
	return scalarValue(t, ir.Const(scalar.Float(t, x)))
}

// isRangeError reports whether a literal was rounded to an infinity.
func isRangeError(err error) bool {
	e, ok := err.(*strconv.NumError)
	return ok && e.Err == strconv.ErrRange
}

// arrayLiteral lowers `[a, b, …]`.
func (fr *frame) arrayLiteral(e *syntax.Array) value {
	if len(e.Elems) == 0 {
		return fr.emptyArray(e)
	}
	elems := fr.exps(e.Elems)
	row := elems[0].shape
	for i := range elems {
		elems[i] = fr.resize(elems[i], row)
	}
	s := arrayOf(ir.Size(int64(len(elems))), row)
	v := value{shape: s}
	for i, t := range leaves(row) {
		parts := make([]ir.Atom, len(elems))
		for j, el := range elems {
			parts[j] = el.atoms()[i]
		}
		v.flat = append(v.flat, fr.let("lit", t.Under(s.dim), &ir.Literal{Row: t, Elems: parts}))
	}
	return v
}

// emptyArray lowers `[]`, whose elements have the type that the checker found.
func (fr *frame) emptyArray(e *syntax.Array) value {
	s, ok := fr.shapeOf(fr.Types[e])
	if !ok {
		panic(failure{source.Errorf(e.Pos(), "Type is ambiguous: the type of this empty array's elements is not known").
			WithHint("give the function that makes it an argument of that type")})
	}
	v := value{shape: s}
	for _, t := range leaves(s) {
		v.flat = append(v.flat, fr.let("empty", t, &ir.Literal{Row: t.Peel(1)}))
	}
	return v
}
