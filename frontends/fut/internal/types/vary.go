package types

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// varying decides which sizes of a loop's value change from one iteration to the next.
type varying struct {
	*checker
	loop  *syntax.Loop
	since int // sizes made later are made within the loop
	// of holds the sizes that vary, each with the size that the loop starts with and
	// the one that the body leaves.
	of      map[*Binding]variation
	payload bool // what is decided about is in a payload, which the value need not have
}

type variation struct{ init, body Size }

// decide goes through the type t of the loop's pattern; init and body are those of the
// values that it takes.
func (v *varying) decide(t, init, body Type) {
	switch x := Find(StripOuter(t)).(type) {
	case *Array:
		a, okA := Find(init).(*Array)
		b, okB := Find(body).(*Array)
		if okA && okB {
			v.size(x.Dim, a.Dim, b.Dim)
			v.decide(x.Elem, a.Elem, b.Elem)
		}
	case *meta, *Abstract:
		_ = v.unify(x, init)
		_ = v.unify(x, body)
	case *Sum:
		a, okA := Find(init).(*Sum)
		b, okB := Find(body).(*Sum)
		if okA && okB {
			outer := v.payload
			v.payload = true
			v.decide(x.Constructors, a.Constructors, b.Constructors)
			v.payload = outer
		}
	case *Record:
		a, okA := Find(init).(*Record)
		b, okB := Find(body).(*Record)
		if okA && okB {
			for i := range x.Fields {
				v.decide(x.Fields[i].Type, a.Fields[i].Type, b.Fields[i].Type)
			}
		}
	}
}

// size decides about one size of the pattern.
func (v *varying) size(pattern, init, body Size) {
	pattern = findSize(pattern)
	if v.payload && (isOpen(init) || isOpen(body)) {
		switch m, open := findSize(init).(*sizeMeta); {
		case v.agree(init, body) || !open:
		case isJoined(body, v.since):
			m.absent = true
		default:
			panic(source.Errorf(v.loop.Body.Pos(), "Causality check: size %s is needed for the type of the loop's initial value, but computed in its body", quoteSize(body)).
				WithHint("start with a value that has the array"))
		}
	}
	m, open := pattern.(*sizeMeta)
	switch {
	case open && (v.sameSize(body, m) || v.sameSize(body, init) || v.becomes(init, body)):
		if v.unifySize(m, init) == nil {
			return
		}
	case open:
	case v.variesAlike(pattern, init, body):
		return
	default:
		v.fixed(pattern, init, body)
		return
	}
	b := v.unknown("", v.loop.Position)
	v.info.LoopSizes[v.loop] = append(v.info.LoopSizes[v.loop], b)
	v.info.Unknown[v.loop] = append(v.info.Unknown[v.loop], b)
	m.ref = &SizeVar{b}
	v.of[b] = variation{init, body}
}

// becomes makes an open size that the loop starts with the one that the body leaves, if that is
// known before the loop.
func (v *varying) becomes(init, body Size) bool {
	before := eachName(body, func(_ *Binding, z *sizeMeta) bool { return z == nil || z.id <= v.since })
	return before && isOpen(init) && !isMade(init, body, v.since) && v.agree(init, body)
}

// isOpen reports whether nothing has said yet what z is.
func isOpen(z Size) bool {
	m, open := findSize(z).(*sizeMeta)
	return open && !m.written && m.either == nil
}

// variesAlike reports whether the size is one that varies, and this part of the value
// has it at the start and after each iteration, too.
func (v *varying) variesAlike(pattern, init, body Size) bool {
	s, ok := pattern.(*SizeVar)
	if !ok {
		return false
	}
	other, ok := v.of[s.Binding]
	return ok && v.agree(other.init, init) && v.agree(other.body, body)
}

// fixed checks a size that does not vary: the value has it before the loop and after
// each iteration, and no iteration makes it.
func (v *varying) fixed(pattern, init, body Size) {
	made := !eachName(pattern, func(b *Binding, _ *sizeMeta) bool {
		_, varies := v.of[b]
		return b == nil || varies || b.Kind != Unknown || b.made <= v.since
	})
	if made {
		panic(source.Errorf(v.loop.Pat.Pos(), "The loop's value has size %s, which is only known inside the body that makes it", quoteSize(pattern)).
			WithHint("say with :> where sizes are equal"))
	}
	if v.agree(pattern, body) {
		if v.agree(pattern, init) {
			return
		}
		panic(source.Errorf(v.loop.Init.Pos(), "Initial loop values do not have expected type: a size is %s before the loop and %s in the pattern",
			quoteSize(init), quoteSize(pattern)).WithHint("let the size vary: loop (xs: []t) = …"))
	}
	panic(source.Errorf(v.loop.Body.Pos(), "Loop body does not have expected type: a size is %s before the loop, %s in the pattern and %s after the body",
		quoteSize(init), quoteSize(pattern), quoteSize(body)).WithHint("let the size vary: loop (xs: []t) = …"))
}
