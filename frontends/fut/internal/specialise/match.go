package specialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// construct lowers a value of a sum type.
func (fr *frame) construct(e *syntax.Construct) lower.Value {
	payload := lower.Tuple(fr.exps(e.Payload)...)
	t := fr.Types[e].(*types.Sum)
	if s := fr.plainSum(t); s != nil {
		return fr.Construct(s, constructorNumber(e, s, e.Name), payload)
	}
	var fields []lower.Field
	functions := types.HasFunctions(t) // or what a type parameter stands for has them
	for _, c := range t.Constructors.Fields {
		s := payload.Shape
		if c.Name != e.Name {
			s = fr.payloadShape(e, c.Type.(*types.Record))
		}
		functions = functions || lower.HasFunctions(s)
		fields = append(fields, lower.Field{Name: c.Name, Shape: s})
	}
	s := lower.SumOf(lower.RecordOf(fields))
	number := constructorNumber(e, s, e.Name)
	if functions {
		s = s.MadeBy(number)
	}
	return fr.Construct(s, number, payload)
}

// plainSum is the shape of all values of a sum type of scalars alone, or nil. It is made once: the type may
// have as many constructors as the program makes values of it.
func (l *program) plainSum(t *types.Sum) *lower.Sum {
	s, known := l.plain[t]
	if !known {
		if whole, ok := plainShape(t); ok {
			s = whole.(*lower.Sum)
		}
		l.plain[t] = s
	}
	return s
}

func plainShape(t types.Type) (lower.Shape, bool) {
	switch t := types.Find(t).(type) {
	case types.Scalar:
		return lower.Scalar{Elem: t.Type}, true
	case *types.Record:
		fields := make([]lower.Field, len(t.Fields))
		for i, f := range t.Fields {
			s, ok := plainShape(f.Type)
			if !ok {
				return nil, false
			}
			fields[i] = lower.Field{Name: f.Name, Shape: s}
		}
		return lower.RecordOf(fields), true
	case *types.Sum:
		s, ok := plainShape(t.Constructors)
		if !ok {
			return nil, false
		}
		return lower.SumOf(s.(*lower.Record)), true
	}
	return nil, false
}

// payloadShape is the shape of a payload that there is not. Functions in it have no leaves.
func (fr *frame) payloadShape(at syntax.Node, t *types.Record) lower.Shape {
	size := func(z types.Size) (ir.Atom, bool) {
		a, ok := fr.anySize(z)
		if !ok {
			lower.Fail(source.Errorf(at.Pos(), "Ambiguous size %q in the payload of another constructor: nothing says what it is", z).
				WithHint("write the type of the value, with this size"))
		}
		return a, ok
	}
	var fields []lower.Field
	for _, f := range t.Fields {
		s, ok := fr.absentShape(f.Type, size)
		if !ok {
			lower.Fail(source.Errorf(at.Pos(), "Type is ambiguous: the type %s of the payload of another constructor is not known", f.Type).
				WithHint("give the function that makes it an argument of that type"))
		}
		fields = append(fields, lower.Field{Name: f.Name, Shape: s})
	}
	return lower.RecordOf(fields)
}

// absentShape is shapeBy for a value that there is not, so that functions in it may be any.
func (fr *frame) absentShape(t types.Type, size func(types.Size) (ir.Atom, bool)) (lower.Shape, bool) {
	switch t := types.Find(t).(type) {
	case *types.Func:
		return lower.RecordOf(nil), true
	case *types.Record:
		var fields []lower.Field
		for _, f := range t.Fields {
			s, ok := fr.absentShape(f.Type, size)
			if !ok {
				return nil, false
			}
			fields = append(fields, lower.Field{Name: f.Name, Shape: s})
		}
		return lower.RecordOf(fields), true
	case *types.Sum:
		s, ok := fr.absentShape(t.Constructors, size)
		if !ok {
			return nil, false
		}
		return lower.SumOf(s.(*lower.Record)), true
	}
	return fr.shapeBy(t, size)
}

// constructorNumber is the number of a constructor.
func constructorNumber(at syntax.Node, s *lower.Sum, name string) int {
	i := slices.IndexFunc(s.Constructors.Fields, func(f lower.Field) bool { return f.Name == name })
	if i < 0 {
		bug(at, "no constructor #%s", name)
	}
	return i
}

// match lowers a match.
func (fr *frame) match(e *syntax.Match) lower.Value {
	return fr.ascribe(fr.cases(e.Cases, fr.exp(e.Exp), fr.exp), fr.Types[e])
}

// cases tests the cases in turn, and the last not at all: together they cover all values. by lowers their
// bodies.
func (fr *frame) cases(cs []*syntax.Case, v lower.Value, by func(syntax.Exp) lower.Value) lower.Value {
	c := cs[0]
	body := func() lower.Value {
		fr.bindNames(c.Pat, v)
		return by(c.Body)
	}
	if len(cs) == 1 {
		return body()
	}
	return fr.If(fr.matches(c.Pat, v), body, func() lower.Value { return fr.cases(cs[1:], v, by) })
}

// matches is whether v matches p. What it computes cannot fail: where a constructor has not made v,
// there are zeros in the place of its payload.
func (fr *frame) matches(p syntax.Pat, v lower.Value) ir.Atom {
	tests := []ir.Atom{lower.Constant(scalar.FromBool(true)).Atom()}
	add := func(p syntax.Pat, v lower.Value) { tests = append(tests, fr.matches(p, v)) }
	switch p := p.(type) {
	case *syntax.LitPat:
		return fr.Equal(v, fr.exp(p.Exp))
	case *syntax.ConstructPat:
		number := constructorNumber(p, v.Shape.(*lower.Sum), p.Name)
		is := fr.Is(v, number)
		if is == lower.Constant(scalar.FromBool(false)).Atom() {
			return is // its payload has no functions to look at
		}
		tests = append(tests, is)
		for i, f := range v.Payload(number).Fields() {
			add(p.Payload[i], f)
		}
	case *syntax.TuplePat:
		for i, f := range v.Fields() {
			add(p.Elems[i], f)
		}
	case *syntax.RecordPat:
		for _, f := range p.Fields {
			add(f.Pat, project(p, v, f.Name))
		}
	case *syntax.TypedPat:
		return fr.matches(p.Pat, v)
	}
	return fr.All(tests...)
}
