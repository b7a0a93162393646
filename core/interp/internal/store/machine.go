// Package store holds the state of a run of an interpreter: the variables, and the memory
// that they refer to.
//
// Memory consists of blocks of bytes. Each byte has a tag that tells what was last written
// there, and arrays are layouts of elements in a block. All accesses go through Machine,
// which stops the run when it finds a program that breaks a rule: an element is read that
// was not written as part of the array (author.go), a block is used after its scope has
// ended (scope.go), or iterations of a kernel access one element in conflict (race.go).
// A run stops by a panic, which Protect turns into an error.
package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// Datum is the value of a variable: a scalar, a vector, an array or a block.
type Datum struct {
	scalar.Value
	Lanes []scalar.Value // of a vector; never changed
	Array *Array
	Block *Block
}

// String shows a value in messages.
func (d Datum) String() string {
	switch {
	case d.Array != nil:
		return d.Array.String()
	case d.Block != nil:
		return d.Block.String()
	case d.Type != 0:
		return d.Value.String()
	}
	return "nothing"
}

// Machine is the state of a run.
type Machine struct {
	Env   []Datum      // by slot; constants have slots, too
	At    Position     // of the running statement
	Calls []source.Pos // dynamic call sites, outermost first

	Opts     Options
	Report   Report
	ctx      context.Context
	nextPoll int64 // the number of steps at which to check ctx and the limit again

	Semantics
	scopes        // the live blocks
	race   *Race  // of the innermost running kernel
	epochs uint32 // kernels run so far
	births int64  // blocks allocated so far

	Chose   bool // the run chose between versions that may fail differently (ir.Enough)
	Repeats bool // the run repeats one that failed
}

// Semantics says what a run checks.
type Semantics struct {
	Heap     bool // arrays lie in blocks that the program names, and races are detected
	authored bool // arrays share blocks, so that authors are tracked
}

// The semantics of the levels.
var (
	Values        = Semantics{}                           // arrays are values
	LocatedArrays = Semantics{Heap: true, authored: true} // arrays have locations
	Blocks        = Semantics{Heap: true}                 // there are only blocks
)

// Position describes a statement to errors.
type Position interface {
	Describe() (stm string, pos source.Pos)
}

// New returns the state before a run.
func New(ctx context.Context, opts Options, means Semantics) Machine {
	if opts.MaxBytes == 0 {
		opts.MaxBytes = DefaultMaxBytes
	}
	return Machine{ctx: ctx, Opts: opts, Semantics: means}
}

// Repeat runs a program from the state start, and once more if it failed after it chose
// between versions that may fail differently. The blocks of the second run are numbered on
// from those of the first.
func Repeat(start Machine, run func(start Machine) ([]value.Value, *Machine, error)) ([]value.Value, Report, error) {
	results, m, err := run(start)
	var failed *fault.Failure
	if m.Chose && errors.As(err, &failed) {
		start.Repeats, start.births = true, m.births
		results, m, err = run(start)
	}
	return results, m.Report, err
}

// Border is the position of a function, outside its statements.
type Border struct {
	Name string
	Pos  source.Pos
}

// Describe names the function.
func (b Border) Describe() (string, source.Pos) { return "fun " + b.Name, b.Pos }

// stop carries an error through a panic, to Protect.
type stop struct{ err error }

// Protect runs f and returns the error that stopped it.
func (m *Machine) Protect(f func()) (err error) {
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

// Stop ends the run with an error.
func (m *Machine) Stop(err error) { panic(stop{err}) }

// Invalid stops the run: the program broke a rule of the IR.
func (m *Machine) Invalid(format string, args ...any) {
	e := &fault.Invalid{Message: fmt.Sprintf(format, args...)}
	if m.At != nil {
		e.Stm, e.Pos = m.At.Describe()
	}
	panic(stop{e})
}

// Fail stops the run: the program failed at the first position of the trace.
func (m *Machine) Fail(message string, trace []source.Pos) {
	trace = slices.Clone(trace)
	for _, site := range slices.Backward(m.Calls) {
		if site.IsValid() {
			trace = append(trace, site)
		}
	}
	panic(stop{&fault.Failure{Message: message, Trace: trace}})
}

// failHere stops the run: the current statement failed.
func (m *Machine) failHere(format string, args ...any) {
	var trace []source.Pos
	if m.At != nil {
		if _, pos := m.At.Describe(); pos.IsValid() {
			trace = append(trace, pos)
		}
	}
	m.Fail(fmt.Sprintf(format, args...), trace)
}

const stepsBetweenPolls = 1 << 14

// Spend counts n steps of work. It stops a run that was cancelled or has used up its
// steps.
func (m *Machine) Spend(n int64) {
	m.Report.Steps += n
	if m.Report.Steps >= m.nextPoll {
		m.poll()
	}
}

func (m *Machine) poll() {
	if err := m.ctx.Err(); err != nil {
		panic(stop{fmt.Errorf("run stopped: %w", err)})
	}
	m.nextPoll = m.Report.Steps + stepsBetweenPolls
	if limit := m.Opts.MaxSteps; limit > 0 {
		if m.Report.Steps > limit {
			panic(stop{fmt.Errorf("%w: more than %d steps", ErrStopped, limit)})
		}
		m.nextPoll = min(m.nextPoll, limit+1)
	}
}

// Int returns the i64 in a slot.
func (m *Machine) Int(slot int) int64 { return int64(m.Env[slot].Bits) }

// SetInt stores an i64 in a slot.
func (m *Machine) SetInt(slot int, x int64) {
	m.Env[slot].Value = I64(x)
}

// I64 is a value of type i64.
func I64(x int64) scalar.Value { return scalar.Value{Type: scalar.I64, Bits: uint64(x)} }

// Ints returns the i64s in slots.
func (m *Machine) Ints(slots []int) []int64 {
	out := make([]int64, len(slots))
	for i, s := range slots {
		out[i] = m.Int(s)
	}
	return out
}

// TakeInto copies the values in slots to out.
func (m *Machine) TakeInto(out []Datum, slots []int) {
	for i, s := range slots {
		out[i] = m.Env[s]
	}
}

// CheckOperator checks that an operator is defined on a type, and takes that many
// operands.
func (m *Machine) CheckOperator(op scalar.Op, t scalar.Type, operands int) {
	if info := op.Info(); !info.On.Has(t) || info.Arity() != operands {
		m.Invalid("%s takes %d operands of one of the types %s", op, info.Arity(), info.On)
	}
}

// Trips returns the trip count of a loop that counts from 0 to n, exclusive.
func Trips(n scalar.Value) uint64 {
	if n.Type.IsSigned() && n.Int() < 0 {
		return 0
	}
	return n.Bits
}
