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

// kernel is a kernel of a program text. It has two forms, each compiled when a launch first needs it: of the versions
// of a program most are never launched, and the compiler takes seconds for some programs' kernels.
type kernel struct {
	hardware.KernelText
	text  *hardware.Text // that it is of
	forms [2]*cu.Function
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

// Build lists the kernels of a program text.
func (d *device) Build(_ context.Context, t hardware.Text) ([]hardware.Kernel, error) {
	out := make([]hardware.Kernel, len(t.Kernels))
	for i, k := range t.Kernels {
		out[i] = hardware.Kernel(len(d.kernels))
		d.kernels = append(d.kernels, kernel{KernelText: k, text: &t})
	}
	return out, nil
}

// function returns a kernel in the form for so many groups.
func (d *device) function(number hardware.Kernel, groups int64) (cu.Function, form, error) {
	chosen := alone
	if d.info.Overlap && groups <= mostOverlapping {
		chosen = overlapping
	}
	k := &d.kernels[number]
	if k.forms[chosen] == nil {
		if err := d.build(k, chosen); err != nil {
			return cu.Function{}, chosen, fmt.Errorf("kernel %s: %w", k.Name, err)
		}
	}
	return *k.forms[chosen], chosen, nil
}

// build compiles a form of a kernel, or loads it from the cache.
func (d *device) build(k *kernel, f form) error {
	options := d.options()
	if f == overlapping {
		options = append(options, "--define-macro=OVERLAP")
	}
	source := k.text.Of(k.KernelText)
	key := d.cache.Key(source, strings.Join(options, " "), d.name, strconv.Itoa(cu.Version()))
	if image, ok := d.cache.Get(key); ok {
		if err := d.load(image, k, f); err == nil || errors.Is(err, hardware.ErrLost) {
			return err
		}
	}
	image, err := compile(source, options)
	if err != nil {
		return err
	}
	if err = d.load(image, k, f); err == nil {
		d.cache.Put(key, image)
	}
	return err
}

// load loads a compiled kernel. Where the memory for its code is held in reserve, that is given back first.
func (d *device) load(image []byte, k *kernel, f form) error {
	return d.within(func() error {
		module, err := cu.LoadData(string(image))
		if errors.Is(translated(err), hardware.ErrNoMemory) {
			if err = d.giveUpReserve(); err != nil {
				return fmt.Errorf("giving memory back: %w", err)
			}
			module, err = cu.LoadData(string(image))
		}
		if err != nil {
			return fmt.Errorf("loading the compiled kernel: %w", translated(err))
		}
		d.modules = append(d.modules, module)
		function, err := module.Function(k.Name)
		if err == nil {
			k.forms[f] = &function
		}
		return err
	})
}

// giveUpReserve gives the memory back that the GPU's queues keep and no run uses.
func (d *device) giveUpReserve() error {
	err := d.Reserve.Shrink(0, func(m hardware.Memory) error { return free(cu.DevicePtr(m), d.stream) })
	return errors.Join(err, translated(d.stream.Synchronize()))
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
