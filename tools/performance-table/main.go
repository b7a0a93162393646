// Performance-table writes docs/performance.md from the JSON files written by
// tools/gpu-bench/run:
//
//	go run ./tools/performance-table out/cuda-0.json out/cuda-0-memory.json >docs/performance.md
//
// A file measured with MEMORY=1 gives the table of the memory passes; one that
// tools/gpu-bench/peer wrote, the table of programs beside a peer.
//
// A file's times are those of one device. The share is relative to the rate at which that
// device runs copy.fut: the necessary traffic, each input read once and each output written
// once, divided by the time.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/tools/gpu-bench/pairs"
)

// benchmark is a line of the table: a program's input, identified by a part of the bench's
// name for it.
type benchmark struct {
	program, input, what string
	bytes                float64 // necessary traffic
	operations           float64 // f32 operations, if these count instead of bytes
	beat                 float64 // microseconds; 0 if there is no figure
}

const (
	gib  = 1 << 30
	mega = 1 << 20
)

var benchmarks = []benchmark{
	{"copy", "[268435456]f32", "x + 1 for 2^28 f32", 2 * gib, 0, 0},
	{"sum", "[268435456]f32", "sum of 2^28 f32", gib, 0, 275},
	{"sum_i32", "[268435456]i32", "sum of 2^28 i32", gib, 0, 275},
	{"scan", "[268435456]i32", "prefix sums of 2^28 i32", 2 * gib, 0, 1000},
	{"stencil", "[67108864]f32", "3-point stencil, 2^26 f32, 100 times", 100 * gib / 2, 0, 14000},
	{"row_sums", "[256][1048576]f32", "row sums, 2^8 × 2^20 f32", gib, 0, 460},
	{"row_sums", "[262144][1024]f32", "row sums, 2^18 × 2^10 f32", gib + mega, 0, 600},
	{"row_sums", "[16777216][16]f32", "row sums, 2^24 × 16 f32", gib + 64*mega, 0, 700},
	{"histogram", "1024i64 [134217728]i64", "histogram of 2^27 i64, 1024 bins", gib, 0, 583},
	{"histogram", "1048576i64 [134217728]i64", "histogram of 2^27 i64, 2^20 bins", gib + 4*mega, 0, 1430},
	{"transpose", "[16384][16384]f32", "transpose, 16384² f32", 2 * gib, 0, 700},
	{"hotspot", "[8192][8192]f32", "Hotspot, 8192² f32, 100 times", 100 * 3 * gib / 4, 0, 30000},
	{"matmul", "[4096][4096]f32", "matrix product, 4096² f32", 0, 2 * 4096 * 4096 * 4096, 12000},
	{"mandelbrot", "4096i64", "Mandelbrot, 4096², 255 iterations", 0, 0, 0},
	{"nn", "[855280]f32", "NN, the 100 nearest of 855280 points", 0, 0, 5400},
	{"nn", "[8552800]f32", "NN, the 100 nearest of 8552800 points", 0, 0, 6400},
	{"lbm", "120i64 120i64 150i64 100i32", "LBM in 3-D, 120 × 120 × 150 cells, 100 times", 0, 0, 13000},
	{"nw", "[8192][8192]i32", "Needleman–Wunsch, 8192², blocks of 64", gib / 2, 0, 14700},
	{"nw", "[16384][16384]i32", "Needleman–Wunsch, 16384², blocks of 64", 2 * gib, 0, 31300},
	{"lud", "[2048][2048]f32", "LUD, 2048² f32", 0, 2. / 3 * 2048 * 2048 * 2048, 7900},
	{"lud", "[8192][8192]f32", "LUD, 8192² f32", 0, 2. / 3 * 8192 * 8192 * 8192, 483000},
	{"option_pricing", "optionpricing-medium", "OptionPricing, FinPar's medium data", 0, 0, 0},
	{"locvolcalib", "16i64 32i64 256i64 256i64", "LocVolCalib, FinPar's small data", 0, 0, 0},
	{"locvolcalib", "128i64 256i64 32i64 64i64", "LocVolCalib, FinPar's medium data", 0, 0, 9100},
	{"locvolcalib", "256i64 256i64 256i64 64i64", "LocVolCalib, FinPar's large data", 0, 0, 121000},
	{"hotspot_edges", "[8192][8192]f64", "Hotspot by edges and inside, 8192² f64, 100 times", 100 * 3 * gib / 2, 0, 0},
}

// results is the contents of a file of the bench.
type results map[string]struct {
	Name     string
	Datasets map[string]struct {
		Runtimes []float64
		Error    string
	}
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "performance-table:", err)
		os.Exit(1)
	}
}

func run(files []string, out io.Writer) error {
	if len(files) == 0 || files[0] == "--help" {
		return fmt.Errorf("give the files of JSON that tools/gpu-bench/run wrote, as in: go run ./tools/performance-table out/cuda-0.json")
	}
	fmt.Fprint(out, head)
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if beside, err := pairs.Parse(data); err == nil && beside != nil {
			fmt.Fprintln(out)
			if err := beside.Table(out); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			continue
		}
		var r results
		if err := json.Unmarshal(data, &r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		write := table
		if ofMemory(r) {
			write = memoryTable
		}
		if err := write(out, r); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

const head = `# Performance on GPUs

Written by ` + "`go run ./tools/performance-table`" + ` from what ` + "`tools/gpu-bench/run DEVICE`" + ` measured.
A time is the least of the runs, of kernels and host code, without copying values in
and out. *Moved* is what must move at least: each input read once, each output written
once. *Share* is the part of the rate at which the same device runs ` + "`copy.fut`" + `. *To
beat* is the figure that the program is meant to reach on an NVIDIA H200.
`

// table writes the lines of one device.
func table(out io.Writer, r results) error {
	rate := 0.0 // bytes per microsecond
	times := map[int]float64{}
	failures := map[int]string{}
	for i, b := range benchmarks {
		for program, p := range r {
			file, _, _ := strings.Cut(program, ".fut:")
			if file[strings.LastIndex(file, "/")+1:] != b.program {
				continue
			}
			for input, d := range p.Datasets {
				if !strings.Contains(input, b.input) {
					continue
				}
				if d.Error != "" || len(d.Runtimes) == 0 {
					failures[i] = d.Error
					continue
				}
				times[i] = slices.Min(d.Runtimes)
			}
		}
		if b.program == "copy" && times[i] > 0 {
			rate = b.bytes / times[i]
		}
	}
	if len(times) == 0 {
		return fmt.Errorf("it has times of none of the benchmarks")
	}
	fmt.Fprintf(out, "\n## %s\n\n", r["device"].Name)
	if rate > 0 {
		fmt.Fprintf(out, "Copy rate: %.2f TB/s.\n\n", rate/1e6)
	}
	fmt.Fprintln(out, "| program | time | moved | share | to beat |\n|---|---:|---:|---:|---:|")
	for i, b := range benchmarks {
		took, ok := times[i]
		if !ok {
			if why, failed := failures[i]; failed {
				fmt.Fprintf(out, "| %s | failed: %s | | | %s |\n", b.what, why, duration(b.beat))
			}
			continue
		}
		moved, share := "", ""
		switch {
		case b.operations > 0:
			moved = fmt.Sprintf("%.1f Tflop/s", b.operations/took/1e6)
		case b.bytes > 0:
			moved = fmt.Sprintf("%.2f GB", b.bytes/1e9)
			if rate > 0 {
				share = fmt.Sprintf("%.0f %%", 100*b.bytes/took/rate)
			}
		}
		verdict := duration(b.beat)
		if b.beat > 0 && took <= b.beat {
			verdict += " ✓"
		}
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s |\n", b.what, duration(took), moved, share, verdict)
	}
	return nil
}

// duration formats a time in microseconds for people; "" for 0.
func duration(us float64) string {
	switch {
	case us == 0:
		return ""
	case us < 1000:
		return fmt.Sprintf("%.0f µs", us)
	case us >= 1e6:
		return fmt.Sprintf("%.3g s", us/1e6)
	}
	return fmt.Sprintf("%.3g ms", us/1000)
}
