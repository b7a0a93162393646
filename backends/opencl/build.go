//go:build opencl

package opencl

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unsafe"

	"github.com/go-gl/cl/v1.2/cl"

	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
)

// Build compiles a program text, or loads it from the cache.
func (d *device) Build(_ context.Context, t hardware.Text) ([]hardware.Kernel, error) {
	source := t.String()
	options := d.options()
	key := d.cache.Key(source, options, d.platform, d.name, deviceText(d.id, cl.DRIVER_VERSION), deviceText(d.id, cl.DEVICE_VERSION))
	program, ok := d.cached(key, options)
	if !ok {
		var err error
		if program, err = d.compile(source, options); err != nil {
			return nil, err
		}
		if data := d.binary(program); data != nil {
			d.cache.Put(key, data)
		}
	}
	d.programs = append(d.programs, program)
	out := make([]hardware.Kernel, len(t.Kernels))
	for i := range out {
		name := t.Kernels[i].Name
		var code cl.ErrorCode
		word := append([]byte(name), 0)
		k := cl.CreateKernel(program, &word[0], &code)
		if err := fault(code); err != nil {
			return nil, fmt.Errorf("kernel %s: %w", name, err)
		}
		d.kernels = append(d.kernels, k)
		out[i] = *(*hardware.Kernel)(unsafe.Pointer(&k))
	}
	return out, nil
}

// options returns the compiler's options. Division and square root are correctly rounded,
// as docs/semantics.md demands, if the device supports it.
func (d *device) options() string {
	options := "-cl-std=CL1.2 -w"
	if number[uint64](d.id, cl.DEVICE_SINGLE_FP_CONFIG)&uint64(cl.FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0 {
		options += " -cl-fp32-correctly-rounded-divide-sqrt"
	}
	return options
}

func (d *device) compile(source, options string) (cl.Program, error) {
	text, free := cl.Strs(source + "\x00")
	defer free()
	var code cl.ErrorCode
	program := cl.CreateProgramWithSource(d.context, 1, text, nil, &code)
	if err := fault(code); err != nil {
		return nil, fmt.Errorf("creating a program: %w", err)
	}
	if err := d.build(program, options); err != nil {
		log := strings.TrimSpace(d.log(program))
		cl.ReleaseProgram(program)
		return nil, fmt.Errorf("compiling kernels: %w\n%s", err, gpu.WithLines(log, source, logPlace))
	}
	return program, nil
}

func (d *device) build(program cl.Program, options string) error {
	word := append([]byte(options), 0)
	return fault(cl.BuildProgram(program, 1, d.ids(), &word[0], nil, nil))
}

func (d *device) log(program cl.Program) string {
	return text(func(size uint64, data unsafe.Pointer, need *uint64) cl.ErrorCode {
		return cl.GetProgramBuildInfo(program, d.id, cl.PROGRAM_BUILD_LOG, size, data, need)
	})
}

// logPlace matches positions in compilers' logs: <kernel>:LINE:COLUMN: error … or error:
// FILE:LINE:COLUMN …
var logPlace = regexp.MustCompile(`error: \S*:(\d+):\d+|:(\d+):\d+: +(?:fatal )?error`)

// keepsKernels is the platform that caches compiled kernels on disk itself: PoCL. To return
// a program's binary it would compile each kernel again, for groups of any size, while the
// kernels that it runs are specialised to the actual size.
const keepsKernels = "Portable Computing Language"

// binary returns a compiled program; nil if the driver does not provide it or caches it
// itself.
func (d *device) binary(program cl.Program) []byte {
	if d.platform == keepsKernels {
		return nil
	}
	var size uint64
	if cl.GetProgramInfo(program, cl.PROGRAM_BINARY_SIZES, 8, unsafe.Pointer(&size), nil) != cl.SUCCESS || size == 0 {
		return nil
	}
	// OpenCL takes a list of pointers, which must not point from Go memory to Go memory.
	room, free := cl.Strs(string(make([]byte, size)))
	defer free()
	at := uintptr(unsafe.Pointer(*room))
	if cl.GetProgramInfo(program, cl.PROGRAM_BINARIES, 8, unsafe.Pointer(&at), nil) != cl.SUCCESS {
		return nil
	}
	return append([]byte(nil), unsafe.Slice(*room, size)...)
}

// cached creates a program from its cache entry.
func (d *device) cached(key, options string) (cl.Program, bool) {
	data, ok := d.cache.Get(key)
	if !ok {
		return nil, false
	}
	list, free := cl.Strs(string(data))
	defer free()
	size := uint64(len(data))
	var status int32
	var code cl.ErrorCode
	program := cl.CreateProgramWithBinary(d.context, 1, d.ids(), &size, list, &status, &code)
	if code != cl.SUCCESS {
		return nil, false
	}
	if status != 0 || d.build(program, options) != nil {
		cl.ReleaseProgram(program)
		return nil, false
	}
	return program, true
}
