package specialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// exp lowers an expression, and binds the sizes that it makes.
func (fr *frame) exp(e syntax.Exp) value {
	if !fr.prelude {
		defer fr.at(e.Pos())()
	}
	v := fr.expOnly(e)
	if sizes := fr.Unknown[e]; len(sizes) > 0 {
		fr.rebindSizes(sizes, fr.Types[e], v.shape)
	}
	return v
}

func (fr *frame) expOnly(e syntax.Exp) value {
	switch e := e.(type) {
	case *syntax.IntLit, *syntax.FloatLit, *syntax.BoolLit, *syntax.CharLit, *syntax.StringLit:
		return fr.literal(e)
	case *syntax.Hole:
		return fr.hole(e)
	case *syntax.Var:
		return fr.variable(e)
	case *syntax.Open:
		return fr.exp(e.Exp)
	case *syntax.Tuple:
		return tuple(fr.exps(e.Elems)...)
	case *syntax.Record:
		return fr.record(e)
	case *syntax.Array:
		return fr.arrayLiteral(e)
	case *syntax.Range:
		return fr.rangeArray(e)
	case *syntax.Project:
		return fr.project(e, fr.exp(e.Exp), e.Field)
	case *syntax.Index:
		array := fr.exp(e.Exp)
		return fr.index(array, fr.slice(array.shape, e.Slice))
	case *syntax.Update:
		array := fr.exp(e.Exp)
		s := fr.slice(array.shape, e.Slice)
		return fr.update(array, s, fr.exp(e.Value))
	case *syntax.RecordUpdate:
		return fr.recordUpdate(e, fr.exp(e.Exp), e.Fields, fr.exp(e.Value))
	case *syntax.Let:
		fr.bindLet(e)
		return fr.exp(e.Body)
	case *syntax.LetFun:
		fr.vals[fr.Funs[e]] = fr.localFunction(e)
		return fr.exp(e.Body)
	case *syntax.If:
		return fr.ascribe(fr.conditional(fr.exp(e.Cond).atom(),
			func() value { return fr.exp(e.Then) },
			func() value { return fr.exp(e.Else) }), fr.Types[e])
	case *syntax.Match:
		return fr.exp(e.Lowered)
	case *syntax.Loop:
		return fr.loop(e)
	case *syntax.Assert:
		fr.assert(fr.exp(e.Cond).atom(), "Assertion is false: ("+syntax.ExpString(e.Cond)+")")
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
func (fr *frame) application(e syntax.Exp) value {
	switch e := e.(type) {
	case *syntax.Apply:
		f := fr.exp(e.Fun)
		return fr.ascribe(fr.apply(f, fr.exps(e.Args)), fr.Types[e])
	case *syntax.BinOp:
		return fr.ascribe(fr.binOp(e), fr.Types[e])
	case *syntax.Neg:
		return fr.negate(fr.exp(e.Exp), scalar.Neg)
	case *syntax.Not:
		return fr.negate(fr.exp(e.Exp), scalar.Not)
	case *syntax.Lambda:
		return fr.lambda(e)
	case *syntax.LeftSection:
		return fr.apply(fr.exp(e.Op), []value{fr.exp(e.Left)})
	case *syntax.RightSection:
		return fr.rightSection(e)
	case *syntax.ProjectSection:
		return fr.projectSection(e)
	case *syntax.IndexSection:
		return fr.indexSection(e)
	}
	bug(e, "no lowering for %T", e)
	return value{}
}

func (fr *frame) exps(es []syntax.Exp) []value {
	out := make([]value, len(es))
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
	fr.rebindSizes(sizes, fr.Pats[e.Pat], v.shape)
	fr.bindNames(e.Pat, v)
}

func (fr *frame) attributed(e *syntax.Attributed) value {
	if e.Attr.Name != "unsafe" {
		return fr.exp(e.Exp)
	}
	old := fr.unsafe
	fr.unsafe = true
	defer func() { fr.unsafe = old }()
	return fr.exp(e.Exp)
}

// variable lowers the use of a name.
func (fr *frame) variable(e *syntax.Var) value {
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
		return fr.withParams(e, value{shape: &closureShape{code: fr.intrinsicCode(e, b)}}, use)
	case types.Operator:
		return value{shape: &closureShape{code: fr.operatorCode(e, use)}}
	case types.Conversion:
		return value{shape: &closureShape{code: fr.conversionCode(b)}}
	case types.Constant:
		return scalarValue(b.Value.Type, ir.Const(b.Value))
	case types.SizeParam, types.Unknown:
		fr.ambiguousSize(e, e.Name)
	}
	bug(e, "%s has no value here", e.Name)
	return value{}
}

// global lowers the use of a top-level definition.
func (fr *frame) global(at syntax.Node, use *types.Use) value {
	b := use.Binding
	if fr.isConstant(b) {
		if c := fr.constantAt(b); c.static {
			return c.value
		}
	}
	c := fr.defCode(b)
	f := fr.withParams(at, fr.closure(c), use)
	if c.arity == 0 {
		return fr.call(f)
	}
	return f
}

func (fr *frame) record(e *syntax.Record) value {
	vs := make(map[string]value, len(e.Fields))
	for _, f := range e.Fields {
		vs[f.Name] = fr.exp(f.Exp)
	}
	var fields []field
	var parts []value
	for _, f := range fr.Types[e].(*types.Record).Fields {
		fields = append(fields, field{f.Name, vs[f.Name].shape})
		parts = append(parts, vs[f.Name])
	}
	return joined(newRecord(fields), parts)
}

func (fr *frame) project(at syntax.Node, v value, name string) value {
	f, ok := v.field(name)
	if !ok {
		bug(at, "no field %s", name)
	}
	return f
}

// recordUpdate replaces the field that a path of names leads to.
func (fr *frame) recordUpdate(at syntax.Node, v value, path []string, part value) value {
	if len(path) == 0 {
		return part
	}
	r := v.shape.(*recordShape)
	fields, parts := slices.Clone(r.fields), v.fields()
	for i, f := range fields {
		if f.name == path[0] {
			parts[i] = fr.recordUpdate(at, parts[i], path[1:], part)
			fields[i].shape = parts[i].shape
		}
	}
	return joined(newRecord(fields), parts)
}

// shapeOf is the shape of values of type t, if that is known. Sizes without a
// value are 0.
func (fr *frame) shapeOf(t types.Type) (shape, bool) {
	switch t := t.(type) {
	case types.Scalar:
		return scalarShape{t.Type}, true
	case *types.Param:
		s, ok := fr.types[t]
		return s, ok
	case *types.Unique:
		return fr.shapeOf(t.Type)
	case *types.Array:
		n, ok := fr.size(t.Dim)
		if !ok {
			n = ir.Size(0)
		}
		elem, ok := fr.shapeOf(t.Elem)
		return arrayOf(n, elem), ok
	case *types.Record:
		var fields []field
		for _, f := range t.Fields {
			s, ok := fr.shapeOf(f.Type)
			if !ok {
				return nil, false
			}
			fields = append(fields, field{f.Name, s})
		}
		return newRecord(fields), true
	}
	return nil, false
}
