package toimp

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/sym"
)

// Where the host folds partial results, its code depends on the operator alone. So it is a
// function, which all reductions (or scans) with the same operator call: a program of many
// reductions has that code once.

// outlines are the functions that folds share, in the order in which they came up.
type outlines struct {
	taken map[string]bool   // names of functions
	named map[string]string // by what the function computes, its name
	funs  []*imp.Fun
}

func newOutlines(u *pass.Unit) *outlines {
	o := &outlines{taken: map[string]bool{}, named: map[string]string{}}
	for _, f := range u.IR.Funs {
		o.taken[f.Name] = true
	}
	return o
}

// fresh returns a function name that begins with base.
func (o *outlines) fresh(base string) string {
	for i := 1; ; i++ {
		n := fmt.Sprintf("%s_%d", base, i)
		if !o.taken[n] {
			o.taken[n] = true
			return n
		}
	}
}

// onPartials runs body on partial results and i64s, on the host: in place, or by calling the
// function of that purpose for the fold's operator. body must use nothing else of e.
func (f *fold) onPartials(e *emitter, purpose string, partials []place, args []imp.Expr, body func(e *emitter, partials []place, args []imp.Expr)) {
	if e.target.Grid || e.inKernel || !f.closed() || !e.unit.Rewrite() {
		body(e, partials, args)
		return
	}
	key := f.key(purpose)
	fun, ok := e.outlines.named[key]
	if !ok {
		fun = e.outlines.fresh(purpose)
		e.outlines.named[key] = fun
		e.outlines.funs = append(e.outlines.funs, f.outline(e, fun, len(args), body))
	}
	call := &imp.Call{Fun: fun, Pos: f.stm.Pos}
	for _, p := range partials {
		call.Args = append(call.Args, imp.Arg{Block: p.Block})
	}
	call.Args = append(call.Args, imp.Arg{X: imp.Poly(partials[0].Index.Dims[0].Size)})
	for _, a := range args {
		call.Args = append(call.Args, imp.Arg{X: a})
	}
	e.add(call)
}

// closed reports whether the operator is made of scalar operators, on scalars, and depends on
// nothing but its arguments.
func (f *fold) closed() bool {
	for _, p := range f.operator.Params {
		if !p.Type.IsScalar() {
			return false
		}
	}
	for _, n := range f.neutral {
		if n.IsVar() {
			return false
		}
	}
	_, ok := workOf(f.operator.Body)
	return ok && len(ir.FreeInLambda(f.operator)) == 0
}

// key is the same for folds of one purpose that fold alike.
func (f *fold) key(purpose string) string {
	l := ir.NewRenamer(name.NewSupply(0)).Lambda(f.operator)
	return fmt.Sprint(purpose, " ", l, " ", f.neutral)
}

// outline returns the function of the given name that does what body does.
func (f *fold) outline(e *emitter, fun string, args int, body func(e *emitter, partials []place, args []imp.Expr)) *imp.Fun {
	in := &emitter{shared: newShared(e.unit, e.outlines)}
	out := &imp.Fun{Name: fun, Pos: f.stm.Pos}
	param := func(base string, t scalar.Type) name.Name {
		n := in.names.Fresh(base)
		out.Params = append(out.Params, imp.Param{Name: n, Type: imp.Type{Elem: t}})
		in.scalars[n] = t
		return n
	}
	partials := make([]place, len(f.neutral))
	for i, o := range in.operands(f.neutral) {
		n := in.names.Fresh("partials_mem")
		out.Params = append(out.Params, imp.Param{Name: n})
		partials[i] = place{Elem: o.Type.Elem, Block: n}
	}
	room := sym.Var(param("room", scalar.I64))
	for i := range partials {
		partials[i].Index = lmad.RowMajor([]sym.Poly{room})
	}
	xs := make([]imp.Expr, args)
	for i := range xs {
		xs[i] = imp.IntVar(param("x", scalar.I64))
	}
	body(in, partials, xs)
	out.Body = in.out
	return out
}
