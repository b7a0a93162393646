package main

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/core/value"
	"github.com/lamina-lang/lamina/driver"
)

//go:embed programs/*.fut
var programs embed.FS

// counterpart is a program in Futhark's language, compiled, and its arguments.
type counterpart struct {
	executable backend.Executable
	args       []value.Value
	results    []value.Value // of the last run
}

// load compiles the counterpart of a pair. Floats combine as they do in Go.
func load(ctx context.Context, on string, p pair, args []value.Value) (*counterpart, error) {
	d, err := driver.New(linked...)
	if err != nil {
		return nil, err
	}
	file := "programs/" + p.fut
	text, err := programs.ReadFile(file)
	if err != nil {
		return nil, err
	}
	unit, err := d.LoadText(ctx, file, text)
	if err != nil {
		return nil, err
	}
	name, device, _ := strings.Cut(on, ":")
	x, _, err := d.Build(ctx, unit, driver.Config{Backend: name, Math: target.Reproducible, Run: backend.Options{Device: device}})
	if err != nil {
		return nil, err
	}
	return &counterpart{executable: x, args: args}, nil
}

// run runs it once, and returns the time of the program alone.
func (f *counterpart) run(ctx context.Context) (time.Duration, error) {
	runtime.GC()
	out, report, err := f.executable.Run(ctx, "main", f.args)
	if err != nil {
		return 0, fmt.Errorf("in Futhark's language: %w", err)
	}
	f.results = out
	return cmp.Or(report.Processor, report.Total), nil
}

// tolerance is that of functions of math, whose last digits differ between Go's order of operations and
// Futhark's.
const tolerance = 1e-4

// agree fails if results differ. Go's matrices may be flat where those of Futhark's language have rows.
func agree(accelerated, futhark []value.Value) error {
	if len(accelerated) != len(futhark) {
		return fmt.Errorf("there are %d results in Go, and %d in Futhark's language", len(accelerated), len(futhark))
	}
	for i, v := range futhark {
		v.Shape = accelerated[i].Shape
		if err := value.Compare(v, accelerated[i], tolerance); err != nil {
			return fmt.Errorf("result %d in Go differs from that in Futhark's language: %w", i, err)
		}
	}
	return nil
}

// processorTime is the processor time of this process, in all threads; 0 if the system does not tell it.
func processorTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
