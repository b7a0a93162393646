package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/phrase"
	"github.com/lamina-lang/lamina/frontends/dpia/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// Signature lists the parameters and results of an entry point.
type Signature struct {
	Name   string
	Nats   []NatParam
	Params []DataParam
	Outs   []DataParam
	// Anonymous is set if the result is the value of an expression.
	Anonymous bool
	Pos       source.Pos
}

// NatParam is a natural: an argument if it is Given, else determined by the sizes of arrays.
type NatParam struct {
	Name  name.Name
	Given bool
}

// DataParam is an argument, or a place for a result. One of pairs is an argument for each number
// in them.
type DataParam struct {
	Name name.Name
	Data types.Data
	Pos  source.Pos
}

// Function emits an entry point with a body that is a command. The error is a *source.Error.
func Function(names *name.Supply, s Signature, body phrase.Phrase, context phrase.Context, o Options) (f *imp.Fun, err error) {
	e := &emitter{Builder: launch.Builder{Names: names}, types: context, label: s.Name, option: o, env: map[name.Name]any{}}
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(failed)
			if !ok {
				panic(r)
			}
			f, err = nil, stop.err
		}
	}()
	head := &head{emitter: e, fun: &imp.Fun{Name: s.Name, Entry: &imp.Entry{}, Pos: s.Pos}, known: map[name.Name]bool{}}
	head.nats(s)
	for _, p := range s.Params {
		head.param(p)
	}
	head.determine(s)
	for _, p := range s.Outs {
		head.result(p, s.Anonymous)
	}
	e.command(body)
	head.fun.Body = e.Out
	return head.fun, nil
}

// head emits the parameters and results of a function.
type head struct {
	*emitter
	fun     *imp.Fun
	known   map[name.Name]bool // naturals that have a value
	demands []demand
}

// demand is that the size of an argument, in a variable, be a natural.
type demand struct {
	size name.Name
	is   types.Nat
	what string
}

func (h *head) parameter(n name.Name, t imp.Type) {
	h.fun.Params = append(h.fun.Params, imp.Param{Name: n, Type: t})
}

// nats declares the naturals that are arguments.
func (h *head) nats(s Signature) {
	for _, n := range s.Nats {
		h.env[n.Name] = sym.Var(n.Name)
		if !n.Given {
			continue
		}
		h.known[n.Name] = true
		h.parameter(n.Name, imp.Type{Elem: scalar.I64})
		h.fun.Entry.Params = append(h.fun.Entry.Params, imp.External{Name: n.Name.Base, Type: "nat", Elem: scalar.I64, Var: n.Name})
		h.natural(n.Name, s.Pos)
	}
}

// natural asserts that a variable is at least 0.
func (h *head) natural(n name.Name, pos source.Pos) {
	h.assert(compare(scalar.Ge, imp.IntVar(n), imp.Int(0)), pos, n.Base+" has to be a natural number, but is ", imp.IntVar(n))
	h.Facts = append(h.Facts, sym.Ge(sym.Var(n), sym.Const(0)))
}

func compare(op scalar.Op, x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: op, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

func (h *head) assert(cond imp.Expr, pos source.Pos, parts ...any) {
	a := &imp.Assert{Cond: cond, Trace: []source.Pos{pos}}
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			a.Message = append(a.Message, imp.MessagePart{Text: p})
		case imp.Expr:
			a.Message = append(a.Message, imp.MessagePart{Arg: p})
		}
	}
	h.Add(a)
}

// label names a leaf of an argument or result.
func label(base string, l *leaf) string {
	for _, f := range l.fields {
		base += [...]string{"_1", "_2"}[f-1]
	}
	return base
}

// param declares an argument.
func (h *head) param(p DataParam) {
	s := &storage{leaves: leavesOf(p.Data)}
	for _, l := range s.leaves {
		what := label(p.Name.Base, l)
		v := h.Names.Fresh(what)
		x := imp.External{Name: what, Type: types.DataText(p.Data, types.Base), Elem: l.elem, Var: v}
		if len(l.dims) == 0 {
			l.vars = []name.Name{v}
			h.parameter(v, imp.Type{Elem: l.elem})
		} else {
			l.block = v
			for _, d := range l.dims {
				x.Shape = append(x.Shape, h.size(d, what))
			}
			h.parameter(v, imp.Type{})
		}
		h.fun.Entry.Params = append(h.fun.Entry.Params, x)
	}
	h.env[p.Name] = s
}

// size is a size of an argument: a constant, a natural that it determines, or a variable that has
// to be a natural that is computed.
func (h *head) size(d types.Nat, what string) imp.Expr {
	if c, ok := d.AsConst(); ok {
		return imp.Int(c)
	}
	if v, ok := d.AsVar(); ok {
		if !h.known[v] {
			h.known[v] = true
			h.parameter(v, imp.Type{Elem: scalar.I64})
			h.Facts = append(h.Facts, sym.Ge(d, sym.Const(0)))
		}
		return imp.IntVar(v)
	}
	size := h.Names.Fresh("size")
	h.parameter(size, imp.Type{Elem: scalar.I64})
	h.demands = append(h.demands, demand{size, d, what})
	return imp.IntVar(size)
}

// determine computes the naturals that sizes determine, and asserts that all sizes fit.
func (h *head) determine(s Signature) {
	for again := true; again; {
		again = false
		for _, d := range h.demands {
			if v, ok := h.only(d.is); ok {
				h.solve(d, v, s.Pos)
				again = true
			}
		}
	}
	for _, n := range s.Nats {
		if !h.known[n.Name] {
			h.fail(s.Pos, "make it an argument, ("+n.Name.Base+" : nat)",
				"no size of an argument determines %s", n.Name.Base)
		}
	}
	for _, d := range h.demands {
		h.assert(compare(scalar.Eq, imp.IntVar(d.size), imp.Poly(d.is)), s.Pos,
			d.what+" has a size of ", imp.IntVar(d.size), ", which is not "+types.NatText(d.is, types.Base))
	}
}

// only finds the one natural of n that has no value yet, if it is there once, a constant times.
func (h *head) only(n types.Nat) (v name.Name, ok bool) {
	count := 0
	n.Vars(func(x name.Name) {
		if !h.known[x] && x != v {
			v = x
			count++
		}
	})
	if count != 1 {
		return name.Name{}, false
	}
	c, isConst := n.Coefficient(v).AsConst()
	return v, isConst && c > 0
}

func (h *head) solve(d demand, v name.Name, pos source.Pos) {
	c := d.is.Coefficient(v)
	rest := d.is.Sub(c.Mul(sym.Var(v)))
	times, _ := c.AsConst()
	value := imp.Poly(sym.Var(d.size).Sub(rest))
	h.Add(&imp.Declare{Name: v, Type: scalar.I64, Init: &imp.Prim{Fn: scalar.Div, Type: scalar.I64, Args: []imp.Expr{value, imp.Int(times)}}})
	h.known[v] = true
	h.natural(v, pos)
}

// result declares a result, and makes its memory.
func (h *head) result(p DataParam, anonymous bool) {
	s := &storage{leaves: leavesOf(p.Data)}
	for _, l := range s.leaves {
		what := label(p.Name.Base, l)
		v := h.Names.Fresh(what)
		x := imp.External{Type: types.DataText(p.Data, types.Base), Elem: l.elem, Var: v}
		if !anonymous {
			x.Name = what
		}
		if len(l.dims) == 0 {
			l.vars = []name.Name{v}
			h.fun.Results = append(h.fun.Results, imp.Param{Name: v, Type: imp.Type{Elem: l.elem}})
		} else {
			l.block = v
			h.fun.Results = append(h.fun.Results, imp.Param{Name: v})
			for _, d := range l.dims {
				x.Shape = append(x.Shape, h.ResultSize(h.fun, d))
			}
			h.Add(&imp.Alloc{Block: v, Bytes: l.bytes(), What: what, Pos: p.Pos})
		}
		h.fun.Entry.Results = append(h.fun.Entry.Results, x)
	}
	h.env[p.Name] = s
}
