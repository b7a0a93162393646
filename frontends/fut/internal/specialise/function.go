package specialise

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
	"github.com/lamina-lang/lamina/frontends/fut/internal/types"
	"github.com/lamina-lang/lamina/frontends/lower"
)

// codeKey identifies code: a node of the tree or a binding, and what its
// meaning depends on besides.
type codeKey struct {
	of     any
	unsafe bool
	elem   scalar.Type // of an overloaded operator
	depth  int         // of recursion
}

// function is code with what the front end knows of it besides.
type function struct {
	*lower.Code
	captures []any // candidates: those bound where the closure is made are captured
	// What no argument determines, by index: of the sizes of named, and of its types
	// if the code asks what they are.
	named                      *types.Binding
	missingSizes, missingTypes []int
}

// frame is an activation of code: the values of its variables. Let-bound names
// are added as they are met; a binding belongs to one place in the program, so
// they never clash.
type frame struct {
	*program
	*lower.Builder
	vals    map[*types.Binding]lower.Value
	types   map[*types.Param]lower.Shape // what type parameters stand for, where known
	prelude bool                         // positions are not shown
	changes int                          // how often a variable got another value, as the same text was lowered again
}

// newFrame returns an empty frame.
func (p *program) newFrame(b *lower.Builder, prelude bool) *frame {
	return &frame{program: p, Builder: b, vals: map[*types.Binding]lower.Value{}, types: map[*types.Param]lower.Shape{}, prelude: prelude}
}

// hold gives what a closure has captured its value.
func (fr *frame) hold(cs []lower.Captured) {
	for _, c := range cs {
		switch of := c.Of.(type) {
		case *types.Binding:
			fr.vals[of] = c.Value
		case *types.Param:
			fr.types[of] = c.Value.Shape.(*lower.Type).Of
		}
	}
}

// give gives a variable its value.
func (fr *frame) give(b *types.Binding, v lower.Value) {
	fr.forget(b)
	fr.vals[b] = v
}

func (fr *frame) forget(b *types.Binding) {
	if _, bound := fr.vals[b]; bound {
		fr.changes++
		delete(fr.vals, b)
	}
}

func (p *program) code(key codeKey, make func() *function) *function {
	c, ok := p.codes[key]
	if !ok {
		c = make()
		p.codes[key] = c
		p.functions[c.Code] = c
	}
	return c
}

// inPrelude reports whether pos is in the prelude.
func (p *program) inPrelude(pos source.Pos) bool { return slices.Contains(p.opts.Prelude, pos.File) }

// text describes a definition, a local function or a lambda.
type text struct {
	name   string
	at     source.Pos
	params []syntax.Pat
	body   syntax.Exp
	result types.Type     // of the body
	named  *types.Binding // nil for lambdas
	unsafe bool
	// deeper is the code of the function that a recursive function calls; nil for others.
	deeper func() *function
	depth  int
}

func (p *program) functionCode(f text) *function {
	c := &function{Code: &lower.Code{
		Name:      f.name,
		Pos:       f.at,
		Arity:     len(f.params),
		Library:   p.inPrelude(f.at),
		Unchecked: f.unsafe,
	}}
	var tails *tailCalls
	c.Run = func(b *lower.Builder, cs []lower.Captured, args []lower.Value) lower.Value {
		fr := p.newFrame(b, c.Library)
		fr.hold(cs)
		for i, pat := range f.params {
			fr.bindPat(pat, args[i])
		}
		if f.deeper != nil && (tails == nil || tails.others) && !fr.recurse(f, c, cs) {
			return fr.tooDeep(f)
		}
		if tails != nil {
			return fr.repeat(tails, cs, args)
		}
		if hole, ok := fr.functionHole(f.body); ok && len(f.params) == 0 {
			return hole
		}
		return fr.ascribe(fr.exp(f.body), f.result)
	}
	found := newParameters()
	for _, pat := range f.params {
		c.Params = append(c.Params, patName(pat))
		found.add(p.Pats[pat])
	}
	if f.named != nil {
		found.missing(f.named, c, p.asksTypes(f.named, f.body))
	}
	if f.deeper != nil {
		tails = p.tailCalls(f, c)
	}
	return c
}

// patName is the name that a parameter has in the IR.
func patName(p syntax.Pat) string { return cmp.Or(givenName(p), "x") }

// givenName is the name that a pattern gives to the whole value, "" if it gives none.
func givenName(p syntax.Pat) string {
	switch p := p.(type) {
	case *syntax.NamePat:
		return p.Name
	case *syntax.TypedPat:
		return givenName(p.Pat)
	}
	return ""
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
	case *types.Sum:
		p.add(t.Constructors)
	case *types.Unique:
		p.add(t.Type)
	}
}

// missing sets which of b's parameters no argument determines.
func (p parameters) missing(b *types.Binding, c *function, asksTypes bool) {
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
func (p *program) defCode(b *types.Binding) *function { return p.defCodeAt(b, 0) }

// defCodeAt is the code of a top-level function that has called itself a number of times.
func (p *program) defCodeAt(b *types.Binding, depth int) *function {
	return p.code(codeKey{of: b, depth: depth}, func() *function {
		d := p.defs[b].Decl
		f := text{
			name: d.Name.Name, at: d.Pos(), params: d.Params, body: d.Body,
			result: resultType(b.Type, len(d.Params)), named: b, unsafe: hasUnsafe(d.Attrs), depth: depth,
		}
		if b.Recursive {
			f.deeper = func() *function { return p.defCodeAt(b, depth+1) }
		}
		c := p.functionCode(f)
		c.captures = bindings(p.constantsOf(b))
		if c.Library || len(d.Params) == 0 {
			c.Place = lower.InPlace
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
func (fr *frame) lambda(e *syntax.Lambda) lower.Value {
	c := fr.code(codeKey{of: e, unsafe: fr.IsUnchecked()}, func() *function {
		params, last := slices.Clip(e.Params), e
		for inner := fr.returned(last); inner != nil; inner = fr.returned(last) {
			params, last = append(params, inner.Params...), inner
		}
		c := fr.functionCode(text{
			name: "lambda", at: e.Pos(), params: params, body: last.Body,
			result: resultType(fr.Types[e], len(params)), unsafe: fr.IsUnchecked(),
		})
		c.captures = fr.free(e)
		c.Place = lower.Once
		if c.Library {
			c.Place = lower.InPlace
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
func (fr *frame) localFunction(e *syntax.LetFun) lower.Value {
	return fr.closure(fr.localCode(e, fr.IsUnchecked(), 0))
}

// localCode is the code of a local function that has called itself a number of times.
func (p *program) localCode(e *syntax.LetFun, unsafe bool, depth int) *function {
	return p.code(codeKey{of: e, unsafe: unsafe, depth: depth}, func() *function {
		b := p.Funs[e]
		f := text{
			name: e.Name.Name, at: e.Pos(), params: e.Params, body: e.Exp,
			result: resultType(b.Type, len(e.Params)), named: b, unsafe: unsafe, depth: depth,
		}
		if b.Recursive {
			f.deeper = func() *function { return p.localCode(e, unsafe, depth+1) }
		}
		c := p.functionCode(f)
		c.captures = p.free(e)
		return c
	})
}

// closure is a function with the values of what it captures here.
func (fr *frame) closure(f *function) lower.Value {
	var cs []lower.Captured
	for _, of := range f.captures {
		switch of := of.(type) {
		case *types.Binding:
			if v, ok := fr.vals[of]; ok {
				cs = append(cs, lower.Captured{Of: of, Name: bindingName(of), Value: v})
			}
		case *types.Param:
			if t, ok := fr.types[of]; ok {
				cs = append(cs, lower.Captured{Of: of, Value: lower.TypeOnly(t)})
			}
		}
	}
	return lower.NewClosure(f.Code, cs...)
}

func bindingName(b *types.Binding) string {
	if b.Name == "" {
		return "n"
	}
	return b.Name
}

// withParams gives a closure the size and type parameters that its arguments
// will not determine, as the use of its name says. A variable that holds a function
// of another name holds one that has been given them.
func (fr *frame) withParams(at syntax.Node, v lower.Value, use *types.Use) lower.Value {
	c, given := v.Code()
	f := fr.functions[c]
	if f == nil || f.named != use.Binding || given > 0 || len(f.missingSizes)+len(f.missingTypes) == 0 {
		return v
	}
	var more []lower.Captured
	for _, i := range f.missingSizes {
		if a, ok := fr.anySize(use.Sizes[i]); ok {
			z := use.Binding.Sizes[i]
			more = append(more, lower.Captured{Of: z, Name: bindingName(z), Value: lower.ScalarValue(scalar.I64, a)})
		}
	}
	for _, i := range f.missingTypes {
		if t, ok := fr.shapeOf(use.Types[i]); ok {
			more = append(more, lower.Captured{Of: use.Binding.Params[i], Value: lower.TypeOnly(t)})
		}
	}
	return v.Capturing(more...)
}
