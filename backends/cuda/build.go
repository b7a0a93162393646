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

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// text is a program text. Its kernels have two forms, each compiled when it is first needed.
type text struct {
	source  string
	kernels []string
	forms   [2][]cu.Function
}

// form is how a kernel starts.
type form uint8

const (
	alone       form = iota // once the kernel before has ended
	overlapping             // before that, so that each group waits
)

// mostOverlapping is the number of groups up to which kernels overlap: as many as an H100 runs at once. That
// each group waits costs a kernel of many groups more than it gains.
const mostOverlapping = 1024

// kernel is a kernel of a text.
type kernel struct {
	text  *text
	index int
}

// Build compiles a program text, or loads it from the cache.
func (d *device) Build(_ context.Context, source string, kernels []string) ([]hardware.Kernel, error) {
	t := &text{source: source, kernels: kernels}
	first := alone
	if d.info.Overlap {
		first = overlapping
	}
	if err := d.build(t, first); err != nil {
		return nil, err
	}
	out := make([]hardware.Kernel, len(kernels))
	for i := range kernels {
		out[i] = hardware.Kernel(len(d.kernels))
		d.kernels = append(d.kernels, kernel{t, i})
	}
	return out, nil
}

// function returns a kernel in the form for so many groups.
func (d *device) function(k hardware.Kernel, groups int64) (cu.Function, form, error) {
	chosen := alone
	if d.info.Overlap && groups <= mostOverlapping {
		chosen = overlapping
	}
	kernel := d.kernels[k]
	if kernel.text.forms[chosen] == nil {
		if err := d.build(kernel.text, chosen); err != nil {
			return cu.Function{}, chosen, err
		}
	}
	return kernel.text.forms[chosen][kernel.index], chosen, nil
}

// build compiles a form of a text, or loads it from the cache.
func (d *device) build(t *text, f form) error {
	options := d.options()
	if f == overlapping {
		options = append(options, "--define-macro=OVERLAP")
	}
	key := d.cache.Key(t.source, strings.Join(options, " "), d.name, strconv.Itoa(cu.Version()))
	if image, ok := d.cache.Get(key); ok {
		if err := d.load(image, t, f); err == nil || errors.Is(err, hardware.ErrLost) {
			return err
		}
	}
	image, err := compile(t.source, options)
	if err != nil {
		return err
	}
	if err = d.load(image, t, f); err == nil {
		d.cache.Put(key, image)
	}
	return err
}

// load loads the kernels of a compiled text.
func (d *device) load(image []byte, t *text, f form) error {
	functions := make([]cu.Function, len(t.kernels))
	err := d.within(func() error {
		module, err := cu.LoadData(string(image))
		if err != nil {
			return fmt.Errorf("loading the compiled kernels: %w", err)
		}
		d.modules = append(d.modules, module)
		for i, name := range t.kernels {
			if functions[i], err = module.Function(name); err != nil {
				return fmt.Errorf("kernel %s: %w", name, err)
			}
		}
		return nil
	})
	if err == nil {
		t.forms[f] = functions
	}
	return err
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
