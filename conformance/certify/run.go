package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/lamina-lang/lamina/conformance/suite"
)

// Target is a device to test.
type Target struct {
	Backend string
	Device  string // in the backend's naming; "" is its choice, All every device it lists
	// Command starts a worker for the backend; the device is appended to it. Env is added
	// to its environment.
	Command []string
	Env     []string
	// Again are the flags, as text, that a command needs to repeat a case with the plugins of
	// this run.
	Again string
	// Repeat returns the command that repeats a case; nil is suite.Case.Repeat.
	Repeat func(*suite.Case) string
	// Missing, if set, says why there is no command; the backend is then unavailable.
	Missing  string
	Required bool // being unavailable is a failure
	Expectations
}

// repeatWith introduces, on a line of its own, the command that repeats a case.
const repeatWith = "Repeat it with: "

// repeat returns the command that repeats a case.
func (t *Target) repeat(c *suite.Case) string {
	if t.Repeat != nil {
		return t.Repeat(c)
	}
	return c.Repeat(t.Backend, t.Again)
}

// All, as a device, selects all devices of a backend.
const All = "all"

// CaseTimeout is the default time limit of a case.
const CaseTimeout = time.Minute

// Config says what to run.
type Config struct {
	Targets []Target
	Cases   []*suite.Case
	Timeout time.Duration // time limit of a case
	// Smaller is the time spent on reducing a generated program that killed the backend's
	// process; 0 is two minutes.
	Smaller time.Duration
	// Jobs is the number of processes that share the cases of a device; 0 is 1.
	Jobs int
	// Found is called once for each target, with its devices: those that will have results, or
	// one that says why there is none. They are valid until Run returns.
	Found func(devices []*DeviceReport)
	// Begin is called before a case runs on a device, possibly from several goroutines.
	Begin func(d *DeviceReport, c *suite.Case)
	// Progress is called with each result as it arrives, one at a time.
	Progress func(d *DeviceReport, r Result)
}

// Run runs all cases on all targets, concurrently. The error is the context's; everything
// else, including partial results, is in the report.
func (c *Config) Run(ctx context.Context) (*Report, error) {
	report := &Report{Started: time.Now()}
	found := make([][]*DeviceReport, len(c.Targets))
	var wg sync.WaitGroup
	var mu sync.Mutex
	for i := range c.Targets {
		wg.Go(func() { found[i] = c.target(ctx, &c.Targets[i], &mu) })
	}
	wg.Wait()
	for _, f := range found {
		report.Devices = append(report.Devices, f...)
	}
	report.Seconds = time.Since(report.Started).Seconds()
	return report, ctx.Err()
}

// target runs the devices of one target, concurrently.
func (c *Config) target(ctx context.Context, t *Target, mu *sync.Mutex) []*DeviceReport {
	reports := c.devices(ctx, t)
	if c.Found != nil {
		c.Found(reports)
	}
	var wg sync.WaitGroup
	for _, d := range reports {
		if d.Broken == "" && d.Unavailable == "" {
			r := &runner{config: c, target: t, report: d, mu: mu}
			wg.Go(func() { r.run(ctx) })
		}
	}
	wg.Wait()
	return reports
}

// devices finds the devices of a target, or the reason why there is none.
func (c *Config) devices(ctx context.Context, t *Target) []*DeviceReport {
	none := &DeviceReport{Backend: t.Backend, Required: t.Required, Results: []Result{}, Count: map[Status]int{}}
	if t.Missing != "" {
		none.Unavailable = t.Missing
		return []*DeviceReport{none}
	}
	device := t.Device
	if device == All {
		device = ""
	}
	first, err := start(ctx, append(t.Command[:len(t.Command):len(t.Command)], device), t.Env)
	switch {
	case err != nil:
		none.Broken = err.Error()
		return []*DeviceReport{none}
	case first.hello.Unavailable != "" || first.hello.Error != "":
		none.Unavailable, none.Broken = first.hello.Unavailable, first.hello.Error
		first.end()
		return []*DeviceReport{none}
	}
	devices := first.hello.Devices
	if t.Device != All {
		devices = []deviceLine{first.hello.Opened}
		if t.Device != "" {
			devices[0].ID = t.Device // as the user named it
		}
	}
	first.end()
	reports := make([]*DeviceReport, len(devices))
	for i, d := range devices {
		reports[i] = &DeviceReport{Backend: t.Backend, Device: d.ID, Name: d.Name, Detail: d.Detail, Results: []Result{}, Reached: suite.Coverage{}, Count: map[Status]int{}}
	}
	return reports
}

// runner runs the cases on one device.
type runner struct {
	config *Config
	target *Target
	report *DeviceReport
	mu     *sync.Mutex  // guards the report and Progress
	shrunk atomic.Int32 // number of generated programs reduced after their process died
}

// lane is one of a runner's processes.
type lane struct {
	*runner
	worker *process // nil if there is none now
	starts int      // consecutive failed starts
}

// start starts a worker for the device.
func (r *runner) start(ctx context.Context) (*process, error) {
	command := r.target.Command[:len(r.target.Command):len(r.target.Command)]
	return start(ctx, append(command, r.report.Device), r.target.Env)
}

// maxStarts bounds the number of consecutive failed starts of a worker.
const maxStarts = 3

func (r *runner) run(ctx context.Context) {
	begin := time.Now()
	groups := make(chan []*suite.Case)
	var wg sync.WaitGroup
	for range max(1, r.config.Jobs) {
		wg.Go(func() { (&lane{runner: r}).run(ctx, groups) })
	}
	for _, g := range byFile(r.config.Cases, r.config.Jobs) {
		groups <- g
	}
	close(groups)
	wg.Wait()
	r.report.Sort(r.config.Cases)
	r.report.NotTried = len(r.config.Cases) - len(r.report.Results)
	r.report.Seconds = time.Since(begin).Seconds()
}

// byFile groups cases for processes. If several processes share the cases, one of them
// runs all cases of a file: the first case compiles all kernels, which may take long, and
// the others find them compiled. The largest files come first.
func byFile(cases []*suite.Case, jobs int) [][]*suite.Case {
	var groups [][]*suite.Case
	at := map[string]int{} // by file
	for _, c := range cases {
		file := c.ID()
		if c.OfFile {
			file = file[:strings.LastIndex(file, "/")]
		}
		i, known := at[file]
		if !known || jobs <= 1 {
			i = len(groups)
			at[file] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], c)
	}
	slices.SortStableFunc(groups, func(a, b []*suite.Case) int { return len(b) - len(a) })
	return groups
}

// run runs the cases that it receives until ctx ends; then it only drains them.
func (l *lane) run(ctx context.Context, groups <-chan []*suite.Case) {
	defer func() {
		if l.worker != nil {
			l.worker.end()
		}
	}()
	for g := range groups {
		for _, c := range g {
			if ctx.Err() == nil {
				l.one(ctx, c)
			}
		}
	}
}

// one handles a case, which may be an exception.
func (l *lane) one(ctx context.Context, c *suite.Case) {
	expected, reason := l.target.of(c, l.report.Name)
	if expected == Unsupported {
		l.add(Result{Case: c.ID(), Status: Unsupported, Reason: reason}, nil)
		return
	}
	if l.config.Begin != nil {
		l.config.Begin(l.report, c)
	}
	a := l.try(ctx, c)
	if ctx.Err() == nil {
		r := result(c, expected, reason, a)
		if r.Status == Failed && !strings.Contains(r.Error, repeatWith) {
			r.Error += "\n" + repeatWith + l.target.repeat(c)
		}
		l.add(r, a.Reached)
	}
}

func (r *runner) add(res Result, reached []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.report.Add(res, reached)
	if r.config.Progress != nil {
		r.config.Progress(r.report, res)
	}
}

// try runs a case in the worker, and abandons the worker if it dies or hangs.
func (l *lane) try(ctx context.Context, c *suite.Case) answer {
	begin := time.Now()
	failed := func(err error) answer { return answer{Error: err.Error(), Seconds: time.Since(begin).Seconds()} }
	if l.worker == nil {
		if l.starts >= maxStarts {
			return failed(errors.New("not tried: the backend's process does not start any more"))
		}
		worker, err := l.start(ctx)
		if err != nil {
			l.starts++
			return failed(err)
		}
		l.worker, l.starts = worker, 0
	}
	a, err := l.worker.ask(ctx, question{Case: c.ID()}, l.config.Timeout)
	if err == nil {
		return a
	}
	l.worker.end()
	l.worker = nil
	if errors.Is(err, errTimeout) {
		err = &tooLong{l.config.Timeout}
	}
	if d := l.smaller(ctx, c, err); d != nil {
		a = failed(d)
		a.File = d.File
		return a
	}
	return failed(err)
}

// tooLong is the error of a case that exceeded its time limit.
type tooLong struct{ limit time.Duration }

func (e *tooLong) Error() string {
	return fmt.Sprintf("took longer than a case may (%v): its process was ended", e.limit)
}

// Shard returns every n-th case, starting with the i-th, where i counts from 1.
func Shard(cases []*suite.Case, i, n int) []*suite.Case {
	var out []*suite.Case
	for k := i - 1; k < len(cases); k += n {
		out = append(out, cases[k])
	}
	return out
}

// Deal divides cases into at most n parts of nearly the same number of cases. The cases of a
// file stay together, in their order; a part has at least one case.
func Deal(cases []*suite.Case, n int) [][]*suite.Case {
	out := make([][]*suite.Case, max(1, min(n, len(cases))))
	for _, g := range byFile(cases, 2) {
		least := 0
		for i := range out {
			if len(out[i]) < len(out[least]) {
				least = i
			}
		}
		out[least] = append(out[least], g...)
	}
	return slices.DeleteFunc(out, func(part []*suite.Case) bool { return len(part) == 0 })
}

// Filter returns the cases whose ID contains text.
func Filter(cases []*suite.Case, text string) []*suite.Case {
	var out []*suite.Case
	for _, c := range cases {
		if strings.Contains(c.ID(), text) {
			out = append(out, c)
		}
	}
	return out
}
