package accelerate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	"github.com/lamina-lang/lamina/accelerate/internal/marshal"
	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/value"
)

// Kernel is a marked expression that has been compiled. Only code that `lamina go` generates
// makes one, and calls RunKernel, TryKernel, KeepKernel and LoopKernel.
type Kernel struct {
	// Programs holds the program for each kind of machine, as text.
	Programs map[string]string
	// Places are the positions that the lines of the program's positions number, from 1.
	Places []string
	// Ranks are those of the arguments that are tensors; 0 for the others.
	Ranks []int
	// Written are the arguments that a Loop writes; of those in Replaced, slices of slices, each iteration replaces its
	// row. Placed are those that it gets pointers to, since elements that it writes may be there.
	Written, Replaced, Placed []int

	compile sync.Once
	notice  sync.Once  // that it runs as Go
	run     sync.Mutex // an executable is for one goroutine at a time
	exec    backend.Executable
}

// tensor describes a Tensor to marshalling.
type tensor interface {
	parts() (elems any, dims []int)
}

func (t Tensor[T]) parts() (any, []int) { return t.elems, t.dims[:t.rank] }

// RunKernel returns f(), which it computes by k where that is possible. args evaluates what
// f captures.
func RunKernel[T any](k *Kernel, f func() T, args func() []any) T {
	given, ok := k.arguments(args)
	if !ok {
		return f()
	}
	results := k.results(given)
	var out T
	if err := marshal.Take(&out, results); err != nil {
		panic(&Error{Message: "lamina: " + err.Error(), cause: err})
	}
	return out
}

// TryKernel is RunKernel with run-time errors as an error.
func TryKernel[T any](k *Kernel, f func() T, args func() []any) (result T, err error) {
	defer catch(&err)
	return RunKernel(k, f, args), nil
}

// KeepKernel is Keep(f), computed by k where that is possible.
func KeepKernel[T any](k *Kernel, f func() T, args func() []any) Device[T] {
	given, ok := k.arguments(args)
	if !ok {
		return Keep(f)
	}
	return deviceOf[T](&deviceData{parts: k.call(given)})
}

// LoopKernel is Loop(n, f), computed by k where that is possible. Slices and tensors that it
// writes must not overlap with others that it mentions; where they do, it runs f.
func LoopKernel(k *Kernel, n int, f func(int), args func() []any) {
	given, ok := k.arguments(args)
	if !ok {
		Loop(n, f)
		return
	}
	count := value.Scalar(scalar.Int(scalar.I64, int64(n)))
	results := k.results(append([]argument{{leaves: onHost([]value.Value{count})}}, given...))
	for _, i := range k.Written {
		leaves := len(given[i].leaves)
		var err error
		if slices.Contains(k.Replaced, i) {
			err = marshal.Replace(given[i].elems, n, results[:leaves])
		} else {
			err = marshal.Fill(given[i].elems, results[:leaves])
		}
		if err != nil {
			panic(&Error{Message: "lamina: " + err.Error(), cause: err})
		}
		results = results[leaves:]
	}
}

// argument is an argument and its parts.
type argument struct {
	elems   any
	leaves  []backend.Array
	regions []marshal.Region
	device  *deviceData // whose the parts are, and which is in use; or nil
}

// arguments returns the parts of what an expression captures, unless it must run as Go:
// what it captures cannot be evaluated before it runs, is irregular, or overlaps with what it
// writes; or there is no executable. It says why on standard error, once.
func (k *Kernel) arguments(args func() []any) (given []argument, ok bool) {
	if k == nil { // of a generic function, for types that it was not compiled for
		return nil, false
	}
	k.compile.Do(k.load)
	if k.exec == nil {
		return nil, false
	}
	captured, err := evaluate(args)
	for i := 0; err == nil && i < len(captured); i++ {
		var a argument
		if a, err = k.argument(i, captured[i]); err == nil {
			given = append(given, a)
		}
	}
	if err == nil && overlap(given, k.Written) {
		err = errors.New("what it writes has memory in common with something else that it mentions")
	}
	if err == nil {
		return given, true
	}
	if !errors.Is(err, errDevice) {
		k.notice.Do(func() { k.runsAsGo(err) })
	}
	finish(given)
	return nil, false
}

// runsAsGo says that the expression does, and why.
func (k *Kernel) runsAsGo(why any) {
	fmt.Fprintf(os.Stderr, "lamina: the expression at %s runs as Go: %v\n", k.Places[0], why)
}

// errDevice is the error of a Device: Value tells, in Go.
var errDevice = errors.New("a Device has no data")

// argument returns the parts of argument i.
func (k *Kernel) argument(i int, x any) (a argument, err error) {
	if slices.Contains(k.Placed, i) {
		var at marshal.Region
		x, at = marshal.At(x)
		a.regions = append(a.regions, at)
	}
	a.elems = x
	if d, isDevice := x.(isDevice); isDevice {
		a.device = d.data()
		if a.leaves, err = a.device.use(); err != nil {
			return a, errDevice
		}
		return a, nil
	}
	var dims []int
	if t, isTensor := x.(tensor); isTensor {
		a.elems, dims = t.parts()
		if len(dims) != k.Ranks[i] {
			return a, fmt.Errorf("a tensor has %d dimensions here, and %d where the expression was compiled", len(dims), k.Ranks[i])
		}
	}
	leaves, regions, err := marshal.Put(a.elems)
	if err != nil {
		return a, err
	}
	for j := range leaves {
		if dims != nil {
			leaves[j].Shape = reshaped(dims, leaves[j].Shape[1:])
		}
	}
	a.leaves, a.regions = onHost(leaves), append(a.regions, regions...)
	return a, nil
}

// finish ends the use of Devices.
func finish(given []argument) {
	for _, a := range given {
		if a.device != nil {
			a.device.done()
		}
	}
}

// evaluate calls args; if that panics, it returns an error.
func evaluate(args func() []any) (out []any, err error) {
	defer func() {
		if why := recover(); why != nil {
			err = fmt.Errorf("what it captures cannot be evaluated before it: %v", why)
		}
	}()
	return args(), nil
}

func reshaped(dims []int, inner []int64) []int64 {
	var out []int64
	for _, d := range dims {
		out = append(out, int64(d))
	}
	return append(out, inner...)
}

// overlap reports whether what is written has memory in common with another argument, or a row of it with
// another row.
func overlap(given []argument, written []int) bool {
	type part struct {
		marshal.Region
		of int
	}
	var all []part
	for i, a := range given {
		for _, r := range a.regions {
			all = append(all, part{r, i})
		}
	}
	slices.SortFunc(all, func(x, y part) int { return cmp.Compare(x.First, y.First) })
	isWritten := func(i int) bool { return slices.Contains(written, i) }
	var end uintptr        // of what begins before
	var writtenEnd uintptr // of what is written of that
	for _, p := range all {
		if p.First == p.End {
			continue
		}
		if p.First < writtenEnd || isWritten(p.of) && p.First < end {
			return true
		}
		end = max(end, p.End)
		if isWritten(p.of) {
			writtenEnd = max(writtenEnd, p.End)
		}
	}
	return false
}

// load compiles the program for the chosen backend.
func (k *Kernel) load() {
	b := chosen()
	if b == nil {
		return
	}
	text, ok := k.Programs[b.Kind.String()]
	if !ok {
		k.runsAsGo("it was not compiled for " + b.Name())
		return
	}
	program, err := imp.Parse("kernel", text)
	if err == nil {
		k.exec, err = b.Compile(context.Background(), program, backend.Options{Device: b.Device})
	}
	if err != nil {
		k.runsAsGo(err)
	}
}
