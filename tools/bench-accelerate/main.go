// Command bench-accelerate compares the evaluation programs of docs/accelerate.md, whose expressions
// `lamina go` compiles, with the same algorithms in Futhark's language, compiled for the same backend,
// and with plain Go.
//
// Both run in one process, in turns, on the same data, and their results are compared: a ratio between
// different results means nothing. The least time of each counts, so that other load on the machine
// affects both alike.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/accelerate"
)

const usage = `Compare the evaluation programs in examples/go with the same algorithms in Futhark's language.

Usage:
  lamina go run [-tags cuda|opencl] ./tools/bench-accelerate [flags]

Example, from the root of the repository:
  lamina go run ./tools/bench-accelerate
  lamina go run ./tools/bench-accelerate -only sgemm/small,ode -plain
  lamina go run -tags cuda ./tools/bench-accelerate -backend cuda

Times are of the programs alone, in milliseconds: processor time where the backend tells it, of all
threads, else by the clock. Marshalling is the processor time of the whole call in Go less that.

Flags:
`

// config holds the options of the command line.
type config struct {
	backend string
	only    []string
	rounds  int
	limit   time.Duration
	plain   bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var c config
	var only string
	flag.Usage = func() {
		fmt.Fprint(flag.CommandLine.Output(), usage)
		flag.PrintDefaults()
	}
	flag.StringVar(&c.backend, "backend", "wasm", "the backend: wasm, c, opencl or cuda, with a device as in LAMINA_BACKEND; opencl and cuda need the tag of that name")
	flag.StringVar(&only, "only", "", "names of the programs to run, or of program/set, with commas between them")
	flag.IntVar(&c.rounds, "rounds", 30, "how often each runs at most, after a first time")
	flag.DurationVar(&c.limit, "limit", 10*time.Second, "how long to go on with each pair; two rounds at least")
	flag.BoolVar(&c.plain, "plain", false, "also run the programs as plain Go, once each; the ratio is to program and marshalling")
	alone := flag.String("as-go", "", "print the time of a program/set as plain Go, which -plain asks another process for")
	flag.Parse()
	c.only = strings.FieldsFunc(only, func(r rune) bool { return r == ',' })
	err := errors.New("there are no arguments but flags")
	switch {
	case *alone != "":
		err = asGo(*alone)
	case flag.NArg() == 0:
		err = c.compare(ctx)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench-accelerate:", err)
		os.Exit(1)
	}
}

// wants reports whether the command line names a pair, or no pair at all.
func (c *config) wants(p pair) bool {
	for _, name := range c.only {
		if name == p.program || name == p.name() {
			return true
		}
	}
	return len(c.only) == 0
}

// compare prints a table of all pairs.
func (c *config) compare(ctx context.Context) error {
	os.Unsetenv(accelerate.Variable) // which would come before the flag
	if err := accelerate.Use(c.backend); err != nil {
		return err
	}
	fmt.Printf("%-16s %11s %11s %6s %10s %12s %11s %6s\n", "program", "Go, "+c.backend, "Futhark", "ratio", "bar", "marshalling", "plain Go", "ratio")
	measured := 0
	for _, p := range pairs {
		if !c.wants(p) {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s …\n", p.name())
		r, err := c.measure(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name(), err)
		}
		ratio := float64(r.accelerated) / float64(r.futhark)
		fmt.Printf("%-16s %11.3f %11.3f %6.2f %10s %12.3f", p.name(), ms(r.accelerated), ms(r.futhark), ratio, verdict(ratio), ms(r.marshalling))
		if r.plain > 0 {
			fmt.Printf(" %11.1f %6.1f", ms(r.plain), float64(r.plain)/float64(r.accelerated+r.marshalling))
		}
		fmt.Println()
		measured++
	}
	if measured == 0 {
		return fmt.Errorf("-only names no program; there are: %s", strings.Join(names(), ", "))
	}
	return nil
}

// bar is the most that the time of a program in Go may be of the time of that in Futhark's language.
const bar = 1.15

func verdict(ratio float64) string {
	if ratio <= bar {
		return "met"
	}
	return fmt.Sprintf("over %.2f", bar)
}

// result has the least times of a pair.
type result struct {
	accelerated, futhark time.Duration // of the programs
	marshalling          time.Duration // of the whole call in Go, less the program
	plain                time.Duration // of the same call in plain Go; 0 if it did not run
}

// measure runs a pair in turns.
func (c *config) measure(ctx context.Context, p pair) (r result, err error) {
	run := p.prepare()
	f, err := load(ctx, c.backend, p, run.args)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, f.executable.Close()) }()
	begin := time.Now()
	for round := range c.rounds + 1 {
		if round > 1 && time.Since(begin) > c.limit {
			break
		}
		accelerated, whole, err := c.accelerated(run)
		if err != nil {
			return r, err
		}
		futhark, err := f.run(ctx)
		if err != nil {
			return r, err
		}
		r.accelerated, r.futhark = least(r.accelerated, accelerated), least(r.futhark, futhark)
		if round == 0 { // the call has compiled the program
			if err := agree(run.results(), f.results); err != nil {
				return r, err
			}
			continue
		}
		r.marshalling = least(r.marshalling, whole-accelerated)
	}
	if c.plain {
		r.plain, err = p.plain(ctx)
	}
	return r, err
}

// accelerated runs the program in Go once, and returns the time of the program and of the whole call.
func (c *config) accelerated(run instance) (program, whole time.Duration, err error) {
	if run.restore != nil {
		run.restore()
	}
	runtime.GC() // which would work beside the call
	before, start := accelerate.Measured(), processorTime()
	begin := time.Now()
	run.call()
	whole = cmp.Or(processorTime()-start, time.Since(begin))
	after := accelerate.Measured()
	if after.Runs == before.Runs {
		return 0, 0, errors.New("the expression ran as plain Go: build this command by `lamina go`")
	}
	if program = after.Processor - before.Processor; program == 0 {
		program, whole = after.Clock-before.Clock, time.Since(begin)
	}
	return program, whole, nil
}

// plain is the time that another process takes for the call in plain Go.
func (p pair) plain(ctx context.Context) (time.Duration, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, self, "-as-go", p.name())
	cmd.Env = append(os.Environ(), accelerate.Variable+"=go")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("running it as plain Go: %w", err)
	}
	ns, err := strconv.ParseInt(string(bytes.TrimSpace(out)), 10, 64)
	return time.Duration(ns), err
}

// asGo prints the processor time of one call in nanoseconds.
func asGo(name string) error {
	for _, p := range pairs {
		if p.name() != name {
			continue
		}
		run := p.prepare()
		start, begin := processorTime(), time.Now()
		run.call()
		fmt.Println(int64(cmp.Or(processorTime()-start, time.Since(begin))))
		return nil
	}
	return fmt.Errorf("there is no %s; there are: %s", name, strings.Join(names(), ", "))
}

func least(a, b time.Duration) time.Duration {
	if a == 0 {
		return b
	}
	return min(a, b)
}

func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
