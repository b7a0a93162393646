package emit

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/core"
	"github.com/lamina-lang/lamina/frontends/fcl/internal/types"
	"github.com/lamina-lang/lamina/frontends/launch"
)

// Function emits an entry point of a program. The error is a *source.Error without its text.
func Function(names *name.Supply, p *core.Program, d *core.Def, o Options) (f *imp.Fun, err error) {
	if o.Local == 0 {
		o.Local = launch.DefaultLocal
	}
	e := &emitter{Builder: launch.Builder{Names: names}, label: d.Name, option: o}
	if len(p.Machine) > len(types.Default) {
		e.warps = newWarps(o.Local)
	}
	e.ofHost, e.small, e.most = map[name.Name]bool{}, map[name.Name]bool{}, map[name.Name]sym.Poly{}
	defer func() {
		if r := recover(); r != nil {
			stop, ok := r.(failed)
			if !ok {
				panic(r)
			}
			f, err = nil, stop.err
		}
	}()
	h := &head{emitter: e, fun: &imp.Fun{Name: d.Name, Entry: &imp.Entry{}, Pos: d.Pos}, machine: p.Machine, def: d}
	var in *env
	for _, def := range p.Defs {
		if def == d {
			break
		}
		in = in.WithPoly(def.Binder, def.Value)
	}
	h.emit(in)
	return h.fun, nil
}

// head emits the parameters and results of a function.
type head struct {
	*emitter
	fun     *imp.Fun
	machine types.Machine
	def     *core.Def
}

// emit emits the function: its parameters, the program that it is of them, and its results.
func (h *head) emit(in *env) {
	v := h.eval(h.def.Value, in)
	t := types.Prune(h.def.Scheme.Type)
	for i := 0; ; i++ {
		fun, ok := t.(types.Fun)
		if !ok {
			break
		}
		what := "x"
		if i < len(h.def.Params) {
			what = h.def.Params[i]
		}
		v = v.(function)(h.param(fun.Arg, what))
		t = types.Prune(fun.Result)
	}
	h.result(t.(types.Program).Of, v.(program)())
	h.fun.Body = h.Out
}

// Check reports entry points that callers outside the program cannot call.
func Check(m types.Machine, d *core.Def) *source.Error {
	if d.Polymorphic() {
		return source.Errorf(d.Pos, "the entry point %s is polymorphic: its type is %s", d.Name, m.SchemeText(d.Scheme)).
			WithHint("give it a signature without forall")
	}
	t := types.Prune(d.Scheme.Type)
	for {
		fun, ok := t.(types.Fun)
		if !ok {
			break
		}
		arg := types.Prune(fun.Arg)
		if a, ok := arg.(types.Pull); ok {
			arg = a.Elem
		}
		if !isBase(arg) {
			return source.Errorf(d.Pos, "an entry point takes numbers, pairs and arrays of them, but %s takes %s", d.Name, m.Text(fun.Arg))
		}
		t = types.Prune(fun.Result)
	}
	p, ok := t.(types.Program)
	if !ok {
		return source.Errorf(d.Pos, "an entry point is a program of level grid, but %s is of type %s", d.Name, m.Text(t)).
			WithHint("return<grid> (push<grid> …)")
	}
	if l := types.PruneLevel(p.Level); l.Base != nil || l.Succ != m.Grid() {
		return source.Errorf(d.Pos, "an entry point is a program of level grid, but %s is one of level %s", d.Name, m.LevelText(p.Level)).
			WithHint("interleave and concat take programs one level up")
	}
	if !isResult(p.Of) {
		return source.Errorf(d.Pos, "the results of an entry point are numbers, and arrays of them, but %s gives %s", d.Name, m.Text(p.Of)).
			WithHint("concatenate the parts of an array with interleave or concat")
	}
	return nil
}

func isBase(t types.Type) bool {
	switch t := types.Prune(t).(type) {
	case types.Base:
		return true
	case types.Pair:
		return isBase(t.First) && isBase(t.Second)
	}
	return false
}

func isResult(t types.Type) bool {
	switch t := types.Prune(t).(type) {
	case types.Pair:
		return isResult(t.First) && isResult(t.Second)
	case types.Pull:
		return isBase(t.Elem)
	case types.Push:
		return isBase(t.Elem)
	}
	return isBase(t)
}

// label names a number of an argument or result.
func label(base string, leaf, leaves int) string {
	if leaves == 1 {
		return base
	}
	return base + "_" + string(rune('1'+leaf%9))
}

// param declares an argument.
func (h *head) param(t types.Type, what string) value {
	t = types.Prune(t)
	elem := t
	a, isArray := t.(types.Pull)
	size := name.Name{}
	if isArray {
		elem = a.Elem
		size = h.Names.Fresh("n")
		h.fun.Params = append(h.fun.Params, imp.Param{Name: size, Type: imp.Type{Elem: scalar.I64}})
		h.ofHost[size], h.small[size] = true, true
		n := sym.Var(size)
		h.sizes = append(h.sizes, n)
		h.know(sym.Facts{sym.Ge(n, sym.Const(0))})
	}
	s := &storage{elem: elem, leaves: leavesOf(elem), n: sym.Var(size)}
	for i := range s.leaves {
		l := &s.leaves[i]
		v := h.Names.Fresh(label(what, i, len(s.leaves)))
		x := imp.External{Name: v.Base, Type: h.machine.Text(t), Elem: l.elem, Var: v}
		if isArray {
			l.block = v
			x.Shape = []imp.Expr{imp.IntVar(size)}
			h.fun.Params = append(h.fun.Params, imp.Param{Name: v})
		} else {
			l.variable = v
			h.ofHost[v] = true
			h.fun.Params = append(h.fun.Params, imp.Param{Name: v, Type: imp.Type{Elem: l.elem}})
		}
		h.fun.Entry.Params = append(h.fun.Entry.Params, x)
	}
	if isArray {
		return h.array(s, s.n)
	}
	return build(elem, func(i int) value {
		return h.number(&imp.Var{Name: s.leaves[i].variable, Type: s.leaves[i].elem})
	})
}

// result declares the results that a value is, and emits what writes them.
func (h *head) result(t types.Type, v value) {
	t = types.Prune(t)
	switch v := v.(type) {
	case pairOf:
		p := t.(types.Pair)
		h.result(p.First, v.first)
		h.result(p.Second, v.second)
	case number:
		out := h.Names.Fresh("out")
		h.external(t, out, v.t, nil)
		h.fun.Results = append(h.fun.Results, imp.Param{Name: out, Type: imp.Type{Elem: v.t}})
		h.Add(&imp.Assign{Name: out, X: v.expr()})
	case push:
		h.arrayResult(t, t.(types.Push).Elem, v, nil)
	case pull:
		elem := t.(types.Pull).Elem
		p := push{v.n, func(write writer) { h.each(v, write, h.def.Pos) }}
		h.arrayResult(t, elem, p, v.memory)
	}
}

// arrayResult declares an array, and writes it unless it is a block of memory already.
func (h *head) arrayResult(t, elem types.Type, p push, there *storage) {
	s := &storage{elem: elem, leaves: leavesOf(elem), n: p.n}
	inPlace := there != nil && there.whole
	for i := range s.leaves {
		l := &s.leaves[i]
		l.block = h.Names.Fresh("out")
		h.fun.Results = append(h.fun.Results, imp.Param{Name: l.block})
		if inPlace {
			h.Add(&imp.AssignBlock{Dst: l.block, Src: there.leaves[i].block})
		} else {
			h.Add(&imp.Alloc{Block: l.block, Bytes: h.bytes(s, l.elem), What: "the result", Pos: h.def.Pos})
		}
	}
	size := h.ResultSize(h.fun, p.n)
	for i := range s.leaves {
		h.external(t, s.leaves[i].block, s.leaves[i].elem, []imp.Expr{size})
	}
	if !inPlace {
		p.fill(h.writerTo(s))
	}
}

func (h *head) external(t types.Type, v name.Name, elem scalar.Type, shape []imp.Expr) {
	h.fun.Entry.Results = append(h.fun.Entry.Results, imp.External{Type: h.machine.Text(t), Elem: elem, Var: v, Shape: shape})
}
