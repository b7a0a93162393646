package print

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/lamina-lang/lamina/core/elementary"
	"github.com/lamina-lang/lamina/core/scalar"
)

// helpers are definitions that a program needs: of types of vectors, and of scalar operators
// that C lacks. A definition is made when it is first asked for, after those that it uses.
type helpers struct {
	made map[string]bool
	text strings.Builder
}

func (h *helpers) empty() bool { return len(h.made) == 0 }

func (h *helpers) write(out *strings.Builder) { out.WriteString(h.text.String()) }

// apply is a call of a helper.
func (h *helpers) apply(name string, args ...string) string {
	h.need(name)
	return name + "(" + strings.Join(args, ", ") + ")"
}

// add adds a definition.
func (h *helpers) add(text string) { h.text.WriteString(text + "\n") }

// helperName takes the name of a helper apart: operator, type, and lanes of a vector.
var helperName = regexp.MustCompile(`^(.*)_(i8|i16|i32|i64|u8|u16|u32|u64|f16|f32|f64|bool)(?:x(2|4|8|16))?$`)

// vectorName matches the types of vectors.
var vectorName = regexp.MustCompile(`^(i8|i16|i32|i64|u8|u16|u32|u64|f32|f64)x(2|4|8|16)$`)

// need makes a definition unless it is there.
func (h *helpers) need(name string) {
	if h.made == nil {
		h.made = map[string]bool{}
	}
	if h.made[name] {
		return
	}
	h.made[name] = true
	if m := vectorName.FindStringSubmatch(name); m != nil {
		h.vectorType(m[1], m[2])
		return
	}
	if text, ok := plain[name]; ok {
		h.define(text, scalar.Invalid)
		return
	}
	m := helperName.FindStringSubmatch(name)
	if m == nil {
		panic("print: there is no helper " + name)
	}
	t, _ := scalar.ParseType(m[2])
	if m[3] != "" {
		h.vectorHelper(m[1], t, m[3])
		return
	}
	h.scalarHelper(m[1], t)
}

// scalarHelper defines an operator on scalars.
func (h *helpers) scalarHelper(op string, t scalar.Type) {
	for _, row := range scalarHelpers {
		if row.op == op && row.on.Has(t) {
			h.define(row.text, t)
			return
		}
	}
	o, ok := scalar.OpByName(op)
	if !ok || !o.Info().On.Has(t) {
		panic(fmt.Sprintf("print: there is no operator %s on %s", op, t))
	}
	switch {
	case o.Info().Elementary != nil && t.IsFloat():
		h.elementary(o.Info().Elementary, t)
	case t == scalar.F16: // computed in f32
		h.define(halfText(o), t)
	default:
		panic(fmt.Sprintf("print: operator %s on %s has no definition", op, t))
	}
}

// halfText defines an operator on f16 by that on f32.
func halfText(o scalar.Op) string {
	var params, args []string
	for i := range o.Info().Arity() {
		x := string(rune('x' + i))
		params = append(params, fmt.Sprintf("%s %s", o.ParamType(scalar.F16, i), x))
		args = append(args, x)
	}
	var u unit
	body := u.operator(o, scalar.F32, args)
	if o.ResultType(scalar.F16) == scalar.F16 {
		body = "@round16(" + unparen(body) + ")"
	}
	body = regexp.MustCompile(`\b`+o.String()+`_f32\(`).ReplaceAllString(body, "@"+o.String()+"_f32(")
	return fmt.Sprintf("static inline %s %s_f16(%s) { return %s; }", o.ResultType(scalar.F16), o, strings.Join(params, ", "), body)
}

// use matches a helper that the text of another one uses: @NAME.
var use = regexp.MustCompile(`@([A-Za-z0-9_]+)`)

// define adds a definition for type t, for which its text has these words: $T the type, $U the
// unsigned type of its size, $W the one in which it wraps, $D the one of twice its size, $B
// the number of its bits, and for floats $S the bit of the sign, $N the bits of NaN, $F the
// suffix of functions in the C library.
func (h *helpers) define(text string, t scalar.Type) {
	wide := t.Unsigned()
	if t.Size() < 4 {
		wide = scalar.U32
	}
	sign, nan, suffix := "0x80000000u", "0x7fc00000u", "f"
	if t == scalar.F64 {
		sign, nan, suffix = "UINT64_C(0x8000000000000000)", "UINT64_C(0x7ff8000000000000)", ""
	}
	text = strings.NewReplacer("$T", t.String(), "$U", t.Unsigned().String(), "$W", wide.String(), "$D", doubled(t),
		"$B", fmt.Sprint(t.Bits()), "$S", sign, "$N", nan, "$F", suffix).Replace(text)
	for _, m := range use.FindAllStringSubmatch(text, -1) {
		h.need(m[1])
	}
	h.add(strings.ReplaceAll(text, "@", ""))
}

// doubled is an integer type of twice the size.
func doubled(t scalar.Type) string {
	switch t {
	case scalar.I8, scalar.I16:
		return "i32"
	case scalar.U8, scalar.U16:
		return "u32"
	case scalar.I32:
		return "i64"
	case scalar.U32:
		return "u64"
	}
	return "i64"
}

// elementary defines an elementary function.
func (h *helpers) elementary(f *elementary.Function, t scalar.Type) {
	switch t {
	case scalar.F64:
		h.formula(f, false, 0)
	case scalar.F32:
		h.formula(f, true, 0)
	default:
		params, args := operands(f.Arity, "f16")
		h.define(fmt.Sprintf("static inline f16 %[1]s_f16(%[2]s) { return @round16(@%[1]s_f32(%[3]s)); }", f.Name, params, args), t)
	}
}

// operands are the parameters of a function of one type, and the arguments with their names.
func operands(arity int, t string) (params, args string) {
	var ps, as []string
	for i := range arity {
		x := string(rune('x' + i))
		ps, as = append(ps, t+" "+x), append(as, x)
	}
	return strings.Join(ps, ", "), strings.Join(as, ", ")
}
