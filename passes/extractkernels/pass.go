// Package extractkernels makes parallelism explicit. It lowers a program from level soac to
// level kernel by turning the outermost parallel operations on the host, including those in
// host loops and branches, into segmented operators (segmap, segred, segscan, seghist).
//
// Perfect nests of maps become one segmap over a multidimensional space. Option nests says
// what happens to other nested parallelism:
//
//   - outer: each thread runs it sequentially (package sequentialise makes loops);
//   - flat: nests are distributed into perfect ones (cut.go), loops and branches uniform
//     across points are interchanged outwards (interchange.go), and reductions and scans at
//     the end of a nest become segmented ones;
//   - both: the program contains both versions and chooses by comparing the outer one's
//     thread count with a threshold (versions.go, package tune).
//
// Inner parallelism whose size varies between points stays sequential.
//
// Afterwards each function runs either on the host or inside kernels. A function called
// from both gets a copy for kernels, whose name ends in _seq.
package extractkernels

import (
	"context"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
)

// Pass is extract-kernels.
var Pass = &pass.Pass{
	Name:    "extract-kernels",
	Summary: "turn the outermost parallel operations into segmented operators",
	From:    pass.At(pass.Soac),
	To:      pass.Kernel,
	Options: []pass.Option{
		{Name: "nests", Default: outer, Choices: []string{outer, flat, both}, Doc: "what becomes of parallelism inside parallel operations: run in sequence by each thread, spread over threads, or both, chosen when the program runs"},
		{Name: "least", Default: 1 << 15, Doc: "threads from which on the outer parallelism alone is enough"},
	},
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "fuse", Reason: "kernels are not fused, so what fusion leaves apart stays apart"},
		{Order: pass.After, Pass: "inline", Reason: "a call inside a kernel hides the parallelism of its function"},
	},
	CarriesOut: true,
	Run:        run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	p := u.IR
	p.Dissolve() // regions that inline, which does so too, has not met
	host := hostFunctions(p)
	separate(p, host)
	x := &extractor{
		unit: u, names: p.Names, nests: opts.Text("nests"), least: opts.Int("least"),
		failing: ops.Failing(p),
		iotas:   map[name.Name]*ir.Iota{}, replicates: map[name.Name]*ir.Replicate{},
		points: map[name.Name][2]ir.Atom{},
	}
	if x.told = prescribed(p); x.nests != outer || x.told != nil {
		x.lookAround(p)
	}
	err := u.EachFun(ctx, func(f *ir.Fun) error {
		if host[f] {
			x.fun, x.thresholds = f.Name, 0
			x.body(f.Body)
		}
		return nil
	})
	if err != nil {
		return err
	}
	p.Level = ir.Kernel
	return x.told.carriedOut(u)
}

type extractor struct {
	unit       *pass.Unit
	names      *name.Supply
	nests      string
	least      int
	segments   bool // reductions and scans at the end of a nest become segmented
	chooses    bool // between a segmented reduction and a thread for each of its results
	failing    func(string) bool
	iotas      map[name.Name]*ir.Iota // in kernels, where their elements are computed
	replicates map[name.Name]*ir.Replicate
	points     map[name.Name][2]ir.Atom // by the iotas of their elements, points and how many elements each has
	depth      int                      // nesting depth of the operations being distributed
	reorders   bool                     // operations may fail in another order: a guard stands before them
	reordered  bool                     // some do
	fun        string                   // the current function
	thresholds int                      // number of thresholds in it so far
	told       *told                    // what a schedule prescribes; nil if there is none
	bound      bool                     // what it prescribes decides; else it is only compared with what is made
}

// lookAround collects the replicates.
func (x *extractor) lookAround(p *ir.Program) {
	w := &ir.Walker{
		Stm: func(s *ir.Stm) {
			if e, ok := s.Exp.(*ir.Replicate); ok {
				x.replicates[s.Pat[0].Name] = e
			}
			// A vector may have its size by another name.
			if e, ok := s.Exp.(*ir.Reshape); ok && len(e.Shape) == 1 {
				if r := x.replicates[e.Array]; r != nil && len(r.Shape) == 1 {
					x.replicates[s.Pat[0].Name] = r
				}
			}
		},
	}
	w.Program(p)
}

// body turns the parallel operations of a host body into segmented operators.
func (x *extractor) body(b *ir.Body) {
	var out []*ir.Stm
	for _, s := range b.Stms {
		for _, within := range ops.Bodies(s.Exp) {
			x.body(within)
		}
		switch {
		case ops.IsParallel(s.Exp) && x.told != nil && schedule.Of(s).Level == schedule.Sequential:
			x.loop(s)
			out = append(out, s)
		case ops.IsParallel(s.Exp):
			out = append(out, x.operation(s)...)
		default:
			out = append(out, s)
		}
	}
	b.Stms = out
}

// kernel turns s, a parallel operation, into one segmented operator.
func (x *extractor) kernel(s *ir.Stm) {
	if e, ok := s.Exp.(*ir.Map); ok {
		if whole := replicated(e); whole != nil && x.segments {
			s.Exp = whole
			return
		}
		s.Exp = x.mapped(s, e)
		return
	}
	if e, ok := s.Exp.(*ir.Hist); ok {
		if rows := x.histOfRows(e); rows != nil {
			s.Exp = rows
			return
		}
	}
	f := ops.CombinatorOf(s.Exp)
	fn := *f.Fn
	if f.Folded() > 0 {
		fn = x.elements(f)
	}
	space, body := x.point(*f.Width, *f.Arrays, fn)
	s.Exp = ops.Segmented(s.Exp, space, body)
}

// point returns the one-dimensional space of an operation, and fn's body with its
// parameters bound to the elements at the space's index.
func (x *extractor) point(width ir.Atom, arrays []name.Name, fn *ir.Lambda) ([]ir.SpaceDim, *ir.Body) {
	i := x.names.Fresh("i")
	b := ir.NewBuilder(x.names)
	for k, p := range fn.Params {
		if e, ok := x.iotas[arrays[k]]; ok {
			bindIota(b, p, e, ir.Var(i))
		} else {
			b.BindElement(p, arrays[k], ir.Var(i))
		}
	}
	b.Append(fn.Body.Stms...)
	return []ir.SpaceDim{{Index: i, Size: width}}, b.Body(fn.Body.Result...)
}

// elements returns the function that a fold applies to its elements: its own, or the
// identity on the operator's right operands.
func (x *extractor) elements(f *ops.Form) *ir.Lambda {
	if *f.Fn != nil {
		return *f.Fn
	}
	id := &ir.Lambda{Body: &ir.Body{}}
	for _, p := range (*f.Folds[0].Operator).Params[f.Folded():] {
		param := ir.Param{Name: x.names.Like(p.Name), Type: p.Type}
		id.Params = append(id.Params, param)
		id.Body.Result = append(id.Body.Result, ir.Var(param.Name))
	}
	return id
}

// bindIota binds p to the element of an iota of integers at index i.
func bindIota(b *ir.Builder, p ir.Param, e *ir.Iota, i ir.Atom) {
	at := b.Convert(scalar.I64, e.Elem, i)
	off := b.Prim("off", scalar.Mul, e.Elem, at, e.Step)
	b.Bind([]ir.Param{{Name: p.Name, Type: p.Type}}, &ir.Prim{Fn: scalar.Add, Type: e.Elem, Args: []ir.Atom{e.Start, off}})
}
