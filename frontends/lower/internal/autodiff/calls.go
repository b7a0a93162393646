package autodiff

import (
	"fmt"
	"math"
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Calls are the functions of a program that are differentiated on their own: where the expansion of all calls would
// have too many statements, large functions that are called at several places become functions that compute
// derivatives, which are called in turn.
type Calls struct {
	add     func(*ir.Fun) // a finished function, which it names after Fun.Name
	made    map[string]bool
	sizes   map[string]int
	derived map[callKey]*ir.Fun
	active  map[callKey][]bool
}

// NewCalls returns an empty Calls. It is given what adds a function to the program.
func NewCalls(add func(*ir.Fun)) *Calls {
	return &Calls{add, map[string]bool{}, map[string]int{}, map[callKey]*ir.Fun{}, map[callKey][]bool{}}
}

// callKey is a function with those of its parameters that vary.
type callKey struct {
	fun     string
	vary    string
	reverse bool
}

// The number of statements to which calls may be expanded, and that of a function that is worth a derivative of its own.
const (
	mostExpanded = 1000
	worthACall   = 100
)

// kept are the functions whose calls in stms, and in functions called there, stay.
func (p Program) kept(stms []*ir.Stm) map[string]bool {
	if p.expandedSize(stms) <= mostExpanded {
		return nil
	}
	sites := map[string]int{}
	var visit func([]*ir.Stm)
	visit = func(stms []*ir.Stm) {
		eachCall(stms, func(c *ir.Call) {
			if sites[c.Fun]++; sites[c.Fun] == 1 {
				visit(p.Fun(c.Fun).Body.Stms)
			}
		})
	}
	visit(stms)
	keep := map[string]bool{}
	for f, n := range sites {
		keep[f] = n > 1 && p.Calls.sizes[f] > worthACall && p.Custom(f) == nil
	}
	return keep
}

// expandedSize is how many statements there are in stms when all calls have been expanded.
func (p Program) expandedSize(stms []*ir.Stm) int {
	n := 0
	w := &ir.Walker{Stm: func(*ir.Stm) { n++ }}
	for _, s := range stms {
		w.InStm(s)
	}
	eachCall(stms, func(c *ir.Call) {
		size, known := p.Calls.sizes[c.Fun]
		if !known {
			size = p.expandedSize(p.Fun(c.Fun).Body.Stms)
			p.Calls.sizes[c.Fun] = size
		}
		n = min(n+size, math.MaxInt32)
	})
	return n
}

func eachCall(stms []*ir.Stm, f func(*ir.Call)) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if c, ok := s.Exp.(*ir.Call); ok {
			f(c)
		}
	}}
	for _, s := range stms {
		w.InStm(s)
	}
}

// key is a call's function with the arguments that vary.
func (d *deriver) key(c *ir.Call) (key callKey, vary []bool) {
	vary = make([]bool, len(c.Args))
	for i, a := range c.Args {
		vary[i] = d.varies(a)
	}
	return callKey{c.Fun, fmt.Sprint(vary), !d.expander.custom}, vary
}

// activeCall marks those results of a call that vary.
func (d *deriver) activeCall(s *ir.Stm, c *ir.Call) {
	for i, varies := range d.activeResults(c) {
		if varies {
			d.active.Add(s.Pat[i].Name)
		}
	}
}

// activeResults tells which results of a call vary.
func (d *deriver) activeResults(c *ir.Call) []bool {
	key, vary := d.key(c)
	if out, known := d.Calls.active[key]; known {
		return out
	}
	fun := d.Fun(c.Fun)
	in := &deriver{Program: d.Program, active: ir.Names{}, expander: d.expander}
	for i, p := range fun.Params {
		if vary[i] {
			in.active.Add(p.Name)
		}
	}
	in.findActive(fun.Body.Stms)
	out := make([]bool, len(fun.Results))
	for i, r := range fun.Body.Result {
		out[i] = in.varies(r)
	}
	d.Calls.active[key] = out
	return out
}

// derivedCall returns the function that computes the derivative of a call, which make makes once out of a copy
// of what is called.
func (d *deriver) derivedCall(c *ir.Call, make func(p Program, f *ir.Fun, vary, results []bool) *ir.Fun) *ir.Fun {
	key, vary := d.key(c)
	if f := d.Calls.derived[key]; f != nil {
		return f
	}
	fresh := ir.NewRenamer(d.Names).Fun(d.Fun(c.Fun))
	types := map[name.Name]ir.Type{}
	for i := range fresh.Params {
		fresh.Params[i].Unique = false // found again
		types[fresh.Params[i].Name] = fresh.Params[i].Type
	}
	inner := d.Program
	inner.Type = func(n name.Name) ir.Type { return types[n] }
	f := make(inner, fresh, vary, d.activeResults(c))
	d.Calls.add(f)
	d.Calls.made[f.Name] = true
	d.Calls.derived[key] = f
	return f
}

// chosen are those of ps, or copies of them by other names, that which selects.
func chosen(p Program, suffix string, ps []ir.Param, which []bool) (of, copies []ir.Param) {
	for i, q := range ps {
		if which[i] {
			of = append(of, q)
			copies = append(copies, ir.Param{Name: p.Names.Fresh(q.Name.Base + suffix), Type: q.Type})
		}
	}
	return of, copies
}

// tangentFun makes a function over dual numbers out of f: tangents follow parameters and results.
func tangentFun(p Program, f *ir.Fun, vary, active []bool) *ir.Fun {
	from, tangents := chosen(p, "_t", f.Params, vary)
	_, results := chosen(p, "_t", f.Results, active)
	seeds := map[name.Name]ir.Atom{}
	names := make([]name.Name, len(from))
	for i, q := range from {
		seeds[q.Name], names[i] = ir.Var(tangents[i].Name), q.Name
	}
	d, stms := newDeriver(p, f.Body.Stms, names, false)
	fw := &forward{d, seeds}
	g := d.gen()
	fw.stms(g, stms)
	body := slices.Clone(f.Body.Result)
	for i, r := range f.Body.Result {
		if active[i] {
			body = append(body, fw.tangentOrZero(g, r))
		}
	}
	return &ir.Fun{
		Name: f.Name + "_jvp", Pos: f.Pos, Body: g.Body(body...),
		Params: slices.Concat(f.Params, tangents), Results: slices.Concat(f.Results, results),
	}
}

// call is a call of a function over dual numbers.
func (f *forward) call(g *gen, s *ir.Stm, c *ir.Call) {
	if !slices.ContainsFunc(s.Pat, func(p ir.Param) bool { return f.active.Has(p.Name) }) {
		g.Append(s)
		return
	}
	fun := f.derivedCall(c, tangentFun)
	args := slices.Clone(c.Args)
	for _, a := range c.Args {
		if f.varies(a) {
			args = append(args, f.tangentOrZero(g, a))
		}
	}
	g.Bind(slices.Concat(s.Pat, f.duals(s.Pat)), &ir.Call{Fun: fun.Name, Args: args})
}

// adjointFun makes a function that computes the adjoints of f's parameters out of these, the sizes among f's
// results and the adjoints of the results.
func adjointFun(p Program, f *ir.Fun, vary, active []bool) *ir.Fun {
	from, adjoints := chosen(p, "_d", f.Params, vary)
	sizes, sizeParams := chosen(p, "", f.Results, sizesAmong(f.Results))
	known := ir.Subst{}
	for i, q := range sizes {
		known[q.Name] = ir.Var(sizeParams[i].Name)
	}
	_, seedParams := chosen(p, "_d", f.Results, active)
	var results, seeds []ir.Atom
	for i, r := range f.Body.Result {
		if active[i] {
			q := &seedParams[len(seeds)]
			q.Type = substituted(q.Type, known)
			results, seeds = append(results, r), append(seeds, ir.Var(q.Name))
		}
	}
	outer := p.Type
	p.Type = func(n name.Name) ir.Type {
		if i := slices.IndexFunc(seedParams, func(q ir.Param) bool { return q.Name == n }); i >= 0 {
			return seedParams[i].Type
		}
		return outer(n)
	}
	names := make([]name.Name, len(from))
	for i, q := range from {
		names[i] = q.Name
	}
	sweep, err := Forwards(p, f.Body.Stms, names)
	if err != nil {
		panic(err)
	}
	back, err := sweep.Back(results, seeds)
	if err != nil {
		panic(err)
	}
	g := sweep.reverse.gen()
	for _, s := range slices.Concat(sweep.Stms, back.Stms) {
		g.Append(s)
	}
	var body []ir.Atom
	for _, q := range from {
		d, ok := back.Of(ir.Var(q.Name))
		if !ok {
			d = g.zeros(q.Type)
		}
		body = append(body, d)
	}
	return &ir.Fun{
		Name: f.Name + "_vjp", Pos: f.Pos, Body: g.Body(body...),
		Params: slices.Concat(f.Params, sizeParams, seedParams), Results: adjoints,
	}
}

// sizesAmong tells which results may be sizes of others.
func sizesAmong(results []ir.Param) []bool {
	out := make([]bool, len(results))
	for i, r := range results {
		out[i] = r.Type.IsScalar() && r.Type.Elem == scalar.I64
	}
	return out
}

// callBack is the return sweep of a call: what it reads gets the adjoints that a function of its own computes.
func (r *reverse) callBack(g *gen, sc *scope, s *ir.Stm, c *ir.Call) {
	fun := r.derivedCall(c, adjointFun)
	call := &ir.Call{Fun: fun.Name, Args: slices.Clone(c.Args)}
	for i, isSize := range sizesAmong(s.Pat) {
		if isSize {
			call.Args = append(call.Args, ir.Var(s.Pat[i].Name))
		}
	}
	for i, varies := range r.activeResults(c) {
		if varies {
			call.Args = append(call.Args, sc.adjointOrZero(g, ir.Var(s.Pat[i].Name)))
		}
	}
	given := ir.Subst{}
	for i, p := range fun.Params {
		given[p.Name] = call.Args[i]
	}
	var to []ir.Atom
	for _, a := range c.Args {
		if r.varies(a) {
			to = append(to, a)
		}
	}
	pat := make([]ir.Param, len(fun.Results))
	for i, p := range fun.Results {
		pat[i] = r.param("d", substituted(p.Type, given))
	}
	g.Bind(pat, call)
	for i, a := range to {
		sc.add(g, a, ir.Var(pat[i].Name))
	}
}
