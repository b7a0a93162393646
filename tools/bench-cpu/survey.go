package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/conformance/testblock"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

// The survey measures many programs of many kinds, each on one thread, with the backends wasm and
// c and with Futhark's c: processor time, time by the clock, and peak memory.

// surveyed are the contenders, in the order of the table's columns.
var surveyed = []string{"futhark", "wasm", "c"}

// subject is a program of the survey.
type subject struct {
	name, file string
	unit       *pass.Unit
	inputs     []input
	input      // the chosen one
}

// input holds the arguments of an entry point.
type input struct {
	text string
	args []value.Value
}

// figures are the survey's measurements of one contender.
type figures struct {
	Processor float64 `json:"processor_ms"`
	Clock     float64 `json:"clock_ms"`
	Peak      float64 `json:"peak_mib"`
}

// surveyRow is a line of the table.
type surveyRow struct {
	Program string             `json:"program"`
	Input   string             `json:"input"`
	Figures map[string]figures `json:"figures"` // by contender
	Problem string             `json:"problem,omitempty"`
}

// ratio is a backend's processor time relative to Futhark's.
func (r *surveyRow) ratio(name string) float64 {
	return r.Figures[name].Processor / r.Figures["futhark"].Processor
}

// timed returns contenders' times: of one batch of runs, the mean processor time and the least
// time by the clock.
type timed interface {
	batch(ctx context.Context) (processor, clock time.Duration, err error)
	results(like []value.Value) ([]value.Value, error)
	Close() error
}

// batchTime is about how long a batch of runs takes.
const batchTime = 100 * time.Millisecond

// emptyProgram is the name of the program that does nothing, which tells what memory a run takes
// besides its data.
const emptyProgram = "empty"

// survey measures the programs, the empty one first, but those that are known, and prints each line
// as soon as it is known.
func (c *config) survey(ctx context.Context, wanted map[string]bool, known []surveyRow, dir string) ([]surveyRow, error) {
	d, err := driver.New()
	if err != nil {
		return nil, err
	}
	command := filepath.Join(dir, "lamina")
	if err := compile("go", "build", "-C", c.root, "-o", command, "./tools/lamina"); err != nil {
		return nil, err
	}
	files, err := c.surveyFiles()
	if err != nil {
		return nil, err
	}
	base := surveyRow{Program: emptyProgram, Figures: map[string]figures{}}
	empty := filepath.Join(dir, "empty.fut")
	if err := os.WriteFile(empty, []byte("-- ==\n-- notest input { }\nentry main : i64 = 1\n"), 0o644); err != nil {
		return nil, err
	}
	s, err := readSubject(ctx, d, emptyProgram, empty)
	if err != nil {
		return nil, err
	}
	if err := c.surveyOne(ctx, d, s, command, filepath.Join(dir, "empty"), &base); err != nil {
		return nil, err
	}
	rows := []surveyRow{base}
	done := map[string]bool{}
	for _, r := range known {
		if r.Program != emptyProgram {
			rows, done[r.Program] = append(rows, r), true
		}
	}
	for _, file := range files {
		base := strings.TrimSuffix(filepath.Base(file), ".fut")
		name := filepath.Base(filepath.Dir(file)) + "/" + base
		if done[name] || len(wanted) > 0 && !wanted[base] && !wanted[name] {
			continue
		}
		row := surveyRow{Program: name, Figures: map[string]figures{}}
		s, err := readSubject(ctx, d, base, file)
		if err == nil {
			err = c.surveyOne(ctx, d, s, command, filepath.Join(dir, strings.ReplaceAll(name, "/", "-")), &row)
		}
		if ctx.Err() != nil {
			break // what was measured is printed
		}
		if err != nil {
			row.Problem, _, _ = strings.Cut(err.Error(), "\n")
		}
		fmt.Fprintln(os.Stderr, row.line())
		rows = append(rows, row)
	}
	if len(rows) == 1 {
		return nil, errors.New("there is nothing to measure: -only names no program")
	}
	return rows, nil
}

// surveyFiles are the programs of the survey.
func (c *config) surveyFiles() ([]string, error) {
	var out []string
	folders := []string{programs + "later", programs + "everyday", "conformance/zoo"}
	for i, folder := range folders {
		folders[i] = filepath.Join(c.root, folder)
	}
	if c.folder != "" {
		folders = []string{c.folder}
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.fut"))
		if err != nil {
			return nil, err
		}
		out = append(out, files...)
	}
	return out, nil
}

// readSubject reads a program and its inputs: the generated one, or those of its test blocks that
// are not for tests.
func readSubject(ctx context.Context, d *driver.Driver, name, file string) (*subject, error) {
	unit, err := d.Load(ctx, file)
	if err != nil {
		return nil, err
	}
	s := &subject{name: name, file: file, unit: unit}
	if filepath.Base(filepath.Dir(file)) == "everyday" {
		make, ok := everyday[name]
		if !ok {
			make = described[name]
		}
		s.inputs = []input{{"generated", make(rand.New(rand.NewPCG(1, 2)))}}
		return s, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	blocks, err := testblock.Parse(file, string(text))
	if err != nil {
		return nil, err
	}
	for i := range blocks {
		for k := range blocks[i].Cases {
			in := &blocks[i].Cases[k].Input
			if !blocks[i].Cases[k].HasFlag(testblock.NoTest) || in.From != testblock.Inline {
				continue
			}
			args, err := value.NewBytesReader([]byte(in.Text), in.Pos).AllAs(driver.ParamTypes(unit, "main"))
			if err != nil {
				return nil, err
			}
			s.inputs = append(s.inputs, input{strings.Join(strings.Fields(in.Text), " "), args})
		}
	}
	if len(s.inputs) == 0 {
		return nil, fmt.Errorf("%s has no test block with a notest input", file)
	}
	return s, nil
}

// Inputs of less than longEnough are so short that what surrounds a run counts; those of more than
// tooLong are not tried to the end.
const longEnough, tooLong = time.Millisecond, time.Second

// choose returns the first of the inputs on which a program takes long enough, or the last on which
// it does not take too long.
func (s *subject) choose(ctx context.Context, exe backend.Executable) (chosen input, err error) {
	for i, in := range s.inputs {
		limited, cancel := ctx, func() {}
		if i > 0 {
			limited, cancel = context.WithTimeout(ctx, tooLong)
		}
		_, report, err := exe.Run(limited, "main", in.args)
		cancel()
		if err != nil && i > 0 && ctx.Err() == nil {
			break
		}
		if err != nil {
			return input{}, err
		}
		chosen = in
		if report.Total >= longEnough {
			break
		}
	}
	return chosen, nil
}

// surveyOne measures one program: all contenders in turns, then their memory.
func (c *config) surveyOne(ctx context.Context, d *driver.Driver, s *subject, command, dir string, row *surveyRow) (err error) {
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	all := map[string]timed{}
	defer func() {
		for _, x := range all {
			err = errors.Join(err, x.Close())
		}
	}()
	for _, name := range surveyed[1:] {
		exe, _, err := d.Build(ctx, s.unit, driver.Config{Backend: name, Run: backend.Options{Threads: 1}})
		if err != nil {
			return err
		}
		if name == "wasm" {
			if s.input, err = s.choose(ctx, exe); err != nil {
				return errors.Join(err, exe.Close())
			}
			row.Input = s.text
		}
		all[name] = &ours{exe: exe, args: s.args}
	}
	rival, err := c.futharkProgram(s, dir)
	if err != nil {
		return err
	}
	all["futhark"] = rival
	for range c.rounds {
		for _, name := range surveyed {
			worked, took, err := all[name].batch(ctx)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			f, known := row.Figures[name]
			if !known {
				f = figures{Processor: millis(worked), Clock: millis(took)}
			}
			f.Processor, f.Clock = min(f.Processor, millis(worked)), min(f.Clock, millis(took))
			row.Figures[name] = f
		}
	}
	if err := c.surveyMemory(ctx, s, rival, command, row); err != nil {
		return err
	}
	return agreeing(all)
}

// agreeing compares the results of the contenders, with the tests' tolerance.
func agreeing(all map[string]timed) error {
	expected, err := all["wasm"].results(nil)
	if err != nil {
		return err
	}
	for _, name := range []string{"c", "futhark"} {
		got, err := all[name].results(expected)
		if err != nil {
			return err
		}
		if len(got) != len(expected) {
			return fmt.Errorf("%s gives %d results, wasm %d", name, len(got), len(expected))
		}
		for i := range got {
			if err := value.Compare(expected[i], got[i], value.DefaultTolerance); err != nil {
				return fmt.Errorf("%s: result %d differs from wasm's: %w", name, i, err)
			}
		}
	}
	return nil
}

// ours is an executable of a backend of Lamina.
type ours struct {
	exe  backend.Executable
	args []value.Value
	last []value.Value
}

// batch runs the program for a while, once at least. A backend that does not measure processor
// time works in this thread; the thread's time counts, with what it takes to copy values, or the time by the
// clock if that is less.
func (x *ours) batch(ctx context.Context) (processor, clock time.Duration, err error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var sum time.Duration
	n := 0
	for start := time.Now(); n == 0 || time.Since(start) < batchTime; n++ {
		before := processorTime()
		out, report, err := x.exe.Run(ctx, "main", x.args)
		if err != nil {
			return 0, 0, err
		}
		sum += cmp.Or(report.Processor, min(processorTime()-before, report.Total))
		clock = least(clock, report.Total)
		x.last = out
	}
	return sum / time.Duration(n), clock, nil
}

func (x *ours) results([]value.Value) ([]value.Value, error) { return x.last, nil }

func (x *ours) Close() error { return x.exe.Close() }

// theirs is a program that Futhark compiled.
type theirs struct {
	program string
	input   []byte
	runs    int // of a batch
}

func (c *config) futharkProgram(s *subject, dir string) (*theirs, error) {
	x := &theirs{program: filepath.Join(dir, "futhark")}
	if err := compile(c.futhark, "c", "-o", x.program, s.file); err != nil {
		return nil, err
	}
	var input bytes.Buffer
	if err := value.Write(&input, value.Binary, s.args...); err != nil {
		return nil, err
	}
	x.input = input.Bytes()
	return x, nil
}

// batch subtracts the processor time of a process with few runs, which reads the input too, from
// that of one with many.
func (x *theirs) batch(ctx context.Context) (processor, clock time.Duration, err error) {
	if x.runs == 0 {
		if _, clock, err = x.start(ctx, 2); err != nil {
			return 0, 0, err
		}
		x.runs = int(min(max(int64(batchTime/max(clock, time.Microsecond)), 2), 2000))
	}
	few, _, err := x.start(ctx, 1)
	if err != nil {
		return 0, 0, err
	}
	many, clock, err := x.start(ctx, 1+x.runs)
	if err != nil {
		return 0, 0, err
	}
	return max(many-few, time.Microsecond) / time.Duration(x.runs), clock, nil
}

// start runs the process, and returns its processor time and the least time of its runs.
func (x *theirs) start(ctx context.Context, runs int) (processor, clock time.Duration, err error) {
	out, err := os.Create(x.program + ".out")
	if err != nil {
		return 0, 0, err
	}
	defer out.Close()
	times := x.program + ".times"
	cmd := x.command(ctx, runs, "-t", times)
	cmd.Stdout = out
	if err := cmd.Run(); err != nil {
		return 0, 0, err
	}
	clock, err = leastTime(times)
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), clock, err
}

func (x *theirs) results([]value.Value) ([]value.Value, error) {
	f, err := os.Open(x.program + ".out")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return value.Read(f, f.Name())
}

func (x *theirs) Close() error { return nil }

// worst is the order of the table: the greatest ratio of a backend first, problems last.
func worst(rows []surveyRow) []surveyRow {
	out := slices.Clone(rows)
	slices.SortStableFunc(out, func(a, b surveyRow) int {
		if (a.Problem == "") != (b.Problem == "") {
			return cmp.Compare(len(a.Problem), len(b.Problem))
		}
		return cmp.Compare(b.ratio("wasm"), a.ratio("wasm"))
	})
	return out
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// line is the row as one line of text.
func (r *surveyRow) line() string {
	if r.Problem != "" {
		return r.Program + ": " + r.Problem
	}
	return fmt.Sprintf("%-22s futhark %9.3f ms  wasm %9.3f ms %6.2f  c %9.3f ms %6.2f  %s", r.Program,
		r.Figures["futhark"].Processor, r.Figures["wasm"].Processor, r.ratio("wasm"), r.Figures["c"].Processor, r.ratio("c"), strconv.Quote(r.Input))
}
