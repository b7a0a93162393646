package lanes

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/lanes"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// writer writes the body of a loop for the iterations from one on, one in each lane of a
// vector.
type writer struct {
	*lanes.Plan
	names   *name.Supply
	from    imp.Expr                // the index in the first lane
	renamed map[name.Name]name.Name // what the body declares
}

// body writes the body for several vectors at once. What is the same in all lanes is written
// once, by the first writer.
type body []*writer

// vectors is the body for the iterations from the given indices on.
func vectors(names *name.Supply, p *lanes.Plan, from ...imp.Expr) []imp.Stm {
	var b body
	var out []imp.Stm
	for _, x := range from {
		first := names.Like(p.Index)
		b = append(b, &writer{p, names, imp.IntVar(first), map[name.Name]name.Name{}})
		out = append(out, &imp.Declare{Name: first, Type: scalar.I64, Init: x})
	}
	return append(out, b.list(p.Body)...)
}

// apiece is the body for the iterations from the given indices on, one vector after the other. What
// is the same in all lanes and stands before all stores is computed once for all of them, unless it depends on
// a variable that the body assigns: iterations do not write what others read.
func apiece(names *name.Supply, p *lanes.Plan, from ...imp.Expr) []imp.Stm {
	assigned := imp.Names{}
	imp.Walk(p.Body, func(s imp.Stm) bool {
		imp.Assigns(s, assigned)
		return true
	})
	var all body
	for range from {
		all = append(all, &writer{p, names, imp.IntVar(names.Like(p.Index)), map[name.Name]name.Name{}})
	}
	var out, own []imp.Stm
	kept := imp.Names{} // what each vector declares
	for i, s := range p.Body {
		d, ok := s.(*imp.Declare)
		if !ok {
			own = append(own, p.Body[i:]...)
			break
		}
		if p.Kinds[d.Name] == lanes.Uniform && !assigned[d.Name] && !slices.ContainsFunc(imp.Free([]imp.Stm{d}), func(n name.Name) bool { return kept[n] }) {
			out = append(out, all.stm(d)...)
		} else {
			own = append(own, s)
			kept[d.Name] = true
		}
	}
	for u, w := range all {
		out = append(out, &imp.Declare{Name: w.from.(*imp.Var).Name, Type: scalar.I64, Init: from[u]})
		out = append(out, body{w}.list(own)...)
	}
	return out
}

func (b body) list(stms []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range stms {
		out = append(out, b.stm(s)...)
	}
	return out
}

// each is the value that every writer writes.
func (b body) each(write func(w *writer) imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(b))
	for u, w := range b {
		out[u] = write(w)
	}
	return out
}

// rename gives a variable that is the same in all lanes a new name.
func (b body) rename(n name.Name) name.Name {
	to := b[0].names.Like(n)
	for _, w := range b {
		w.renamed[n] = to
	}
	return to
}

func (b body) stm(s imp.Stm) []imp.Stm {
	w := b[0]
	switch s := s.(type) {
	case *imp.Declare:
		switch w.Kinds[s.Name] {
		case lanes.Symbolic:
			return nil
		case lanes.Uniform:
			init := w.lane(s.Init, 0)
			return []imp.Stm{&imp.Declare{Name: b.rename(s.Name), Type: s.Type, Init: init}}
		}
		return b.each(func(w *writer) imp.Stm {
			d := &imp.Declare{Name: w.names.Like(s.Name), Type: s.Type, Init: w.vector(s.Init), Lanes: w.Lanes}
			w.renamed[s.Name] = d.Name
			return d
		})
	case *imp.Assign:
		if w.Kinds[s.Name] == lanes.Uniform {
			return []imp.Stm{&imp.Assign{Name: w.name(s.Name), X: w.lane(s.X, 0)}}
		}
		return b.each(func(w *writer) imp.Stm { return &imp.Assign{Name: w.name(s.Name), X: w.vector(s.X)} })
	case *imp.Store:
		return b.each(func(w *writer) imp.Stm {
			return &imp.Store{Block: s.Block, Elem: s.Elem, Index: w.lane(s.Index, 0), X: w.vector(s.X), Lanes: w.Lanes}
		})
	case *imp.If: // the same for all lanes
		return []imp.Stm{&imp.If{Cond: w.lane(s.Cond, 0), Then: b.list(s.Then), Else: b.list(s.Else)}}
	case *imp.For: // likewise
		bound := w.lane(s.Bound, 0)
		return []imp.Stm{&imp.For{Index: b.rename(s.Index), Type: s.Type, Bound: bound, Pos: s.Pos, Body: b.list(s.Body)}}
	case *imp.Assert: // likewise
		a := *s
		a.Cond, a.Message = w.lane(s.Cond, 0), make([]imp.MessagePart, len(s.Message))
		for i, m := range s.Message {
			if m.Arg != nil {
				m.Arg = w.lane(m.Arg, 0)
			}
			a.Message[i] = m
		}
		return []imp.Stm{&a}
	}
	panic("lanes: a statement that no plan has")
}

func (w *writer) name(n name.Name) name.Name {
	if r, ok := w.renamed[n]; ok {
		return r
	}
	return n
}

// vector is e in all lanes.
func (w *writer) vector(e imp.Expr) imp.Expr {
	if !w.Differs(e) {
		return &imp.Splat{X: w.lane(e, 0), Lanes: w.Lanes}
	}
	switch e := e.(type) {
	case *imp.Var:
		if w.Kinds[e.Name] == lanes.Varying {
			return &imp.Var{Name: w.name(e.Name), Type: e.Type, Lanes: w.Lanes}
		}
	case *imp.Load:
		if w.Access[e].Form == lanes.Adjacent {
			return &imp.Load{Block: e.Block, Elem: e.Elem, Index: w.lane(e.Index, 0), Lanes: w.Lanes}
		}
	case *imp.Prim:
		if lanes.NativePrim(e, w.Lanes) {
			args := make([]imp.Expr, len(e.Args))
			for i, x := range e.Args {
				args[i] = w.vector(x)
			}
			return &imp.Prim{Fn: e.Fn, Type: e.Type, Args: args}
		}
	case *imp.Convert:
		if lanes.NativeConvert(e.From, e.To, w.Lanes) {
			return &imp.Convert{From: e.From, To: e.To, X: w.vector(e.X)}
		}
	}
	if r, ok := w.ramp(e); ok {
		return r
	}
	out := &imp.Build{}
	for k := range w.Lanes {
		out.Elems = append(out.Elems, w.lane(e, k))
	}
	return out
}

// ramp is an i64, or an i32 converted from one, that grows by a constant from lane to
// lane.
func (w *writer) ramp(e imp.Expr) (imp.Expr, bool) {
	base, t := e, imp.TypeOf(e)
	if c, ok := e.(*imp.Convert); ok && c.From == scalar.I64 && (t == scalar.I32 || t == scalar.U32) {
		base = c.X
	} else if t != scalar.I64 {
		return nil, false
	}
	if !w.ByLane(base) {
		return nil, false
	}
	a := w.PatternOf(base)
	step, ok := a.Step.AsConst()
	if a.Form != lanes.Adjacent && a.Form != lanes.Strided || !ok {
		return nil, false
	}
	first := w.lane(base, 0)
	if t != scalar.I64 {
		first = &imp.Convert{From: scalar.I64, To: t, X: first}
	}
	return &imp.Ramp{Base: first, Step: &imp.Const{Value: scalar.Int(t, step)}, Lanes: w.Lanes}, true
}

// lane is the scalar that e is in lane k.
func (w *writer) lane(e imp.Expr, k int) imp.Expr {
	switch e := e.(type) {
	case *imp.Var:
		switch {
		case e.Name == w.Index:
			return imp.Add(w.from, imp.Int(int64(k)))
		case w.Kinds[e.Name] == lanes.Symbolic:
			return w.lane(w.Defs[e.Name], k)
		case w.Kinds[e.Name] == lanes.Varying:
			return &imp.Lane{X: &imp.Var{Name: w.name(e.Name), Type: e.Type, Lanes: w.Lanes}, K: k}
		}
		return &imp.Var{Name: w.name(e.Name), Type: e.Type}
	case *imp.Load:
		return &imp.Load{Block: e.Block, Elem: e.Elem, Index: w.lane(e.Index, k)}
	case *imp.Prim:
		args := make([]imp.Expr, len(e.Args))
		for i, x := range e.Args {
			args[i] = w.lane(x, k)
		}
		return &imp.Prim{Fn: e.Fn, Type: e.Type, Args: args}
	case *imp.Convert:
		return &imp.Convert{From: e.From, To: e.To, X: w.lane(e.X, k)}
	case *imp.At:
		at := &imp.At{Offset: w.lane(e.Offset, k), Dims: make([]imp.AtDim, len(e.Dims))}
		for i, d := range e.Dims {
			at.Dims[i] = imp.AtDim{Size: w.lane(d.Size, k), Stride: w.lane(d.Stride, k), Index: w.lane(d.Index, k)}
		}
		return at
	}
	return e
}
