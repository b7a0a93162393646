package runner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
)

// BenchConfig says how often to run. A case is run once to warm up, then Runs times; if
// Runs is 0, at least 10 times, until the mean is known to one percent or MaxTime has
// elapsed.
type BenchConfig struct {
	Runs    int
	MaxTime time.Duration
}

// Measurement holds the times of one case on one target.
type Measurement struct {
	File, Target, Entry, Case string
	Runs                      []time.Duration     // without compilation and copying values
	Peak                      int64               // bytes of memory, over all spaces
	Spaces                    map[imp.Space]int64 // peak bytes in each space; "" is the default one
	Err                       error               // why there are no runs
}

const (
	leastRuns     = 10
	wantedSpread  = 0.01 // relative standard error of the mean
	normalMaxTime = 10 * time.Second
)

// Bench measures the cases of one program that succeed and are not marked nobench. The
// error is the context's; other errors are reported in measurements.
func (c *Config) Bench(ctx context.Context, file string, b BenchConfig, report func(Measurement)) error {
	if b.MaxTime == 0 {
		b.MaxTime = normalMaxTime
	}
	text, err := c.read(ctx, file)
	if err != nil {
		report(Measurement{File: file, Err: err})
		return nil
	}
	blocks, err := testblock.Parse(file, string(text))
	if err != nil {
		report(Measurement{File: file, Err: err})
		return nil
	}
	for _, t := range c.Targets {
		s := &session{config: c, target: t, file: file, text: text, math: t.Math}
		for i := range blocks {
			if err := s.benchBlock(ctx, &blocks[i], b, report); err != nil {
				return errors.Join(err, s.close())
			}
		}
		if err := s.close(); err != nil {
			report(Measurement{File: file, Err: err})
		}
	}
	return nil
}

func (s *session) benchBlock(ctx context.Context, block *testblock.Block, b BenchConfig, report func(Measurement)) error {
	if s.skippedBy(block) != "" || block.CompileError != nil {
		return nil
	}
	s.in(block)
	for i := range block.Cases {
		c := &block.Cases[i]
		if c.HasFlag(testblock.NoBench) || c.Want.Error != nil || s.skips(c) != "" {
			continue
		}
		for _, entry := range entriesOf(block) {
			m := Measurement{File: s.file, Target: s.target.Name, Entry: entry, Case: c.Name}
			m.Err = s.measure(ctx, c, b, &m)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			report(m)
		}
	}
	return nil
}

// measure runs a case and checks the results of the first and the last run.
func (s *session) measure(ctx context.Context, c *testblock.Case, b BenchConfig, m *Measurement) error {
	s, err := s.forCall(c, m.Entry)
	if err != nil {
		return err
	}
	if err := s.build(ctx); err != nil {
		return err
	}
	args, err := s.arguments(ctx, c, m.Entry)
	if err != nil {
		return err
	}
	first, _, err := s.exe.Run(ctx, m.Entry, args)
	if err != nil {
		return err
	}
	if err := s.compare(ctx, c, m.Entry, args, first); err != nil {
		return fmt.Errorf("wrong result: %w", err)
	}
	release, err := s.keep(ctx, m.Entry, args)
	if err != nil {
		return err
	}
	defer release()
	m.Spaces = map[imp.Space]int64{}
	results := first
	start := time.Now()
	for !b.enough(m.Runs, time.Since(start)) {
		var used *backend.Report
		results, used, err = s.exe.Run(ctx, m.Entry, args)
		if err != nil {
			return err
		}
		m.Runs = append(m.Runs, used.Total)
		var peak int64
		for _, space := range used.Spaces {
			peak += space.Peak
			m.Spaces[space.Space] = max(m.Spaces[space.Space], space.Peak)
		}
		m.Peak = max(m.Peak, peak)
	}
	return same(first, results)
}

// same compares the results of the last run with those of the first: no run may change
// values kept for the next.
func same(first, last []value.Value) error {
	for i := range first {
		if err := value.Compare(first[i], last[i], Tolerance); err != nil {
			return fmt.Errorf("the last run's result %d is not the first run's: %w", i, err)
		}
	}
	return nil
}

// keep keeps args on the device until release is called, if the executable supports that.
func (s *session) keep(ctx context.Context, entry string, args []value.Value) (release func(), err error) {
	k, ok := s.exe.(backend.Keeper)
	if !ok {
		return func() {}, nil
	}
	// Nobody else uses the kept arguments, and an error in releasing them does not affect
	// the runs.
	return func() { _ = k.Keep(context.WithoutCancel(ctx), entry, nil) }, k.Keep(ctx, entry, args)
}

// enough reports whether there are enough runs.
func (b BenchConfig) enough(runs []time.Duration, spent time.Duration) bool {
	if b.Runs > 0 {
		return len(runs) >= b.Runs
	}
	if len(runs) < leastRuns {
		return false
	}
	mean, deviation := meanAndDeviation(runs)
	return spent >= b.MaxTime || deviation/math.Sqrt(float64(len(runs))) <= wantedSpread*mean
}

// meanAndDeviation returns the runs' mean and standard deviation in seconds.
func meanAndDeviation(runs []time.Duration) (mean, deviation float64) {
	for _, r := range runs {
		mean += r.Seconds() / float64(len(runs))
	}
	for _, r := range runs {
		deviation += (r.Seconds() - mean) * (r.Seconds() - mean)
	}
	return mean, math.Sqrt(deviation / float64(len(runs)-1))
}

// Summary returns the shortest, the median and the mean run time.
func (m *Measurement) Summary() (least, median, mean time.Duration) {
	sorted := slices.Sorted(slices.Values(m.Runs))
	seconds, _ := meanAndDeviation(sorted)
	median = (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
	return sorted[0], median, time.Duration(seconds * float64(time.Second))
}
