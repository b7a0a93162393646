package codegen

import (
	"embed"
	"errors"
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/backends/gpu/hardware"
	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
)

// The prelude is what each program text begins with: the words of the dialect,
// then, in those words, the scalar operators, failures, and heaps of threads.
//
//go:embed prelude
var prelude embed.FS

var dialectFile = [...]string{hardware.OpenCL: "opencl.c", hardware.CUDA: "cuda.c"}

// print writes the program text of all kernels.
func (u *Unit) print() (err error) {
	defer func() {
		if r := recover(); r != nil {
			what, ok := r.(unsupported)
			if !ok {
				panic(r)
			}
			err = errors.New(string(what))
		}
	}()
	w := &printer{unit: u, spaces: map[name.Name]imp.Space{}}
	for _, f := range u.Prog.CalleesFirst(func(f *imp.Fun) bool { return f.InKernel }) {
		w.function(f)
	}
	functions := w.String()
	for _, k := range u.Kernels {
		w.Reset()
		w.kernel(k)
		u.Text.Kernels = append(u.Text.Kernels, hardware.KernelText{Name: k.Name, Body: w.String()})
	}
	var head strings.Builder
	for _, file := range []string{dialectFile[u.info.Dialect], "scalars.c", "failure.c", "heap.c"} {
		text, err := prelude.ReadFile("prelude/" + file)
		if err != nil {
			return err
		}
		if file == "failure.c" {
			fmt.Fprintf(&head, "#define FAILURE_ARGS %d\n", u.FailureArgs())
		}
		head.Write(text)
		head.WriteString("\n")
	}
	u.Text.Shared = head.String() + preludeEnd + functions
	return nil
}

// preludeEnd stands between the prelude and the program.
const preludeEnd = "// The program.\n"

// unsupported is raised by the printer for what kernels cannot do.
type unsupported string

// printer writes kernels as C.
type printer struct {
	strings.Builder
	unit   *Unit
	indent int
	spaces map[name.Name]imp.Space // of block variables
	// fun is the function that is being printed, or that the kernel stands in.
	fun string
	// counting is set where blocks are made, so that references are counted.
	counting bool
	// kernelNow is the kernel that is being printed, nil in functions.
	kernelNow *Kernel
	// lock is set where a body is written for several iterations.
	lock *lockstep
	// stages are the loops to be staged, stage that whose rounds are being written.
	stages map[*imp.For]*stage
	stage  *stage
	// guarded says that a staged tile stores only points that lie in the space.
	guarded bool
	// leave is the statement that ends a thread that failed.
	leave string
	// scopes are the block variables of the open statement lists.
	scopes [][]name.Name
}

func (w *printer) unsupported(format string, args ...any) {
	panic(unsupported(fmt.Sprintf(format, args...)))
}

// maxIndent is how far lines are indented, lest text within a hundred branches is blank
// for the most part.
const maxIndent = 24

// line writes an indented line.
func (w *printer) line(format string, args ...any) {
	w.WriteString(strings.Repeat("  ", min(w.indent, maxIndent)))
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// block writes a line, what body writes below it, and a closing brace.
func (w *printer) block(body func(), format string, args ...any) {
	if format != "" {
		format += " "
	}
	w.line(format+"{", args...)
	w.indent++
	body()
	w.indent--
	w.line("}")
}

// The memory spaces as the prelude spells them.
var spaceWords = map[imp.Space]string{"": "GLOBAL", spaceShared: "SHARED", spacePrivate: "PRIVATE"}

const (
	spaceShared  imp.Space = "shared"
	spacePrivate imp.Space = "private"
)

func (w *printer) spaceOf(block name.Name) string {
	word, ok := spaceWords[w.spaces[block]]
	if !ok {
		w.unsupported("blocks in space %q", w.spaces[block])
	}
	return word
}

func (w *printer) kernel(k *Kernel) {
	w.fun, w.leave, w.counting, w.kernelNow = k.Fun, "return;", k.Allocates, k
	w.WriteByte('\n')
	params := w.params(k)
	heading := fmt.Sprintf("%s %s(%s)", k.word(), k.Name, params)
	if w.unit.info.Overlap {
		heading = fmt.Sprintf("BODY(%s, %s, (%s), (%s))", k.word(), k.Name, params, params.changing())
		defer w.line("FOLLOWING(%s, %s, (%s), (%s))", k.word(), k.Name, params.anywhere(), params.arguments())
	}
	w.block(func() {
		if w.unit.mayFail() {
			w.line("if (stopped(failure, launch)) return;")
		}
		if k.Fails {
			w.line("PRIVATE thread_t t;")
			w.line("t.failure = failure; t.launch = launch; t.iteration = 0;")
		}
		if k.Allocates {
			w.line("t.heap = heap + heap_size * (u64)(GROUP_ID() * GROUP_SIZE() + LOCAL_ID());")
			w.line("t.heap_size = heap_size;")
		}
		for _, p := range k.Params {
			if p.Type == scalar.F16 {
				w.line("f16 %s = widen(%s_h);", ident(p.Name), ident(p.Name))
			}
		}
		if k.Tiles != nil && k.Tiles.Stages != nil {
			w.line("SHARED_ARRAY(u8, staged, %d, %d);", k.Tiles.Staged, stageAlign)
		}
		switch {
		case k.Launch != nil:
			w.sharedBlocks(k.Launch)
			w.threads(k)
		case k.Tiles != nil:
			w.tile(k)
		default:
			w.iterations(k)
		}
	}, "%s", heading)
}

// mostThreads is the most that a group has on any GPU.
const mostThreads = 1024

// word is the word that a kernel begins with, which tells how many threads a group has if they are
// more than usual.
func (k *Kernel) word() string {
	if k.Launch != nil {
		if n, known := imp.ConstOf(k.Launch.GroupSize); known && n.Int() > GroupSize {
			return fmt.Sprintf("KERNEL_OF(%d)", min(n.Int(), mostThreads))
		}
	}
	return "KERNEL"
}

// sharedBlocks declares the blocks that a group shares. Where all before a block have constant sizes,
// it begins at a place that the compiler is to know.
func (w *printer) sharedBlocks(l *imp.Launch) {
	at, known := int64(0), true
	for _, b := range l.Shared {
		if known {
			w.line("SHARED_BLOCK_AT(%s, %d)", ident(b.Name), at)
		} else {
			w.line("SHARED_BLOCK(%s)", ident(b.Name))
		}
		bytes, constant := imp.ConstOf(b.Bytes)
		if known = known && constant; known {
			at += SharedRoom(bytes.Int())
		}
	}
}

// SharedRoom is what a block takes of a group's memory.
func SharedRoom(bytes int64) int64 { return (max(1, bytes) + 15) / 16 * 16 }

// constant reports whether nothing changes a block while the kernel runs.
func (w *printer) constant(b name.Name) bool {
	return w.kernelNow != nil && w.kernelNow.apart && w.kernelNow.plain[b]
}

// indexType is the type of the indices of a parallel statement.
func (k *Kernel) indexType() scalar.Type {
	if k.narrow {
		return scalar.I32
	}
	return scalar.I64
}

// declareIndex declares an index of a parallel statement.
func (w *printer) declareIndex(k *Kernel, d int, x string) {
	w.line("const %s %s = %s;", k.indexType(), w.ident(k.Space[d].Index), x)
}

// variable declares a scalar variable.
func (w *printer) variable(t scalar.Type, n name.Name) string {
	return typeName(t) + " " + w.ident(n)
}

// threads writes the body of a launch.
func (w *printer) threads(k *Kernel) {
	if k.Fails {
		w.unsupported("%s", w.unit.outOfPlace(k))
	}
	group := "GROUP_ID()"
	if !waits(k.body) { // groups that wait do so for those that start first
		group = w.group("i64")
	}
	w.line("const i64 group = %s;", group)
	w.body(k.body)
}

// outOfPlace is what a launch holds that could end one of its threads, while others wait for it at a barrier,
// with its position.
func (u *Unit) outOfPlace(k *Kernel) (what string) {
	imp.Walk(k.body, func(s imp.Stm) bool {
		if what != "" || len(imp.Bodies(s)) > 0 {
			return what == ""
		}
		fails, allocates := u.effects([]imp.Stm{s})
		switch a, ok := s.(*imp.Alloc); {
		case !fails:
		case ok:
			what = fmt.Sprintf("%s in the memory of a thread of a group, of a size that is not known before the kernel starts (%s)", a.What, a.Pos)
		case allocates:
			what = fmt.Sprintf("calls of functions that allocate, in the threads of a group (%s)", k.Label)
		default:
			what = fmt.Sprintf("assertions and calls that may fail, in the threads of a group (%s)", k.Label)
		}
		return what == ""
	})
	return what
}

// waits reports whether a body holds a loop that may wait for what others write.
func waits(body []imp.Stm) bool {
	found := false
	imp.Walk(body, func(s imp.Stm) bool {
		_, loop := s.(*imp.While)
		found = found || loop
		return !found
	})
	return found
}

// iterations writes the loop over a thread's iterations of a parallel statement.
// Its threads are fewer than the iterations if need be. On a GPU neighbouring
// threads take neighbouring iterations; on a CPU a thread takes a range of them,
// row by row.
func (w *printer) iterations(k *Kernel) {
	counts := make([]string, len(k.Space))
	for i := range k.Space {
		counts[i] = fmt.Sprintf("count%d", i)
	}
	w.line("const i64 total = %s;", strings.Join(counts, " * "))
	w.line("const i64 thread = GROUP_ID() * GROUP_SIZE() + LOCAL_ID(), threads = NUM_GROUPS() * GROUP_SIZE();")
	if w.unit.info.CPU {
		w.rangeOfRows(k)
		return
	}
	w.block(func() {
		w.decode(k, "it", len(k.Space))
		w.iteration(k, k.body, "it")
	}, "for (i64 it = thread; it < total; it += threads)")
}

// rangeOfRows divides once a row, so that the loop over a row is plain.
func (w *printer) rangeOfRows(k *Kernel) {
	last := len(k.Space) - 1
	index := ident(k.Space[last].Index)
	w.line("const i64 share = total / threads, rest = total %% threads;")
	w.line("i64 it = thread * share + (thread < rest ? thread : rest);")
	w.line("const i64 end = it + share + (thread < rest ? 1 : 0);")
	w.block(func() {
		w.line("const i64 row = it / count%d, first = it - row * count%d;", last, last)
		w.line("const i64 left = end - it, size = count%d - first;", last)
		w.line("const i64 stop = first + (left < size ? left : size);")
		w.decode(k, "row", last)
		w.line("i64 next = first;")
		point := func(body []imp.Stm) {
			w.declareIndex(k, last, "next")
			if k.Fails {
				w.line("const i64 it = row * count%d + %s;", last, index)
			}
			w.iteration(k, body, "it")
		}
		lockstep := w.vector(k)
		if k.main != nil && !lockstep {
			w.guardedRow(k, point)
		} else {
			if !lockstep {
				w.independent(k)
			}
			w.block(func() { point(k.body) }, "for (; next < stop; next++)")
		}
		w.line("it += stop - first;")
	}, "while (it < end)")
}

// lanes is how many neighbouring iterations of a row a processor takes in lockstep:
// its compiler makes vectors of them.
const lanes = 16

// vector writes a loop that takes the iterations of a row in lockstep, where they
// need the same elements in loops, and tells whether it did.
func (w *printer) vector(k *Kernel) bool {
	l := newLockstep(k)
	if l == nil || len(k.Space) < 2 || k.Allocates {
		return false
	}
	if _, columns := l.shape(k, mostPoints); columns == 1 {
		return false
	}
	l.rows, l.columns = 1, lanes
	w.block(func() {
		w.lock = l
		w.each(alongColumns, func() {
			w.declareIndex(k, len(k.Space)-1, fmt.Sprintf("next + %d", l.column))
		})
		w.lockstepped(k.body)
		w.lock = nil
	}, "for (; next + %d < stop; next += %d)", lanes-1, lanes)
	return true
}

// decode declares the first n indices of the point with number from.
func (w *printer) decode(k *Kernel, from string, n int) {
	switch n {
	case 0:
		return
	case 1:
		w.declareIndex(k, 0, from)
		return
	}
	index := k.indexType()
	for i := range n {
		w.line("%s %s;", index, ident(k.Space[i].Index))
	}
	divide := func(t string) {
		w.line("%s rest_%s = (%s)%s;", t, t, t, from)
		for i := n - 1; i > 0; i-- {
			w.line("%s = (%s)(rest_%s %% (%s)count%d);", ident(k.Space[i].Index), index, t, t, i)
			w.line("rest_%s /= (%s)count%d;", t, t, i)
		}
		w.line("%s = (%s)rest_%s;", ident(k.Space[0].Index), index, t)
	}
	// Division of 64 bits takes several times as long.
	w.block(func() { divide("u32") }, "if (total <= 0xffffffffl)")
	w.block(func() { divide("u64") }, "else")
}

// iteration writes the body of a parallel statement, or what is left of it in a part of
// the space, for the iteration of that number.
func (w *printer) iteration(k *Kernel, body []imp.Stm, number string) {
	if k.Fails {
		w.line("t.iteration = (u64)%s;", number)
	}
	if k.Allocates {
		w.line("heap_reset(&t);")
	}
	w.body(body)
}

// function writes a function of kernels. It returns 1 if the thread failed.
func (w *printer) function(f *imp.Fun) {
	w.kernelNow = nil
	fails, allocates := w.unit.fails[f.Name], w.unit.allocates[f.Name]
	w.fun, w.leave, w.counting = f.Name, "return 1;", allocates
	var params []string
	if fails {
		params = append(params, "PRIVATE thread_t *tp", "u64 path")
	}
	for _, p := range f.Params {
		w.spaces[p.Name] = p.Type.Space
		params = append(params, w.declared(p)+ident(p.Name))
	}
	for _, p := range f.Results {
		w.spaces[p.Name] = p.Type.Space
		params = append(params, w.declared(p)+"PRIVATE *"+ident(p.Name)+"_out")
	}
	result := "void"
	if fails {
		result = "b8"
	}
	w.WriteByte('\n')
	w.block(func() {
		if fails {
			w.line("PRIVATE thread_t t = *tp;")
		}
		for _, p := range f.Results {
			w.line("%s%s = 0;", w.declared(p), ident(p.Name))
		}
		w.heldByParams(f, "retain")
		w.body(f.Body)
		w.heldByParams(f, "release")
		for _, p := range f.Results {
			w.line("*%s_out = %s;", ident(p.Name), ident(p.Name))
		}
		if fails {
			w.line("*tp = t;")
			w.line("return 0;")
		}
	}, "DEVICE %s %s(%s)", result, functionName(f.Name), strings.Join(params, ", "))
}

// heldByParams counts the references that a function's parameters hold.
func (w *printer) heldByParams(f *imp.Fun, change string) {
	for _, p := range f.Params {
		if p.Type.IsBlock() {
			w.count(change, p.Name)
		}
	}
}

func functionName(s string) string { return "f_" + name.Word(s) }

// declared is the type of a variable, with what stands before its name.
func (w *printer) declared(p imp.Param) string {
	if p.Type.IsBlock() {
		return w.spaceOf(p.Name) + " u8 *"
	}
	return typeName(p.Type.Elem) + " "
}
