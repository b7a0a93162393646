package codegen

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// typeName is a scalar type in the program text.
func typeName(t scalar.Type) string {
	if t == scalar.Bool {
		return "b8"
	}
	return t.String()
}

// stored is the type of an element in memory.
func stored(t scalar.Type) string {
	if t == scalar.F16 {
		return "u16"
	}
	return typeName(t)
}

// infix are the operators that C has, where it computes what core/scalar does.
var infix = map[scalar.Op]struct {
	symbol string
	on     scalar.TypeSet
}{
	scalar.Add: {"+", inC},
	scalar.Sub: {"-", inC},
	scalar.Mul: {"*", inC},
	scalar.Div: {"/", exactFloats},
	scalar.Eq:  {"==", scalar.AllTypes},
	scalar.Ne:  {"!=", scalar.AllTypes},
	scalar.Lt:  {"<", scalar.AllTypes},
	scalar.Le:  {"<=", scalar.AllTypes},
	scalar.Gt:  {">", scalar.AllTypes},
	scalar.Ge:  {">=", scalar.AllTypes},
	scalar.And: {"&", scalar.BitTypes},
	scalar.Or:  {"|", scalar.BitTypes},
	scalar.Xor: {"^", scalar.BitTypes},
}

const exactFloats scalar.TypeSet = 1<<scalar.F32 | 1<<scalar.F64

// inC are the types whose sums, differences and products C has: it wraps unsigned ones, but
// not those that are promoted to int.
const inC = exactFloats | 1<<scalar.U32 | 1<<scalar.U64

// threadIDs are the words for what a thread of a Launch knows of itself.
var threadIDs = [...]string{
	imp.GroupID: "group", imp.LocalID: "LOCAL_ID()", imp.NumGroups: "NUM_GROUPS()", imp.GroupSize: "GROUP_SIZE()",
}

// expr is an expression in the program text.
func (w *printer) expr(e imp.Expr) string {
	switch e := e.(type) {
	case *imp.Const:
		return literal(e.Value)
	case *imp.Var:
		return w.ident(e.Name)
	case *imp.Load:
		at := w.element(e.Block, e.Elem, e.Index)
		if e.Elem == scalar.F16 {
			return "widen(" + at + ")"
		}
		return at
	case *imp.Prim:
		return w.prim(e)
	case *imp.Convert:
		return convert(e.From, e.To, w.expr(e.X))
	case *imp.ID:
		return threadIDs[e.Kind]
	case *imp.Lane:
		return ident(e.X.(*imp.Var).Name) + "." + lanesOf[e.K]
	}
	w.unsupported("the expression %T", e)
	return ""
}

func (w *printer) exprs(es []imp.Expr) []string {
	out := make([]string, len(es))
	for i, e := range es {
		out[i] = w.expr(e)
	}
	return out
}

func (w *printer) prim(e *imp.Prim) string {
	args := w.exprs(e.Args)
	if e.Exact {
		if symbol, ok := exact[e.Fn]; ok {
			return "(" + args[0] + " " + symbol + " " + args[1] + ")"
		}
		return fmt.Sprintf("%s_by_positive(%s)", e.Fn, strings.Join(args, ", "))
	}
	if op, ok := infix[e.Fn]; ok && op.on.Has(e.Type) {
		return "(" + args[0] + " " + op.symbol + " " + args[1] + ")"
	}
	return fmt.Sprintf("%s_%s(%s)", e.Fn, typeName(e.Type), strings.Join(args, ", "))
}

// exact are the operators of C on i32s that do not overflow.
var exact = map[scalar.Op]string{scalar.Add: "+", scalar.Sub: "-", scalar.Mul: "*"}

// element is a place in memory.
func (w *printer) element(block name.Name, elem scalar.Type, index imp.Expr) string {
	constant := ""
	if w.constant(block) {
		constant = "const "
	}
	return fmt.Sprintf("((%s%s %s *)%s)[%s]", constant, w.spaceOf(block), stored(elem), ident(block), w.expr(index))
}

// convert is the conversion of x, as core/scalar has it.
func convert(from, to scalar.Type, x string) string {
	switch {
	case from == to:
		return x
	case to == scalar.Bool:
		return "(b8)(" + x + " != 0)"
	case to == scalar.F16 && from == scalar.F64:
		return "f16_of_f64(" + x + ")"
	case to == scalar.F16:
		return "round16((f32)" + x + ")"
	case to.IsFloat():
		return fmt.Sprintf("(%s)%s", typeName(to), x)
	case from == scalar.F16:
		return fmt.Sprintf("%s_of_f32(%s)", to, x)
	case from.IsFloat():
		return fmt.Sprintf("%s_of_%s(%s)", to, from, x)
	case to.IsUnsigned() && from.IsSigned() && from.Size() < to.Size():
		// Extended by zeros, as unsigned.
		return fmt.Sprintf("(%s)(%s)%s", to, from.Unsigned(), x)
	}
	return fmt.Sprintf("(%s)%s", typeName(to), x)
}

// literal is a constant. Floats are written by their bits' value, exactly.
func literal(v scalar.Value) string {
	switch t := v.Type; t {
	case scalar.Bool:
		return strconv.FormatUint(v.Bits, 10)
	case scalar.F16:
		return literal(scalar.Convert(scalar.F32, v))
	case scalar.F32:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return parenthesised(strconv.FormatFloat(f, 'x', -1, 32) + "f")
		}
		return fmt.Sprintf("F32_BITS(0x%xu)", v.Bits)
	case scalar.F64:
		if f := v.Float(); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return parenthesised(strconv.FormatFloat(f, 'x', -1, 64))
		}
		return fmt.Sprintf("F64_BITS(0x%xul)", v.Bits)
	case scalar.U64:
		return fmt.Sprintf("%dul", v.Bits)
	case scalar.U32:
		return fmt.Sprintf("%du", v.Bits)
	case scalar.I64:
		if v.Int() == math.MinInt64 {
			return "((i64)0x8000000000000000ul)"
		}
		return parenthesised(fmt.Sprintf("%dl", v.Int()))
	case scalar.I32:
		if v.Int() == math.MinInt32 {
			return "((i32)0x80000000u)"
		}
		return parenthesised(strconv.FormatInt(v.Int(), 10))
	}
	return fmt.Sprintf("((%s)%d)", v.Type, v.Int())
}

func parenthesised(s string) string {
	if s[0] == '-' {
		return "(" + s + ")"
	}
	return s
}
