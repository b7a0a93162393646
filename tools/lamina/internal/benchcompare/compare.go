// Package benchcompare compares two files of times that lamina bench --json has written, by
// the statistics of Go's benchstat: medians with confidence intervals, and whether the difference
// is more than chance (the Mann–Whitney U-test).
package benchcompare

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"golang.org/x/perf/benchmath"
)

// confidence is that of the intervals around medians.
const confidence = 0.95

// times are the run times in microseconds of the inputs of each program.
type times map[string]map[string][]float64

// read reads a file of times, in the format of lamina bench and futhark bench.
func read(file string) (times, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading times: %w", err)
	}
	var programs map[string]struct {
		Datasets map[string]struct {
			Runtimes []float64 `json:"runtimes"`
		} `json:"datasets"`
	}
	if err := json.Unmarshal(text, &programs); err != nil {
		return nil, fmt.Errorf("reading times: %s is not what lamina bench --json writes: %w", file, err)
	}
	out := times{}
	for name, p := range programs {
		out[name] = map[string][]float64{}
		for input, d := range p.Datasets {
			for _, x := range d.Runtimes {
				if x <= 0 || math.IsInf(x, 0) {
					return nil, fmt.Errorf("reading times: %s has a time of %v µs for %s %s", file, x, name, input)
				}
			}
			if len(d.Runtimes) > 0 {
				out[name][input] = d.Runtimes
			}
		}
	}
	return out, nil
}

// Files compares the times in two files, and prints a table.
func Files(w io.Writer, before, after string) error {
	a, err := read(before)
	if err != nil {
		return err
	}
	b, err := read(after)
	if err != nil {
		return err
	}
	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "%s\t\t%s\t\tdifference\t\t  program\n", before, after)
	both, sum, few := 0, 0.0, false
	for _, program := range slices.Sorted(maps.Keys(a)) {
		for _, input := range slices.Sorted(maps.Keys(a[program])) {
			x, y := a[program][input], b[program][input]
			if y == nil {
				continue
			}
			s, t := benchmath.NewSample(x, &benchmath.DefaultThresholds), benchmath.NewSample(y, &benchmath.DefaultThresholds)
			old, now := benchmath.AssumeNothing.Summary(s, confidence), benchmath.AssumeNothing.Summary(t, confidence)
			c := benchmath.AssumeNothing.Compare(s, t)
			few = few || len(c.Warnings) > 0
			fmt.Fprintf(tab, "%v\t± %s\t%v\t± %s\t%s\t(%s)\t  %s %s\n", micro(old.Center), old.PctRangeString(), micro(now.Center), now.PctRangeString(),
				c.FormatDelta(old.Center, now.Center), c, program, input)
			both++
			sum += math.Log(now.Center / old.Center)
		}
	}
	if both == 0 {
		return fmt.Errorf("%s and %s have no input of a program in common", before, after)
	}
	fmt.Fprintf(tab, "\t\t\t\t%+.2f%%\t\t  geometric mean of %d\n", 100*(math.Exp(sum/float64(both))-1), both)
	if err := tab.Flush(); err != nil {
		return err
	}
	if few {
		_, err = fmt.Fprintln(w, "some have too few runs to tell a difference from chance: lamina bench --runs 10 or more")
	}
	return only(w, a, b, before, after, err)
}

// only tells which inputs are in one of the files.
func only(w io.Writer, a, b times, before, after string, err error) error {
	missing := func(from, in times, file string) {
		for _, program := range slices.Sorted(maps.Keys(from)) {
			for _, input := range slices.Sorted(maps.Keys(from[program])) {
				if in[program][input] == nil && err == nil {
					_, err = fmt.Fprintf(w, "only in %s: %s %s\n", file, program, input)
				}
			}
		}
	}
	missing(a, b, before)
	missing(b, a, after)
	return err
}

// micro is a time given in microseconds, to about three digits.
func micro(x float64) time.Duration {
	d := time.Duration(x * float64(time.Microsecond))
	for unit := time.Second; unit > time.Nanosecond; unit /= 1000 {
		if d >= unit {
			return d.Round(unit / 100)
		}
	}
	return d
}
