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

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/value"
)

// Variable names the environment variable that chooses the backend of accelerated
// expressions: wasm, which is the default, or go, which runs them as plain Go.
const Variable = "LAMINA_BACKEND"

// chosen returns the backend, and the kind of machine that programs for it are made for. The
// backend is nil if expressions run as Go.
var chosen = sync.OnceValues(func() (backend.Backend, string) {
	kind := backend.Embedded.String()
	if strconv.IntSize != 64 || !littleEndian() {
		return nil, kind
	}
	switch name := os.Getenv(Variable); name {
	case "go":
		return nil, kind
	case "", wasm.Name:
	default:
		fmt.Fprintf(os.Stderr, "lamina: %s=%s: there is no such backend in this program; its expressions run on %s\n", Variable, name, wasm.Name)
	}
	return wasm.New(), kind
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
