package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/sym"
)

// Infer checks the operands of e against its type rule and returns its results as
// bindings. A binding has a type; a name if the types of other results refer to it; and,
// on mem, the location of a result that cannot choose its own. Bodies and lambdas are
// taken to have the types they declare. The results of if are those of the first body;
// Match checks that the second fits the pattern too.
func (d *Def) Infer(env Env, e ir.Exp) ([]ir.Param, *RuleError) {
	t := &typing{env: env}
	out := d.infer(t, e)
	return out, t.err
}

// Consumes lists the arrays that e consumes. Their elements become those of the last
// results, in order. find looks up functions of the program.
func (d *Def) Consumes(e ir.Exp, find func(string) *ir.Fun) []name.Name {
	var out []name.Name
	for _, n := range d.ConsumedParts(e, find) {
		out = append(out, *n)
	}
	return out
}

// ConsumedParts is Consumes by address, so that an operand may be replaced.
func (d *Def) ConsumedParts(e ir.Exp, find func(string) *ir.Fun) []*name.Name {
	switch {
	case d.consumes != nil:
		return d.consumes(e, find)
	case d.form == nil || d.Effect != Update && d.Effect != SegOp:
		return nil
	}
	var out []*name.Name
	for _, w := range d.form(e).Writes {
		out = append(out, w.Array)
	}
	return out
}

// IsView reports whether the results are views of an operand.
func (d *Def) IsView() bool { return d.views != nil }

// ViewOf returns the variable that the results of e are views of, if e is a view of one.
func (d *Def) ViewOf(e ir.Exp) (name.Name, bool) {
	if d.views == nil {
		return name.Name{}, false
	}
	a := d.views(e)
	return a.Name, a.IsVar()
}

// ResultTypes returns the types of e's results, given the types of the variables in
// scope; typeOf need not know the names that e itself binds. A size that e returns along
// with the arrays of that size appears under its name within e. The error is a
// *RuleError.
func (r *Registry) ResultTypes(p *ir.Program, e ir.Exp, typeOf func(name.Name) (ir.Type, bool)) ([]ir.Type, error) {
	env := valueEnv{p, typeOf, map[name.Name]ir.Type{}}
	env.addWithin(e)
	params, err := r.Of(e).Infer(env, e)
	if err != nil {
		return nil, err
	}
	return types(params), nil
}

// valueEnv is an Env of types alone, without locations.
type valueEnv struct {
	p       *ir.Program
	outside func(name.Name) (ir.Type, bool)
	inside  map[name.Name]ir.Type
}

func (v valueEnv) add(ps []ir.Param) {
	for _, p := range ps {
		v.inside[p.Name] = p.Type
	}
}

// addWithin adds the names that e binds.
func (v valueEnv) addWithin(e ir.Exp) {
	indices := func(e ir.Exp) {
		if count, ok := Index(e); ok {
			t := &typing{env: v}
			v.inside[count.Index] = t.of(count.Size).Type
		}
		if k := KernelOf(e); k != nil {
			for _, d := range *k.Space {
				v.inside[d.Index] = ir.I64
			}
		}
	}
	indices(e)
	w := ir.Walker{Binders: v.add, Stm: func(s *ir.Stm) { indices(s.Exp) }}
	w.Exp(e)
}

func (v valueEnv) Lookup(n name.Name) (ir.Param, bool) {
	if t, ok := v.inside[n]; ok {
		return ir.Param{Name: n, Type: t}, true
	}
	t, ok := v.outside(n)
	return ir.Param{Name: n, Type: t}, ok
}

func (v valueEnv) Fun(f string) *ir.Fun     { return v.p.Fun(f) }
func (v valueEnv) Level() ir.Level          { return ir.Kernel }
func (v valueEnv) Equal(a, b sym.Poly) bool { return a.Equal(b) }

// CanFail reports whether running e may stop the program with an error: e or a body or
// lambda of it asserts, allocates, or calls a function for which failing is true (see
// Failing).
func CanFail(e ir.Exp, failing func(string) bool) bool {
	fails := false
	see := func(e ir.Exp) {
		switch call, calls := e.(*ir.Call); {
		case calls:
			fails = fails || failing(call.Fun)
		default:
			fails = fails || EffectOf(e) == Assert || AllocationOf(e) == AllocatesAnything
		}
	}
	see(e)
	w := ir.Walker{Stm: func(s *ir.Stm) { see(s.Exp) }}
	w.Exp(e)
	return fails
}

// Failing returns a predicate: which functions of p can fail. A function that p lacks,
// and a recursive one, count as failing.
func Failing(p *ir.Program) func(string) bool {
	known := map[string]bool{}
	var failing func(string) bool
	failing = func(name string) bool {
		if fails, ok := known[name]; ok {
			return fails
		}
		f := p.Fun(name)
		if f == nil {
			return true
		}
		known[name] = true // assumed of recursive calls
		fails := false
		for _, s := range f.Body.Stms {
			fails = fails || CanFail(s.Exp, failing)
		}
		known[name] = fails
		return fails
	}
	return failing
}

// CalledWithin returns the functions that run inside the operations of p for which is holds, such as
// IsKernel or IsParallel: those called there, and those that these call.
func CalledWithin(p *ir.Program, is func(ir.Exp) bool) map[string]bool {
	found := map[string]bool{}
	var visit func(b *ir.Body, within bool)
	visit = func(b *ir.Body, within bool) {
		for _, s := range b.Stms {
			if c, ok := s.Exp.(*ir.Call); ok && within && !found[c.Fun] {
				found[c.Fun] = true
				if f := p.Fun(c.Fun); f != nil {
					visit(f.Body, true)
				}
			}
			inner := within || is(s.Exp)
			ir.EachBody(s.Exp, func(b *ir.Body) { visit(b, inner) })
		}
	}
	for _, f := range p.Funs {
		visit(f.Body, false)
	}
	return found
}
