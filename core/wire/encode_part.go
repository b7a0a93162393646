package wire

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

// partEncoder is the Visitor that writes down the parts of an operation. What
// partDecoder takes for granted is left out: flags that are false, the default
// memory space and level of parallelism, functions that are not there.
type partEncoder struct {
	*encoder
	op  *irpb.Operation
	all bool // leave nothing out: who knows the operation may not take it for granted
}

// add is one more part of the operation.
func (v *partEncoder) add(label string) *irpb.Part {
	p := v.new.Part.New()
	p.Label = label
	v.op.Parts = v.new.Part.Add(v.op.Parts, p, mostParts)
	return p
}

// mostParts is how many parts most operations have at most.
const mostParts = 4

func (v *partEncoder) Atom(label string, a *ir.Atom) {
	v.add(label).Value = v.new.PartOfAtom.Put(irpb.Part_Atom{Atom: v.atom(*a)})
}

func (v *partEncoder) Atoms(label string, as *[]ir.Atom) {
	v.add(label).Value = v.new.PartOfAtoms.Put(irpb.Part_Atoms{Atoms: v.new.Atoms.Put(irpb.Atoms{Atoms: v.atoms(*as)})})
}

func (v *partEncoder) Var(label string, n *name.Name) {
	v.add(label).Value = v.new.PartOfVar.Put(irpb.Part_Var{Var: v.name(*n)})
}

func (v *partEncoder) Vars(label string, ns *[]name.Name) {
	v.add(label).Value = v.new.PartOfVars.Put(irpb.Part_Vars{Vars: v.new.Vars.Put(irpb.Vars{Vars: v.nameList(*ns)})})
}

func (v *partEncoder) Int(label string, i *int) {
	v.add(label).Value = v.new.PartOfInt.Put(irpb.Part_Int{Int: int64(*i)})
}

func (v *partEncoder) Ints(label string, is *[]int) {
	ints := each(*is, func(i int) int64 { return int64(i) })
	v.add(label).Value = v.new.PartOfInts.Put(irpb.Part_Ints{Ints: v.new.Ints.Put(irpb.Ints{Ints: ints})})
}

func (v *partEncoder) Flag(label string, b *bool) {
	if *b || v.all {
		v.add(label).Value = v.new.PartOfFlag.Put(irpb.Part_Flag{Flag: *b})
	}
}

func (v *partEncoder) Fn(op *scalar.Op) {
	v.add("").Value = v.new.PartOfSymbol.Put(irpb.Part_Symbol{Symbol: v.text(op.String())})
}

func (v *partEncoder) Elem(t *scalar.Type) {
	v.add("").Value = v.new.PartOfElem.Put(irpb.Part_Elem{Elem: v.elem(*t)})
}

func (v *partEncoder) Type(label string, t *ir.Type) {
	v.add(label).Value = v.new.PartOfType.Put(irpb.Part_Type{Type: v.typ(*t)})
}

func (v *partEncoder) FunName(f *string) {
	v.add("").Value = v.new.PartOfSymbol.Put(irpb.Part_Symbol{Symbol: v.text(*f)})
}

func (v *partEncoder) Message(m *[]ir.MessagePart) {
	parts := list(&v.new.TextPart, *m, func(p ir.MessagePart) *irpb.TextPart {
		if p.Arg != nil {
			return v.new.TextPart.Put(irpb.TextPart{Arg: v.atom(*p.Arg)})
		}
		return v.new.TextPart.Put(irpb.TextPart{Text: v.text(p.Text)})
	})
	v.add("").Value = v.new.PartOfMessage.Put(irpb.Part_Message{Message: v.new.Text.Put(irpb.Text{Parts: parts})})
}

func (v *partEncoder) Trace(t *[]source.Pos) {
	v.add("").Value = v.new.PartOfTrace.Put(irpb.Part_Trace{Trace: v.new.Positions.Put(irpb.Positions{Positions: v.positions(*t)})})
}

func (v *partEncoder) Slice(label string, ds *[]ir.SliceDim) {
	dims := list(&v.new.SliceDim, *ds, func(d ir.SliceDim) *irpb.SliceDim {
		if d.Fix {
			return v.new.SliceDim.Put(irpb.SliceDim{Fix: true, Start: v.atom(d.Start)})
		}
		return v.new.SliceDim.Put(irpb.SliceDim{Start: v.atom(d.Start), Size: v.atom(d.Size), Step: v.atom(d.Step)})
	})
	v.add(label).Value = v.new.PartOfSlice.Put(irpb.Part_Slice{Slice: v.new.SliceDims.Put(irpb.SliceDims{Dims: dims})})
}

func (v *partEncoder) FlatDims(label string, ds *[]ir.FlatDim) {
	dims := list(&v.new.FlatDim, *ds, func(d ir.FlatDim) *irpb.FlatDim {
		return v.new.FlatDim.Put(irpb.FlatDim{Size: v.atom(d.Size), Stride: v.atom(d.Stride)})
	})
	v.add(label).Value = v.new.PartOfFlatDims.Put(irpb.Part_FlatDims{FlatDims: v.new.FlatDims.Put(irpb.FlatDims{Dims: dims})})
}

func (v *partEncoder) Dests(label string, ds *[]ir.Dest) {
	dests := list(&v.new.Dest, *ds, func(d ir.Dest) *irpb.Dest {
		return v.new.Dest.Put(irpb.Dest{Array: v.name(d.Array), Rank: int64(d.Rank)})
	})
	v.add(label).Value = v.new.PartOfDests.Put(irpb.Part_Dests{Dests: v.new.Dests.Put(irpb.Dests{Dests: dests})})
}

func (v *partEncoder) HistOps(label string, hs *[]ir.HistOp) {
	ops := list(&v.new.HistOp, *hs, func(h ir.HistOp) *irpb.HistOp {
		return v.new.HistOp.Put(irpb.HistOp{
			Dests: v.nameList(h.Dests), Rank: int64(h.Rank),
			Operator: v.lambda(h.Operator), Neutral: v.atoms(h.Neutral),
		})
	})
	v.add(label).Value = v.new.PartOfHistOps.Put(irpb.Part_HistOps{HistOps: v.new.HistOps.Put(irpb.HistOps{Ops: ops})})
}

func (v *partEncoder) MemSpace(label string, s *ir.Space) {
	if *s != "" || v.all {
		v.add(label).Value = v.new.PartOfSpace.Put(irpb.Part_Space{Space: v.text(string(*s))})
	}
}

func (v *partEncoder) Parallel(label string, p *ir.Parallel) {
	if *p != ir.Threads || v.all {
		v.add(label).Value = v.new.PartOfParallel.Put(irpb.Part_Parallel{Parallel: irpb.Parallel(*p)})
	}
}

func (v *partEncoder) LoopHeader(l *ir.Loop) {
	v.add("").Value = v.new.PartOfLoop.Put(irpb.Part_Loop{Loop: v.new.LoopHeader.Put(irpb.LoopHeader{
		Params: v.binders(l.Params), Inits: v.atoms(l.Inits),
		Index: v.name(l.Index), Bound: v.atom(l.Bound), While: v.name(l.While),
	})})
}

func (v *partEncoder) IndexSpace(s *[]ir.SpaceDim) {
	dims := list(&v.new.SpaceDim, *s, func(d ir.SpaceDim) *irpb.SpaceDim {
		return v.new.SpaceDim.Put(irpb.SpaceDim{Index: v.name(d.Index), Size: v.atom(d.Size)})
	})
	v.add("").Value = v.new.PartOfIndexSpace.Put(irpb.Part_IndexSpace{IndexSpace: v.new.IndexSpace.Put(irpb.IndexSpace{Dims: dims})})
}

func (v *partEncoder) Lambda(label string, l **ir.Lambda) {
	if *l != nil || v.all {
		v.add(label).Value = v.new.PartOfLambda.Put(irpb.Part_Lambda{Lambda: v.lambda(*l)})
	}
}

func (v *partEncoder) Body(label string, b **ir.Body) {
	if *b != nil || v.all {
		v.add(label).Value = v.new.PartOfBody.Put(irpb.Part_Body{Body: v.body(*b)})
	}
}
