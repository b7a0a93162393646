package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
)

// The bars of the survey, for the processor time of one thread relative to that of Futhark's c.
var surveyBars = map[string]struct{ mean, most float64 }{
	"wasm": {1.2, 3.0},
	"c":    {0.85, 1.3},
}

const surveyHead = "# Performance on processors\n\n" +
	"Written by `go run ./tools/bench-cpu -survey`; [performance-wasm.md](performance-wasm.md) explains\n" +
	"what the backends do, and has the history of the figures.\n\n" +
	"Programs of many kinds in plain style, each with one input, on one thread: the backends `wasm` and `c` and\n" +
	"Futhark's `c`, in turns. Each side compiles with its own flags. Processor time is the mean of a batch of runs, " +
	"without reading the input and compiling,\nthe least of %d batches; *clock* is the least run. Ratios are those of processor times. " +
	"Peak memory is that of the processes, with their\ncompilers' for Lamina. The results are compared. " +
	"Programs whose names begin with `later/` were written after most passes.\n\n"

// writeSurvey writes the table in Markdown, the worst program first.
func (c *config) writeSurvey(w io.Writer, rows []surveyRow) error {
	var b strings.Builder
	fmt.Fprintf(&b, surveyHead, c.rounds)
	fmt.Fprintf(&b, "Machine: %s, %d processors, load average %s at the end.\n\n", processorName(), runtime.NumCPU(), loadAverage())
	base := rows[0]
	rows = worst(rows[1:])
	measured := slices.DeleteFunc(slices.Clone(rows), func(r surveyRow) bool { return r.Problem != "" })
	for _, name := range surveyed[1:] {
		b.WriteString(summary(name, measured, base.Figures[name].Peak) + "\n")
	}
	b.WriteString("\n| program | input | Futhark c ms | wasm ms | ratio | c ms | ratio | clock: Futhark, wasm, c ms | peak MiB: Futhark, wasm, c |\n")
	b.WriteString("|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range measured {
		f, wasm, c := r.Figures["futhark"], r.Figures["wasm"], r.Figures["c"]
		fmt.Fprintf(&b, "| %s | %s | %.3f | %.3f | %s | %.3f | %s | %.3f, %.3f, %.3f | %.0f, %.0f, %.0f |\n", r.Program, r.Input,
			f.Processor, wasm.Processor, r.verdict("wasm"), c.Processor, r.verdict("c"), f.Clock, wasm.Clock, c.Clock, f.Peak, wasm.Peak, c.Peak)
	}
	if len(measured) < len(rows) {
		b.WriteString("\nNot compared:\n\n")
		for _, r := range rows[len(measured):] {
			fmt.Fprintf(&b, "- %s %s: %s\n", r.Program, r.Input, r.Problem)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// summary says how a backend does against its bars.
func summary(name string, rows []surveyRow, base float64) string {
	bars := surveyBars[name]
	sum, over, over2, memory := 0.0, 0, 0, 0
	for _, r := range rows {
		x := r.ratio(name)
		sum += math.Log(x)
		if x > bars.most {
			over++
		}
		if x > 2 {
			over2++
		}
		if r.Figures[name].Peak <= 1.2*r.Figures["futhark"].Peak+base {
			memory++
		}
	}
	n := float64(max(len(rows), 1))
	return fmt.Sprintf("- `%s`: geometric mean of %d programs %.2f (bar %.2f), %d over %.1f (bar none), %d over 2.0; an empty program takes %.0f MiB, and %.0f %% of the programs take at most 1.2 times what Futhark's do besides.",
		name, len(rows), math.Exp(sum/n), bars.mean, over, bars.most, over2, base, 100*float64(memory)/n)
}

func (r *surveyRow) verdict(name string) string {
	x := r.ratio(name)
	if x > surveyBars[name].most {
		return fmt.Sprintf("**%.2f**", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// processorName is Linux's name of the processor.
func processorName() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	_, rest, ok := strings.Cut(string(text), "model name")
	if !ok {
		return runtime.GOARCH
	}
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimLeft(line, "\t :")
}

// loadAverage is the mean number of processes that were running in the last fifteen minutes.
func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	if words := strings.Fields(string(text)); len(words) > 2 {
		return words[2]
	}
	return "unknown"
}
