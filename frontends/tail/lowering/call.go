package lowering

import (
	"github.com/lamina-lang/lamina/frontends/lower"
	"github.com/lamina-lang/lamina/frontends/tail/syntax"
)

// Functions are lowered where they are applied. Functions that call each other twice would double with each
// level, so those that would become large are functions of the IR: where a let binds a function that uses no
// variables but such functions, and all its arguments are arrays.

// mostCopied is how large a function is at most that is lowered at each application, in nodes of syntax.
const mostCopied = 4000

// closed is the function that a let binds, if it may be one of the IR: with its size, and shared if it is large.
// It is nil for others.
func (l *lowerer) closed(s *env, let *syntax.Let) *function {
	fn, ok := let.Value.(*syntax.Fn)
	if !ok || l.aliases {
		return nil
	}
	callees := map[string]int{}
	for _, name := range syntax.Free(fn) {
		f, ok := s.lookup(name).(*function)
		if !ok || f.size == 0 {
			return nil
		}
		callees[name] = f.size
	}
	f := l.fn(s, fn).(*function)
	f.size = expanded(fn, callees)
	if f.size > mostCopied {
		f.size = 1
		f.apply = l.called(s, let.Name, fn)
	}
	return f
}

// expanded is the size of e where the functions that it applies have sizes.
func expanded(e syntax.Exp, callees map[string]int) int {
	size := 0
	syntax.Each(e, func(e syntax.Exp) {
		size++
		if v, ok := e.(*syntax.Var); ok {
			size += callees[v.Name]
		}
	})
	return size
}

// called applies a function by a call, once it has all arguments; in place if one is a function.
func (l *lowerer) called(s *env, name string, fn *syntax.Fn) func(value) value {
	var params []string
	var body syntax.Exp = fn
	for inner, ok := body.(*syntax.Fn); ok; inner, ok = body.(*syntax.Fn) {
		params = append(params, inner.Param.Name)
		body = inner.Body
	}
	code := &lower.Code{Pos: fn.Start(), Name: name, Arity: len(params), Params: params}
	code.Run = func(b *lower.Builder, _ []lower.Captured, args []lower.Value) lower.Value {
		defer l.onBuilder(b)()
		s := s
		for i, a := range args {
			s = &env{params[i], l.existing(a), s}
		}
		return l.forced(l.exp(s, body))
	}
	var take func(given []value) func(value) value
	take = func(given []value) func(value) value {
		return func(x value) value {
			args := append(given[:len(given):len(given)], x)
			if len(args) < len(params) {
				return &function{apply: take(args)}
			}
			values := make([]lower.Value, len(args))
			for i, a := range args {
				a, ok := a.(*array)
				if !ok {
					return l.inPlace(s, fn, args)
				}
				values[i] = l.forced(a)
			}
			return l.existing(l.Apply(lower.NewClosure(code), values...))
		}
	}
	return take(nil)
}

func (l *lowerer) inPlace(s *env, fn *syntax.Fn, args []value) value {
	v := l.fn(s, fn)
	for _, a := range args {
		v = v.(*function).apply(a)
	}
	return v
}

// onBuilder lowers another function from now on, until what it returns is called.
func (l *lowerer) onBuilder(b *lower.Builder) (restore func()) {
	outer := *l
	l.regions++
	l.Builder, l.region, l.open = b, l.regions, map[int]bool{l.regions: true}
	l.estimating, l.estimates, l.site = false, 0, nil
	return func() {
		regions := l.regions
		*l = outer
		l.regions = regions
	}
}

// hasAliases reports whether an update in e writes an array that may have other names: one that no let makes by a
// copy. Functions are not shared then, as what a call returns is an array of its own.
func hasAliases(e syntax.Exp) bool {
	copies, updated := map[string]bool{}, []string{}
	syntax.Each(e, func(e syntax.Exp) {
		switch x := e.(type) {
		case *syntax.Let:
			op, ok := x.Value.(*syntax.Op)
			copies[x.Name] = ok && op.Name == "copy"
		case *syntax.Op:
			if v, ok := first(x.Args).(*syntax.Var); x.Name == "update" {
				if !ok {
					v = &syntax.Var{}
				}
				updated = append(updated, v.Name)
			}
		}
	})
	for _, name := range updated {
		if !copies[name] {
			return true
		}
	}
	return false
}

func first(es []syntax.Exp) syntax.Exp {
	if len(es) == 0 {
		return nil
	}
	return es[0]
}
