package offload

import (
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// region makes a kernel of list, which a kernel can run, from the first access to an
// element to the last, if that is worth it. What follows goes along where less comes
// back then.
func (o *offloader) region(list []imp.Stm, loop *imp.Stm) []imp.Stm {
	first, end := 0, len(list)
	for first < end && o.device.weightOf(list[first]) == 0 {
		first++
	}
	for end > first && o.device.weightOf(list[end-1]) == 0 {
		end--
	}
	k := o.kernel(list[first:end], loop)
	if all := o.kernel(list[first:], loop); len(all.back) < len(k.back) {
		k, end = all, len(list)
	}
	weight := o.device.weight(k.body)
	if weight < o.least+int64(len(k.back)) || !o.unit.Rewrite() {
		return list
	}
	o.remark(k, weight)
	out := append([]imp.Stm(nil), list[:first]...)
	return append(append(out, o.launch(k)...), list[end:]...)
}

func (o *offloader) remark(k *kernel, weight int64) {
	pos := positionIn(k.body, o.fun)
	if weight >= many {
		o.unit.Remark(pos, "a thread of the device runs this loop over elements of arrays")
	} else {
		o.unit.Remark(pos, "a thread of the device makes these %d accesses to elements of arrays", weight)
	}
}

// kernel is a region on its way to the device.
type kernel struct {
	body   []imp.Stm
	before []imp.Stm  // what the host does before it: blocks, scalars that it needs, too
	given  []variable // variables of the host that the region assigns
	back   []variable // those that the host reads afterwards
}

// variable is a scalar variable. Those that are declared in the region the host declares
// after it.
type variable struct {
	name name.Name
	elem scalar.Type
	own  bool
}

// kernel finds out what goes into the region and what comes back.
func (o *offloader) kernel(list []imp.Stm, loop *imp.Stm) *kernel {
	k := &kernel{}
	k.body = o.takeBlocks(list, &k.before)
	inside := usesIn(k.body)
	changed := imp.Names{}
	imp.Walk(k.body, func(s imp.Stm) bool { imp.Assigns(s, changed); return true })

	var rest []imp.Stm
	declared := imp.Changes(k.body)
	for _, s := range k.body {
		d, ok := s.(*imp.Declare)
		if !ok || o.uses[d.Name] <= inside[d.Name] {
			rest = append(rest, s)
			continue
		}
		if !changed[d.Name] && computable(d.Init, declared) {
			k.before = append(k.before, d)
			delete(declared, d.Name)
			continue
		}
		rest = append(rest, s)
		k.back = append(k.back, variable{d.Name, d.Type, true})
	}
	k.body = rest
	for _, v := range o.assignedOutside(k.body) {
		k.given = append(k.given, v)
		if o.uses[v.name] > inside[v.name] || o.results[v.name] || o.home[v.name] != loop {
			k.back = append(k.back, v)
		}
	}
	return k
}

// assignedOutside are the variables that list assigns and does not declare, in the
// order of assignment.
func (o *offloader) assignedOutside(list []imp.Stm) (out []variable) {
	declared := imp.Names{}
	note := func(n name.Name, t scalar.Type) {
		if !declared[n] {
			declared[n] = true
			out = append(out, variable{n, t, false})
		}
	}
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Declare:
			declared[s.Name] = true
		case *imp.Assign:
			note(s.Name, imp.TypeOf(s.X))
		case *imp.Call:
			for i, r := range s.Results {
				note(r, o.device.prog.Fun(s.Fun).Results[i].Type.Elem)
			}
		}
		return true
	})
	return out
}

// computable reports whether e is made of nothing that is in names or in memory, and is
// defined whatever its variables are.
func computable(e imp.Expr, names imp.Names) bool {
	ok := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			ok = ok && !names[e.Name]
		case *imp.Load:
			ok = false
		case *imp.Prim:
			ok = ok && imp.Total(e)
		}
	})
	return ok
}

// word is the room of a scalar that comes back, in bytes.
const word = 8

// launch is the kernel as statements of the host.
func (o *offloader) launch(k *kernel) []imp.Stm {
	to := map[name.Name]name.Name{}
	var body []imp.Stm
	for _, v := range k.given {
		to[v.name] = o.names.Like(v.name)
		body = append(body, &imp.Declare{Name: to[v.name], Type: v.elem, Init: &imp.Var{Name: v.name, Type: v.elem}})
	}
	for _, v := range k.back {
		if v.own {
			to[v.name] = o.names.Like(v.name)
		}
	}
	body = append(body, imp.Rename(k.body, to, nil)...)

	results := o.names.Fresh("results_mem")
	slot := func(i int, t scalar.Type) imp.Expr { return imp.Int(int64(i) * word / int64(t.Size())) }
	for i, v := range k.back {
		body = append(body, &imp.Store{Block: results, Elem: v.elem, Index: slot(i, v.elem), X: &imp.Var{Name: to[v.name], Type: v.elem}})
	}
	pos := positionIn(k.body, o.fun)
	alone := &imp.Parallel{Label: "alone", Space: []imp.SpaceDim{{Index: o.names.Fresh("i"), Count: imp.Int(1)}}, Body: body, Pos: pos}
	if len(k.back) == 0 {
		return append(k.before, alone)
	}
	out := append(k.before, &imp.DeclareBlock{Name: results}, &imp.Alloc{
		Block: results, Bytes: imp.Int(int64(len(k.back)) * word), What: "the results of sequential code", Pos: pos,
	}, alone)
	for i, v := range k.back {
		x := &imp.Load{Block: results, Elem: v.elem, Index: slot(i, v.elem)}
		if v.own {
			out = append(out, &imp.Declare{Name: v.name, Type: v.elem, Init: x})
		} else {
			out = append(out, &imp.Assign{Name: v.name, X: x})
		}
	}
	return append(out, &imp.AssignBlock{Dst: results})
}

// positionIn is the first position that list has, else that of the function.
func positionIn(list []imp.Stm, f *imp.Fun) source.Pos {
	var pos source.Pos
	imp.Walk(list, func(s imp.Stm) bool {
		if !pos.IsValid() {
			pos = imp.Position(s)
		}
		return !pos.IsValid()
	})
	if pos.IsValid() {
		return pos
	}
	return f.Pos
}
