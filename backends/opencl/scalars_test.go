package opencl_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// TestScalars runs every operator and every conversion in a kernel, on difficult values,
// and compares with the table in core/scalar: bit by bit where docs/semantics.md demands
// it, otherwise within the tests' tolerance.
func TestScalars(t *testing.T) {
	b := device(t)
	cases := append(operators(), conversions()...)
	p := &imp.Program{Names: name.NewSupply(0)}
	f := &imp.Fun{Name: "main", Entry: &imp.Entry{}}
	p.Funs = []*imp.Fun{f}
	for first := 0; first < len(cases); first += perKernel {
		addKernel(p, f, cases[first:min(first+perKernel, len(cases))])
	}
	x, err := b.Compile(t.Context(), p, backend.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	results, _, err := x.Run(t.Context(), "main", nil)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for i, c := range cases {
		for k, want := range c.want {
			compared++
			if got := results[i].At(int64(k)); !c.agrees(want, got) {
				t.Errorf("%s(%v) = %v, want %v", c.what, c.args[k], got, want)
			}
		}
	}
	t.Logf("%d operators and conversions, %d results", len(cases), compared)
}

// scalarCase is an operator or a conversion on a list of operands.
type scalarCase struct {
	what   string
	expr   func(args []imp.Expr) imp.Expr
	args   [][]scalar.Value
	want   []scalar.Value
	result scalar.Type
	exact  bool
}

// perKernel is the number of operators per kernel: PoCL takes a second to compile a kernel.
const perKernel = 50

// addKernel adds a kernel for some cases to f.
func addKernel(p *imp.Program, f *imp.Fun, cases []scalarCase) {
	i := p.Names.Fresh("i")
	var body []imp.Stm
	most := 0
	for k := range cases {
		store := cases[k].addTo(p, f, i)
		n := len(cases[k].args)
		inside := &imp.Prim{Fn: scalar.Lt, Type: scalar.I64, Args: []imp.Expr{imp.IntVar(i), imp.Int(int64(n))}}
		body = append(body, &imp.If{Cond: inside, Then: []imp.Stm{store}})
		most = max(most, n)
	}
	f.Body = append(f.Body, &imp.Parallel{
		Label: "scalars", Body: body, Space: []imp.SpaceDim{{Index: i, Count: imp.Int(int64(most))}},
	})
}

// addTo makes f return an array of the results, and returns the statement that stores
// result i. The operands come from arrays that the host fills, which prevents constant
// folding.
func (c *scalarCase) addTo(p *imp.Program, f *imp.Fun, i name.Name) imp.Stm {
	arity := len(c.args[0])
	out, in := p.Names.Fresh("out"), make([]name.Name, arity)
	alloc := func(b name.Name, t scalar.Type) {
		f.Body = append(f.Body, &imp.Alloc{Block: b, Bytes: imp.Int(int64(len(c.args) * t.Size()))})
	}
	args := make([]imp.Expr, arity)
	for k := range in {
		in[k] = p.Names.Fresh("in")
		t := c.args[0][k].Type
		f.Body = append(f.Body, &imp.DeclareBlock{Name: in[k]})
		alloc(in[k], t)
		for n, a := range c.args {
			f.Body = append(f.Body, &imp.Store{Block: in[k], Elem: t, Index: imp.Int(int64(n)), X: &imp.Const{Value: a[k]}})
		}
		args[k] = &imp.Load{Block: in[k], Elem: t, Index: imp.IntVar(i)}
	}
	alloc(out, c.result)
	f.Results = append(f.Results, imp.Param{Name: out})
	f.Entry.Results = append(f.Entry.Results, imp.External{Elem: c.result, Var: out, Shape: []imp.Expr{imp.Int(int64(len(c.args)))}})
	return &imp.Store{Block: out, Elem: c.result, Index: imp.IntVar(i), X: c.expr(args)}
}

func (c *scalarCase) agrees(want, got scalar.Value) bool {
	if want.Same(got) {
		return true
	}
	if c.exact || !want.Type.IsFloat() {
		return false
	}
	w, g := value.Scalar(want), value.Scalar(got)
	return value.Compare(w, g, 0.002) == nil
}

// inexact holds the operators whose results may differ in the last digits.
var inexact = map[scalar.Op]bool{}

func init() {
	for o := scalar.Rsqrt; o <= scalar.Erfc; o++ {
		inexact[o] = true
	}
	for _, o := range []scalar.Op{scalar.Pow, scalar.Atan2, scalar.Atan2pi, scalar.Hypot} {
		inexact[o] = true
	}
}

func operators() []scalarCase {
	var out []scalarCase
	for _, o := range scalar.Ops() {
		for _, t := range o.Info().On.Types() {
			c := scalarCase{
				what: fmt.Sprintf("%s.%s", o, t), result: o.ResultType(t), exact: !inexact[o],
				expr: func(args []imp.Expr) imp.Expr { return &imp.Prim{Fn: o, Type: t, Args: args} },
			}
			c.combine(o, t, nil)
			out = append(out, c)
		}
	}
	return out
}

// combine adds all combinations of difficult operands for which o is defined.
func (c *scalarCase) combine(o scalar.Op, t scalar.Type, args []scalar.Value) {
	k := len(args)
	if k == o.Info().Arity() {
		if want, ok := o.Eval(t, args...); ok {
			c.args = append(c.args, append([]scalar.Value{}, args...))
			c.want = append(c.want, want)
		}
		return
	}
	values := hard(o.ParamType(t, k))
	if k == 2 {
		values = values[:min(5, len(values))]
	}
	for _, v := range values {
		c.combine(o, t, append(args, v))
	}
}

func conversions() []scalarCase {
	var out []scalarCase
	for _, from := range scalar.Types() {
		for _, to := range scalar.Types() {
			c := scalarCase{
				what: fmt.Sprintf("%s.%s", to, from), result: to, exact: true,
				expr: func(args []imp.Expr) imp.Expr { return &imp.Convert{From: from, To: to, X: args[0]} },
			}
			for _, v := range hard(from) {
				c.args = append(c.args, []scalar.Value{v})
				c.want = append(c.want, scalar.Convert(to, v))
			}
			out = append(out, c)
		}
	}
	return out
}

// hard returns the values of a type at which implementations tend to go wrong.
func hard(t scalar.Type) []scalar.Value {
	var out []scalar.Value
	add := func(v scalar.Value) {
		for _, w := range out {
			if v.Same(w) {
				return
			}
		}
		out = append(out, v)
	}
	switch {
	case t == scalar.Bool:
		return []scalar.Value{scalar.FromBool(false), scalar.FromBool(true)}
	case t.IsInt():
		for _, n := range []int64{0, 1, -1, 2, 3, 7, -7, 31, 100, 127, -128, 300, -300} {
			add(scalar.Int(t, n))
		}
		add(scalar.Lowest(t))
		add(scalar.Highest(t))
		add(scalar.Value{Type: t, Bits: scalar.Highest(t).Bits / 3})
		return out
	}
	for _, x := range []float64{
		0, math.Copysign(0, -1), 1, -1, 0.5, -2.5, 3.25, 1e-3, 100.7, -1.5, 2, 1e4, 65520, -70000.5, 1e20, -1e20,
		3e9, 1e300, 1e-45, 6e-8, math.Inf(1), math.Inf(-1), math.NaN(),
	} {
		add(scalar.Float(t, x))
	}
	return out
}
