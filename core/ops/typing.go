package ops

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Env is the context of a type rule.
type Env interface {
	// Lookup returns the binding of a variable in scope, or of one that the bodies of the
	// expression at hand bind.
	Lookup(name.Name) (ir.Param, bool)
	// Fun returns a function of the program, or nil.
	Fun(string) *ir.Fun
	Level() ir.Level
	// Equal reports whether two polynomials over variables are provably equal.
	Equal(a, b sym.Poly) bool
}

// A RuleError names the part of a type rule that an operation breaks.
type RuleError struct {
	Rule string // one of the Rule… constants here or of package check
	Msg  string
}

func (e *RuleError) Error() string { return e.Rule + ": " + e.Msg }

// The parts of type rules.
const (
	RuleForm  = "form"  // the parts of an operation fit together, whatever their types
	RuleScope = "scope" // a name is bound where it is used
	RuleArity = "arity" // the numbers of operands, parameters or results are right
	RuleType  = "type"  // operands have the right element type and rank
	RuleSize  = "size"  // sizes that must agree are the same atom
	RuleCall  = "call"  // a called function exists
	RulePlace = "place" // arrays lie where the operation needs them (mem)
)

// typing checks one expression. The first premise that fails is the error, so that rules
// read as lists of premises.
type typing struct {
	env Env
	err *RuleError
}

// require is a premise.
func (t *typing) require(ok bool, rule, format string, args ...any) {
	if !ok && t.err == nil {
		t.err = &RuleError{rule, fmt.Sprintf(format, args...)}
	}
}

func (t *typing) mem() bool { return t.env.Level() == ir.Mem }

// lookup returns n's binding.
func (t *typing) lookup(n name.Name) ir.Param {
	p, ok := t.env.Lookup(n)
	t.require(ok, RuleScope, "%s is not bound", n)
	return p
}

// of returns an atom as a binding: a constant has its type.
func (t *typing) of(a ir.Atom) ir.Param {
	if a.IsVar() {
		return t.lookup(a.Name)
	}
	return ir.Param{Type: ir.ScalarOf(a.Const.Type)}
}

// array returns n's binding, which must be an array.
func (t *typing) array(n name.Name) ir.Param {
	p := t.lookup(n)
	t.require(p.Type.IsArray(), RuleType, "%s is no array but has type %s", n, p.Type)
	return p
}

// atom requires a to be of type want.
func (t *typing) atom(what string, a ir.Atom, want ir.Type) {
	t.same(t.of(a).Type, want, "%s %s", what, a)
}

// i64 requires the atoms to be i64 scalars.
func (t *typing) i64(what string, as ...ir.Atom) {
	for _, a := range as {
		t.atom(what, a, ir.I64)
	}
}

// scalarAtom requires a to be a scalar and returns its type.
func (t *typing) scalarAtom(what string, a ir.Atom) scalar.Type {
	typ := t.of(a).Type
	t.require(typ.IsScalar(), RuleType, "%s %s is no scalar but has type %s", what, a, typ)
	return typ.Elem
}

// same requires two types to agree: their elements, their ranks and their sizes, as
// atoms. The format names what has the type got.
func (t *typing) same(got, want ir.Type, format string, args ...any) {
	switch {
	case t.err != nil:
	case got.Elem != want.Elem || got.Rank() != want.Rank() || got.Space != want.Space:
		t.require(false, RuleType, "%s has type %s, not %s", lazy{format, args}, got, want)
	default:
		for i := range got.Dims {
			t.require(got.Dims[i] == want.Dims[i], RuleSize, "%s has type %s, not %s", lazy{format, args}, got, want)
		}
	}
}

// lazy is text that is formatted only for an error.
type lazy struct {
	format string
	args   []any
}

func (l lazy) String() string { return fmt.Sprintf(l.format, l.args...) }

func showSize(a ir.Atom) string { // as types show it
	if n, ok := a.AsSize(); ok {
		return fmt.Sprint(n)
	}
	return a.String()
}

// count requires got, the number of things called what, to be want.
func (t *typing) count(what string, got, want int) {
	t.require(got == want, RuleArity, "%d %s, not %d", got, what, want)
}

// rows requires the arrays to have width elements each and returns the elements' types.
func (t *typing) rows(width ir.Atom, arrays []name.Name) []ir.Type {
	t.i64("the width", width)
	rows := make([]ir.Type, len(arrays))
	for i, n := range arrays {
		typ := t.array(n).Type
		if t.err != nil {
			return rows
		}
		t.require(typ.Dims[0] == width, RuleSize, "%s has type %s, but %s elements are taken of it", n, typ, showSize(width))
		rows[i] = typ.Peel(1)
	}
	return rows
}

// function requires l to take values of the types params.
func (t *typing) function(what string, l *ir.Lambda, params []ir.Type) {
	t.require(l != nil, RuleForm, "%s is missing", what)
	if t.err != nil {
		return
	}
	t.count("parameters of "+what, len(l.Params), len(params))
	for i := range l.Params {
		if t.err == nil {
			t.same(l.Params[i].Type, params[i], "parameter %s of %s", l.Params[i].Name, what)
		}
	}
	for _, r := range l.Results {
		t.require(!r.IsBlock() || t.mem(), RuleType, "%s returns a memory block", what)
	}
}

// operator requires l to combine two values of the types elems into one. On mem an array
// parameter comes after its block and its offset there, from which it lies row-major; an
// array result comes after its block.
func (t *typing) operator(l *ir.Lambda, elems []ir.Type) {
	const what = "the operator"
	t.require(len(elems) > 0, RuleForm, "there is no neutral element")
	params := append(append([]ir.Type{}, elems...), elems...)
	results := elems
	if t.mem() {
		params, results = locatedParams(params), locatedResults(elems)
	}
	t.function(what, l, params)
	if t.err != nil {
		return
	}
	t.results(what, l.Results, results)
	for i, p := range l.Params {
		if t.mem() && p.Type.IsArray() {
			t.operatorParam(l.Params[i-2], l.Params[i-1], p)
		}
	}
}

func locatedParams(ts []ir.Type) (out []ir.Type) {
	for _, t := range ts {
		if t.IsArray() {
			out = append(out, ir.BlockIn(""), ir.I64)
		}
		out = append(out, t)
	}
	return out
}

func locatedResults(ts []ir.Type) (out []ir.Type) {
	for _, t := range ts {
		if t.IsArray() {
			out = append(out, ir.BlockIn(""))
		}
		out = append(out, t)
	}
	return out
}

func (t *typing) operatorParam(block, offset, array ir.Param) {
	want := *ir.RowMajorIn(block.Name, array.Type)
	want.Index.Offset = ir.Var(offset.Name).Poly()
	ok := array.At != nil && array.At.Block == want.Block && array.At.Index.Equal(want.Index)
	t.require(ok, RulePlace, "the operator's parameter %s must lie %s", array.Name, &want)
}

// results requires the types that a function or body returns.
func (t *typing) results(what string, got, want []ir.Type) {
	t.count("results of "+what, len(got), len(want))
	for i := range got {
		if t.err == nil {
			t.same(got[i], want[i], "result %d of %s", i+1, what)
		}
	}
}

// body returns the results of a body as bindings.
func (t *typing) body(b *ir.Body) []ir.Param {
	out := make([]ir.Param, len(b.Result))
	for i, a := range b.Result {
		out[i] = t.of(a)
	}
	return out
}

// point returns the results of a segmented operator's body for a point.
func (t *typing) point(b *ir.Body) []ir.Param {
	out := t.body(b)
	for i, p := range out {
		t.require(!p.Type.IsBlock(), RuleType, "the body returns %s, a memory block", b.Result[i])
	}
	return out
}

// contiguous requires arrays that are operands of an operator to lie row-major (mem).
func (t *typing) contiguous(what string, ps ...ir.Param) {
	for _, p := range ps {
		bad := t.mem() && p.Type.IsArray() && (p.At == nil || !p.At.Index.IsContiguous())
		t.require(!bad, RulePlace, "%s %s must lie row-major from some offset", what, p.Name)
	}
}

func types(ps []ir.Param) []ir.Type {
	out := make([]ir.Type, len(ps))
	for i, p := range ps {
		out[i] = p.Type
	}
	return out
}

// one returns a single result without a prescribed location.
func one(t ir.Type) []ir.Param { return []ir.Param{{Type: t}} }

// like returns a single result of a binding's type and location.
func like(p ir.Param) []ir.Param { return []ir.Param{{Type: p.Type, At: p.At}} }

// plain returns results of the types, without prescribed locations.
func plain(ts []ir.Type) []ir.Param {
	out := make([]ir.Param, len(ts))
	for i, t := range ts {
		out[i].Type = t
	}
	return out
}

// under returns arrays of the types, with the outer dimensions added.
func under(ts []ir.Type, outer ...ir.Atom) []ir.Type {
	out := make([]ir.Type, len(ts))
	for i, t := range ts {
		out[i] = t.Under(outer...)
	}
	return out
}
