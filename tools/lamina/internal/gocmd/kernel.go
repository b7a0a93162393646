package gocmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/lamina-lang/lamina/backends/backend"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/private"
	"github.com/lamina-lang/lamina/core/target"
	"github.com/lamina-lang/lamina/driver"
	"github.com/lamina-lang/lamina/frontends/gosrc"
)

// kernel is a compiled expression.
type kernel struct {
	programs []program
	places   []string
	captures []gosrc.Capture
}

// program is an expression as a program for a kind of machine.
type program struct {
	kind backend.Kind
	text string
}

// kindsOf are the kinds of machines that the backends of accelerate's packages need programs for.
var kindsOf = map[string][]backend.Kind{
	"c":      {backend.Compiled},
	"cuda":   {backend.GPU},
	"interp": {backend.GPU},
	"opencl": {backend.GPU, backend.Processor},
}

// targets are the machines that programs are compiled for. Floats combine as in plain Go on all.
var targets = map[backend.Kind]target.Target{
	backend.Embedded: target.Embedded(), backend.GPU: target.GPU(),
	backend.Processor: target.Processor(), backend.Compiled: target.Compiled(),
}

// kinds lists the kinds of machines to compile for: the embedded backend, and those of the
// backends that the program links.
func kinds(linked map[string]string) []backend.Kind {
	out := []backend.Kind{backend.Embedded}
	for name := range linked {
		for _, k := range kindsOf[name] {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	slices.Sort(out)
	return out
}

// build says what all expressions of a command line are compiled for.
type build struct {
	kinds []backend.Kind
	place func(file string) string // the name of a file in positions
}

// compile takes an expression through the pipelines of kinds of machines, unless its programs
// were compiled before.
func (t *Tool) compile(ctx context.Context, e *extracted, x *gosrc.Expression, b build) (*kernel, error) {
	p, places, err := e.of(x)
	if err != nil {
		return nil, err
	}
	k := &kernel{captures: x.Captures}
	for _, at := range places {
		at.Filename = b.place(at.Filename)
		k.places = append(k.places, at.String())
	}
	for _, kind := range b.kinds {
		text, err := t.compileFor(ctx, p, kind, pipeline(kind, e.classes[e.Region(x)]))
		if err != nil {
			return nil, fmt.Errorf("%s: compiling the expression: %w", x.Position(), gosrc.Located(err, places))
		}
		k.programs = append(k.programs, program{kind, text})
	}
	return k, nil
}

// pipeline is what an expression of a dialect goes through for a kind of machine. The iterations of a Loop
// walk over rows and planes by loops, of which the embedded backend gets one space of iterations to split:
// its other programs say that with maps.
func pipeline(kind backend.Kind, class string) string {
	if kind == backend.Embedded && (class == "imperative" || class == "both") {
		return "inline, simplify, parallelise, " + kind.Pipeline()
	}
	return kind.Pipeline()
}

// compileFor returns the text of a program for a kind of machine.
func (t *Tool) compileFor(ctx context.Context, p *ir.Program, kind backend.Kind, pipeline string) (string, error) {
	u := &pass.Unit{IR: p.Clone(), Target: targets[kind]}
	cache := cacheOf("kernels", fmt.Sprintf("%s\n%s", pipeline, u))
	if text := cache.read(); text != "" {
		return text, nil
	}
	if _, err := t.Driver.Optimise(ctx, u, pipeline, driver.Config{Check: t.Check}); err != nil {
		return "", err
	}
	text := driver.Text(u)
	cache.write(text)
	return text, nil
}

// declare writes the kernels of an expression as the Go declaration of a variable: one kernel, or in a
// generic function one for each instance.
func declare(w io.Writer, name string, instances []*gosrc.Expression, kernels []*kernel) {
	if len(instances[0].TypeParams) == 0 {
		fmt.Fprintf(w, "\nvar %s = &lamina.Kernel", name)
		kernels[0].print(w)
		return
	}
	fmt.Fprintf(w, "\nvar %s = &lamina.Instances{Place: %q, Kernels: map[string]*lamina.Kernel{\n", name, kernels[0].places[0])
	for i, k := range kernels {
		fmt.Fprintf(w, "%q: &lamina.Kernel", instances[i].Instance)
		k.print(w)
		fmt.Fprint(w, ",\n")
	}
	fmt.Fprint(w, "}}\n")
}

// print writes the fields of the kernel as a Go literal has them.
func (k *kernel) print(w io.Writer) {
	fmt.Fprint(w, "{\n\tPrograms: map[string]string{\n")
	for _, p := range k.programs {
		fmt.Fprintf(w, "\t\t%q: %s,\n", p.kind, literal(p.text))
	}
	fmt.Fprint(w, "\t},\n\tPlaces: []string{\n")
	for _, p := range k.places {
		fmt.Fprintf(w, "\t\t%q,\n", p)
	}
	fmt.Fprint(w, "\t},\n\tRanks: []int{")
	for _, c := range k.captures {
		fmt.Fprintf(w, "%d, ", c.Rank)
	}
	fmt.Fprintf(w, "},\n\tWritten: %s,\n\tReplaced: %s,\n\tPlaced: %s,\n}", k.arguments(func(c gosrc.Capture) bool { return c.Write }),
		k.arguments(func(c gosrc.Capture) bool { return c.Replace }), k.arguments(func(c gosrc.Capture) bool { return c.Placed }))
}

// arguments lists those that captures are which are so.
func (k *kernel) arguments(so func(gosrc.Capture) bool) string {
	text := "[]int{"
	for i, c := range k.captures {
		if so(c) {
			text += strconv.Itoa(i) + ", "
		}
	}
	return text + "}"
}

// literal is text as a Go string.
func literal(text string) string {
	if strings.Contains(text, "`") {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

// cache is the place of what something came to.
type cache struct {
	store private.Store
	key   string
}

// cacheOf returns the cache for what this executable makes of a source, among others of a kind.
func cacheOf(kind, source string) cache {
	return cache{private.Store{Dir: private.Cache("go", kind)}, checksum(identity() + "\n" + source)}
}

// identity tells builds of this executable apart: by its file's size and time.
func identity() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(self)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d", self, info.Size(), info.ModTime().UnixNano())
}

// read returns what the cache holds, or "".
func (c cache) read() string {
	text, ok := c.store.Get(c.key)
	if !ok {
		return ""
	}
	return string(text)
}

// write keeps a text. A failure costs time later, nothing else.
func (c cache) write(content string) { c.store.Put(c.key, []byte(content)) }

func checksum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
