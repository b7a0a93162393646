package c

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c/internal/print"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/value"
)

// executable is a compiled program.
type executable struct {
	prog    *imp.Program
	unit    *print.Unit
	program program
	limit   int64
	threads int
	profile bool

	mu      sync.Mutex // one run at a time
	process *process   // nil until a run needs one
	closed  bool
}

// Run calls an entry point.
func (x *executable) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	report := &backend.Report{}
	if x.closed {
		return nil, report, errors.New("the executable is closed")
	}
	f := x.prog.Fun(entry)
	if f == nil || f.Entry == nil {
		return nil, report, fault.Failf("the program has no entry point %q", entry)
	}
	if err := ctx.Err(); err != nil {
		return nil, report, err
	}
	words, err := words(f, args)
	if err != nil {
		return nil, report, err
	}
	if x.process == nil {
		if x.process, err = start(x.program.path, x.threads, x.limit, x.profile); err != nil {
			return nil, report, fmt.Errorf("backend %s: starting the compiled program: %w", Name, err)
		}
	}
	stop := context.AfterFunc(ctx, x.process.kill)
	results, err := x.call(f, words, report)
	if !stop() || err != nil && !isFailure(err) {
		err = x.process.broken(ctx, err)
		x.process = nil
		return nil, report, err
	}
	return results, report, err
}

// isFailure reports whether a run ended by the program's fault: the process lives on.
func isFailure(err error) bool {
	var failure *fault.Failure
	var invalid *fault.Invalid
	return errors.As(err, &failure) || errors.As(err, &invalid)
}

// word is an argument: a scalar's bits, or the bytes of an array.
type word struct {
	bits  uint64
	array []byte
	block bool
	name  string // of an array, for messages
}

// words checks the arguments and assigns them to f's parameters.
func words(f *imp.Fun, args []value.Value) ([]word, error) {
	sizes, err := entry.Sizes(f.EntryParams(), args)
	if err != nil {
		return nil, err
	}
	given := map[name.Name]int{}
	for i, p := range f.Entry.Params {
		given[p.Var] = i
	}
	out := make([]word, len(f.Params))
	for i, p := range f.Params {
		arg, ok := given[p.Name]
		switch size, isSize := sizes[p.Name]; {
		case ok && p.Type.IsBlock():
			out[i] = word{array: args[arg].Data, block: true, name: cmp.Or(f.Entry.Params[arg].Name, p.Name.Base)}
		case ok:
			out[i].bits = args[arg].Scalar().Bits
		case isSize:
			out[i].bits = uint64(size)
		default:
			return nil, fmt.Errorf("entry point %s: no argument gives parameter %s", f.Name, p.Name)
		}
	}
	return out, nil
}

// The states of an answer.
const (
	returned = iota
	failed
	noRoom
)

// call sends a call to the process and reads the answer. An error that is no failure of the
// program says that the process does not answer.
func (x *executable) call(f *imp.Fun, args []word, report *backend.Report) ([]value.Value, error) {
	p := x.process
	p.send(uint32(x.unit.Entries[f.Name]))
	for _, a := range args {
		if !a.block {
			p.send(a.bits)
			continue
		}
		p.send(uint64(len(a.array)))
		if _, err := p.in.Write(a.array); err != nil {
			return nil, err
		}
		report.CopiedIn += int64(len(a.array))
	}
	if err := p.in.Flush(); err != nil {
		return nil, err
	}
	var head struct{ State, Site, Path uint32 }
	if err := binary.Read(p.out, order, &head); err != nil {
		return nil, err
	}
	values, err := p.numbers(x.unit.Values)
	if err != nil {
		return nil, err
	}
	if err := x.report(report); err != nil {
		return nil, err
	}
	switch head.State {
	case failed:
		return nil, x.failure(head.Site, head.Path, values)
	case noRoom:
		return nil, &fault.Failure{Message: x.outOfMemory(values[0], "argument "+args[head.Site].name)}
	}
	return x.results(f, args, report)
}

// report reads the counts of a run.
func (x *executable) report(r *backend.Report) error {
	counts, err := x.process.numbers(8)
	if err != nil {
		return err
	}
	r.Total, r.Processor = time.Duration(counts[0]), time.Duration(counts[7])
	r.Copies, r.BytesCopied, r.Launches = counts[1], counts[2], counts[3]
	r.Spaces = []backend.SpaceReport{{Peak: counts[5], Slack: counts[6], Allocations: counts[4]}}
	if !x.profile {
		return nil
	}
	timings, err := x.process.numbers(timingWords * max(1, len(x.unit.Kernels)))
	if err != nil {
		return err
	}
	x.kernels(r, timings)
	return nil
}

// timingWords is the number of words of the runtime's lamina_timing: launches, their time, the number of
// the kernel in order of first launch, and the time of the host before them.
const timingWords = 4

// kernels adds the times of kernels, those of one label together, in order of first launch.
func (x *executable) kernels(r *backend.Report, timings []int64) {
	byFirst := make([]int, len(x.unit.Kernels))
	for k := range byFirst {
		byFirst[k] = k
	}
	slices.SortFunc(byFirst, func(a, b int) int { return cmp.Compare(timings[timingWords*a+2], timings[timingWords*b+2]) })
	at := map[string]int{}
	for _, k := range byFirst {
		label, timing := x.unit.Kernels[k], timings[timingWords*k:]
		count, took, before := timing[0], timing[1], timing[3]
		if count == 0 {
			continue
		}
		i, ok := at[label]
		if !ok {
			i = len(r.Kernels)
			at[label] = i
			r.Kernels = append(r.Kernels, backend.KernelTime{Label: label})
		}
		r.Kernels[i].Count += int(count)
		r.Kernels[i].Total += time.Duration(took)
		r.Kernels[i].Before += time.Duration(before)
	}
}

// results reads the results of a call, and asks for the arrays among them.
func (x *executable) results(f *imp.Fun, args []word, report *backend.Report) ([]value.Value, error) {
	p := x.process
	answered, err := p.numbers(len(f.Results))
	if err != nil {
		return nil, err
	}
	vars, number := map[name.Name]uint64{}, map[name.Name]uint32{}
	for i, q := range f.Params {
		vars[q.Name], number[q.Name] = args[i].bits, uint32(i)
		if args[i].block {
			vars[q.Name] = uint64(len(args[i].array))
		}
	}
	for i, r := range f.Results {
		vars[r.Name], number[r.Name] = uint64(answered[i]), uint32(len(f.Params)+i)
	}
	out := make([]value.Value, len(f.Entry.Results))
	var wanted []int
	var invalid error
	for i, r := range f.Entry.Results {
		if r.Shape == nil {
			out[i] = value.Scalar(scalar.Value{Type: r.Elem, Bits: vars[r.Var] & (1<<r.Elem.Bits() - 1)})
			continue
		}
		v, err := arrayOf(r, vars)
		if err == nil && vars[r.Var] < uint64(len(v.Data)) {
			err = &fault.Invalid{Message: fmt.Sprintf("result %d of %s, of type %s, is in a block of %d bytes", i, f.Name, v.Type(), vars[r.Var])}
		}
		if err != nil {
			invalid = cmp.Or(invalid, err)
			continue
		}
		out[i] = v
		wanted = append(wanted, i)
	}
	if invalid != nil {
		wanted = nil
	}
	p.send(uint32(len(wanted)))
	for _, i := range wanted {
		p.send(number[f.Entry.Results[i].Var])
		p.send(uint64(len(out[i].Data)))
	}
	if err := p.in.Flush(); err != nil {
		return nil, err
	}
	for _, i := range wanted {
		if _, err := io.ReadFull(p.out, out[i].Data); err != nil {
			return nil, err
		}
		report.CopiedOut += int64(len(out[i].Data))
	}
	if invalid != nil {
		return nil, invalid
	}
	return out, nil
}

// arrayOf makes an array for a result.
func arrayOf(r imp.External, vars map[name.Name]uint64) (value.Value, error) {
	shape := make([]int64, len(r.Shape))
	for d, e := range r.Shape {
		switch e := e.(type) {
		case *imp.Const:
			shape[d] = e.Value.Int()
		case *imp.Var:
			shape[d] = int64(vars[e.Name])
		}
	}
	v, err := value.New(r.Elem, shape...)
	if err != nil {
		return v, &fault.Invalid{Message: fmt.Sprintf("a result: %v", err)}
	}
	return v, nil
}

// failure is the error of a run that failed.
func (x *executable) failure(site, path uint32, values []int64) error {
	if site == 0 || int(site) > len(x.unit.Sites) {
		return fmt.Errorf("the compiled program failed at an unknown place, %d", site)
	}
	s := x.unit.Sites[site-1]
	message := ""
	if s.Alloc {
		message = x.outOfMemory(values[0], cmp.Or(s.What, "an intermediate array"))
	} else {
		message = text(s.Message, values)
	}
	calls := x.unit.Paths.Calls(s.Fun, uint64(path))
	return &fault.Failure{Message: message, Trace: slices.Concat([]source.Pos{}, s.Trace, calls)}
}

// text is the message of an assertion with its values.
func text(parts []print.Part, values []int64) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(p.Text)
		if p.Arg.IsValid() {
			b.WriteString(fault.Text(scalar.Value{Type: p.Arg, Bits: uint64(values[0]) & (1<<p.Arg.Bits() - 1)}))
			values = values[1:]
		}
	}
	return b.String()
}

// outOfMemory describes what was too large, and the remedy.
func (x *executable) outOfMemory(bytes int64, what string) string {
	switch {
	case bytes < 0:
		return fmt.Sprintf("the size of %s is negative: %d bytes", what, bytes)
	case bytes == math.MaxInt64:
		return fmt.Sprintf("the size of %s in bytes is more than an i64 can hold", what)
	}
	return fmt.Sprintf("out of memory: %s needs %s (%d bytes); all arrays together may have %s. Use smaller inputs, or allow more by the variable %s, if the machine has it",
		what, sizeText(bytes), bytes, sizeText(x.limit), LimitVariable)
}

// List writes the program as C.
func (x *executable) List(w io.Writer) error {
	_, err := io.WriteString(w, x.unit.Source)
	return err
}

// Close ends the process. It returns an error if the process had something to complain of.
func (x *executable) Close() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.closed {
		return nil
	}
	x.closed = true
	var err error
	if x.process != nil {
		err = x.process.close()
		x.process = nil
	}
	x.program.remove()
	return err
}
