package print

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// typeName is a type in C: of scalars, or of vectors if lanes is not 0. A vector of bools is a
// mask of integers, all ones or zeros, whose lanes together have 16 bytes.
func typeName(t scalar.Type, lanes int) string {
	switch {
	case lanes == 0:
		return t.String()
	case t == scalar.Bool:
		return fmt.Sprintf("%sx%d", maskLane(lanes), lanes)
	case t == scalar.F16:
		t = scalar.F32
	}
	return fmt.Sprintf("%sx%d", t, lanes)
}

// maskLane is the type of the lanes of a mask.
func maskLane(lanes int) scalar.Type {
	switch lanes {
	case 2:
		return scalar.I64
	case 4:
		return scalar.I32
	case 8:
		return scalar.I16
	}
	return scalar.I8
}

// typ is typeName for a type that the program uses.
func (u *unit) typ(t scalar.Type, lanes int) string {
	name := typeName(t, lanes)
	if lanes > 0 {
		u.helpers.need(name)
	}
	return name
}

// stored is the type of an element in memory.
func stored(t scalar.Type) scalar.Type {
	if t == scalar.F16 {
		return scalar.U16
	}
	return t
}

// infix are the operators that C has, with the types for which it computes what core/scalar
// does. Sums, differences and products of other integers are computed in unsigned ones.
var infix = map[scalar.Op]struct {
	symbol string
	on     scalar.TypeSet
}{
	scalar.Add:  {"+", inC},
	scalar.Sub:  {"-", inC},
	scalar.Mul:  {"*", inC},
	scalar.Div:  {"/", inC},
	scalar.Quot: {"/", scalar.UnsignedTypes},
	scalar.Rem:  {"%", scalar.UnsignedTypes},
	scalar.Mod:  {"%", scalar.UnsignedTypes},
	scalar.Eq:   {"==", scalar.AllTypes},
	scalar.Ne:   {"!=", scalar.AllTypes},
	scalar.Lt:   {"<", scalar.AllTypes},
	scalar.Le:   {"<=", scalar.AllTypes},
	scalar.Gt:   {">", scalar.AllTypes},
	scalar.Ge:   {">=", scalar.AllTypes},
	scalar.And:  {"&", scalar.BitTypes},
	scalar.Or:   {"|", scalar.BitTypes},
	scalar.Xor:  {"^", scalar.BitTypes},
}

const (
	exactFloats scalar.TypeSet = 1<<scalar.F32 | 1<<scalar.F64
	inC                        = exactFloats | 1<<scalar.U32 | 1<<scalar.U64
)

// expr is an expression in C. It has parentheses around it if it needs them as an operand.
func (f *fn) expr(e imp.Expr) string {
	if imp.LanesOf(e) > 0 {
		return f.vector(e)
	}
	switch e := e.(type) {
	case *imp.Const:
		return literal(&f.helpers, e.Value)
	case *imp.Var:
		return f.ident(e.Name)
	case *imp.Load:
		if x := f.fetched[e]; x != "" {
			return x
		}
		at := f.element(e.Block, e.Elem, e.Index)
		if e.Elem == scalar.F16 {
			return f.helpers.apply("widen", at)
		}
		return at
	case *imp.Prim:
		return f.prim(e)
	case *imp.Convert:
		return f.convert(e.From, e.To, f.expr(e.X))
	case *imp.Lane:
		return f.lane(e)
	case *imp.Bytes:
		return fmt.Sprintf("lamina_size_of(%s)", f.ident(e.Block))
	case *imp.Apart:
		return f.areApart(e)
	case *imp.ID:
		if e.Kind == imp.NumThreads && f.device != nil {
			return "(i64)1" // the host runs no parallel loops
		}
		if e.Kind == imp.NumThreads {
			return "(i64)t->context->number_of_threads"
		}
		if e.Kind == imp.Repeats && f.device != nil {
			return "lamina_repeats(t)"
		}
		if e.Kind == imp.Repeats { // versions differ in how they fail on GPUs alone
			return "(i64)0"
		}
		if e.Kind == imp.Threshold && f.device != nil {
			return fmt.Sprintf("lamina_threshold(t, %d, INT64_C(%d))", f.device.Threshold(e.Threshold), e.Default)
		}
		if e.Kind == imp.Threshold {
			return fmt.Sprintf("INT64_C(%d)", e.Default)
		}
	}
	unsupportedf("the expression %T", e)
	return ""
}

// lane takes a scalar out of a vector.
func (f *fn) lane(e *imp.Lane) string {
	x := fmt.Sprintf("%s[%d]", parens(f.expr(e.X)), e.K)
	if imp.TypeOf(e.X) == scalar.Bool {
		return "(" + x + " != 0)"
	}
	return x
}

// element is a place in memory.
func (f *fn) element(block name.Name, elem scalar.Type, index imp.Expr) string {
	return fmt.Sprintf("AT(%s, %s, %s)", stored(elem), f.ident(block), f.index(index))
}

// index is an index, which is not negative: as an i64 or a u64.
func (f *fn) index(e imp.Expr) string {
	if p, ok := e.(*imp.Prim); ok && wraps(p) && p.Type == scalar.I64 {
		return unparen(f.modular(p, scalar.I64, scalar.U64))
	}
	return unparen(f.expr(e))
}

func (f *fn) prim(e *imp.Prim) string {
	if wraps(e) {
		u := e.Type.Unsigned()
		if e.Type.Size() < 4 {
			u = scalar.U32 // operands are promoted
		}
		return fmt.Sprintf("(%s)%s", e.Type, f.modular(e, e.Type, u))
	}
	if c, ok := f.constantOperand(e); ok {
		return c
	}
	args := make([]string, len(e.Args))
	for i, x := range e.Args {
		args[i] = f.expr(x)
	}
	return f.operator(e.Fn, e.Type, args)
}

// wraps reports whether C computes e right in unsigned integers only.
func wraps(e *imp.Prim) bool {
	return e.Type.IsInt() && !inC.Has(e.Type) && (e.Fn == scalar.Add || e.Fn == scalar.Sub || e.Fn == scalar.Mul)
}

// modular is e computed in u, the unsigned type of its size. Sums, differences and products
// within it stay there, so that there is one conversion at the end.
func (f *fn) modular(e imp.Expr, t, u scalar.Type) string {
	switch p := e.(type) {
	case *imp.Prim:
		if p.Type == t && wraps(p) {
			return fmt.Sprintf("(%s %s %s)", f.modular(p.Args[0], t, u), infix[p.Fn].symbol, f.modular(p.Args[1], t, u))
		}
	case *imp.Const:
		if v := p.Value.Int(); v >= 0 {
			return fmt.Sprintf("%d", v)
		}
	}
	return fmt.Sprintf("(%s)%s", u, parens(f.expr(e)))
}

// constantOperand writes divisions and shifts by constants.
func (f *fn) constantOperand(e *imp.Prim) (string, bool) {
	if len(e.Args) != 2 || !e.Type.IsInt() {
		return "", false
	}
	v, ok := imp.ConstOf(e.Args[1])
	if !ok {
		return "", false
	}
	c, t := v.Int(), e.Type
	x := func() string { return parens(f.expr(e.Args[0])) }
	y := literal(&f.helpers, v)
	inRange := 0 <= c && c < int64(t.Bits())
	switch e.Fn {
	case scalar.Quot, scalar.Rem:
		if t.IsSigned() && c > 0 {
			symbol := map[scalar.Op]string{scalar.Quot: "/", scalar.Rem: "%"}[e.Fn]
			return fmt.Sprintf("(%s %s %s)", x(), symbol, y), true
		}
	case scalar.Shl:
		if inRange {
			w := t.Unsigned()
			if t.Size() < 4 {
				w = scalar.U32
			}
			return fmt.Sprintf("(%s)((%s)%s << %d)", t, w, x(), c), true
		}
	case scalar.Shr:
		if inRange {
			return fmt.Sprintf("(%s)(%s >> %d)", t, x(), c), true
		}
	case scalar.Lshr:
		if inRange {
			return fmt.Sprintf("(%s)((%s)%s >> %d)", t, t.Unsigned(), x(), c), true
		}
	}
	return "", false
}

// operator applies an operator to operands in C.
func (u *unit) operator(fn scalar.Op, t scalar.Type, args []string) string {
	if op, ok := infix[fn]; ok && op.on.Has(t) {
		return "(" + parens(args[0]) + " " + op.symbol + " " + parens(args[1]) + ")"
	}
	switch {
	case t.IsInt() && (fn == scalar.Add || fn == scalar.Sub || fn == scalar.Mul):
		w := t.Unsigned()
		if t.Size() < 4 {
			w = scalar.U32
		}
		return fmt.Sprintf("(%s)((%s)%s %s (%s)%s)", t, w, parens(args[0]), infix[fn].symbol, w, parens(args[1]))
	case fn == scalar.Select:
		return fmt.Sprintf("(%s ? %s : %s)", parens(args[0]), parens(args[1]), parens(args[2]))
	case fn == scalar.Neg && exactFloats.Has(t):
		return "(-" + parens(args[0]) + ")"
	case fn == scalar.Not && t == scalar.Bool:
		return "(!" + parens(args[0]) + ")"
	case fn == scalar.Not && t.IsInt():
		return fmt.Sprintf("(%s)(~%s)", t, parens(args[0]))
	case fn == scalar.IsNaN:
		return u.helpers.apply("isnan_"+wideOf(t).String(), args...)
	}
	return u.helpers.apply(fn.String()+"_"+t.String(), args...)
}

// wideOf is the type in which floats of type t are held.
func wideOf(t scalar.Type) scalar.Type {
	if t == scalar.F16 {
		return scalar.F32
	}
	return t
}

// convert is the conversion of x, as core/scalar has it.
func (u *unit) convert(from, to scalar.Type, x string) string {
	operand := parens(x)
	switch {
	case from == to:
		return x
	case to == scalar.Bool:
		return "(" + operand + " != 0)"
	case to == scalar.F16 && from == scalar.F32:
		return u.helpers.apply("round16", x)
	case to == scalar.F16:
		return u.helpers.apply("f16_of_f64", "(f64)"+operand)
	case to.IsFloat():
		return fmt.Sprintf("(%s)%s", to, operand)
	case from.IsFloat():
		return u.helpers.apply(to.String()+"_of_"+wideOf(from).String(), x)
	case to.IsUnsigned() && from.IsSigned() && from.Size() < to.Size():
		return fmt.Sprintf("(%s)(%s)%s", to, from.Unsigned(), operand) // extended by zeros
	}
	return fmt.Sprintf("(%s)%s", to, operand)
}

// literal is a constant. Floats are written exactly.
func literal(h *helpers, v scalar.Value) string {
	switch t := v.Type; t {
	case scalar.Bool:
		return strconv.FormatBool(v.Bits != 0)
	case scalar.F16:
		return literal(h, scalar.Convert(scalar.F32, v))
	case scalar.F32:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return parens(float(f, 32) + "f")
		}
		return h.apply("from_bits_f32", fmt.Sprintf("0x%xu", v.Bits))
	case scalar.F64:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return parens(float(f, 64))
		}
		return h.apply("from_bits_f64", fmt.Sprintf("UINT64_C(0x%x)", v.Bits))
	case scalar.U64:
		if v.Bits > math.MaxInt32 {
			return fmt.Sprintf("UINT64_C(%d)", v.Bits)
		}
		return fmt.Sprintf("%du", v.Bits)
	case scalar.U32:
		return fmt.Sprintf("%du", v.Bits)
	}
	// Smaller numbers are ints, and become what they meet.
	switch n := v.Int(); {
	case n == math.MinInt64:
		return "INT64_MIN"
	case n > math.MaxInt32 || n <= math.MinInt32:
		return fmt.Sprintf("INT64_C(%d)", n)
	default:
		return parens(strconv.FormatInt(n, 10))
	}
}

// float is a float in C: as a decimal if that is short, else in hexadecimal.
func float(x float64, bits int) string {
	s := strconv.FormatFloat(x, 'g', -1, bits)
	if len(s) > 8 {
		return strconv.FormatFloat(x, 'x', -1, bits)
	}
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

// parens puts an operand in parentheses, unless it is a name, a number, a call or has them.
func parens(s string) string {
	if simple(s) {
		return s
	}
	return "(" + s + ")"
}

// simple reports whether s can be an operand of any operator as it is: a word, or one with an
// argument list or subscript after it, or an expression in parentheses.
func simple(s string) bool {
	i := 0
	for i < len(s) && (s[i] == '_' || s[i] == '.' || '0' <= s[i] && s[i] <= '9' || 'a' <= s[i] && s[i] <= 'z' || 'A' <= s[i] && s[i] <= 'Z') {
		i++
	}
	if i == len(s) {
		return true
	}
	if s[i] != '(' && s[i] != '[' {
		return false
	}
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
			if depth == 0 {
				return i == len(s)-1
			}
		}
	}
	return false
}

// unparen removes the parentheses around s.
func unparen(s string) string {
	if s[0] == '(' && simple(s) {
		return s[1 : len(s)-1]
	}
	return s
}
