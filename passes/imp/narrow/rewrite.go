package narrow

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The statements of the narrow form.

// declare gives a variable its name in the narrow form.
func (k *kernel) declare(n name.Name) name.Name {
	if n.IsZero() {
		return n
	}
	k.renamed[n] = k.host.names.Like(n)
	return k.renamed[n]
}

// name is a variable in the narrow form.
func (k *kernel) name(n name.Name) name.Name {
	if to, ok := k.renamed[n]; ok {
		return to
	}
	return n
}

func (k *kernel) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		out[i] = k.stm(s)
	}
	return out
}

func (k *kernel) stm(s imp.Stm) imp.Stm {
	switch s := s.(type) {
	case *imp.Declare:
		return k.variable(s)
	case *imp.Assign:
		return &imp.Assign{Name: k.name(s.Name), X: k.expr(s.X)}
	case *imp.DeclareBlock:
		k.own[s.Name] = true
		return &imp.DeclareBlock{Name: k.declare(s.Name), Space: s.Space}
	case *imp.Alloc:
		k.few[s.Block] = true // a private one
		out := *s
		out.Block, out.Bytes = k.name(s.Block), k.expr(s.Bytes)
		return &out
	case *imp.AssignBlock:
		return &imp.AssignBlock{Dst: k.name(s.Dst), Src: k.name(s.Src)}
	case *imp.Store:
		index := k.index(s.Block, s.Elem, s.Index)
		return &imp.Store{Block: k.name(s.Block), Elem: s.Elem, Index: index, X: k.expr(s.X)}
	case *imp.Copy:
		return &imp.Copy{Elem: s.Elem, Shape: k.exprs(s.Shape), Dst: k.view(s.Dst), Src: k.view(s.Src)}
	case *imp.If:
		return &imp.If{Cond: k.expr(s.Cond), Then: k.list(s.Then), Else: k.list(s.Else), General: s.General}
	case *imp.For:
		return k.loop(s)
	case *imp.While:
		return &imp.While{Cond: k.expr(s.Cond), Pos: s.Pos, Body: k.list(s.Body)}
	case *imp.Call:
		return &imp.Call{Fun: s.Fun, Args: k.args(s.Args), Results: k.all(s.Results), Pos: s.Pos}
	case *imp.Assert:
		out := *s
		out.Cond, out.Message = k.expr(s.Cond), make([]imp.MessagePart, len(s.Message))
		for i, m := range s.Message {
			if m.Arg != nil {
				m.Arg = k.expr(m.Arg)
			}
			out.Message[i] = m
		}
		return &out
	case *imp.Atomic:
		out := *s
		out.Block, out.Index, out.X = k.name(s.Block), k.index(s.Block, s.Elem, s.Index), k.expr(s.X)
		if s.Expected != nil {
			out.Expected = k.expr(s.Expected)
		}
		out.Old = k.declare(s.Old)
		return &out
	}
	return s // a barrier
}

// variable is the declaration of a variable, of an i32 if that is enough.
func (k *kernel) variable(s *imp.Declare) imp.Stm {
	narrow := s.Type == scalar.I64 && !k.assigned[s.Name] && k.fits(s.Init)
	out := &imp.Declare{Type: s.Type}
	if narrow {
		out.Type, out.Init = scalar.I32, k.i32Of(s.Init)
	} else {
		out.Init = k.expr(s.Init)
	}
	if s.Type == scalar.I64 && !k.assigned[s.Name] {
		k.usual.Vars[s.Name], k.vars[s.Name] = k.usual.Of(s.Init), k.span(s.Init)
	}
	k.small[s.Name] = narrow
	out.Name = k.declare(s.Name)
	return out
}

// loop is a counting loop, with an i32 if the bound is one.
func (k *kernel) loop(s *imp.For) imp.Stm {
	out := &imp.For{Type: s.Type, Pos: s.Pos}
	if k.small[s.Index] = s.Type == scalar.I64 && k.fits(s.Bound); k.small[s.Index] {
		out.Type, out.Bound = scalar.I32, k.i32Of(s.Bound)
	} else {
		out.Bound = k.expr(s.Bound)
	}
	if s.Type == scalar.I64 {
		k.usual.Count(s.Index, s.Bound)
		last := difference(k.span(s.Bound).hi, fixed(1)) // of a loop that runs at all
		if last != nil && last.in.Lo < 0 {
			last = larger(last, fixed(0))
		}
		k.vars[s.Index] = span{fixed(0), last}
	}
	out.Index = k.declare(s.Index)
	out.Body = k.list(s.Body)
	return out
}

func (k *kernel) view(v imp.View) imp.View {
	return imp.View{Block: k.name(v.Block), Offset: k.expr(v.Offset), Strides: k.exprs(v.Strides)}
}

func (k *kernel) args(list []imp.Arg) []imp.Arg {
	out := make([]imp.Arg, len(list))
	for i, a := range list {
		if a.X != nil {
			out[i].X = k.expr(a.X)
		} else {
			out[i].Block = k.name(a.Block)
		}
	}
	return out
}

func (k *kernel) all(list []name.Name) []name.Name {
	out := make([]name.Name, len(list))
	for i, n := range list {
		out[i] = k.name(n)
	}
	return out
}

// apart requires that the blocks that the body takes from the host are apart.
func (k *kernel) apart(body []imp.Stm, shared []imp.Shared) {
	own := imp.Names{}
	for _, b := range shared {
		own[b.Name] = true
	}
	outside := func(list []name.Name) (out []name.Name) {
		for _, n := range list {
			if !own[n] {
				out = append(out, n)
			}
		}
		return out
	}
	written, read := imp.BlockUses(body)
	written, read = outside(written), outside(read)
	if len(written) > 0 && len(written)+len(read) > 1 {
		k.require(&imp.Apart{Written: written, Read: read})
	}
}

// choose is the statement that runs the narrow form where the conditions hold.
func (k *kernel) choose(narrow, wide imp.Stm) []imp.Stm {
	if k.never {
		return []imp.Stm{wide}
	}
	var then []imp.Stm
	for _, p := range k.params {
		then = append(then, &imp.Declare{Name: k.name(p), Type: scalar.I32,
			Init: &imp.Convert{From: scalar.I64, To: scalar.I32, X: imp.IntVar(p)}})
	}
	then = append(then, narrow)
	if len(k.holds) == 0 {
		return then
	}
	before := k.share(k.host.names)
	return append(before, &imp.If{Cond: k.conjunction(), Then: then, Else: []imp.Stm{wide}})
}
