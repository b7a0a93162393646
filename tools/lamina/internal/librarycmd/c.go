package librarycmd

import (
	"context"
	"os"
	"path/filepath"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/capi"
)

// cLibrary makes libraries in C.
func cLibrary(parallel bool) func(context.Context, request) ([]library.File, error) {
	return func(ctx context.Context, r request) ([]library.File, error) {
		signatures, err := r.lower(ctx)
		if err != nil {
			return nil, err
		}
		return capi.Files(r.unit.Imp, signatures, r.options(parallel))
	}
}

func (r request) options(parallel bool) capi.Options {
	return capi.Options{Name: r.name, Prefix: r.prefix, Parallel: parallel && r.device == "", Device: r.device, Processor: r.processor, Python: r.python}
}

// lower takes the program to imp by the pipeline of backend c, or of the device, and returns its
// signatures.
func (r request) lower(ctx context.Context) ([]entry.Signature, error) {
	signatures, err := r.signatures()
	if err != nil {
		return nil, err
	}
	var b backend.Backend
	if r.device != "" {
		b = kernelsFor(r.device, r.processor)
	} else if b, err = r.driver.Backends.Lookup(c.Name); err != nil {
		return nil, err
	}
	_, err = r.driver.Lower(ctx, r.unit, b, r.config)
	return signatures, err
}

// server makes an executable, by the machine's C compiler, for a device or the processor.
func server(device string) func(context.Context, request) ([]library.File, error) {
	return func(ctx context.Context, r request) ([]library.File, error) {
		r.device = device
		return r.serverFiles(ctx)
	}
}

func (r request) serverFiles(ctx context.Context) ([]library.File, error) {
	signatures, err := r.lower(ctx)
	if err != nil {
		return nil, err
	}
	source, err := capi.Server(r.unit.Imp, signatures, r.options(true))
	if err != nil {
		return nil, err
	}
	folder, err := private.NewTemporary("")
	if err != nil {
		return nil, err
	}
	defer folder.Remove()
	program := filepath.Join(folder.Path, "program")
	if err := c.CompileFile(ctx, source, program, capi.Linked[r.device]...); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	return []library.File{{Name: r.name, Text: text, Executable: true}, {Name: r.name + ".c", Text: []byte(source)}}, nil
}
