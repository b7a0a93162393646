package librarycmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/entry"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/library"
	"github.com/lamina-lang/lamina/library/capi"
)

// request is a target's input.
type request struct {
	driver *driver.Driver
	unit   *pass.Unit // the program, as loaded
	config driver.Config
	name   string // of the files, without an extension
	prefix string // of public names in C
	python bool
	pkg    string // name of the package in Go; "" for one like the files'
	device string // whose kernels the program has; "" for none
	// processor is set for an OpenCL device that is a processor.
	processor bool
}

// signatures are the entry points as the source writes them.
func (r request) signatures() ([]entry.Signature, error) {
	var out []entry.Signature
	for _, name := range r.unit.Entries() {
		s, err := r.unit.Signature(name)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// target is a kind of library.
type target struct {
	name, summary string
	files         func(context.Context, request) ([]library.File, error)
}

// targets are the kinds of libraries, in the order of help.
var targets = []target{
	{"c", "a header, a file of C11 and a manifest; a call runs on one thread", cLibrary(false)},
	{"multicore", "the same; a call runs on several threads", cLibrary(true)},
	{"opencl", "the same, with kernels for OpenCL as text; arrays lie in the device's memory", deviceLibrary(capi.OpenCL)},
	{"cuda", "the same for CUDA, whose kernels NVRTC compiles", deviceLibrary(capi.CUDA)},
	{"server", "an executable that takes calls by the protocol of Futhark's servers, and its source in C", server("")},
	{"server-opencl", "the same; calls run on a device of OpenCL", server(capi.OpenCL)},
	{"server-cuda", "the same; calls run on a GPU by CUDA", server(capi.CUDA)},
	{"go", "a Go package: typed methods over WebAssembly that is compiled ahead, which needs neither cgo nor a compiler; for GPUs with --backend", goLibrary},
	{"js", "an ES module for browsers and Node: methods over WebAssembly, and their types; runs on one thread", jsLibrary},
}

func findTarget(name string) *target {
	for i := range targets {
		if targets[i].name == name {
			return &targets[i]
		}
	}
	return nil
}

// Files makes the library that the flags ask for of a program. File names it in messages, and
// gives the library's files their names.
func Files(ctx context.Context, d *driver.Driver, file string, u *pass.Unit, config driver.Config, f *Flags) ([]library.File, error) {
	if len(u.Entries()) == 0 {
		return nil, fmt.Errorf("%s: %w", file, library.ErrEmpty)
	}
	name := baseName(file)
	if source.Printable(name) != name || strings.ContainsAny(name, "\n\t") { // it stands in comments
		return nil, fmt.Errorf("the name %q has control characters, which a library cannot have; rename the file", file)
	}
	files, err := findTarget(f.Target).files(ctx, request{d, u, config, name, f.Prefix, f.Python, f.Package, f.device(), f.Processor})
	if err != nil {
		return nil, fmt.Errorf("making a library of %s: %w", file, err)
	}
	return files, nil
}
