package pass

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/lamina-lang/lamina/core/entry"
)

// Manager runs pipelines. The zero Manager only runs the passes; each hook adds work
// around every pass.
type Manager struct {
	// Check rejects ill-formed programs, before the first pass and after each. It is
	// optional because it costs time.
	Check func(*Unit) error
	// Validate reports how the program after a pass differs in meaning from the program
	// before the pipeline (package meaning).
	Validate func(ctx context.Context, after *Unit) error
	// Twice runs each pass a second time, on a copy, and requires the same result: passes
	// must be deterministic.
	Twice bool
	// Observers see the program between passes, in order.
	Observers []Observer
	// Stages, if set, is shared by managers whose pipelines may begin alike on one program.
	Stages *Stages
}

// Observer observes a program on its way through a pipeline. It must not change it.
type Observer interface {
	Start(u *Unit)                   // before the first pass
	After(s Step, u *Unit, t Timing) // after each pass that succeeded
}

// Report describes a run of a pipeline.
type Report struct {
	Times []Timing
}

// Timing is the time that one step took, without hooks, and the number of rewrites that
// it made.
type Timing struct {
	Step     string
	Time     time.Duration
	Crossing time.Duration // part of Time: transfer to a plugin and back, including its start
	Rewrites int
}

// Pass returns the name of the pass.
func (t Timing) Pass() string {
	name, _, _ := strings.Cut(t.Step, "{")
	name, _, _ = strings.Cut(name, "#")
	return name
}

// Error is the failure of a pass.
type Error struct {
	Step  string // the pass, with its options
	Fun   string // the function that it was transforming, if known
	Err   error
	Stack string // the stack of the panic, if it panicked
}

// Error returns the pass, the function and the cause, without the stack.
func (e *Error) Error() string {
	where := ""
	if e.Fun != "" {
		where = " in function " + e.Fun
	}
	return fmt.Sprintf("pass %s%s: %v", e.Step, where, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Run takes u through the pipeline. After an error u holds what the failing pass left;
// the report covers the steps that completed.
func (m *Manager) Run(ctx context.Context, p *Pipeline, u *Unit) (Report, error) {
	var report Report
	if u.Level() != p.Start {
		return report, fmt.Errorf("running pipeline %q: the program is at level %s; the pipeline was built for %s", p, u.Level(), p.Start)
	}
	before := u.entries()
	way := m.onWay(u)
	report.Times = way.resume(p, u)
	if m.Check != nil && len(report.Times) == 0 {
		if err := m.Check(u); err != nil {
			return report, fmt.Errorf("before the first pass: %w", err)
		}
	}
	for _, o := range m.Observers {
		o.Start(u)
	}
	told, err := prescribed(u)
	if err != nil {
		return report, fmt.Errorf("before the first pass: %w", err)
	}
	next := u.Next
	defer func() { u.Next = next }()
	for alone := 0; len(report.Times) < len(p.Steps); {
		done := len(report.Times)
		steps := p.Steps[done:]
		if err := ctx.Err(); err != nil {
			return report, fmt.Errorf("before pass %s: %w", steps[0], err)
		}
		if n := m.together(steps); n > 1 && done >= alone {
			u.Next = nextOf(p.Steps, done+n, next)
			if times, err := runTogether(ctx, steps[:n], u); err == nil {
				if err := keeps(before, u, stepNames(steps[:n])); err != nil {
					return report, err
				}
				if err := told.kept(u, steps[:n]); err != nil {
					return report, err
				}
				report.Times = append(report.Times, times...)
				way.open = false
				continue
			}
			alone = done + n // run them one by one to find which one fails, and why
		}
		u.Next = nextOf(p.Steps, done+1, next)
		t, err := m.step(ctx, steps[0], u, before, &told)
		if err != nil {
			return report, err
		}
		report.Times = append(report.Times, t)
		way.keep(steps[0], u, report.Times, len(steps) == 1)
	}
	return report, nil
}

// nextOf returns the pass of step i, or next after the last step.
func nextOf(steps []Step, i int, next *Pass) *Pass {
	if i < len(steps) {
		return steps[i].Pass
	}
	return next
}

// keeps checks that the entry points have the types that they had before the pipeline.
// Callers rely on them, and a program that lost a result or exchanged parameters may
// still be well-formed.
func keeps(before entries, u *Unit, passes string) error {
	if err := entry.Preserves(before.interfaces, u.Interfaces(), before.regions...); err != nil {
		return &Error{Step: passes, Err: fmt.Errorf("left a program %w", err)}
	}
	return nil
}

// entries are the entry points of a program, and its regions, which may become some.
type entries struct {
	interfaces []entry.Interface
	regions    []string
}

func (u *Unit) entries() entries { return entries{u.Interfaces(), u.Regions()} }

func stepNames(steps []Step) string {
	names := make([]string, len(steps))
	for i, s := range steps {
		names[i] = s.String()
	}
	return strings.Join(names, ",")
}

// step runs one pass and its hooks. before are the entry points before the pipeline, and told is what is prescribed.
// A pass that dropped a prescription is told so before the checker finds what it left of that.
func (m *Manager) step(ctx context.Context, s Step, u *Unit, before entries, told *prescriptions) (Timing, error) {
	var second *Unit
	if m.Twice {
		second = u.Clone()
	}
	start := time.Now()
	if err := runPass(ctx, s, u); err != nil {
		return Timing{}, err
	}
	t := Timing{Step: s.String(), Time: time.Since(start), Crossing: u.crossing, Rewrites: u.RewritesMade()}
	if got, want := u.Level(), s.Pass.To; want != 0 && got != want {
		return t, &Error{Step: s.String(), Err: fmt.Errorf("left a program at level %s; it is declared to leave %s", got, want)}
	}
	for _, o := range m.Observers {
		o.After(s, u, t)
	}
	if m.Twice {
		if err := sameAgain(ctx, s, second, u); err != nil {
			return t, err
		}
	}
	if err := told.kept(u, []Step{s}); err != nil {
		return t, err
	}
	if u.HandsOn(s.Pass.Home) {
		return t, keeps(before, u, s.String())
	}
	if m.Check != nil {
		if err := m.Check(u); err != nil {
			return t, &Error{Step: s.String(), Err: fmt.Errorf("left an ill-formed program: %w", err)}
		}
	}
	if err := keeps(before, u, s.String()); err != nil {
		return t, err
	}
	if m.Validate != nil {
		if err := m.Validate(ctx, u); err != nil {
			return t, &Error{Step: s.String(), Err: fmt.Errorf("changed the program's meaning: %w", err)}
		}
	}
	return t, nil
}

// sameAgain runs s on before, a copy of its input, and compares the result with after,
// its first result.
func sameAgain(ctx context.Context, s Step, before, after *Unit) error {
	if err := runPass(ctx, s, before); err != nil {
		return fmt.Errorf("run a second time on the same program: %w", err)
	}
	first, second := after.String(), before.String()
	if first == second {
		return nil
	}
	line, a, b := firstDifference(first, second)
	return &Error{Step: s.String(), Err: fmt.Errorf("made two different programs of one; line %d is first\n  %s\nand then\n  %s\nIts result must not depend on the order of a map, on time or on chance", line, a, b)}
}

// firstDifference returns the first line that differs.
func firstDifference(a, b string) (line int, inA, inB string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for line < len(as) && line < len(bs) && as[line] == bs[line] {
		line++
	}
	at := func(lines []string) string {
		if line < len(lines) {
			return strings.TrimSpace(lines[line])
		}
		return "(nothing)"
	}
	return line + 1, at(as), at(bs)
}

// runPass runs the pass alone and turns a panic into an error.
func runPass(ctx context.Context, s Step, u *Unit) (err error) {
	u.pass, u.fun, u.crossing = s.Pass.Name, "", 0
	u.allowance = allow(s.Options.Int(Rewrites))
	defer func() {
		if r := recover(); r != nil {
			err = &Error{s.String(), u.fun, fmt.Errorf("panic: %v", r), string(debug.Stack())}
		}
		u.pass, u.fun = "", ""
	}()
	if err := s.Pass.Run(ctx, u, s.Options); err != nil {
		out := &Error{Step: s.String(), Err: err}
		var panicked interface{ StackTrace() string } // of a plugin
		if errors.As(err, &panicked) {
			out.Stack = panicked.StackTrace()
		}
		return out
	}
	return nil
}
