package flow

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// Uniqueness. A value of a unique parameter, and the array that an update
// changes, is consumed: neither it nor anything that may share memory with it
// is used afterwards. This is checked, definition by definition, by walking the
// body in the order of evaluation with what each variable may alias.

// walk checks the uniqueness of one definition.
type walk struct {
	info     *types.Info
	plain    map[*types.Record]bool // see holdsScalars
	parted   map[*types.Record]int  // see inMemory
	checking source.Pos             // of what is looked at, for internal errors
	vars     map[*types.Binding]*variable
	consumed map[*types.Binding]source.Pos
	trail    []*types.Binding // the keys of consumed, in order
	depth    int
	inside   []string    // what is around, a lambda or a loop, outermost first
	captures []capturing // of the functions around, outermost first
	returned syntax.Exp  // the body of the lambda that the innermost function returns at once
}

// Uniqueness checks the definition d of b. Where d does not say what its
// result is, the parts that alias nothing become unique.
func (c *checks) Uniqueness(info *types.Info, b *types.Binding, d *syntax.ValDecl) *source.Error {
	w := &walk{info: info, plain: c.plain, parted: map[*types.Record]int{}, vars: map[*types.Binding]*variable{}, consumed: map[*types.Binding]source.Pos{}}
	return guarded(&w.checking, func() {
		if t := w.function(b.Type, d.Params, d.Ret, d.Body); d.Ret == nil {
			b.Type = t
		}
	})
}

// function walks the body of a function of type t and returns its type: t with
// a result that is as unique as it can be. Of functions within others that counts, whatever their
// written type says; a top-level definition's written type is all that others know.
func (w *walk) function(t types.Type, params []syntax.Pat, ret syntax.TypeExp, body syntax.Exp) types.Type {
	for _, p := range params {
		w.param(p, w.info.Pats[p])
	}
	if inner, ok := body.(*syntax.Lambda); ok {
		w.returned = inner.Body
	}
	result := w.exp(body)
	if ret != nil {
		w.acceptsFunction(body, w.info.Written[ret])
		w.uniqueResult(body, result, w.info.Written[ret])
	}
	if len(params) > 0 {
		w.notGlobal(body, result)
	}
	if len(params) == 0 {
		return t
	}
	return withResult(t, len(params), func(t types.Type) types.Type { return w.asUnique(t, result) })
}

// withResult is the type t of a function of n parameters with another result.
func withResult(t types.Type, n int, result func(types.Type) types.Type) types.Type {
	if n == 0 {
		return result(t)
	}
	f, ok := types.Find(t).(*types.Func)
	if !ok {
		return t
	}
	r := withResult(f.Result, n-1, result)
	if r == f.Result {
		return t
	}
	out := *f
	out.Result = r
	return &out
}

// uniqueResult checks that what t declares unique in a result shares memory
// with nothing outside the function and with no other part of the result.
func (w *walk) uniqueResult(body syntax.Exp, result aliases, t types.Type) {
	parts := map[*types.Binding]bool{} // seen in a part so far; true in a unique one
	w.eachPart(t, result, func(t types.Type, a aliases) {
		for _, b := range inOrder(a.all()) {
			unique, seen := parts[b]
			switch {
			case isUnique(t) && w.isOutside(b):
				panic(errorAt(body, "Unique-typed return value is aliased to %s, which is not consumable", w.piece(b)).
					WithNote(b.Pos, "%s is bound here", w.piece(b)).WithHint("return a copy: copy (…)"))
			case seen && (unique || isUnique(t)):
				panic(errorAt(body, "A unique-typed component of the return value is aliased to some other component, by way of %s", w.piece(b)).
					WithHint("return a copy: copy (…)"))
			}
			parts[b] = unique || isUnique(t)
		}
	})
}

// notGlobal checks that the result of a function shares memory with no constant of the top level,
// whose value is there once for all calls.
func (w *walk) notGlobal(body syntax.Exp, result aliases) {
	for _, b := range inOrder(result.all()) {
		if isTopLevel(b) && w.vars[b] == nil && !isAbstract(b.Type) {
			panic(errorAt(body, "Function result aliases the free variable %s", w.piece(b)).
				WithNote(b.Pos, "%s is bound here", w.piece(b)).WithHint("return a copy: copy (…)"))
		}
	}
}

// isAbstract reports whether nothing is known of a type but its name. The language says of no constant of
// such a type that results share its memory.
func isAbstract(t types.Type) bool {
	_, ok := types.Find(types.Strip(t)).(*types.Abstract)
	return ok
}

// isOutside reports whether memory may be in use outside of the function that is
// walked.
func (w *walk) isOutside(b *types.Binding) bool {
	v := w.vars[b]
	return v == nil || v.kept != nil || v.depth < w.depth
}

// asUnique is t, the type of a function's result, with those parts unique that
// share memory with nothing outside the function and with no other part.
func (w *walk) asUnique(t types.Type, result aliases) types.Type {
	uses := map[*types.Binding]int{}
	w.eachPart(t, result, func(_ types.Type, a aliases) {
		for b := range a.all() {
			uses[b]++
		}
	})
	var mark func(t types.Type, a aliases) types.Type
	mark = func(t types.Type, a aliases) types.Type {
		switch t := types.Find(t).(type) {
		case types.Scalar, *types.Func, *types.Unique:
			return t
		case *types.Sum:
			if w.holdsScalars(t) {
				return t
			}
		case *types.Record:
			if w.holdsScalars(t) {
				return t
			}
			r := &types.Record{Fields: make([]types.Field, len(t.Fields))}
			for i, f := range t.Fields {
				r.Fields[i] = types.Field{Name: f.Name, Type: mark(f.Type, a.field(f.Name))}
			}
			return r
		}
		for b := range a.all() {
			if uses[b] > 1 || w.isOutside(b) {
				return t
			}
		}
		return &types.Unique{Type: t}
	}
	return mark(t, result)
}

// typeOf is the type of what is applied. Of a local function the walk may know
// more than was inferred.
func (w *walk) typeOf(fun syntax.Exp) types.Type {
	t := w.info.Types[fun]
	if v, ok := fun.(*syntax.Var); ok && w.info.Uses[v] != nil {
		if known := w.vars[w.info.Uses[v].Binding]; known != nil && known.typ != nil {
			return uniqueAs(known.typ, t)
		}
	}
	return t
}

// namesFunction notes how unique the results of the function e are, if p is a name for it.
func (w *walk) namesFunction(p syntax.Pat, e syntax.Exp) {
	if name, ok := p.(*syntax.NamePat); ok && types.IsFunc(types.Find(w.info.Types[e])) {
		w.vars[w.info.Names[name]].typ = w.info.Types[e]
	}
}

// uniqueAs is t, an instance of general, as unique as that.
func uniqueAs(general, t types.Type) types.Type {
	switch g := types.Find(general).(type) {
	case *types.Unique:
		if !isUnique(t) {
			return &types.Unique{Type: t}
		}
	case *types.Record:
		if r, ok := types.Find(t).(*types.Record); ok && len(r.Fields) == len(g.Fields) {
			if g == r {
				return t
			}
			out := &types.Record{Fields: make([]types.Field, len(r.Fields))}
			for i, f := range r.Fields {
				out.Fields[i] = types.Field{Name: f.Name, Type: uniqueAs(g.Fields[i].Type, f.Type)}
			}
			return out
		}
	case *types.Func:
		if f, ok := types.Find(t).(*types.Func); ok && g != f {
			if r := uniqueAs(g.Result, f.Result); r != f.Result {
				out := *f
				out.Result = r
				return &out
			}
		}
	}
	return t
}

// acceptsFunction checks that arg, if it is a function, consumes no more than
// functions of the expected type, and that its result is unique if theirs is.
func (w *walk) acceptsFunction(arg syntax.Exp, want types.Type) {
	got := w.info.Types[arg]
	for {
		f, ok1 := types.Find(types.StripOuter(want)).(*types.Func)
		g, ok2 := types.Find(types.StripOuter(got)).(*types.Func)
		if !ok1 || !ok2 {
			return
		}
		if consumesMore(g.From, f.From) {
			panic(errorAt(arg, "This function consumes its argument, of type %s, but the function that is expected may not", g.From).
				WithHint("let it change a copy of its argument"))
		}
		if consumesMore(f.Result, g.Result) && !types.IsFunc(types.Find(g.Result)) {
			panic(errorAt(arg, "The result of this function may share memory with other values, but the function that is expected has a unique one").
				WithHint("return a copy: copy (…)"))
		}
		want, got = f.Result, g.Result
	}
}

// consumesMore reports whether some part of a value of type a is unique that is
// not unique in type b.
func consumesMore(a, b types.Type) bool {
	if isUnique(b) {
		return false
	}
	more := false
	r, _ := types.Find(b).(*types.Record)
	switch a := types.Find(a).(type) {
	case *types.Unique:
		return !isScalar(a.Type)
	case *types.Record:
		for i, f := range a.Fields {
			more = more || r != nil && i < len(r.Fields) && consumesMore(f.Type, r.Fields[i].Type)
		}
	}
	return more
}
