package print

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/elementary"
	"github.com/lamina-lang/lamina/core/scalar"
)

// formula writes a program of core/elementary as a function of C: on scalars, or on vectors if
// lanes is not 0. A program's words are f64s, u64s and bools, or vectors of f64, u64 and i64
// (masks). If a guard finds a rare operand in a vector, each lane is computed by the scalar
// function; so a lane's result depends neither on the other lanes nor on its position.
type formula struct {
	h      *helpers
	prog   *elementary.Program
	lanes  int
	rest   string // the statement that computes a vector lane by lane
	out    strings.Builder
	indent string
	names  map[*elementary.Node]string
}

// formula defines an elementary function, for operands of f32 if narrow.
func (h *helpers) formula(f *elementary.Function, narrow bool, lanes int) {
	p, elem := f.Wide(), "f64"
	if narrow {
		p, elem = f.Narrow(), "f32"
	}
	t := &formula{h: h, prog: p, lanes: lanes, indent: "  ", names: map[*elementary.Node]string{}}
	operand := elem
	name := f.Name + "_" + elem
	if lanes > 0 {
		operand = fmt.Sprintf("%sx%d", elem, lanes)
		for _, v := range []string{operand, t.typ(elementary.Float), t.typ(elementary.Int), t.typ(elementary.Mask)} {
			h.need(v)
		}
		h.need(name)
		h.need(fmt.Sprintf("all_i64x%d", lanes))
		var each []string
		for k := range lanes {
			var args []string
			for i := range f.Arity {
				args = append(args, fmt.Sprintf("%c[%d]", 'x'+i, k))
			}
			each = append(each, name+"("+strings.Join(args, ", ")+")")
		}
		t.rest = fmt.Sprintf("return (%s){%s};", operand, strings.Join(each, ", "))
		name = f.Name + "_" + operand
	}
	t.block(p.Body)
	params, _ := operands(f.Arity, operand)
	result := t.word(p.Body.Results[0], elementary.Float)
	switch {
	case narrow && lanes > 0:
		result = fmt.Sprintf("__builtin_convertvector(%s, %s)", result, operand)
	case narrow:
		result = "(f32)" + parens(result)
	}
	h.add(fmt.Sprintf("static LAMINA_UNUSED %s %s(%s) {\n%s  return %s;\n}", operand, name, params, t.out.String(), result))
}

// typ is the type of words of a kind.
func (t *formula) typ(k elementary.Kind) string {
	name := [...]string{elementary.Float: "f64", elementary.Int: "u64", elementary.Mask: "bool"}[k]
	if t.lanes == 0 {
		return name
	}
	if k == elementary.Mask {
		name = "i64"
	}
	return fmt.Sprintf("%sx%d", name, t.lanes)
}

func (t *formula) line(format string, args ...any) {
	t.out.WriteString(t.indent + fmt.Sprintf(format, args...) + "\n")
}

// block computes branches, and nodes used more than once. Others are written where they are
// used.
func (t *formula) block(b *elementary.Block) {
	for _, n := range b.Nodes {
		switch {
		case n.Op == elementary.If || n.Op == elementary.Guard:
			t.branch(n)
		case n.Op == elementary.Result:
		case n.Op == elementary.Param:
			x := string(rune('x' + n.Imm))
			if t.lanes > 0 {
				x = fmt.Sprintf("__builtin_convertvector(%s, %s)", x, t.typ(elementary.Float))
			}
			t.let(n, x)
		case n.Uses > 1 && n.Op != elementary.Const:
			t.let(n, t.operation(n))
		}
	}
}

// let gives the result of a node a name.
func (t *formula) let(n *elementary.Node, x string) {
	name := fmt.Sprintf("w%d", n.ID)
	t.line("const %s %s = %s;", t.typ(n.Kind), name, unparen(x))
	t.names[n] = name
}

// word is the result of n, read as kind k.
func (t *formula) word(n *elementary.Node, k elementary.Kind) string {
	x, ok := t.names[n]
	if !ok {
		x = t.operation(n)
	}
	switch {
	case n.Kind == k:
		return x
	case t.lanes > 0:
		return "(" + t.typ(k) + ")" + parens(x)
	case k == elementary.Int && n.Kind == elementary.Float:
		return t.h.apply("bits_f64", x)
	case k == elementary.Float && n.Kind == elementary.Int:
		return t.h.apply("from_bits_f64", x)
	}
	panic(fmt.Sprintf("print: %s: a word of kind %d is used as one of kind %d", t.prog.Name, n.Kind, k))
}

// symbols are the operations that C has, with the kind of their operands.
var symbols = map[elementary.Op]struct {
	symbol string
	kind   elementary.Kind
}{
	elementary.Add: {"+", elementary.Float}, elementary.Sub: {"-", elementary.Float}, elementary.Mul: {"*", elementary.Float},
	elementary.Div: {"/", elementary.Float}, elementary.Lt: {"<", elementary.Float}, elementary.Le: {"<=", elementary.Float},
	elementary.Eq: {"==", elementary.Float}, elementary.IEq: {"==", elementary.Int},
	elementary.IAdd: {"+", elementary.Int}, elementary.ISub: {"-", elementary.Int}, elementary.IMul: {"*", elementary.Int},
	elementary.ShlBy: {"<<", elementary.Int}, elementary.ShrBy: {">>", elementary.Int},
}

// bitwise are the operations that exist on masks, too.
var bitwise = map[elementary.Op]string{elementary.And: "&", elementary.Or: "|", elementary.Xor: "^"}

// operation is the expression of a node.
func (t *formula) operation(n *elementary.Node) string {
	arg := func(i int, k elementary.Kind) string { return parens(t.word(n.Args[i], k)) }
	if s, ok := symbols[n.Op]; ok {
		x := fmt.Sprintf("(%s %s %s)", arg(0, s.kind), s.symbol, arg(1, s.kind))
		if t.lanes > 0 && n.Kind == elementary.Mask {
			return fmt.Sprintf("((%s)%s)", t.typ(elementary.Mask), x)
		}
		return x
	}
	if symbol, ok := bitwise[n.Op]; ok {
		k := elementary.Int
		if n.Kind == elementary.Mask {
			k = elementary.Mask
		}
		return t.as(n, k, fmt.Sprintf("(%s %s %s)", arg(0, k), symbol, arg(1, k)))
	}
	switch n.Op {
	case elementary.Const:
		return t.constant(n)
	case elementary.Shl:
		return fmt.Sprintf("(%s << %d)", arg(0, elementary.Int), n.Imm)
	case elementary.Shr:
		return fmt.Sprintf("(%s >> %d)", arg(0, elementary.Int), n.Imm)
	case elementary.ILt:
		return fmt.Sprintf("((i64)%s < (i64)%s)", arg(0, elementary.Int), arg(1, elementary.Int))
	case elementary.ToFloat:
		return fmt.Sprintf("((f64)(i64)%s)", arg(0, elementary.Int))
	case elementary.LeadingZeros:
		return "(u64)" + t.h.apply("clz_u64", arg(0, elementary.Int))
	case elementary.Select:
		return t.selected(arg(0, elementary.Mask), arg(1, n.Kind), arg(2, n.Kind), n.Kind)
	case elementary.Neg:
		return "(-" + arg(0, elementary.Float) + ")"
	}
	return t.float(n, arg)
}

// as converts what was computed as kind k to the kind of the node.
func (t *formula) as(n *elementary.Node, k elementary.Kind, x string) string {
	if n.Kind == k {
		return x
	}
	switch {
	case t.lanes > 0:
		return fmt.Sprintf("((%s)%s)", t.typ(n.Kind), x)
	case n.Kind == elementary.Float:
		return t.h.apply("from_bits_f64", x)
	}
	return x
}

// floats names the functions on floats.
var floats = map[elementary.Op]string{
	elementary.Sqrt: "sqrt", elementary.Abs: "abs", elementary.Nearest: "round", elementary.Trunc: "trunc", elementary.Copysign: "sign",
}

// float is a function on floats.
func (t *formula) float(n *elementary.Node, arg func(int, elementary.Kind) string) string {
	name, ok := floats[n.Op]
	if !ok {
		panic(fmt.Sprintf("print: %s: operation %d has no form", t.prog.Name, n.Op))
	}
	var args []string
	for i := range n.Args {
		args = append(args, arg(i, elementary.Float))
	}
	suffix := "_f64"
	if t.lanes > 0 {
		suffix = fmt.Sprintf("_f64x%d", t.lanes)
	} else if n.Op == elementary.Copysign {
		return "__builtin_copysign(" + strings.Join(args, ", ") + ")"
	}
	return t.h.apply(name+suffix, args...)
}

// constant is a word that is known.
func (t *formula) constant(n *elementary.Node) string {
	x := ""
	switch n.Kind {
	case elementary.Float:
		x = literal(t.h, scalar.Value{Type: scalar.F64, Bits: n.Imm})
	case elementary.Int:
		x = fmt.Sprintf("UINT64_C(0x%x)", n.Imm)
	default:
		x = fmt.Sprint(n.Imm != 0)
		if t.lanes > 0 && n.Imm != 0 {
			x = "-1"
		} else if t.lanes > 0 {
			x = "0"
		}
	}
	if t.lanes == 0 {
		return x
	}
	return fmt.Sprintf("((%s){%s})", t.typ(n.Kind), strings.TrimSuffix(strings.Repeat(x+", ", t.lanes), ", "))
}

// selected is x where the mask is set, else y.
func (t *formula) selected(mask, x, y string, k elementary.Kind) string {
	if t.lanes == 0 {
		return fmt.Sprintf("(%s ? %s : %s)", mask, x, y)
	}
	it := t.typ(elementary.Mask)
	return fmt.Sprintf("((%s)(((%s)%s & %s) | ((%s)%s & ~%s)))", t.typ(k), it, x, mask, it, y, mask)
}

// branch computes one of two blocks. Where the lanes of a vector differ it computes both and
// selects; for a guard it computes lane by lane.
func (t *formula) branch(n *elementary.Node) {
	mask := parens(t.word(n.Args[0], elementary.Mask))
	if t.lanes > 0 && n.Op == elementary.Guard {
		t.line("if (!all_i64x%d(%s)) %s", t.lanes, mask, t.rest)
		t.block(n.Then)
		for i, r := range n.Then.Results {
			t.let(n.Outs[i], t.word(r, elementary.Float))
		}
		return
	}
	var names []string
	for _, o := range n.Outs {
		t.names[o] = fmt.Sprintf("w%d", o.ID)
		names = append(names, t.names[o])
	}
	if t.lanes > 0 {
		t.bothArms(n, mask, names)
		return
	}
	t.line("%s %s;", t.typ(elementary.Float), strings.Join(names, ", "))
	t.line("if (%s) {", unparen(mask))
	t.arm(n.Then, names)
	t.line("} else {")
	t.arm(n.Else, names)
	t.line("}")
}

// arm computes a block and assigns its results.
func (t *formula) arm(b *elementary.Block, names []string) {
	outer := t.indent
	t.indent += "  "
	t.block(b)
	for i, r := range b.Results {
		t.line("%s = %s;", names[i], unparen(t.word(r, elementary.Float)))
	}
	t.indent = outer
}

// bothArms computes both blocks, unless all lanes take one of them, and selects.
func (t *formula) bothArms(n *elementary.Node, mask string, names []string) {
	condition := fmt.Sprintf("c%d", n.ID)
	t.line("const %s %s = %s;", t.typ(elementary.Mask), condition, unparen(mask))
	var others []string
	for _, name := range names {
		others = append(others, name+"_else")
		t.line("%s %s = {0}, %s_else = {0};", t.typ(elementary.Float), name, name)
	}
	t.line("if (!all_i64x%d(~%s)) {", t.lanes, condition)
	t.arm(n.Then, names)
	t.line("}")
	t.line("if (!all_i64x%d(%s)) {", t.lanes, condition)
	t.arm(n.Else, others)
	t.line("}")
	for i, name := range names {
		t.line("%s = %s;", name, t.selected(condition, name, others[i], elementary.Float))
	}
}
