package accelerate

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/lamina-lang/lamina/accelerate/internal/backends"
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

// named is what Use chose.
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

// call runs the program. It panics with the failure of the program.
func (k *Kernel) call(args []value.Value) []value.Value {
	k.run.Lock()
	defer k.run.Unlock()
	results, _, err := k.exec.Run(context.Background(), "main", args)
	if err == nil {
		return results
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
