package ops

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// Field says how a part of an operation travels to plugins: the field of the message
// lamina.ir.v1.Part that holds it, and the part's label, "" for most.
type Field struct{ Name, Label string }

// Fields returns the fields of an operation's parts, in the order of Parts; nil if there is no
// such operation.
func (d *Def) Fields() []Field {
	e, ok := ir.New(d.Name)
	if !ok {
		return nil
	}
	var out fields
	e.Visit(&out)
	return out
}

// fields is a Visitor that collects the fields of the parts.
type fields []Field

func (f *fields) add(name, label string) { *f = append(*f, Field{name, label}) }

func (f *fields) Atom(label string, _ *ir.Atom)          { f.add("atom", label) }
func (f *fields) Atoms(label string, _ *[]ir.Atom)       { f.add("atoms", label) }
func (f *fields) Var(label string, _ *name.Name)         { f.add("var", label) }
func (f *fields) Vars(label string, _ *[]name.Name)      { f.add("vars", label) }
func (f *fields) Int(label string, _ *int)               { f.add("int", label) }
func (f *fields) Ints(label string, _ *[]int)            { f.add("ints", label) }
func (f *fields) Flag(label string, _ *bool)             { f.add("flag", label) }
func (f *fields) Fn(*scalar.Op)                          { f.add("symbol", "") }
func (f *fields) Elem(*scalar.Type)                      { f.add("elem", "") }
func (f *fields) Type(label string, _ *ir.Type)          { f.add("type", label) }
func (f *fields) FunName(*string)                        { f.add("symbol", "") }
func (f *fields) Message(*[]ir.MessagePart)              { f.add("message", "") }
func (f *fields) Trace(*[]source.Pos)                    { f.add("trace", "") }
func (f *fields) Slice(label string, _ *[]ir.SliceDim)   { f.add("slice", label) }
func (f *fields) FlatDims(label string, _ *[]ir.FlatDim) { f.add("flat_dims", label) }
func (f *fields) Dests(label string, _ *[]ir.Dest)       { f.add("dests", label) }
func (f *fields) HistOps(label string, _ *[]ir.HistOp)   { f.add("hist_ops", label) }
func (f *fields) MemSpace(label string, _ *ir.Space)     { f.add("space", label) }
func (f *fields) Parallel(label string, _ *ir.Parallel)  { f.add("parallel", label) }
func (f *fields) LoopHeader(*ir.Loop)                    { f.add("loop", "") }
func (f *fields) IndexSpace(*[]ir.SpaceDim)              { f.add("index_space", "") }
func (f *fields) Lambda(label string, _ **ir.Lambda)     { f.add("lambda", label) }
func (f *fields) Body(label string, _ **ir.Body)         { f.add("body", label) }
