package types

import (
	"maps"
	"strconv"

	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

func fieldNumber(i int) string { return strconv.Itoa(i) }

// exp walks an expression and returns what its value may alias.
func (w *walk) exp(e syntax.Exp) aliases {
	a := w.parts(e)
	if t, ok := w.info.Types[e]; ok {
		return limit(t, a)
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
	case *syntax.Array:
		for _, x := range e.Elems {
			w.exp(x)
		}
		return aliases{}
	case *syntax.Range:
		w.each(e.First, e.Second, e.Last)
		return aliases{}
	case *syntax.Project:
		return w.exp(e.Exp).field(e.Field)
	case *syntax.Index:
		a := w.exp(e.Exp)
		w.slice(e.Slice)
		return a
	case *syntax.Update:
		return w.update(e)
	case *syntax.RecordUpdate:
		record := w.exp(e.Exp)
		return withField(record, e.Fields, w.exp(e.Value))
	case *syntax.Apply:
		return w.apply(e.Fun, e.Args...)
	case *syntax.BinOp:
		return w.binOp(e)
	case *syntax.Neg:
		return w.exp(e.Exp)
	case *syntax.Not:
		return w.exp(e.Exp)
	case *syntax.Lambda:
		return w.lambda(e.Params, e.Ret, e.Body, "a lambda")
	case *syntax.LeftSection:
		return w.exp(e.Left)
	case *syntax.RightSection:
		return w.exp(e.Right)
	case *syntax.IndexSection:
		w.slice(e.Slice)
		return aliases{}
	case *syntax.Let:
		w.bind(e.Pat, w.exp(e.Exp))
		return w.exp(e.Body)
	case *syntax.LetFun:
		a := w.lambda(e.Params, e.Ret, e.Exp, "function "+e.Name.Name)
		w.vars[w.info.Funs[e]] = &variable{aliases: a, depth: w.depth}
		return w.exp(e.Body)
	case *syntax.If:
		return w.branch(e)
	case *syntax.Loop:
		return w.loop(e)
	case *syntax.Assert:
		w.exp(e.Cond)
		return w.exp(e.Exp)
	case *syntax.Ascript:
		return w.exp(e.Exp)
	case *syntax.Coerce:
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

// withField is what a record may alias whose field has been replaced.
func withField(record aliases, fields []string, value aliases) aliases {
	if len(fields) == 0 {
		return value
	}
	if record.fields == nil {
		return union(record, value)
	}
	out := aliases{vars: record.vars, fields: maps.Clone(record.fields)}
	out.fields[fields[0]] = withField(record.field(fields[0]), fields[1:], value)
	return out
}

// update consumes the array; the value must be apart from it.
func (w *walk) update(e *syntax.Update) aliases {
	w.slice(e.Slice)
	value := w.exp(e.Value)
	array := w.exp(e.Exp)
	for _, b := range inOrder(value.all()) {
		if array.all()[b] {
			panic(w.errorf(e.Value, "Source array for in-place update might alias the new value: both may share memory with %q", b.Name).
				WithHint("update with a copy: copy (…)"))
		}
	}
	w.consume(e, array)
	return aliases{}
}

// apply walks a function and its arguments; arguments of unique parameters are
// consumed.
func (w *walk) apply(fun syntax.Exp, args ...syntax.Exp) aliases {
	out := []aliases{w.exp(fun)}
	t := w.info.Types[fun]
	var given []aliases
	for _, a := range args {
		given = append(given, w.exp(a))
	}
	consumes := -1 // the last argument of which something is consumed
	for i, a := range given {
		f, ok := find(strip1(t)).(*Func)
		if !ok {
			break
		}
		w.acceptsFunction(args[i], f.From)
		out = append(out, limit(f.From, a))
		var gone []aliases
		eachPart(f.From, a, func(t Type, part aliases) {
			if !isUnique(t) || isScalar(t) {
				return
			}
			for _, before := range gone {
				w.apart(args[i], part, before)
			}
			gone = append(gone, part)
			consumes = i
			for j, other := range given {
				if j != i {
					w.apart(args[i], part, other)
				}
			}
			w.apart(args[i], part, limit(f.From, a))
			w.consume(args[i], part)
		})
		t = f.Result
	}
	if _, partial := find(strip1(t)).(*Func); partial && consumes >= 0 {
		panic(w.errorf(args[consumes], "This argument is consumed, but the function lacks arguments, and might be called again").
			WithHint("give it all arguments at once, or a copy in a lambda"))
	}
	return limit(t, flat(out...))
}

// acceptsFunction checks that arg, if it is a function, consumes no more than
// functions of the expected type, and that its result is unique if theirs is.
func (w *walk) acceptsFunction(arg syntax.Exp, want Type) {
	got := w.info.Types[arg]
	for {
		f, ok1 := find(strip1(want)).(*Func)
		g, ok2 := find(strip1(got)).(*Func)
		if !ok1 || !ok2 {
			return
		}
		if consumesMore(g.From, f.From) {
			panic(w.errorf(arg, "This function consumes its argument, of type %s, but the function that is expected may not", g.From).
				WithHint("let it change a copy of its argument"))
		}
		if consumesMore(f.Result, g.Result) && !isFunc(find(g.Result)) {
			panic(w.errorf(arg, "The result of this function may share memory with other values, but the function that is expected has a unique one").
				WithHint("return a copy: copy (…)"))
		}
		want, got = f.Result, g.Result
	}
}

// consumesMore reports whether some part of a value of type a is unique that is
// not unique in type b.
func consumesMore(a, b Type) bool {
	if isUnique(b) {
		return false
	}
	more := false
	r, _ := find(b).(*Record)
	switch a := find(a).(type) {
	case *Unique:
		return !isScalar(a.Type)
	case *Record:
		for i, f := range a.Fields {
			more = more || r != nil && i < len(r.Fields) && consumesMore(f.Type, r.Fields[i].Type)
		}
	}
	return more
}

// apart checks that what is consumed is not passed twice.
func (w *walk) apart(at syntax.Exp, a, b aliases) {
	for _, v := range inOrder(a.all()) {
		if b.all()[v] {
			panic(w.errorf(at, "Argument is consumed, but aliases %q, which is also aliased by another part of the arguments (self-aliased)", v.Name).
				WithHint("pass a copy: copy %s", v.Name))
		}
	}
}

func (w *walk) binOp(e *syntax.BinOp) aliases {
	switch e.Op.Name {
	case "|>":
		return w.apply(e.Right, e.Left)
	case "<|":
		return w.apply(e.Left, e.Right)
	}
	return w.apply(e.Op, e.Left, e.Right)
}

// lambda walks a function inside an expression. Its value aliases what it
// captures.
func (w *walk) lambda(params []syntax.Pat, ret syntax.TypeExp, body syntax.Exp, what string) aliases {
	captured := map[*Binding]bool{}
	w.within(what, func() {
		before := len(w.trail)
		w.function(params, ret, body)
		w.forget(before)
	})
	syntax.Inspect(body, func(n syntax.Node) bool {
		if v, ok := n.(*syntax.Var); ok {
			if use := w.info.Uses[v]; use != nil {
				if known := w.vars[use.Binding]; known != nil && known.depth <= w.depth {
					maps.Copy(captured, known.aliases.all())
				}
			}
		}
		return true
	})
	return aliases{vars: captured}
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
	out := union(then, els)
	out.remove(w.consumed)
	return out
}

// remove takes what is consumed out of a.
func (a aliases) remove(consumed map[*Binding]source.Pos) {
	maps.DeleteFunc(a.vars, func(b *Binding, _ bool) bool { _, gone := consumed[b]; return gone })
	for _, f := range a.fields {
		f.remove(consumed)
	}
}

// loop walks a loop's body once. Each variable of its pattern is by itself: if
// the body consumes it, its initial value is consumed, and its next value must
// be apart from what is outside.
func (w *walk) loop(e *syntax.Loop) aliases {
	init := w.exp(e.Init)
	switch f := e.Form.(type) {
	case *syntax.ForLess:
		w.exp(f.Bound)
	case *syntax.ForIn:
		w.bind(f.Pat, w.exp(f.Exp))
	}
	l := loopWalk{walk: w, exp: e, init: init, own: map[*Binding]bool{}}
	var result aliases
	w.within("a loop", func() {
		w.bind(e.Pat, aliases{})
		names(e.Pat, func(p *syntax.NamePat) { l.owns(w.info.Names[p]) })
		switch f := e.Form.(type) {
		case *syntax.ForLess:
			w.bind(f.Var, aliases{})
		case *syntax.While:
			w.exp(f.Cond)
		}
		result = w.exp(e.Body)
	})
	if t := w.info.Pats[e.Pat]; t != nil && isUnique(t) {
		l.consume(l.own)
	}
	for changed := true; changed; {
		changed = l.passOn(e.Pat, result)
	}
	return l.value(e.Pat, init, result)
}

// loopWalk is a loop whose body has been walked.
type loopWalk struct {
	*walk
	exp  *syntax.Loop
	init aliases
	own  map[*Binding]bool // the variables of the pattern, records by their parts
}

// owns adds a variable of the pattern, or its parts when it is a record.
func (l *loopWalk) owns(b *Binding) {
	if len(l.vars[b].parts) == 0 {
		l.own[b] = true
	}
	for _, part := range l.vars[b].parts {
		l.owns(part)
	}
}

func (l *loopWalk) consume(bs map[*Binding]bool) (changed bool) {
	for b := range bs {
		if _, gone := l.consumed[b]; l.own[b] && !gone {
			l.gone(b, l.exp.Pos())
			changed = true
		}
	}
	return changed
}

// passOn consumes the variables that may become the next values of those that
// are consumed.
func (l *loopWalk) passOn(p syntax.Pat, next aliases) (changed bool) {
	l.each(p, aliases{}, next, func(b *Binding, _, next aliases) {
		if _, gone := l.consumed[b]; gone {
			changed = l.consume(next.all()) || changed
		}
	})
	return changed
}

// value is what the loop's value may alias.
func (l *loopWalk) value(p syntax.Pat, init, next aliases) aliases {
	var out []aliases
	l.each(p, init, next, func(b *Binding, init, next aliases) {
		_, gone := l.consumed[b]
		outside := map[*Binding]bool{}
		for _, a := range inOrder(next.all()) {
			if v := l.vars[a]; !l.own[a] && (v == nil || v.depth <= l.depth) {
				outside[a] = true
				if gone {
					panic(l.errorf(l.exp.Body, "The loop consumes %q, but its value for the next iteration may share memory with %q, which is bound outside", b.Name, a.Name).
						WithHint("give it a copy: copy (…)"))
				}
			}
		}
		if gone {
			l.initApart(p, b, init)
			l.walk.consume(l.exp.Init, init)
		} else {
			out = append(out, init, aliases{vars: outside})
		}
	})
	return union(out...)
}

// initApart checks that what b, which is consumed, starts as is apart from what
// the other variables of the pattern start as.
func (l *loopWalk) initApart(p syntax.Pat, b *Binding, init aliases) {
	l.each(p, l.init, aliases{}, func(other *Binding, theirs, _ aliases) {
		for _, a := range inOrder(init.all()) {
			if other != b && theirs.all()[a] {
				panic(l.errorf(l.exp.Init, "Argument passed for consuming parameter is self-aliased: the loop consumes %q, but the initial value of %q may share memory with it, by way of %q", b.Name, other.Name, a.Name).
					WithHint("give one of them a copy: copy %s", a.Name))
			}
		}
	})
}

// each calls f for each variable of the pattern, with what its initial and its
// next value may alias.
func (l *loopWalk) each(p syntax.Pat, init, next aliases, f func(b *Binding, init, next aliases)) {
	switch p := p.(type) {
	case *syntax.NamePat:
		l.eachPart(l.info.Names[p], init, next, f)
	case *syntax.TypedPat:
		l.each(p.Pat, init, next, f)
	case *syntax.TuplePat:
		for i, e := range p.Elems {
			l.each(e, init.field(fieldNumber(i)), next.field(fieldNumber(i)), f)
		}
	case *syntax.RecordPat:
		for _, fd := range p.Fields {
			l.each(fd.Pat, init.field(fd.Name), next.field(fd.Name), f)
		}
	}
}

// eachPart calls f for a variable, or for its parts when it is a record.
func (l *loopWalk) eachPart(b *Binding, init, next aliases, f func(b *Binding, init, next aliases)) {
	if len(l.vars[b].parts) == 0 {
		f(b, init, next)
	}
	for name, part := range l.vars[b].parts {
		l.eachPart(part, init.field(name), next.field(name), f)
	}
}

// names calls f for each name of a pattern.
func names(p syntax.Pat, f func(*syntax.NamePat)) {
	syntax.Inspect(p, func(n syntax.Node) bool {
		if name, ok := n.(*syntax.NamePat); ok {
			f(name)
		}
		return true
	})
}
