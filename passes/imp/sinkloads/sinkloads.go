// Package sinkloads lets kernels load the elements that the host would load for them alone, at level imp:
//
//	var m = partials[0]                parallel (i < n) {
//	var s = m * 2                        var m = partials[0]
//	parallel (i < n) {                   var s = m * 2
//	  … s …                              … s …
//	}                                  }
//
// The host of a GPU waits for the device with each element that it loads. The result of a reduction that scales
// an array, or the last of some prefix sums that says where others go, need not come to the host: each
// thread loads it, from the cache, and computes what else depends on it.
//
//   - What sinks is a declaration, or declarations and the branch that assigns to them, and what computes
//     only with those. Kernels alone may use it.
//   - Nothing may change the elements, or the blocks, until the last of these kernels is done. No other
//     variable holds the blocks.
//   - The host loads nothing else from the blocks: it would wait in any case.
package sinkloads

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is sink-loads.
var Pass = &pass.Pass{
	Name:    "sink-loads",
	Summary: "let kernels load the elements that the host would load for them alone",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "offload", Reason: "it may load elements for the host by a kernel"},
		{Order: pass.After, Pass: "cooperate", Reason: "what threads load themselves is the same for all of them, but no longer seen to be"},
	},
	Options: []pass.Option{
		{Name: "nodes", Default: 64, Doc: "the most that each thread computes of what the host no longer does, in nodes of expressions, for a value"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if f.InKernel || imp.HasVectors(f.Body) {
			return nil
		}
		s := &sinker{unit: u, most: opts.Int("nodes"), fun: f, kept: shapes(f)}
		s.lookAt(f.Body)
		f.Body = s.list(f.Body)
		return nil
	})
}

// sinker is the state within a function of the host.
type sinker struct {
	unit *pass.Unit
	most int
	fun  *imp.Fun

	sole  imp.Names         // blocks that the function declares, and that no other variable holds
	small imp.Names         // those that are small enough to be kept longer
	loads map[name.Name]int // of the host, from each block
	kept  imp.Names         // variables that the results' types mention
}

// shapes are the variables that what the caller gets is described by.
func shapes(f *imp.Fun) imp.Names {
	out := imp.Names{}
	for _, r := range f.Results {
		out[r.Name] = true
	}
	if f.Entry != nil {
		for _, r := range f.Entry.Results {
			out[r.Var] = true
			for _, e := range r.Shape {
				variables(e, out)
			}
		}
	}
	return out
}

// variables adds those that e reads.
func variables(e imp.Expr, to imp.Names) {
	imp.WalkExpr(e, func(e imp.Expr) {
		if v, ok := e.(*imp.Var); ok {
			to[v.Name] = true
		}
	})
}

// keepable bounds the bytes of a block that is let go of later because a kernel loads from it.
const keepable = 1 << 12

// lookAt finds out what is to know of a function's blocks.
func (s *sinker) lookAt(body []imp.Stm) {
	s.sole, s.small, s.loads = imp.Names{}, imp.Names{}, map[name.Name]int{}
	shared, large := imp.Names{}, imp.Names{}
	imp.Walk(body, func(t imp.Stm) bool {
		imp.EachLoad(t, func(l *imp.Load) { s.loads[l.Block]++ })
		switch t := t.(type) {
		case *imp.Parallel, *imp.Launch:
			return false
		case *imp.DeclareBlock:
			s.sole[t.Name], s.small[t.Name] = true, true
		case *imp.Alloc:
			if n, ok := imp.ConstOf(t.Bytes); !ok || n.Int() > keepable {
				large[t.Block] = true
			}
		case *imp.AssignBlock:
			if !t.Src.IsZero() {
				shared[t.Dst], shared[t.Src] = true, true
			}
		case *imp.Call, *imp.Foreign:
			imp.BlocksOf(t, func(b name.Name) { shared[b] = true })
			imp.Assigns(t, shared)
		}
		return true
	})
	for b := range shared {
		delete(s.sole, b)
	}
	for b := range large {
		delete(s.small, b)
	}
}

// list lets kernels in list, and in the lists within it, load for themselves.
func (s *sinker) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, len(list))
	for i, t := range list {
		switch t.(type) {
		case *imp.If, *imp.For, *imp.While:
			t = imp.WithBodies(t, s.list)
		}
		out[i] = t
	}
	k := &sinking{sinker: s, list: out, of: map[name.Name]*unit{}, part: map[int]*unit{}, all: map[name.Name]int{}}
	k.collect()
	if len(k.units) == 0 {
		return out
	}
	k.look()
	k.index()
	k.settle()
	for _, u := range k.units {
		if !u.stays && !s.unit.Rewrite() {
			u.stays = true
		}
	}
	k.settle() // what one that stays needs, stays
	return k.sunk()
}
