// Package device makes programs of embedded run on the devices of a backend.
package device

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/embedded"
)

// Load makes a program ready to run on a device. The text is the program at imp, as lamina wrote
// it for devices of the backend.
func Load(ctx context.Context, text []byte, b backend.Backend, device string) (*embedded.Program, error) {
	p, err := imp.Parse("program", string(text))
	if err != nil {
		return nil, fmt.Errorf("loading a program: %w", err)
	}
	x, err := b.Compile(ctx, p, backend.Options{Device: device})
	if err != nil {
		return nil, fmt.Errorf("loading a program: %w", err)
	}
	return embedded.Over(&program{executable: x, entries: p.Interfaces()}), nil
}

// program is a program on a device.
type program struct {
	mu         sync.Mutex // held during a call
	executable backend.Executable
	closed     bool
	entries    []entry.Interface
}

// Params returns the parameters of an entry point.
func (p *program) Params(name string) []entry.External {
	for _, e := range p.entries {
		if e.Name == name {
			return e.Params
		}
	}
	return nil
}

// Run calls an entry point.
func (p *program) Run(ctx context.Context, name string, args []value.Value, receive func([]value.Value)) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return errors.New("the program is closed")
	}
	results, _, err := p.executable.Run(ctx, name, args)
	if err == nil {
		receive(results)
	}
	return err
}

// Close frees the device's memory.
func (p *program) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	return p.executable.Close()
}
