package interp

import (
	"context"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// datum is the value of a variable: a scalar, a vector, an array or a block.
type datum struct {
	scalar.Value
	lanes []scalar.Value // of a vector; never changed
	array *array
	block *block
}

// machine is the state of a run.
type machine struct {
	env   []datum      // by slot; constants have slots too
	at    position     // of the running statement
	calls []source.Pos // dynamic call sites, outermost first

	ctx      context.Context
	opts     Options
	nextPoll int64 // the number of steps at which to check ctx and the limit again
	report   Report

	heap bool // heap semantics, which checks for races
	// authored is set if arrays share blocks, so that authors are tracked.
	authored bool
	scopes           // the live blocks
	race     *race   // of the innermost running kernel
	epochs   uint32  // kernels run so far
	births   int64   // blocks allocated so far
	thread   *thread // the running thread, in a launch (imp)

	chose   bool // the run chose between versions that may fail differently (ir.Enough)
	repeats bool // the run repeats one that failed
}

// position describes a statement to errors.
type position interface {
	describe() (stm string, pos source.Pos)
}

func newMachine(ctx context.Context, opts Options) *machine {
	if opts.MaxBytes == 0 {
		opts.MaxBytes = DefaultMaxBytes
	}
	return &machine{ctx: ctx, opts: opts}
}

// stop carries an error through a panic, to protect.
type stop struct{ err error }

// protect runs f and returns the error that stopped it.
func (m *machine) protect(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(stop)
			if !ok {
				panic(r)
			}
			err = s.err
		}
	}()
	m.poll()
	f()
	return nil
}

// invalid stops the run: the program broke a rule of the IR.
func (m *machine) invalid(format string, args ...any) {
	e := &fault.Invalid{Message: fmt.Sprintf(format, args...)}
	if m.at != nil {
		e.Stm, e.Pos = m.at.describe()
	}
	panic(stop{e})
}

// fail stops the run: the program failed at the first position of the trace.
func (m *machine) fail(message string, trace []source.Pos) {
	trace = slices.Clone(trace)
	for _, site := range slices.Backward(m.calls) {
		if site.IsValid() {
			trace = append(trace, site)
		}
	}
	panic(stop{&fault.Failure{Message: message, Trace: trace}})
}

// failHere stops the run: the current statement failed.
func (m *machine) failHere(format string, args ...any) {
	var trace []source.Pos
	if m.at != nil {
		if _, pos := m.at.describe(); pos.IsValid() {
			trace = append(trace, pos)
		}
	}
	m.fail(fmt.Sprintf(format, args...), trace)
}

const stepsBetweenPolls = 1 << 14

// spend counts n steps of work. It stops a run that was cancelled or has used up its
// steps.
func (m *machine) spend(n int64) {
	m.report.Steps += n
	if m.report.Steps >= m.nextPoll {
		m.poll()
	}
}

func (m *machine) poll() {
	if err := m.ctx.Err(); err != nil {
		panic(stop{fmt.Errorf("run stopped: %w", err)})
	}
	m.nextPoll = m.report.Steps + stepsBetweenPolls
	if limit := m.opts.MaxSteps; limit > 0 {
		if m.report.Steps > limit {
			panic(stop{fmt.Errorf("%w: more than %d steps", ErrStopped, limit)})
		}
		m.nextPoll = min(m.nextPoll, limit+1)
	}
}

// int returns the i64 in a slot.
func (m *machine) int(slot int) int64 { return int64(m.env[slot].Bits) }

// setInt stores an i64 in a slot.
func (m *machine) setInt(slot int, x int64) {
	m.env[slot].Value = i64(x)
}

func i64(x int64) scalar.Value { return scalar.Value{Type: scalar.I64, Bits: uint64(x)} }

// ints returns the i64s in slots.
func (m *machine) ints(slots []int) []int64 {
	out := make([]int64, len(slots))
	for i, s := range slots {
		out[i] = m.int(s)
	}
	return out
}

// takeInto copies the values in slots to out.
func (m *machine) takeInto(out []datum, slots []int) {
	for i, s := range slots {
		out[i] = m.env[s]
	}
}
