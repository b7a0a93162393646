package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// contender is an implementation of a benchmark.
type contender struct {
	label string
	bar   float64 // for one thread, or for many
	many  bool
	run   func(ctx context.Context) (time.Duration, error)
	// results returns the results of the last run, with the types of like.
	results func(like []value.Value) ([]value.Value, error)
	close   func() error
	settles bool // run returns its best estimate so far, not the time of one run
	best    time.Duration
}

// measure runs a benchmark on all contenders in turns, and compares the results and the
// minimum times. dir is for its files.
func (c *config) measure(ctx context.Context, b benchmark, dir string) (_ []row, err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	args := b.args(rand.New(rand.NewPCG(1, 2)))
	one, err := c.lamina(ctx, b, args, 1)
	if err != nil {
		return nil, err
	}
	many := one
	all := []*contender{one}
	if b.parallel || b.futhark && b.bar == 0 {
		if many, err = c.lamina(ctx, b, args, c.threads); err != nil {
			return nil, err
		}
		all = append(all, many)
	}
	rivals, err := c.rivals(b, args, dir)
	if err != nil {
		return nil, err
	}
	all = append(all, rivals...)
	for range c.rounds {
		for _, x := range all {
			took, err := x.run(ctx)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", x.label, err)
			}
			if x.best = least(x.best, took); x.settles {
				x.best = took
			}
		}
	}
	expected, err := one.results(nil)
	if err != nil {
		return nil, err
	}
	for _, x := range all {
		err = errors.Join(err, x.close())
	}
	if err != nil {
		return nil, err
	}
	for _, x := range all[1:] {
		if err := x.agree(expected); err != nil {
			return nil, err
		}
	}
	var rows []row
	if b.parallel && !c.cpu {
		rows = append(rows, speedup(b.name, fmt.Sprintf("%d threads : 1", c.threads), many.best, one.best, parallelBar))
	}
	for _, x := range rivals {
		mine := one
		if x.many {
			mine = many
		}
		rows = append(rows, slowdown(b.name, x.label, mine.best, x.best, x.bar))
	}
	return rows, nil
}

// agree compares x's results with the expected ones, with the tests' tolerance.
func (x *contender) agree(expected []value.Value) error {
	got, err := x.results(expected)
	if err != nil {
		return fmt.Errorf("%s: %w", x.label, err)
	}
	if len(got) != len(expected) {
		return fmt.Errorf("%s gives %d results, want %d", x.label, len(got), len(expected))
	}
	for i := range got {
		if err := value.Compare(expected[i], got[i], value.DefaultTolerance); err != nil {
			return fmt.Errorf("%s: result %d differs from Lamina's: %w", x.label, i, err)
		}
	}
	return nil
}

// lamina returns the measured backend with the given number of threads.
func (c *config) lamina(ctx context.Context, b benchmark, args []value.Value, threads int) (*contender, error) {
	d, err := driver.New()
	if err != nil {
		return nil, err
	}
	unit, err := load(ctx, d, filepath.Join(c.root, b.fut), driver.Call{Entry: b.entry, Args: args})
	if err != nil {
		return nil, err
	}
	entry := cmp.Or(b.entry, "main")
	x, _, err := d.Build(ctx, unit, driver.Config{Backend: c.backend, Run: backend.Options{Threads: threads, Profile: c.profile}})
	if err != nil {
		return nil, err
	}
	var last []value.Value
	var least *backend.Report
	return &contender{
		label: fmt.Sprintf("%s, %d threads", c.backend, threads),
		run: func(ctx context.Context) (time.Duration, error) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			before, children := processorTime(), childrenTime()
			out, report, err := x.Run(ctx, entry, args)
			last = out
			if err == nil && (least == nil || report.Total < least.Total) {
				least = report
			}
			switch {
			case c.cpu && c.backend == "wasm":
				return processorTime() - before, err
			case c.cpu:
				return childrenTime() - children, err // with what it takes to send values there and back
			}
			return report.Total, err
		},
		results: func([]value.Value) ([]value.Value, error) { return last, nil },
		close: func() error {
			if c.profile {
				c.printProfile(fmt.Sprintf("%s, %d threads", b.name, threads), least)
			}
			return x.Close()
		},
	}, nil
}

// load reads a program. One in a language without types is compiled for the call's arguments.
func load(ctx context.Context, d *driver.Driver, file string, call driver.Call) (*pass.Unit, error) {
	if !driver.IsUntyped(file) {
		return d.Load(ctx, file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return d.LoadCalls(ctx, file, text, []driver.Call{call})
}

// printProfile prints where the time of a run went.
func (c *config) printProfile(what string, r *backend.Report) {
	fmt.Fprintf(os.Stderr, "%s: %.2f ms\n", what, ms(r.Total))
	for _, k := range r.Kernels {
		fmt.Fprintf(os.Stderr, "  %8.2f ms in %4d of %s\n", ms(k.Total), k.Count, k.Label)
	}
}

// processorTime returns the CPU time of this thread: the process's other threads collect
// garbage. getrusage would count in ticks of some milliseconds, of which a short run may see none.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}

// childrenTime returns the CPU time of the processes that this one has started and that still run,
// where Linux tells it.
func childrenTime() time.Duration {
	tasks, _ := filepath.Glob("/proc/self/task/*/children")
	var sum time.Duration
	for _, task := range tasks {
		text, _ := os.ReadFile(task)
		for _, pid := range strings.Fields(string(text)) {
			threads, _ := filepath.Glob("/proc/" + pid + "/task/*/schedstat")
			for _, thread := range threads {
				stat, _ := os.ReadFile(thread)
				var ns int64
				if _, err := fmt.Sscan(string(stat), &ns); err == nil {
					sum += time.Duration(ns)
				}
			}
		}
	}
	return sum
}

// rivals returns the implementations of b in other languages.
func (c *config) rivals(b benchmark, args []value.Value, dir string) ([]*contender, error) {
	var out []*contender
	if b.c != "" {
		x, err := c.compileC(b, args, dir)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	if !b.futhark {
		return out, nil
	}
	if _, err := exec.LookPath(c.futhark); err != nil {
		fmt.Fprintf(os.Stderr, "%s: not compared with Futhark: %v (name the compiler with -futhark)\n", b.name, err)
		return out, nil
	}
	kinds := []string{"c", "multicore"}
	if c.cpu || b.bar > 0 {
		kinds = kinds[:1]
	}
	for _, kind := range kinds {
		x, err := c.compileFuthark(b, args, dir, kind)
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}
