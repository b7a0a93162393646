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
	w.checking = e.Pos()
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
		t, a := w.lambda(w.info.Types[e], e.Params, e.Ret, e.Body, "a lambda")
		w.info.Types[e] = t
		return a
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
		b := w.info.Funs[e]
		t, a := w.lambda(b.Type, e.Params, e.Ret, e.Exp, "function "+e.Name.Name)
		w.vars[b] = &variable{aliases: a, depth: w.depth, typ: t}
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
			panic(w.errorf(e.Value, "Source array for in-place update might alias the new value: both may share memory with %s", w.piece(b)).
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
	t := w.typeOf(fun)
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
	return w.made(fun, "the result of applying "+operand{fun: fun}.function(), t, flat(out...))
}

// typeOf is the type of what is applied. Of a local function the walk may know
// more than was inferred.
func (w *walk) typeOf(fun syntax.Exp) Type {
	t := w.info.Types[fun]
	if v, ok := fun.(*syntax.Var); ok && w.info.Uses[v] != nil {
		if known := w.vars[w.info.Uses[v].Binding]; known != nil && known.typ != nil {
			return uniqueAs(known.typ, t)
		}
	}
	return t
}

// uniqueAs is t, an instance of general, as unique as that.
func uniqueAs(general, t Type) Type {
	switch g := find(general).(type) {
	case *Unique:
		if !isUnique(t) {
			return &Unique{t}
		}
	case *Record:
		if r, ok := find(t).(*Record); ok && len(r.Fields) == len(g.Fields) {
			out := &Record{Fields: make([]Field, len(r.Fields))}
			for i, f := range r.Fields {
				out.Fields[i] = Field{f.Name, uniqueAs(g.Fields[i].Type, f.Type)}
			}
			return out
		}
	case *Func:
		if f, ok := find(t).(*Func); ok {
			out := *f
			out.Result = uniqueAs(g.Result, f.Result)
			return &out
		}
	}
	return t
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
			panic(w.errorf(at, "Argument is consumed, but aliases %s, which is also aliased by another part of the arguments (self-aliased)", w.piece(v)).
				WithHint("pass a copy: %s", w.copyHint(v)))
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

// lambda walks a function of type t inside an expression, and returns its type
// and what it may alias, which is what it captures.
func (w *walk) lambda(t Type, params []syntax.Pat, ret syntax.TypeExp, body syntax.Exp, what string) (Type, aliases) {
	captured := map[*Binding]bool{}
	w.within(what, func() {
		before := len(w.trail)
		t = w.function(t, params, ret, body)
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
	return t, aliases{vars: captured}
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
	l := loopWalk{walk: w, exp: e, own: map[*Binding]bool{}}
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
	exp *syntax.Loop
	own map[*Binding]bool // the variables of the pattern, records by their parts
	// starts are the variables whose initial value may lie in a piece of memory.
	starts map[*Binding][]*Binding
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

// value is what the loop's value may alias. Parts that the loop does not consume
// may share memory with each other.
func (l *loopWalk) value(p syntax.Pat, init, next aliases) aliases {
	kept := 0
	l.starts = map[*Binding][]*Binding{}
	l.each(p, init, next, func(b *Binding, init, _ aliases) {
		for a := range init.all() {
			l.starts[a] = append(l.starts[a], b)
		}
		if _, gone := l.consumed[b]; !gone && !isScalar(b.Type) {
			kept++
		}
	})
	var shared aliases
	if kept > 1 {
		shared = l.newPiece(l.exp, "the result of the loop")
	}
	return l.part(p, init, next, shared)
}

// part is what the part of the loop's value that p matches may alias.
func (l *loopWalk) part(p syntax.Pat, init, next, shared aliases) aliases {
	out := aliases{fields: map[string]aliases{}}
	switch p := p.(type) {
	case *syntax.NamePat:
		return l.variablePart(l.info.Names[p], init, next, shared)
	case *syntax.TypedPat:
		return l.part(p.Pat, init, next, shared)
	case *syntax.TuplePat:
		for i, e := range p.Elems {
			name := fieldNumber(i)
			out.fields[name] = l.part(e, init.field(name), next.field(name), shared)
		}
	case *syntax.RecordPat:
		for _, f := range p.Fields {
			out.fields[f.Name] = l.part(f.Pat, init.field(f.Name), next.field(f.Name), shared)
		}
	default:
		return flat(init, l.fromOutside(next), shared)
	}
	return out
}

// variablePart is what the last value of a variable of the pattern may alias.
func (l *loopWalk) variablePart(b *Binding, init, next, shared aliases) aliases {
	if parts := l.vars[b].parts; len(parts) > 0 {
		out := aliases{fields: map[string]aliases{}}
		for name, part := range parts {
			out.fields[name] = l.variablePart(part, init.field(name), next.field(name), shared)
		}
		return out
	}
	outside := l.fromOutside(next)
	if _, gone := l.consumed[b]; !gone {
		return flat(init, outside, shared)
	}
	for _, a := range inOrder(outside.vars) {
		panic(l.errorf(l.exp.Body, "The loop consumes %q, but its value for the next iteration may share memory with %s, which is bound outside", b.Name, l.piece(a)).
			WithHint("give it a copy: copy (…)"))
	}
	l.initApart(b, init)
	l.walk.consume(l.exp.Init, init)
	return aliases{}
}

// fromOutside is what the next value of a variable may alias that is bound
// outside of the loop.
func (l *loopWalk) fromOutside(next aliases) aliases {
	out := aliases{vars: map[*Binding]bool{}}
	for a := range next.all() {
		if v := l.vars[a]; !l.own[a] && (v == nil || v.depth <= l.depth) {
			out.vars[a] = true
		}
	}
	return out
}

// initApart checks that what b, which is consumed, starts as is apart from what
// the other variables of the pattern start as.
func (l *loopWalk) initApart(b *Binding, init aliases) {
	for _, a := range inOrder(init.all()) {
		for _, other := range l.starts[a] {
			if other != b {
				panic(l.errorf(l.exp.Init, "Argument passed for consuming parameter is self-aliased: the loop consumes %q, but the initial value of %q may share memory with it, by way of %s", b.Name, other.Name, l.piece(a)).
					WithHint("give one of them a copy: %s", l.copyHint(a)))
			}
		}
	}
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
