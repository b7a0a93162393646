// Package print writes imperative programs as C: one file of C11 with the extensions that gcc
// and clang share (vectors, may_alias, __builtin functions), which needs nothing but the C
// library and POSIX threads.
//
// The file begins with the run time (runtime/*.c): blocks, threads, failures. Then come those
// scalar operators that C lacks and the program uses, and the program itself. There is no
// mutable global state: all of it hangs on a context. A function of the program takes the
// record of the thread that runs it and the number of the call path that led to it
// (imp.CallPaths), then its parameters, then pointers to its results. It returns true if it
// failed, with the failure in the thread's record. Block parameters are lent by the caller;
// block results come with a reference.
//
// A parallel loop becomes a function over a range of its iterations, which takes what the loop
// uses from outside as parameters. Those blocks that are known to be apart from all others are
// restrict pointers.
//
// Nothing here changes a result by a bit: operations keep their order, and lanes of vectors
// compute what scalars compute.
package print

import (
	"embed"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/fault"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

//go:embed runtime
var runtime embed.FS

// Unit is a printed program and what its caller must know.
type Unit struct {
	Program string         // the run time and the program, for a caller in the same file
	Source  string         // the same, with a main that takes calls on standard input
	Kernels []string       // labels, by number
	Sites   []Site         // places that can fail; the process counts them from 1
	Paths   fault.Paths    // the meaning of call paths
	Values  int            // values that a failure carries
	Entries map[string]int // numbers of the entry points
}

// Site is a place where a program may fail: an assertion or an allocation.
type Site struct {
	Fun     string // the function it stands in
	Message []Part // of an assertion
	What    string // of an allocation: the arrays it is for
	Alloc   bool
	Trace   []source.Pos
}

// Part is a piece of a message: text, or the failure's next value, of the given type.
type Part struct {
	Text string
	Arg  scalar.Type
}

// Unsupported is the error of a program that the backend cannot run.
type Unsupported string

func (e Unsupported) Error() string { return string(e) }

func unsupportedf(format string, args ...any) { panic(Unsupported(fmt.Sprintf(format, args...))) }

// unit is the state of printing.
type unit struct {
	Unit
	prog    *imp.Program
	names   *name.Supply
	idents  map[name.Name]string
	taken   map[string]bool
	helpers helpers
	words   int // parameters and results of an entry point, at most
	text    strings.Builder
	// device is nil if parallel statements are functions of the file.
	device        Device
	deviceRuntime string
}

// Program prints p, whose indices are flat i64s (imp.Wide).
func Program(p *imp.Program) (*Unit, error) { return printed(p, func(*unit) {}) }

// printed prints p with a unit that is configured before.
func printed(p *imp.Program, configure func(*unit)) (_ *Unit, err error) {
	defer func() {
		if r := recover(); r != nil {
			what, ok := r.(Unsupported)
			if !ok {
				panic(r)
			}
			err = what
		}
	}()
	u := &unit{prog: p, names: name.NewSupply(p.Names.Last()), idents: map[name.Name]string{}, taken: map[string]bool{}, words: 1}
	u.Paths, u.Values, u.Entries = imp.CallPaths(p), 1, map[string]int{}
	for _, f := range p.Funs {
		u.taken[functionName(f.Name)] = true
	}
	configure(u)
	host := onHost(p)
	for _, f := range p.CalleesFirst(func(*imp.Fun) bool { return true }) {
		if u.device == nil || host[f] {
			u.function(f)
		}
	}
	u.entries()
	if err := u.assemble(); err != nil {
		return nil, err
	}
	return &u.Unit, nil
}

// head begins the file.
const head = `// Made by Lamina. Compile with
//
//	cc -std=c11 -O2 -ffp-contract=off -pthread -c FILE.c
//
// and link with -lm -pthread. With -DLAMINA_PROCESS it is a program that takes calls on its
// standard input.

`

// assemble puts the file together.
func (u *unit) assemble() error {
	var out strings.Builder
	part := func(file string) error {
		text, err := runtime.ReadFile("runtime/" + file)
		if err != nil {
			return err
		}
		out.Write(text)
		out.WriteByte('\n')
		return nil
	}
	out.WriteString(head)
	if err := part("types.c"); err != nil {
		return err
	}
	if u.device != nil {
		u.assembleHost(&out)
		return nil
	}
	fmt.Fprintf(&out, "#define LAMINA_VALUES %d\n#define LAMINA_KERNELS %d\n#define LAMINA_WORDS %d\n\n", u.Values, max(1, len(u.Kernels)), u.words)
	for _, file := range []string{"context.c", "memory.c", "copy.c", "threads.c"} {
		if err := part(file); err != nil {
			return err
		}
	}
	u.writeProgram(&out)
	u.Program = out.String()
	if err := part("process.c"); err != nil {
		return err
	}
	u.Source = out.String()
	return nil
}

// assembleHost puts together what follows the types, if there is a device.
func (u *unit) assembleHost(out *strings.Builder) {
	fmt.Fprintf(out, "#define LAMINA_VALUES %d\n#define LAMINA_WORDS %d\n\n%s", u.Values, u.words, u.deviceRuntime)
	u.writeProgram(out)
	u.Program = out.String()
}

// writeProgram writes the program itself.
func (u *unit) writeProgram(out *strings.Builder) {
	if !u.helpers.empty() {
		out.WriteString("// Vectors, and the scalar operators that C lacks.\n\n")
		u.helpers.write(out)
	}
	out.WriteString("// The program.\n")
	out.WriteString(u.text.String())
	out.WriteByte('\n')
}

// site registers a place that can fail, and returns its number.
func (u *unit) site(s Site) int {
	u.Sites = append(u.Sites, s)
	return len(u.Sites)
}

// ident is a variable in C. Its number keeps it apart from the words of C and of the run time.
func (u *unit) ident(n name.Name) string {
	if s, ok := u.idents[n]; ok {
		return s
	}
	base := name.Word(n.Base)
	if base[0] == '_' || '0' <= base[0] && base[0] <= '9' {
		base = "v" + base
	}
	s := fmt.Sprintf("%s_%d", base, n.ID)
	for k := 1; u.taken[s]; k++ {
		s = fmt.Sprintf("%s_%d_%d", base, n.ID, k)
	}
	u.taken[s] = true
	u.idents[n] = s
	return s
}
