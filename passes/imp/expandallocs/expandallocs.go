// Package expandallocs moves allocations out of kernels, at level imp: the threads of a kernel
// get parts of one block that the host allocates before the launch (memory expansion, section 6.3
// of the DPIA paper).
//
//   - A block that each iteration of a parallel loop, or each thread of a launch, allocates for
//     itself becomes part of a block for all of them; so does a launch's block of each group in
//     global memory (imp.GroupGlobal).
//   - The size of a part has to be known before the launch, and nothing but accesses may use the
//     block. What cannot move stays, with a remark that says why.
//   - Parts begin at multiples of 8 bytes, and lie one after the other.
//
// Parallel loops are looked at if they are prescribed: pass expand-memory has decided about the
// others. Option all=1 includes them.
package expandallocs

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is expand-allocs.
var Pass = &pass.Pass{
	Name:    "expand-allocs",
	Summary: "allocate what prescribed kernels allocate before their launch, for all threads at once",
	From:    pass.At(pass.Imp),
	Options: []pass.Option{{Name: "all", Default: 0, Doc: "1 to look at parallel loops that are not prescribed, too"}},
	Applies: applies,
	Run:     run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if !f.InKernel {
			e := &expander{unit: u, names: u.Imp.Names, all: opts.Int("all") == 1}
			f.Body = e.list(f.Body)
		}
		return nil
	})
}

// applies reports whether a kernel that the pass looks at allocates.
func applies(u *pass.Unit, opts pass.Options) (found bool) {
	for _, f := range u.Imp.Funs {
		if f.InKernel {
			continue
		}
		imp.Walk(f.Body, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Parallel:
				if s.Prescribed || opts.Int("all") == 1 {
					found = found || allocates(s.Body)
				}
				return false
			case *imp.Launch:
				found = found || allocates(s.Body) || slices.ContainsFunc(s.Shared, func(b imp.Shared) bool { return b.Space == imp.GroupGlobal })
				return false
			}
			return !found
		})
	}
	return found
}

// allocates reports whether a kernel's body allocates in the memory of the device.
func allocates(body []imp.Stm) (found bool) {
	imp.Walk(body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Alloc); ok && a.Space == "" {
			found = true
		}
		return !found
	})
	return found
}

// expander works on a function of the host.
type expander struct {
	unit  *pass.Unit
	names *name.Supply
	all   bool
}

func (e *expander) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Parallel:
			if (e.all || s.Prescribed) && !s.Narrow {
				out = append(out, e.parallel(s)...)
				continue
			}
			out = append(out, s)
		case *imp.Launch:
			out = append(out, e.launch(s)...)
		default:
			out = append(out, imp.WithBodies(s, e.list))
		}
	}
	return out
}

// kernel is a kernel whose allocations are being moved.
type kernel struct {
	*expander
	body   []imp.Stm
	own    imp.Names // what it declares or assigns
	before []imp.Stm // the host's statements before it, and after it
	after  []imp.Stm
	parts  map[name.Name]imp.Part
}

func (e *expander) kernel(body []imp.Stm) *kernel {
	return &kernel{expander: e, body: body, own: imp.Changes(body), parts: map[name.Name]imp.Part{}}
}

func (e *expander) parallel(s *imp.Parallel) []imp.Stm {
	k := e.kernel(s.Body)
	for _, d := range s.Space {
		k.own[d.Index] = true
	}
	allocs := k.movable()
	if len(allocs) == 0 {
		return []imp.Stm{s}
	}
	out := *s
	out.Space = nil
	var dims []dim
	for _, d := range s.Space {
		count := k.value("count", d.Count)
		out.Space = append(out.Space, imp.SpaceDim{Index: d.Index, Count: count})
		dims = append(dims, dim{count, imp.IntVar(d.Index)})
	}
	for _, a := range allocs {
		k.move(a.Block, a, dims)
	}
	out.Body = imp.Move(s.Body, k.parts)
	return k.around(&out)
}

func (e *expander) launch(s *imp.Launch) []imp.Stm {
	k := e.kernel(s.Body)
	for _, b := range s.Shared {
		k.own[b.Name] = true
	}
	out := *s
	out.Shared = nil
	var global []imp.Shared
	for _, b := range s.Shared {
		if b.Space == imp.GroupGlobal && imp.Movable(s.Body, b.Name) && k.known(b.Bytes) && e.unit.Rewrite() {
			global = append(global, b)
		} else {
			out.Shared = append(out.Shared, b)
		}
	}
	allocs := k.movable()
	if len(allocs)+len(global) == 0 {
		return []imp.Stm{s}
	}
	groups, size := k.value("groups", s.Groups), k.value("threads", s.GroupSize)
	out.Groups, out.GroupSize = groups, size
	group := dim{groups, &imp.ID{Kind: imp.GroupID}}
	for _, b := range global {
		k.move(b.Name, &imp.Alloc{Block: b.Name, Bytes: b.Bytes, What: "a temporary array of each group", Pos: s.Pos}, []dim{group})
	}
	for _, a := range allocs {
		k.move(a.Block, a, []dim{group, {size, &imp.ID{Kind: imp.LocalID}}})
	}
	out.Body = imp.Move(s.Body, k.parts)
	return k.around(&out)
}

// around is the kernel with the host's statements around it.
func (k *kernel) around(s imp.Stm) []imp.Stm { return append(append(k.before, s), k.after...) }

// dim is a dimension of the threads of a kernel.
type dim struct{ count, index imp.Expr }

// value is the value of an expression of the host as a variable or a constant.
func (k *kernel) value(base string, e imp.Expr) imp.Expr {
	if _, ok := imp.ConstOf(e); ok {
		return e
	}
	if _, ok := e.(*imp.Var); ok {
		return e
	}
	n := k.names.Fresh(base)
	k.before = append(k.before, &imp.Declare{Name: n, Type: scalar.I64, Init: e})
	return imp.IntVar(n)
}

// movable finds the allocations in the kernel that can move.
func (k *kernel) movable() []*imp.Alloc {
	count := map[name.Name]int{}
	var all []*imp.Alloc
	imp.Walk(k.body, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Alloc); ok {
			count[a.Block]++
			all = append(all, a)
		}
		return true
	})
	var out []*imp.Alloc
	for _, a := range all {
		why := ""
		switch {
		case a.Space != "":
			continue // memory of its own
		case count[a.Block] > 1 || !k.own[a.Block]:
			why = "its variable holds other blocks, too"
		case !imp.Movable(k.body, a.Block):
			why = "its variable is used otherwise than by accesses"
		case !k.known(a.Bytes):
			why = "its size is computed in the kernel"
		}
		if why != "" {
			k.unit.Remark(a.Pos, "threads allocate %s themselves: %s", a.What, why)
			continue
		}
		if k.unit.Rewrite() {
			out = append(out, a)
		}
	}
	return out
}

// known reports whether an expression can be computed before the kernel.
func (k *kernel) known(e imp.Expr) bool {
	known := true
	imp.WalkExpr(e, func(e imp.Expr) {
		switch e := e.(type) {
		case *imp.Var:
			known = known && !k.own[e.Name]
		case *imp.Load, *imp.ID, *imp.Bytes, *imp.Apart:
			known = false
		}
	})
	return known
}

// move makes a block part of one that the host allocates.
func (k *kernel) move(block name.Name, a *imp.Alloc, dims []dim) {
	all := k.names.Like(block)
	room := k.value("room", roundedUp(a.Bytes))
	total := room
	part := imp.Part{Block: all, Dims: make([]imp.PartDim, len(dims))}
	for i := len(dims) - 1; i >= 0; i-- {
		stride := k.value("stride", total)
		part.Dims[i] = imp.PartDim{Size: dims[i].count, Index: dims[i].index, Stride: k.strides(stride)}
		total = saturated(total, dims[i].count)
	}
	k.before = append(k.before, &imp.DeclareBlock{Name: all}, &imp.Alloc{Block: all, Bytes: total, What: a.What, Pos: a.Pos})
	k.after = append(k.after, &imp.AssignBlock{Dst: all})
	k.parts[block] = part
}

// strides is a distance in bytes as one in elements. Each size has a variable, made when it is
// first asked for.
func (k *kernel) strides(bytes imp.Expr) func(int) imp.Expr {
	known := map[int]imp.Expr{}
	return func(size int) imp.Expr {
		if known[size] == nil {
			if c, ok := imp.ConstOf(bytes); ok {
				known[size] = imp.Int(c.Int() / int64(size))
			} else {
				known[size] = k.value("stride", &imp.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []imp.Expr{bytes, imp.Int(int64(size))}})
			}
		}
		return known[size]
	}
}

// roundedUp is a size in bytes as a multiple of 8. A size near the largest number stays there, and
// no memory is that large.
func roundedUp(bytes imp.Expr) imp.Expr {
	if c, ok := imp.ConstOf(bytes); ok && c.Int() < 1<<40 {
		return imp.Int((max(c.Int(), 0) + 7) / 8 * 8)
	}
	least := &imp.Prim{Fn: scalar.Min, Type: scalar.I64, Args: []imp.Expr{bytes, imp.Int(1<<62 - 8)}}
	words := &imp.Prim{Fn: scalar.Quot, Type: scalar.I64, Args: []imp.Expr{imp.Add(least, imp.Int(7)), imp.Int(8)}}
	return imp.Mul(words, imp.Int(8))
}

// saturated is a product of sizes that does not wrap.
func saturated(x, y imp.Expr) imp.Expr {
	a, ok1 := imp.ConstOf(x)
	b, ok2 := imp.ConstOf(y)
	if ok1 && ok2 && a.Int() < 1<<31 && b.Int() < 1<<31 {
		return imp.Mul(x, y)
	}
	return &imp.Prim{Fn: scalar.MulSat, Type: scalar.I64, Args: []imp.Expr{x, y}}
}
