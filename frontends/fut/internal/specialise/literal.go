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
func (fr *frame) holeOf(e *syntax.Hole) lower.Value { return fr.holeAs(e, fr.Types[e]) }

// holeAs stands for a value of type t, the hole or a part of it. A function in it fails when it is applied, too.
func (fr *frame) holeAs(at *syntax.Hole, t types.Type) lower.Value {
	message := "Reached hole of type: " + fr.Types[at].String()
	if s, ok := fr.shapeOf(t); ok {
		return fr.Hole(s, message)
	}
	switch u := types.Strip(t).(type) {
	case *types.Func:
		fr.Hole(lower.RecordOf(nil), message)
		return fr.closure(fr.holeCode(at, u))
	case *types.Record:
		names, parts := make([]string, len(u.Fields)), make([]lower.Value, len(u.Fields))
		for i, f := range u.Fields {
			names[i], parts[i] = f.Name, fr.holeAs(at, f.Type)
		}
		return lower.NewRecord(names, parts)
	}
	lower.Fail(source.Errorf(at.Pos(), "A hole cannot stand for a value of type %s", t).
		WithHint("write the value, with holes for its parts"))
	return lower.Value{}
}

// functionHole is the function that a definition stands for whose body is a hole; false for other
// bodies. The program gets to the hole where the function is applied.
func (fr *frame) functionHole(body syntax.Exp) (lower.Value, bool) {
	hole, ok := body.(*syntax.Hole)
	if !ok {
		return lower.Value{}, false
	}
	t, ok := types.Strip(fr.Types[hole]).(*types.Func)
	if !ok {
		return lower.Value{}, false
	}
	return fr.closure(fr.holeCode(hole, t)), true
}

// holeCode is the code of a function of type t that is not there.
func (fr *frame) holeCode(at *syntax.Hole, t *types.Func) *function {
	return fr.code(codeKey{of: t}, func() *function {
		result, arity := types.Type(t), 0
		for f, ok := t, true; ok; f, ok = types.Strip(result).(*types.Func) {
			result, arity = f.Result, arity+1
		}
		c := &function{Code: &lower.Code{Name: "hole", Pos: at.Pos(), Arity: arity, Place: lower.InPlace}}
		eachParam(t, func(p *types.Param) { c.captures = append(c.captures, p) })
		c.Run = func(b *lower.Builder, cs []lower.Captured, _ []lower.Value) lower.Value {
			inner := fr.newFrame(b, false)
			inner.hold(cs)
			return inner.holeAs(at, result)
		}
		return c
	})
}
