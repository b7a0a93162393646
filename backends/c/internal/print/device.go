package print

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A program for a device is its host part alone: blocks lie in the device's memory, and parallel
// statements start kernels, which somebody else prints. The run time is somebody else's, too; it
// has lamina_alloc and its like, lamina_fetch, lamina_poke, lamina_check_kernels and the functions that
// start kernels, lamina_threshold and lamina_repeats. Wherever an element is read the host waits for the device, so that loads are
// statements of their own.

// Device describes the kernels to the host part.
type Device interface {
	// Kernel is the number of the kernel that a Parallel, Launch or Copy starts.
	Kernel(s imp.Stm) int
	// Params are the variables that it takes; those that hold blocks have no element type.
	Params(kernel int) []imp.Param
	// Mappable reports whether kernels only store to a block and the host only reads it.
	Mappable(block name.Name) bool
	// Threshold is the number of a threshold in the run time's table.
	Threshold(name string) int
}

// Host prints the host part of p, whose indices are flat. Runtime is the part of the file before
// the program, after the scalar types and the sizes of tables. Failures of kernels carry at most
// n values.
func Host(p *imp.Program, d Device, runtime string, values int) (*Unit, error) {
	return printed(p, func(u *unit) {
		u.device, u.deviceRuntime = d, runtime
		u.Values = max(u.Values, values)
	})
}

// onHost tells which functions the host calls.
func onHost(p *imp.Program) map[*imp.Fun]bool {
	out := map[*imp.Fun]bool{}
	var visit func(f *imp.Fun)
	visit = func(f *imp.Fun) {
		if out[f] {
			return
		}
		out[f] = true
		imp.Walk(f.Body, func(s imp.Stm) bool {
			switch s := s.(type) {
			case *imp.Call:
				visit(p.Fun(s.Fun))
			case *imp.Parallel, *imp.Launch:
				return false
			}
			return true
		})
	}
	for _, f := range p.Funs {
		if !f.InKernel {
			visit(f)
		}
	}
	return out
}

// fetch writes the loads within expressions, and notes the variables that they have become.
func (f *fn) fetch(es ...imp.Expr) {
	for _, e := range es {
		imp.WalkExpr(e, func(e imp.Expr) {
			l, ok := e.(*imp.Load)
			if !ok || f.fetched[l] != "" {
				return
			}
			f.fetch(l.Index)
			x := fmt.Sprintf("loaded%d", f.loads)
			f.loads++
			f.line("%s %s = 0;", stored(l.Elem), x)
			f.line("if (LAMINA_UNLIKELY(lamina_fetch(t, &%s, %d, %s, %s))) %s", x, l.Elem.Size(), f.ident(l.Block), f.index(l.Index), f.fail())
			if l.Elem == scalar.F16 {
				x = f.helpers.apply("widen", x)
			}
			f.fetched[l] = x
		})
	}
}

// hostStm writes a statement that differs on the host of a device, and tells whether s is one.
func (f *fn) hostStm(s imp.Stm) bool {
	switch s := s.(type) {
	case *imp.While:
		f.block(func() {
			f.fetch(s.Cond)
			f.line("if (!%s) break;", parens(f.expr(s.Cond)))
			f.stms(s.Body)
		}, "for (;;)")
	case *imp.Assert:
		f.fetch(s.Cond)
		f.assert(s)
	case *imp.For:
		f.fetch(s.Bound)
		f.block(func() {
			f.line("const %s end = %s;", s.Type, unparen(f.expr(s.Bound)))
			f.count(s.Index, s.Type, "0", "end", s.Body)
		}, "")
	case *imp.Store:
		f.fetch(s.Index, s.X)
		f.line("if (LAMINA_UNLIKELY(lamina_poke(t, %s, %s, %d, %s))) %s", f.ident(s.Block), f.index(s.Index), s.Elem.Size(), f.toBits(s.Elem, f.expr(s.X)), f.fail())
	case *imp.Copy:
		f.hostCopy(s)
	case *imp.Parallel:
		f.start(s)
	case *imp.Launch:
		f.launch(s)
	default:
		imp.Roots(s, func(e imp.Expr) { f.fetch(e) })
		return false
	}
	return true
}

// i64s writes a list of numbers as an array.
func (f *fn) i64s(what string, es []imp.Expr) {
	var list []string
	for _, e := range es {
		list = append(list, unparen(f.expr(e)))
	}
	if len(list) == 0 {
		list = []string{"0"} // C has no empty arrays
	}
	f.line("const i64 %s[] = {%s};", what, strings.Join(list, ", "))
}

// arguments writes what a kernel takes, as an array.
func (f *fn) arguments(kernel int) {
	var list []string
	for _, p := range f.device.Params(kernel) {
		x := f.ident(p.Name)
		if p.Type.IsBlock() {
			list = append(list, fmt.Sprintf("{.block = %s}", x))
		} else {
			list = append(list, fmt.Sprintf("{.bits = %s}", f.toBits(p.Type.Elem, x)))
		}
	}
	if len(list) == 0 {
		list = []string{"{.bits = 0}"}
	}
	f.line("const lamina_argument arguments[] = {%s};", strings.Join(list, ", "))
}

// tooLarge is the place of a kernel's start, where its space may be too large.
func (f *fn) tooLarge(label string, s imp.Stm) int {
	return f.site(Site{Fun: f.fun, Message: []Part{{Text: label + " runs for more than 2^63-1 points"}}, Trace: positions(imp.Position(s))})
}

// start writes the start of a kernel over an index space.
func (f *fn) start(s *imp.Parallel) {
	k := f.device.Kernel(s)
	f.block(func() {
		var counts []imp.Expr
		for _, d := range s.Space {
			f.fetch(d.Count)
			counts = append(counts, d.Count)
		}
		f.i64s("sizes", counts)
		f.arguments(k)
		f.line("if (LAMINA_UNLIKELY(lamina_start(t, path, %d, %du, sizes, arguments))) %s%s", k, f.tooLarge(s.Label, s), f.fail(), comment(s.Label))
	}, "")
}

// launch writes the start of a kernel by groups.
func (f *fn) launch(s *imp.Launch) {
	k := f.device.Kernel(s)
	needs := f.site(Site{
		Fun:     f.fun,
		Message: []Part{{Text: s.Label + " needs ", Arg: scalar.I64}, {Text: " bytes of shared memory for a group of threads; the device has ", Arg: scalar.I64}},
		Trace:   positions(s.Pos),
	})
	f.Values = max(f.Values, 2)
	f.block(func() {
		f.fetch(s.Groups, s.GroupSize)
		var shared []imp.Expr
		for _, b := range s.Shared {
			f.fetch(b.Bytes)
			shared = append(shared, b.Bytes)
		}
		f.i64s("shared", shared)
		f.arguments(k)
		f.line("if (LAMINA_UNLIKELY(lamina_start_groups(t, path, %d, %du, %s, %s, %d, shared, arguments))) %s%s",
			k, needs, unparen(f.expr(s.Groups)), unparen(f.expr(s.GroupSize)), len(shared), f.fail(), comment(s.Label))
	}, "")
}

// hostCopy writes a copy: of what lies in one piece by the device's own means, else by a kernel.
func (f *fn) hostCopy(s *imp.Copy) {
	k := f.device.Kernel(s)
	f.block(func() {
		imp.Roots(s, func(e imp.Expr) { f.fetch(e) })
		f.i64s("sizes", s.Shape)
		f.i64s("to_steps", s.Dst.Strides)
		f.i64s("from_steps", s.Src.Strides)
		f.arguments(k)
		f.line("const lamina_view to = {%s, %s, to_steps}, from = {%s, %s, from_steps};",
			f.ident(s.Dst.Block), f.index(s.Dst.Offset), f.ident(s.Src.Block), f.index(s.Src.Offset))
		f.line("if (LAMINA_UNLIKELY(lamina_copy(t, path, %d, %du, %d, %d, sizes, to, from, arguments))) %s",
			k, f.tooLarge("copy", s), s.Elem.Size(), len(s.Shape), f.fail())
	}, "")
}

// areApart writes whether blocks that are written are others than all that follow them.
func (f *fn) areApart(e *imp.Apart) string {
	all := append(append([]name.Name(nil), e.Written...), e.Read...)
	var terms []string
	for i := range e.Written {
		for _, other := range all[i+1:] {
			terms = append(terms, fmt.Sprintf("lamina_apart(%s, %s)", f.ident(all[i]), f.ident(other)))
		}
	}
	if len(terms) == 0 {
		return "true"
	}
	return "(" + strings.Join(terms, " && ") + ")"
}
