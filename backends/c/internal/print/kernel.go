package print

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// kernel is a parallel loop as it becomes a function.
type kernel struct {
	number   int
	stm      *imp.Parallel
	captured []name.Name // what its body uses from outside
	vars     map[name.Name]imp.Type
	apart    map[name.Name]bool // blocks that nothing else in it accesses
}

// parallel writes a parallel loop: what the body uses goes into a frame, which the threads
// that run it read.
func (f *fn) parallel(s *imp.Parallel) {
	if f.kernel {
		f.nested(s)
		return
	}
	k := &kernel{number: len(f.Kernels), stm: s, vars: f.vars}
	f.Kernels = append(f.Kernels, s.Label)
	inside := imp.Names{}
	for _, d := range s.Space {
		inside[d.Index] = true
	}
	for _, n := range imp.Free(s.Body) {
		if !inside[n] {
			k.captured = append(k.captured, n)
		}
	}
	k.apart = apartBlocks(f.prog, f.prog.Fun(f.fun), s)
	f.printKernel(k)
	f.block(func() {
		total := "1"
		var values []string
		for i, d := range s.Space {
			f.line("const i64 count%d = %s;", i, unparen(f.expr(d.Count)))
			total = fmt.Sprintf("lamina_points(%s, count%d)", total, i)
			values = append(values, fmt.Sprintf("count%d", i))
		}
		for _, n := range k.captured {
			values = append(values, f.ident(n))
		}
		f.line("const i64 total = %s;", total)
		f.block(func() {
			if n := len(imp.Reused(s)); n > 0 && f.device == nil { // each counts once, whatever the number of threads that keep one
				f.line("t->blocks += %d;", n)
			}
			f.line("const struct kernel%d frame = {%s};", k.number, strings.Join(values, ", "))
			f.line("if (LAMINA_UNLIKELY(lamina_parallel(t, path, %d, %t, total, kernel%d, &frame))) %s", k.number, heavy(s.Body), k.number, f.fail())
		}, "if (total > 0)")
	}, "")
}

// heavy reports whether an iteration may take long: it has loops or calls.
func heavy(body []imp.Stm) bool {
	found := false
	imp.Walk(body, func(s imp.Stm) bool {
		switch s.(type) {
		case *imp.For, *imp.While, *imp.Call, *imp.Copy:
			found = true
		}
		return !found
	})
	return found
}

// nested runs a parallel loop inside another one in order.
func (f *fn) nested(s *imp.Parallel) {
	body := s.Body
	for i := len(s.Space) - 1; i >= 0; i-- {
		d := s.Space[i]
		body = []imp.Stm{&imp.For{Index: d.Index, Type: scalar.I64, Bound: d.Count, Body: body}}
	}
	f.stms(body)
}

// printKernel prints the frame of a kernel and its function.
func (f *fn) printKernel(k *kernel) {
	w := f.newFn(f.fun, true)
	w.parts = f.parts
	for n, t := range k.vars {
		w.vars[n] = t
	}
	var fields, params, args []string
	for i := range k.stm.Space {
		fields = append(fields, fmt.Sprintf("i64 count%d;", i))
		params = append(params, fmt.Sprintf("i64 count%d", i))
		args = append(args, fmt.Sprintf("frame->count%d", i))
	}
	for _, n := range k.captured {
		t, ok := k.vars[n]
		if !ok {
			panic(fmt.Sprintf("print: %s is used in %s before its declaration", n, f.fun))
		}
		if f.stack[n] {
			panic(fmt.Sprintf("print: the kernel %s takes the stack's block %s", k.stm.Label, n))
		}
		x := w.ident(n)
		fields = append(fields, declared(t)+x+";")
		if k.apart[n] {
			params = append(params, "block restrict "+x)
		} else {
			params = append(params, declared(t)+x)
		}
		args = append(args, "frame->"+x)
	}
	if w.device == nil {
		w.prepareReused(k.stm)
	}
	w.iterate(k.stm)
	name := fmt.Sprintf("kernel%d", k.number)
	at := ""
	if k.stm.Pos.IsValid() {
		at = fmt.Sprintf(", %s", k.stm.Pos)
	}
	fmt.Fprintf(&f.text, "\n//%s%s\nstruct %s {\n  %s\n};\n", comment(k.stm.Label)[3:], at, name, strings.Join(fields, "\n  "))
	w.finish(fmt.Sprintf("\nstatic bool %s_range(lamina_thread *t, u32 path, i64 from, i64 to, %s)", name, strings.Join(params, ", ")), nil)
	fmt.Fprintf(&f.text, `
static bool %[1]s(lamina_thread *t, u32 path, i64 from, i64 to, const void *argument) {
  const struct %[1]s *frame = argument;
  return %[1]s_range(t, path, from, to, %[2]s);
}
`, name, strings.Join(args, ", "))
}

// iterate writes the iterations from one up to, but not including, another: in one dimension
// as a loop, in more as a loop for each row of the innermost dimension.
func (f *fn) iterate(s *imp.Parallel) {
	inner := len(s.Space) - 1
	for i := range s.Space {
		f.line("(void)count%d;", i)
	}
	if inner == 0 {
		f.rangeOf(s.Space[0].Index, scalar.I64, "from", "to", s.Body, true)
		return
	}
	f.line("u64 point = (u64)from;")
	f.line("i64 left = to - from, start = (i64)(point %% (u64)count%d);", inner)
	f.line("point /= (u64)count%d;", inner)
	for i := inner - 1; i >= 0; i-- {
		index := f.ident(s.Space[i].Index)
		f.vars[s.Space[i].Index] = imp.Type{Elem: scalar.I64}
		if i == 0 {
			f.line("i64 %s = (i64)point;", index)
			break
		}
		f.line("i64 %s = (i64)(point %% (u64)count%d);", index, i)
		f.line("point /= (u64)count%d;", i)
	}
	f.block(func() {
		f.line("const i64 end = count%[1]d - start < left ? count%[1]d : start + left;", inner)
		f.line("left -= end - start;")
		f.block(func() { f.rangeOf(s.Space[inner].Index, scalar.I64, "start", "end", s.Body, true) }, "")
		f.line("start = 0;")
		f.nextRow(s, inner-1)
	}, "while (left > 0)")
}

// nextRow advances the indices of the outer dimensions, from dimension d outwards.
func (f *fn) nextRow(s *imp.Parallel, d int) {
	index := f.ident(s.Space[d].Index)
	if d == 0 {
		f.line("%s++;", index)
		return
	}
	f.block(func() {
		f.line("%s = 0;", index)
		f.nextRow(s, d-1)
	}, "if (++%s == count%d)", index, d)
}

// apartBlocks returns those block variables of outside that a kernel's body uses whose blocks
// no other variable that it uses holds, or of which nothing is written under any name.
func apartBlocks(p *imp.Program, f *imp.Fun, s *imp.Parallel) map[name.Name]bool {
	class := classes(p, f)
	written, read := imp.BlockUses(s.Body)
	users, dirty := map[name.Name]int{}, map[name.Name]bool{}
	for _, n := range written {
		users[class(n)]++
		dirty[class(n)] = true
	}
	for _, n := range read {
		users[class(n)]++
	}
	out := map[name.Name]bool{}
	for _, list := range [][]name.Name{written, read} {
		for _, n := range list {
			out[n] = users[class(n)] == 1 || !dirty[class(n)]
		}
	}
	return out
}

// classes sorts the block variables of a function: two of different classes never hold the
// same block. Parameters of an entry point that nothing else calls hold different blocks.
func classes(p *imp.Program, f *imp.Fun) func(name.Name) name.Name {
	parent := map[name.Name]name.Name{}
	var class func(n name.Name) name.Name
	class = func(n name.Name) name.Name {
		up, ok := parent[n]
		if !ok {
			return n
		}
		root := class(up)
		parent[n] = root
		return root
	}
	join := func(a, b name.Name) {
		if a, b = class(a), class(b); a != b {
			parent[a] = b
		}
	}
	if f.Entry == nil || called(p, f.Name) {
		var first name.Name
		for _, q := range f.Params {
			if q.Type.IsBlock() && first.IsZero() {
				first = q.Name
			} else if q.Type.IsBlock() {
				join(first, q.Name)
			}
		}
	}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.AssignBlock:
			if !s.Src.IsZero() {
				join(s.Dst, s.Src)
			}
		case *imp.Call: // a result may be an argument, and two of them one block
			var all []name.Name
			for i, r := range p.Fun(s.Fun).Results {
				if r.Type.IsBlock() {
					all = append(all, s.Results[i])
				}
			}
			if len(all) == 0 {
				break
			}
			for _, a := range s.Args {
				if a.X == nil {
					all = append(all, a.Block)
				}
			}
			for _, n := range all[1:] {
				join(all[0], n)
			}
		}
		return true
	})
	return class
}

// called reports whether a function of the program calls the one of that name.
func called(p *imp.Program, fun string) bool {
	found := false
	for _, f := range p.Funs {
		imp.Walk(f.Body, func(s imp.Stm) bool {
			c, ok := s.(*imp.Call)
			found = found || ok && c.Fun == fun
			return !found
		})
	}
	return found
}
