// Command bench-cpu compares the backends for processors, wasm and c, with the same algorithms in C
// and with Futhark, in one run, and prints a table of ratios and their bars. Its survey compares both
// with Futhark's c on many programs, and writes docs/performance-cpu.md.
//
// All contenders run in turns, round after round, and the minimum time of each counts, so
// that other load on the machine affects all of them alike. Results are compared too: a
// ratio between different results means nothing.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

const usage = `Measure a backend, wasm or c, against gcc -O2 (one thread), against itself on more
threads, and against Futhark's c and multicore backends.

Usage:
  go run ./tools/bench-cpu [flags]

Example, from the root of the repository:
  go run ./tools/bench-cpu -rounds 20 -json bench.json
  go run ./tools/bench-cpu -only matmul,stencil
  go run ./tools/bench-cpu -everyday -rounds 20
  go run ./tools/bench-cpu -everyday -backend c -cpu
  go run ./tools/bench-cpu -apl -cpu
  go run ./tools/bench-cpu -survey -rounds 3 >docs/performance-cpu.md

Flags:
`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench-cpu:", err)
		os.Exit(1)
	}
}

// config holds the options of the command line.
type config struct {
	root    string // the repository's root
	cc      string
	futhark string // "" if there is none
	folder  string // of the programs to survey, "" for the repository's
	backend string // that is measured: wasm or c
	threads int
	rounds  int
	cpu     bool // compare CPU time
	profile bool // print where the time goes
}

func command(ctx context.Context) error {
	var c config
	var only, jsonFile string
	var everydayOnes, brief, inAPL, survey, resume, inPeers bool
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.StringVar(&c.root, "root", ".", "root of the repository")
	flag.StringVar(&c.cc, "cc", "gcc", "C compiler")
	flag.StringVar(&c.futhark, "futhark", "futhark", "Futhark compiler; where there is none, its rows are left out")
	flag.StringVar(&c.backend, "backend", "wasm", "the backend to measure: wasm or c (which takes CC and CFLAGS from the environment)")
	flag.IntVar(&c.threads, "threads", min(2, runtime.NumCPU()), "threads of the parallel runs")
	flag.IntVar(&c.rounds, "rounds", 10, "how often everything is run")
	flag.BoolVar(&c.cpu, "cpu", false, "compare processor time, and one thread only: for machines on which others work")
	flag.BoolVar(&c.profile, "profile", false, "print where the time of wasm's fastest run went, on standard error")
	flag.BoolVar(&everydayOnes, "everyday", false, "compare small programs of many kinds with Futhark's c instead")
	flag.BoolVar(&inAPL, "apl", false, "compare the programs in APL with the same algorithms in C instead")
	flag.BoolVar(&inPeers, "peers", false, "compare wasm and c with plain programs in C and with Futhark's c, on one thread, by processor time; -rounds, -futhark and -only hold")
	flag.BoolVar(&brief, "brief", false, "compare threads only, on inputs of a few milliseconds: for machines on which others work")
	flag.BoolVar(&survey, "survey", false, "compare wasm and c with Futhark's c on all programs, on one thread, and print docs/performance-cpu.md; -rounds, -futhark, -only and -json hold")
	flag.StringVar(&c.folder, "folder", "", "with -survey: measure the programs in this folder instead, on the first of their notest inputs that takes long enough")
	flag.BoolVar(&resume, "resume", false, "with -survey: keep what the file of -json has, and measure only the other programs")
	flag.StringVar(&only, "only", "", "names of the benchmarks to run, with commas between them")
	flag.StringVar(&jsonFile, "json", "", "write the figures to this file as well")
	flag.Parse()
	dir, err := os.MkdirTemp("", "bench-cpu")
	if err != nil {
		return err
	}
	if c.cpu {
		c.threads = 1
	}
	defer os.RemoveAll(dir)
	var rows []row
	wanted := names(only)
	if survey {
		return c.surveyAndWrite(ctx, wanted, dir, jsonFile, resume)
	}
	if inPeers {
		return c.comparePeers(ctx, wanted, dir, os.Stdout)
	}
	list := benchmarks
	switch {
	case everydayOnes:
		list = everydayBenchmarks()
	case inAPL:
		list = aplBenchmarks
	case brief:
		list = briefBenchmarks()
	}
	for _, b := range list {
		if len(wanted) > 0 && !wanted[b.name] {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s …\n", b.name)
		got, err := c.measure(ctx, b, filepath.Join(dir, b.name))
		if err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		rows = append(rows, got...)
	}
	if len(rows) == 0 {
		return errors.New("there is nothing to measure: -only names no benchmark")
	}
	c.printTable(rows)
	return writeJSON(jsonFile, rows)
}

// surveyAndWrite measures all programs and prints their table.
func (c *config) surveyAndWrite(ctx context.Context, wanted map[string]bool, dir, jsonFile string, resume bool) error {
	var known []surveyRow
	if resume {
		text, err := os.ReadFile(jsonFile)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &known); err != nil {
			return fmt.Errorf("%s: %w", jsonFile, err)
		}
	}
	rows, err := c.survey(ctx, wanted, known, dir)
	if err != nil {
		return err
	}
	return errors.Join(c.writeSurvey(os.Stdout, rows), writeJSON(jsonFile, rows))
}

// writeJSON writes figures to a file, if one is named.
func writeJSON(file string, figures any) error {
	if file == "" {
		return nil
	}
	text, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}

func names(list string) map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Split(list, ",") {
		if n != "" {
			out[n] = true
		}
	}
	return out
}

// row is a comparison of two times.
type row struct {
	Benchmark string  `json:"benchmark"`
	What      string  `json:"what"`
	Lamina    float64 `json:"lamina_ms"`
	Against   float64 `json:"against_ms"`
	Ratio     float64 `json:"ratio"` // compared with the bar
	Bar       float64 `json:"bar"`
	Speedup   bool    `json:"speedup"` // the bar is a minimum speedup, not a maximum slowdown
	Holds     bool    `json:"holds"`
}

func slowdown(name, what string, lamina, against time.Duration, bar float64) row {
	r := float64(lamina) / float64(against)
	return row{Benchmark: name, What: what, Lamina: ms(lamina), Against: ms(against), Ratio: r, Bar: bar, Holds: r <= bar}
}

func speedup(name, what string, many, one time.Duration, bar float64) row {
	r := float64(one) / float64(many)
	return row{Benchmark: name, What: what, Lamina: ms(many), Against: ms(one), Ratio: r, Bar: bar, Speedup: true, Holds: r >= bar}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (c *config) printTable(rows []row) {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "benchmark\tcompared\t%s ms\tagainst ms\tratio\tbar\t\n", c.backend)
	logs := map[string][]float64{} // of the ratios, by what was compared
	for _, r := range rows {
		bar, verdict := fmt.Sprintf("≤ %.1f", r.Bar), "ok"
		if r.Speedup {
			bar = fmt.Sprintf("≥ %.1f", r.Bar)
		}
		if !r.Holds {
			verdict = "missed"
		}
		fmt.Fprintf(w, "%s\t%s\t%.2f\t%.2f\t%.2f\t%s\t%s\n", r.Benchmark, r.What, r.Lamina, r.Against, r.Ratio, bar, verdict)
		logs[r.What] = append(logs[r.What], math.Log(r.Ratio))
	}
	w.Flush()
	for _, what := range slices.Sorted(maps.Keys(logs)) {
		sum := 0.0
		for _, l := range logs[what] {
			sum += l
		}
		fmt.Printf("geometric mean of %d, against %s: %.2f\n", len(logs[what]), what, math.Exp(sum/float64(len(logs[what]))))
	}
}
