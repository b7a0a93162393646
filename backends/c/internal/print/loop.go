package print

import (
	"github.com/lamina-lang/lamina/core/guards"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// loop writes a counting loop.
func (f *fn) loop(s *imp.For) {
	if _, ok := s.Bound.(*imp.Const); ok && guards.Split(s.Body) == nil {
		f.count(s.Index, s.Type, "0", f.expr(s.Bound), s.Body)
		return
	}
	f.block(func() {
		f.line("const %s end = %s;", s.Type, unparen(f.expr(s.Bound)))
		f.rangeOf(s.Index, s.Type, "0", "end", s.Body, false)
	}, "")
}

// while writes a loop that need not end. C11 (6.8.5) and C++ let a compiler assume that a loop
// ends if it has no effect that others see, and clang then replaces one that does not by its
// final value, or removes a loop around it. So it gets an effect that costs no instruction.
func (f *fn) while(s *imp.While) {
	f.block(func() {
		f.line("LAMINA_MAY_NOT_END;")
		f.stms(s.Body)
	}, "while (%s)", unparen(f.expr(s.Cond)))
}

// count writes a loop from one index up to, but not including, another one.
func (f *fn) count(index name.Name, t scalar.Type, from, to string, body []imp.Stm) {
	i := f.ident(index)
	f.vars[index] = imp.Type{Elem: t}
	f.block(func() { f.stms(body) }, "for (%s %s = %s; %s < %s; %s++)", t, i, from, i, to, i)
}

// rangeOf writes a loop. Where pass split gave it a body for the main part of its range, that
// part runs without conditions.
func (f *fn) rangeOf(index name.Name, t scalar.Type, from, to string, body []imp.Stm, independent bool) {
	conditions, main := f.mainPart(index, t, body)
	if main == nil {
		if independent && plainBody(body) {
			f.line("LAMINA_INDEPENDENT")
		}
		f.count(index, t, from, to, body)
		return
	}
	i := f.ident(index)
	f.vars[index] = imp.Type{Elem: scalar.I64}
	if len(conditions) == 1 && conditions[0].Below() { // as pass lanes has it
		f.line("i64 next = %s;", from)
		f.line("const i64 limit = %s;", f.helpers.apply("min_i64", unparen(f.expr(imp.Poly(conditions[0].Right))), to))
		f.block(func() { f.line("const i64 %s = next;", i); f.stms(main.Then) }, "for (; next < limit; next++)")
		f.block(func() { f.line("const i64 %s = next;", i); f.stms(main.Else) }, "for (; next < %s; next++)", to)
		return
	}
	first, stop := f.names.Fresh("first"), f.names.Fresh("stop")
	f.line("const i64 %s = %s, %s = %s;", f.ident(first), from, f.ident(stop), to)
	stms, low, high := guards.Range(conditions, imp.IntVar(first), imp.IntVar(stop), f.names.Fresh)
	for _, s := range stms {
		f.stm(s)
	}
	l, h := f.ident(low), f.ident(high)
	f.line("i64 next = %s;", f.ident(first))
	f.block(func() {
		f.line("const i64 limit = next < %[1]s ? %[1]s : next < %[2]s ? next : %[3]s;", l, h, f.ident(stop))
		f.block(func() { f.line("const i64 %s = next;", i); f.stms(main.Else) }, "for (; next < limit; next++)")
		if independent && plainBody(main.Then) {
			f.line("LAMINA_INDEPENDENT")
		}
		f.count(index, scalar.I64, "next", h, main.Then)
		f.line("if (next < %[1]s) next = %[1]s;", h)
	}, "while (next < %s)", f.ident(stop))
}

// mainPart takes apart what pass split, or lanes, made of a loop's body; nil if there is
// nothing of that kind.
func (f *fn) mainPart(index name.Name, t scalar.Type, body []imp.Stm) ([]guards.Guard, *imp.If) {
	split := guards.Split(body)
	if split == nil || t != scalar.I64 {
		return nil, nil
	}
	changed := imp.Changes(body)
	changed[index] = true
	scope := guards.Scope{Has: func(n name.Name) bool { return !changed[n] }}
	conditions, ok := guards.Of(scope, index, changed, split.Cond)
	if !ok {
		return nil, nil
	}
	return conditions, split
}

// plainBody reports whether a body has neither loops nor anything that concerns more than the
// elements of arrays.
func plainBody(body []imp.Stm) bool {
	ok := true
	imp.Walk(body, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Store, *imp.If:
		default:
			ok = false
		}
		return ok
	})
	return ok && !imp.HasVectors(body)
}
