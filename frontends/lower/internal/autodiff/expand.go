package autodiff

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
)

// expander replaces calls by the bodies of the functions called.
type expander struct {
	Program
	known map[string]*ir.Fun // functions whose own calls are expanded
	// custom is set to expand calls of functions with a derivative of their own, too.
	custom bool
}

func (e *expander) stms(stms []*ir.Stm) []*ir.Stm {
	var out []*ir.Stm
	for _, s := range stms {
		call, ok := s.Exp.(*ir.Call)
		if ok && (e.custom || e.Custom(call.Fun) == nil) {
			out = append(out, e.call(s, call)...)
			continue
		}
		ir.EachBody(s.Exp, func(b *ir.Body) { b.Stms = e.stms(b.Stms) })
		out = append(out, s)
	}
	return out
}

// call returns statements that bind the pattern of a call to what the function returns.
func (e *expander) call(s *ir.Stm, c *ir.Call) []*ir.Stm {
	f := e.known[c.Fun]
	if f == nil {
		f = e.Fun(c.Fun).Clone()
		f.Body.Stms = e.stms(f.Body.Stms)
		e.known[c.Fun] = f
	}
	fresh := ir.NewRenamer(e.Names).Fun(f)
	args := ir.Subst{}
	for k, p := range fresh.Params {
		args[p.Name] = c.Args[k]
	}
	args.Body(fresh.Body)
	addCallSite(fresh.Body, s.Pos)
	out := fresh.Body.Stms
	for k, p := range s.Pat {
		out = append(out, &ir.Stm{Pat: []ir.Param{p}, Exp: as(p.Type, fresh.Body.Result[k]), Pos: s.Pos})
	}
	return out
}

// as is a as a value of type t, whose sizes may go by other names.
func as(t ir.Type, a ir.Atom) ir.Exp {
	if t.IsArray() {
		return &ir.Reshape{Shape: t.Dims, Array: a.Name}
	}
	return &ir.Use{X: a}
}

// addCallSite appends a position to the backtraces of b's assertions.
func addCallSite(b *ir.Body, site source.Pos) {
	if !site.IsValid() {
		return
	}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if a, ok := s.Exp.(*ir.Assert); ok {
			a.Trace = append(a.Trace, site)
		}
	}}
	w.InBody(b)
}
