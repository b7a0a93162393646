package flow

import (
	"maps"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// exp walks an expression and returns what its value may alias.
func (w *walk) exp(e syntax.Exp) aliases {
	w.checking = e.Pos()
	a := w.parts(e)
	if t, ok := w.info.Types[e]; ok {
		if _, name := e.(*syntax.Var); name {
			t = types.Strip(t) // a constant is unique to nobody, whatever made it
		}
		return w.limit(t, a)
	}
	return a
}

func (w *walk) parts(e syntax.Exp) aliases {
	switch e := e.(type) {
	case *syntax.Var:
		return w.use(e)
	case *syntax.Open:
		return w.exp(e.Exp)
	case *syntax.Tuple:
		out := aliases{fields: map[string]aliases{}}
		for i, x := range e.Elems {
			out.fields[fieldNumber(i)] = w.exp(x)
		}
		return out
	case *syntax.Record:
		out := aliases{fields: map[string]aliases{}}
		for _, f := range e.Fields {
			out.fields[f.Name] = w.exp(f.Exp)
		}
		return out
	case *syntax.Construct:
		payload := aliases{fields: map[string]aliases{}}
		for i, x := range e.Payload {
			payload.fields[fieldNumber(i)] = w.exp(x)
		}
		return aliases{fields: map[string]aliases{e.Name: payload}}
	case *syntax.Array:
		for _, x := range e.Elems {
			w.exp(x)
		}
		return aliases{}
	case *syntax.Range:
		w.each(e.First, e.Second, e.Last)
		return aliases{}
	case *syntax.Project:
		if v, ok := e.Exp.(*syntax.Var); ok {
			return w.use(v).field(e.Field)
		}
		return w.exp(e.Exp).field(e.Field)
	case *syntax.Index:
		a := w.exp(e.Exp)
		w.slice(e.Slice)
		return a
	case *syntax.Update:
		return w.update(e)
	case *syntax.Apply:
		return w.application(e)
	case *syntax.BinOp:
		return w.binOp(e)
	case *syntax.Neg:
		return w.exp(e.Exp)
	case *syntax.Not:
		return w.exp(e.Exp)
	case *syntax.Lambda:
		t, a := w.lambda(w.info.Types[e], e.Params, e.Ret, e.Body, "a lambda")
		w.info.Types[e] = t
		return a
	case *syntax.LeftSection:
		w.use(e.Op)
		return w.exp(e.Left)
	case *syntax.RightSection:
		w.use(e.Op)
		return w.exp(e.Right)
	case *syntax.PathSection:
		w.steps(e.Path)
		return aliases{}
	case *syntax.Let:
		if typed, ok := e.Pat.(*syntax.TypedPat); ok {
			w.acceptsFunction(e.Exp, w.info.Written[typed.Type])
		}
		w.bind(e.Pat, w.withoutConsumption(e.Exp, "Let-bound expression"))
		w.namesFunction(e.Pat, e.Exp)
		return w.exp(e.Body)
	case *syntax.LetFun:
		b := w.info.Funs[e]
		t, a := w.lambda(b.Type, e.Params, e.Ret, e.Exp, "function "+e.Name.Name)
		w.vars[b] = &variable{aliases: a, depth: w.depth, typ: t}
		return w.exp(e.Body)
	case *syntax.If:
		return w.branch(e)
	case *syntax.Match:
		return w.match(e)
	case *syntax.Loop:
		return w.loop(e)
	case *syntax.Assert:
		w.exp(e.Cond)
		return w.exp(e.Exp)
	case *syntax.Ascript:
		w.acceptsFunction(e.Exp, w.info.Written[e.Type])
		return w.exp(e.Exp)
	case *syntax.Coerce:
		w.acceptsFunction(e.Exp, w.info.Written[e.Type])
		return w.exp(e.Exp)
	case *syntax.Attributed:
		return w.exp(e.Exp)
	}
	return aliases{}
}

func (w *walk) each(es ...syntax.Exp) {
	for _, e := range es {
		if e != nil {
			w.exp(e)
		}
	}
}

func (w *walk) slice(ds []*syntax.DimIndex) {
	for _, d := range ds {
		w.each(d.Index, d.First, d.Last, d.Step)
	}
}

func (w *walk) steps(path syntax.Path) {
	for _, s := range path {
		w.slice(s.Slice)
	}
}

// update replaces a field, or consumes the array that the path leads to, from which the value
// must be apart. The rest of the record around that array is not consumed.
func (w *walk) update(e *syntax.Update) aliases {
	fields, after := e.Path.Fields()
	if after == nil {
		record := w.exp(e.Exp)
		return withField(record, fields, w.exp(e.Value))
	}
	w.oneIndex(e, after)
	w.steps(e.Path)
	value := w.exp(e.Value)
	whole := w.exp(e.Exp)
	array := whole
	for _, f := range fields {
		array = array.field(f)
	}
	for _, b := range inOrder(value.all()) {
		if array.all()[b] {
			panic(errorAt(e.Value, "Source array for in-place update might alias the new value: both may share memory with %s", w.piece(b)).
				WithHint("update with a copy: copy (…)"))
		}
	}
	w.consume(e, array)
	return w.withoutWholes(withField(whole, fields, aliases{}))
}

// oneIndex checks that the path of an update consumes one array only: after its first index
// there is no other.
func (w *walk) oneIndex(e *syntax.Update, path syntax.Path) {
	for _, s := range path[1:] {
		if s.Slice != nil {
			panic(errorAt(s, "The path %s consumes twice: an array, and an array in one of its elements", e.Path).
				WithHint("update a copy of the element first, and then replace the element, or use one index: [i, j]"))
		}
	}
}

// lambda walks a function of type t inside an expression, and returns its type
// and what it may alias, which is what it captures. What a function captures that
// another does nothing but return, nobody asks: only calls of that other make it.
func (w *walk) lambda(t types.Type, params []syntax.Pat, ret syntax.TypeExp, body syntax.Exp, what string) (types.Type, aliases) {
	walk := func() {
		before := len(w.trail)
		t = w.function(t, params, ret, body)
		w.forget(before)
	}
	if body == w.returned {
		w.within(what, walk)
		return t, aliases{}
	}
	w.captures = append(w.captures, capturing{w.depth, map[*variable]bool{}})
	w.within(what, walk)
	own := w.captures[len(w.captures)-1]
	w.captures = w.captures[:len(w.captures)-1]
	captured := map[*types.Binding]bool{}
	for v := range own.used {
		maps.Copy(captured, v.aliases.all())
		w.capture(v)
	}
	return t, aliases{vars: captured}
}

// capturing lists the names that the walked function captures.
type capturing struct {
	depth int // around the function
	used  map[*variable]bool
}

// capture notes that the innermost function uses v, if that lies in memory and is
// bound around the function. Functions around that one use it too.
func (w *walk) capture(v *variable) {
	if len(w.captures) == 0 || len(v.aliases.vars)+len(v.aliases.fields) == 0 {
		return
	}
	if c := w.captures[len(w.captures)-1]; v.depth <= c.depth {
		c.used[v] = true
	}
}

// branch walks both branches from the same state; what one consumes is gone.
// The value does not alias what is gone: whichever branch ran, only the value is
// left of it.
func (w *walk) branch(e *syntax.If) aliases {
	w.exp(e.Cond)
	before := len(w.trail)
	then := w.exp(e.Then)
	inThen := w.forget(before)
	els := w.exp(e.Else)
	for b, at := range inThen {
		w.gone(b, at)
	}
	return w.withoutConsumed(union(then, els))
}

// match walks the cases from the same state, as branch does.
func (w *walk) match(e *syntax.Match) aliases {
	matched := w.exp(e.Exp)
	before := len(w.trail)
	gone := map[*types.Binding]source.Pos{}
	var results []aliases
	for _, c := range e.Cases {
		w.bind(c.Pat, matched)
		results = append(results, w.exp(c.Body))
		maps.Copy(gone, w.forget(before))
	}
	for b, at := range gone {
		w.gone(b, at)
	}
	return w.withoutConsumed(union(results...))
}
