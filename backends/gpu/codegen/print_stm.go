package codegen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// body writes a statement list, at whose end its block variables let go.
func (w *printer) body(ss []imp.Stm) {
	w.scopes = append(w.scopes, nil)
	for _, s := range ss {
		w.stm(s)
	}
	last := len(w.scopes) - 1
	for _, b := range w.scopes[last] {
		w.count("release", b)
	}
	w.scopes = w.scopes[:last]
}

// count changes the count of references of what a variable holds: retain or
// release.
func (w *printer) count(change string, block name.Name) {
	if w.counting && w.spaces[block] == "" {
		w.line("%s(&t, %s);", change, ident(block))
	}
}

func (w *printer) stm(s imp.Stm) {
	switch s := s.(type) {
	case *imp.Declare:
		if s.Lanes > 0 {
			w.line("const %s %s = %s;", vectorOf(s.Type, s.Lanes), ident(s.Name), w.packedAt(s.Init.(*imp.Load)))
			break
		}
		w.line("%s = %s;", w.variable(s.Type, s.Name), w.expr(s.Init))
	case *imp.Assign:
		w.line("%s = %s;", w.ident(s.Name), w.expr(s.X))
	case *imp.DeclareBlock:
		w.spaces[s.Name] = s.Space
		last := len(w.scopes) - 1
		w.scopes[last] = append(w.scopes[last], s.Name)
		if s.Space != spacePrivate { // which alloc declares
			w.line("%s u8 *%s = 0;", w.spaceOf(s.Name), ident(s.Name))
		}
	case *imp.Alloc:
		w.alloc(s)
	case *imp.AssignBlock:
		w.assignBlock(s)
	case *imp.Store:
		if s.Lanes > 0 {
			w.packed(s)
			break
		}
		w.guard(func() { w.store(s.Block, s.Elem, s.Index, w.expr(s.X)) })
	case *imp.Copy:
		w.copy(s)
	case *imp.If:
		w.block(func() { w.body(s.Then) }, "if (%s)", w.expr(s.Cond))
		if len(s.Else) > 0 {
			w.block(func() { w.body(s.Else) }, "else")
		}
	case *imp.For:
		w.loop(s, w.body, false)
	case *imp.While:
		w.block(func() { w.body(s.Body) }, "while (%s)", w.expr(s.Cond))
	case *imp.Call:
		w.call(s)
	case *imp.Assert:
		w.assert(s)
	case *imp.Barrier:
		w.line("BARRIER();")
	case *imp.Atomic:
		w.atomic(s)
	default:
		w.unsupported("the statement %T in kernels", s)
	}
}

// loop writes a counting loop, which the compiler may be asked to unroll; body writes
// the statements inside.
func (w *printer) loop(s *imp.For, body func([]imp.Stm), unroll bool) {
	i, t := w.ident(s.Index), typeName(s.Type)
	w.block(func() {
		w.line("const %s end = %s;", t, w.expr(s.Bound))
		if unroll {
			w.line("UNROLL(4)")
		}
		w.block(func() { body(s.Body) }, "for (%s %s = 0; %s < end; %s++)", t, i, i, i)
	}, "")
}

func (w *printer) store(block name.Name, elem scalar.Type, index imp.Expr, x string) {
	if elem == scalar.F16 {
		x = "narrow(" + x + ")"
	}
	w.line("%s = %s;", w.element(block, elem, index), x)
}

func (w *printer) alloc(s *imp.Alloc) {
	bytes, known := s.Bytes.(*imp.Const)
	if s.Space == spacePrivate && known && slices.Contains(w.scopes[len(w.scopes)-1], s.Block) {
		w.line("PRIVATE u64 %s_words[%d];", ident(s.Block), max(1, UpTo(bytes.Value.Int(), 8)))
		w.line("PRIVATE u8 *const %s = (PRIVATE u8 *)%s_words;", ident(s.Block), ident(s.Block))
		return
	}
	if s.Space != "" {
		w.unsupported("blocks in space %q that kernels make", s.Space)
	}
	what := s.What
	if what == "" {
		what = "an intermediate array"
	}
	site := w.site(&site{Fun: w.fun, Trace: TraceOf(s), Alloc: true, What: what})
	w.block(func() {
		w.line("const i64 bytes = %s;", w.expr(s.Bytes))
		w.count("release", s.Block)
		w.line("%s = heap_alloc(&t, bytes);", ident(s.Block))
		w.block(func() { w.fail(site, []string{"(u64)bytes"}) }, "if (%s == 0)", ident(s.Block))
	}, "")
}

func (w *printer) assignBlock(s *imp.AssignBlock) {
	if w.spaces[s.Dst] == spacePrivate {
		if !s.Src.IsZero() {
			w.unsupported("several names of a private block (%s)", ident(s.Dst))
		}
		return
	}
	if s.Src.IsZero() {
		w.count("release", s.Dst)
		w.line("%s = 0;", ident(s.Dst))
		return
	}
	w.count("retain", s.Src)
	w.count("release", s.Dst)
	w.line("%s = %s;", ident(s.Dst), ident(s.Src))
}

// copy writes loops over the elements.
func (w *printer) copy(s *imp.Copy) {
	dst, src := w.expr(s.Dst.Offset), w.expr(s.Src.Offset)
	var nest func(d int)
	nest = func(d int) {
		if d == len(s.Shape) {
			t := stored(s.Elem)
			w.line("((%s %s *)%s)[%s] = ((%s %s *)%s)[%s];",
				w.spaceOf(s.Dst.Block), t, ident(s.Dst.Block), dst,
				w.spaceOf(s.Src.Block), t, ident(s.Src.Block), src)
			return
		}
		i := fmt.Sprintf("c%d", d)
		dst += fmt.Sprintf(" + %s * %s", i, w.expr(s.Dst.Strides[d]))
		src += fmt.Sprintf(" + %s * %s", i, w.expr(s.Src.Strides[d]))
		w.block(func() {
			w.line("const i64 end = %s;", w.expr(s.Shape[d]))
			w.block(func() { nest(d + 1) }, "for (i64 %s = 0; %s < end; %s++)", i, i, i)
		}, "")
	}
	nest(0)
}

// call writes a call. Results that are blocks come with a reference of their own.
func (w *printer) call(s *imp.Call) {
	f := w.unit.Prog.Fun(s.Fun)
	fails := w.unit.fails[s.Fun]
	var args []string
	if fails {
		args = append(args, "&t", fmt.Sprintf("path + %d", w.unit.Paths.Offset(w.fun, s.Fun, s.Pos)))
	}
	for _, a := range s.Args {
		if a.X != nil {
			args = append(args, w.expr(a.X))
		} else {
			args = append(args, ident(a.Block))
		}
	}
	w.block(func() {
		for i, r := range f.Results {
			w.spaces[r.Name] = r.Type.Space
			w.line("%sout%d;", w.declared(r), i)
			args = append(args, fmt.Sprintf("&out%d", i))
		}
		text := fmt.Sprintf("%s(%s)", functionName(s.Fun), strings.Join(args, ", "))
		if fails {
			w.line("if (%s) %s", text, w.leave)
		} else {
			w.line("%s;", text)
		}
		for i, r := range s.Results {
			if f.Results[i].Type.IsBlock() {
				w.count("release", r)
			}
			w.line("%s = out%d;", ident(r), i)
		}
	}, "")
}

func (w *printer) assert(s *imp.Assert) {
	site := w.site(&site{Fun: w.fun, Trace: s.Trace, Message: s.Message})
	var values []string
	for _, m := range s.Message {
		if m.Arg != nil {
			values = append(values, bitsOf(imp.TypeOf(m.Arg), w.expr(m.Arg)))
		}
	}
	w.block(func() { w.fail(site, values) }, "if (!%s)", parens(w.expr(s.Cond)))
}

// parens puts an operand in parentheses unless it has some or is a word.
func parens(s string) string {
	if s[0] == '(' || !strings.ContainsAny(s, " ") {
		return s
	}
	return "(" + s + ")"
}

// site notes a place that may fail and gives its number.
func (w *printer) site(s *site) int {
	w.unit.Sites = append(w.unit.Sites, s)
	return len(w.unit.Sites)
}

// fail writes what a thread does that has failed.
func (w *printer) fail(site int, values []string) {
	if len(values) == 0 {
		w.line("fail(&t, %du, path, 0u, 0);", site)
	} else {
		w.line("PRIVATE u64 values[] = {%s};", strings.Join(values, ", "))
		w.line("fail(&t, %du, path, %du, values);", site, len(values))
	}
	w.line("%s", w.leave)
}

// bitsOf is the bit pattern of a scalar as a u64.
func bitsOf(t scalar.Type, x string) string {
	switch {
	case t == scalar.F16:
		return "(u64)narrow(" + x + ")"
	case t == scalar.F32:
		return "(u64)BITS_F32(" + x + ")"
	case t == scalar.F64:
		return "BITS_F64(" + x + ")"
	case t == scalar.Bool:
		return "(u64)" + parens(x)
	}
	return fmt.Sprintf("(u64)(%s)%s", t.Unsigned(), x)
}
