package extractkernels

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
)

// hostFunctions returns the functions that the host runs: entry points (or, if there are
// none, the functions that are never called) and what they call outside parallel
// operations.
func hostFunctions(p *ir.Program) map[*ir.Fun]bool {
	host := map[*ir.Fun]bool{}
	var visit func(*ir.Fun)
	visit = func(f *ir.Fun) {
		if f == nil || host[f] {
			return
		}
		host[f] = true
		onHost(f.Body, func(c *ir.Call) { visit(p.Fun(c.Fun)) })
	}
	for _, f := range roots(p) {
		visit(f)
	}
	return host
}

// roots returns the functions that are called from outside the program.
func roots(p *ir.Program) []*ir.Fun {
	var entries, uncalled []*ir.Fun
	called := map[string]bool{}
	calls := callWalker(func(c *ir.Call) { called[c.Fun] = true })
	calls.Program(p)
	for _, f := range p.Funs {
		if f.Entry != nil {
			entries = append(entries, f)
		}
		if !called[f.Name] {
			uncalled = append(uncalled, f)
		}
	}
	if len(entries) > 0 {
		return entries
	}
	return uncalled
}

// callWalker returns a walker that calls f for each call.
func callWalker(f func(*ir.Call)) *ir.Walker {
	return &ir.Walker{Stm: func(s *ir.Stm) {
		if c, ok := s.Exp.(*ir.Call); ok {
			f(c)
		}
	}}
}

// onHost calls f for the calls in b that are not in a parallel operation.
func onHost(b *ir.Body, f func(*ir.Call)) {
	for _, s := range b.Stms {
		if call, ok := s.Exp.(*ir.Call); ok {
			f(call)
		}
		for _, within := range ops.Bodies(s.Exp) {
			onHost(within, f)
		}
	}
}

// inKernels calls f for the calls in b that are in parallel operations.
func inKernels(b *ir.Body, f func(*ir.Call)) {
	host := map[*ir.Call]bool{}
	onHost(b, func(c *ir.Call) { host[c] = true })
	calls := callWalker(func(c *ir.Call) {
		if !host[c] {
			f(c)
		}
	})
	calls.InBody(b)
}

// separate redirects every call inside a parallel operation to a function that the host
// does not run, copying functions that the host runs too.
func separate(p *ir.Program, host map[*ir.Fun]bool) {
	s := &separator{p: p, host: host, sequential: map[string]string{}}
	for _, f := range slices.Clone(p.Funs) {
		if host[f] {
			inKernels(f.Body, s.redirect)
		}
	}
}

type separator struct {
	p          *ir.Program
	host       map[*ir.Fun]bool
	sequential map[string]string // by function, the function that kernels call instead
}

// redirect makes c, a call in a kernel, call a function for kernels.
func (s *separator) redirect(c *ir.Call) {
	if name, ok := s.sequential[c.Fun]; ok {
		c.Fun = name
		return
	}
	f := s.p.Fun(c.Fun)
	if s.host[f] {
		f = ir.NewRenamer(s.p.Names).Fun(f)
		f.Name, f.Entry = s.unused(f.Name+"_seq"), nil
		s.p.Funs = append(s.p.Funs, f)
	}
	s.sequential[c.Fun] = f.Name
	c.Fun = f.Name
	calls := callWalker(s.redirect)
	calls.Fun(f)
}

// unused returns a function name not yet in the program.
func (s *separator) unused(name string) string {
	for s.p.Fun(name) != nil {
		name += "_"
	}
	return name
}
