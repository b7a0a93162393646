package emit

import (
	"slices"

	"github.com/lamina-lang/lamina/backends/wasm/image"
	"github.com/lamina-lang/lamina/backends/wasm/internal/assemble"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// stms runs a list of statements, and lets go at its end of what the block
// variables hold that it declares. Those that the list itself has emptied are left
// alone: else each would be in use until the end of the function, and the time that
// the engine takes would grow like the square of their number.
func (f *Fn) stms(list []imp.Stm) {
	f.Scope(func() {
		outside := f.repeats
		f.repeats = f.repeated(list)
		f.listed(list)
		f.repeats = outside
	})
}

// arm runs an arm of a branch, which uses the addresses of the list around it.
func (f *Fn) arm(list []imp.Stm) {
	f.Scope(func() { f.listed(list) })
}

// listed is stms, with the addresses that the list keeps.
func (f *Fn) listed(list []imp.Stm) {
	var blocks []name.Name
	here := map[name.Name]bool{}
	places := make([]int, 0, len(list)+1)
	place := func() { places = append(places, len(f.Out.Body)) }
	for i := 0; i < len(list); i++ {
		s := list[i]
		place()
		if n := imp.HandoverRun(list[i:]); n > 1 {
			run := list[i : i+n]
			for _, s := range run {
				if d, ok := s.(*imp.DeclareBlock); ok {
					blocks, here[d.Name] = append(blocks, d.Name), true
				}
			}
			var ends []name.Name
			if i += n - 1; i == len(list)-1 {
				ends = blocks
			}
			f.handover(run, here, ends)
			continue
		}
		f.Scope(func() { f.Stm(s) })
		switch s := s.(type) {
		case *imp.DeclareBlock:
			blocks, here[s.Name] = append(blocks, s.Name), true
		case *imp.AssignBlock:
			if s.Src.IsZero() && here[s.Dst] {
				f.empty[s.Dst] = true
			}
		}
	}
	for _, b := range slices.Backward(blocks) {
		if !f.empty[b] {
			place()
			f.release(b)
		}
	}
	place()
	f.lists = append(f.lists, places)
	f.Leave(list)
}

// Leave ends the scope of what list declares, but for what was moved out of it.
func (f *Fn) Leave(list []imp.Stm) {
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Declare:
			if !f.Done[s.Name] {
				delete(f.Vars, s.Name)
			}
		case *imp.DeclareBlock:
			delete(f.Vars, s.Name)
		case *imp.Atomic:
			delete(f.Vars, s.Old)
		}
	}
}

func (f *Fn) Stm(s imp.Stm) {
	switch s := s.(type) {
	case *imp.Declare:
		if !f.Done[s.Name] && !f.unread[s.Name] {
			f.declared, _ = s.Init.(*imp.Prim)
			f.Expr(s.Init)
			f.declared = nil
			f.Set(f.declareAs(s.Name, s.Type, holderOf(s.Init)))
		}
	case *imp.Assign:
		f.Expr(s.X)
		f.Set(f.At(s.Name))
	case *imp.DeclareBlock:
		f.inDefaultSpace(s.Space)
		f.I32(0)
		f.Set(f.Declare(s.Name, 0))
		delete(f.empty, s.Name)
	case *imp.Alloc:
		f.alloc(s)
	case *imp.AssignBlock:
		f.assignBlock(s)
	case *imp.Store:
		f.Store(s)
	case *imp.Copy:
		f.copyStm(s)
	case *runCopy:
		f.runCopy(s)
	case *imp.If:
		f.branch(s)
	case *imp.For:
		f.forLoop(s)
	case *imp.While:
		f.whileLoop(s)
	case *goOn:
		f.ends(s)
	case *imp.Call:
		f.callStm(s)
	case *imp.Assert:
		f.Assert(s)
	case *imp.Parallel:
		f.parallel(s)
	case *imp.Atomic:
		f.atomic(s)
	case *imp.Launch:
		assemble.Unsupportedf("kernels with work-groups and barriers (%s at %s)", s.Label, s.Pos)
	default:
		assemble.Unsupportedf("barriers outside a device kernel (function %s)", f.Fun)
	}
}

func (f *Fn) inDefaultSpace(s imp.Space) {
	if s != "" {
		assemble.Unsupportedf("memory space %q (function %s)", s, f.Fun)
	}
}

func (f *Fn) branch(s *imp.If) {
	if c, ok := imp.ConstOf(s.Cond); ok {
		if c.Bool() {
			f.arm(s.Then)
		} else {
			f.arm(s.Else)
		}
		return
	}
	f.Expr(s.Cond)
	f.Block(code.If)
	f.repeats.arms(func() { f.arm(s.Then) }, func() {
		if len(s.Else) > 0 {
			f.Op(code.Else)
			f.arm(s.Else)
		}
	})
	f.End()
}

// again goes back to the start of the innermost loop if the i32 on the stack is not 0. The
// engine joins a comparison with the branch on it only if the branch leads to a block that nothing
// else leads to, so it leads to a block that goes back.
func (f *Fn) again() {
	f.Block(code.If)
	f.Put(code.Br, 1)
	f.End()
}

// alloc makes a block. Where a kernel reuses it, that is the one which the allocation made before, if nothing else holds
// that: so a thread takes one block for many iterations.
func (f *Fn) alloc(s *imp.Alloc) {
	f.inDefaultSpace(s.Space)
	if s.IsPart() {
		f.Get(f.At(s.Pool))
		f.addScaled(s.Offset, 1)
		f.setBlock(s.Block)
		return
	}
	size := f.Hold(s.Bytes)
	f.release(s.Block)
	own, reuses := f.reused[s]
	f.Get(assemble.Thread)
	if reuses {
		f.Get(own)
	}
	f.Push(size)
	f.I32(int32(f.u.site(image.Site{Fun: f.Fun, What: s.What, Trace: positions(s.Pos)})))
	f.Get(assemble.Path)
	if reuses {
		f.Call(f.u.Reuse())
		f.Tee(own)
	} else {
		f.Call(f.u.Alloc())
	}
	f.setBlock(s.Block)
}

// setBlock pops what a block variable holds from now on.
func (f *Fn) setBlock(n name.Name) {
	f.Set(f.At(n))
	delete(f.empty, n)
}

// assignBlock takes hold of the source before it lets go of what the
// destination held, which may be the same.
func (f *Fn) assignBlock(s *imp.AssignBlock) {
	if s.Src.IsZero() {
		f.release(s.Dst)
		f.I32(0)
		f.Set(f.At(s.Dst))
		return
	}
	f.Get(f.At(s.Src))
	f.Call(f.u.Retain())
	f.release(s.Dst)
	f.Get(f.At(s.Src))
	f.setBlock(s.Dst)
}

// handover gives block variables what they hold after a run of declarations and assignments.
// Those of here belong to the list that is being translated, and some of them end with the run.
func (f *Fn) handover(run []imp.Stm, here map[name.Name]bool, ends []name.Name) {
	for _, s := range run {
		if d, ok := s.(*imp.DeclareBlock); ok {
			f.inDefaultSpace(d.Space)
			f.Declare(d.Name, 0)
		}
	}
	h := imp.NewHandover(run, func(n name.Name) bool { return here[n] && f.empty[n] }, ends)
	for _, n := range h.Retain {
		f.Get(f.At(n))
		f.Call(f.u.Retain())
	}
	for _, n := range h.Release {
		f.release(n)
	}
	for i := range h.Dst {
		if src := h.Src[i]; src.IsZero() {
			f.I32(0)
		} else {
			f.Get(f.At(src))
		}
	}
	for i, n := range slices.Backward(h.Dst) {
		f.Set(f.At(n))
		f.empty[n] = here[n] && h.Src[i].IsZero()
	}
	for _, n := range ends {
		f.empty[n] = true
	}
}

// release lets go of what a block variable holds.
func (f *Fn) release(n name.Name) {
	if f.parts[n] {
		return
	}
	f.Get(assemble.Thread)
	f.Get(f.At(n))
	f.Call(f.u.Release())
}

// Memory gives the load and store instructions for elements in memory.
var Memory = map[scalar.Type]struct{ Load, store code.Op }{
	scalar.I8:   {code.I32Load8S, code.I32Store8},
	scalar.U8:   {code.I32Load8U, code.I32Store8},
	scalar.Bool: {code.I32Load8U, code.I32Store8},
	scalar.I16:  {code.I32Load16S, code.I32Store16},
	scalar.U16:  {code.I32Load16U, code.I32Store16},
	scalar.F16:  {code.I32Load16U, code.I32Store16},
	scalar.I32:  {code.I32Load, code.I32Store},
	scalar.U32:  {code.I32Load, code.I32Store},
	scalar.I64:  {code.I64Load, code.I64Store},
	scalar.U64:  {code.I64Load, code.I64Store},
	scalar.F32:  {code.F32Load, code.F32Store},
	scalar.F64:  {code.F64Load, code.F64Store},
}

func (f *Fn) load(e *imp.Load) {
	offset := f.Address(e, e.Block, e.Elem, e.Index)
	f.Put(Memory[e.Elem].Load, offset)
	if e.Elem == scalar.F16 {
		f.Call(f.u.HalfFromBits())
	}
}

func (f *Fn) Store(s *imp.Store) {
	if s.Lanes > 0 {
		f.vectors().Store(f, s)
		return
	}
	offset := f.Address(s, s.Block, s.Elem, s.Index)
	f.Expr(s.X)
	f.storeOp(s.Elem, offset)
}

// storeOp pops a value and an address.
func (f *Fn) storeOp(t scalar.Type, offset uint64) {
	if t == scalar.F16 {
		f.Call(f.u.HalfBits())
	}
	f.Put(Memory[t].store, offset)
}

// Assert leaves the values of a failed assertion's message in the thread's
// record, and tells the host, which does not return. The branch is on the condition itself, as the
// engine joins it only with the comparison that it is on.
func (f *Fn) Assert(s *imp.Assert) {
	if c, ok := imp.ConstOf(s.Cond); ok && c.Bool() {
		return
	}
	site := image.Site{Fun: f.Fun, Trace: s.Trace}
	f.Block(code.Block)
	f.Expr(s.Cond)
	f.Put(code.BrIf, 0)
	args := 0
	for _, p := range s.Message {
		if p.Arg == nil || args == image.MaxArgs {
			site.Message = append(site.Message, image.Part{Text: p.Text})
			continue
		}
		t := imp.TypeOf(p.Arg)
		f.Get(assemble.Thread)
		f.Expr(p.Arg)
		f.storeOp(t, image.ThreadArgs+uint64(8*args))
		site.Message = append(site.Message, image.Part{Text: p.Text, Arg: t})
		args++
	}
	f.Get(assemble.Thread)
	f.Get(assemble.Path)
	f.I32(int32(f.u.site(site)))
	f.Call(f.u.Host("fail", []code.ValType{code.I32, code.I32, code.I32}, assemble.None))
	f.Op(code.Unreachable)
	f.End()
}

// positions is the trace of one place, if it is known.
func positions(p source.Pos) []source.Pos {
	if !p.IsValid() {
		return nil
	}
	return []source.Pos{p}
}
