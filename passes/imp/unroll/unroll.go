// Package unroll unrolls loops of kernels over private blocks and over tables, at level
// imp, and folds loads from tables.
//
// A thread's private block stays in registers if every index is known when the kernel is
// compiled. So loops of a kernel that have a known, small trip count and access such a
// block become their iterations, one after the other, with the index as a constant; longer ones do if every
// index of the block is then a constant. The
// same goes for loops that read a table, a block that the host fills with constants once
// (imp.Table): the table's entries then become constants of the kernel.
//
//   - A loop with an inner loop whose trip count is not known stays a loop, and so does
//     one in which threads allocate from their heaps: an iteration's blocks must be
//     freed with it.
//   - Copies of few elements between such a block and other memory are loops, too.
//   - The statements that a kernel gets are bounded; outer loops come first.
//   - Iterations run in their order, so a result has the same bits.
//
// With loops=short, for machines that run loops one iteration after the other, it unrolls every
// loop whose trip count is known and whose iterations are straight-line code and few nodes
// together; with it, loops inside whose trip counts depend on its index. Conditions on the index are then decided, small blocks can become variables (pass
// promote), and what is left of the loop around may run in lanes.
package unroll

import (
	"context"
	"maps"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is unroll.
var Pass = &pass.Pass{
	Name:    "unroll",
	Summary: "unroll loops of kernels over private blocks and tables; make constants of the tables' entries",
	From:    pass.At(pass.Imp),
	Options: []pass.Option{
		{
			Name: "loops", Default: overPrivate, Choices: []string{overPrivate, allShort},
			Doc: "which loops: those of kernels over private blocks and tables, or all whose iterations together are few nodes",
		},
		{Name: "trips", Default: 32, Doc: "the largest trip count of a loop that is unrolled"},
		{Name: "long", Default: 96, Doc: "the largest trip count of one whose unrolling puts a private block into registers"},
		{Name: "statements", Default: 4096, Doc: "the most statements that unrolling makes of a kernel, and as many again for blocks that it puts into registers"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

// The choices of option loops.
const (
	overPrivate = "private"
	allShort    = "short"
)

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	why := map[source.Pos]string{}
	err := u.EachImpFun(ctx, func(f *imp.Fun) error {
		r := &unroller{unit: u, trips: int64(opts.Int("trips")), long: int64(opts.Int("long")), statements: int64(opts.Int("statements")), why: why}
		if r.short = opts.Text("loops") == allShort; r.short {
			f.Body = r.expand(f.Body, r.chooseShort(f.Body))
			return nil
		}
		if f.InKernel {
			return nil
		}
		r.tables = imp.Tables(f)
		f.Body = r.fold(r.host(f.Body))
		return nil
	})
	if err != nil || u.Limited() {
		return err
	}
	return u.Loops.Kept(schedule.Unrolling, why)
}

// unroller works on a function of the host.
type unroller struct {
	unit              *pass.Unit
	tables            map[name.Name]*imp.Table
	trips, statements int64
	long              int64                 // the most trips of a loop that puts a block into registers
	fixed             imp.Names             // variables of the kernel at hand that unrolling makes constants
	most              int64                 // nodes that a loop is unrolled to, with short
	short             bool                  // only the length of loops counts
	why               map[source.Pos]string // why a loop at that place is not unrolled
}

// host unrolls loops in the kernels of a statement list.
func (r *unroller) host(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, s := range list {
		into := r.host
		switch s.(type) {
		case *imp.Parallel, *imp.Launch:
			into = func(body []imp.Stm) []imp.Stm {
				body = r.elementwise(body, privateIn(body))
				return r.expand(body, r.choose(body))
			}
		}
		out[i] = imp.WithBodies(s, into)
	}
	return out
}

// expand is list with the chosen loops unrolled, inner ones first.
func (r *unroller) expand(list []imp.Stm, loops map[*imp.For]int64) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		inner := imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return r.expand(body, loops) })
		f, ok := s.(*imp.For)
		trips, chosen := loops[f]
		if !ok || !chosen || trips == dependent {
			out = append(out, inner)
			continue
		}
		for i := range trips {
			out = append(out, r.iteration(inner.(*imp.For), i, values{})...)
		}
	}
	return out
}

// iteration is the body of a loop for one value of its index. The blocks that it declares
// live for that iteration. The values that are known before it are its own.
func (r *unroller) iteration(f *imp.For, i int64, known values) []imp.Stm {
	index := &imp.Const{Value: scalar.Int(f.Type, i)}
	body := imp.Replace(imp.Rename(f.Body, map[name.Name]name.Name{}, r.unit.Imp.Names), func(e imp.Expr) imp.Expr {
		if v, ok := e.(*imp.Var); ok && v.Name == f.Index {
			return index
		}
		return folded(e)
	})
	if r.short {
		if hasDependent(body) {
			body = r.settled(body, maps.Clone(known), assignedIn(body))
		}
	}
	body = withConstants(body, assignedIn(body), !r.short) // iterations have variables of their own
	for _, s := range body {
		if _, ok := s.(*imp.DeclareBlock); ok {
			return []imp.Stm{&imp.If{Cond: &imp.Const{Value: scalar.FromBool(true)}, Then: decided(body)}}
		}
	}
	return decided(body)
}

// decided is a list with the branches whose conditions are constants replaced by the arm that
// they take, and without assertions of what is known to hold.
func decided(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		if a, ok := s.(*imp.Assert); ok {
			if c, ok := a.Cond.(*imp.Const); ok && c.Value.Bool() {
				continue
			}
		}
		branch, ok := s.(*imp.If)
		if !ok {
			out = append(out, imp.WithBodies(s, decided))
			continue
		}
		if c, ok := branch.Cond.(*imp.Const); !ok {
			out = append(out, imp.WithBodies(s, decided))
		} else if c.Value.Bool() {
			out = append(out, decided(branch.Then)...)
		} else {
			out = append(out, decided(branch.Else)...)
		}
	}
	return out
}

// folded is e as a constant if its operands are, and without sums with 0 and products
// with 1. Floats stay as they are: a device may compute them with other roundings.
func folded(e imp.Expr) imp.Expr {
	switch e := e.(type) {
	case *imp.Prim:
		if e.Type.IsFloat() {
			return e
		}
		if v, ok := imp.Fold(e); ok {
			return &imp.Const{Value: v}
		}
		switch {
		case e.Type != scalar.I64:
		case e.Fn == scalar.Add:
			return imp.Add(e.Args[0], e.Args[1])
		case e.Fn == scalar.Mul:
			return imp.Mul(e.Args[0], e.Args[1])
		}
	case *imp.Convert:
		if c, ok := e.X.(*imp.Const); ok && !e.From.IsFloat() && !e.To.IsFloat() {
			return &imp.Const{Value: scalar.Convert(e.To, c.Value)}
		}
	}
	return e
}

// fold makes constants of loads from tables at known places, and of what is computed of
// them.
func (r *unroller) fold(list []imp.Stm) []imp.Stm {
	if len(r.tables) == 0 {
		return list
	}
	found := false
	out := imp.Replace(list, func(e imp.Expr) imp.Expr {
		l, ok := e.(*imp.Load)
		if !ok || r.tables[l.Block] == nil {
			return e
		}
		if v, ok := r.tables[l.Block].Entry(l); ok && r.unit.Rewrite() {
			found = true
			return &imp.Const{Value: v}
		}
		return e
	})
	if !found {
		return list
	}
	return imp.Replace(out, folded)
}
