package print

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// stms writes a list of statements, at whose end its block variables let go of what they hold.
func (f *fn) stms(list []imp.Stm) {
	outermost := len(f.scopes) == 0
	f.scopes = append(f.scopes, nil)
	last := len(f.scopes) - 1
	for i := 0; i < len(list); i++ {
		if n := imp.HandoverRun(list[i:]); n > 1 && f.device == nil {
			f.handover(list[i:i+n], list[i+n:], outermost && !f.kernel)
			i += n - 1
			continue
		}
		if d, ok := list[i].(*imp.DeclareBlock); ok {
			f.declareBlock(d, list[i+1:])
			continue
		}
		f.stm(list[i])
	}
	blocks := f.scopes[last]
	f.scopes = f.scopes[:last]
	if outermost && !f.kernel {
		return // the function's end releases them
	}
	for _, b := range slices.Backward(blocks) {
		f.release(b)
		f.line("%s = NULL;", f.ident(b))
	}
}

// mostStack is the size of the largest block that lies on the stack.
const mostStack = 1 << 10

// declareBlock declares a block variable, for the rest of a list. A small block of constant
// size that no other variable holds is an array on the stack.
func (f *fn) declareBlock(s *imp.DeclareBlock, rest []imp.Stm) {
	f.inDefaultSpace(s.Space)
	f.vars[s.Name] = imp.Type{}
	if bytes := ownBlock(s.Name, rest); bytes > 0 && f.device == nil {
		f.stack[s.Name] = true
		f.line("alignas(32) u8 %s[%d];", f.ident(s.Name), bytes)
		return
	}
	last := len(f.scopes) - 1
	f.scopes[last] = append(f.scopes[last], s.Name)
	f.owned = append(f.owned, s.Name)
}

// ownBlock returns the size of the only block that a variable ever holds, if it is a small
// constant, it is allocated in the list itself and no other variable or function gets it;
// otherwise 0.
func ownBlock(b name.Name, rest []imp.Stm) int64 {
	var alloc *imp.Alloc
	shared := false
	imp.Walk(rest, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc:
			if s.Block == b {
				shared = shared || alloc != nil || !slices.Contains(rest, imp.Stm(s))
				alloc = s
			}
		case *imp.AssignBlock:
			shared = shared || s.Src == b || s.Dst == b && !s.Src.IsZero()
		case *imp.Call:
			shared = shared || slices.ContainsFunc(s.Args, func(a imp.Arg) bool { return a.X == nil && a.Block == b }) || slices.Contains(s.Results, b)
		case *imp.Parallel:
			shared = shared || slices.Contains(imp.Free(s.Body), b)
		}
		return !shared
	})
	if shared || alloc == nil {
		return 0
	}
	if bytes, ok := imp.ConstOf(alloc.Bytes); ok && bytes.Int() > 0 && bytes.Int() <= mostStack {
		return bytes.Int()
	}
	return 0
}

func (f *fn) stm(s imp.Stm) {
	clear(f.fetched)
	if f.device != nil && f.hostStm(s) {
		return
	}
	switch s := s.(type) {
	case *imp.Declare:
		f.vars[s.Name] = imp.Type{Elem: s.Type, Lanes: s.Lanes}
		f.line("%s %s = %s;", f.typ(s.Type, s.Lanes), f.ident(s.Name), f.expr(s.Init))
	case *imp.Assign:
		f.line("%s = %s;", f.ident(s.Name), f.expr(s.X))
	case *imp.Alloc:
		f.alloc(s)
	case *imp.AssignBlock:
		f.assignBlock(s)
	case *imp.Store:
		f.store(s)
	case *imp.Copy:
		f.copy(s)
	case *imp.If:
		f.branch(s)
	case *imp.For:
		f.loop(s)
	case *imp.While:
		f.while(s)
	case *imp.Call:
		f.call(s)
	case *imp.Assert:
		f.assert(s)
	case *imp.Parallel:
		f.parallel(s)
	case *imp.Atomic:
		f.atomic(s)
	case *imp.Launch:
		unsupportedf("kernels with work-groups and barriers (%s at %s)", s.Label, s.Pos)
	default:
		unsupportedf("barriers outside a device kernel (function %s)", f.fun)
	}
}

func (f *fn) inDefaultSpace(s imp.Space) {
	if s != "" {
		unsupportedf("memory space %q (function %s)", s, f.fun)
	}
}

// branch writes an if. The part that pass split made of a loop's body is written by the loop.
func (f *fn) branch(s *imp.If) {
	f.block(func() { f.stms(s.Then) }, "if (%s)", unparen(f.expr(s.Cond)))
	if len(s.Else) > 0 {
		f.block(func() { f.stms(s.Else) }, "else")
	}
}

func (f *fn) alloc(s *imp.Alloc) {
	f.inDefaultSpace(s.Space)
	if f.stack[s.Block] {
		return
	}
	b := f.ident(s.Block)
	if f.parts[s.Block] {
		f.line("%s = %s + %s;", b, f.ident(s.Pool), f.expr(s.Offset))
		return
	}
	site := f.site(Site{Fun: f.fun, What: s.What, Alloc: true, Trace: positions(s.Pos)})
	f.block(func() {
		f.line("const i64 bytes = %s;", f.expr(s.Bytes))
		f.release(s.Block)
		allocate := "lamina_alloc"
		if f.device != nil && f.device.Mappable(s.Block) {
			allocate = "lamina_alloc_mapped"
		}
		if own, reuses := f.reused[s]; reuses {
			f.line("%s = lamina_alloc_kept(t, &%s, bytes, %du, path);%s", b, own, site, comment(s.What))
		} else {
			f.line("%s = %s(t, bytes, %du, path);%s", b, allocate, site, comment(s.What))
		}
		f.line("if (LAMINA_UNLIKELY(%s == NULL)) %s", b, f.fail())
	}, "")
}

// prepareReused prepares a kernel to reuse what it allocates, so that a thread takes one block for many iterations.
func (f *fn) prepareReused(s *imp.Parallel) {
	f.reused = map[*imp.Alloc]string{}
	for _, a := range imp.Reused(s) {
		f.reusedInOrder = append(f.reusedInOrder, a)
		f.reused[a] = "reused_" + f.ident(a.Block)
	}
}

// comment is text at the end of a line.
func comment(text string) string {
	if text == "" {
		return ""
	}
	return " // " + strings.Map(func(r rune) rune {
		if r < ' ' || r == '\\' {
			return ' '
		}
		return r
	}, text)
}

func (f *fn) release(b name.Name) {
	if !f.stack[b] && !f.parts[b] {
		f.line("lamina_release(t, %s);", f.ident(b))
	}
}

// assignBlock takes hold of the source before it lets go of what the destination held, which
// may be the same.
func (f *fn) assignBlock(s *imp.AssignBlock) {
	if f.stack[s.Dst] {
		return
	}
	if s.Src.IsZero() {
		f.release(s.Dst)
		f.line("%s = NULL;", f.ident(s.Dst))
		return
	}
	f.line("lamina_retain(%s);", f.ident(s.Src))
	f.release(s.Dst)
	f.line("%s = %s;", f.ident(s.Dst), f.ident(s.Src))
}

func (f *fn) store(s *imp.Store) {
	if s.Lanes > 0 {
		f.storeVector(s)
		return
	}
	x := f.expr(s.X)
	if s.Elem == scalar.F16 {
		x = f.helpers.apply("narrow", x)
	}
	f.line("%s = %s;", f.element(s.Block, s.Elem, s.Index), x)
}

func (f *fn) assert(s *imp.Assert) {
	if c, ok := imp.ConstOf(s.Cond); ok && c.Bool() {
		return
	}
	f.block(func() {
		site := Site{Fun: f.fun, Trace: s.Trace}
		var values []string
		text := ""
		if f.device != nil {
			f.line("if (lamina_check_kernels(t)) %s", f.fail())
		}
		for _, p := range s.Message {
			if p.Arg == nil {
				site.Message = append(site.Message, Part{Text: p.Text})
				text += p.Text
				continue
			}
			t := imp.TypeOf(p.Arg)
			site.Message = append(site.Message, Part{Text: p.Text, Arg: t})
			if f.device != nil {
				f.fetch(p.Arg)
			}
			values = append(values, f.toBits(t, f.expr(p.Arg)))
			text += "…"
		}
		f.Values = max(f.Values, len(values))
		list := "NULL"
		if len(values) > 0 {
			list = "(const u64[]){" + strings.Join(values, ", ") + "}"
		}
		f.line("(void)lamina_fail(t, %du, path, %du, %s);%s", f.site(site), len(values), list, comment(text))
		f.line("%s", f.fail())
	}, "if (LAMINA_UNLIKELY(!%s))", parens(f.expr(s.Cond)))
}

// positions is the trace of one place, if it is known.
func positions(p source.Pos) []source.Pos {
	if !p.IsValid() {
		return nil
	}
	return []source.Pos{p}
}

// atomic computes the new element from the old one, and stores it if the old one is still
// there; otherwise it tries again.
func (f *fn) atomic(s *imp.Atomic) {
	bits := s.Elem.Unsigned()
	if s.Elem == scalar.Bool {
		bits = scalar.U8
	}
	elem := typeName(s.Elem, 0)
	old := "old"
	if !s.Old.IsZero() {
		f.vars[s.Old] = imp.Type{Elem: s.Elem}
		old = f.ident(s.Old)
		f.line("%s %s;", elem, old)
	}
	f.block(func() {
		f.line("%s_at *const cell = &AT(%s, %s, %s);", bits, bits, f.ident(s.Block), f.expr(s.Index))
		f.line("const %s x = %s;", elem, f.expr(s.X))
		if s.Expected != nil {
			f.line("const %s expected = %s;", elem, f.expr(s.Expected))
		}
		if s.Old.IsZero() {
			f.line("%s old;", elem)
		}
		f.line("%s seen = __atomic_load_n(cell, __ATOMIC_RELAXED), next;", bits)
		f.line("do {")
		f.indent++
		f.line("%s = %s;", old, f.fromCell(s.Elem, "seen"))
		f.line("next = (%s)%s;", bits, f.toBits(s.Elem, f.replacement(s, old)))
		f.indent--
		f.line("} while (!__atomic_compare_exchange_n(cell, &seen, next, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));")
		if s.Kind == imp.AtomicExchange {
			f.line("(void)%s;", old)
		}
	}, "")
}

func (f *fn) fromCell(t scalar.Type, x string) string {
	if t == scalar.Bool {
		return x + " != 0"
	}
	return f.fromBits(t, x)
}

// replacement is the new element.
func (f *fn) replacement(s *imp.Atomic, old string) string {
	switch s.Kind {
	case imp.AtomicExchange:
		return "x"
	case imp.AtomicCompareExchange:
		return fmt.Sprintf("(%s == expected ? x : %s)", old, old)
	}
	return f.operator(s.Fn, s.Elem, []string{old, "x"})
}
