package driver

import (
	"context"
	"fmt"
	"time"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/interp"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/value"
)

// interpreted is a program run by the reference interpreters: with value semantics at
// soac and kernel, with heap semantics at mem and imp.
type interpreted struct{ unit *pass.Unit }

func (x *interpreted) Run(ctx context.Context, entry string, args []value.Value) ([]value.Value, *backend.Report, error) {
	start := time.Now()
	opts := interp.Options{LastWrite: true}
	var results []value.Value
	var used interp.Report
	var err error
	switch x.unit.Level() {
	case pass.Soac, pass.Kernel:
		results, err = interp.Value(ctx, x.unit.IR, entry, args, opts)
	case pass.Mem:
		results, used, err = interp.Heap(ctx, x.unit.IR, entry, args, opts)
	case pass.Imp:
		results, used, err = interp.Imp(ctx, x.unit.Imp, entry, args, opts)
	default:
		err = fmt.Errorf("no interpreter runs level %s", x.unit.Level())
	}
	report := &backend.Report{
		Total:  time.Since(start),
		Spaces: []backend.SpaceReport{{Peak: used.PeakBytes, Allocations: used.Allocs}},
		Copies: used.Copies, BytesCopied: used.CopiedBytes, Launches: used.Launches,
	}
	return results, report, err
}

func (x *interpreted) Close() error { return nil }
