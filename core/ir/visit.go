package ir

import (
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Visitor visits the parts of an expression in the order of the text form, by address, so
// that it may read or replace them. A label names the part in the text; parts without one
// are positional. Binders are visited before their scope.
type Visitor interface {
	Atom(label string, a *Atom)
	Atoms(label string, as *[]Atom)
	Var(label string, n *name.Name)
	Vars(label string, ns *[]name.Name)
	Int(label string, i *int)
	Ints(label string, is *[]int)
	Flag(label string, b *bool)
	// Fn and Elem are suffixes of the operation's name in the text: add.i32.
	Fn(op *scalar.Op)
	Elem(t *scalar.Type)
	Type(label string, t *Type)
	// FunName is the name of a function, or of a threshold.
	FunName(f *string)
	Message(m *[]MessagePart)
	Trace(t *[]source.Pos)
	Slice(label string, ds *[]SliceDim)
	FlatDims(label string, ds *[]FlatDim)
	Dests(label string, ds *[]Dest)
	HistOps(label string, hs *[]HistOp)
	MemSpace(label string, s *Space)
	Parallel(label string, p *Parallel)
	// LoopHeader visits the loop's binders: Params with their Inits, and the form of the
	// loop.
	LoopHeader(l *Loop)
	// IndexSpace binds a segmented operator's indices.
	IndexSpace(s *[]SpaceDim)
	// Lambda may be nil; the text then omits it.
	Lambda(label string, l **Lambda)
	Body(label string, b **Body)
}

func (e *Use) Visit(v Visitor) { v.Atom("", &e.X) }

func (e *Prim) Visit(v Visitor) {
	v.Fn(&e.Fn)
	v.Elem(&e.Type)
	v.Atoms("", &e.Args)
}

func (e *Convert) Visit(v Visitor) {
	v.Elem(&e.From)
	v.Elem(&e.To)
	v.Atom("", &e.X)
}

func (e *Assert) Visit(v Visitor) {
	v.Atom("", &e.Cond)
	v.Message(&e.Message)
	v.Trace(&e.Trace)
}

func (e *Enough) Visit(v Visitor) {
	v.FunName(&e.Threshold)
	v.Atom("", &e.Amount)
	v.Atom("", &e.Least)
}

func (e *Call) Visit(v Visitor) {
	v.FunName(&e.Fun)
	v.Atoms("", &e.Args)
}

func (e *If) Visit(v Visitor) {
	v.Atom("", &e.Cond)
	v.Body("then", &e.Then)
	v.Body("else", &e.Else)
}

func (e *Loop) Visit(v Visitor) {
	v.LoopHeader(e)
	v.Body("do", &e.Body)
}

func (e *Index) Visit(v Visitor) {
	v.Var("", &e.Array)
	v.Atoms("", &e.Indices)
}

func (e *Slice) Visit(v Visitor) {
	v.Var("", &e.Array)
	v.Slice("", &e.Dims)
}

func (e *FlatSlice) Visit(v Visitor) {
	v.Var("", &e.Array)
	v.Atom("", &e.Offset)
	v.FlatDims("", &e.Dims)
}

func (e *Update) Visit(v Visitor) {
	v.Var("", &e.Array)
	v.Slice("", &e.Dims)
	v.Atom("", &e.Value)
}

func (e *FlatUpdate) Visit(v Visitor) {
	v.Var("", &e.Array)
	v.Atom("", &e.Offset)
	v.FlatDims("", &e.Dims)
	v.Var("", &e.Value)
}

func (e *Iota) Visit(v Visitor) {
	v.Elem(&e.Elem)
	v.Atom("", &e.Count)
	v.Atom("", &e.Start)
	v.Atom("", &e.Step)
}

func (e *Replicate) Visit(v Visitor) {
	v.Atoms("", &e.Shape)
	v.Atom("", &e.Value)
}

func (e *Scratch) Visit(v Visitor) {
	v.Elem(&e.Elem)
	v.Atoms("", &e.Shape)
}

func (e *Copy) Visit(v Visitor) { v.Var("", &e.Array) }

func (e *Concat) Visit(v Visitor) {
	v.Int("dim", &e.Dim)
	v.Atom("", &e.Size)
	v.Vars("", &e.Arrays)
}

func (e *Literal) Visit(v Visitor) {
	v.Type("", &e.Row)
	v.Atoms("", &e.Elems)
}

func (e *Rearrange) Visit(v Visitor) {
	v.Ints("", &e.Perm)
	v.Var("", &e.Array)
}

func (e *Reshape) Visit(v Visitor) {
	v.Atoms("", &e.Shape)
	v.Var("", &e.Array)
}

func (e *Alloc) Visit(v Visitor) {
	v.Atom("", &e.Bytes)
	v.MemSpace("space", &e.Space)
}

func (e *Map) Visit(v Visitor) {
	v.Atom("", &e.Width)
	v.Vars("", &e.Arrays)
	v.Lambda("", &e.Fn)
}

func (e *Reduce) Visit(v Visitor) {
	v.Atom("", &e.Width)
	v.Vars("", &e.Arrays)
	v.Flag("commutative", &e.Commutative)
	v.Lambda("op", &e.Operator)
	v.Atoms("neutral", &e.Neutral)
	v.Lambda("fn", &e.Fn)
}

func (e *Scan) Visit(v Visitor) {
	v.Atom("", &e.Width)
	v.Vars("", &e.Arrays)
	v.Lambda("op", &e.Operator)
	v.Atoms("neutral", &e.Neutral)
	v.Lambda("fn", &e.Fn)
}

func (e *Scatter) Visit(v Visitor) {
	v.Atom("", &e.Width)
	v.Vars("", &e.Arrays)
	v.Dests("into", &e.Dests)
	v.Lambda("", &e.Fn)
}

func (e *Hist) Visit(v Visitor) {
	v.Atom("", &e.Width)
	v.Vars("", &e.Arrays)
	v.HistOps("into", &e.Ops)
	v.Lambda("", &e.Fn)
}

func (e *SegMap) Visit(v Visitor) {
	v.IndexSpace(&e.Space)
	v.Parallel("level", &e.Level)
	v.Dests("into", &e.Writes)
	v.Body("", &e.Body)
}

func (e *SegRed) Visit(v Visitor) {
	v.IndexSpace(&e.Space)
	v.Parallel("level", &e.Level)
	v.Flag("commutative", &e.Commutative)
	v.Lambda("op", &e.Operator)
	v.Atoms("neutral", &e.Neutral)
	v.Body("", &e.Body)
}

func (e *SegScan) Visit(v Visitor) {
	v.IndexSpace(&e.Space)
	v.Parallel("level", &e.Level)
	v.Lambda("op", &e.Operator)
	v.Atoms("neutral", &e.Neutral)
	v.Body("", &e.Body)
}

func (e *SegHist) Visit(v Visitor) {
	v.IndexSpace(&e.Space)
	v.Parallel("level", &e.Level)
	v.HistOps("into", &e.Ops)
	v.Body("", &e.Body)
}
