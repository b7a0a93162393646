//go:build cuda

package cuda

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"gorgonia.org/cu"

	"github.com/lamina-lang/lamina/backends/gpu"
)

// Build compiles a program text, or loads it from the cache.
func (d *device) Build(_ context.Context, source string, kernels []string) ([]gpu.Kernel, error) {
	options := d.options()
	key := d.cache.Key(source, strings.Join(options, " "), d.name, strconv.Itoa(cu.Version()))
	var out []gpu.Kernel
	if image, ok := d.cache.Get(key); ok {
		var err error
		if out, err = d.load(image, kernels); err == nil || errors.Is(err, gpu.ErrLost) {
			return out, err
		}
	}
	image, err := compile(source, options)
	if err != nil {
		return nil, err
	}
	if out, err = d.load(image, kernels); err == nil {
		d.cache.Put(key, image)
	}
	return out, err
}

// load loads the kernels of a compiled program.
func (d *device) load(image []byte, kernels []string) ([]gpu.Kernel, error) {
	out := make([]gpu.Kernel, len(kernels))
	err := d.within(func() error {
		module, err := cu.LoadData(string(image))
		if err != nil {
			return fmt.Errorf("loading the compiled kernels: %w", err)
		}
		d.modules = append(d.modules, module)
		for i, name := range kernels {
			f, err := module.Function(name)
			if err != nil {
				return fmt.Errorf("kernel %s: %w", name, err)
			}
			out[i] = gpu.Kernel(len(d.kernels))
			d.kernels = append(d.kernels, f)
		}
		return nil
	})
	return out, err
}

// options returns the compiler's options: code for exactly this device, and the arithmetic
// of docs/semantics.md, in which each operation rounds separately.
func (d *device) options() []string {
	return []string{
		fmt.Sprintf("--gpu-architecture=sm_%d%d", d.major, d.minor),
		"--std=c++17", "--fmad=false", "--prec-div=true", "--prec-sqrt=true", "--ftz=false",
		"--device-as-default-execution-space", "--disable-warnings",
	}
}

// logPlace matches positions in NVRTC's log: kernel(LINE): error: …
var logPlace = regexp.MustCompile(`\((\d+)\): (?:catastrophic )?error`)
