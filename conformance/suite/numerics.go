package suite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/conformance/generate"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// numerics applies every operator at every type, and every conversion, to the corner values
// of its operands' types, in a kernel that reads them from arrays, so that no constant is
// folded.
func numerics() []*Case {
	var out []*Case
	for _, op := range scalar.Ops() {
		for _, t := range op.Info().On.Types() {
			out = append(out, operator(op, t))
		}
	}
	for _, from := range scalar.Types() {
		for _, to := range scalar.Types() {
			if from != to {
				out = append(out, conversion(from, to))
			}
		}
	}
	return out
}

func operator(op scalar.Op, t scalar.Type) *Case {
	arity := op.Info().Arity()
	params := make([]scalar.Type, arity)
	for i := range params {
		params[i] = op.ParamType(t, i)
	}
	expression := fmt.Sprintf("%s.%s", op, t)
	accepts := scalar.Value.Same
	if op.Info().Elementary != nil {
		accepts = generate.Nearly
	}
	return elementwise("numerics", expression, expression, params, op.ResultType(t),
		func(args []scalar.Value) (scalar.Value, bool) { return op.Eval(t, args...) }, accepts)
}

// explained names the operands of the first element that is not accepted, and forgives a difference
// that has no such element.
func explained(operation string, run func(context.Context, *Subject) error, table func() ([][]scalar.Value, []scalar.Value), accepts func(want, got scalar.Value) bool) func(context.Context, *Subject) error {
	return func(ctx context.Context, s *Subject) error {
		err := run(ctx, s)
		var d *difference
		if !errors.As(err, &d) || d.got.Elem != d.want.Elem || !slices.Equal(d.got.Shape, d.want.Shape) {
			return err
		}
		operands, results := table()
		for i, want := range results {
			got := d.got.At(int64(i))
			if accepts(want, got) {
				continue
			}
			var texts []string
			for _, x := range operands[i] {
				texts = append(texts, x.String())
			}
			return fmt.Errorf("%s(%s) is %v, and the backend gives %v", operation, strings.Join(texts, ", "), want, got)
		}
		return nil
	}
}

func conversion(from, to scalar.Type) *Case {
	expression := fmt.Sprintf("convert.%s.%s", from, to)
	return elementwise("numerics", expression, expression, []scalar.Type{from}, to,
		func(args []scalar.Value) (scalar.Value, bool) { return scalar.Convert(to, args[0]), true }, scalar.Value.Same)
}

// elementwise returns a map of one scalar operation over all combinations of corner values
// on which the operation is defined.
func elementwise(suite, name, operation string, params []scalar.Type, result scalar.Type, eval func([]scalar.Value) (scalar.Value, bool), accepts func(want, got scalar.Value) bool) *Case {
	text := elementwiseText(operation, params, result)
	needs := []string{result.String()}
	for _, p := range params {
		needs = append(needs, p.String())
	}
	table := func() (args [][]scalar.Value, results []scalar.Value) {
		for _, tuple := range combinations(params) {
			if r, ok := eval(tuple); ok {
				args, results = append(args, tuple), append(results, r)
			}
		}
		return args, results
	}
	given := func() []value.Value {
		tuples, _ := table()
		out := make([]value.Value, len(params))
		for k, p := range params {
			column := make([]scalar.Value, len(tuples))
			for i, tuple := range tuples {
				column[i] = tuple[k]
			}
			out[k] = arrayOf(p, column)
		}
		return out
	}
	wanted := func() []value.Value {
		_, results := table()
		return []value.Value{arrayOf(result, results)}
	}
	c := gives(suite, name, text, given, wanted, needs...)
	c.Run = explained(operation, c.Run, table, accepts)
	return c
}

func elementwiseText(operation string, params []scalar.Type, result scalar.Type) string {
	var externals, arrays, names, lambda, operands []string
	for k, p := range params {
		externals = append(externals, fmt.Sprintf("a%d: \"[]%s\"", k, p))
		arrays = append(arrays, fmt.Sprintf("a%d: [n]%s", k, p))
		names = append(names, fmt.Sprintf("a%d", k))
		lambda = append(lambda, fmt.Sprintf("x%d: %s", k, p))
		operands = append(operands, fmt.Sprintf("x%d", k))
	}
	return fmt.Sprintf(`lamina soac
entry implicit 1 (%s) -> ("[]%s")
fun main(n: i64, %s) -> (r: [n]%[2]s) {
  let (out: [n]%[2]s) = map(n, [%[4]s], \(%[5]s) -> (%[2]s) {
    let (y: %[2]s) = %[6]s(%[7]s)
    in (y)
  })
  in (out)
}
`, strings.Join(externals, ", "), result, strings.Join(arrays, ", "), strings.Join(names, ", "),
		strings.Join(lambda, ", "), operation, strings.Join(operands, ", "))
}

// combinations returns all tuples of corner values; for three operands, with fewer corner
// values.
func combinations(params []scalar.Type) [][]scalar.Value {
	tuples := [][]scalar.Value{nil}
	for _, p := range params {
		from := corners(p)
		if len(params) > 2 && len(from) > 9 {
			from = from[:9]
		}
		var longer [][]scalar.Value
		for _, t := range tuples {
			for _, c := range from {
				longer = append(longer, append(t[:len(t):len(t)], c))
			}
		}
		tuples = longer
	}
	return tuples
}

// corners returns values of a type for which operators have special cases.
func corners(t scalar.Type) []scalar.Value {
	var out []scalar.Value
	switch {
	case t == scalar.Bool:
		return []scalar.Value{scalar.FromBool(false), scalar.FromBool(true)}
	case t.IsInt():
		for _, x := range []int64{0, 1, -1, 2, 3, 7} {
			out = append(out, scalar.Int(t, x))
		}
		lowest, highest := scalar.Lowest(t), scalar.Highest(t)
		out = append(out, lowest, highest)
		for _, x := range []int64{1, 5} {
			up, _ := scalar.Add.Eval(t, lowest, scalar.Int(t, x))
			down, _ := scalar.Sub.Eval(t, highest, scalar.Int(t, x))
			out = append(out, up, down)
		}
		bits := int64(t.Bits())
		for _, x := range []int64{bits - 1, bits, bits + 1, 100, -100} {
			out = append(out, scalar.Int(t, x))
		}
		return out
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2.5, math.NaN(), math.Inf(1), math.Inf(-1),
		-0.5, 1.5, -2.5, 0.1, 3, 7.25, 7.999, 2.501, 1e-3, 100, -100, 2048.5, 30000, 65504, 65519, 1e9, -1e9, 2147483648, 4294967296,
		9223372036854775807, -9223372036854775808, 18446744073709551615, 1e30, -1e30, 1e300, 5e-324, 1e-45, 6e-8, math.MaxFloat32, math.Pi} {
		out = append(out, scalar.Float(t, x))
	}
	return out
}

// arrayOf returns the one-dimensional array of the given elements.
func arrayOf(t scalar.Type, xs []scalar.Value) value.Value {
	v, err := value.New(t, int64(len(xs)))
	if err != nil {
		panic(err) // sizes are small
	}
	for i, x := range xs {
		v.Set(int64(i), x)
	}
	return v
}
