// Package librarycmd is the verb library: its flags, and the kinds of libraries that it makes.
package librarycmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/lamina-lang/lamina/backends/wasm"
	"github.com/lamina-lang/lamina/library/capi"
	"github.com/lamina-lang/lamina/library/golang"
	"github.com/lamina-lang/lamina/tools/lamina/internal/programs"
)

// Flags are the flags of the verb, besides those that all verbs share that compile.
type Flags struct {
	Target string
	Folder string // for the files
	Prefix string // of public names in C
	Python bool   // add a package for Python
	// Processor: the device of target opencl is a processor.
	Processor bool
	// Package is the name of the package in Go; "" for one like the files'.
	Package string
	// Backend runs the program in a Go package.
	Backend string
}

// device is whose kernels a Go package has; "" for none.
func (f *Flags) device() string {
	if f.Backend == wasm.Name {
		return ""
	}
	return f.Backend
}

// Command is the verb with its flags; who has it says what running it does.
func Command(f *Flags) *cobra.Command {
	c := &cobra.Command{
		Use:   "library --target TARGET FILE",
		Short: "Write a library of a program, for callers in other languages",
		Long: `Write a library of a program (- is standard input), which needs nothing of Lamina when it
runs. Libraries in C have the functions of Futhark's libraries. The targets:

` + targetTable(),
		Example: `  lamina library --target c -o lib examples/lud.fut
  cc -std=c11 -O2 -ffp-contract=off -pthread -c lib/lud.c
  lamina library --target go -o lud examples/lud.fut
  lamina library --target go --backend opencl -o lud examples/lud.fut`,
	}
	c.Flags().StringVar(&f.Target, "target", "", "the kind of library: "+targetNames())
	c.Flags().StringVarP(&f.Folder, "output", "o", ".", "the `folder` for the files, which is made if need be")
	c.Flags().StringVar(&f.Prefix, "prefix", capi.DefaultPrefix, "what public names in C begin with")
	c.Flags().BoolVar(&f.Python, "python", false, "with a target in C: add a Python package over the library")
	c.Flags().BoolVar(&f.Processor, "processor", false, "with targets for OpenCL: kernels for a processor, not for GPUs")
	c.Flags().StringVar(&f.Package, "package", "", "the `name` of the package in Go, if not that of the file")
	c.Flags().StringVarP(&f.Backend, "backend", "b", "", "with target go: what runs the program: "+strings.Join(goBackends, ", ")+" (default: wasm)")
	_ = c.Flags().SetAnnotation("backend", PrintedOnly, []string{}) // the flag exists
	return c
}

// PrintedOnly annotates a flag that names a backend for which a program is printed: the backend
// itself need not be here.
const PrintedOnly = "printed only"

// goBackends may run the program of a Go package.
var goBackends = []string{wasm.Name, golang.OpenCL, golang.CUDA}

// Check finds flags that are wrong whatever the program is.
func (f *Flags) Check() error {
	if f.Target == "" {
		return fmt.Errorf("name the kind of library with --target: %s", targetNames())
	}
	if findTarget(f.Target) == nil {
		return fmt.Errorf("there is no target %q; there are: %s", f.Target, targetNames())
	}
	if f.Folder == programs.Stdin {
		return fmt.Errorf("-o takes a folder for the files of the library, and - is standard output")
	}
	if f.Python && !slices.Contains(inC, f.Target) {
		return fmt.Errorf("--python goes with the targets %s, not with %s", strings.Join(inC, ", "), f.Target)
	}
	if f.Backend != "" && f.Target != "go" {
		return fmt.Errorf("--backend goes with the target go, not with %s", f.Target)
	}
	if f.Backend != "" && !slices.Contains(goBackends, f.Backend) {
		return fmt.Errorf("there is no Go package over the backend %q; there are packages over %s", f.Backend, strings.Join(goBackends, ", "))
	}
	if f.Processor && !strings.Contains(f.Target, capi.OpenCL) && f.Backend != golang.OpenCL {
		return fmt.Errorf("--processor goes with the targets opencl and server-opencl, and with go --backend opencl, not with %s", f.Target)
	}
	if err := capi.CheckPrefix(f.Prefix); err != nil {
		return fmt.Errorf("--prefix: %w", err)
	}
	return nil
}

// inC are the targets that are libraries in C.
var inC = []string{"c", "multicore", capi.OpenCL, capi.CUDA}

// baseName is the name of a library's files: that of the program's file, without its extension.
func baseName(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// targetTable lists the targets, a line each.
func targetTable() string {
	var b strings.Builder
	tab := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	for _, t := range targets {
		fmt.Fprintf(tab, "  %s\t%s\n", t.name, t.summary)
	}
	_ = tab.Flush()
	return b.String()
}

func targetNames() string { return strings.Join(Targets(), ", ") }

// Targets lists the kinds of libraries.
func Targets() []string {
	names := make([]string, len(targets))
	for i, t := range targets {
		names[i] = t.name
	}
	return names
}
