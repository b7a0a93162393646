package wire

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/wire/irpb"
)

func (e *encoder) impFun(f *imp.Fun) *irpb.ImpFunction {
	out := &irpb.ImpFunction{
		Name: []byte(f.Name), Params: each(f.Params, e.impParam), Results: each(f.Results, e.impParam),
		Body: e.impBody(f.Body), InKernel: f.InKernel, Position: e.pos(f.Pos),
	}
	if f.Entry != nil {
		out.Entry = &irpb.ImpEntry{Params: each(f.Entry.Params, e.impExternal), Results: each(f.Entry.Results, e.impExternal)}
	}
	return out
}

func (e *encoder) impParam(p imp.Param) *irpb.ImpParam {
	return &irpb.ImpParam{Name: e.name(p.Name), Type: &irpb.ImpType{Elem: e.elem(p.Type.Elem), Space: []byte(p.Type.Space), Lanes: e.lanes(p.Type.Lanes)}}
}

func (e *encoder) impExternal(x imp.External) *irpb.ImpExternal {
	return &irpb.ImpExternal{
		Name: []byte(x.Name), Type: []byte(x.Type), Elem: e.elem(x.Elem),
		Var: e.name(x.Var), Shape: e.exprs(x.Shape), Unique: x.Unique,
	}
}

func (e *encoder) exprs(xs []imp.Expr) []*irpb.Expression { return each(xs, e.expr) }

// expr encodes an expression; nil stays nil.
func (e *encoder) expr(x imp.Expr) *irpb.Expression {
	switch x := x.(type) {
	case nil:
		return nil
	case *imp.Const:
		return &irpb.Expression{Kind: &irpb.Expression_Constant{Constant: &irpb.Atom{Type: e.elem(x.Value.Type), Bits: x.Value.Bits}}}
	case *imp.Var:
		return &irpb.Expression{Kind: &irpb.Expression_Var{Var: &irpb.ReadVar{Name: e.name(x.Name), Type: e.elem(x.Type), Lanes: e.lanes(x.Lanes)}}}
	case *imp.Load:
		return &irpb.Expression{Kind: &irpb.Expression_Load{Load: &irpb.Load{Block: e.name(x.Block), Elem: e.elem(x.Elem), Index: e.expr(x.Index), Lanes: e.lanes(x.Lanes)}}}
	case *imp.Prim:
		e.narrow(x.Exact)
		return &irpb.Expression{Kind: &irpb.Expression_Apply{Apply: &irpb.Apply{Operator: x.Fn.String(), Type: e.elem(x.Type), Args: e.exprs(x.Args), Exact: x.Exact}}}
	case *imp.Convert:
		return &irpb.Expression{Kind: &irpb.Expression_Convert{Convert: &irpb.Conversion{From: e.elem(x.From), To: e.elem(x.To), X: e.expr(x.X)}}}
	case *imp.At:
		e.needs(versionAt)
		dims := each(x.Dims, func(d imp.AtDim) *irpb.AtDim {
			return &irpb.AtDim{Size: e.expr(d.Size), Stride: e.expr(d.Stride), Index: e.expr(d.Index)}
		})
		return &irpb.Expression{Kind: &irpb.Expression_At{At: &irpb.At{Offset: e.expr(x.Offset), Dims: dims}}}
	case *imp.ID:
		switch x.Kind {
		case imp.NumThreads:
			e.needs(versionThreads)
		case imp.Repeats:
			e.needs(versionRepeats)
		case imp.Threshold:
			e.needs(versionThreshold)
			return &irpb.Expression{Kind: &irpb.Expression_Threshold{Threshold: &irpb.Threshold{Name: []byte(x.Threshold), Default: x.Default}}}
		}
		return &irpb.Expression{Kind: &irpb.Expression_Id{Id: irpb.ThreadID(x.Kind)}}
	case *imp.Bytes:
		e.narrow(true)
		return &irpb.Expression{Kind: &irpb.Expression_Bytes{Bytes: &irpb.Bytes{Block: e.name(x.Block)}}}
	case *imp.Apart:
		e.narrow(true)
		return &irpb.Expression{Kind: &irpb.Expression_Apart{Apart: &irpb.Apart{Written: e.nameList(x.Written), Read: e.nameList(x.Read)}}}
	}
	return e.vector(x)
}

// vector encodes a vector made of scalars, or a lane of one.
func (e *encoder) vector(x imp.Expr) *irpb.Expression {
	e.needs(versionVectors)
	switch x := x.(type) {
	case *imp.Splat:
		return &irpb.Expression{Kind: &irpb.Expression_Splat{Splat: &irpb.Splat{X: e.expr(x.X), Lanes: e.lanes(x.Lanes)}}}
	case *imp.Ramp:
		return &irpb.Expression{Kind: &irpb.Expression_Ramp{Ramp: &irpb.Ramp{Base: e.expr(x.Base), Step: e.expr(x.Step), Lanes: e.lanes(x.Lanes)}}}
	case *imp.Build:
		return &irpb.Expression{Kind: &irpb.Expression_Build{Build: &irpb.Build{Elems: e.exprs(x.Elems)}}}
	case *imp.Lane:
		return &irpb.Expression{Kind: &irpb.Expression_Lane{Lane: &irpb.Lane{X: e.expr(x.X), K: uint32(x.K)}}}
	}
	panic(fmt.Sprintf("wire: no encoding for expression %T", x))
}

// lanes encodes the number of lanes of a vector, 0 for a scalar.
func (e *encoder) lanes(n int) uint32 {
	if n > 0 {
		e.needs(versionVectors)
	}
	return uint32(n)
}

// narrow records that the program has something of version 4.
func (e *encoder) narrow(has bool) {
	if has {
		e.needs(versionNarrow)
	}
}

// prescribed records that the program has something of version 5.
func (e *encoder) prescribed(has bool) {
	if has {
		e.needs(versionPrescribed)
	}
}

func (e *encoder) impBody(ss []imp.Stm) []*irpb.ImpStatement { return each(ss, e.impStm) }

func (e *encoder) impStm(s imp.Stm) *irpb.ImpStatement {
	switch s := s.(type) {
	case *imp.Declare:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Declare{Declare: &irpb.Declare{Name: e.name(s.Name), Type: e.elem(s.Type), Init: e.expr(s.Init), Lanes: e.lanes(s.Lanes)}}}
	case *imp.Assign:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Assign{Assign: &irpb.Assign{Name: e.name(s.Name), X: e.expr(s.X)}}}
	case *imp.DeclareBlock:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_DeclareBlock{DeclareBlock: &irpb.DeclareBlock{Name: e.name(s.Name), Space: []byte(s.Space)}}}
	case *imp.Alloc:
		a := &irpb.ImpAlloc{Block: e.name(s.Block), Bytes: e.expr(s.Bytes), Space: []byte(s.Space), What: []byte(s.What), Position: e.pos(s.Pos)}
		if s.IsPart() {
			a.Pool, a.Offset = e.name(s.Pool), e.expr(s.Offset)
		}
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Alloc{Alloc: a}}
	case *imp.AssignBlock:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_AssignBlock{AssignBlock: &irpb.AssignBlock{Dst: e.name(s.Dst), Src: e.name(s.Src)}}}
	case *imp.Store:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Store{Store: &irpb.Store{Block: e.name(s.Block), Elem: e.elem(s.Elem), Index: e.expr(s.Index), X: e.expr(s.X), Lanes: e.lanes(s.Lanes)}}}
	case *imp.Copy:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Copy{Copy: &irpb.CopyView{Elem: e.elem(s.Elem), Shape: e.exprs(s.Shape), Dst: e.view(s.Dst), Src: e.view(s.Src)}}}
	case *imp.If:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Branch{Branch: &irpb.Branch{Cond: e.expr(s.Cond), Then: e.impBody(s.Then), Else: e.impBody(s.Else), General: s.General}}}
	case *imp.For:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_For{For: &irpb.For{Index: e.name(s.Index), Type: e.elem(s.Type), Bound: e.expr(s.Bound), Body: e.impBody(s.Body), Position: e.pos(s.Pos)}}}
	case *imp.While:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_While{While: &irpb.While{Cond: e.expr(s.Cond), Body: e.impBody(s.Body), Position: e.pos(s.Pos)}}}
	}
	return e.impCallOrParallel(s)
}

// impCallOrParallel encodes the statements that leave the function or run on
// many threads.
func (e *encoder) impCallOrParallel(s imp.Stm) *irpb.ImpStatement {
	switch s := s.(type) {
	case *imp.Call:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Call{Call: &irpb.ImpCall{Function: []byte(s.Fun), Args: each(s.Args, e.arg), Results: e.nameList(s.Results), Position: e.pos(s.Pos)}}}
	case *imp.Foreign:
		bodies := each(s.Bodies, func(b []imp.Stm) *irpb.ImpBody { return &irpb.ImpBody{Statements: e.impBody(b)} })
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Foreign{Foreign: &irpb.ImpForeign{
			Name: []byte(s.Name), Args: each(s.Args, e.arg), Results: e.nameList(s.Results), Text: []byte(s.Text), Bodies: bodies, Position: e.pos(s.Pos),
		}}}
	case *imp.Assert:
		message := each(s.Message, func(m imp.MessagePart) *irpb.ImpTextPart {
			return &irpb.ImpTextPart{Text: []byte(m.Text), Arg: e.expr(m.Arg)}
		})
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Assert{Assert: &irpb.ImpAssert{Cond: e.expr(s.Cond), Message: message, Trace: e.positions(s.Trace)}}}
	case *imp.Parallel:
		e.narrow(s.Narrow || s.Apart)
		e.prescribed(s.Prescribed)
		space := each(s.Space, func(d imp.SpaceDim) *irpb.ImpSpaceDim {
			return &irpb.ImpSpaceDim{Index: e.name(d.Index), Count: e.expr(d.Count)}
		})
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Parallel{Parallel: &irpb.ParallelLoop{Label: []byte(s.Label), Space: space, Body: e.impBody(s.Body), Position: e.pos(s.Pos), Narrow: s.Narrow, Apart: s.Apart, Prescribed: s.Prescribed}}}
	case *imp.Launch:
		e.narrow(s.Apart)
		shared := each(s.Shared, func(b imp.Shared) *irpb.Shared {
			e.prescribed(b.Space != "")
			return &irpb.Shared{Name: e.name(b.Name), Bytes: e.expr(b.Bytes), Space: []byte(b.Space)}
		})
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Launch{Launch: &irpb.Launch{
			Label: []byte(s.Label), Groups: e.expr(s.Groups), GroupSize: e.expr(s.GroupSize),
			Shared: shared, Body: e.impBody(s.Body), Position: e.pos(s.Pos), Apart: s.Apart,
		}}}
	case *imp.Barrier:
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Barrier{Barrier: new(irpb.Barrier)}}
	case *imp.Atomic:
		operator := ""
		if s.Fn.IsValid() {
			operator = s.Fn.String()
		}
		return &irpb.ImpStatement{Kind: &irpb.ImpStatement_Atomic{Atomic: &irpb.Atomic{
			Kind: irpb.AtomicKind(s.Kind), Operator: operator, Block: e.name(s.Block), Elem: e.elem(s.Elem),
			Index: e.expr(s.Index), X: e.expr(s.X), Expected: e.expr(s.Expected), Old: e.name(s.Old),
		}}}
	}
	panic(fmt.Sprintf("wire: no encoding for statement %T", s))
}

func (e *encoder) arg(a imp.Arg) *irpb.Arg { return &irpb.Arg{X: e.expr(a.X), Block: e.name(a.Block)} }

func (e *encoder) view(v imp.View) *irpb.View {
	return &irpb.View{Block: e.name(v.Block), Offset: e.expr(v.Offset), Strides: e.exprs(v.Strides)}
}
