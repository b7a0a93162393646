package ir

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Builder collects statements. It does not fold constants; simplify does.
type Builder struct {
	Names *name.Supply
	Pos   source.Pos // given to every statement added
	stms  []*Stm
}

// NewBuilder returns an empty builder that draws names from supply.
func NewBuilder(supply *name.Supply) *Builder { return &Builder{Names: supply} }

// Inner returns an empty builder for a nested body, with the same supply and position.
func (b *Builder) Inner() *Builder { return &Builder{Names: b.Names, Pos: b.Pos} }

// Stms returns the statements added so far.
func (b *Builder) Stms() []*Stm { return b.stms }

// Body returns a body of the builder's statements and the given results.
func (b *Builder) Body(result ...Atom) *Body { return &Body{Stms: b.stms, Result: result} }

// Append adds finished statements.
func (b *Builder) Append(stms ...*Stm) { b.stms = append(b.stms, stms...) }

// Bind adds a statement with the given pattern.
func (b *Builder) Bind(pat []Param, e Exp) {
	b.stms = append(b.stms, &Stm{Pat: pat, Exp: e, Pos: b.Pos})
}

// Let binds e's one result, of type t, to a fresh name.
func (b *Builder) Let(base string, t Type, e Exp) Atom {
	n := b.Names.Fresh(base)
	b.Bind([]Param{{Name: n, Type: t}}, e)
	return Var(n)
}

// Lets binds e's results, of the given types, to fresh names.
func (b *Builder) Lets(base string, ts []Type, e Exp) []Atom {
	pat := make([]Param, len(ts))
	out := make([]Atom, len(ts))
	for i, t := range ts {
		pat[i] = Param{Name: b.Names.Fresh(base), Type: t}
		out[i] = Var(pat[i].Name)
	}
	b.Bind(pat, e)
	return out
}

// Prim applies a scalar operator at type t.
func (b *Builder) Prim(base string, op scalar.Op, t scalar.Type, args ...Atom) Atom {
	return b.Let(base, ScalarOf(op.ResultType(t)), &Prim{Fn: op, Type: t, Args: args})
}

// Convert converts x between scalar types; it adds nothing if they are the same.
func (b *Builder) Convert(from, to scalar.Type, x Atom) Atom {
	if from == to {
		return x
	}
	return b.Let("conv", ScalarOf(to), &Convert{From: from, To: to, X: x})
}

// Index reads the element of type t at full indices.
func (b *Builder) Index(base string, t scalar.Type, array name.Name, indices ...Atom) Atom {
	return b.Let(base, ScalarOf(t), &Index{Array: array, Indices: indices})
}

// BindElement binds p to the element of array at index i of its outermost dimension: a scalar,
// or a view of a row.
func (b *Builder) BindElement(p Param, array name.Name, i Atom) {
	var e Exp = &Index{Array: array, Indices: []Atom{i}}
	if p.Type.IsArray() {
		dims := []SliceDim{FixAt(i)}
		for _, size := range p.Type.Dims {
			dims = append(dims, Whole(size))
		}
		e = &Slice{Array: array, Dims: dims}
	}
	b.Bind([]Param{{Name: p.Name, Type: p.Type}}, e)
}

// Assert adds an assertion.
func (b *Builder) Assert(cond Atom, trace []source.Pos, message ...MessagePart) {
	b.Bind(nil, &Assert{Cond: cond, Message: message, Trace: trace})
}

// Text is a piece of an assertion's message.
func Text(s string) MessagePart { return MessagePart{Text: s} }

// Arg is a scalar's value in an assertion's message.
func Arg(a Atom) MessagePart { return MessagePart{Arg: &a} }
