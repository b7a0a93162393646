package types

import (
	"github.com/lamina-lang/lamina/core/scalar"
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

// hidden are the operators that are no members of the scalar modules: those
// that symbols writes otherwise, and those that exist for the compiler.
var hidden = map[scalar.Op]bool{
	scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Div: true, scalar.Mod: true,
	scalar.Quot: true, scalar.Rem: true, scalar.Pow: true,
	scalar.And: true, scalar.Or: true, scalar.Xor: true,
	scalar.Shl: true, scalar.Shr: true, scalar.Lshr: true,
	scalar.Lt: true, scalar.Le: true, scalar.Gt: true, scalar.Ge: true, scalar.Eq: true, scalar.Ne: true,
	scalar.MulSat: true, scalar.Select: true,
}

// intrinsics are the functions of the prelude that Futhark has in its module
// intrinsics, too, with the same type but for sizes of results, which are known here.
var intrinsics = map[string]bool{
	"map": true, "reduce": true, "reduce_comm": true, "scan": true,
	"scatter": true, "scatter_2d": true, "scatter_3d": true,
	"zip": true, "unzip": true, "concat": true, "transpose": true, "flatten": true, "manifest": true,
	"flat_index_2d": true, "flat_index_3d": true, "flat_index_4d": true,
	"flat_update_2d": true, "flat_update_3d": true, "flat_update_4d": true,
}

// operator is the binding of a scalar operator, shared by all its uses in one
// check.
func (c *checker) operator(op scalar.Op, name string) *Binding {
	if b := c.operators[op]; b != nil {
		return b
	}
	b := &Binding{Name: name, Kind: Operator, Op: op}
	p := &Param{Name: "t", On: op.Info().On}
	b.Params = []*Param{p}
	if !dependsOnWidth(op) {
		b.Type = operatorType(op, func(k scalar.Kind) Type {
			if k == scalar.Same {
				return p
			}
			return Scalar{k.At(scalar.I32)}
		})
	}
	c.operators[op] = b
	return b
}

// dependsOnWidth reports whether op's type at t mentions the unsigned type as
// wide as t, so that no polymorphic type describes it.
func dependsOnWidth(op scalar.Op) bool {
	info := op.Info()
	for _, k := range append([]scalar.Kind{info.Result}, info.Params...) {
		if k == scalar.TBits {
			return true
		}
	}
	return false
}

func operatorType(op scalar.Op, at func(scalar.Kind) Type) Type {
	info := op.Info()
	t := at(info.Result)
	for i := info.Arity() - 1; i >= 0; i-- {
		t = &Func{From: at(info.Params[i]), Result: t}
	}
	return t
}

// bindSymbols puts the operators into scope.
func (c *checker) bindSymbols() {
	for name, op := range symbols {
		if !moduleOnly[name] {
			c.env[name] = c.operator(op, name)
		}
	}
	for _, name := range []string{"&&", "||"} {
		c.env[name] = &Binding{Name: name, Kind: Operator, Type: &Func{From: boolean, Result: &Func{From: boolean, Result: boolean}}}
	}
}

// member finds a member of the module of scalar type t: an operator, a
// conversion, a constant, or a definition of the prelude's members.
func (c *checker) member(t scalar.Type, name string) (*Use, Type) {
	op, ok := symbols[name]
	if !ok {
		op, ok = scalar.OpByName(name)
		ok = ok && !hidden[op]
	}
	if ok && op.Info().On.Has(t) {
		typ := operatorType(op, func(k scalar.Kind) Type { return Scalar{k.At(t)} })
		return &Use{Binding: c.operator(op, name), Types: []Type{Scalar{t}}}, typ
	}
	if from, ok := scalar.ParseType(name); ok {
		b := &Binding{Name: t.String() + "." + name, Kind: Conversion, From: from, To: t,
			Type: &Func{From: Scalar{from}, Result: Scalar{t}}}
		return &Use{Binding: b}, b.Type
	}
	if v, ok := scalar.Constant(t, name); ok {
		b := &Binding{Name: t.String() + "." + name, Kind: Constant, Value: v, Type: Scalar{v.Type}}
		return &Use{Binding: b}, b.Type
	}
	if b := c.members(t)[name]; b != nil {
		return c.instantiate(b)
	}
	return nil, nil
}
