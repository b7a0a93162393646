// Package reuseblocks has the iterations of a sequential loop take the block of the iteration before, at
// level imp:
//
//	for i < n { var tmp: mem; tmp <- alloc(k); …; tmp <- hold() }
//
// becomes
//
//	var tmp: mem
//	var held = -1
//	for i < n { if held < k || k < 0 { tmp <- hold(); tmp <- alloc(k); held <- k }; … }
//	tmp <- hold()
//
// No more memory is in use at once than before (imp.Reuse.By). A loop that does not run allocates nothing.
// What threads reuse from one iteration of a parallel loop to the next, backends see themselves (imp.Reused).
package reuseblocks

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is reuse-blocks.
var Pass = &pass.Pass{
	Name:    "reuse-blocks",
	Summary: "let iterations of loops take the blocks of those before",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "drop-stores", Reason: "what an iteration stores in a block that the next may read is no store that nothing reads"},
		{Order: pass.After, Pass: "promote", Reason: "it makes variables of blocks of constant size"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	quiet := imp.Quiet(u.Imp)
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		k := &keeper{unit: u, of: imp.NewReuse(f, quiet)}
		f.Body = k.list(f.Body)
		return nil
	})
}

// keeper is the state within a function.
type keeper struct {
	unit *pass.Unit
	of   *imp.Reuse
}

// list keeps blocks of the loops in a list. What an inner one keeps is let go at its end, and so is made
// within an iteration of those around it, as before.
func (k *keeper) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		var kept *blocks
		switch l := s.(type) {
		case *imp.For:
			kept = k.kept(l, l.Body)
		case *imp.While:
			kept = k.kept(l, l.Body)
		}
		if len(imp.Bodies(s)) > 0 {
			s = imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return kept.within(k.list(body)) })
		}
		out = append(append(append(out, kept.before()...), s), kept.after()...)
	}
	return out
}

// blocks are the variables whose blocks a loop keeps, in the order of their allocations, and for each the
// variable that holds the block's size in bytes; nil if there are none.
type blocks struct {
	unit  *pass.Unit
	order []name.Name
	sizes map[name.Name]name.Name
}

func (k *keeper) kept(loop imp.Stm, body []imp.Stm) *blocks {
	var b *blocks
	for _, a := range k.of.By(loop, body) {
		if k.unit.Rewrite() {
			if b == nil {
				b = &blocks{unit: k.unit, sizes: map[name.Name]name.Name{}}
			}
			b.order = append(b.order, a.Block)
			b.sizes[a.Block] = k.unit.Imp.Names.Fresh("held")
		}
	}
	return b
}

// before declares the variables before the loop.
func (b *blocks) before() (out []imp.Stm) {
	if b == nil {
		return nil
	}
	for _, n := range b.order {
		out = append(out, &imp.DeclareBlock{Name: n}, &imp.Declare{Name: b.sizes[n], Type: scalar.I64, Init: imp.Int(-1)})
	}
	return out
}

// after lets the blocks go after the loop.
func (b *blocks) after() (out []imp.Stm) {
	if b == nil {
		return nil
	}
	for _, n := range b.order {
		out = append(out, &imp.AssignBlock{Dst: n})
	}
	return out
}

// within returns the body of the loop, which allocates a block where it holds none of that size.
func (b *blocks) within(body []imp.Stm) []imp.Stm {
	if b == nil {
		return body
	}
	out := make([]imp.Stm, 0, len(body))
	for _, s := range body {
		switch s := s.(type) {
		case *imp.DeclareBlock:
			if b.sizes[s.Name].IsZero() {
				out = append(out, s)
			}
		case *imp.AssignBlock:
			if b.sizes[s.Dst].IsZero() {
				out = append(out, s)
			}
		case *imp.Alloc:
			if b.sizes[s.Block].IsZero() {
				out = append(out, s)
				continue
			}
			out = append(out, b.grown(s)...)
		default:
			out = append(out, s)
		}
	}
	return out
}

// grown allocates a block unless the variable holds one that is as large. A negative size fails as before.
func (b *blocks) grown(a *imp.Alloc) []imp.Stm {
	held, bytes := b.sizes[a.Block], b.unit.Imp.Names.Fresh("bytes")
	alloc := *a
	alloc.Bytes = imp.IntVar(bytes)
	return []imp.Stm{
		&imp.Declare{Name: bytes, Type: scalar.I64, Init: a.Bytes},
		&imp.If{Cond: either(less(imp.IntVar(held), imp.IntVar(bytes)), less(imp.IntVar(bytes), imp.Int(0))), Then: []imp.Stm{
			&imp.AssignBlock{Dst: a.Block},
			&alloc,
			&imp.Assign{Name: held, X: imp.IntVar(bytes)},
		}},
	}
}

func less(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Lt, Type: scalar.I64, Args: []imp.Expr{x, y}}
}

func either(x, y imp.Expr) imp.Expr {
	return &imp.Prim{Fn: scalar.Or, Type: scalar.Bool, Args: []imp.Expr{x, y}}
}
