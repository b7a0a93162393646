package flow

import (
	"maps"

	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// loop walks a loop's body once. Each variable of its pattern is by itself: if
// the body consumes it, its initial value is consumed, and its next value must
// be apart from what is outside.
func (w *walk) loop(e *syntax.Loop) aliases {
	switch f := e.Form.(type) {
	case *syntax.ForLess:
		w.exp(f.Bound)
	case *syntax.ForIn:
		w.bind(f.Pat, w.exp(f.Exp))
	}
	init := w.exp(e.Init)
	l := loopWalk{walk: w, exp: e, own: map[*types.Binding]bool{}}
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
	l.consumeUnique(e.Pat)
	for changed := true; changed; {
		changed = l.passOn(e.Pat, result)
	}
	l.nextApart(e.Pat, result)
	before := len(w.trail)
	value := l.value(e.Pat, init, result)
	l.initUnused(w.trail[before:])
	return value
}

// initUnused checks that nothing evaluated in each iteration uses what the loop has consumed
// before the first.
func (l *loopWalk) initUnused(consumed []*types.Binding) {
	if len(consumed) == 0 {
		return
	}
	if f, ok := l.exp.Form.(*syntax.While); ok {
		l.unusedIn("condition", f.Cond)
	}
	l.unusedIn("body", l.exp.Body)
}

// unusedIn checks that no variable in e that is bound outside of the loop is consumed.
func (l *loopWalk) unusedIn(part string, e syntax.Exp) {
	syntax.Inspect(e, func(n syntax.Node) bool {
		v, a := l.mentioned(n)
		if v == nil {
			return true
		}
		b := l.info.Uses[v].Binding
		if known := l.vars[b]; known == nil || known.depth > l.depth {
			return false
		}
		for _, piece := range inOrder(a.all()) {
			if _, gone := l.consumed[piece]; gone {
				panic(errorAt(v, "Loop %s uses variable %q, or memory that it shares, but this is consumed by the initial value of the loop", part, b.Name).
					WithNote(l.exp.Init.Pos(), "it is consumed here").WithHint("start the loop with a copy: %s", l.copyHint(piece)))
			}
		}
		return false
	})
}

// mentioned is the variable that n is or a field of which it is, with what that may alias; nil for
// other nodes.
func (l *loopWalk) mentioned(n syntax.Node) (*syntax.Var, aliases) {
	switch n := n.(type) {
	case *syntax.Var:
		use := l.info.Uses[n]
		if use == nil || l.vars[use.Binding] == nil {
			return nil, aliases{}
		}
		return n, l.vars[use.Binding].aliases
	case *syntax.Project:
		if v, ok := n.Exp.(*syntax.Var); ok {
			v, a := l.mentioned(v)
			return v, a.field(n.Field)
		}
	}
	return nil, aliases{}
}

// loopWalk is a loop whose body has been walked.
type loopWalk struct {
	*walk
	exp *syntax.Loop
	own map[*types.Binding]bool // the variables of the pattern, records by their parts
	// starts are the variables whose initial value may lie in a piece of memory.
	starts map[*types.Binding][]*types.Binding
}

// owns adds a variable of the pattern, or its parts when it is a record.
func (l *loopWalk) owns(b *types.Binding) {
	if len(l.vars[b].parts) == 0 {
		l.own[b] = true
	}
	for _, part := range l.vars[b].parts {
		l.owns(part)
	}
}

// consumeUnique consumes the variables whose types say that they are unique, whether the
// body consumes them or not.
func (l *loopWalk) consumeUnique(p syntax.Pat) {
	if t := l.info.Pats[p]; t != nil && isUnique(t) {
		names(p, func(p *syntax.NamePat) { l.consume(l.parts(l.info.Names[p])) })
		return
	}
	switch p := p.(type) {
	case *syntax.TypedPat:
		l.consumeUnique(p.Pat)
	case *syntax.TuplePat:
		for _, e := range p.Elems {
			l.consumeUnique(e)
		}
	case *syntax.RecordPat:
		for _, f := range p.Fields {
			l.consumeUnique(f.Pat)
		}
	case *syntax.ConstructPat:
		for _, e := range p.Payload {
			l.consumeUnique(e)
		}
	}
}

// parts are a variable, or its parts when it is a record.
func (l *loopWalk) parts(b *types.Binding) map[*types.Binding]bool {
	if len(l.vars[b].parts) == 0 {
		return map[*types.Binding]bool{b: true}
	}
	out := map[*types.Binding]bool{}
	for _, part := range l.vars[b].parts {
		maps.Copy(out, l.parts(part))
	}
	return out
}

func (l *loopWalk) consume(bs map[*types.Binding]bool) (changed bool) {
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
	l.each(p, aliases{}, next, func(b *types.Binding, _, next aliases) {
		if _, gone := l.consumed[b]; gone {
			changed = l.consume(next.all()) || changed
		}
	})
	return changed
}

// nextApart checks that the next value of a variable that is consumed is apart from those
// of all others.
func (l *loopWalk) nextApart(p syntax.Pat, next aliases) {
	holders := map[*types.Binding][]*types.Binding{} // of each piece of memory
	l.each(p, aliases{}, next, func(b *types.Binding, _, next aliases) {
		for a := range next.all() {
			holders[a] = append(holders[a], b)
		}
	})
	l.each(p, aliases{}, next, func(b *types.Binding, _, next aliases) {
		if _, gone := l.consumed[b]; !gone {
			return
		}
		for _, a := range inOrder(next.all()) {
			for _, other := range holders[a] {
				if other != b {
					panic(errorAt(l.exp.Body, "Return value for consuming loop parameter %q aliases that of %q, by way of %s", b.Name, other.Name, l.piece(a)).
						WithHint("give one of them a copy: copy (…)"))
				}
			}
		}
	})
}

// value is what the loop's value may alias. Parts that the loop does not consume
// may share memory with each other.
func (l *loopWalk) value(p syntax.Pat, init, next aliases) aliases {
	kept := 0
	l.starts = map[*types.Binding][]*types.Binding{}
	l.each(p, init, next, func(b *types.Binding, init, _ aliases) {
		for a := range init.all() {
			l.starts[a] = append(l.starts[a], b)
		}
		if _, gone := l.consumed[b]; !gone && !l.holdsScalars(b.Type) {
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
	case *syntax.ConstructPat:
		payload := aliases{fields: map[string]aliases{}}
		init, next = init.field(p.Name), next.field(p.Name)
		for i, e := range p.Payload {
			name := fieldNumber(i)
			payload.fields[name] = l.part(e, init.field(name), next.field(name), shared)
		}
		out.fields[p.Name] = payload
	default:
		return flat(init, l.fromOutside(next), shared)
	}
	return out
}

// variablePart is what the last value of a variable of the pattern may alias.
func (l *loopWalk) variablePart(b *types.Binding, init, next, shared aliases) aliases {
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
		panic(errorAt(l.exp.Body, "Return value for consuming loop parameter %q aliases %s, which is bound outside", b.Name, l.piece(a)).
			WithHint("give it a copy: copy (…)"))
	}
	l.initApart(b, init)
	l.walk.consume(l.exp.Init, init)
	return aliases{}
}

// fromOutside is what the next value of a variable may alias that is bound
// outside of the loop.
func (l *loopWalk) fromOutside(next aliases) aliases {
	out := aliases{vars: map[*types.Binding]bool{}}
	for a := range next.all() {
		if v := l.vars[a]; !l.own[a] && (v == nil || v.depth <= l.depth) {
			out.vars[a] = true
		}
	}
	return out
}

// initApart checks that what b, which is consumed, starts as is apart from what
// the other variables of the pattern start as.
func (l *loopWalk) initApart(b *types.Binding, init aliases) {
	for _, a := range inOrder(init.all()) {
		for _, other := range l.starts[a] {
			if other != b {
				panic(errorAt(l.exp.Init, "Argument passed for consuming parameter is self-aliased: the loop consumes %q, but the initial value of %q may share memory with it, by way of %s", b.Name, other.Name, l.piece(a)).
					WithHint("give one of them a copy: %s", l.copyHint(a)))
			}
		}
	}
}

// each calls f for each variable of the pattern, with what its initial and its
// next value may alias.
func (l *loopWalk) each(p syntax.Pat, init, next aliases, f func(b *types.Binding, init, next aliases)) {
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
	case *syntax.ConstructPat:
		init, next = init.field(p.Name), next.field(p.Name)
		for i, e := range p.Payload {
			l.each(e, init.field(fieldNumber(i)), next.field(fieldNumber(i)), f)
		}
	}
}

// eachPart calls f for a variable, or for its parts when it is a record.
func (l *loopWalk) eachPart(b *types.Binding, init, next aliases, f func(b *types.Binding, init, next aliases)) {
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
