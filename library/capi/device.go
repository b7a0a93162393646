package capi

import (
	"embed"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/scalar"
)

// A library for a device has its kernels as text, which the device's driver compiles, and its
// host part as C over a run time (device/*.c) that does what package gpu does with a Device.

//go:embed device
var deviceFiles embed.FS

// The devices that libraries can be for.
const (
	OpenCL = "opencl"
	CUDA   = "cuda"
)

// Linked are the flags by which programs are linked with the libraries of each device's driver.
var Linked = map[string][]string{OpenCL: {"-lOpenCL"}, CUDA: {"-lcuda", "-lnvrtc"}}

// printed is a program as C, with what its library must know.
type printed struct {
	*c.Unit
	program   *imp.Program // whose functions the sites are in
	access    []string     // parts of the run time that follow the program's own
	hostSites int          // sites before those of kernels
	parameters
}

// print prints a program for the machine, or for a device.
func (o Options) print(p *imp.Program) (*printed, error) {
	if o.Device != "" {
		return o.printHost(p)
	}
	unit, err := c.Print(p)
	if err != nil {
		return nil, err
	}
	return &printed{Unit: unit, program: p, access: []string{"access.c"}, hostSites: len(unit.Sites)}, nil
}

// printHost prints the host part of a program for a device, and its kernels.
func (o Options) printHost(p *imp.Program) (*printed, error) {
	dialect := hardware.OpenCL
	if o.Device == CUDA {
		dialect = hardware.CUDA
	}
	kernels, err := gpu.Translate(p, hardware.Info{Dialect: dialect, CPU: o.Processor})
	if err != nil {
		return nil, err
	}
	host := tunedHost{kernels, o.parametersOf(kernels)}
	runtime, err := o.deviceRuntime(host)
	if err != nil {
		return nil, err
	}
	unit, err := c.PrintHost(kernels.Host, host, o.Device, runtime, kernels.Values)
	if err != nil {
		return nil, err
	}
	out := &printed{Unit: unit, program: kernels.Host, hostSites: len(unit.Sites), parameters: host.parameters}
	unit.Program += fmt.Sprintf("static const u32 lamina_host_sites = %d;\n\n", len(unit.Sites))
	for _, s := range kernels.Sites {
		site := c.Site{Fun: s.Fun, Trace: s.Trace, Alloc: s.Alloc, What: s.What}
		for _, m := range s.Message {
			part := c.Part{Text: m.Text}
			if m.Arg != nil {
				part.Arg = imp.TypeOf(m.Arg)
			}
			site.Message = append(site.Message, part)
		}
		unit.Sites = append(unit.Sites, site)
	}
	return out, nil
}

// driverParts are the files of the run time that differ between devices: what the context holds,
// calls of the driver, and opening a device.
var driverParts = map[string][3]string{
	OpenCL: {"opencl.c", "opencl_driver.c", "opencl_open.c"},
	CUDA:   {"cuda.c", "cuda_driver.c", "cuda_open.c"},
}

// deviceRuntime is the part of the file before the host part.
func (o Options) deviceRuntime(p tunedHost) (string, error) {
	var b strings.Builder
	var err error
	parts := func(files ...string) {
		for _, file := range files {
			text, readErr := deviceFiles.ReadFile("device/" + file)
			if readErr != nil {
				err = readErr
			}
			b.Write(text)
			b.WriteByte('\n')
		}
	}
	driver := driverParts[o.Device]
	b.WriteString("#include <stdarg.h>\n#include <stdio.h>\n" + o.includes())
	o.sizes(&b, p.Program)
	parameterTable(&b, p.all)
	parts(driver[0], "context.c")
	var names []string
	for _, k := range p.Kernels {
		names = append(names, k.Label)
	}
	kernelNames(&b, names)
	parts(driver[1], "memory.c", "commands.c")
	kernelTable(&b, p)
	parts("config.c", "kept.c", driver[2], "access.c")
	return b.String(), err
}

// sizes prints the sizes of the run time's tables, and the kernels' text.
func (o Options) sizes(b *strings.Builder, p *gpu.Program) {
	cells, staged := 1, 0
	for _, k := range p.Kernels {
		// record, launch, path, heap and its size; what says how the space is cut; shared blocks
		cells = max(cells, 5+k.Rank+7+2*k.Rank+k.Shared+len(k.Params))
		if k.Staged {
			staged = max(staged, k.StagedBytes)
		}
	}
	lines := strings.SplitAfter(p.Source, "\n")
	fmt.Fprintf(b, "#define LAMINA_KERNELS %d\n#define LAMINA_NUMBER_OF_KERNELS %d\n#define LAMINA_KERNEL_VALUES %d\n#define LAMINA_CELLS %d\n#define LAMINA_STAGED %d\n#define LAMINA_PROCESSOR %t\n#define LAMINA_LINES %d\n\n",
		max(1, len(p.Kernels)), len(p.Kernels), p.Values, cells, staged, o.Processor, len(lines))
	b.WriteString("// The kernels.\nstatic const char *const lamina_source[] = {\n")
	for _, line := range lines {
		b.WriteString("  " + c.Quoted(line) + ",\n")
	}
	b.WriteString("};\n\n")
}

// kernelTable prints what starting each kernel takes.
func kernelTable(b *strings.Builder, p tunedHost) {
	b.WriteString("static const lamina_kernel lamina_kernels[] = {\n")
	for _, k := range p.Kernels {
		var sizes []string
		for _, q := range k.Params {
			sizes = append(sizes, fmt.Sprint(argumentSize(q)))
		}
		fmt.Fprintf(b, "  {%s, %d, %t, %t, %d, %d, %t, %d, %d, %d, %s},\n", c.Quoted(k.Name), k.Rank, k.Fails, k.Allocates, k.Rows, k.Columns, k.Staged, p.number(gridOf(k)), p.number(blockOf(k)), len(sizes), list("u8", sizes))
	}
	b.WriteString("  {NULL, 0, false, false, 0, 0, false, -1, -1, 0, NULL},\n};\n\n")
}

func argumentSize(p imp.Param) int {
	if p.Type.Elem == scalar.Type(0) {
		return 0
	}
	return p.Type.Elem.Size()
}

// includes lists the device's headers that header and source need.
func (o Options) includes() string {
	switch o.Device {
	case OpenCL:
		return `#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#ifdef __APPLE__
#include <OpenCL/cl.h>
#else
#include <CL/cl.h>
#endif

`
	case CUDA:
		return "#include <cuda.h>\n#include <nvrtc.h>\n\n"
	}
	return ""
}

// raw is the type of raw arrays in C, up to the name.
func (o Options) raw() string {
	switch o.Device {
	case OpenCL:
		return "cl_mem "
	case CUDA:
		return "CUdeviceptr "
	}
	return "unsigned char *"
}

// fixedSizes are functions of the interface that set what is fixed when the library is made.
var fixedSizes = []struct{ Name, Parameter, Why string }{
	{"default_tile_size", "size", "tiles are chosen when the library is made"},
	{"default_reg_tile_size", "size", "tiles are chosen when the library is made"},
	{"default_registers", "size", "the device's compiler chooses"},
	{"default_cache", "size", "the device tells how much shared memory there is"},
	{"unified_memory", "flag", "arrays lie in the device's memory"},
}
