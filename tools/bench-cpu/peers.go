package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// Programs that are compared with the same in C, plain and short, by gcc -O2: the backends wasm and
// c, that program and Futhark's c in turns, each on one thread, by processor time.

// peers are the programs: each is NAME.fut and NAME.c in programs/peers.
var peers = []benchmark{
	{name: "filtered", sizes: []int64{3000, 300},
		args: func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, -1000, 1000, 3000, 300)} }},
	{name: "increasing", sizes: []int64{500, 200},
		args: func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, 0, 10_000, 500, 200)} }},
	{name: "matches", sizes: []int64{7, 400_000},
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{value.FromSlice([]uint8("ACACAGA"), 7), letters(r, 400_000)}
		}},
	{name: "ranks", sizes: []int64{200, 200},
		args: func(*rand.Rand) []value.Value { return []value.Value{integer(200), integer(200)} }},
	{name: "spgemm", sizes: []int64{2000}, args: sparseRows},
	{name: "stack", sizes: []int64{20_000},
		args: func(r *rand.Rand) []value.Value {
			// Horner's rule and a loop that doubles: x·x + 3x - 5, less 1 while it is not 0 mod 8.
			code := []uint8{1, 1, 5, 1, 2, 3, 5, 3, 2, 5, 4, 2, 9, 2, 1, 4, 6, 8, 13, 3, 0}
			return []value.Value{value.FromSlice(code, int64(len(code))), small[int32](r, -1000, 1000, 20_000)}
		}},
	{name: "tokens", sizes: []int64{400_000}, args: func(r *rand.Rand) []value.Value { return []value.Value{prose(r, 400_000)} }},
	{name: "transposition", sizes: []int64{600, 50},
		args: func(r *rand.Rand) []value.Value { return []value.Value{small[int32](r, -1000, 1000, 600, 50)} }},
	{name: "varint", sizes: []int64{200_000}, args: varints},
	{name: "vigenere", sizes: []int64{8, 400_000},
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{small[uint8](r, 0, 25, 8), prose(r, 400_000)}
		}},
}

// later are programs in the same folder that were written after the passes.
var later = []benchmark{
	{name: "bloom", sizes: []int64{5000, 100_000},
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{small[uint32](r, 0, 0xffffffff, 5000), small[uint32](r, 0, 0xffffffff, 100_000)}
		}},
	{name: "checksums", sizes: []int64{1000, 500},
		args: func(r *rand.Rand) []value.Value { return []value.Value{small[uint8](r, 0, 255, 1000, 500)} }},
	{name: "kmers", sizes: []int64{200_000}, args: func(r *rand.Rand) []value.Value { return []value.Value{letters(r, 200_000)} }},
	{name: "rewriting", sizes: []int64{20, 5000},
		args: func(r *rand.Rand) []value.Value {
			return []value.Value{value.Scalar(scalar.Int(scalar.I32, 20)), small[uint8](r, 'a', 'c', 5000)}
		}},
	{name: "suffixes", sizes: []int64{20_000}, args: func(r *rand.Rand) []value.Value { return []value.Value{letters(r, 20_000)} }},
}

// prose returns words of letters and digits, some quoted, with signs between them.
func prose(r *rand.Rand, n int64) value.Value {
	var b strings.Builder
	for int64(b.Len()) < n {
		for range 1 + r.IntN(8) {
			b.WriteByte("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"[r.IntN(63)])
		}
		b.WriteString([]string{" ", " ", " ", " ", "\n", ", ", " = ", "+", "\"", ".5;"}[r.IntN(10)])
	}
	return value.FromSlice([]uint8(b.String()[:n]), n)
}

// varints returns 200,000 numbers of up to 40 bits, as bytes of seven bits, and how many they are.
func varints(r *rand.Rand) []value.Value {
	const n = 200_000
	var bytes []uint8
	for range n {
		x := r.Uint64() >> (24 + r.IntN(40))
		for ; x >= 128; x >>= 7 {
			bytes = append(bytes, uint8(x)|128)
		}
		bytes = append(bytes, uint8(x))
	}
	return []value.Value{integer(n), value.FromSlice(bytes, int64(len(bytes)))}
}

// sparseRows returns a matrix in compressed rows, of some eight elements each.
func sparseRows(r *rand.Rand) []value.Value {
	const rows = 2000
	starts := []int64{0}
	var columns []int64
	for range rows {
		for range 4 + r.IntN(9) {
			columns = append(columns, r.Int64N(rows))
		}
		starts = append(starts, int64(len(columns)))
	}
	return []value.Value{value.FromSlice(starts, rows+1), value.FromSlice(columns, int64(len(columns))), floats64(r, -1, 1, int64(len(columns)))}
}

// inC is a C program as a contender of the survey.
type inC struct{ *contender }

func (x inC) batch(ctx context.Context) (processor, clock time.Duration, err error) {
	n := 0
	for start := time.Now(); n == 0 || time.Since(start) < batchTime; n++ {
		took, err := x.run(ctx)
		if err != nil {
			return 0, 0, err
		}
		processor += took
		clock = least(clock, took)
	}
	return processor / time.Duration(n), clock, nil
}

func (x inC) results(like []value.Value) ([]value.Value, error) { return x.contender.results(like) }

func (x inC) Close() error { return x.close() }

// comparePeers measures the programs and prints a line for each.
func (c *config) comparePeers(ctx context.Context, wanted map[string]bool, dir string, out io.Writer) error {
	c.cpu = true
	order := []string{"gcc", "futhark", "wasm", "c"}
	fmt.Fprint(out, "| program | gcc -O2 ms | Futhark c ms | wasm ms | of gcc | of Futhark | c ms | of gcc | of Futhark |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, set := range [][]benchmark{peers, later} {
		var wasm, inC []float64
		for _, b := range set {
			if len(wanted) > 0 && !wanted[b.name] {
				continue
			}
			f, err := c.peer(ctx, b, filepath.Join(dir, b.name), order)
			if err != nil {
				return fmt.Errorf("%s: %w", b.name, err)
			}
			of := func(x, y string) float64 { return f[x].Processor / f[y].Processor }
			fmt.Fprintf(out, "| %s | %.3f | %.3f | %.3f | %.2f | %.2f | %.3f | %.2f | %.2f |\n", b.name, f["gcc"].Processor, f["futhark"].Processor,
				f["wasm"].Processor, of("wasm", "gcc"), of("wasm", "futhark"), f["c"].Processor, of("c", "gcc"), of("c", "futhark"))
			wasm, inC = append(wasm, of("wasm", "gcc")), append(inC, of("c", "gcc"))
		}
		if len(wasm) > 0 {
			fmt.Fprintf(out, "| *geometric mean of %d* | | | | %.2f | | | %.2f | |\n", len(wasm), mean(wasm), mean(inC))
		}
	}
	fmt.Fprintf(out, "\n%s, load average %s at the end.\n", processorName(), loadAverage())
	return nil
}

func mean(ratios []float64) float64 {
	sum := 0.0
	for _, x := range ratios {
		sum += math.Log(x)
	}
	return math.Exp(sum / float64(len(ratios)))
}

// peer measures one program: all contenders in turns, the least of their batches.
func (c *config) peer(ctx context.Context, b benchmark, dir string, order []string) (_ map[string]figures, err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	b.fut, b.c = programs+"peers/"+b.name+".fut", programs+"peers/"+b.name+".c"
	d, err := driver.New()
	if err != nil {
		return nil, err
	}
	s := &subject{name: b.name, file: filepath.Join(c.root, b.fut), input: input{args: b.args(rand.New(rand.NewPCG(1, 2)))}}
	if s.unit, err = d.Load(ctx, s.file); err != nil {
		return nil, err
	}
	all := map[string]timed{}
	defer func() {
		for _, x := range all {
			err = errors.Join(err, x.Close())
		}
	}()
	for _, name := range []string{"wasm", "c"} {
		exe, _, err := d.Build(ctx, s.unit, driver.Config{Backend: name, Run: backend.Options{Threads: 1}})
		if err != nil {
			return nil, err
		}
		all[name] = &ours{exe: exe, args: s.args}
	}
	if all["futhark"], err = c.futharkProgram(s, dir); err != nil {
		return nil, err
	}
	rival, err := c.compileC(b, s.args, dir)
	if err != nil {
		return nil, err
	}
	all["gcc"] = inC{rival}
	out := map[string]figures{}
	for range c.rounds {
		for _, name := range order {
			worked, took, err := all[name].batch(ctx)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			f, known := out[name]
			if !known || millis(worked) < f.Processor {
				f.Processor, f.Clock = millis(worked), millis(took)
			}
			out[name] = f
		}
	}
	// The C program writes its results when it ends.
	expected, err := all["wasm"].results(nil)
	if err == nil {
		err = all["gcc"].Close()
	}
	if err != nil {
		return nil, err
	}
	delete(all, "gcc")
	got, err := rival.results(expected)
	if err != nil {
		return nil, err
	}
	for i := range expected {
		if err := value.Compare(expected[i], got[i], value.DefaultTolerance); err != nil {
			return nil, fmt.Errorf("result %d of C differs from wasm's: %w", i, err)
		}
	}
	return out, agreeing(all)
}
