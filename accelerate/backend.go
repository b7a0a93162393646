package accelerate

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lamina-lang/lamina/accelerate/internal/backends"
	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/value"
)

// Variable names the environment variable that chooses the backend of accelerated
// expressions: wasm, which is the default; go, which runs them as plain Go; or a backend whose
// package the program imports, with a device if it is not to be the first: opencl,
// opencl:nvidia, cuda:1, c.
const Variable = "LAMINA_BACKEND"

func init() { backends.Register(wasm.New()) }

// named is the backend that Use chose.
var named struct {
	sync.Mutex
	name  string
	fixed bool // an expression has run
}

// Use chooses the backend of accelerated expressions, by the names that LAMINA_BACKEND takes.
// The environment variable comes first. Use fails if the program does not link that backend,
// if there is no such device, or if an expression has run before.
func Use(name string) error {
	named.Lock()
	defer named.Unlock()
	if named.fixed {
		return fmt.Errorf("accelerate: choosing backend %s: an expression has run on another one", name)
	}
	if name != "go" {
		if _, err := backends.Choose(context.Background(), name); err != nil {
			return fmt.Errorf("accelerate: choosing backend %s: %w", name, err)
		}
	}
	named.name = name
	return nil
}

// wanted returns the name of the backend to run on, and where it was given.
func wanted() (name, by string) {
	named.Lock()
	defer named.Unlock()
	named.fixed = true
	if name := os.Getenv(Variable); name != "" {
		return name, Variable + "=" + name
	}
	if named.name != "" {
		return named.name, "backend " + named.name
	}
	return wasm.Name, ""
}

// chosen returns the backend, or nil if expressions run as Go.
var chosen = sync.OnceValue(func() *backends.Chosen {
	name, by := wanted()
	if name == "go" || strconv.IntSize != 64 || !littleEndian() {
		return nil
	}
	c, err := backends.Choose(context.Background(), name)
	if err == nil {
		return c
	}
	fmt.Fprintf(os.Stderr, "lamina: %s: %v; its expressions run on %s\n", by, err, wasm.Name)
	if c, err = backends.Choose(context.Background(), wasm.Name); err != nil {
		return nil
	}
	return c
})

// results runs the program, and returns its results with the host.
func (k *Kernel) results(given []argument) []value.Value {
	if slices.ContainsFunc(given, func(a argument) bool { return a.device != nil }) {
		out := k.call(given)
		defer (&deviceData{freed: true, parts: out}).release()
		values, err := hosted(out)
		if err != nil {
			panic(&Error{Message: "lamina: " + err.Error(), cause: err})
		}
		return values
	}
	k.run.Lock()
	defer k.run.Unlock()
	return k.execute(given)
}

// call runs the program, and leaves its results with the device if it has memory of its own. The
// arguments are not used any longer.
func (k *Kernel) call(given []argument) []backend.Array {
	defer finish(given)
	k.run.Lock()
	defer k.run.Unlock()
	r, ok := k.exec.(backend.Resident)
	if !ok {
		return onHost(k.execute(given))
	}
	var args []backend.Array
	for _, a := range given {
		if a.device != nil {
			k.succeed(a.device.move(r))
		}
		args = append(args, a.leaves...)
	}
	out, report, err := r.RunResident(context.Background(), "main", args)
	spent(report)
	k.succeed(err)
	return out
}

// execute runs the program with arguments that are all with the host.
func (k *Kernel) execute(given []argument) []value.Value {
	out, report, err := k.exec.Run(context.Background(), "main", values(given))
	spent(report)
	k.succeed(err)
	return out
}

// values are the parts of arguments, which are all with the host.
func values(given []argument) []value.Value {
	var out []value.Value
	for _, a := range given {
		for _, l := range a.leaves {
			out = append(out, l.Value)
		}
	}
	return out
}

// succeed panics with the failure of the program, if there is one.
func (k *Kernel) succeed(err error) {
	if err == nil {
		return
	}
	var failure *fault.Failure
	if !errors.As(err, &failure) {
		panic(&Error{Message: "lamina: " + err.Error(), cause: err})
	}
	if quoted, ok := strings.CutPrefix(failure.Message, "panic: "); ok {
		if text, err := strconv.Unquote(quoted); err == nil {
			panic(text)
		}
	}
	e := &Error{Message: failure.Message}
	for _, pos := range failure.Trace {
		if 0 < pos.Line && pos.Line <= len(k.Places) {
			e.Trace = append(e.Trace, k.Places[pos.Line-1])
		}
	}
	panic(e)
}

// littleEndian reports whether numbers lie in memory as programs expect them.
func littleEndian() bool {
	return binary.NativeEndian.Uint16([]byte{1, 0}) == 1
}
