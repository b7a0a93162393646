package infer

import (
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// varying decides which sizes of a loop's value change from one iteration to the next.
type varying struct {
	*checker
	loop  *syntax.Loop
	since int // sizes made later are made within the loop
	// of holds the sizes that vary, each with the size that the loop starts with and
	// the one that the body leaves.
	of      map[*types.Binding]variation
	payload bool // what is decided about is in a payload, which the value need not have
}

type variation struct{ init, body types.Size }

// decide goes through the type t of the loop's pattern; init and body are those of the
// values that it takes.
func (v *varying) decide(t, init, body types.Type) {
	switch x := types.Find(types.StripOuter(t)).(type) {
	case *types.Array:
		a, okA := types.Find(init).(*types.Array)
		b, okB := types.Find(body).(*types.Array)
		if okA && okB {
			v.size(x.Dim, a.Dim, b.Dim)
			v.decide(x.Elem, a.Elem, b.Elem)
		}
	case *types.Meta, *types.Abstract:
		_ = v.unify(x, init)
		_ = v.unify(x, body)
	case *types.Sum:
		a, okA := types.Find(init).(*types.Sum)
		b, okB := types.Find(body).(*types.Sum)
		if okA && okB {
			outer := v.payload
			v.payload = true
			v.decide(x.Constructors, a.Constructors, b.Constructors)
			v.payload = outer
		}
	case *types.Record:
		a, okA := types.Find(init).(*types.Record)
		b, okB := types.Find(body).(*types.Record)
		if okA && okB {
			for i := range x.Fields {
				v.decide(x.Fields[i].Type, a.Fields[i].Type, b.Fields[i].Type)
			}
		}
	}
}

// size decides about one size of the pattern.
func (v *varying) size(pattern, init, body types.Size) {
	pattern = types.FindSize(pattern)
	if v.payload && (isOpen(init) || isOpen(body)) {
		switch m, open := types.FindSize(init).(*types.SizeMeta); {
		case v.agree(init, body) || !open:
		case isJoined(body, v.since):
			m.Absent = true
		default:
			panic(source.Errorf(v.loop.Body.Pos(), "Causality check: size %s is needed for the type of the loop's initial value, but computed in its body", quoteSize(body)).
				WithHint("start with a value that has the array"))
		}
	}
	m, open := pattern.(*types.SizeMeta)
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
	m.Ref = &types.SizeVar{Binding: b}
	v.of[b] = variation{init, body}
}

// becomes makes an open size that the loop starts with the one that the body leaves, if that is
// known before the loop.
func (v *varying) becomes(init, body types.Size) bool {
	before := types.EachName(body, func(_ *types.Binding, z *types.SizeMeta) bool { return z == nil || z.ID <= v.since })
	return before && isOpen(init) && !isMade(init, body, v.since) && v.agree(init, body)
}

// isOpen reports whether nothing has said yet what z is.
func isOpen(z types.Size) bool {
	m, open := types.FindSize(z).(*types.SizeMeta)
	return open && !m.Written && m.Either == nil
}

// variesAlike reports whether the size is one that varies, and this part of the value
// has it at the start and after each iteration, too.
func (v *varying) variesAlike(pattern, init, body types.Size) bool {
	s, ok := pattern.(*types.SizeVar)
	if !ok {
		return false
	}
	other, ok := v.of[s.Binding]
	return ok && v.agree(other.init, init) && v.agree(other.body, body)
}

// fixed checks a size that does not vary: the value has it before the loop and after
// each iteration, and no iteration makes it.
func (v *varying) fixed(pattern, init, body types.Size) {
	made := !types.EachName(pattern, func(b *types.Binding, _ *types.SizeMeta) bool {
		_, varies := v.of[b]
		return b == nil || varies || b.Kind != types.Unknown || b.Made <= v.since
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
