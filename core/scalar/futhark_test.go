package scalar_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// The results of Futhark's compiled code stand in testdata/futhark.txt, one line
// an operator and type. With LAMINA_UPDATE=1 and LAMINA_FUTHARK=/path/to/futhark
// the file is made anew; it was made by Futhark 0.25.32 with its C backend.
const futharkResults = "testdata/futhark.txt"

// futharkSpelling says how Futhark writes an operator on x, y and z of type T;
// operators that are not here are functions T.name.
var futharkSpelling = map[scalar.Op]string{
	scalar.Add: "x + y", scalar.Sub: "x - y", scalar.Mul: "x * y",
	scalar.Div: "x / y", scalar.Mod: "x % y", scalar.Quot: "x // y", scalar.Rem: "x %% y",
	scalar.Pow: "x ** y", scalar.And: "x & y", scalar.Or: "x | y", scalar.Xor: "x ^ y",
	scalar.Shl: "x << y", scalar.Shr: "x >> y", scalar.Lshr: "x T.>>> y", scalar.Not: "!x",
	scalar.Eq: "x == y", scalar.Ne: "x != y", scalar.Lt: "x < y", scalar.Le: "x <= y",
	scalar.Gt: "x > y", scalar.Ge: "x >= y", scalar.Select: "if x then y else z", scalar.Neg: "-x",
}

var boolSpelling = map[scalar.Op]string{
	scalar.And: "x && y", scalar.Or: "x || y", scalar.Xor: "x != y",
}

// deviations are where Lamina's result is meant to differ from what Futhark
// 0.25.32 compiles to; docs/semantics.md states and tests these.
var deviations = map[string]string{
	"sinpi_f32": "computes sin (π·x) with a rounded product, which is far off for large x and not 0 at integers",
	"sinpi_f64": "as sinpi_f32", "tanpi_f16": "as sinpi_f32", "tanpi_f32": "as sinpi_f32", "tanpi_f64": "as sinpi_f32",
	"trunc_f16": "goes through an integer: 0 for NaN and infinities", "trunc_f32": "as trunc_f16", "trunc_f64": "as trunc_f16",
	"copysign_f64":  "rounds to f32",
	"nextafter_f64": "steps in f32",
	"i32_f16":       "the lowest i32 for NaN and infinities, where all other conversions give 0 (as does Futhark's interpreter)",
	"i64_f16":       "as i32_f16", "u64_f16": "as i32_f16",
	"f16_u16": "cut, not rounded, where the CPU has no f16",
}

// operatorCase is an operator, or if op is 0 a conversion to the type to, at a
// type, with operands to apply it to.
type operatorCase struct {
	op     scalar.Op
	to, t  scalar.Type
	params []scalar.Type
	args   [][]scalar.Value // one slice an operand
}

func (c *operatorCase) name() string {
	if c.op == 0 {
		return fmt.Sprintf("%s_%s", c.to, c.t)
	}
	return fmt.Sprintf("%s_%s", c.op, c.t)
}

func (c *operatorCase) eval(i int) scalar.Value {
	if c.op == 0 {
		return scalar.Convert(c.to, c.args[0][i])
	}
	var args []scalar.Value
	for _, column := range c.args {
		args = append(args, column[i])
	}
	v, _ := c.op.Eval(c.t, args...)
	return v
}

// entry is the case as a Futhark entry point over arrays.
func (c *operatorCase) entry() string {
	vars := []string{"x", "y", "z"}[:len(c.params)]
	var params, names []string
	for i, t := range c.params {
		params = append(params, fmt.Sprintf("(%ss: []%s)", vars[i], t))
		names = append(names, vars[i]+"s")
	}
	body := futharkSpelling[c.op]
	if c.t == scalar.Bool && boolSpelling[c.op] != "" {
		body = boolSpelling[c.op]
	}
	switch {
	case c.op == 0:
		body = fmt.Sprintf("%s.%s x", c.to, c.t)
	case body == "":
		body = fmt.Sprintf("%s.%s %s", c.t, c.op, strings.Join(vars, " "))
	}
	body = strings.ReplaceAll(body, "T.", c.t.String()+".")
	return fmt.Sprintf("entry %s %s = map%d (\\%s -> %s) %s\n",
		c.name(), strings.Join(params, " "), len(vars), strings.Join(vars, " "), body, strings.Join(names, " "))
}

// samples are the values that operands take.
func samples(t scalar.Type) []scalar.Value {
	var vs []scalar.Value
	switch {
	case t == scalar.Bool:
		return []scalar.Value{scalar.FromBool(false), scalar.FromBool(true)}
	case t.IsFloat():
		for _, x := range []float64{math.Inf(-1), -70000, -2.5, -1, -0.5, math.Copysign(0, -1), 0, 1e-3, 0.5, 1, 1.5, 2, 2.5, 3.7, 1000, math.Inf(1), math.NaN()} {
			vs = append(vs, scalar.Float(t, x))
		}
	case t.IsSigned():
		vs = append(vs, scalar.Lowest(t), scalar.Int(t, -7), scalar.Int(t, -2), scalar.Int(t, -1))
		fallthrough
	default:
		vs = append(vs, scalar.Zero(t), scalar.One(t), scalar.Int(t, 3), scalar.Int(t, 7), scalar.Int(t, 100), scalar.Highest(t))
	}
	return vs
}

func operatorCases() []*operatorCase {
	var cases []*operatorCase
	for _, op := range scalar.Ops() {
		if op == scalar.MulSat { // not Futhark's
			continue
		}
		for _, t := range op.Info().On.Types() {
			c := &operatorCase{op: op, t: t}
			for i := range op.Info().Arity() {
				c.params = append(c.params, op.ParamType(t, i))
			}
			c.fill()
			cases = append(cases, c)
		}
	}
	for _, to := range scalar.Types() {
		for _, from := range scalar.Types() {
			c := &operatorCase{to: to, t: from, params: []scalar.Type{from}}
			c.fill()
			cases = append(cases, c)
		}
	}
	return cases
}

// fill combines every first with every second operand, and each pair with some
// third, where compiled Futhark has a defined result.
func (c *operatorCase) fill() {
	c.args = make([][]scalar.Value, len(c.params))
	last := samples(c.params[len(c.params)-1])
	seconds := 1
	if len(c.params) > 1 {
		seconds = len(samples(c.params[1]))
	}
	for i, x := range samples(c.params[0]) {
		for j := range seconds {
			args := []scalar.Value{x}
			if len(c.params) > 1 {
				args = append(args, samples(c.params[1])[j])
			}
			if len(c.params) > 2 {
				args = append(args, last[(i+3*j)%len(last)])
			}
			if c.definedInC(args) {
				for k := range args {
					c.args[k] = append(c.args[k], args[k])
				}
			}
		}
	}
}

// definedInC excludes the operands for which C says that anything may happen.
func (c *operatorCase) definedInC(args []scalar.Value) bool {
	switch c.op {
	case 0:
		x := args[0]
		if !c.t.IsFloat() || !c.to.IsInt() || x.IsNaN() || math.IsInf(x.Float(), 0) {
			return true
		}
		return math.Trunc(x.Float()) == scalar.Convert(c.to, x).Float()
	case scalar.Div, scalar.Mod, scalar.Quot, scalar.Rem:
		if c.t.IsSigned() && args[0] == scalar.Lowest(c.t) && args[1].Int() == -1 {
			return false
		}
	case scalar.Shl, scalar.Shr, scalar.Lshr:
		return args[1].Uint() < uint64(c.t.Bits())
	}
	return c.op.Defined(c.t, args...)
}

func TestOperatorsAgainstFuthark(t *testing.T) {
	cases := operatorCases()
	if os.Getenv("LAMINA_UPDATE") != "" && os.Getenv("LAMINA_FUTHARK") != "" {
		updateFutharkResults(t, os.Getenv("LAMINA_FUTHARK"), cases)
	}
	text, err := os.ReadFile(futharkResults)
	if err != nil {
		t.Fatal(err)
	}
	results := map[string]value.Value{}
	for line := range strings.Lines(string(text)) {
		name, list, _ := strings.Cut(line, " = ")
		vs, err := value.Parse(list)
		if err != nil || len(vs) != 1 {
			t.Fatalf("%s: %v", name, err)
		}
		results[name] = vs[0]
	}
	for _, c := range cases {
		if deviations[c.name()] != "" {
			continue
		}
		want, ok := results[c.name()]
		if !ok || want.Len() != int64(len(c.args[0])) {
			t.Errorf("%s: no results of Futhark for its %d operands", c.name(), len(c.args[0]))
			continue
		}
		for i := range c.args[0] {
			if x := c.args[0][i]; c.op == scalar.ToBits && math.IsNaN(x.Float()) {
				continue // the same for every NaN: see TestNoOperatorTellsNaNsApart
			}
			if got, w := c.eval(i), want.At(int64(i)); !c.agree(got, w) {
				t.Errorf("%s: operands %d of %v give %s, Futhark says %s", c.name(), i, column(c.args, i), got, w)
			}
		}
	}
}

func column(args [][]scalar.Value, i int) (vs []scalar.Value) {
	for _, a := range args {
		vs = append(vs, a[i])
	}
	return vs
}

// exact are the operators on floats whose result is the exact one, rounded.
var exact = map[scalar.Op]bool{
	0: true, scalar.Add: true, scalar.Sub: true, scalar.Mul: true, scalar.Div: true, scalar.Mod: true, scalar.Min: true, scalar.Max: true,
	scalar.Select: true, scalar.Neg: true, scalar.Abs: true, scalar.Sgn: true, scalar.Sqrt: true, scalar.Floor: true, scalar.Ceil: true,
	scalar.Round: true, scalar.Trunc: true, scalar.Copysign: true, scalar.Nextafter: true, scalar.Ldexp: true, scalar.Fma: true, scalar.FromBits: true,
}

// agree forgives what C's library may round differently, the sign of zero, which
// C's fmin and Futhark's trunc leave open, and that Futhark's f16 is cut, not
// rounded, where the CPU has none.
func (c *operatorCase) agree(got, want scalar.Value) bool {
	if got.Same(want) {
		return true
	}
	x, y := got.Float(), want.Float()
	if got.Type != want.Type || !got.Type.IsFloat() {
		return false
	}
	margin := map[scalar.Type]float64{scalar.F16: 4e-3, scalar.F32: 1e-6, scalar.F64: 2e-15}[got.Type]
	if exact[c.op] && got.Type != scalar.F16 {
		margin = 0
	}
	return x == y || math.Abs(x-y) <= margin*max(1, math.Abs(y))
}

// updateFutharkResults compiles all cases as one program and runs them.
func updateFutharkResults(t *testing.T, futhark string, cases []*operatorCase) {
	dir := t.TempDir()
	var program, results bytes.Buffer
	for _, c := range cases {
		program.WriteString(c.entry())
	}
	source := filepath.Join(dir, "ops.fut")
	if err := os.WriteFile(source, program.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(futhark, "c", source).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, c := range cases {
		var in bytes.Buffer
		for k, column := range c.args {
			v, err := value.New(c.params[k], int64(len(column)))
			if err != nil {
				t.Fatal(err)
			}
			for i, x := range column {
				v.Set(int64(i), x)
			}
			if err := value.Write(&in, value.Binary, v); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.Command(filepath.Join(dir, "ops"), "-b", "-e", c.name())
		run.Stdin = &in
		out, err := run.Output()
		if err != nil {
			t.Fatalf("%s: %v", c.name(), err)
		}
		vs, err := value.Read(bytes.NewReader(out), c.name())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&results, "%s = %s\n", c.name(), vs[0])
	}
	if err := os.WriteFile(futharkResults, results.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
