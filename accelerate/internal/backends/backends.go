// Package backends holds the backends that a program links, by name: the embedded one, and
// those of the packages beside accelerate that it imports.
package backends

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/lamina-lang/lamina/backends/backend"
)

var (
	mu     sync.Mutex
	linked = map[string]backend.Backend{}
)

// Register adds a backend. Packages call it when they are initialised.
func Register(b backend.Backend) {
	mu.Lock()
	defer mu.Unlock()
	linked[b.Name()] = b
}

// Chosen is a backend and a device of it, which is there.
type Chosen struct {
	backend.Backend
	Kind   backend.Kind // of machine: programs are compiled for one
	Device string       // "" is the backend's choice
}

// Choose returns the backend that a name such as wasm, opencl or opencl:0:1 stands for. It
// fails if the program does not link it, or if there is no such device.
func Choose(ctx context.Context, name string) (*Chosen, error) {
	name, device, _ := strings.Cut(name, ":")
	mu.Lock()
	b := linked[name]
	mu.Unlock()
	if b == nil {
		return nil, fmt.Errorf("there is no such backend in this program")
	}
	if _, err := b.Probe(ctx); err != nil {
		return nil, err
	}
	if s, ok := b.(backend.DeviceSpecific); ok {
		specific, err := s.For(device)
		if err != nil {
			return nil, err
		}
		b = specific
	}
	for _, k := range []backend.Kind{backend.Embedded, backend.GPU, backend.Processor, backend.Compiled} {
		if k.Pipeline() == b.Pipeline() {
			return &Chosen{b, k, device}, nil
		}
	}
	return nil, fmt.Errorf("programs are not compiled for its kind of machine")
}
