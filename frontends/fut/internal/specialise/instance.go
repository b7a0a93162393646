package specialise

import (
	"fmt"
	"maps"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// instance is a function lowered for one shape of captures and arguments.
type instance struct {
	fun    *ir.Fun
	result value // in terms of fun's parameters and results
	sizes  []resultSize
}

// resultSize is a size among the results that has a formula.
type resultSize struct {
	result  ir.Atom
	formula *formula
}

// signature abstracts a closure with all its arguments from the place of its
// call: sizes become parameters, one for each different atom.
type signature struct {
	*program
	key   strings.Builder
	sizes []ir.Atom       // the different sizes
	index map[ir.Atom]int // of a size in sizes
	rest  []ir.Atom       // the leaves that are no sizes
}

// newSignature returns the key of f's instance, and what the key leaves out.
func (p *program) newSignature(f value) (string, *signature) {
	s := &signature{program: p, index: map[ir.Atom]int{}}
	eachDim(f.shape, func(d ir.Atom) {
		if d.IsVar() {
			s.size(d)
		}
	})
	s.shape(f.shape)
	i := 0
	eachLeaf(f.shape, func(t ir.Type) {
		// A scalar that is also a size is passed once.
		if at, ok := s.index[f.atoms()[i]]; ok && t.IsScalar() {
			fmt.Fprintf(&s.key, "%d,", at)
		} else {
			s.rest = append(s.rest, f.atoms()[i])
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

func (s *signature) shape(sh shape) {
	switch sh := sh.(type) {
	case scalarShape:
		s.key.WriteString(sh.elem.String())
	case *arrayShape:
		if n, ok := sh.dim.AsSize(); ok {
			fmt.Fprintf(&s.key, "[=%d]", n)
		} else {
			fmt.Fprintf(&s.key, "[%d]", s.size(sh.dim))
		}
		s.shape(sh.elem)
	case *recordShape:
		s.key.WriteByte('{')
		for _, f := range sh.fields {
			s.key.WriteString(f.name + ":")
			s.shape(f.shape)
			s.key.WriteByte(',')
		}
		s.key.WriteByte('}')
	case *typeShape:
		s.key.WriteByte('\'')
		s.shape(sh.of)
	case *closureShape:
		if sh.sized {
			s.closure(sh)
		} else {
			fmt.Fprintf(&s.key, "#%d", s.idOf(sh))
		}
	}
}

func (s *signature) closure(sh *closureShape) {
	fmt.Fprintf(&s.key, "(%d", sh.code.id)
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

// idOf numbers shapes of closures that have no sizes: those that are the same have one
// number. So the key of a closure within others is not spelt out for each of them.
func (p *program) idOf(sh *closureShape) int {
	if sh.id == 0 {
		s := signature{program: p}
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

// args are what a call passes, in the order of the instance's parameters.
func (s *signature) args() []ir.Atom {
	return append(s.sizes[:len(s.sizes):len(s.sizes)], s.rest...)
}

// callShared calls the IR function for a closure and its arguments.
func (fr *frame) callShared(f value) value {
	key, sig := fr.newSignature(f)
	inst, ok := fr.instances[key]
	if !ok {
		inst = fr.instantiate(f, sig)
		fr.instances[key] = inst
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
		n := fr.names.Like(r.Name)
		pat[i] = ir.Param{Name: n, Type: substType(r.Type, subst)}
		subst[ir.Var(r.Name)] = ir.Var(n)
	}
	fr.bind(pat, &ir.Call{Fun: inst.fun.Name, Args: args})
	fr.flow.call(fr.scope.last(), inst.fun)
	result := inst.result.subst(subst)
	if len(inst.sizes) == 0 {
		return result
	}
	computed := map[ir.Atom]ir.Atom{}
	for _, s := range inst.sizes {
		computed[subst[s.result]] = s.formula.compute(fr.builder, subst)
	}
	return fr.resize(result, mapDims(result.shape, func(d ir.Atom) ir.Atom {
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
func (fr *frame) instantiate(f value, sig *signature) *instance {
	c := f.shape.(*closureShape).code
	b := &builder{program: fr.program}
	b.scope = b.newScope(nil)
	b.scope.Pos = c.at

	fun := &ir.Fun{Pos: c.at}
	formal := map[ir.Atom]ir.Atom{}
	for _, s := range sig.sizes {
		n := fr.names.Fresh(sizeName(s))
		fun.Params = append(fun.Params, ir.Param{Name: n, Type: ir.I64})
		formal[s] = ir.Var(n)
		b.isSize(ir.Var(n))
	}
	shape := mapDims(f.shape, func(d ir.Atom) ir.Atom {
		if d.IsVar() {
			return formal[d]
		}
		return d
	})
	bases := leafNames(f.shape.(*closureShape))
	atoms := make([]ir.Atom, len(f.atoms()))
	i := 0
	eachLeaf(shape, func(t ir.Type) {
		a, isSize := formal[f.atoms()[i]]
		if !isSize || !t.IsScalar() {
			n := fr.names.Fresh(bases[i])
			fun.Params = append(fun.Params, ir.Param{Name: n, Type: t})
			a = ir.Var(n)
		}
		atoms[i] = a
		i++
	})

	formals := value{shape: shape, flat: atoms}
	inner := fr.enter(b, formals)
	result := inner.run(formals)
	inst := b.close(fun, result)
	if len(fun.Body.Stms) > 0 {
		fun.Name = fr.funName(c.name)
		fr.add(fun)
	}
	return inst
}

// close finishes a function that returns result: parts that the caller knows
// (constants and parameters) are not returned; sizes are returned before the
// arrays that have them.
func (b *builder) close(fun *ir.Fun, result value) *instance {
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
	eachDim(result.shape, func(d ir.Atom) {
		if _, ok := known[d]; !ok && d.IsVar() {
			give(d, ir.I64)
			if f := formulas.of(d); f != nil {
				inst.sizes = append(inst.sizes, resultSize{known[d], f})
			}
		}
	})
	i := 0
	eachLeaf(result.shape, func(t ir.Type) {
		give(result.atoms()[i], t)
		i++
	})
	fun.Body = b.scope.Body(atoms...)
	inst.result = result.subst(known)
	return inst
}

// leafNames names a closure's leaves after its captures and parameters.
func leafNames(s *closureShape) []string {
	var out []string
	add := func(base string, s shape) {
		for range leafCount(s) {
			out = append(out, base)
		}
	}
	for _, c := range s.captures {
		if b, ok := c.of.(*types.Binding); ok {
			add(bindingName(b), c.shape)
		}
	}
	for i, a := range s.arguments() {
		base := "x"
		if i < len(s.code.params) {
			base = s.code.params[i]
		}
		add(base, a)
	}
	return out
}

func bindingName(b *types.Binding) string {
	if b.Name == "" {
		return "n"
	}
	return b.Name
}

func sizeName(a ir.Atom) string {
	if a.IsVar() {
		return a.Name.Base
	}
	return "n"
}
