package lower

import (
	"fmt"
	"maps"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// instance is a function lowered for one shape of captures and arguments.
type instance struct {
	fun     *ir.Fun
	formals Value // the closure and its arguments, in terms of fun's parameters
	result  Value // in terms of fun's parameters and results
	sizes   []resultSize
}

// resultSize is a size among the results that has a formula.
type resultSize struct {
	result  ir.Atom
	formula *formula
}

// signature abstracts a closure with all its arguments from the place of its
// call: sizes become parameters, one for each different atom.
type signature struct {
	*Program
	key   strings.Builder
	sizes []ir.Atom       // the different sizes
	index map[ir.Atom]int // of a size in sizes
	rest  []ir.Atom       // the leaves that are no sizes
}

// newSignature returns the key of f's instance, and what the key leaves out.
func (p *Program) newSignature(f Value) (string, *signature) {
	s := &signature{Program: p, index: map[ir.Atom]int{}}
	EachDim(f.Shape, func(d ir.Atom) {
		if d.IsVar() {
			s.size(d)
		}
	})
	s.shape(f.Shape)
	i := 0
	eachLeaf(f.Shape, func(t ir.Type) {
		// A scalar that is also a size is passed once.
		if at, ok := s.index[f.Atoms()[i]]; ok && t.IsScalar() {
			fmt.Fprintf(&s.key, "%d,", at)
		} else {
			s.rest = append(s.rest, f.Atoms()[i])
			s.key.WriteString("_,")
		}
		i++
	})
	return s.key.String(), s
}

// size numbers a size. Constants are kept: code for blocks of a known size is
// worth having.
func (s *signature) size(a ir.Atom) int {
	i, ok := s.index[a]
	if !ok {
		i = len(s.sizes)
		s.index[a] = i
		s.sizes = append(s.sizes, a)
	}
	return i
}

func (s *signature) shape(sh Shape) {
	switch sh := sh.(type) {
	case Scalar:
		s.key.WriteString(sh.Elem.String())
	case *Array:
		if n, ok := sh.Dim.AsSize(); ok {
			fmt.Fprintf(&s.key, "[=%d]", n)
		} else {
			fmt.Fprintf(&s.key, "[%d]", s.size(sh.Dim))
		}
		s.shape(sh.Elem)
	case *Record:
		s.key.WriteByte('{')
		for _, f := range sh.Fields {
			s.key.WriteString(f.Name + ":")
			s.shape(f.Shape)
			s.key.WriteByte(',')
		}
		s.key.WriteByte('}')
	case *Sum:
		fmt.Fprintf(&s.key, "|%d", sh.maker)
		s.shape(sh.Constructors)
	case *Type:
		s.key.WriteByte('\'')
		s.shape(sh.Of)
	case *Closure:
		if sh.sized {
			s.closure(sh)
		} else {
			fmt.Fprintf(&s.key, "#%d", s.idOf(sh))
		}
	}
}

func (s *signature) closure(sh *Closure) {
	fmt.Fprintf(&s.key, "(%d", s.number(sh.code))
	for _, c := range sh.captures {
		s.key.WriteByte(' ')
		s.shape(c.shape)
	}
	s.key.WriteByte('|')
	for _, a := range sh.arguments() {
		s.key.WriteByte(' ')
		s.shape(a)
	}
	s.key.WriteByte(')')
}

// number is c's number, from 1 on.
func (p *Program) number(c *Code) int {
	if c.id == 0 {
		p.codes++
		c.id = p.codes
	}
	return c.id
}

// idOf numbers shapes of closures that have no sizes: those that are the same have one
// number. So the key of a closure within others is not spelt out for each of them.
func (p *Program) idOf(sh *Closure) int {
	if sh.id == 0 {
		s := signature{Program: p}
		s.closure(sh)
		id, ok := p.closures[s.key.String()]
		if !ok {
			id = len(p.closures) + 1
			p.closures[s.key.String()] = id
		}
		sh.id = id
	}
	return sh.id
}

// args are the arguments of a call, in the order of the instance's parameters.
func (s *signature) args() []ir.Atom {
	return append(s.sizes[:len(s.sizes):len(s.sizes)], s.rest...)
}

// callShared calls the IR function for a closure and its arguments.
func (b *Builder) callShared(f Value) Value {
	key, sig := b.newSignature(f)
	inst, ok := b.instances[key]
	if !ok {
		inst = b.instantiate(f, sig)
		b.instances[key] = inst
	}
	args := sig.args()
	subst := map[ir.Atom]ir.Atom{}
	for i, p := range inst.fun.Params {
		subst[ir.Var(p.Name)] = args[i]
	}
	if len(inst.fun.Body.Stms) == 0 {
		return inst.result.subst(subst) // made of its arguments
	}
	pat := make([]ir.Param, len(inst.fun.Results))
	for i, r := range inst.fun.Results {
		n := b.names.Like(r.Name)
		pat[i] = ir.Param{Name: n, Type: substType(r.Type, subst)}
		subst[ir.Var(r.Name)] = ir.Var(n)
	}
	b.bind(pat, &ir.Call{Fun: inst.fun.Name, Args: args})
	b.flow.Call(b.scope.last(), inst.fun)
	result := inst.result.subst(subst)
	if len(inst.sizes) == 0 {
		return result
	}
	computed := map[ir.Atom]ir.Atom{}
	for _, s := range inst.sizes {
		computed[subst[s.result]] = s.formula.compute(b, subst)
	}
	return b.view(result, MapDims(result.Shape, func(d ir.Atom) ir.Atom {
		if c, ok := computed[d]; ok {
			return c
		}
		return d
	}))
}

func substType(t ir.Type, s map[ir.Atom]ir.Atom) ir.Type {
	dims := make([]ir.Atom, len(t.Dims))
	for i, d := range t.Dims {
		dims[i] = d
		if e, ok := s[d]; ok {
			dims[i] = e
		}
	}
	if len(dims) == 0 {
		return t
	}
	return ir.ArrayOf(t.Elem, dims...)
}

// instantiate lowers a closure's code for f's shape, as an IR function.
func (b *Builder) instantiate(f Value, sig *signature) *instance {
	c := f.Shape.(*Closure).code
	inner := b.Program.NewBuilder(c.Pos)
	inner.unchecked = b.mayOmitChecks(c)

	fun := &ir.Fun{Pos: c.Pos}
	formal := map[ir.Atom]ir.Atom{}
	for _, s := range sig.sizes {
		n := b.names.Fresh(sizeName(s))
		fun.Params = append(fun.Params, ir.Param{Name: n, Type: ir.I64})
		formal[s] = ir.Var(n)
		inner.IsSize(ir.Var(n))
	}
	shape := MapDims(f.Shape, func(d ir.Atom) ir.Atom {
		if d.IsVar() {
			return formal[d]
		}
		return d
	})
	bases := leafNames(f.Shape.(*Closure))
	atoms := make([]ir.Atom, len(f.Atoms()))
	i := 0
	eachLeaf(shape, func(t ir.Type) {
		a, isSize := formal[f.Atoms()[i]]
		if !isSize || !t.IsScalar() {
			n := b.names.Fresh(bases[i])
			fun.Params = append(fun.Params, ir.Param{Name: n, Type: t})
			a = ir.Var(n)
		}
		atoms[i] = a
		i++
	})

	b.flow.Bound(fun.Params)
	formals := Value{Shape: shape, flat: atoms}
	inst := inner.close(fun, inner.run(formals))
	inst.formals = formals
	if len(fun.Body.Stms) > 0 {
		fun.Name = b.funName(c.Name)
		b.add(fun)
	}
	return inst
}

// close finishes a function that returns result: parts that the caller knows
// (constants and parameters) are not returned; sizes are returned before the
// arrays that have them.
func (b *Builder) close(fun *ir.Fun, result Value) *instance {
	known := map[ir.Atom]ir.Atom{}
	for _, p := range fun.Params {
		known[ir.Var(p.Name)] = ir.Var(p.Name)
	}
	inst := &instance{fun: fun}
	formulas := newFormulas(maps.Clone(known), b.scope.Stms())
	var atoms []ir.Atom
	give := func(a ir.Atom, t ir.Type) {
		if _, ok := known[a]; ok || !a.IsVar() {
			return
		}
		n := b.names.Like(a.Name)
		fun.Results = append(fun.Results, ir.Param{Name: n, Type: substType(t, known)})
		known[a] = ir.Var(n)
		atoms = append(atoms, a)
	}
	EachDim(result.Shape, func(d ir.Atom) {
		if _, ok := known[d]; !ok && d.IsVar() {
			give(d, ir.I64)
			if f := formulas.of(d); f != nil {
				inst.sizes = append(inst.sizes, resultSize{known[d], f})
			}
		}
	})
	i := 0
	eachLeaf(result.Shape, func(t ir.Type) {
		give(result.Atoms()[i], t)
		i++
	})
	fun.Body = b.scope.Body(atoms...)
	inst.result = result.subst(known)
	return inst
}

// leafNames names a closure's leaves after its captures and parameters.
func leafNames(s *Closure) []string {
	var out []string
	add := func(base string, s Shape) {
		for range LeafCount(s) {
			out = append(out, base)
		}
	}
	for _, c := range s.captures {
		add(c.name, c.shape)
	}
	for i, a := range s.arguments() {
		base := "x"
		if i < len(s.code.Params) {
			base = s.code.Params[i]
		}
		add(base, a)
	}
	return out
}

func sizeName(a ir.Atom) string {
	if a.IsVar() {
		return a.Name.Base
	}
	return "n"
}

// formula is how a function computes the size of a result from its parameters,
// so that callers can compute it before the call: rows of an array need their
// size outside of the map that makes them.
type formula struct {
	atom ir.Atom  // a parameter or a constant, unless prim is set
	prim *ir.Prim // applied to args
	args []*formula
}

// formulas finds the formulas of sizes that a finished body returns.
type formulas struct {
	params map[ir.Atom]ir.Atom
	defs   map[name.Name]*ir.Stm
}

func newFormulas(params map[ir.Atom]ir.Atom, stms []*ir.Stm) formulas {
	f := formulas{params, map[name.Name]*ir.Stm{}}
	for _, s := range stms {
		if _, ok := s.Exp.(*ir.Prim); ok {
			f.defs[s.Pat[0].Name] = s
		}
	}
	return f
}

// of returns a's formula, or nil if there is none that cannot fail.
func (f formulas) of(a ir.Atom) *formula {
	if _, ok := f.params[a]; ok || !a.IsVar() {
		return &formula{atom: a}
	}
	s := f.defs[a.Name]
	if s == nil {
		return nil
	}
	p := s.Exp.(*ir.Prim)
	if p.Fn.Info().Partial.Has(p.Type) && !dividesByConstant(p) {
		return nil
	}
	out := &formula{prim: p}
	for _, x := range p.Args {
		arg := f.of(x)
		if arg == nil {
			return nil
		}
		out.args = append(out.args, arg)
	}
	return out
}

func dividesByConstant(p *ir.Prim) bool {
	return p.Fn != scalar.Pow && !p.Args[1].IsVar() && p.Args[1] != ir.Const(scalar.Zero(p.Type))
}

// compute evaluates a formula where the parameters have the given values.
func (f *formula) compute(b *Builder, args map[ir.Atom]ir.Atom) ir.Atom {
	if f.prim == nil {
		if a, ok := args[f.atom]; ok {
			return a
		}
		return f.atom
	}
	atoms := make([]ir.Atom, len(f.args))
	for i, x := range f.args {
		atoms[i] = x.compute(b, args)
	}
	return b.Prim("n", f.prim.Fn, f.prim.Type, atoms...)
}
