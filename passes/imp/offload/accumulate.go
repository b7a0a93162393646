package offload

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A loop of the host that launches kernels, and loads elements only to combine them with variables
// that it carries, waits for the device in each iteration for nothing. Such variables lie in device
// memory while the loop runs: a kernel of one thread combines them, and they come back once.

// accumulation is such a loop on its way.
type accumulation struct {
	body    []imp.Stm
	in      map[imp.Stm]bool // the statements that go to the device
	tainted imp.Names        // variables that depend on elements of arrays
	own     imp.Names        // those that the body declares
	at      int              // the statement that the kernel takes the place of: the last load
	kept    []variable       // variables that the loop carries in device memory
}

// accumulate returns the statements that replace loop s, or nil if it stays as it is.
func (o *offloader) accumulate(s *imp.For) []imp.Stm {
	a := &accumulation{body: s.Body, in: map[imp.Stm]bool{}, tainted: imp.Names{}, own: imp.Names{}}
	if !launchesKernels(s.Body) || !a.collect() || !a.movable() || !o.unit.Rewrite() {
		return nil
	}
	o.unit.Remark(positionIn(s.Body, o.fun), "a thread of the device combines what the loop carries with elements of arrays")
	block := o.names.Fresh("carried_mem")
	slot := func(i int) imp.Expr { return imp.Int(int64(i) * word / int64(a.kept[i].elem.Size())) }
	each := func(stm func(i int, v variable) imp.Stm) (out []imp.Stm) {
		for i, v := range a.kept {
			out = append(out, stm(i, v))
		}
		return out
	}
	alone := func(body []imp.Stm) imp.Stm {
		return &imp.Parallel{Label: "alone", Space: []imp.SpaceDim{{Index: o.names.Fresh("i"), Count: imp.Int(1)}}, Body: body, Pos: positionIn(s.Body, o.fun)}
	}
	to := map[name.Name]name.Name{}
	for _, v := range a.kept {
		to[v.name] = o.names.Like(v.name)
	}
	load := func(i int, v variable) imp.Expr { return &imp.Load{Block: block, Elem: v.elem, Index: slot(i)} }
	store := func(i int, v variable, n name.Name) imp.Stm {
		return &imp.Store{Block: block, Elem: v.elem, Index: slot(i), X: &imp.Var{Name: n, Type: v.elem}}
	}
	combine := each(func(i int, v variable) imp.Stm {
		return &imp.Declare{Name: to[v.name], Type: v.elem, Init: load(i, v)}
	})
	combine = append(combine, imp.Rename(a.chosen(), to, nil)...)
	combine = append(combine, each(func(i int, v variable) imp.Stm { return store(i, v, to[v.name]) })...)

	var body []imp.Stm
	for i, t := range s.Body {
		if !a.in[t] {
			body = append(body, t)
		}
		if i == a.at {
			body = append(body, alone(combine))
		}
	}
	out := []imp.Stm{
		&imp.DeclareBlock{Name: block},
		&imp.Alloc{Block: block, Bytes: imp.Int(int64(len(a.kept)) * word), What: "what a loop carries", Pos: positionIn(s.Body, o.fun)},
		alone(each(func(i int, v variable) imp.Stm { return store(i, v, v.name) })),
		&imp.For{Index: s.Index, Type: s.Type, Bound: s.Bound, Pos: s.Pos, Body: body},
	}
	out = append(out, each(func(i int, v variable) imp.Stm { return &imp.Assign{Name: v.name, X: load(i, v)} })...)
	return append(out, &imp.AssignBlock{Dst: block})
}

// launchesKernels reports whether a list of the host launches kernels, or moves whole arrays.
func launchesKernels(list []imp.Stm) (found bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Parallel, *imp.Launch:
			found = true
		}
		return !found
	})
	return found
}

// collect finds the statements that depend on elements. It reports whether all of them compute
// scalars for each other alone, straight in the body.
func (a *accumulation) collect() bool {
	for _, s := range a.body {
		if d, ok := s.(*imp.Declare); ok {
			a.own[d.Name] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for _, s := range a.body {
			if a.in[s] || !a.depends(s) {
				continue
			}
			switch s := s.(type) {
			case *imp.Declare:
				a.tainted[s.Name] = true
			case *imp.Assign:
				if !a.own[s.Name] && !a.tainted[s.Name] {
					a.kept = append(a.kept, variable{s.Name, imp.TypeOf(s.X), false})
				}
				a.tainted[s.Name] = true
			default:
				return false
			}
			a.in[s], changed = true, true
		}
	}
	return len(a.kept) > 0
}

// depends reports whether s loads an element on the host, uses a variable that depends on one, or
// assigns such a variable.
func (a *accumulation) depends(s imp.Stm) (found bool) {
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		assigned := imp.Names{}
		imp.Assigns(s, assigned)
		for n := range assigned {
			found = found || a.tainted[n]
		}
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				v, ok := e.(*imp.Var)
				found = found || ok && a.tainted[v.Name]
			})
		})
		return !found
	})
	return found || loadsOnHost(s)
}

// loadsOnHost reports whether the host loads an element in s.
func loadsOnHost(s imp.Stm) (found bool) {
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.Parallel, *imp.Launch:
			return false
		}
		found = found || loads(s) > 0
		return !found
	})
	return found
}

// chosen is the statements that go to the device, in order.
func (a *accumulation) chosen() (out []imp.Stm) {
	for _, s := range a.body {
		if a.in[s] {
			out = append(out, s)
		}
	}
	return out
}

// movable reports whether one kernel, in the place of the last load, may do what the statements do:
// nothing changes memory, or what blocks are, between the first load and the last, and what later
// statements need is there already.
func (a *accumulation) movable() bool {
	first := -1
	for i, s := range a.body {
		if a.in[s] && loads(s) > 0 {
			if first < 0 {
				first = i
			}
			a.at = i
		}
	}
	if first < 0 {
		return false
	}
	for _, s := range a.body[first:a.at] {
		switch s.(type) {
		case *imp.Declare, *imp.Assign, *imp.Assert:
		default:
			return false
		}
	}
	// What statements before the kernel read must not have changed until then, and what those
	// after it read must not change from there on.
	needed := imp.Names{}
	for _, s := range a.chosen() {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if v, ok := e.(*imp.Var); ok && !a.tainted[v.Name] {
					needed[v.Name] = true
				}
			})
		})
	}
	changed := imp.Names{}
	for i, s := range a.body {
		if a.in[s] {
			continue
		}
		imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool { imp.Assigns(s, changed); return true })
		if d, ok := s.(*imp.Declare); ok && i > a.at {
			changed[d.Name] = true
		}
	}
	for n := range needed {
		if changed[n] {
			return false
		}
	}
	for _, v := range a.kept {
		if v.elem == scalar.Bool {
			return false
		}
	}
	return true
}
