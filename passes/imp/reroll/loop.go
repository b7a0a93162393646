package reroll

import (
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// private is the space of a thread's own blocks.
const private imp.Space = "private"

// loop returns a list with the repetitions of a class as a loop. It is false if they need each other's
// results, or if something stands between them that cannot be moved.
func (r *reroller) loop(list []imp.Stm, class []*repetition) ([]imp.Stm, bool) {
	own := map[int]bool{}
	from, to := len(list), 0
	for _, c := range class {
		for _, at := range c.at {
			own[at] = true
			from, to = min(from, at), max(to, at)
		}
	}
	before, after, ok := r.between(list, class, own, from, to)
	if !ok || !r.unit.Rewrite() {
		return nil, false
	}
	return slices.Concat(list[:from], before, r.computed(list, class), after, list[to+1:]), true
}

// between separates what stands between the repetitions from what needs their results, in order.
func (r *reroller) between(list []imp.Stm, class []*repetition, own map[int]bool, from, to int) (before, after []imp.Stm, ok bool) {
	declared := declarations(list)
	computed := imp.Names{}
	for _, c := range class {
		for _, d := range c.outputs {
			computed[d.Name] = true
		}
	}
	for i := from; i <= to; i++ {
		s := list[i]
		if own[i] {
			continue
		}
		switch s := s.(type) {
		case *imp.Declare:
		case *imp.If:
			outputs, _ := r.outputs(list, declared, i)
			if _, _, scalars := alike([]imp.Stm{s}, outputs); outputs == nil || !scalars {
				return nil, nil, false
			}
		default:
			return nil, nil, false
		}
		if !reads(s, computed) {
			before = append(before, s)
			continue
		}
		after = append(after, s)
		for n := range imp.Changes([]imp.Stm{s}) {
			computed[n] = true
		}
	}
	for _, c := range class {
		for _, v := range c.inputs {
			if computed[v.Name] {
				return nil, nil, false
			}
		}
	}
	return before, after, true
}

// reads reports whether a statement uses one of some variables.
func reads(s imp.Stm, variables imp.Names) bool {
	return slices.ContainsFunc(imp.Free([]imp.Stm{s}), func(n name.Name) bool { return variables[n] })
}

// computed returns the loop, after what stores its inputs, and before what loads its results.
func (r *reroller) computed(list []imp.Stm, class []*repetition) []imp.Stm {
	names, first := r.unit.Imp.Names, class[0]
	k, fresh := names.Fresh("k"), map[name.Name]name.Name{}
	var stores, body, loads []imp.Stm
	for i, v := range first.inputs {
		if same(class, i) {
			continue
		}
		in := r.private(v.Name.Base, v.Type, len(class))
		stores = append(stores, in.make...)
		for j, c := range class {
			stores = append(stores, in.store(index(j), c.inputs[i]))
		}
		fresh[v.Name] = names.Like(v.Name)
		body = append(body, &imp.Declare{Name: fresh[v.Name], Type: v.Type, Init: in.load(counter(k))})
	}
	for _, at := range first.at {
		body = append(body, list[at])
	}
	// What the repetition declares gets new names, which the loop's results are stored by.
	prefix := len(body) - len(first.at)
	body = append(body[:prefix:prefix], imp.Rename(body[prefix:], fresh, names)...)
	for i, d := range first.outputs {
		out := r.private(d.Name.Base, d.Type, len(class))
		stores = append(stores, out.make...)
		body = append(body, out.store(counter(k), &imp.Var{Name: fresh[d.Name], Type: d.Type}))
		for j, c := range class {
			loads = append(loads, &imp.Declare{Name: c.outputs[i].Name, Type: d.Type, Init: out.load(index(j))})
		}
	}
	bound := &imp.Const{Value: scalar.Int(scalar.I32, int64(len(class)))}
	return slices.Concat(stores, []imp.Stm{&imp.For{Index: k, Type: scalar.I32, Bound: bound, Body: body}}, loads)
}

func index(i int) imp.Expr { return &imp.Const{Value: scalar.Int(scalar.I32, int64(i))} }

func counter(k name.Name) imp.Expr { return &imp.Var{Name: k, Type: scalar.I32} }

// array is an array of a thread's own.
type array struct {
	block name.Name
	elem  scalar.Type
	size  int
	make  []imp.Stm
}

func (r *reroller) private(base string, elem scalar.Type, size int) *array {
	a := &array{block: r.unit.Imp.Names.Fresh(base + "s_mem"), elem: elem, size: size}
	a.make = []imp.Stm{
		&imp.DeclareBlock{Name: a.block, Space: private},
		&imp.Alloc{Block: a.block, Bytes: imp.Int(int64(size) * int64(elem.Size())), Space: private, What: base},
	}
	return a
}

func (a *array) at(i imp.Expr) imp.Expr {
	return &imp.At{Offset: index(0), Dims: []imp.AtDim{{Size: imp.Int(int64(a.size)), Stride: index(1), Index: i}}}
}

func (a *array) store(i, x imp.Expr) imp.Stm {
	return &imp.Store{Block: a.block, Elem: a.elem, Index: a.at(i), X: x}
}

func (a *array) load(i imp.Expr) imp.Expr {
	return &imp.Load{Block: a.block, Elem: a.elem, Index: a.at(i)}
}
