package emit

import (
	"cmp"
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/outline"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// declare makes the function that f becomes: parameters are the thread's
// record, the path, and f's own. Block parameters are lent by the caller; block
// results are handed over with the reference that the result variable held.
func (u *unit) declare(f *imp.Fun) {
	out := &code.Func{
		Name:     f.Name,
		Exported: f.Entry != nil,
		Params:   []code.Local{{Name: "thread", Type: code.I32}, {Name: "path", Type: code.I32}},
	}
	for _, p := range f.Params {
		out.Params = append(out.Params, code.Local{Name: p.Name.String(), Type: assemble.ValType(p.Type.Elem)})
	}
	for _, r := range f.Results {
		out.Results = append(out.Results, assemble.ValType(r.Type.Elem))
	}
	u.Add(funKey(f.Name), assemble.Target{Fun: out})
}

// funKey is the key of a ref to a function of the program.
func funKey(name string) string { return "fun." + name }

// function writes the body of f.
func (u *unit) function(f *imp.Fun) {
	fn := u.begin(u.Funcs[u.Refs[funKey(f.Name)]].Fun)
	fn.Fun = f.Name
	fn.Sole, fn.parts = imp.Sole(f), imp.Parts(f)
	fn.analyse(f.Body)
	for i, p := range f.Params {
		fn.Vars[p.Name] = Variable{assemble.Local(2 + i), p.Type.Elem}
	}
	var owned []name.Name
	for _, p := range f.Params {
		if p.Type.IsBlock() && fn.Assigned[p.Name] {
			fn.Get(fn.At(p.Name))
			fn.Call(u.Retain())
			owned = append(owned, p.Name)
		}
	}
	for _, r := range f.Results {
		if !r.Type.IsBlock() {
			fn.Assigned[r.Name] = true
		}
		fn.Declare(r.Name, r.Type.Elem)
	}
	fn.stms(f.Body)
	for _, p := range owned {
		fn.release(p)
	}
	for _, r := range f.Results {
		fn.Get(fn.At(r.Name))
	}
	fn.finish()
}

// shorten makes functions of parts of a finished function that is long. Kernels may
// be longer, so that only what takes long in an iteration of one becomes a call, or
// what many loops are around.
func (f *Fn) shorten() {
	longest := outline.Longest
	if f.inKernel() && outline.Depth(f.Out.Body) <= deepKernel {
		longest *= 10
	}
	for i, places := range f.lists {
		f.lists[i] = slices.DeleteFunc(places, func(at int) bool { return f.Joined[at] })
	}
	f.lists = slices.DeleteFunc(f.lists, func(places []int) bool { return len(places) < 2 })
	outline.Cut(f.Out, f.lists, cmp.Or(f.u.options.Longest, longest), func(part *code.Func) uint64 {
		return uint64(f.u.Add("part."+part.Name, assemble.Target{Fun: part}))
	})
}

// deepKernel is how many blocks may be within each other in a kernel that may be long.
const deepKernel = 60

// analyse finds out which variables of body never change after their
// declaration, and what those are declared as.
func (f *Fn) analyse(body []imp.Stm) {
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Assigns(s, f.Assigned)
		if d, ok := s.(*imp.Declare); ok {
			f.Defs[d.Name] = d.Init
		}
		return true
	})
	for n := range f.Assigned {
		delete(f.Defs, n)
	}
	f.unread = unread(body, f.Assigned)
	adjacent(body, f.near)
}

// callStm calls a function of the program.
func (f *Fn) callStm(s *imp.Call) {
	callee := f.u.prog.Fun(s.Fun)
	f.Get(assemble.Thread)
	f.Get(assemble.Path)
	if offset := f.u.Paths.Offset(f.Fun, s.Fun, s.Pos); offset != 0 {
		f.I32(int32(uint32(offset)))
		f.Op(code.I32Add)
	}
	for _, a := range s.Args {
		if a.X != nil {
			f.Expr(a.X)
		} else {
			f.Get(f.At(a.Block))
		}
	}
	f.Call(f.u.Refs[funKey(s.Fun)])
	for i := len(s.Results) - 1; i >= 0; i-- {
		f.receive(s.Results[i], callee.Results[i].Type)
	}
}

// receive pops a result into a variable.
func (f *Fn) receive(n name.Name, t imp.Type) {
	if !t.IsBlock() {
		f.Set(f.At(n))
		return
	}
	f.Scope(func() {
		fresh := f.Temp(code.I32)
		f.Set(fresh)
		f.release(n)
		f.Get(fresh)
		f.setBlock(n)
	})
}
