package formula_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/backends/wasm/internal/formula"
	"github.com/lamina-lang/lamina/core/elementary"
)

var shapes = []formula.Shape{formula.F64, formula.F32, formula.F64x2, formula.F32x4, formula.F32x2}

// access gives the instructions and size for a shape's values.
var access = map[formula.Shape]struct {
	load, store code.Op
	size        uint64
}{
	formula.F64:   {code.F64Load, code.F64Store, 8},
	formula.F32:   {code.F32Load, code.F32Store, 4},
	formula.F64x2: {code.V128Load, code.V128Store, 16},
	formula.F32x4: {code.V128Load, code.V128Store, 16},
	formula.F32x2: {code.V128Load64Zero, code.F64Store, 8},
}

// spacing is the distance in memory between arrays: operands, then results.
const spacing = 1 << 20

// module returns a module with all forms of the functions, and for each form a loop over
// arrays.
func module(fs ...*elementary.Function) *code.Module {
	m := &code.Module{MinPages: 3 * spacing >> 16, MaxPages: 3 * spacing >> 16}
	for _, f := range fs {
		lanes := map[formula.Shape]uint64{}
		for _, s := range shapes {
			lanes[s] = uint64(len(m.Funcs))
			m.Funcs = append(m.Funcs, formula.Func(f, s, lanes[s.Lane()]))
			m.Funcs = append(m.Funcs, loop(f, s, lanes[s]))
		}
	}
	return m
}

func loopName(f *elementary.Function, s formula.Shape) string {
	return "loop." + f.Name + "." + s.String()
}

// loop calls a function on the operands at address p, p + spacing, …, for each p
// below the parameter.
func loop(f *elementary.Function, s formula.Shape, callee uint64) *code.Func {
	a := access[s]
	body := []code.Instr{
		{Op: code.Loop},
		{Op: code.LocalGet, Imm: 1},
	}
	for i := range f.Arity {
		body = append(body, code.Instr{Op: code.LocalGet, Imm: 1}, code.Instr{Op: a.load, Imm: uint64(i) * spacing})
	}
	body = append(body,
		code.Instr{Op: code.Call, Imm: callee})
	if s == formula.F32x2 {
		body = append(body, code.Instr{Op: code.F64x2ExtractLane})
	}
	body = append(body,
		code.Instr{Op: a.store, Imm: 2 * spacing},
		code.Instr{Op: code.LocalGet, Imm: 1}, code.Instr{Op: code.I32Const, Imm: a.size}, code.Instr{Op: code.I32Add},
		code.Instr{Op: code.LocalTee, Imm: 1}, code.Instr{Op: code.LocalGet, Imm: 0}, code.Instr{Op: code.I32LtU},
		code.Instr{Op: code.BrIf, Imm: 0}, code.Instr{Op: code.End},
	)
	return &code.Func{Name: loopName(f, s), Exported: true,
		Params: []code.Local{{Name: "end", Type: code.I32}},
		Locals: []code.Local{{Name: "p", Type: code.I32}}, Body: body}
}

func load(t testing.TB, fs ...*elementary.Function) api.Module {
	ctx := context.Background()
	runtime := wazero.NewRuntime(ctx)
	t.Cleanup(func() { runtime.Close(ctx) })
	m, err := runtime.Instantiate(ctx, module(fs...).Encode())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// operands returns operands for both types, ordinary and rare ones mixed.
func operands(count int) []float64 {
	rng := rand.New(rand.NewPCG(1, 2))
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, 2, math.Inf(1), math.Inf(-1), math.NaN(), 5e-324, 1e-310, 0x1p-149, 1e308, 3e38, 710, -746, 89, 1e6, 0x1p30}
	xs := make([]float64, count)
	for i := range xs {
		switch rng.IntN(12) {
		case 0:
			xs[i] = special[rng.IntN(len(special))]
		case 1:
			xs[i] = math.Float64frombits(rng.Uint64())
		case 2:
			xs[i] = float64(math.Float32frombits(rng.Uint32()))
		case 3, 4, 5:
			xs[i] = rng.Float64()*2 - 1
		default:
			xs[i] = rng.NormFloat64() * 20
		}
	}
	return xs
}

// Every form of a function computes the same bits as the program in Go.
func TestFormsAgree(t *testing.T) {
	const count = 20000
	xs, ys := operands(count), operands(count + 7)[7:]
	fs := elementary.All()
	m := load(t, fs...)
	memory := m.Memory()
	write := func(s formula.Shape, at uint32, x float64) {
		if s.Lane() == formula.F64 {
			memory.WriteFloat64Le(at, x)
		} else {
			memory.WriteFloat32Le(at, float32(x))
		}
	}
	for _, f := range fs {
		for _, s := range shapes {
			size := uint32(access[s.Lane()].size)
			for i := range uint32(count) {
				write(s, i*size, xs[i])
				write(s, spacing+i*size, ys[i])
			}
			if _, err := m.ExportedFunction(loopName(f, s)).Call(context.Background(), uint64(count*size)); err != nil {
				t.Fatalf("%s at %s: %v", f.Name, s, err)
			}
			for i := range uint32(count) {
				raw, _ := memory.Read(2*spacing+i*size, size)
				var got, want float64
				if s.Lane() == formula.F64 {
					got, want = math.Float64frombits(binary.LittleEndian.Uint64(raw)), f.Wide().Eval(xs[i], ys[i])
				} else {
					got = float64(math.Float32frombits(binary.LittleEndian.Uint32(raw)))
					want = float64(float32(f.Narrow().Eval(float64(float32(xs[i])), float64(float32(ys[i])))))
				}
				if math.Float64bits(got) != math.Float64bits(want) && (got == got || want == want) {
					t.Errorf("%s at %s of %v, %v is %v, want %v", f.Name, s, xs[i], ys[i], got, want)
					break
				}
			}
		}
	}
}

// domain holds ordinary operands for timing.
var domain = map[string][2]float64{
	"log": {0.01, 100}, "log2": {0.01, 100}, "log10": {0.01, 100}, "log1p": {-0.9, 100}, "pow": {0.01, 20},
	"asin": {-1, 1}, "acos": {-1, 1}, "atanh": {-0.99, 0.99}, "acosh": {1, 100}, "asinpi": {-1, 1}, "acospi": {-1, 1},
	"erf": {-3, 3}, "erfc": {-3, 3}, "gamma": {0.1, 20}, "lgamma": {0.1, 20}, "cbrt": {0.01, 100},
}

// BenchmarkForms times every form, and the C library if there is a C compiler. It reports
// the minimum of many runs, because of other load on the machine.
//
//	go test -run - -bench Forms ./backends/wasm/internal/formula
func BenchmarkForms(b *testing.B) {
	libm := compileLibm(b)
	for _, f := range elementary.All() {
		d, ok := domain[f.Name]
		if !ok {
			d = [2]float64{-10, 10}
		}
		m := load(b, f)
		for _, s := range shapes {
			b.Run(f.Name+"/"+s.String(), func(b *testing.B) { timeForm(b, m, f, s, d) })
		}
		out, err := exec.Command(libm, f.Name, fmt.Sprint(d[0]), fmt.Sprint(d[1])).Output()
		if err != nil {
			continue // the library lacks the function
		}
		for i, field := range strings.Fields(string(out)) {
			ns, err := strconv.ParseFloat(field, 64)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(f.Name+"/libm-"+[]string{"f64", "f32"}[i], func(b *testing.B) {
				for b.Loop() {
				}
				b.ReportMetric(ns, "ns/value")
			})
		}
	}
}

func compileLibm(b *testing.B) string {
	out := filepath.Join(b.TempDir(), "libm")
	if text, err := exec.Command("gcc", "-O2", "-o", out, "testdata/libm.c", "-lm").CombinedOutput(); err != nil {
		b.Logf("no comparison with the C library: %v\n%s", err, text)
	}
	return out
}

func timeForm(b *testing.B, m api.Module, f *elementary.Function, s formula.Shape, d [2]float64) {
	const count = 1024
	rng := rand.New(rand.NewPCG(3, 4))
	size := uint32(access[s.Lane()].size)
	for at := uint32(0); at < 2*spacing; at += spacing {
		for i := range uint32(count) {
			x := d[0] + (d[1]-d[0])*rng.Float64()
			if s.Lane() == formula.F64 {
				m.Memory().WriteFloat64Le(at+i*size, x)
			} else {
				m.Memory().WriteFloat32Le(at+i*size, float32(x))
			}
		}
	}
	run := m.ExportedFunction(loopName(f, s))
	least := time.Duration(math.MaxInt64)
	for b.Loop() {
		start := time.Now()
		if _, err := run.Call(context.Background(), uint64(count*size)); err != nil {
			b.Fatal(err)
		}
		least = min(least, time.Since(start))
	}
	b.ReportMetric(float64(least.Nanoseconds())/count, "ns/value")
}
