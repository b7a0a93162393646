package autodiff

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
)

// expander replaces calls by the bodies of the functions called.
type expander struct {
	Program
	// custom is set to expand calls of functions whose derivative is given, too.
	custom bool
	keep   map[string]bool // functions whose calls stay
}

func (e *expander) stms(stms []*ir.Stm) []*ir.Stm { return e.within(stms, nil) }

// within expands the calls in statements that were expanded for the calls at sites, the
// innermost first.
func (e *expander) within(stms []*ir.Stm, sites []source.Pos) []*ir.Stm {
	var out []*ir.Stm
	for _, s := range stms {
		call, ok := s.Exp.(*ir.Call)
		if ok && e.expands(call.Fun) {
			out = append(out, e.call(s, call, sites)...)
			continue
		}
		ir.EachBody(s.Exp, func(b *ir.Body) { b.Stms = e.within(b.Stms, sites) })
		out = append(out, s)
	}
	return out
}

func (e *expander) expands(f string) bool {
	return !e.keep[f] && (e.custom || e.Custom(f) == nil)
}

// call returns statements that bind the pattern of a call to what the function returns. The
// body is copied before the calls in it are expanded, so that each statement is copied once.
func (e *expander) call(s *ir.Stm, c *ir.Call, sites []source.Pos) []*ir.Stm {
	fresh := ir.NewRenamer(e.Names).Fun(e.Fun(c.Fun))
	args := ir.Subst{}
	for k, p := range fresh.Params {
		args[p.Name] = c.Args[k]
	}
	args.Body(fresh.Body)
	if s.Pos.IsValid() {
		sites = slices.Insert(slices.Clone(sites), 0, s.Pos)
	}
	addCallSites(fresh.Body, sites)
	out := e.within(fresh.Body.Stms, sites)
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

// addCallSites appends positions to the backtraces of b's assertions.
func addCallSites(b *ir.Body, sites []source.Pos) {
	if len(sites) == 0 {
		return
	}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if a, ok := s.Exp.(*ir.Assert); ok {
			a.Trace = append(a.Trace, sites...)
		}
	}}
	w.InBody(b)
}
