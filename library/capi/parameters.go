package capi

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/backends/c"
	"github.com/lamina-lang/lamina/backends/gpu"
	"github.com/lamina-lang/lamina/core/imp"
)

// The classes of tuning parameters, as in Futhark's libraries.
const (
	thresholdClass = "threshold"
	gridClass      = "grid_size"
	blockClass     = "thread_block_size"
)

// parameter is a number that users may set: it changes how fast a program is, and nothing else.
type parameter struct{ name, class string }

// parameters are those of a program for a device, by their names.
type parameters struct {
	all     []parameter
	ofEntry map[string][]string // those that an entry point depends on
}

// tunedHost describes the kernels and the parameters to the host part.
type tunedHost struct {
	*gpu.Program
	parameters
}

// Threshold is the number of a threshold.
func (h tunedHost) Threshold(name string) int { return h.number(name) }

// number is the index of a parameter, -1 if there is none of that name.
func (p parameters) number(name string) int {
	return slices.IndexFunc(p.all, func(q parameter) bool { return q.name == name })
}

// gridOf and blockOf are the names of the sizes with which a kernel is started.
func gridOf(k gpu.KernelStart) string  { return k.Name + ".num_tblocks" }
func blockOf(k gpu.KernelStart) string { return k.Name + ".tblock_size" }

// sizesOf are the parameters of a kernel whose threads stride over its space: other kernels are
// made for the sizes that they have.
func (o Options) sizesOf(k gpu.KernelStart) (out []parameter) {
	if k.Rank == 0 || k.Rows > 0 || k.Allocates {
		return nil
	}
	out = append(out, parameter{gridOf(k), gridClass})
	if !o.Processor {
		out = append(out, parameter{blockOf(k), blockClass})
	}
	return out
}

// parametersOf finds the parameters of a program.
func (o Options) parametersOf(kernels *gpu.Program) parameters {
	classes, ofEntry := map[string]string{}, map[string][]string{}
	for _, f := range kernels.Host.Funs {
		if f.Entry == nil {
			continue
		}
		own := map[string]bool{}
		o.eachParameter(kernels, f, map[*imp.Fun]bool{}, func(p parameter) {
			classes[p.name], own[p.name] = p.class, true
		})
		ofEntry[f.Name] = slices.Sorted(maps.Keys(own))
	}
	out := parameters{ofEntry: ofEntry}
	for _, name := range slices.Sorted(maps.Keys(classes)) {
		out.all = append(out.all, parameter{name, classes[name]})
	}
	return out
}

// eachParameter calls visit for the parameters that a function of the host depends on, with those
// that it calls.
func (o Options) eachParameter(kernels *gpu.Program, f *imp.Fun, visited map[*imp.Fun]bool, visit func(parameter)) {
	if visited[f] {
		return
	}
	visited[f] = true
	start := func(s imp.Stm) {
		for _, p := range o.sizesOf(kernels.Kernels[kernels.Kernel(s)]) {
			visit(p)
		}
	}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) {
				if id, ok := e.(*imp.ID); ok && id.Kind == imp.Threshold {
					visit(parameter{id.Threshold, thresholdClass})
				}
			})
		})
		switch s := s.(type) {
		case *imp.Call:
			o.eachParameter(kernels, kernels.Host.Fun(s.Fun), visited, visit)
		case *imp.Copy:
			start(s)
		case *imp.Parallel, *imp.Launch:
			start(s)
			return false
		}
		return true
	})
}

// parameterTable prints the parameters.
func parameterTable(b *strings.Builder, list []parameter) {
	fmt.Fprintf(b, "#define LAMINA_PARAMETERS %d // for tuning\n\n", len(list))
	b.WriteString("static const struct {\n  const char *name, *class;\n} lamina_parameters[] = {\n")
	for _, p := range list {
		fmt.Fprintf(b, "  {%s, %s},\n", c.Quoted(p.name), c.Quoted(p.class))
	}
	b.WriteString("  {NULL, NULL},\n};\n\n")
}
