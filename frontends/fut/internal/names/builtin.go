package names

import (
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/frontends/fut/internal/syntax"
)

// symbols are the scalar operators that are written as symbols. They work at
// several types, which their table entry in package scalar says.
var symbols = map[string]scalar.Op{
	"+": scalar.Add, "-": scalar.Sub, "*": scalar.Mul, "/": scalar.Div, "%": scalar.Mod,
	"//": scalar.Quot, "%%": scalar.Rem, "**": scalar.Pow,
	"&": scalar.And, "|": scalar.Or, "^": scalar.Xor,
	"<<": scalar.Shl, ">>": scalar.Shr, ">>>": scalar.Lshr,
	"<": scalar.Lt, "<=": scalar.Le, ">": scalar.Gt, ">=": scalar.Ge,
	"==": scalar.Eq, "!=": scalar.Ne,
}

// moduleOnly are the symbols that are members of the scalar modules but not
// operators of the prelude. At top level, == and != compare values of any type
// without functions; the prelude declares them.
var moduleOnly = map[string]bool{"==": true, "!=": true, ">>>": true}

// prefixes are the operators that are written in front of their operand; as members of the
// modules of the scalar types they have names.
var prefixes = map[string]scalar.Op{"neg": scalar.Neg, "not": scalar.Not, "!": scalar.Not}

// hidden are the operators that are no members of the scalar modules: those
// that symbols writes otherwise, and those that exist for the compiler.
var hidden = hiddenOperators()

func hiddenOperators() map[scalar.Op]bool {
	h := map[scalar.Op]bool{scalar.MulSat: true, scalar.Select: true}
	for _, op := range symbols {
		h[op] = true
	}
	return h
}

// intrinsicNames are the functions of the prelude that Futhark has in its module
// intrinsics, too, with the same type but for sizes of results, which are known here.
var intrinsicNames = map[string]bool{
	"map": true, "reduce": true, "reduce_comm": true, "scan": true,
	"scatter": true, "scatter_2d": true, "scatter_3d": true,
	"zip": true, "unzip": true, "concat": true, "transpose": true, "flatten": true, "manifest": true,
	"flat_index_2d": true, "flat_index_3d": true, "flat_index_4d": true,
	"flat_update_2d": true, "flat_update_3d": true, "flat_update_4d": true,
	"scatter_stream": true, "hist_stream": true, "acc_write": true,
}

// intrinsicAliases are members of intrinsics with other names than in the prelude.
var intrinsicAliases = map[string]string{"reduce_by_index_stream": "hist_stream", "write": "acc_write"}

// accumulator is the type acc t of module intrinsics: what a stream writes to. Nothing says what
// it is, and arrays of it cannot be made.
func accumulator() *Type {
	return &Type{Name: "acc", Kind: AbstractType, Lift: syntax.SizeLifted, Params: []*syntax.TypeParam{{Name: "t"}}}
}

// builtins is the scope of the operators, the scalar types and their modules.
func (p *program) builtins() scope {
	s := scope{}.within()
	for name, op := range symbols {
		if !moduleOnly[name] {
			s = s.with(key{terms, name}, &Value{Name: name, Kind: Operator, Op: op}, false)
		}
	}
	for _, name := range []string{"&&", "||"} {
		s = s.with(key{terms, name}, &Value{Name: name, Kind: Logic}, false)
	}
	for _, t := range scalar.Types() {
		s = s.with(key{typeNames, t.String()}, scalarType(t), false)
		s = s.with(key{terms, t.String()}, p.scalarModule(t), false)
	}
	acc := accumulator()
	p.intrinsics = &Module{member: func(k key) any {
		if alias, ok := intrinsicAliases[k.name]; ok {
			k.name = alias
		}
		switch {
		case k == key{typeNames, acc.Name}:
			return acc
		case k.space != terms || !intrinsicNames[k.name]:
			return nil
		}
		return p.base.find(k)
	}}
	return s.with(key{terms, syntax.Intrinsics}, p.intrinsics, false)
}

func scalarType(t scalar.Type) *Type {
	return &Type{Name: t.String(), Kind: ScalarType, Scalar: t}
}

// scalarModule is the module of t, whose members are found when they are used.
func (p *program) scalarModule(t scalar.Type) *Module {
	if m := p.scalars[t]; m != nil {
		return m
	}
	s := &scalarMembers{program: p, t: t, found: map[string]*Value{}}
	m := &Module{member: s.find, list: s.each}
	p.scalars[t] = m
	return m
}

// scalarMembers are the members of the module of a scalar type.
type scalarMembers struct {
	*program
	t       scalar.Type
	found   map[string]*Value
	prelude *Module // the definitions of the prelude's files for t, once they are read
}

func (s *scalarMembers) find(k key) any {
	switch k.space {
	case typeNames:
		switch {
		case k.name == "t":
			return scalarType(s.t)
		case k.name == "int_t" && s.t.IsFloat():
			return scalarType(s.t.Unsigned())
		}
		return nil
	case moduleTypes:
		return nil
	}
	if v := s.found[k.name]; v != nil {
		return v
	}
	if v := s.make(k.name); v != nil {
		s.found[k.name] = v
		return v
	}
	return s.definitions().find(k)
}

// make is an operator, a conversion or a constant; nil if there is none of that name.
func (s *scalarMembers) make(name string) *Value {
	op, ok := symbols[name]
	if ok && op == scalar.Shr && s.t.IsUnsigned() {
		return nil // the prelude defines it
	}
	if !ok {
		op, ok = scalar.OpByName(name)
		ok = ok && !hidden[op]
	}
	if !ok {
		op, ok = prefixes[name]
	}
	if ok && op.Info().On.Has(s.t) {
		return &Value{Name: name, Kind: Operator, Op: op, On: s.t}
	}
	if from, ok := scalar.ParseType(name); ok {
		return &Value{Name: s.t.String() + "." + name, Kind: Conversion, From: from, On: s.t}
	}
	if v, ok := scalar.Constant(s.t, name); ok {
		return &Value{Name: s.t.String() + "." + name, Kind: Constant, On: s.t, Const: v}
	}
	return nil
}

// definitions are those of the prelude. Within them t is the scalar type, bits the unsigned
// type that is as wide, and signed the signed one for an unsigned type; the members of t's module are in scope.
func (s *scalarMembers) definitions() *Module {
	if s.prelude != nil {
		return s.prelude
	}
	outer := s.base
	types := map[string]scalar.Type{"t": s.t, "bits": s.t.Unsigned()}
	if s.t.IsUnsigned() {
		types["signed"] = s.t - scalar.U8 + scalar.I8
	}
	for name, t := range types {
		outer = outer.with(key{typeNames, name}, scalarType(t), true)
		outer = outer.with(key{terms, name}, s.scalarModule(t), true)
	}
	outer = outer.open(s.scalarModule(s.t), true)
	for _, t := range scalar.Types() { // which conversions to s.t hide
		outer = outer.with(key{terms, t.String()}, s.scalarModule(t), true)
	}
	b := &builder{program: s.program, scope: outer.within(), in: context{prelude: true}}
	s.prelude = &Module{top: b.scope, stop: outer.frame}
	files, err := s.files.Members(s.t)
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		b.decls(f.Decls)
		s.prelude.top = b.scope
	}
	return s.prelude
}

func (s *scalarMembers) each(visit func(key)) {
	visit(key{typeNames, "t"})
	for name := range symbols {
		s.visit(name, visit)
	}
	for _, op := range scalar.Ops() {
		s.visit(op.String(), visit)
	}
	for name := range prefixes {
		s.visit(name, visit)
	}
	for _, from := range scalar.Types() {
		s.visit(from.String(), visit)
	}
	for _, name := range scalar.Constants() {
		s.visit(name, visit)
	}
	s.definitions().each(func(k key) {
		if k.space == terms && s.find(k) != nil {
			visit(k)
		}
	})
}

// visit calls f for a member that is made, if there is one of the name.
func (s *scalarMembers) visit(name string, f func(key)) {
	if s.make(name) != nil {
		f(key{terms, name})
	}
}
