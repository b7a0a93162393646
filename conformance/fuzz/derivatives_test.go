package fuzz_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/fut"
)

// Derivatives of random functions agree with each other: ⟨w, J·v⟩ by jvp is ⟨Jᵀ·w, v⟩ by vjp,
// and jvp is what central differences say, except near kinks and jumps, which few random
// arguments meet. So few functions may differ from their differences; none may differ between
// the modes. LAMINA_PROGRAMS says how many are tried.
func TestDerivativesOfRandomFunctionsAgree(t *testing.T) {
	d, err := driver.New()
	if err != nil {
		t.Fatal(err)
	}
	tried, apart := 0, 0
	for seed := range programs(t) {
		g := &functions{random: rand.New(rand.NewPCG(uint64(seed), 27))}
		text := g.program()
		p, err := fut.Compile(t.Context(), "derivative.fut", []byte(text))
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		backend := "wasm"
		if seed%10 == 0 {
			backend = driver.Interpreter
		}
		x, _, err := d.Build(t.Context(), &pass.Unit{IR: p}, driver.Config{Backend: backend, Check: seed%5 == 0})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		out, _, err := x.Run(t.Context(), "main", g.arguments())
		x.Close()
		if err != nil {
			t.Fatalf("seed %d on %s: %v\n%s", seed, backend, err, text)
		}
		forward, reverse, difference := float(out[0]), float(out[1]), float(out[2])
		if !near(forward, reverse, 1e-9) {
			t.Errorf("seed %d on %s: jvp says %v, vjp %v\n%s", seed, backend, forward, reverse, text)
		}
		if !math.IsNaN(forward) && !math.IsInf(forward, 0) {
			tried++
			if !near(forward, difference, 1e-3) {
				apart++
				t.Logf("seed %d: jvp says %v, differences %v", seed, forward, difference)
			}
		}
	}
	if apart > tried/20 {
		t.Errorf("%d of %d functions differ from their differences", apart, tried)
	}
}

func float(v value.Value) float64 { return v.At(0).Float() }

func near(x, y, tolerance float64) bool {
	if math.IsNaN(x) || math.IsNaN(y) {
		return math.IsNaN(x) == math.IsNaN(y)
	}
	return x == y || math.Abs(x-y) <= tolerance*(1+math.Abs(x))
}

// functions makes functions from a vector of five and a number to the same. Their values
// stay small, so that differences are exact enough.
type functions struct {
	random           *rand.Rand
	scalars, vectors []string // in scope
	last             int
	lines            strings.Builder
}

func (g *functions) pick(of []string) string { return of[g.random.IntN(len(of))] }
func (g *functions) scalar() string          { return g.pick(g.scalars) }
func (g *functions) vector() string          { return g.pick(g.vectors) }
func (g *functions) index() string           { return fmt.Sprint(g.random.IntN(5)) }

func (g *functions) arguments() []value.Value {
	var out []value.Value
	for range 3 {
		xs := make([]float64, 5)
		for i := range xs {
			xs[i] = g.random.NormFloat64()
		}
		v := value.FromSlice(xs, 5)
		s, err := value.New(scalar.F64)
		if err != nil {
			panic(err)
		}
		s.Set(0, scalar.Float(scalar.F64, g.random.NormFloat64()))
		out = append(out, v, s)
	}
	return out
}

func (g *functions) program() string {
	g.scalars, g.vectors = []string{"s", "s"}, []string{"xs", "xs"}
	for range 2 + g.random.IntN(6) {
		g.statement(2)
	}
	return fmt.Sprintf(`def clamp (x: f64) = x / f64.sqrt (1 + x * x)
def given (x: f64) = with_vjp (\y -> 2 / (1 + f64.exp (-y)) - 1) (\r d -> d * (1 - r * r) / 2) (clamp x)
def keeping (x: f64) = with_vjp_tape (\y -> (y, f64.sin y)) (\(y, d) -> d * f64.cos y) x
def keepingAll (xs: [5]f64) =
  with_vjp_tape (\ys -> (ys, map (\y -> f64.sin (y * ys[0])) ys))
                (\(ys, ds) -> let es = map2 (\y d -> d * f64.cos (y * ys[0])) ys ds
                              in map2 (\i e -> e * ys[0] + if i == 0 then f64.sum (map2 (*) es ys) else 0) (iota 5) es)
                xs
def f (xs: [5]f64, s: f64) : ([5]f64, f64) =
%s  in (%s, %s)
def dot (xs: [5]f64, s: f64) (ys: [5]f64, t: f64) = s * t + f64.sum (map2 (*) xs ys)
entry main (xs: [5]f64) (s: f64) (dxs: [5]f64) (ds: f64) (w: [5]f64) (u: f64) =
  let moved h = f (map2 (\x d -> x + h * d) xs dxs, s + h * ds)
  let h = 1e-6
  in (dot (w, u) (jvp f (xs, s) (dxs, ds)), dot (vjp f (xs, s) (w, u)) (dxs, ds),
      (dot (w, u) (moved h) - dot (w, u) (moved (-h))) / (2 * h))
`, g.lines.String(), g.vectors[len(g.vectors)-1], g.scalars[len(g.scalars)-1])
}

// statement binds a new scalar or vector.
func (g *functions) statement(depth int) {
	g.last++
	n := fmt.Sprint("v", g.last)
	if g.random.IntN(3) == 0 {
		fmt.Fprintf(&g.lines, "  let %s = %s\n", n, g.number(depth))
		g.scalars = append(g.scalars, n)
	} else {
		fmt.Fprintf(&g.lines, "  let %s : [5]f64 = %s\n", n, g.row(depth))
		g.vectors = append(g.vectors, n)
	}
}

// with is what make writes where further scalars and vectors are in scope.
func (g *functions) with(scalars, vectors []string, make func() string) string {
	s, v := g.scalars, g.vectors
	g.scalars = append(append(s[:len(s):len(s)], scalars...), scalars...)
	g.vectors = append(append(v[:len(v):len(v)], vectors...), vectors...)
	defer func() { g.scalars, g.vectors = s, v }()
	return make()
}

// fresh is a name that nothing else has.
func (g *functions) fresh(base string) string {
	g.last++
	return fmt.Sprint(base, g.last)
}

// number is an expression of type f64.
func (g *functions) number(depth int) string {
	if depth == 0 {
		return g.pick([]string{g.scalar(), g.scalar(), g.vector() + "[" + g.index() + "]", "0.5"})
	}
	sub := func() string { return g.number(depth - 1) }
	switch g.random.IntN(18) {
	case 0, 1:
		return fmt.Sprintf("f64.sin (%s)", sub())
	case 2, 3:
		return fmt.Sprintf("clamp (%s * %s)", sub(), sub())
	case 4:
		return fmt.Sprintf("(%s + %s)", sub(), sub())
	case 5:
		return fmt.Sprintf("f64.%s (%s) (%s)", g.pick([]string{"min", "max", "hypot"}), sub(), sub())
	case 6:
		return fmt.Sprintf("(if %s > %s then %s else %s)", g.scalar(), sub(), sub(), sub())
	case 7:
		return fmt.Sprintf("clamp (f64.sum (%s))", g.row(depth-1))
	case 8:
		return fmt.Sprintf("clamp (f64.%s (%s))", g.pick([]string{"product", "maximum", "minimum"}), g.row(depth-1))
	case 9:
		y := g.fresh("y")
		return fmt.Sprintf("(loop %s = %s for _i < %di32 do clamp (%s))", y, sub(), g.random.IntN(4),
			g.with([]string{y}, nil, func() string { return g.number(depth - 1) }))
	case 10:
		y, k := g.fresh("y"), g.fresh("k")
		return fmt.Sprintf("(loop (%s, %s) = (%s, 0i64) while %s < %d && %s < 0.7 do (clamp (%s), %s + 1)).0",
			y, k, sub(), k, g.random.IntN(4), y, g.with([]string{y}, nil, func() string { return g.number(depth - 1) }), k)
	case 11:
		return fmt.Sprintf("clamp (reduce (\\a b -> a + b + %s * a * b) 0 (%s))", g.scalar(), g.row(depth-1))
	case 12:
		return fmt.Sprintf("clamp ((reduce (\\(a, b) (c, d) -> (a * c, c * b + d)) (1, 0) (zip (%s) (%s))).1)", g.row(depth-1), g.row(depth-1))
	case 13:
		return fmt.Sprintf("clamp (jvp (\\x -> %s) (%s) 0.5)", g.with([]string{"x"}, nil, func() string { return g.number(depth - 1) }), sub())
	case 14:
		return fmt.Sprintf("(let p = %s in (p with [%s] = %s)[%s])", "copy ("+g.row(depth-1)+")", g.index(), sub(), g.index())
	case 15:
		i := g.fresh("i")
		return fmt.Sprintf("(loop t = %s for %s < 5 do clamp (t * 0.5 + %s[%s] * %s))", sub(), i, g.vector(), i, g.scalar())
	case 16:
		return fmt.Sprintf("(%s (%s))", g.pick([]string{"given", "keeping"}), sub())
	default:
		return g.number(0)
	}
}

// row is an expression of type [5]f64.
func (g *functions) row(depth int) string {
	if depth == 0 {
		return g.pick([]string{g.vector(), g.vector(), g.vector(), "replicate 5 (" + g.scalar() + ")"})
	}
	sub := func() string { return g.row(depth - 1) }
	body := func(scalars ...string) string {
		return g.with(scalars, nil, func() string { return g.number(depth - 1) })
	}
	indices := func() string {
		out := make([]string, 5)
		for i := range out {
			out[i] = fmt.Sprint(g.random.IntN(7) - 1)
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
	switch g.random.IntN(23) {
	case 0, 1, 2:
		x := g.fresh("x")
		return fmt.Sprintf("map (\\%s -> %s) (%s)", x, body(x), sub())
	case 3:
		x, y := g.fresh("x"), g.fresh("y")
		return fmt.Sprintf("map2 (\\%s %s -> %s) (%s) (%s)", x, y, body(x, y), sub(), sub())
	case 4:
		return fmt.Sprintf("scan (+) 0 (%s)", sub())
	case 5:
		return fmt.Sprintf("map clamp (scan (*) 1 (%s))", sub())
	case 6:
		return fmt.Sprintf("map clamp (scan f64.max (-f64.inf) (%s))", sub())
	case 7:
		return fmt.Sprintf("map (\\(_, b) -> clamp b) (scan (\\(a, b) (c, d) -> (a * c, c * b + d)) (1, 0) (zip (%s) (%s)))", sub(), sub())
	case 8:
		i := g.fresh("i")
		e := g.pick([]string{
			fmt.Sprintf("%s[%s]", g.vector(), i), fmt.Sprintf("%s[(%s * 3 + 1) %% 5]", g.vector(), i),
			fmt.Sprintf("(if %s %% 2 == 0 then %s[%s] else %s)", i, g.vector(), i, g.scalar()),
			fmt.Sprintf("(loop t = 0 for j < %s do t + %s[j])", i, g.vector()),
		})
		y := g.fresh("y")
		return fmt.Sprintf("map (\\%s -> let %s = %s in %s) (iota 5)", i, y, e, body(y))
	case 9:
		return fmt.Sprintf("scatter (copy (%s)) [%s] (%s)", sub(), g.pick([]string{"3, 0, 4, -1, 7", "0, 1, 2, 3, 4", "4, 9, 8, 0, 2"}), sub())
	case 10:
		op := g.pick([]string{"(+) 0", "(*) 1", "f64.max (-f64.inf)", "f64.min f64.inf"})
		return fmt.Sprintf("map clamp (reduce_by_index (copy (%s)) %s %s (%s))", sub(), op, indices(), sub())
	case 11:
		return fmt.Sprintf("rotate %s (%s)", g.index(), sub())
	case 12:
		return fmt.Sprintf("(let p = %s in (p[3:] ++ reverse p[:3]) :> [5]f64)", sub())
	case 13:
		return fmt.Sprintf("(copy (%s)) with [%s] = %s", sub(), g.index(), g.number(depth-1))
	case 14:
		return fmt.Sprintf("(if %s > 0 then %s else %s)", g.number(depth-1), sub(), sub())
	case 15:
		y := g.fresh("y")
		next := g.with(nil, []string{y}, func() string { return g.row(depth - 1) })
		return fmt.Sprintf("(loop %s = %s for _i < %di64 do map clamp (%s) :> [5]f64)", y, sub(), g.random.IntN(4), next)
	case 16:
		return fmt.Sprintf("(loop p = copy (%s) for i < 4 do p with [i + 1] = clamp (p[i] * p[i + 1] + %s))", sub(), g.scalar())
	case 17:
		x, row := g.fresh("x"), g.fresh("row")
		inner := g.with([]string{x}, nil, func() string { return g.row(depth - 1) })
		sum := g.with(nil, []string{row}, func() string { return g.number(depth - 1) })
		return fmt.Sprintf("map (\\%s -> %s) (map (\\%s -> %s) (%s))", row, sum, x, inner, sub())
	case 18:
		x := g.fresh("x")
		inner := g.with([]string{x}, nil, func() string { return g.row(depth - 1) })
		return fmt.Sprintf("map clamp (reduce (map2 %s) (map (\\%s -> %s) (%s)))",
			g.pick([]string{"(+)) (replicate 5 0", "(*)) (replicate 5 1"}), x, inner, sub())
	case 19:
		x := g.fresh("x")
		inner := g.with([]string{x}, nil, func() string { return g.row(depth - 1) })
		return fmt.Sprintf("(transpose (map (\\%s -> %s) (%s)))[%s]", x, inner, sub(), g.index())
	case 20:
		return fmt.Sprintf("map (\\(a, b) -> %s (a * b)) (zip (%s) (%s))", g.pick([]string{"given", "keeping"}), sub(), sub())
	case 21:
		return fmt.Sprintf("keepingAll (%s)", sub())
	default:
		x := g.fresh("x")
		inner := g.with(nil, []string{x}, func() string { return g.row(depth - 1) })
		return fmt.Sprintf("map clamp (%s (\\%s -> %s) (%s) (%s))", g.pick([]string{"jvp", "vjp"}), x, inner, sub(), sub())
	}
}
