package eval

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
)

// primitive is the meaning of a built-in function; elem is the first type of its scheme.
func (m *Machine) primitive(b *core.Builtin, elem types.Type, args []any) any {
	switch b.Role {
	case core.Operator:
		return operate(b.Op, args)
	case core.Conversion:
		return scalar.Convert(b.To, args[0].(scalar.Value))
	case core.BlockSize:
		return number(m.Local)
	case core.First:
		return args[0].(Pair)[0]
	case core.Second:
		return args[0].(Pair)[1]
	case core.Length:
		return number(args[0].(Pull).N)
	case core.LengthPush:
		return number(args[0].(Push).N)
	case core.Map:
		xs := args[1].(Pull)
		return Pull{xs.N, func(i int64) any { return apply(args[0], xs.At(i)) }}
	case core.MapPush:
		return mapped(args[1].(Push), func(_ int64, x any) any { return apply(args[0], x) })
	case core.MapPushIx:
		return mapped(args[1].(Push), func(i int64, x any) any { return apply(args[0], number(i), x) })
	case core.Generate:
		return Pull{size(integer(args[0])), func(i int64) any { return apply(args[1], number(i)) }}
	case core.Index:
		xs, i := args[0].(Pull), integer(args[1])
		inside(i, xs.N)
		return xs.At(i)
	case core.Push:
		return pushed(args[0].(Pull))
	case core.Force:
		return Program(func() any { return force(args[0].(Push)) })
	case core.Return:
		return Program(func() any { return args[0] })
	case core.Bind:
		return Program(func() any { return apply(args[1], args[0].(Program)()).(Program)() })
	case core.Action:
		return args[0]
	case core.Interleave, core.InterleaveSeq:
		return Program(func() any { return interleaved(size(integer(args[0])), args[1], args[2].(Pull)) })
	case core.Power, core.Poweri:
		return Program(func() any { return power(b.Role == core.Poweri, integer(args[0]), args[1], args[2].(Program)) })
	case core.While:
		return Program(func() any { return m.while(args[0], args[1], args[2].(Program)) })
	case core.SeqFor:
		return sequential(args[0].(Push), integer(args[1]), args[2])
	case core.SeqForZero:
		n := size(integer(args[0]))
		return sequential(pushed(Pull{n, func(int64) any { return zero(elem) }}), integer(args[1]), args[2])
	}
	panic(fmt.Sprintf("%s has no meaning", b.Name))
}

func size(n int64) int64 {
	if n < 0 {
		fail("the size of an array is %d, which is negative", n)
	}
	return n
}

func inside(i, n int64) {
	if i < 0 || i >= n {
		fail("index %d is outside of an array of %d", i, n)
	}
}

// zero is the zero of a base type.
func zero(t types.Type) any {
	if p, ok := types.Prune(t).(types.Pair); ok {
		return Pair{zero(p.First), zero(p.Second)}
	}
	return scalar.Zero(types.Prune(t).(types.Base).Of)
}

func pushed(xs Pull) Push {
	return Push{xs.N, func(write func(int64, any)) {
		for i := range xs.N {
			write(i, xs.At(i))
		}
	}}
}

func mapped(p Push, f func(i int64, x any) any) Push {
	return Push{p.N, func(write func(int64, any)) {
		p.Each(func(i int64, x any) { write(i, f(i, x)) })
	}}
}

// Written are the elements of a push array, each of which has to be written once.
func Written(p Push) []any {
	out := make([]any, p.N)
	p.Each(func(i int64, x any) {
		if out[i] != nil {
			fail("element %d is written twice", i)
		}
		out[i] = x
	})
	for i, x := range out {
		if x == nil {
			fail("element %d is not written", i)
		}
	}
	return out
}

func array(list []any) Pull {
	return Pull{int64(len(list)), func(i int64) any { return list[i] }}
}

func force(p Push) Pull { return array(Written(p)) }

func interleaved(n int64, f any, ps Pull) Push {
	total := n * ps.N
	return Push{total, func(write func(int64, any)) {
		for i := range ps.N {
			part := ps.At(i).(Program)().(Push)
			if part.N != n {
				fail("a part of %d elements, not %d", part.N, n)
			}
			part.Each(func(j int64, x any) {
				to := integer(apply(f, Pair{number(i), number(j)}))
				inside(to, total)
				write(to, x)
			})
		}
	}}
}

func power(indexed bool, n int64, step any, first Program) Pull {
	xs := force(first().(Push))
	most := xs.N
	for k := range n {
		f := step
		if indexed {
			f = apply(f, number(k))
		}
		xs = next(f, xs, most)
	}
	return xs
}

// next is an array after a step.
func next(step any, xs Pull, most int64) Pull {
	p := apply(step, xs).(Program)().(Push)
	if p.N > most {
		fail("an array of %d elements, more than the first one's %d", p.N, most)
	}
	return force(p)
}

func (m *Machine) while(cond, step any, first Program) Pull {
	xs := force(first().(Push))
	most := xs.N
	for apply(cond, xs).(scalar.Value).Bool() {
		if m.Context.Err() != nil {
			fail("%v", m.Context.Err())
		}
		xs = next(step, xs, most)
	}
	return xs
}

func sequential(first Push, n int64, body any) Push {
	return Push{first.N, func(write func(int64, any)) {
		list := Written(first)
		read := Func(func(i any) any {
			inside(integer(i), first.N)
			return list[integer(i)]
		})
		for i := range n {
			step := apply(body, read, number(i)).(Pair)
			to := integer(step[0])
			inside(to, first.N)
			list[to] = step[1]
		}
		for i, x := range list {
			write(int64(i), x)
		}
	}}
}

// Elements are the elements of a pull array.
func Elements(xs Pull) []any { return Written(pushed(xs)) }
