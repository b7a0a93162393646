package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// published are the impacts of short-circuiting on an NVIDIA A100 (Munksgaard's thesis,
// tables 6.1 to 6.7), by program and a part of how the bench calls the input.
var published = []struct{ program, input, what, impact string }{
	{"nw", "[8192]", "Needleman–Wunsch, 8192²", "1.17"},
	{"nw", "[16384]", "Needleman–Wunsch, 16384²", "1.24"},
	{"lud", "[8192]", "LUD, 8192²", "1.25"},
	{"hotspot_edges", "[8192]", "Hotspot, 8192²", "1.78"},
	{"lbm", "100i32", "LBM, 120 × 120 × 150", "1.09"},
	{"option_pricing", "medium", "OptionPricing, medium", "1.03"},
	{"locvolcalib", "16i64 32i64", "LocVolCalib, small", "1.08"},
	{"locvolcalib", "128i64 256i64", "LocVolCalib, medium", "1.07"},
	{"locvolcalib", "256i64 256i64", "LocVolCalib, large", "1.08"},
	{"nn", "[855280]", "NN, 855280", "1.55"},
	{"nn", "[8552800]", "NN, 8552800", "1.22"},
}

const without = " without "

// ofMemory reports whether results compare choices of memory passes.
func ofMemory(r results) bool {
	for program := range r {
		if strings.Contains(program, without) {
			return true
		}
	}
	return false
}

const memoryHead = `
## The memory passes on and off: %s

The least time with all memory passes, without short-circuit, and without all of them
(short-circuit, merge-blocks, double-buffer, expand-memory). *Impact* is the time
without over the time with. *Thesis* is the impact of short-circuiting that Munksgaard's
thesis measured with its own compiler on an NVIDIA A100 (tables 6.1 to 6.7).

| program | with | without short-circuit | impact | thesis | without all | impact |
|---|---:|---:|---:|---:|---:|---:|
`

// memoryTable writes how much of a device's time the memory passes save.
func memoryTable(out io.Writer, r results) error {
	times := map[string]map[string]string{} // by program and input, then by omitted passes
	least := map[string]map[string]float64{}
	for key, p := range r {
		file, rest, _ := strings.Cut(key, ".fut:")
		_, leftOut, ok := strings.Cut(rest, without)
		if !ok {
			continue
		}
		program := file[strings.LastIndex(file, "/")+1:]
		for input, d := range p.Datasets {
			name := program + " " + input
			if times[name] == nil {
				times[name], least[name] = map[string]string{}, map[string]float64{}
			}
			if d.Error != "" || len(d.Runtimes) == 0 {
				line, _, _ := strings.Cut(d.Error, "\n")
				times[name][leftOut] = "failed: " + strings.ReplaceAll(line, "|", "/")
				continue
			}
			least[name][leftOut] = slices.Min(d.Runtimes)
			times[name][leftOut] = duration(least[name][leftOut])
		}
	}
	if len(times) == 0 {
		return fmt.Errorf("it has no times")
	}
	fmt.Fprintf(out, memoryHead, r["device"].Name)
	for _, name := range slices.Sorted(maps.Keys(times)) {
		what, thesis := name, ""
		program, input, _ := strings.Cut(name, " ")
		for _, p := range published {
			if p.program == program && strings.Contains(input, p.input) {
				what, thesis = p.what, p.impact
				break
			}
		}
		impact := func(leftOut string) string {
			with, other := least[name]["none"], least[name][leftOut]
			if with == 0 || other == 0 {
				return ""
			}
			return fmt.Sprintf("%.2f", other/with)
		}
		t := times[name]
		fmt.Fprintf(out, "| %s | %s | %s | %s | %s | %s | %s |\n", what, t["none"], t["short-circuit"], impact("short-circuit"), thesis, t["all"], impact("all"))
	}
	return nil
}
