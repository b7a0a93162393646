package codegen

import (
	"fmt"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// nativeAtomics are the operators that devices have atomic instructions for, on
// integers of 32 and 64 bits.
var nativeAtomics = map[scalar.Op]string{
	scalar.Add: "add", scalar.Min: "min", scalar.Max: "max",
	scalar.And: "and", scalar.Or: "or", scalar.Xor: "xor",
}

// atomic writes an atomic operation: an instruction where there is one, else a loop
// around compare-and-swap of the bits, or of the word that they are in.
func (w *printer) atomic(s *imp.Atomic) {
	t := s.Elem
	width := 8 * t.Size()
	if width < 32 {
		w.atomicPart(s)
		return
	}
	space, u := w.spaceOf(s.Block), fmt.Sprintf("u%d", width)
	at := fmt.Sprintf("&((%s %s *)%s)[%s]", space, t, ident(s.Block), w.expr(s.Index))
	result := ""
	if !s.Old.IsZero() {
		w.line("%s %s;", typeName(t), ident(s.Old))
		result = ident(s.Old) + " = "
	}
	native, ok := nativeAtomics[s.Fn]
	switch {
	case onlyReads(s):
		w.line("%s*(volatile %s %s *)%s;", result, space, t, at)
	case s.Kind == imp.AtomicUpdate && s.Fn == scalar.Add && t.IsFloat() && w.unit.info.Dialect == hardware.CUDA:
		w.line("%sATOMIC_%d(%s, %s, %s, %s, %s);", result, width, native, space, t, at, w.expr(s.X))
	case s.Kind == imp.AtomicUpdate && ok && t.IsInt():
		operand := t // min and max know signs, the others bits only
		if s.Fn != scalar.Min && s.Fn != scalar.Max {
			operand = t.Unsigned()
		}
		w.line("%sATOMIC_%d(%s, %s, %s, %s, %s);", cast(result, t), width, native, space, operand, at, w.expr(s.X))
	case s.Kind == imp.AtomicExchange:
		w.line("%s%s;", result, ofBits(t, fmt.Sprintf("ATOMIC_%d(xchg, %s, %s, %s, %s)", width, space, u, at, bitsOf(t, w.expr(s.X)))))
	case s.Kind == imp.AtomicCompareExchange:
		swap := fmt.Sprintf("CAS_%d(%s, %s, (%s)%s, (%s)%s)", width, space, at, u, bitsOf(t, w.expr(s.Expected)), u, bitsOf(t, w.expr(s.X)))
		w.line("%s%s;", result, ofBits(t, swap))
	default:
		w.block(func() {
			w.line("volatile %s %s *at = (volatile %s %s *)%s;", space, u, space, u, at)
			w.line("const %s x = %s;", typeName(t), w.expr(s.X))
			w.line("%s seen = *at, was;", u)
			w.block(func() {
				w.line("was = seen;")
				next := fmt.Sprintf("%s_%s(%s, x)", s.Fn, typeName(t), ofBits(t, "was"))
				w.line("seen = CAS_%d(%s, at, was, (%s)%s);", width, space, u, bitsOf(t, next))
			}, "do")
			w.line("while (seen != was);")
			if result != "" {
				w.line("%s%s;", result, ofBits(t, "was"))
			}
		}, "")
	}
}

// onlyReads tells of an operation that leaves the element as it is. A load will do, that
// is not served from a unit's own cache.
func onlyReads(s *imp.Atomic) bool {
	x, ok := s.X.(*imp.Const)
	return ok && s.Kind == imp.AtomicUpdate && s.Fn == scalar.Or && s.Elem.IsInt() && x.Value.Bits == 0 && !s.Old.IsZero()
}

// atomicPart updates an element of 8 or 16 bits, by compare-and-swap of the word that it
// is in: blocks begin and end at words.
func (w *printer) atomicPart(s *imp.Atomic) {
	t := s.Elem
	if s.Kind != imp.AtomicUpdate {
		w.unsupported("atomic exchanges of %s, which is narrower than 32 bits", t)
	}
	space := w.spaceOf(s.Block)
	if !s.Old.IsZero() {
		w.line("%s %s;", typeName(t), ident(s.Old))
	}
	w.block(func() {
		w.line("const u64 byte = (u64)%s * %d;", parens(w.expr(s.Index)), t.Size())
		w.line("volatile %s u32 *at = (volatile %s u32 *)%s + (byte >> 2);", space, space, ident(s.Block))
		w.line("const u32 shift = (u32)(byte & 3) * 8, mask = 0x%xu << shift;", uint64(1)<<(8*t.Size())-1)
		w.line("const %s x = %s;", typeName(t), w.expr(s.X))
		w.line("u32 seen = *at, was;")
		w.block(func() {
			w.line("was = seen;")
			next := fmt.Sprintf("%s_%s(%s, x)", s.Fn, typeName(t), ofBits(t, "was >> shift"))
			w.line("seen = CAS_32(%s, at, was, (was & ~mask) | ((u32)%s << shift & mask));", space, bitsOf(t, next))
		}, "do")
		w.line("while (seen != was);")
		if !s.Old.IsZero() {
			w.line("%s = %s;", ident(s.Old), ofBits(t, "was >> shift"))
		}
	}, "")
}

// cast puts the conversion to t after an assignment.
func cast(assignment string, t scalar.Type) string {
	if assignment == "" {
		return ""
	}
	return assignment + "(" + typeName(t) + ")"
}

// ofBits is the scalar of a bit pattern.
func ofBits(t scalar.Type, bits string) string {
	switch t {
	case scalar.F16:
		return "widen((u16)(" + bits + "))"
	case scalar.F32:
		return "F32_BITS(" + bits + ")"
	case scalar.F64:
		return "F64_BITS(" + bits + ")"
	}
	return "(" + typeName(t) + ")(" + bits + ")"
}
