package wasm

import (
	"context"
	"io"
	"slices"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/wasm/host"
	"github.com/lamina-lang/lamina/backends/wasm/internal/code"
	"github.com/lamina-lang/lamina/core/value"
)

// executable is a program in this process.
type executable struct {
	module   *code.Module
	instance *host.Instance
}

// Run calls an entry point.
func (x *executable) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	var results []value.Value
	r, err := x.instance.Run(ctx, entry, args, func(inMemory []value.Value) {
		for _, v := range inMemory {
			v.Data = append([]byte{}, v.Data...) // append avoids zeroing
			results = append(results, v)
		}
	})
	report := &backend.Report{
		Total: r.Total, Processor: r.Processor, CopiedIn: r.CopiedIn, CopiedOut: r.CopiedOut,
		Copies: r.Copies, BytesCopied: r.BytesCopied, Launches: r.Launches,
		Spaces: []backend.SpaceReport{{Peak: r.Peak, Slack: r.Slack, Allocations: r.Allocations}},
	}
	for _, k := range r.Kernels {
		report.Kernels = append(report.Kernels, backend.KernelTime(k))
	}
	return slices.Clip(results), report, err
}

// List writes the WebAssembly as text.
func (x *executable) List(w io.Writer) error { return x.module.List(w) }

// Close releases the code and the memory.
func (x *executable) Close() error { return x.instance.Close() }
