// Package cooperate gives a kernel's iteration to a group of threads, at level imp.
//
// A kernel of one point is a single thread: sequential work that the host does not do
// (pass offload), or a map over one thing. Where it holds loops whose iterations do
// not depend on each other, a group of threads runs it: all threads run what is around
// those loops, each in variables of its own, in step; the iterations of the loops are
// shared out, and barriers stand before and behind them. What is stored outside of
// them, the first thread stores.
//
//   - Iterations are independent when none touches an element that another one
//     stores. That is proved of the indices, as polynomials (independent.go). Where
//     the proof needs that sizes are large enough, the host looks before the launch,
//     and runs the kernel as it was if they are not.
//   - Machines whose threads had better work alone keep all as it is.
//   - What can fail, calls or makes arrays stays as it was: a launch of groups must
//     have all its threads at its barriers.
package cooperate

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is cooperate.
var Pass = &pass.Pass{
	Name:    "cooperate",
	Summary: "let groups of threads share the independent loops of kernels of one thread",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "offload", Reason: "what offload moves to the device runs in one thread"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	if u.Target.Group == 0 {
		return nil // threads work alone there
	}
	called := map[string]bool{}
	for _, f := range u.Imp.Funs {
		imp.Walk(f.Body, func(s imp.Stm) bool {
			if call, ok := s.(*imp.Call); ok {
				called[call.Fun] = true
			}
			return true
		})
	}
	for _, f := range u.Imp.Funs {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !f.InKernel {
			c := &cooperation{unit: u, blocks: aliases(f, called[f.Name])}
			f.Body = c.list(f.Body)
		}
	}
	return nil
}

// cooperation is the state within a function.
type cooperation struct {
	unit   *pass.Unit
	blocks func(a, b name.Name) bool // whether they may be one
}

// list gives kernels in a list of statements of the host to groups.
func (c *cooperation) list(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		switch s := s.(type) {
		case *imp.If:
			s.Then, s.Else = c.list(s.Then), c.list(s.Else)
		case *imp.For:
			s.Body = c.list(s.Body)
		case *imp.While:
			s.Body = c.list(s.Body)
		case *imp.Parallel:
			if s.OnePoint() {
				out = append(out, c.share(s))
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// share is the kernel s run by a group, or s where that cannot be.
func (c *cooperation) share(s *imp.Parallel) imp.Stm {
	k := newKernel(s, c.blocks)
	if k == nil || !c.unit.Rewrite() {
		return s
	}
	body, _ := k.together(s.Body, nil, true)
	if k.shared == 0 || k.poor {
		c.unit.Forgo()
		return s
	}
	c.unit.Remark(s.Pos, "a group of threads runs %s and shares the independent iterations of its loops (%d)", s.Label, k.shared)
	var indices []imp.Stm
	for _, d := range s.Space {
		indices = append(indices, &imp.Declare{Name: d.Index, Type: scalar.I64, Init: imp.Int(0)})
	}
	launch := &imp.Launch{
		Label: s.Label + "_group", Groups: imp.Int(1), GroupSize: k.size(c.unit.Target.Group), Pos: s.Pos,
		Body: imp.Rename(append(indices, body...), map[name.Name]name.Name{}, c.unit.Imp.Names),
	}
	if holds := k.needs.holds(); holds != nil {
		return &imp.If{Cond: holds, Then: []imp.Stm{launch}, Else: []imp.Stm{s}}
	}
	return launch
}

// aliases tells which block variables of f may hold one block: those that are assigned
// to each other, what a call is given and returns, and the parameters of a function that
// is called. Arguments that come from outside the program are blocks of their own.
func aliases(f *imp.Fun, called bool) func(a, b name.Name) bool {
	parent := map[name.Name]name.Name{}
	var find func(n name.Name) name.Name
	find = func(n name.Name) name.Name {
		p, ok := parent[n]
		if !ok || p == n {
			return n
		}
		root := find(p)
		parent[n] = root
		return root
	}
	join := func(list []name.Name) {
		for _, n := range list {
			parent[find(n)] = find(list[0])
		}
	}
	if called {
		var params []name.Name
		for _, p := range f.Params {
			if p.Type.IsBlock() {
				params = append(params, p.Name)
			}
		}
		join(params)
	}
	imp.Walk(f.Body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.AssignBlock:
			if !s.Src.IsZero() {
				join([]name.Name{s.Dst, s.Src})
			}
		case *imp.Call:
			all := append([]name.Name{}, s.Results...)
			for _, a := range s.Args {
				if a.X == nil {
					all = append(all, a.Block)
				}
			}
			join(all)
		}
		return true
	})
	return func(a, b name.Name) bool { return find(a) == find(b) }
}
