package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// loop is a Loop being lowered.
type loop struct {
	*frame
	exp  *syntax.Loop
	typ  types.Type
	vary []*types.Binding // sizes that may change from one iteration to the next
	// fixed tells which of the sizes in the pattern's shape, in order, stay
	// what they are initially. The others are parameters, at their index in
	// sizes.
	fixed []bool
	at    []int
	sizes []ir.Atom // initial values of the sizes that change
	shape shape     // of the parameters

	params []ir.Param
	inits  []ir.Atom
	value  value // the parameters
	while  bool
}

func (fr *frame) loop(e *syntax.Loop) value {
	l := &loop{frame: fr, exp: e, typ: fr.Pats[e.Pat], vary: fr.LoopSizes[e]}
	for i := range e.Sizes {
		if b := fr.Sizes[&e.Sizes[i]]; b != nil {
			l.vary = append(l.vary, b)
		}
	}
	for _, b := range l.vary {
		fr.forget(b)
	}
	init := fr.ascribe(fr.exp(e.Init), l.typ)
	l.classify(init)
	out := &ir.Loop{}
	var elems value
	i64Index := true
	switch form := e.Form.(type) {
	case *syntax.ForLess:
		bound := fr.exp(form.Bound)
		out.Bound = bound.atom()
		out.Index = fr.names.Fresh(form.Var.Name)
		i64Index = bound.elem() == scalar.I64
		fr.give(fr.Names[form.Var], scalarValue(bound.elem(), ir.Var(out.Index)))
	case *syntax.ForIn:
		elems = fr.exp(form.Exp)
		out.Bound = elems.dim()
		out.Index = fr.names.Fresh("i")
	case *syntax.While:
		l.while = true
		l.inits = append(l.inits, l.condition(init, form))
	}

	var results []ir.Atom
	body := fr.within(func() {
		l.bindParams(init)
		if !out.Index.IsZero() && i64Index {
			fr.isIndex(ir.Var(out.Index), out.Bound)
		}
		if l.while {
			out.While = l.params[0].Name
		}
		if form, ok := e.Form.(*syntax.ForIn); ok {
			fr.bindPat(form.Pat, fr.element(elems, ir.Var(out.Index)))
		}
		results = l.results(fr.exp(e.Body))
	})
	out.Params, out.Inits, out.Body = l.params, l.inits, body.Body(results...)
	return l.finish(out)
}

// classify finds the sizes that change: those that the pattern's type gives no
// value to.
func (l *loop) classify(init value) {
	ds := dims(init.shape)
	l.fixed, l.at = make([]bool, len(ds)), make([]int, len(ds))
	index := map[*types.Binding]int{}
	i := 0
	var walk func(t types.Type, s shape)
	walk = func(t types.Type, s shape) {
		switch t := t.(type) {
		case *types.Unique:
			walk(t.Type, s)
		case *types.Record:
			for j, f := range t.Fields {
				walk(f.Type, s.(*recordShape).fields[j].shape)
			}
		case *types.Array:
			l.size(t.Dim, ds[i], i, index)
			i++
			walk(t.Elem, s.(*arrayShape).elem)
		default:
			eachDim(s, func(ir.Atom) { l.fixed[i] = true; i++ })
		}
	}
	walk(l.typ, init.shape)
}

func (l *loop) size(s types.Size, init ir.Atom, i int, index map[*types.Binding]int) {
	if _, ok := l.frame.size(s); ok {
		l.fixed[i] = true
		return
	}
	if v, ok := s.(*types.SizeVar); ok {
		if at, ok := index[v.Binding]; ok {
			l.at[i] = at
			return
		}
		index[v.Binding] = len(l.sizes)
	}
	l.at[i] = len(l.sizes)
	l.sizes = append(l.sizes, init)
}

// condition evaluates a while loop's condition for a value of its pattern.
func (l *loop) condition(v value, form *syntax.While) ir.Atom {
	l.bindPattern(v)
	return l.frame.exp(form.Cond).atom()
}

// bindPattern binds the pattern and the sizes in its type.
func (l *loop) bindPattern(v value) {
	l.rebindSizes(l.vary, l.typ, v.shape)
	l.bindNames(l.exp.Pat, v)
}

// bindParams makes the loop's parameters and binds the pattern to them.
func (l *loop) bindParams(init value) {
	if l.while {
		l.params = append(l.params, ir.Param{Name: l.names.Fresh("go"), Type: ir.ScalarOf(scalar.Bool)})
	}
	var sizes []ir.Atom
	for _, s := range l.sizes {
		n := l.names.Fresh(sizeName(s))
		l.params = append(l.params, ir.Param{Name: n, Type: ir.I64})
		l.inits = append(l.inits, s)
		sizes = append(sizes, ir.Var(n))
	}
	l.shape = withDims(init.shape, l.dimsWith(dims(init.shape), sizes))
	bases := patLeafNames(l.exp.Pat, init.shape)
	l.value = value{shape: l.shape}
	for i, t := range leaves(l.shape) {
		n := l.names.Fresh(bases[i])
		l.params = append(l.params, ir.Param{Name: n, Type: t})
		l.inits = append(l.inits, init.atoms()[i])
		l.value.flat = append(l.value.flat, ir.Var(n))
	}
	l.bindPattern(l.value)
}

// dimsWith is ds with the sizes that change replaced.
func (l *loop) dimsWith(ds, sizes []ir.Atom) []ir.Atom {
	out := make([]ir.Atom, len(ds))
	for i, d := range ds {
		out[i] = d
		if !l.fixed[i] {
			out[i] = sizes[l.at[i]]
		}
	}
	return out
}

// results are the atoms that the body returns for the parameters.
func (l *loop) results(v value) []ir.Atom {
	want, have := dims(l.shape), dims(v.shape)
	sizes := make([]ir.Atom, len(l.sizes))
	for i := range have {
		if !l.fixed[i] && sizes[l.at[i]] == (ir.Atom{}) {
			sizes[l.at[i]] = have[i]
		}
	}
	v = l.resize(v, withDims(v.shape, l.dimsWith(want, sizes)))
	var out []ir.Atom
	if form, ok := l.exp.Form.(*syntax.While); ok {
		out = append(out, l.condition(v, form))
	}
	return append(append(out, sizes...), v.atoms()...)
}

// finish adds the statement.
func (l *loop) finish(e *ir.Loop) value {
	subst := map[ir.Atom]ir.Atom{}
	pat := make([]ir.Param, len(e.Params))
	for i, p := range e.Params {
		n := l.names.Like(p.Name)
		pat[i] = ir.Param{Name: n, Type: substType(p.Type, subst)}
		subst[ir.Var(p.Name)] = ir.Var(n)
	}
	l.builder.bind(pat, e)
	return l.value.subst(subst)
}

// patLeafNames names the leaves of a value bound to p after p's names.
func patLeafNames(p syntax.Pat, s shape) []string {
	switch p := p.(type) {
	case *syntax.TypedPat:
		return patLeafNames(p.Pat, s)
	case *syntax.TuplePat:
		var out []string
		for i, f := range s.(*recordShape).fields {
			out = append(out, patLeafNames(p.Elems[i], f.shape)...)
		}
		return out
	}
	out := make([]string, leafCount(s))
	for i := range out {
		out[i] = patName(p)
	}
	return out
}
