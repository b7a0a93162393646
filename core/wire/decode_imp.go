package wire

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

func (d *decoder) impProgram(in *irpb.Program) *imp.Program {
	if len(in.Functions) > 0 {
		d.fail("it has functions of other levels, and is at level imp")
	}
	return &imp.Program{Funs: each(in.ImpFunctions, d.impFun), Names: name.NewSupply(d.last)}
}

func (d *decoder) impFun(f *irpb.ImpFunction) *imp.Fun {
	out := &imp.Fun{
		Name: string(f.GetName()), Params: each(f.GetParams(), d.impParam), Results: each(f.GetResults(), d.impParam),
		Body: d.impBody(f.GetBody()), InKernel: f.GetInKernel(), Pos: d.pos(f.GetPosition()),
	}
	if x := f.GetEntry(); x != nil {
		out.Entry = &imp.Entry{Params: each(x.Params, d.impExternal), Results: each(x.Results, d.impExternal)}
	}
	return out
}

func (d *decoder) impParam(p *irpb.ImpParam) imp.Param {
	out := imp.Param{Name: d.bound(p.GetName()), Type: imp.Type{Space: imp.Space(p.GetType().GetSpace()), Lanes: d.lanes(p.GetType().GetLanes())}}
	if t := p.GetType().GetElem(); t != 0 {
		out.Type.Elem = d.elem(t)
	}
	return out
}

func (d *decoder) impExternal(x *irpb.ImpExternal) imp.External {
	return imp.External{
		Name: string(x.GetName()), Type: string(x.GetType()), Elem: d.elem(x.GetElem()),
		Var: d.bound(x.GetVar()), Shape: d.exprs(x.GetShape()), Unique: x.GetUnique(),
	}
}

func (d *decoder) exprs(xs []*irpb.Expression) []imp.Expr { return each(xs, d.expr) }

// expr decodes a required expression.
func (d *decoder) expr(x *irpb.Expression) imp.Expr {
	switch k := x.GetKind().(type) {
	case *irpb.Expression_Constant:
		return &imp.Const{Value: d.constant(k.Constant.GetType(), k.Constant.GetBits())}
	case *irpb.Expression_Var:
		return &imp.Var{Name: d.bound(k.Var.GetName()), Type: d.elem(k.Var.GetType()), Lanes: d.lanes(k.Var.GetLanes())}
	case *irpb.Expression_Load:
		return &imp.Load{Block: d.bound(k.Load.GetBlock()), Elem: d.elem(k.Load.GetElem()), Index: d.expr(k.Load.GetIndex()), Lanes: d.lanes(k.Load.GetLanes())}
	case *irpb.Expression_Apply:
		return &imp.Prim{Fn: d.operator(k.Apply.GetOperator()), Type: d.elem(k.Apply.GetType()), Args: d.exprs(k.Apply.GetArgs()), Exact: k.Apply.GetExact()}
	case *irpb.Expression_Convert:
		return &imp.Convert{From: d.elem(k.Convert.GetFrom()), To: d.elem(k.Convert.GetTo()), X: d.expr(k.Convert.GetX())}
	case *irpb.Expression_At:
		return d.at(k.At)
	case *irpb.Expression_Splat:
		return &imp.Splat{X: d.expr(k.Splat.GetX()), Lanes: d.lanes(k.Splat.GetLanes())}
	case *irpb.Expression_Ramp:
		return &imp.Ramp{Base: d.expr(k.Ramp.GetBase()), Step: d.expr(k.Ramp.GetStep()), Lanes: d.lanes(k.Ramp.GetLanes())}
	case *irpb.Expression_Build:
		return &imp.Build{Elems: d.exprs(k.Build.GetElems())}
	case *irpb.Expression_Lane:
		return &imp.Lane{X: d.expr(k.Lane.GetX()), K: d.lanes(k.Lane.GetK())}
	case *irpb.Expression_Id:
		if k.Id < 0 || k.Id > irpb.ThreadID(imp.Repeats) {
			d.fail("there is no identity %d of a thread", k.Id)
			return &imp.ID{}
		}
		return &imp.ID{Kind: imp.IDKind(k.Id)}
	case *irpb.Expression_Threshold:
		if k.Threshold.GetDefault() < 0 {
			d.fail("the threshold %q has the default %d, which is negative", k.Threshold.GetName(), k.Threshold.GetDefault())
		}
		return &imp.ID{Kind: imp.Threshold, Threshold: string(k.Threshold.GetName()), Default: k.Threshold.GetDefault()}
	case *irpb.Expression_Bytes:
		return &imp.Bytes{Block: d.bound(k.Bytes.GetBlock())}
	case *irpb.Expression_Apart:
		return &imp.Apart{Written: d.nameList(k.Apart.GetWritten()), Read: d.nameList(k.Apart.GetRead())}
	}
	d.fail("an expression is missing, or of a kind that version %d of the IR does not have", Newest)
	return &imp.Const{Value: scalar.Zero(scalar.I64)}
}

// lanes decodes a number of lanes, or that of a lane.
func (d *decoder) lanes(n uint32) int {
	if n > 1<<16 {
		d.fail("there are no %d lanes", n)
		return 0
	}
	return int(n)
}

func (d *decoder) at(x *irpb.At) imp.Expr {
	dims := each(x.GetDims(), func(x *irpb.AtDim) imp.AtDim {
		return imp.AtDim{Size: d.expr(x.GetSize()), Stride: d.expr(x.GetStride()), Index: d.expr(x.GetIndex())}
	})
	return &imp.At{Offset: d.expr(x.GetOffset()), Dims: dims}
}

// optional decodes an optional expression.
func (d *decoder) optional(x *irpb.Expression) imp.Expr {
	if x == nil {
		return nil
	}
	return d.expr(x)
}

func (d *decoder) operator(name string) scalar.Op {
	op, ok := scalar.OpByName(name)
	if !ok {
		d.fail("there is no scalar operator %q", name)
		return scalar.Add
	}
	return op
}

func (d *decoder) impBody(ss []*irpb.ImpStatement) []imp.Stm { return each(ss, d.impStm) }

func (d *decoder) impStm(s *irpb.ImpStatement) imp.Stm {
	switch k := s.GetKind().(type) {
	case *irpb.ImpStatement_Declare:
		return &imp.Declare{Name: d.bound(k.Declare.GetName()), Type: d.elem(k.Declare.GetType()), Init: d.expr(k.Declare.GetInit()), Lanes: d.lanes(k.Declare.GetLanes())}
	case *irpb.ImpStatement_Assign:
		return &imp.Assign{Name: d.bound(k.Assign.GetName()), X: d.expr(k.Assign.GetX())}
	case *irpb.ImpStatement_DeclareBlock:
		return &imp.DeclareBlock{Name: d.bound(k.DeclareBlock.GetName()), Space: imp.Space(k.DeclareBlock.GetSpace())}
	case *irpb.ImpStatement_Alloc:
		a := k.Alloc
		out := &imp.Alloc{Block: d.bound(a.GetBlock()), Bytes: d.expr(a.GetBytes()), Space: imp.Space(a.GetSpace()), What: string(a.GetWhat()), Pos: d.pos(a.GetPosition())}
		if out.Pool = d.name(a.GetPool()); out.IsPart() {
			out.Offset = d.expr(a.GetOffset())
		}
		return out
	case *irpb.ImpStatement_AssignBlock:
		return &imp.AssignBlock{Dst: d.bound(k.AssignBlock.GetDst()), Src: d.name(k.AssignBlock.GetSrc())}
	case *irpb.ImpStatement_Store:
		return &imp.Store{Block: d.bound(k.Store.GetBlock()), Elem: d.elem(k.Store.GetElem()), Index: d.expr(k.Store.GetIndex()), X: d.expr(k.Store.GetX()), Lanes: d.lanes(k.Store.GetLanes())}
	case *irpb.ImpStatement_Copy:
		return &imp.Copy{Elem: d.elem(k.Copy.GetElem()), Shape: d.exprs(k.Copy.GetShape()), Dst: d.view(k.Copy.GetDst()), Src: d.view(k.Copy.GetSrc())}
	case *irpb.ImpStatement_Branch:
		return &imp.If{Cond: d.expr(k.Branch.GetCond()), Then: d.impBody(k.Branch.GetThen()), Else: d.impBody(k.Branch.GetElse()), General: k.Branch.GetGeneral()}
	case *irpb.ImpStatement_For:
		return &imp.For{Index: d.bound(k.For.GetIndex()), Type: d.elem(k.For.GetType()), Bound: d.expr(k.For.GetBound()), Body: d.impBody(k.For.GetBody()), Pos: d.pos(k.For.GetPosition())}
	case *irpb.ImpStatement_While:
		return &imp.While{Cond: d.expr(k.While.GetCond()), Body: d.impBody(k.While.GetBody()), Pos: d.pos(k.While.GetPosition())}
	}
	return d.impCallOrParallel(s)
}

// impCallOrParallel decodes the statements that its counterpart in the encoder encodes.
func (d *decoder) impCallOrParallel(s *irpb.ImpStatement) imp.Stm {
	switch k := s.GetKind().(type) {
	case *irpb.ImpStatement_Call:
		c := k.Call
		return &imp.Call{Fun: string(c.GetFunction()), Args: each(c.GetArgs(), d.arg), Results: d.nameList(c.GetResults()), Pos: d.pos(c.GetPosition())}
	case *irpb.ImpStatement_Foreign:
		f := k.Foreign
		bodies := each(f.GetBodies(), func(b *irpb.ImpBody) []imp.Stm { return d.impBody(b.GetStatements()) })
		return &imp.Foreign{Name: string(f.GetName()), Args: each(f.GetArgs(), d.arg), Results: d.nameList(f.GetResults()), Text: string(f.GetText()), Bodies: bodies, Pos: d.pos(f.GetPosition())}
	case *irpb.ImpStatement_Assert:
		message := each(k.Assert.GetMessage(), func(m *irpb.ImpTextPart) imp.MessagePart {
			return imp.MessagePart{Text: string(m.GetText()), Arg: d.optional(m.GetArg())}
		})
		return &imp.Assert{Cond: d.expr(k.Assert.GetCond()), Message: message, Trace: each(k.Assert.GetTrace(), d.pos)}
	case *irpb.ImpStatement_Parallel:
		space := each(k.Parallel.GetSpace(), func(x *irpb.ImpSpaceDim) imp.SpaceDim {
			return imp.SpaceDim{Index: d.bound(x.GetIndex()), Count: d.expr(x.GetCount())}
		})
		return &imp.Parallel{Label: string(k.Parallel.GetLabel()), Space: space, Body: d.impBody(k.Parallel.GetBody()), Pos: d.pos(k.Parallel.GetPosition()), Narrow: k.Parallel.GetNarrow(), Apart: k.Parallel.GetApart(), Prescribed: k.Parallel.GetPrescribed()}
	case *irpb.ImpStatement_Launch:
		l := k.Launch
		shared := each(l.GetShared(), func(b *irpb.Shared) imp.Shared {
			return imp.Shared{Name: d.bound(b.GetName()), Bytes: d.expr(b.GetBytes()), Space: imp.Space(b.GetSpace())}
		})
		return &imp.Launch{
			Label: string(l.GetLabel()), Groups: d.expr(l.GetGroups()), GroupSize: d.expr(l.GetGroupSize()),
			Shared: shared, Body: d.impBody(l.GetBody()), Pos: d.pos(l.GetPosition()), Apart: l.GetApart(),
		}
	case *irpb.ImpStatement_Barrier:
		return new(imp.Barrier)
	case *irpb.ImpStatement_Atomic:
		return d.atomic(k.Atomic)
	}
	d.fail("a statement is missing, or of a kind that version %d of the IR does not have", Newest)
	return new(imp.Barrier)
}

func (d *decoder) arg(a *irpb.Arg) imp.Arg {
	return imp.Arg{X: d.optional(a.GetX()), Block: d.name(a.GetBlock())}
}

func (d *decoder) atomic(a *irpb.Atomic) imp.Stm {
	out := &imp.Atomic{
		Block: d.bound(a.GetBlock()), Elem: d.elem(a.GetElem()), Index: d.expr(a.GetIndex()), X: d.expr(a.GetX()),
		Expected: d.optional(a.GetExpected()), Old: d.name(a.GetOld()),
	}
	if k := a.GetKind(); k < 0 || k > irpb.AtomicKind(imp.AtomicCompareExchange) {
		d.fail("there is no kind %d of atomic operation", k)
	} else {
		out.Kind = imp.AtomicKind(k)
	}
	if out.Kind == imp.AtomicUpdate {
		out.Fn = d.operator(a.GetOperator())
	}
	return out
}

func (d *decoder) view(v *irpb.View) imp.View {
	return imp.View{Block: d.bound(v.GetBlock()), Offset: d.expr(v.GetOffset()), Strides: d.exprs(v.GetStrides())}
}
