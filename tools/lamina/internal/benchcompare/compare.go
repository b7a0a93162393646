// Package benchcompare compares two files of times that lamina bench --json has written, by
// the statistics of Go's benchstat: medians with confidence intervals, and whether the difference
// is more than chance (the Mann–Whitney U-test).
package benchcompare

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"golang.org/x/perf/benchmath"

	"github.com/lamina-lang/lamina/core/source"
)

// confidence is that of the intervals around medians.
const confidence = 0.95

// mostRuns is the most runs of one input that are compared: lamina bench makes thousands.
const mostRuns = 100_000

// times are the run times in microseconds of the inputs of each program.
type times map[string]map[string][]float64

// read reads a file of times, in the format of lamina bench and futhark bench.
func read(ctx context.Context, file string) (times, error) {
	text, err := source.ReadFile(ctx, file)
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
			if len(d.Runtimes) > mostRuns {
				return nil, fmt.Errorf("reading times: %s has more than %d runs of %s %s", file, mostRuns, shown(name), shown(input))
			}
			for _, x := range d.Runtimes {
				if x <= 0 || math.IsInf(x, 0) {
					return nil, fmt.Errorf("reading times: %s has a time of %v µs for %s %s", file, x, shown(name), shown(input))
				}
			}
			if len(d.Runtimes) > 0 {
				out[name][input] = d.Runtimes
			}
		}
	}
	return out, nil
}

// Comparison compares the entries that two files of times have in common.
type Comparison struct {
	Before, After string // the files
	Rows          []Row
	Mean          float64  // the geometric mean of the differences, in percent
	Few           bool     // some inputs have too few runs
	Only          []string // what is in one of the files
}

// Row compares the times of one input of a program, in microseconds.
type Row struct {
	Program, Input   string
	OldRuns, NewRuns []float64
	Old, New         benchmath.Summary
	Delta, Test      string // the difference, ~ if it may be chance, and how sure that is
}

// tooFew explains Few.
const tooFew = "some have too few runs to tell a difference from chance: lamina bench --runs 10 or more"

// Files compares the times in two files.
func Files(ctx context.Context, before, after string) (*Comparison, error) {
	a, err := read(ctx, before)
	if err != nil {
		return nil, err
	}
	b, err := read(ctx, after)
	if err != nil {
		return nil, err
	}
	c, sum := &Comparison{Before: before, After: after}, 0.0
	for _, program := range slices.Sorted(maps.Keys(a)) {
		for _, input := range slices.Sorted(maps.Keys(a[program])) {
			x, y := a[program][input], b[program][input]
			if y == nil {
				continue
			}
			s, t := benchmath.NewSample(slices.Clone(x), &benchmath.DefaultThresholds), benchmath.NewSample(slices.Clone(y), &benchmath.DefaultThresholds)
			r := Row{Program: shown(program), Input: shown(input), OldRuns: x, NewRuns: y,
				Old: benchmath.AssumeNothing.Summary(s, confidence), New: benchmath.AssumeNothing.Summary(t, confidence)}
			test := benchmath.AssumeNothing.Compare(s, t)
			r.Delta, r.Test = test.FormatDelta(r.Old.Center, r.New.Center), test.String()
			c.Few = c.Few || len(test.Warnings) > 0
			c.Rows = append(c.Rows, r)
			sum += math.Log(r.New.Center / r.Old.Center)
		}
	}
	if len(c.Rows) == 0 {
		return nil, fmt.Errorf("%s and %s have no input of a program in common", before, after)
	}
	c.Mean = 100 * (math.Exp(sum/float64(len(c.Rows))) - 1)
	c.Only = append(only(a, b, before), only(b, a, after)...)
	return c, nil
}

// Text prints a comparison as a table.
func (c *Comparison) Text(w io.Writer) error {
	var b strings.Builder
	tab := tabwriter.NewWriter(&b, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "%s\t\t%s\t\tdifference\t\t  program\n", c.Before, c.After)
	for i := range c.Rows {
		r := &c.Rows[i]
		fmt.Fprintf(tab, "%v\t± %s\t%v\t± %s\t%s\t(%s)\t  %s %s\n", micro(r.Old.Center), r.Old.PctRangeString(), micro(r.New.Center), r.New.PctRangeString(),
			r.Delta, r.Test, r.Program, r.Input)
	}
	fmt.Fprintf(tab, "\t\t\t\t%+.2f%%\t\t  geometric mean of %d\n", c.Mean, len(c.Rows))
	_ = tab.Flush() // to memory
	if c.Few {
		b.WriteString(tooFew + "\n")
	}
	for _, line := range c.Only {
		b.WriteString(line + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// only tells which inputs are in one file alone.
func only(from, in times, file string) (out []string) {
	for _, program := range slices.Sorted(maps.Keys(from)) {
		for _, input := range slices.Sorted(maps.Keys(from[program])) {
			if in[program][input] == nil {
				out = append(out, fmt.Sprintf("only in %s: %s %s", file, shown(program), shown(input)))
			}
		}
	}
	return out
}

// shown is a name of a file as people see it: of one line, not long, and without what a terminal obeys.
func shown(name string) string {
	return strings.NewReplacer("\n", `\n`, "\t", `\t`).Replace(source.Printable(source.Cut(name)))
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
