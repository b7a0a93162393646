package wire

import (
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

// The value of each kind of part.

func (d *decoder) atomPart(k *irpb.Part_Atom) ir.Atom        { return d.operand(k.Atom) }
func (d *decoder) atomsPart(k *irpb.Part_Atoms) []ir.Atom    { return d.operands(k.Atoms.GetAtoms()) }
func (d *decoder) varPart(k *irpb.Part_Var) name.Name        { return d.bound(k.Var) }
func (d *decoder) varsPart(k *irpb.Part_Vars) []name.Name    { return d.nameList(k.Vars.GetVars()) }
func (d *decoder) intPart(k *irpb.Part_Int) int              { return d.int(k.Int) }
func (d *decoder) intsPart(k *irpb.Part_Ints) []int          { return each(k.Ints.GetInts(), d.int) }
func (d *decoder) elemPart(k *irpb.Part_Elem) scalar.Type    { return d.elem(k.Elem) }
func (d *decoder) typePart(k *irpb.Part_Type) ir.Type        { return d.typ(k.Type) }
func (d *decoder) lambdaPart(k *irpb.Part_Lambda) *ir.Lambda { return d.lambda(k.Lambda) }
func (d *decoder) bodyPart(k *irpb.Part_Body) *ir.Body       { return d.body(k.Body) }

func flagPart(k *irpb.Part_Flag) bool       { return k.Flag }
func symbolPart(k *irpb.Part_Symbol) string { return string(k.Symbol) }
func spacePart(k *irpb.Part_Space) ir.Space { return ir.Space(k.Space) }

func (d *decoder) tracePart(k *irpb.Part_Trace) []source.Pos {
	return each(k.Trace.GetPositions(), d.pos)
}

func (d *decoder) parallelPart(k *irpb.Part_Parallel) ir.Parallel {
	if k.Parallel < 0 || k.Parallel > irpb.Parallel(ir.InGroup) {
		d.fail("there is no level of parallelism %d", k.Parallel)
		return ir.Threads
	}
	return ir.Parallel(k.Parallel)
}

func (d *decoder) messagePart(k *irpb.Part_Message) []ir.MessagePart {
	return each(k.Message.GetParts(), func(p *irpb.TextPart) ir.MessagePart {
		if p.GetArg() != nil {
			return ir.Arg(d.operand(p.Arg))
		}
		return ir.Text(string(p.GetText()))
	})
}

func (d *decoder) slicePart(k *irpb.Part_Slice) []ir.SliceDim {
	return each(k.Slice.GetDims(), func(s *irpb.SliceDim) ir.SliceDim {
		if s.GetFix() {
			return ir.FixAt(d.operand(s.GetStart()))
		}
		return ir.RangeOf(d.operand(s.GetStart()), d.operand(s.GetSize()), d.operand(s.GetStep()))
	})
}

func (d *decoder) flatPart(k *irpb.Part_FlatDims) []ir.FlatDim {
	return each(k.FlatDims.GetDims(), func(f *irpb.FlatDim) ir.FlatDim {
		return ir.FlatDim{Size: d.operand(f.GetSize()), Stride: d.operand(f.GetStride())}
	})
}

func (d *decoder) destsPart(k *irpb.Part_Dests) []ir.Dest {
	return each(k.Dests.GetDests(), func(x *irpb.Dest) ir.Dest {
		return ir.Dest{Array: d.bound(x.GetArray()), Rank: d.int(x.GetRank())}
	})
}

func (d *decoder) histPart(k *irpb.Part_HistOps) []ir.HistOp {
	return each(k.HistOps.GetOps(), func(h *irpb.HistOp) ir.HistOp {
		return ir.HistOp{
			Dests: d.nameList(h.GetDests()), Rank: d.int(h.GetRank()),
			Operator: d.lambda(h.GetOperator()), Neutral: d.operands(h.GetNeutral()),
		}
	})
}

func (d *decoder) loopPart(k *irpb.Part_Loop) ir.Loop {
	l := k.Loop
	return ir.Loop{
		Params: d.binders(l.GetParams()), Inits: d.operands(l.GetInits()),
		Index: d.name(l.GetIndex()), Bound: d.atom(l.GetBound()), While: d.name(l.GetWhile()),
	}
}

func (d *decoder) indexSpacePart(k *irpb.Part_IndexSpace) []ir.SpaceDim {
	return each(k.IndexSpace.GetDims(), func(s *irpb.SpaceDim) ir.SpaceDim {
		return ir.SpaceDim{Index: d.bound(s.GetIndex()), Size: d.operand(s.GetSize())}
	})
}
