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

func (v *partEncoder) add(label string, p *irpb.Part) {
	p.Label = label
	v.op.Parts = append(v.op.Parts, p)
}

func (v *partEncoder) Atom(label string, a *ir.Atom) {
	v.add(label, &irpb.Part{Value: &irpb.Part_Atom{Atom: v.atom(*a)}})
}

func (v *partEncoder) Atoms(label string, as *[]ir.Atom) {
	v.add(label, &irpb.Part{Value: &irpb.Part_Atoms{Atoms: &irpb.Atoms{Atoms: v.atoms(*as)}}})
}

func (v *partEncoder) Var(label string, n *name.Name) {
	v.add(label, &irpb.Part{Value: &irpb.Part_Var{Var: v.name(*n)}})
}

func (v *partEncoder) Vars(label string, ns *[]name.Name) {
	v.add(label, &irpb.Part{Value: &irpb.Part_Vars{Vars: &irpb.Vars{Vars: v.nameList(*ns)}}})
}

func (v *partEncoder) Int(label string, i *int) {
	v.add(label, &irpb.Part{Value: &irpb.Part_Int{Int: int64(*i)}})
}

func (v *partEncoder) Ints(label string, is *[]int) {
	ints := each(*is, func(i int) int64 { return int64(i) })
	v.add(label, &irpb.Part{Value: &irpb.Part_Ints{Ints: &irpb.Ints{Ints: ints}}})
}

func (v *partEncoder) Flag(label string, b *bool) {
	if *b || v.all {
		v.add(label, &irpb.Part{Value: &irpb.Part_Flag{Flag: *b}})
	}
}

func (v *partEncoder) Fn(op *scalar.Op) {
	v.add("", &irpb.Part{Value: &irpb.Part_Symbol{Symbol: []byte(op.String())}})
}

func (v *partEncoder) Elem(t *scalar.Type) {
	v.add("", &irpb.Part{Value: &irpb.Part_Elem{Elem: v.elem(*t)}})
}

func (v *partEncoder) Type(label string, t *ir.Type) {
	v.add(label, &irpb.Part{Value: &irpb.Part_Type{Type: v.typ(*t)}})
}

func (v *partEncoder) FunName(f *string) {
	v.add("", &irpb.Part{Value: &irpb.Part_Symbol{Symbol: []byte(*f)}})
}

func (v *partEncoder) Message(m *[]ir.MessagePart) {
	parts := each(*m, func(p ir.MessagePart) *irpb.TextPart {
		if p.Arg != nil {
			return &irpb.TextPart{Arg: v.atom(*p.Arg)}
		}
		return &irpb.TextPart{Text: []byte(p.Text)}
	})
	v.add("", &irpb.Part{Value: &irpb.Part_Message{Message: &irpb.Text{Parts: parts}}})
}

func (v *partEncoder) Trace(t *[]source.Pos) {
	v.add("", &irpb.Part{Value: &irpb.Part_Trace{Trace: &irpb.Positions{Positions: v.positions(*t)}}})
}

func (v *partEncoder) Slice(label string, ds *[]ir.SliceDim) {
	dims := each(*ds, func(d ir.SliceDim) *irpb.SliceDim {
		if d.Fix {
			return &irpb.SliceDim{Fix: true, Start: v.atom(d.Start)}
		}
		return &irpb.SliceDim{Start: v.atom(d.Start), Size: v.atom(d.Size), Step: v.atom(d.Step)}
	})
	v.add(label, &irpb.Part{Value: &irpb.Part_Slice{Slice: &irpb.SliceDims{Dims: dims}}})
}

func (v *partEncoder) FlatDims(label string, ds *[]ir.FlatDim) {
	dims := each(*ds, func(d ir.FlatDim) *irpb.FlatDim {
		return &irpb.FlatDim{Size: v.atom(d.Size), Stride: v.atom(d.Stride)}
	})
	v.add(label, &irpb.Part{Value: &irpb.Part_FlatDims{FlatDims: &irpb.FlatDims{Dims: dims}}})
}

func (v *partEncoder) Dests(label string, ds *[]ir.Dest) {
	dests := each(*ds, func(d ir.Dest) *irpb.Dest {
		return &irpb.Dest{Array: v.name(d.Array), Rank: int64(d.Rank)}
	})
	v.add(label, &irpb.Part{Value: &irpb.Part_Dests{Dests: &irpb.Dests{Dests: dests}}})
}

func (v *partEncoder) HistOps(label string, hs *[]ir.HistOp) {
	ops := each(*hs, func(h ir.HistOp) *irpb.HistOp {
		return &irpb.HistOp{
			Dests: v.nameList(h.Dests), Rank: int64(h.Rank),
			Operator: v.lambda(h.Operator), Neutral: v.atoms(h.Neutral),
		}
	})
	v.add(label, &irpb.Part{Value: &irpb.Part_HistOps{HistOps: &irpb.HistOps{Ops: ops}}})
}

func (v *partEncoder) MemSpace(label string, s *ir.Space) {
	if *s != "" || v.all {
		v.add(label, &irpb.Part{Value: &irpb.Part_Space{Space: []byte(*s)}})
	}
}

func (v *partEncoder) Parallel(label string, p *ir.Parallel) {
	if *p != ir.Threads || v.all {
		v.add(label, &irpb.Part{Value: &irpb.Part_Parallel{Parallel: irpb.Parallel(*p)}})
	}
}

func (v *partEncoder) LoopHeader(l *ir.Loop) {
	v.add("", &irpb.Part{Value: &irpb.Part_Loop{Loop: &irpb.LoopHeader{
		Params: v.binders(l.Params), Inits: v.atoms(l.Inits),
		Index: v.name(l.Index), Bound: v.atom(l.Bound), While: v.name(l.While),
	}}})
}

func (v *partEncoder) IndexSpace(s *[]ir.SpaceDim) {
	dims := each(*s, func(d ir.SpaceDim) *irpb.SpaceDim {
		return &irpb.SpaceDim{Index: v.name(d.Index), Size: v.atom(d.Size)}
	})
	v.add("", &irpb.Part{Value: &irpb.Part_IndexSpace{IndexSpace: &irpb.IndexSpace{Dims: dims}}})
}

func (v *partEncoder) Lambda(label string, l **ir.Lambda) {
	if *l != nil || v.all {
		v.add(label, &irpb.Part{Value: &irpb.Part_Lambda{Lambda: v.lambda(*l)}})
	}
}

func (v *partEncoder) Body(label string, b **ir.Body) {
	if *b != nil || v.all {
		v.add(label, &irpb.Part{Value: &irpb.Part_Body{Body: v.body(*b)}})
	}
}
