package cli

import (
	"context"
	"os"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/value"
)

// busy is a backend whose device ignores interrupts in the middle of a kernel.
type busy struct{ *wasm.Backend }

func (busy) Name() string { return "busy" }

func (b busy) Compile(context.Context, *imp.Program, backend.Options) (backend.Executable, error) {
	return b, nil
}

func (busy) Run(context.Context, string, []value.Value) ([]value.Value, *backend.Report, error) {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(os.Interrupt)
	}
	if err != nil {
		return nil, nil, err
	}
	select {}
}

func (busy) Close() error { return nil }
