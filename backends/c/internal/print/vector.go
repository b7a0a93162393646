package print

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Vectors are the vector extension that gcc and clang share. Vectors of f16 are vectors of
// f32, as its scalars are f32s.

// vectorType defines a type of vectors and, as NAME_at, what is in memory.
func (h *helpers) vectorType(elem, lanes string) {
	t, _ := scalar.ParseType(elem)
	n, _ := strconv.Atoi(lanes)
	h.add(fmt.Sprintf("typedef %s %sx%s __attribute__((vector_size(%d)));", elem, elem, lanes, t.Size()*n))
	h.add(fmt.Sprintf("typedef %s %sx%s_at __attribute__((vector_size(%d), aligned(%d), may_alias));", elem, elem, lanes, t.Size()*n, t.Size()))
}

// vector is an expression whose value is a vector.
func (f *fn) vector(e imp.Expr) string {
	lanes := imp.LanesOf(e)
	t := imp.TypeOf(e)
	vt := f.typ(t, lanes)
	switch e := e.(type) {
	case *imp.Var:
		return f.ident(e.Name)
	case *imp.Load:
		return f.loadVector(e, vt)
	case *imp.Splat:
		return f.helpers.apply(fmt.Sprintf("splat_%sx%d", t, lanes), f.expr(e.X))
	case *imp.Ramp:
		return f.helpers.apply(fmt.Sprintf("ramp_%sx%d", t, lanes), f.expr(e.Base), f.expr(e.Step))
	case *imp.Build:
		elems := make([]string, len(e.Elems))
		for i, x := range e.Elems {
			elems[i] = f.expr(x)
			if t == scalar.Bool {
				elems[i] = "-(" + elems[i] + ")"
			}
		}
		return fmt.Sprintf("((%s){%s})", vt, strings.Join(elems, ", "))
	case *imp.Prim:
		if x, ok := f.shiftVector(e, lanes); ok {
			return x
		}
		args := make([]string, len(e.Args))
		for i, x := range e.Args {
			args[i] = f.expr(x)
		}
		return f.vectorOperator(e.Fn, e.Type, lanes, args)
	case *imp.Convert:
		return f.convertVector(e.From, e.To, lanes, f.expr(e.X))
	}
	unsupportedf("the expression %T on vectors", e)
	return ""
}

// address is the place of the first lane of a vector in memory.
func (f *fn) address(b string, elem scalar.Type, index imp.Expr) string {
	return fmt.Sprintf("&AT(%s, %s, %s)", stored(elem), b, f.index(index))
}

func (f *fn) loadVector(e *imp.Load, vt string) string {
	at := f.address(f.ident(e.Block), e.Elem, e.Index)
	if e.Elem == scalar.F16 || e.Elem == scalar.Bool {
		return f.helpers.apply(fmt.Sprintf("load_%sx%d", e.Elem, e.Lanes), at)
	}
	return fmt.Sprintf("(*(const %s_at *)%s)", vt, at)
}

func (f *fn) storeVector(s *imp.Store) {
	at := f.address(f.ident(s.Block), s.Elem, s.Index)
	x := f.expr(s.X)
	if s.Elem == scalar.F16 || s.Elem == scalar.Bool {
		f.typ(s.Elem, s.Lanes)
		f.line("%s;", f.helpers.apply(fmt.Sprintf("store_%sx%d", s.Elem, s.Lanes), at, x))
		return
	}
	f.line("*(%s_at *)%s = %s;", f.typ(s.Elem, s.Lanes), at, x)
}

// vectorInfix are the operators that C has on vectors. On integers those that may overflow are
// computed in unsigned ones; comparisons give masks.
var vectorInfix = map[scalar.Op]struct {
	symbol string
	on     scalar.TypeSet
}{
	scalar.Add: {"+", scalar.IntTypes | exactFloats},
	scalar.Sub: {"-", scalar.IntTypes | exactFloats},
	scalar.Mul: {"*", scalar.IntTypes | exactFloats},
	scalar.Div: {"/", exactFloats},
	scalar.And: {"&", scalar.BitTypes},
	scalar.Or:  {"|", scalar.BitTypes},
	scalar.Xor: {"^", scalar.BitTypes},
}

// compares are the symbols of comparisons.
var compares = map[scalar.Op]string{scalar.Eq: "==", scalar.Ne: "!=", scalar.Lt: "<", scalar.Le: "<=", scalar.Gt: ">", scalar.Ge: ">="}

// vectorOperator applies an operator to vectors.
func (u *unit) vectorOperator(fn scalar.Op, t scalar.Type, lanes int, args []string) string {
	vt := u.typ(t, lanes)
	if op, ok := vectorInfix[fn]; ok && op.on.Has(t) {
		x, y := parens(args[0]), parens(args[1])
		if t.IsSigned() {
			unsigned := u.typ(t.Unsigned(), lanes)
			return fmt.Sprintf("((%s)((%s)%s %s (%s)%s))", vt, unsigned, x, op.symbol, unsigned, y)
		}
		return fmt.Sprintf("(%s %s %s)", x, op.symbol, y)
	}
	if symbol, ok := compares[fn]; ok {
		x, y := parens(args[0]), parens(args[1])
		if t == scalar.Bool { // true is -1
			lane := maskLane(lanes)
			unsigned := u.typ(lane.Unsigned(), lanes)
			return fmt.Sprintf("((%s)((%s)%s %s (%s)%s))", vt, unsigned, x, symbol, unsigned, y)
		}
		return u.mask(wideOf(t), lanes, fmt.Sprintf("(%s %s %s)", x, symbol, y))
	}
	switch {
	case fn == scalar.Not && t.IsInt() || fn == scalar.Not && t == scalar.Bool:
		return "(~" + parens(args[0]) + ")"
	case fn == scalar.Neg && exactFloats.Has(t):
		return "(-" + parens(args[0]) + ")"
	case fn == scalar.IsNaN:
		return u.helpers.apply(fmt.Sprintf("isnan_%sx%d", t, lanes), args...)
	}
	return u.helpers.apply(fmt.Sprintf("%s_%sx%d", fn, t, lanes), args...)
}

// mask is the result of comparing vectors of t as a mask.
func (u *unit) mask(t scalar.Type, lanes int, x string) string {
	mt := u.typ(scalar.Bool, lanes)
	if t.Size() == maskLane(lanes).Size() {
		return x
	}
	return fmt.Sprintf("__builtin_convertvector(%s, %s)", x, mt)
}

// convertVector converts each lane.
func (u *unit) convertVector(from, to scalar.Type, lanes int, x string) string {
	u.typ(from, lanes)
	vt := u.typ(to, lanes)
	widened := func(x string) string { return fmt.Sprintf("__builtin_convertvector(%s, %s)", x, vt) }
	switch {
	case from == to:
		return x
	case to == scalar.Bool:
		return u.mask(wideOf(from), lanes, "("+parens(x)+" != 0)")
	case from == scalar.Bool && to.IsInt():
		return "(" + widened(x) + " & 1)"
	case from == scalar.Bool && exactFloats.Has(to):
		return "(-" + widened(x) + " + 0)" // of the mask's -1; 0 is to be +0
	case from.IsInt() && to.IsUnsigned() && from.IsSigned() && from.Size() < to.Size():
		return widened(fmt.Sprintf("(%s)%s", u.typ(from.Unsigned(), lanes), parens(x)))
	case from.IsInt() && to.IsInt(), from.IsInt() && exactFloats.Has(to), exactFloats.Has(from) && exactFloats.Has(to):
		return widened(x)
	}
	return u.helpers.apply(fmt.Sprintf("%s_of_%sx%d", to, from, lanes), x)
}

// vectorHelpers define operators on vectors. In the text $V is the vector, $M the mask, $I and
// $Y the vectors of signed and unsigned integers with lanes of the same size, $T and $U a lane
// of $V and of $Y, $S the bit of a float's sign; $C, $X and $x list the numbers of the lanes, x
// for each, and -x for each.
var vectorHelpers = []struct {
	op   string
	on   scalar.TypeSet
	text string
}{
	{"select", scalar.AllTypes, `static inline $V select_$TxN($M mask, $V x, $V y) {
  const $I lanes = __builtin_convertvector(mask, $I);
  return ($V)((($I)x & lanes) | (($I)y & ~lanes));
}`},
	{"min", scalar.IntTypes, `static inline $V min_$TxN($V x, $V y) {
  const $I less = ($I)(x < y);
  return ($V)((($I)x & less) | (($I)y & ~less));
}`},
	{"max", scalar.IntTypes, `static inline $V max_$TxN($V x, $V y) {
  const $I more = ($I)(x > y);
  return ($V)((($I)x & more) | (($I)y & ~more));
}`},
	{"min", exactFloats, `static inline $V min_$TxN($V x, $V y) {
  const $I first = ($I)(x < y) | ($I)(y != y) | (($I)(x == y) & (($I)x < 0));
  return ($V)((($I)x & first) | (($I)y & ~first));
}`},
	{"max", exactFloats, `static inline $V max_$TxN($V x, $V y) {
  const $I first = ($I)(x > y) | ($I)(y != y) | (($I)(x == y) & (($I)x >= 0));
  return ($V)((($I)x & first) | (($I)y & ~first));
}`},
	{"neg", scalar.IntTypes, `static inline $V neg_$TxN($V x) { return ($V)(-($Y)x); }`},
	{"abs", scalar.SignedTypes, `static inline $V abs_$TxN($V x) {
  const $Y sign = ($Y)(x < 0);
  return ($V)((($Y)x ^ sign) - sign);
}`},
	{"abs", exactFloats, `static inline $V abs_$TxN($V x) { return ($V)(($Y)x & ~$S); }`},
	{"isnan", exactFloats, `static inline $M isnan_$TxN($V x) { return __builtin_convertvector(x != x, $M); }`},
	{"sign", exactFloats, `static inline $V sign_$TxN($V x, $V y) { return ($V)((($Y)x & ~$S) | (($Y)y & $S)); }`},
	// As the scalar form; what is large, or NaN, stays as it is.
	{"round", exactFloats, `static inline $V round_$TxN($V x) {
  const $V magnitude = ($V)(($Y)x & ~$S);
  const $I small = ($I)(magnitude < $P);
  const $V rounded = ($V)(($Y)((magnitude + $P) - $P) | (($Y)x & $S));
  return ($V)((($I)rounded & small) | (($I)x & ~small));
}`},
	{"ramp", scalar.IntTypes, `static inline $V ramp_$TxN($T base, $T step) { return ($V)(($Y){$C} * ($U)step + ($U)base); }`},
	{"splat", scalar.AllTypes &^ scalar.BoolTypes, `static inline $V splat_$TxN($T x) { return ($V){$X}; }`},
	{"splat", scalar.BoolTypes, `static inline $V splat_$TxN(bool x) { return ($V){$x}; }`},
}

// vectorHelper defines an operator, a conversion, or a load or store, on vectors.
func (h *helpers) vectorHelper(op string, t scalar.Type, lanes string) {
	n, _ := strconv.Atoi(lanes)
	for _, row := range vectorHelpers {
		if row.op == op && row.on.Has(t) {
			h.defineVector(row.text, t, n)
			return
		}
	}
	if to, ok := strings.CutSuffix(op, "_of"); ok {
		result, _ := scalar.ParseType(to)
		h.laneByLane(op, t, result, n, []scalar.Type{t}, func(args []string) string {
			u := unit{}
			text := u.convert(t, result, args[0])
			h.all(&u.helpers)
			return text
		})
		return
	}
	switch op {
	case "load", "store":
		h.memory(op, t, n)
		return
	case "all":
		h.allLanes(t, n)
		return
	}
	o, ok := scalar.OpByName(op)
	if !ok {
		panic("print: there is no operator " + op)
	}
	if f := o.Info().Elementary; f != nil && exactFloats.Has(t) {
		h.formula(f, t == scalar.F32, n)
		return
	}
	var params []scalar.Type
	for i := range o.Info().Arity() {
		params = append(params, o.ParamType(t, i))
	}
	h.laneByLane(op, t, o.ResultType(t), n, params, func(args []string) string {
		u := unit{}
		text := u.operator(o, t, args)
		h.all(&u.helpers)
		return text
	})
}

// all makes what other helpers have made.
func (h *helpers) all(other *helpers) {
	var names []string
	for name := range other.made {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		h.need(name)
	}
}

// laneByLane defines a function that computes each lane by itself.
func (h *helpers) laneByLane(op string, t, result scalar.Type, n int, params []scalar.Type, compute func(args []string) string) {
	var list []string
	for i, p := range params {
		list = append(list, typeName(p, n)+" "+string(rune('x'+i)))
		h.need(typeName(p, n))
	}
	vt := typeName(result, n)
	h.need(vt)
	var lanes []string
	for k := range n {
		args := make([]string, len(params))
		for i, p := range params {
			args[i] = fmt.Sprintf("%c[%d]", 'x'+i, k)
			if p == scalar.Bool {
				args[i] = "(" + args[i] + " != 0)"
			}
		}
		x := unparen(compute(args))
		if result == scalar.Bool {
			x = "-(" + x + ")"
		}
		lanes = append(lanes, x)
	}
	h.add(fmt.Sprintf("static inline %s %s_%sx%d(%s) {\n  return (%s){%s};\n}", vt, op, t, n, strings.Join(list, ", "), vt, strings.Join(lanes, ", ")))
}

// memory defines a load or store of f16s or bools.
func (h *helpers) memory(op string, t scalar.Type, n int) {
	vt := typeName(t, n)
	h.need(vt)
	var lanes []string
	for k := range n {
		switch {
		case op == "load" && t == scalar.F16:
			lanes = append(lanes, h.apply("widen", fmt.Sprintf("at[%d]", k)))
		case op == "load":
			lanes = append(lanes, fmt.Sprintf("-at[%d]", k))
		case t == scalar.F16:
			lanes = append(lanes, fmt.Sprintf("  at[%d] = %s;\n", k, h.apply("narrow", fmt.Sprintf("x[%d]", k))))
		default:
			lanes = append(lanes, fmt.Sprintf("  at[%d] = x[%d] != 0;\n", k, k))
		}
	}
	elem := stored(t)
	if op == "load" {
		h.add(fmt.Sprintf("static inline %s load_%sx%d(const %s_at *at) { return (%s){%s}; }", vt, t, n, elem, vt, strings.Join(lanes, ", ")))
		return
	}
	h.add(fmt.Sprintf("static inline void store_%sx%d(%s_at *at, %s x) {\n%s}", t, n, elem, vt, strings.Join(lanes, "")))
}

// signedOf is the signed integer type of the size of a lane.
func signedOf(t scalar.Type, n int) scalar.Type {
	if t == scalar.Bool {
		return maskLane(n)
	}
	return map[int]scalar.Type{1: scalar.I8, 2: scalar.I16, 4: scalar.I32, 8: scalar.I64}[wideOf(t).Size()]
}

// defineVector adds a definition from the table.
func (h *helpers) defineVector(text string, t scalar.Type, n int) {
	signed := signedOf(t, n)
	vt, mt, it, ut := typeName(t, n), typeName(scalar.Bool, n), typeName(signed, n), typeName(signed.Unsigned(), n)
	for _, name := range []string{vt, mt, it, ut} {
		h.need(name)
	}
	list := func(x func(k int) string) string {
		var out []string
		for k := range n {
			out = append(out, x(k))
		}
		return strings.Join(out, ", ")
	}
	sign, whole := "0x80000000u", "0x1p23f"
	if t == scalar.F64 {
		sign, whole = "UINT64_C(0x8000000000000000)", "0x1p52"
	}
	text = strings.NewReplacer("$V", vt, "$M", mt, "$I", it, "$Y", ut, "$TxN", fmt.Sprintf("%sx%d", t, n), "$T", t.String(),
		"$U", signed.Unsigned().String(), "$S", sign, "$P", whole,
		"$C", list(func(k int) string { return fmt.Sprint(k) }),
		"$X", list(func(int) string { return "x" }), "$x", list(func(int) string { return "-x" })).Replace(text)
	h.add(text)
}

// allLanes defines whether a mask is set in all lanes.
func (h *helpers) allLanes(t scalar.Type, n int) {
	vt := typeName(t, n)
	h.need(vt)
	var lanes []string
	for k := range n {
		lanes = append(lanes, fmt.Sprintf("mask[%d]", k))
	}
	h.add(fmt.Sprintf("static inline bool all_%s(%s mask) { return (%s) != 0; }", vt, vt, strings.Join(lanes, " & ")))
}
