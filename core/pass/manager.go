package pass

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/lamina-lang/lamina/core/ir"
)

// Manager runs pipelines. The zero Manager just runs the passes; each hook that
// is set adds something around every pass.
type Manager struct {
	// Check looks for ill-formed programs, before the first pass and after
	// each. It is the caller's choice, because it costs time.
	Check func(*Unit) error
	// Validate compares what the program meant before a pass, at IR level,
	// with what it means after. before is nil when the pass ran on imp.
	Validate func(ctx context.Context, before *ir.Program, after *Unit) error
	// Trace prints programs between passes.
	Trace Trace
}

// Report says what a pipeline did.
type Report struct {
	Times []Timing
}

// Timing is the time that one step took, hooks not counted.
type Timing struct {
	Step string
	Time time.Duration
}

// Error says which pass failed and how.
type Error struct {
	Step  string // the pass, with its options
	Fun   string // the function of the program that it worked on, if known
	Err   error
	Stack string // where it panicked, if it did
}

// Error names the pass, the function and the cause, without the stack.
func (e *Error) Error() string {
	where := ""
	if e.Fun != "" {
		where = " in function " + e.Fun
	}
	return fmt.Sprintf("pass %s%s: %v", e.Step, where, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Run takes u through the pipeline. After an error u holds whatever the failing
// pass left; the report covers the steps that finished.
func (m *Manager) Run(ctx context.Context, p *Pipeline, u *Unit) (Report, error) {
	var report Report
	if u.Level() != p.Start {
		return report, fmt.Errorf("running pipeline %q: the program is at level %s; the pipeline was built for %s", p, u.Level(), p.Start)
	}
	if m.Check != nil {
		if err := m.Check(u); err != nil {
			return report, fmt.Errorf("before the first pass: %w", err)
		}
	}
	m.Trace.start(u)
	for _, s := range p.Steps {
		if err := ctx.Err(); err != nil {
			return report, fmt.Errorf("before pass %s: %w", s, err)
		}
		t, err := m.step(ctx, s, u)
		if err != nil {
			return report, err
		}
		report.Times = append(report.Times, t)
	}
	return report, nil
}

// step runs one pass and what is asked for around it.
func (m *Manager) step(ctx context.Context, s Step, u *Unit) (Timing, error) {
	var before *ir.Program
	if m.Validate != nil && u.IR != nil {
		before = u.IR.Clone()
	}
	start := time.Now()
	if err := runPass(ctx, s, u); err != nil {
		return Timing{}, err
	}
	t := Timing{s.String(), time.Since(start)}
	if got, want := u.Level(), s.Pass.To; want != 0 && got != want {
		return t, &Error{Step: s.String(), Err: fmt.Errorf("left a program at level %s; it is declared to leave %s", got, want)}
	}
	m.Trace.after(s, u)
	if m.Check != nil {
		if err := m.Check(u); err != nil {
			return t, &Error{Step: s.String(), Err: fmt.Errorf("left an ill-formed program: %w", err)}
		}
	}
	if m.Validate != nil {
		if err := m.Validate(ctx, before, u); err != nil {
			return t, &Error{Step: s.String(), Err: fmt.Errorf("changed the program's meaning: %w", err)}
		}
	}
	return t, nil
}

// runPass runs the pass alone and makes an error of a panic.
func runPass(ctx context.Context, s Step, u *Unit) (err error) {
	u.pass, u.fun = s.Pass.Name, ""
	defer func() {
		if r := recover(); r != nil {
			err = &Error{s.String(), u.fun, fmt.Errorf("panic: %v", r), string(debug.Stack())}
		}
		u.pass, u.fun = "", ""
	}()
	if err := s.Pass.Run(ctx, u, s.Options); err != nil {
		return &Error{Step: s.String(), Err: err}
	}
	return nil
}
