package ir

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Foreign is an operation that this build does not know: a plugin's own, or one of a
// newer version. It keeps its parts, so that names in them can be followed and replaced
// as in any other operation, and so that it prints as it was read. The checker rejects
// programs that hold one: a pass that knows the operation must lower it.
type Foreign struct {
	Name  string
	Parts []Part
}

// Op is the operation's own name.
func (e *Foreign) Op() string { return e.Name }

// Visit calls v for the parts in their original order.
func (e *Foreign) Visit(v Visitor) {
	for _, p := range e.Parts {
		p.visit(v)
	}
}

// clone returns a Foreign with parts of its own. Slices and pointers in the parts are
// still shared, as in every shallow copy.
func (e *Foreign) clone() *Foreign {
	out := &Foreign{Name: e.Name, Parts: make([]Part, len(e.Parts))}
	for i, p := range e.Parts {
		out.Parts[i] = p.clone()
	}
	return out
}

// Part is a part of a Foreign operation. The functions below make one of each kind that a
// Visitor visits.
type Part interface {
	// Label names the part in the text; "" for most.
	Label() string
	visit(Visitor)
	clone() Part
}

type part[T any] struct {
	label string
	value T
	show  func(v Visitor, label string, at *T)
}

func (p *part[T]) Label() string   { return p.label }
func (p *part[T]) visit(v Visitor) { p.show(v, p.label, &p.value) }
func (p *part[T]) clone() Part     { return copyOf(p) }

// The kinds of parts.
func AtomPart(label string, a Atom) Part         { return &part[Atom]{label, a, Visitor.Atom} }
func AtomsPart(label string, as []Atom) Part     { return &part[[]Atom]{label, as, Visitor.Atoms} }
func VarPart(label string, n name.Name) Part     { return &part[name.Name]{label, n, Visitor.Var} }
func VarsPart(label string, ns []name.Name) Part { return &part[[]name.Name]{label, ns, Visitor.Vars} }
func IntPart(label string, i int) Part           { return &part[int]{label, i, Visitor.Int} }
func IntsPart(label string, is []int) Part       { return &part[[]int]{label, is, Visitor.Ints} }
func FlagPart(label string, b bool) Part         { return &part[bool]{label, b, Visitor.Flag} }
func TypePart(label string, t Type) Part         { return &part[Type]{label, t, Visitor.Type} }
func SlicePart(label string, ds []SliceDim) Part { return &part[[]SliceDim]{label, ds, Visitor.Slice} }
func FlatPart(label string, ds []FlatDim) Part   { return &part[[]FlatDim]{label, ds, Visitor.FlatDims} }
func DestsPart(label string, ds []Dest) Part     { return &part[[]Dest]{label, ds, Visitor.Dests} }
func HistPart(label string, hs []HistOp) Part    { return &part[[]HistOp]{label, hs, Visitor.HistOps} }
func SpacePart(label string, s Space) Part       { return &part[Space]{label, s, Visitor.MemSpace} }
func ParallelPart(label string, p Parallel) Part { return &part[Parallel]{label, p, Visitor.Parallel} }
func LambdaPart(label string, l *Lambda) Part    { return &part[*Lambda]{label, l, Visitor.Lambda} }
func BodyPart(label string, b *Body) Part        { return &part[*Body]{label, b, Visitor.Body} }

// The kinds of parts that a Visitor visits without a label. A symbol is the name of a
// function or of a scalar operator.
func SymbolPart(label, s string) Part                { return bare(label, s, Visitor.FunName) }
func ElemPart(label string, t scalar.Type) Part      { return bare(label, t, Visitor.Elem) }
func TextPart(label string, m []MessagePart) Part    { return bare(label, m, Visitor.Message) }
func TracePart(label string, t []source.Pos) Part    { return bare(label, t, Visitor.Trace) }
func IndexSpacePart(label string, s []SpaceDim) Part { return bare(label, s, Visitor.IndexSpace) }

// LoopPart is the header of a loop, without its body.
func LoopPart(label string, l Loop) Part {
	l.Body = nil
	return bare(label, l, Visitor.LoopHeader)
}

func bare[T any](label string, value T, show func(Visitor, *T)) Part {
	return &part[T]{label, value, func(v Visitor, _ string, at *T) { show(v, at) }}
}
