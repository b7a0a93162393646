package specialise

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// code is a function's text, without what it captures. It is made once for
// each codeKey, so that closures can be compared.
type code struct {
	id       int
	name     string
	arity    int
	params   []string // names for the arguments, for readable IR
	place    placement
	prelude  bool // its positions are not shown
	unsafe   bool // no checks
	run      func(fr *frame, args []value) value
	captures []*types.Binding // candidates: those bound where the closure is made are captured
	missing  []int            // size parameters that no argument determines
}

// placement says where a function's applications are lowered.
type placement uint8

const (
	shared  placement = iota // in an IR function for each shape of arguments
	once                     // the first in place, the others shared
	inPlace                  // where they stand
)

// codeKey identifies code: a node of the tree or a binding, and what its
// meaning depends on besides.
type codeKey struct {
	of     any
	unsafe bool
	elem   scalar.Type // of an overloaded operator
}

// capture is a variable that a closure carries.
type capture struct {
	binding *types.Binding
	shape   shape
}

// frame is an activation of code: the values of its variables. Let-bound names
// are added as they are met; a binding belongs to one place in the program, so
// they never clash.
type frame struct {
	*builder
	vals    map[*types.Binding]value
	prelude bool
	unsafe  bool
}

func (p *program) code(key codeKey, make func() *code) *code {
	c, ok := p.codes[key]
	if !ok {
		c = make()
		c.id = len(p.codes)
		p.codes[key] = c
	}
	return c
}

// inPrelude reports whether pos is in the prelude.
func (p *program) inPrelude(pos source.Pos) bool { return pos.File == p.opts.Prelude }

// function describes a definition, a local function or a lambda.
type function struct {
	name   string
	at     source.Pos
	params []syntax.Pat
	body   syntax.Exp
	result types.Type // of the body
	sizes  []*types.Binding
	unsafe bool
}

func (p *program) functionCode(f function) *code {
	c := &code{
		name:    f.name,
		arity:   len(f.params),
		prelude: p.inPrelude(f.at),
		unsafe:  f.unsafe,
		run: func(fr *frame, args []value) value {
			for i, pat := range f.params {
				fr.bindPat(pat, args[i])
			}
			return fr.ascribe(fr.exp(f.body), f.result)
		},
		missing: missingSizes(f.sizes, f.params, p.Pats),
	}
	for _, pat := range f.params {
		c.params = append(c.params, patName(pat))
	}
	return c
}

// patName is the name that a parameter has in the IR.
func patName(p syntax.Pat) string {
	switch p := p.(type) {
	case *syntax.NamePat:
		return p.Name
	case *syntax.TypedPat:
		return patName(p.Pat)
	}
	return "x"
}

// missingSizes are the size parameters that matching arguments with the
// parameters' types does not give, by index.
func missingSizes(sizes []*types.Binding, params []syntax.Pat, pats map[syntax.Pat]types.Type) []int {
	found := map[*types.Binding]bool{}
	for _, pat := range params {
		determinedSizes(pats[pat], found)
	}
	return indicesWithout(sizes, found)
}

func indicesWithout(sizes []*types.Binding, found map[*types.Binding]bool) []int {
	var out []int
	for i, b := range sizes {
		if !found[b] {
			out = append(out, i)
		}
	}
	return out
}

// determinedSizes adds the sizes that matching a value with t gives.
func determinedSizes(t types.Type, found map[*types.Binding]bool) {
	switch t := t.(type) {
	case *types.Array:
		if v, ok := t.Dim.(*types.SizeVar); ok {
			found[v.Binding] = true
		}
		determinedSizes(t.Elem, found)
	case *types.Record:
		for _, f := range t.Fields {
			determinedSizes(f.Type, found)
		}
	case *types.Unique:
		determinedSizes(t.Type, found)
	}
}

// defCode is the code of a top-level function.
func (p *program) defCode(b *types.Binding) *code {
	return p.code(codeKey{of: b}, func() *code {
		d := p.defs[b].Decl
		c := p.functionCode(function{
			name: d.Name.Name, at: d.Pos(), params: d.Params, body: d.Body,
			result: resultType(b.Type, len(d.Params)), sizes: b.Sizes, unsafe: hasUnsafe(d.Attrs),
		})
		c.captures = p.constantsOf(b)
		if c.prelude || len(d.Params) == 0 {
			c.place = inPlace
		}
		return c
	})
}

func hasUnsafe(attrs []*syntax.Attr) bool {
	for _, a := range attrs {
		if a.Name == "unsafe" {
			return true
		}
	}
	return false
}

// resultType is the type of a function applied to n arguments.
func resultType(t types.Type, n int) types.Type {
	for ; n > 0; n-- {
		t = t.(*types.Func).Result
	}
	return t
}

// lambda makes the closure of a lambda.
func (fr *frame) lambda(e *syntax.Lambda) value {
	c := fr.code(codeKey{of: e, unsafe: fr.unsafe}, func() *code {
		c := fr.functionCode(function{
			name: "lambda", at: e.Pos(), params: e.Params, body: e.Body,
			result: resultType(fr.Types[e], len(e.Params)), unsafe: fr.unsafe,
		})
		c.captures = fr.free(e)
		c.place = once
		if c.prelude {
			c.place = inPlace
		}
		return c
	})
	return fr.closure(c)
}

// localFunction makes the closure of a LetFun.
func (fr *frame) localFunction(e *syntax.LetFun) value {
	b := fr.Funs[e]
	c := fr.code(codeKey{of: e, unsafe: fr.unsafe}, func() *code {
		c := fr.functionCode(function{
			name: e.Name.Name, at: e.Pos(), params: e.Params, body: e.Exp,
			result: resultType(b.Type, len(e.Params)), sizes: b.Sizes, unsafe: fr.unsafe,
		})
		c.captures = fr.free(e)
		return c
	})
	return fr.closure(c)
}

// closure is code with the values of what it captures here.
func (fr *frame) closure(c *code) value {
	s := &closureShape{code: c}
	var atoms []ir.Atom
	for _, b := range c.captures {
		if v, ok := fr.vals[b]; ok {
			s.captures = append(s.captures, capture{b, v.shape})
			atoms = append(atoms, v.atoms...)
		}
	}
	return value{s, atoms}
}

// withSizes gives a closure the size parameters that its arguments will not
// determine, as the use of its name says.
func (fr *frame) withSizes(f value, use *types.Use) value {
	s, ok := f.shape.(*closureShape)
	if !ok || len(s.code.missing) == 0 || len(s.args) > 0 {
		return f
	}
	out := &closureShape{code: s.code, captures: s.captures[:len(s.captures):len(s.captures)]}
	atoms := f.atoms[:len(f.atoms):len(f.atoms)]
	for _, i := range s.code.missing {
		if i >= len(use.Sizes) {
			continue
		}
		if a, ok := fr.size(use.Sizes[i]); ok {
			out.captures = append(out.captures, capture{use.Binding.Sizes[i], scalarShape{scalar.I64}})
			atoms = append(atoms, a)
		}
	}
	return value{out, atoms}
}

// apply applies a closure to arguments, fewer or more than it lacks.
func (fr *frame) apply(f value, args []value) value {
	for len(args) > 0 {
		s := f.shape.(*closureShape)
		n := min(len(args), s.code.arity-len(s.args))
		shapes, atoms := join(args[:n])
		f = value{
			&closureShape{s.code, s.captures, append(s.args[:len(s.args):len(s.args)], shapes...)},
			append(f.atoms[:len(f.atoms):len(f.atoms)], atoms...),
		}
		args = args[n:]
		if len(s.args)+n == s.code.arity {
			f = fr.call(f)
		}
	}
	return f
}

// call runs a closure that has all its arguments.
func (fr *frame) call(f value) value {
	c := f.shape.(*closureShape).code
	if err := fr.ctx.Err(); err != nil {
		panic(failure{err})
	}
	switch c.place {
	case shared:
		return fr.callShared(f)
	case once:
		key, _ := newSignature(f)
		if fr.placed[key] {
			return fr.callShared(f)
		}
		fr.placed[key] = true
	}
	inner := fr.enter(fr.builder, f)
	defer fr.at(fr.scope.Pos)()
	return inner.run(f)
}

// enter makes the frame in which a closure runs.
func (fr *frame) enter(b *builder, f value) *frame {
	c := f.shape.(*closureShape).code
	return &frame{
		builder: b,
		vals:    map[*types.Binding]value{},
		prelude: c.prelude,
		unsafe:  c.unsafe || c.prelude && fr.unsafe,
	}
}

// run binds what the closure captured and runs its code.
func (fr *frame) run(f value) value {
	s := f.shape.(*closureShape)
	var shapes []shape
	for _, c := range s.captures {
		shapes = append(shapes, c.shape)
	}
	parts := split(append(shapes, s.args...), f.atoms)
	for i, c := range s.captures {
		fr.vals[c.binding] = parts[i]
	}
	return s.code.run(fr, parts[len(s.captures):])
}
