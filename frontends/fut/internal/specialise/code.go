package specialise

import (
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
)

// code is a function's text, without what it captures. It is made once for
// each codeKey, so that closures can be compared.
type code struct {
	at       source.Pos
	id       int
	name     string
	arity    int
	params   []string // names for the arguments, for readable IR
	place    placement
	prelude  bool // its positions are not shown
	unsafe   bool // no checks
	run      func(fr *frame, args []value) value
	captures []any // candidates: those bound where the closure is made are captured
	// What no argument determines, by index: of the sizes of named, and of its types
	// if the code asks what they are.
	named                      *types.Binding
	missingSizes, missingTypes []int
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

// capture is a variable or a type parameter that a closure carries.
type capture struct {
	of    any // a *types.Binding, or a *types.Param with a typeShape
	shape shape
}

// frame is an activation of code: the values of its variables. Let-bound names
// are added as they are met; a binding belongs to one place in the program, so
// they never clash.
type frame struct {
	*builder
	vals    map[*types.Binding]value
	types   map[*types.Param]shape // what type parameters stand for, where known
	prelude bool
	unsafe  bool
	changes int // how often a variable got another value, as the same text was lowered again
}

// newFrame returns an empty frame.
func newFrame(b *builder, prelude, unsafe bool) *frame {
	return &frame{builder: b, vals: map[*types.Binding]value{}, types: map[*types.Param]shape{}, prelude: prelude, unsafe: unsafe}
}

// give gives a variable its value.
func (fr *frame) give(b *types.Binding, v value) {
	fr.forget(b)
	fr.vals[b] = v
}

func (fr *frame) forget(b *types.Binding) {
	if _, bound := fr.vals[b]; bound {
		fr.changes++
		delete(fr.vals, b)
	}
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
func (p *program) inPrelude(pos source.Pos) bool { return slices.Contains(p.opts.Prelude, pos.File) }

// function describes a definition, a local function or a lambda.
type function struct {
	name   string
	at     source.Pos
	params []syntax.Pat
	body   syntax.Exp
	result types.Type     // of the body
	named  *types.Binding // nil for lambdas
	unsafe bool
}

func (p *program) functionCode(f function) *code {
	c := &code{
		name:    f.name,
		at:      f.at,
		arity:   len(f.params),
		prelude: p.inPrelude(f.at),
		unsafe:  f.unsafe,
		run: func(fr *frame, args []value) value {
			for i, pat := range f.params {
				fr.bindPat(pat, args[i])
			}
			return fr.ascribe(fr.exp(f.body), f.result)
		},
	}
	found := newParameters()
	for _, pat := range f.params {
		c.params = append(c.params, patName(pat))
		found.add(p.Pats[pat])
	}
	if f.named != nil {
		found.missing(f.named, c, p.asksTypes(f.named, f.body))
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

// parameters are the size and type parameters that matching arguments with the
// types of a function's parameters determines.
type parameters struct {
	sizes map[*types.Binding]bool
	types map[*types.Param]bool
}

func newParameters() parameters {
	return parameters{map[*types.Binding]bool{}, map[*types.Param]bool{}}
}

// add adds those in t.
func (p parameters) add(t types.Type) {
	switch t := t.(type) {
	case *types.Param:
		p.types[t] = true
	case *types.Array:
		if v, ok := t.Dim.(*types.SizeVar); ok {
			p.sizes[v.Binding] = true
		}
		p.add(t.Elem)
	case *types.Record:
		for _, f := range t.Fields {
			p.add(f.Type)
		}
	case *types.Unique:
		p.add(t.Type)
	}
}

// missing sets which of b's parameters no argument determines.
func (p parameters) missing(b *types.Binding, c *code, asksTypes bool) {
	c.named = b
	for i, s := range b.Sizes {
		if !p.sizes[s] {
			c.missingSizes = append(c.missingSizes, i)
		}
	}
	for i, t := range b.Params {
		if asksTypes && !p.types[t] {
			c.missingTypes = append(c.missingTypes, i)
		}
	}
}

// defCode is the code of a top-level function.
func (p *program) defCode(b *types.Binding) *code {
	return p.code(codeKey{of: b}, func() *code {
		d := p.defs[b].Decl
		c := p.functionCode(function{
			name: d.Name.Name, at: d.Pos(), params: d.Params, body: d.Body,
			result: resultType(b.Type, len(d.Params)), named: b, unsafe: hasUnsafe(d.Attrs),
		})
		c.captures = captured(p.constantsOf(b))
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

// lambda makes the closure of a lambda. One that does nothing but return another is a
// function of the parameters of both: it computes nothing.
func (fr *frame) lambda(e *syntax.Lambda) value {
	c := fr.code(codeKey{of: e, unsafe: fr.unsafe}, func() *code {
		params, last := slices.Clip(e.Params), e
		for inner := fr.returned(last); inner != nil; inner = fr.returned(last) {
			params, last = append(params, inner.Params...), inner
		}
		c := fr.functionCode(function{
			name: "lambda", at: e.Pos(), params: params, body: last.Body,
			result: resultType(fr.Types[e], len(params)), unsafe: fr.unsafe,
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

// returned is the lambda that e returns at once, or nil.
func (p *program) returned(e *syntax.Lambda) *syntax.Lambda {
	inner, ok := e.Body.(*syntax.Lambda)
	if !ok || len(p.Unknown[inner]) > 0 {
		return nil
	}
	return inner
}

// localFunction makes the closure of a LetFun.
func (fr *frame) localFunction(e *syntax.LetFun) value {
	b := fr.Funs[e]
	c := fr.code(codeKey{of: e, unsafe: fr.unsafe}, func() *code {
		c := fr.functionCode(function{
			name: e.Name.Name, at: e.Pos(), params: e.Params, body: e.Exp,
			result: resultType(b.Type, len(e.Params)), named: b, unsafe: fr.unsafe,
		})
		c.captures = fr.free(e)
		return c
	})
	return fr.closure(c)
}

// closure is code with the values of what it captures here.
func (fr *frame) closure(c *code) value {
	var captures []capture
	var vs []value
	add := func(of any, v value) {
		captures = append(captures, capture{of, v.shape})
		vs = append(vs, v)
	}
	for _, of := range c.captures {
		switch of := of.(type) {
		case *types.Binding:
			if v, ok := fr.vals[of]; ok {
				add(of, v)
			}
		case *types.Param:
			if t, ok := fr.types[of]; ok {
				add(of, value{shape: &typeShape{t}})
			}
		}
	}
	return joined(newClosure(c, captures), vs)
}

// withParams gives a closure the size and type parameters that its arguments
// will not determine, as the use of its name says. A variable that holds a function
// of another name holds one that has been given them.
func (fr *frame) withParams(at syntax.Node, f value, use *types.Use) value {
	s, ok := f.shape.(*closureShape)
	if !ok || s.code.named != use.Binding || s.given > 0 || len(s.code.missingSizes)+len(s.code.missingTypes) == 0 {
		return f
	}
	captures, vs := slices.Clip(s.captures), f.closureParts()
	for _, i := range s.code.missingSizes {
		if a, ok := fr.anySize(use.Sizes[i]); ok {
			captures = append(captures, capture{use.Binding.Sizes[i], scalarShape{scalar.I64}})
			vs = append(vs, scalarValue(scalar.I64, a))
		}
	}
	for _, i := range s.code.missingTypes {
		if t, ok := fr.shapeOf(use.Types[i]); ok {
			captures = append(captures, capture{use.Binding.Params[i], &typeShape{t}})
			vs = append(vs, value{shape: &typeShape{t}})
		}
	}
	return joined(newClosure(s.code, captures), vs)
}

// apply applies a closure to arguments, fewer or more than it lacks.
func (fr *frame) apply(f value, args []value) value {
	for len(args) > 0 {
		s := f.shape.(*closureShape)
		n := min(len(args), s.code.arity-s.given)
		shapes := make([]shape, n)
		for i, a := range args[:n] {
			shapes[i] = a.shape
		}
		f = joined(s.applied(shapes), append([]value{f}, args[:n]...))
		args = args[n:]
		if s.given+n == s.code.arity {
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
		key, _ := fr.newSignature(f)
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
	return newFrame(b, c.prelude, c.unsafe || c.prelude && fr.unsafe)
}

// run binds what the closure captured and runs its code.
func (fr *frame) run(f value) value {
	s := f.shape.(*closureShape)
	parts := f.closureParts()
	for i, c := range s.captures {
		switch of := c.of.(type) {
		case *types.Binding:
			fr.vals[of] = parts[i]
		case *types.Param:
			fr.types[of] = c.shape.(*typeShape).of
		}
	}
	return s.code.run(fr, parts[len(s.captures):])
}
