package specialise

import (
	"cmp"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// entry lowers an entry point.
func (p *program) entry(d *types.Def) {
	point := p.out.NewEntry(d.Binding.Name, d.Decl.Pos())
	point.UncheckedIf(hasUnsafe(d.Decl.Attrs))
	fr := p.newFrame(point.Builder, false)

	e := entryParams{frame: fr, point: point, def: d, sizes: map[*types.Binding]ir.Atom{}}
	t := d.Binding.Type
	var args []lower.Value
	var given []*types.Func
	for f, ok := t.(*types.Func); ok; f, ok = t.(*types.Func) {
		arg := e.param(cmp.Or(entryParamName(d, f, len(args)), "x"), f.From)
		if f.Param != nil {
			fr.vals[f.Param] = arg
		}
		args, given = append(args, arg), append(given, f)
		t = f.Result
	}
	fr.bindConstants(d.Binding)
	for i, pat := range d.Decl.Params {
		fr.bindPat(pat, args[i])
		fr.CheckTags(args[i], patName(pat))
	}
	for b, a := range e.sizes {
		fr.vals[b] = lower.ScalarValue(scalar.I64, a)
	}
	e.check()
	// An entry point may be written without some of its parameters: its body is
	// then a function of these.
	result := fr.Apply(fr.exp(d.Decl.Body), args[len(d.Decl.Params):]...)
	result = fr.ascribe(result, t)
	point.Return(result, t.String())

	written, returned := writtenTypes(d.Decl, len(args))
	s := entry.Signature{Entry: d.Binding.Name, Doc: d.Decl.Doc, Result: p.describe("", t, returned, result.Shape), Property: property(d.Decl.Attrs), Attributes: attributes(d.Decl.Attrs)}
	s.Outputs = outputs(s.Result, t, returned)
	for i, f := range given {
		s.Params = append(s.Params, p.describe(entryParamName(d, f, i), f.From, written[i], args[i].Shape))
	}
	p.signatures = append(p.signatures, s)
}

// entryParamName is the name of parameter number i, of which f is the type; "" if it has none.
func entryParamName(d *types.Def, f *types.Func, i int) string {
	switch {
	case i < len(d.Decl.Params):
		return givenName(d.Decl.Params[i])
	case f.Param != nil:
		return f.Param.Name
	}
	return ""
}

// entryParams makes the parameters of an entry point. Every different size of
// an array is an implicit parameter; a size that the program computes is checked.
type entryParams struct {
	*frame
	point    *lower.Entry
	def      *types.Def
	sizes    map[*types.Binding]ir.Atom
	computed []computedSize
}

type computedSize struct {
	given ir.Atom
	size  types.Size
	param string
}

// param makes the parameters for an argument of type t.
func (e *entryParams) param(base string, t types.Type) lower.Value {
	u, unique := t.(*types.Unique)
	if unique {
		t = u.Type
	}
	return e.point.Param(base, t.String(), e.shape(base, t), unique)
}

// shape is the shape of an argument of type t.
func (e *entryParams) shape(base string, t types.Type) lower.Shape {
	switch t := t.(type) {
	case types.Scalar:
		return lower.Scalar{Elem: t.Type}
	case *types.Unique:
		return e.shape(base, t.Type)
	case *types.Array:
		return lower.ArrayOf(e.dim(base, t.Dim), e.shape(base, t.Elem))
	case *types.Record:
		var fields []lower.Field
		for _, f := range t.Fields {
			fields = append(fields, lower.Field{Name: f.Name, Shape: e.shape(base, f.Type)})
		}
		return lower.RecordOf(fields)
	case *types.Sum:
		return lower.SumOf(e.shape(base, t.Constructors).(*lower.Record))
	}
	failAt(e.def.Decl.Pos(), "Entry point %q has a parameter of type %s, which no caller outside can give", e.def.Binding.Name, t)
	return nil
}

func (e *entryParams) dim(base string, s types.Size) ir.Atom {
	switch s := s.(type) {
	case types.SizeConst:
		return ir.Size(int64(s))
	case *types.SizeVar:
		if s.Binding.Kind == types.SizeParam {
			a, ok := e.sizes[s.Binding]
			if !ok {
				a = e.point.Size(bindingName(s.Binding))
				e.sizes[s.Binding] = a
			}
			return a
		}
	}
	a := e.point.Size("n")
	e.computed = append(e.computed, computedSize{a, s, base})
	return a
}

// check compares the sizes that the program computes with those given.
func (e *entryParams) check() {
	for _, c := range e.computed {
		want, ok := e.anySize(c.size)
		if !ok {
			continue
		}
		e.Assert(e.I64("ok", scalar.Eq, c.given, want),
			"entry point arguments have invalid sizes: argument ", c.param, " has the wrong size: expected [", want, "], but got [", c.given, "]")
	}
}
