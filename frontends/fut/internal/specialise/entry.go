package specialise

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// entry lowers an entry point.
func (p *program) entry(d *types.Def) {
	b := &builder{program: p}
	b.scope = b.newScope(nil)
	b.scope.Pos = d.Decl.Pos()
	fr := newFrame(b, false, hasUnsafe(d.Decl.Attrs))
	fun := &ir.Fun{Name: d.Binding.Name, Entry: &ir.Entry{}, Pos: d.Decl.Pos()}

	e := entryParams{frame: fr, fun: fun, sizes: map[*types.Binding]ir.Atom{}}
	t := d.Binding.Type
	var args []value
	for f, ok := t.(*types.Func); ok; f, ok = t.(*types.Func) {
		arg := e.param(entryParamName(d, f, len(args)), f.From, d)
		if f.Param != nil {
			fr.vals[f.Param] = arg
		}
		args = append(args, arg)
		t = f.Result
	}
	fun.Entry.Implicit = len(e.implicit)
	fun.Params = append(e.implicit, e.explicit...)
	fr.bindConstants(d.Binding)
	for i, pat := range d.Decl.Params {
		fr.bindPat(pat, args[i])
	}
	for b, a := range e.sizes {
		fr.vals[b] = scalarValue(scalar.I64, a)
	}
	e.check()
	// An entry point may be written without some of its parameters: its body is
	// then a function of these.
	result := fr.apply(fr.exp(d.Decl.Body), args[len(d.Decl.Params):])
	b.closeEntry(fun, fr.ascribe(result, t), t)
	p.add(fun)
}

// entryParamName is the name of parameter number i, of which f is the type.
func entryParamName(d *types.Def, f *types.Func, i int) string {
	switch {
	case i < len(d.Decl.Params):
		return patName(d.Decl.Params[i])
	case f.Param != nil:
		return f.Param.Name
	}
	return "x"
}

// entryParams builds the parameters of an entry point. Every different size of
// an array is an implicit parameter, read off the argument's shape; a size that
// the program computes is checked.
type entryParams struct {
	*frame
	fun                *ir.Fun
	implicit, explicit []ir.Param
	sizes              map[*types.Binding]ir.Atom
	computed           []computedSize
}

type computedSize struct {
	given ir.Atom
	size  types.Size
	param string
}

// param makes the parameters for an argument of type t.
func (e *entryParams) param(base string, t types.Type, d *types.Def) value {
	unique := false
	if u, ok := t.(*types.Unique); ok {
		t, unique = u.Type, true
	}
	s := e.shape(base, t, d)
	params, v := e.params(base, s)
	for i := range params {
		params[i].Unique = unique && params[i].Type.IsArray()
		e.fun.Entry.Params = append(e.fun.Entry.Params, ir.External{Name: base, Type: t.String()})
	}
	if len(params) != 1 {
		for i, t := range leaves(s) {
			e.fun.Entry.Params[len(e.fun.Entry.Params)-len(params)+i].Type = leafText(t)
		}
	}
	e.explicit = append(e.explicit, params...)
	return v
}

// leafText spells the type of one of several leaves.
func leafText(t ir.Type) string {
	var b strings.Builder
	for _, d := range t.Dims {
		text := d.Name.Base
		if n, ok := d.AsSize(); ok {
			text = fmt.Sprint(n)
		}
		b.WriteString("[" + text + "]")
	}
	return b.String() + t.Elem.String()
}

// shape is the shape of an argument of type t.
func (e *entryParams) shape(base string, t types.Type, d *types.Def) shape {
	switch t := t.(type) {
	case types.Scalar:
		return scalarShape{t.Type}
	case *types.Unique:
		return e.shape(base, t.Type, d)
	case *types.Array:
		return arrayOf(e.dim(base, t.Dim), e.shape(base, t.Elem, d))
	case *types.Record:
		var fields []field
		for _, f := range t.Fields {
			fields = append(fields, field{f.Name, e.shape(base, f.Type, d)})
		}
		return newRecord(fields)
	}
	fail(d.Decl.Pos(), "Entry point %q has a parameter of type %s, which no caller outside can give", d.Binding.Name, t)
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
				a = e.fresh(bindingName(s.Binding))
				e.sizes[s.Binding] = a
			}
			return a
		}
	}
	a := e.fresh("n")
	e.computed = append(e.computed, computedSize{a, s, base})
	return a
}

func (e *entryParams) fresh(base string) ir.Atom {
	n := e.names.Fresh(base)
	e.implicit = append(e.implicit, ir.Param{Name: n, Type: ir.I64})
	e.isSize(ir.Var(n))
	return ir.Var(n)
}

// check compares the sizes that the program computes with those given.
func (e *entryParams) check() {
	for _, c := range e.computed {
		want, ok := e.anySize(c.size)
		if !ok {
			continue
		}
		e.assert(e.i64("ok", scalar.Eq, c.given, want),
			"argument ", c.param, " has the wrong size: expected [", want, "], but got [", c.given, "]")
	}
}

// closeEntry finishes an entry point. All parts of the result are returned; the
// sizes of arrays that are not parameters come before them.
func (b *builder) closeEntry(fun *ir.Fun, result value, t types.Type) {
	isParam := map[ir.Atom]bool{}
	for _, p := range fun.Params {
		isParam[ir.Var(p.Name)] = true
	}
	known := map[ir.Atom]ir.Atom{}
	var atoms []ir.Atom
	add := func(n name.Name, t ir.Type, a ir.Atom) {
		fun.Results = append(fun.Results, ir.Param{Name: n, Type: t})
		atoms = append(atoms, a)
	}
	eachDim(result.shape, func(d ir.Atom) {
		if _, ok := known[d]; !ok && d.IsVar() && !isParam[d] {
			n := b.names.Like(d.Name)
			known[d] = ir.Var(n)
			add(n, ir.I64, d)
		}
	})
	i := 0
	ts := leaves(result.shape)
	for _, leaf := range ts {
		a := result.atoms()[i]
		add(b.names.Fresh("result"), substType(leaf, known), a)
		text := leafText(substType(leaf, known))
		if len(ts) == 1 {
			text = t.String()
		}
		fun.Entry.Results = append(fun.Entry.Results, ir.External{Type: text})
		i++
	}
	fun.Body = b.scope.Body(atoms...)
}
