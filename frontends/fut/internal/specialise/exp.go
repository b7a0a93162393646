package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// exp lowers an expression, and binds the sizes that it makes.
func (fr *frame) exp(e syntax.Exp) lower.Value {
	if !fr.prelude {
		defer fr.At(e.Pos())()
	}
	v := fr.expOnly(e)
	if sizes := fr.Unknown[e]; len(sizes) > 0 {
		fr.rebindSizes(sizes, fr.Types[e], v.Shape)
	}
	return v
}

func (fr *frame) expOnly(e syntax.Exp) lower.Value {
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.FloatLit, *syntax.BoolLit, *syntax.CharLit, *syntax.StringLit:
		return fr.literal(e)
	case *syntax.Hole:
		return fr.holeOf(e)
	case *syntax.Var:
		return fr.variable(e)
	case *syntax.Open:
		return fr.exp(e.Exp)
	case *syntax.Tuple:
		return lower.Tuple(fr.exps(e.Elems)...)
	case *syntax.Record:
		return fr.record(e)
	case *syntax.Construct:
		return fr.construct(e)
	case *syntax.Array:
		return fr.array(e)
	case *syntax.Range:
		return fr.rangeOf(e)
	case *syntax.Project:
		return project(e, fr.exp(e.Exp), e.Field)
	case *syntax.Index:
		array := fr.exp(e.Exp)
		return fr.Index(array, fr.dims(array.Shape, e.Slice))
	case *syntax.Update:
		return fr.update(e)
	case *syntax.Let:
		fr.bindLet(e)
		return fr.exp(e.Body)
	case *syntax.LetFun:
		fr.vals[fr.Funs[e]] = fr.localFunction(e)
		return fr.exp(e.Body)
	case *syntax.If:
		return fr.ascribe(fr.If(fr.exp(e.Cond).Atom(),
			func() lower.Value { return fr.exp(e.Then) },
			func() lower.Value { return fr.exp(e.Else) }), fr.Types[e])
	case *syntax.Match:
		return fr.match(e)
	case *syntax.Loop:
		return fr.loop(e)
	case *syntax.Assert:
		fr.assertion(e)
		return fr.exp(e.Exp)
	case *syntax.Ascript:
		return fr.ascribe(fr.exp(e.Exp), fr.Written[e.Type])
	case *syntax.Coerce:
		return fr.coerce(e, fr.exp(e.Exp))
	case *syntax.Attributed:
		return fr.attributed(e)
	}
	return fr.application(e)
}

// application lowers what applies or makes functions.
func (fr *frame) application(e syntax.Exp) lower.Value {
	switch e := e.(type) {
	case *syntax.Apply:
		f := fr.exp(e.Fun)
		return fr.ascribe(fr.Apply(f, fr.exps(e.Args)...), fr.Types[e])
	case *syntax.BinOp:
		return fr.ascribe(fr.binOp(e), fr.Types[e])
	case *syntax.Neg:
		return fr.Negate(fr.exp(e.Exp), scalar.Neg)
	case *syntax.Not:
		return fr.Negate(fr.exp(e.Exp), scalar.Not)
	case *syntax.Lambda:
		return fr.lambda(e)
	case *syntax.LeftSection:
		return fr.Apply(fr.exp(e.Op), fr.exp(e.Left))
	case *syntax.RightSection:
		return fr.rightSection(e)
	case *syntax.PathSection:
		return fr.pathSection(e)
	}
	bug(e, "no lowering for %T", e)
	return lower.Value{}
}

func (fr *frame) exps(es []syntax.Exp) []lower.Value {
	out := make([]lower.Value, len(es))
	for i, e := range es {
		out[i] = fr.exp(e)
	}
	return out
}

// bindLet binds the pattern of a Let.
func (fr *frame) bindLet(e *syntax.Let) {
	v := fr.exp(e.Exp)
	var sizes []*types.Binding
	for i := range e.Sizes {
		if b := fr.Sizes[&e.Sizes[i]]; b != nil {
			sizes = append(sizes, b)
		}
	}
	fr.rebindSizes(sizes, fr.Pats[e.Pat], v.Shape)
	fr.bindNames(e.Pat, v)
}

// assertion lowers the condition of an Assert.
func (fr *frame) assertion(e *syntax.Assert) {
	fr.Assert(fr.exp(e.Cond).Atom(), "Assertion is false: "+e.Source)
}

func (fr *frame) attributed(e *syntax.Attributed) lower.Value {
	switch e.Attr.Name {
	case "unsafe":
		defer fr.UncheckedIf(true)()
	case "stripmine":
		fr.stripmine(e)
	}
	return fr.exp(e.Exp)
}

// variable lowers the use of a name.
func (fr *frame) variable(e *syntax.Var) lower.Value {
	use := fr.Uses[e]
	if use == nil {
		bug(e, "%s is not resolved", e.Name)
	}
	b := use.Binding
	if v, ok := fr.vals[b]; ok {
		return fr.withParams(e, v, use)
	}
	if f, ok := fr.locals[b]; ok {
		v := fr.local(f)
		fr.vals[b] = v
		return fr.withParams(e, v, use)
	}
	switch b.Kind {
	case types.Global:
		return fr.global(e, use)
	case types.Intrinsic:
		return fr.withParams(e, lower.NewClosure(fr.intrinsicCode(e, b).Code), use)
	case types.Operator:
		return lower.NewClosure(fr.operatorCode(e, use).Code)
	case types.Conversion:
		return lower.NewClosure(fr.conversionCode(b).Code)
	case types.Constant:
		return lower.ScalarValue(b.Value.Type, ir.Const(b.Value))
	case types.SizeParam, types.Unknown:
		fr.ambiguousSize(e, e.Name)
	}
	bug(e, "%s has no value here", e.Name)
	return lower.Value{}
}

// global lowers the use of a top-level definition.
func (fr *frame) global(at syntax.Node, use *types.Use) lower.Value {
	b := use.Binding
	if fr.isConstant(b) {
		if c := fr.constantAt(b); c.static {
			return c.value
		}
	}
	c := fr.defCode(b)
	f := fr.withParams(at, fr.closure(c), use)
	if c.Arity == 0 {
		return fr.Call(f)
	}
	return f
}

func (fr *frame) record(e *syntax.Record) lower.Value {
	vs := make(map[string]lower.Value, len(e.Fields))
	for _, f := range e.Fields {
		vs[f.Name] = fr.exp(f.Exp)
	}
	var names []string
	var parts []lower.Value
	for _, f := range fr.Types[e].(*types.Record).Fields {
		names, parts = append(names, f.Name), append(parts, vs[f.Name])
	}
	return lower.NewRecord(names, parts)
}

func project(at syntax.Node, v lower.Value, name string) lower.Value {
	f, ok := v.Field(name)
	if !ok {
		bug(at, "no field %s", name)
	}
	return f
}

// shapeOf is the shape of values of type t, if that is known. Sizes without a
// value are 0.
func (fr *frame) shapeOf(t types.Type) (lower.Shape, bool) { return fr.shapeBy(t, fr.size) }

// shapeBy is shapeOf with another way to compute sizes.
func (fr *frame) shapeBy(t types.Type, size func(types.Size) (ir.Atom, bool)) (lower.Shape, bool) {
	switch t := t.(type) {
	case types.Scalar:
		return lower.Scalar{Elem: t.Type}, true
	case *types.Param:
		s, ok := fr.types[t]
		return s, ok
	case *types.Unique:
		return fr.shapeBy(t.Type, size)
	case *types.Array:
		n, ok := size(t.Dim)
		if !ok {
			n = ir.Size(0)
		}
		elem, ok := fr.shapeBy(t.Elem, size)
		return lower.ArrayOf(n, elem), ok
	case *types.Record:
		var fields []lower.Field
		for _, f := range t.Fields {
			s, ok := fr.shapeBy(f.Type, size)
			if !ok {
				return nil, false
			}
			fields = append(fields, lower.Field{Name: f.Name, Shape: s})
		}
		return lower.RecordOf(fields), true
	case *types.Sum:
		s, ok := fr.shapeBy(t.Constructors, size)
		if !ok {
			return nil, false
		}
		return lower.SumOf(s.(*lower.Record)), true
	}
	return nil, false
}
