package wire

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

// operation decodes an expression: a known one if its Visit finds exactly the parts in
// the message; else a Foreign.
func (d *decoder) operation(in *irpb.Operation) ir.Exp {
	e, ok := ir.New(in.GetName())
	if ok {
		v := &partDecoder{decoder: d, rest: in.Parts}
		e.Visit(v)
		if !v.strange && len(v.rest) == 0 {
			return e
		}
	}
	if in.GetName() == "" {
		d.fail("an operation has no name")
	}
	return &ir.Foreign{Name: in.GetName(), Parts: each(in.GetParts(), d.part)}
}

// partDecoder is the Visitor that fills an operation's parts from those in the message,
// in the same order. If the next part does not match, the operation is strange.
type partDecoder struct {
	*decoder
	rest    []*irpb.Part
	strange bool
}

// take returns the next part if it has that label and is of kind K.
func take[K any](v *partDecoder, label string) (K, bool) {
	if len(v.rest) > 0 && v.rest[0].GetLabel() == label {
		if k, ok := v.rest[0].GetValue().(K); ok {
			v.rest = v.rest[1:]
			return k, true
		}
	}
	var none K
	return none, false
}

// fill sets *to from the next part, which is required.
func fill[K, T any](v *partDecoder, label string, to *T, value func(K) T) {
	if v.strange {
		return
	}
	k, ok := take[K](v, label)
	if !ok {
		v.strange = true
		return
	}
	*to = value(k)
}

// fillIfThere sets *to from the next part if it matches.
func fillIfThere[K, T any](v *partDecoder, label string, to *T, value func(K) T) {
	if k, ok := take[K](v, label); ok {
		*to = value(k)
	}
}

func (v *partDecoder) Atom(label string, a *ir.Atom)      { fill(v, label, a, v.atomPart) }
func (v *partDecoder) Atoms(label string, as *[]ir.Atom)  { fill(v, label, as, v.atomsPart) }
func (v *partDecoder) Var(label string, n *name.Name)     { fill(v, label, n, v.varPart) }
func (v *partDecoder) Vars(label string, ns *[]name.Name) { fill(v, label, ns, v.varsPart) }
func (v *partDecoder) Int(label string, i *int)           { fill(v, label, i, v.intPart) }
func (v *partDecoder) Ints(label string, is *[]int)       { fill(v, label, is, v.intsPart) }
func (v *partDecoder) Elem(t *scalar.Type)                { fill(v, "", t, v.elemPart) }
func (v *partDecoder) Type(label string, t *ir.Type)      { fill(v, label, t, v.typePart) }
func (v *partDecoder) FunName(f *string)                  { fill(v, "", f, symbolPart) }
func (v *partDecoder) Message(m *[]ir.MessagePart)        { fill(v, "", m, v.messagePart) }
func (v *partDecoder) Trace(t *[]source.Pos)              { fill(v, "", t, v.tracePart) }
func (v *partDecoder) Slice(l string, ds *[]ir.SliceDim)  { fill(v, l, ds, v.slicePart) }
func (v *partDecoder) FlatDims(l string, ds *[]ir.FlatDim) {
	fill(v, l, ds, v.flatPart)
}
func (v *partDecoder) Dests(l string, ds *[]ir.Dest)     { fill(v, l, ds, v.destsPart) }
func (v *partDecoder) HistOps(l string, hs *[]ir.HistOp) { fill(v, l, hs, v.histPart) }
func (v *partDecoder) IndexSpace(s *[]ir.SpaceDim)       { fill(v, "", s, v.indexSpacePart) }
func (v *partDecoder) Body(label string, b **ir.Body)    { fill(v, label, b, v.bodyPart) }

func (v *partDecoder) Flag(label string, b *bool)         { fillIfThere(v, label, b, flagPart) }
func (v *partDecoder) MemSpace(label string, s *ir.Space) { fillIfThere(v, label, s, spacePart) }
func (v *partDecoder) Parallel(label string, p *ir.Parallel) {
	fillIfThere(v, label, p, v.parallelPart)
}
func (v *partDecoder) Lambda(label string, l **ir.Lambda) { fillIfThere(v, label, l, v.lambdaPart) }

func (v *partDecoder) Fn(op *scalar.Op) {
	var symbol string
	fill(v, "", &symbol, symbolPart)
	fn, ok := scalar.OpByName(symbol)
	v.strange = v.strange || !ok
	*op = fn
}

func (v *partDecoder) LoopHeader(l *ir.Loop) {
	body := l.Body
	fill(v, "", l, v.loopPart)
	l.Body = body
}

// part is a part of a Foreign operation.
func (d *decoder) part(p *irpb.Part) ir.Part {
	label := p.GetLabel()
	switch k := p.GetValue().(type) {
	case *irpb.Part_Atom:
		return ir.AtomPart(label, d.atomPart(k))
	case *irpb.Part_Atoms:
		return ir.AtomsPart(label, d.atomsPart(k))
	case *irpb.Part_Var:
		return ir.VarPart(label, d.varPart(k))
	case *irpb.Part_Vars:
		return ir.VarsPart(label, d.varsPart(k))
	case *irpb.Part_Int:
		return ir.IntPart(label, d.intPart(k))
	case *irpb.Part_Ints:
		return ir.IntsPart(label, d.intsPart(k))
	case *irpb.Part_Flag:
		return ir.FlagPart(label, flagPart(k))
	case *irpb.Part_Symbol:
		return ir.SymbolPart(label, symbolPart(k))
	case *irpb.Part_Elem:
		return ir.ElemPart(label, d.elemPart(k))
	case *irpb.Part_Type:
		return ir.TypePart(label, d.typePart(k))
	case *irpb.Part_Message:
		return ir.TextPart(label, d.messagePart(k))
	case *irpb.Part_Trace:
		return ir.TracePart(label, d.tracePart(k))
	case *irpb.Part_Slice:
		return ir.SlicePart(label, d.slicePart(k))
	case *irpb.Part_FlatDims:
		return ir.FlatPart(label, d.flatPart(k))
	case *irpb.Part_Dests:
		return ir.DestsPart(label, d.destsPart(k))
	case *irpb.Part_HistOps:
		return ir.HistPart(label, d.histPart(k))
	case *irpb.Part_Space:
		return ir.SpacePart(label, spacePart(k))
	case *irpb.Part_Parallel:
		return ir.ParallelPart(label, d.parallelPart(k))
	case *irpb.Part_Loop:
		return ir.LoopPart(label, d.loopPart(k))
	case *irpb.Part_IndexSpace:
		return ir.IndexSpacePart(label, d.indexSpacePart(k))
	case *irpb.Part_Lambda:
		return ir.LambdaPart(label, d.lambdaPart(k))
	case *irpb.Part_Body:
		return ir.BodyPart(label, d.bodyPart(k))
	}
	d.fail("a part of an operation is of a kind that version %d of the IR does not have", Newest)
	return ir.FlagPart(label, false)
}
