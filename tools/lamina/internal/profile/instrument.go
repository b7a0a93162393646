package profile

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/source"
)

// kernel is a parallel loop or a launch of a program, or a loop of the host without these.
type kernel struct {
	label  string // as it was
	fun    string
	pos    source.Pos
	onHost bool
}

// Plan is a program's kernels, in the order of its text. Each has a label of its own in the instrumented
// program, and a result there: the bytes that it touched in all its launches.
type Plan struct {
	kernels []kernel
	results int // how many results the entry point had before
}

// labelOf is the label of a kernel in the instrumented program.
func labelOf(i int, k kernel) string { return fmt.Sprintf("%s_%d", k.label, i) }

// Instrument prepares a program, at imp, to be measured: it counts, on the host, the bytes that each
// kernel touches, and returns the counts after the results of the entry point. Nothing that runs in
// kernels changes.
func Instrument(u *pass.Unit, entry string) (*Plan, error) {
	p := u.Imp
	main := p.Fun(entry)
	if main == nil || main.Entry == nil {
		return nil, fmt.Errorf("the program has no entry point %s at level imp", entry)
	}
	in := &instrumenter{Plan: &Plan{results: len(main.Entry.Results)}, program: p, launches: launching(p)}
	if !u.Target.Grid { // a GPU tells of a launch without points, and does not begin it
		in.points = 1
	}
	for _, f := range p.Funs {
		in.number(f)
	}
	for _, f := range p.Funs {
		if in.launches[f.Name] || !f.InKernel && f.Entry != nil {
			in.rewrite(f)
		}
	}
	return in.Plan, nil
}

// launching are the functions of the host that launch kernels, or call such that do.
func launching(p *imp.Program) map[string]bool {
	found := map[string]bool{}
	for grown := true; grown; {
		grown = false
		for _, f := range p.Funs {
			if f.InKernel || found[f.Name] {
				continue
			}
			host(f.Body, func(s imp.Stm) {
				c, isCall := s.(*imp.Call)
				if isKernel(s) || isCall && found[c.Fun] {
					found[f.Name] = true
				}
			})
			grown = grown || found[f.Name]
		}
	}
	return found
}

func isKernel(s imp.Stm) bool {
	switch s.(type) {
	case *imp.Parallel, *imp.Launch:
		return true
	}
	return false
}

// host visits the statements that the host runs.
func host(list []imp.Stm, f func(imp.Stm)) {
	imp.Walk(list, func(s imp.Stm) bool {
		f(s)
		return !isKernel(s)
	})
}

// instrumenter rewrites a program.
type instrumenter struct {
	*Plan
	program  *imp.Program
	launches map[string]bool
	points   int64           // of the kernels that measure loops of the host
	numbers  map[imp.Stm]int // of kernels
	counters []name.Name     // of the function that is rewritten, by kernel
}

// number gives the kernels of a function their numbers.
func (in *instrumenter) number(f *imp.Fun) {
	if in.numbers == nil {
		in.numbers = map[imp.Stm]int{}
	}
	host(f.Body, func(s imp.Stm) {
		k := kernel{fun: f.Name, pos: imp.Position(s)}
		switch s := s.(type) {
		case *imp.Parallel:
			k.label = s.Label
		case *imp.Launch:
			k.label = s.Label
		default:
			return
		}
		in.add(s, k)
	})
	if f.Entry != nil {
		in.loops(f)
	}
}

func (in *instrumenter) add(s imp.Stm, k kernel) {
	in.numbers[s] = len(in.kernels)
	in.kernels = append(in.kernels, k)
}

// rewrite lets a function count, and return what it counted.
func (in *instrumenter) rewrite(f *imp.Fun) {
	in.counters = in.fresh()
	f.Body = in.list(f.Body)
	for _, c := range in.counters {
		f.Results = append(f.Results, imp.Param{Name: c, Type: imp.Type{Elem: scalar.I64}})
		if f.Entry != nil {
			f.Entry.Results = append(f.Entry.Results, imp.External{Type: "i64", Elem: scalar.I64, Var: c})
		}
	}
}

// fresh makes a variable for each kernel.
func (in *instrumenter) fresh() []name.Name {
	out := make([]name.Name, len(in.kernels))
	for i := range out {
		out[i] = in.program.Names.Fresh("bytes")
	}
	return out
}

func (in *instrumenter) list(list []imp.Stm) (out []imp.Stm) {
	for _, s := range list {
		switch k := s.(type) {
		case *imp.Parallel:
			out = append(out, in.count(s, in.parallelBytes(k)))
			launch := *k
			launch.Label = labelOf(in.numbers[s], in.kernels[in.numbers[s]])
			s = &launch
		case *imp.Launch:
			out = append(out, in.count(s, in.launchBytes(k)))
			launch := *k
			launch.Label = labelOf(in.numbers[s], in.kernels[in.numbers[s]])
			s = &launch
		case *imp.Call:
			if i, ok := in.numbers[s]; ok {
				out = append(out, in.marked(i, s)...)
			} else {
				out = append(out, in.call(k)...)
			}
			continue
		default:
			if i, ok := in.numbers[s]; ok {
				out = append(out, in.marked(i, s)...)
				continue
			}
			s = imp.WithBodies(s, in.list)
		}
		out = append(out, s)
	}
	return out
}

// count adds to the counter of a kernel.
func (in *instrumenter) count(s imp.Stm, bytes imp.Expr) imp.Stm {
	c := in.counters[in.numbers[s]]
	return &imp.Assign{Name: c, X: imp.Add(imp.IntVar(c), bytes)}
}

// call adds what a function counts to what its caller does.
func (in *instrumenter) call(c *imp.Call) []imp.Stm {
	if !in.launches[c.Fun] {
		return []imp.Stm{c}
	}
	counted := in.fresh()
	call := *c
	call.Results = append(append([]name.Name{}, c.Results...), counted...)
	var out, after []imp.Stm
	for i, n := range counted {
		out = append(out, &imp.Declare{Name: n, Type: scalar.I64, Init: imp.Int(0)})
		sum := imp.Add(imp.IntVar(in.counters[i]), imp.IntVar(n))
		after = append(after, &imp.Assign{Name: in.counters[i], X: sum})
	}
	return append(append(out, &call), after...)
}
