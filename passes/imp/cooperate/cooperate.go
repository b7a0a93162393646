// Package cooperate gives a kernel's iteration to a group of threads, at level imp.
//
// A kernel of one point is a single thread: sequential work that the host does not do
// (pass offload), or a map over one thing. Where it holds loops whose iterations do
// not depend on each other, a group of threads runs it: all threads run what is around
// those loops, each in variables of its own, in step; the iterations of the loops are
// shared out, and barriers stand before and after them. What is stored outside of
// them, the first thread stores.
//
//   - Iterations are independent when none touches an element that another one
//     stores. That is proved of the indices, as polynomials (independent.go). Where
//     the proof needs that sizes are large enough, the host looks before the launch,
//     and runs the kernel as it was if they are not.
//   - Of two loops, one inside the other, that need each other's iterations, those of an
//     anti-diagonal may be independent, as in a recurrence over what is above and left
//     (wave.go): the group then goes from anti-diagonal to anti-diagonal. What the loops
//     touch lies in shared memory while they run, where it fits (tile.go); the host
//     looks for that, too.
//   - A kernel of more points gets a group for each of them, if it holds such a pair of
//     loops and the host finds the points few (points.go): threads that have a point each
//     keep a device busy only if there are many.
//   - A map whose points go through steps with parallel work in each gets a version whose groups
//     have a point each (steps.go), and fold rows together (fold.go), beside those of a thread for each point and of a launch for
//     each step.
//   - A kernel whose points make arrays in a group's memory, as a schedule prescribes, gets a group for each
//     (prescribed.go), and shares its scans (scan.go), or is refused.
//   - Machines whose threads had better work alone keep all as it is.
//   - What can fail, calls or makes arrays stays as it was: a launch of groups must
//     have all its threads at its barriers. Assertions go that the host proves to hold
//     before the launch, and copies are loops (prepare.go).
package cooperate

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
)

// Pass is cooperate.
var Pass = &pass.Pass{
	Name:    "cooperate",
	Summary: "let groups of threads share the independent loops of kernels of one thread, and recurrences in those of few",
	From:    pass.At(pass.Imp),
	Constraints: []pass.Constraint{
		{Order: pass.After, Pass: "offload", Reason: "what offload moves to the device runs in one thread"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	why := map[source.Pos]string{}
	if u.Target.Group == 0 { // threads work alone there
		for _, k := range sharing {
			if err := u.Loops.Missing(k, schedule.NoGroups); err != nil {
				return err
			}
		}
		return u.Loops.Kept(schedule.Cooperation, why)
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
	err := u.EachImpFun(ctx, func(f *imp.Fun) error {
		if !f.InKernel && !imp.HasVectors(f.Body) {
			c := &cooperation{unit: u, blocks: aliases(f, called[f.Name]), values: newTypical(f), choices: choices(f), why: why}
			f.Body = c.list(f.Body)
			return c.refused
		}
		return nil
	})
	if err != nil || u.Limited() {
		return err
	}
	for _, k := range sharing {
		if err := u.Loops.Missing(k, "no kernel over points holds it: it is a part of a function that kernels call, of a kernel on vectors, or nothing is left of it"); err != nil {
			return err
		}
	}
	return u.Loops.Kept(schedule.Cooperation, why)
}

// sharing is what this pass alone does, and only if a schedule prescribes it.
var sharing = []schedule.Kind{schedule.Sharing, schedule.Grouping}

// cooperation is the state within a function.
type cooperation struct {
	unit    *pass.Unit
	blocks  func(a, b name.Name) bool // whether they may be one
	values  *typical
	choices imp.Names             // variables that tell whether a version has enough points
	wider   int                   // names that it gave to wider indices
	refused error                 // that a schedule prescribes what cannot be had
	why     map[source.Pos]string // why threads of the kernel at that place work alone
}

// list gives kernels in a list of statements of the host to groups.
func (c *cooperation) list(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		switch s := s.(type) {
		case *imp.If:
			c.steps(s)
			s.Then, s.Else = c.list(s.Then), c.list(s.Else)
		case *imp.For:
			s.Body = c.list(s.Body)
		case *imp.While:
			s.Body = c.list(s.Body)
		case *imp.Parallel:
			wide, before := c.widened(s)
			if w := c.wishesIn(s.Body); !w.none() {
				out = append(out, c.named(before, c.inGroups(wide, w))...)
				continue
			}
			made, why := imp.Stm(s), ""
			switch told := c.unit.Loops.Told(s.Pos).Cooperate; {
			case told == schedule.No:
			case s.Prescribed:
				why = "another operation within it is sequential, or it runs on vectors: no other thread helps"
			case !s.OnePoint() && !nests(wide.Body):
				why = "an iteration has no two loops, one in the other, that go by anti-diagonals; group shared gives an iteration to a group, too"
			default:
				made, why = c.share(wide, s)
			}
			c.record(s, made, why)
			if made != imp.Stm(s) {
				out = append(out, c.named(before, []imp.Stm{made})...)
			} else {
				out = append(out, made)
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

// nests reports whether list holds loops that might go by anti-diagonals.
func nests(list []imp.Stm) (yes bool) {
	imp.Walk(list, func(s imp.Stm) bool {
		if l, ok := s.(*imp.For); ok && nest(l) != nil {
			yes = true
		}
		return !yes
	})
	return yes
}

// record tells what became of the kernel s: what made is, or s itself for a reason.
func (c *cooperation) record(s *imp.Parallel, made imp.Stm, why string) {
	var p schedule.Prescription
	if made != imp.Stm(s) {
		p.Cooperate = schedule.Yes
	}
	c.why[s.Pos] = why
	c.unit.Loops.Chose(s.Pos, schedule.Cooperation, p)
}

// share is the kernel s run by a group for each of its points, or plain, which it was, where that cannot be, and why.
func (c *cooperation) share(s, plain *imp.Parallel) (imp.Stm, string) {
	k := newKernel(s, c.blocks, c.values, false)
	if k == nil {
		return plain, "an iteration calls a function, makes arrays, or updates one atomically"
	}
	around, ok := k.spread(s)
	if !ok {
		return plain, "how many iterations it has is not known before the kernel starts"
	}
	list, ok := k.prepare(s.Body, around)
	if !ok || !c.unit.Rewrite() {
		return plain, "an iteration may fail, and the threads of a group have to meet at barriers"
	}
	body, _ := k.together(list, around, true)
	if k.shared == 0 || k.poor || k.points > 0 && k.crossed == 0 {
		c.unit.Forgo()
		return plain, "an iteration has no loops whose own iterations are shown to be independent, or the group would meet at a barrier for each element"
	}
	c.unit.Remark(s.Pos, "%s", k.story(s.Label))
	launch := c.launch(k, s, body)
	if k.crossed > 0 {
		k.outcome, k.tiles = outcome{}, true
		if body, _ := k.together(list, around, true); len(k.tiled) > 0 {
			_, fit := k.sharedBlocks(c.unit.Target.Group)
			launch = []imp.Stm{&imp.If{Cond: fit, Then: c.launch(k, s, body), Else: launch}}
		}
	}
	if holds := k.needs.holds(); holds != nil {
		return &imp.If{Cond: holds, Then: launch, Else: []imp.Stm{plain}}, ""
	}
	return launch[0], ""
}

// launch is the statement that runs body in place of s.
func (c *cooperation) launch(k *kernel, s *imp.Parallel, body []imp.Stm) []imp.Stm {
	return imp.Rename([]imp.Stm{c.launched(k, s, body)}, map[name.Name]name.Name{}, c.unit.Imp.Names)
}

// launched is launch under names of the pass's own.
func (c *cooperation) launched(k *kernel, s *imp.Parallel, body []imp.Stm) *imp.Launch {
	groups, indices := k.groups(s.Space)
	blocks, _ := k.sharedBlocks(c.unit.Target.Group)
	blocks = append(append(blocks, k.totals...), k.partials...)
	if k.some {
		blocks = append(blocks, imp.Shared{Name: k.told, Bytes: imp.Int(4)})
	}
	return &imp.Launch{
		Label: s.Label + "_group", Groups: groups, GroupSize: k.size(c.unit.Target.Group), Shared: blocks, Pos: s.Pos,
		Body: append(indices, body...),
	}
}

// aliases tells which block variables of f may hold one block: those that are assigned
// to each other, what a call is given and returns, and the parameters of a function that
// is called. Arguments that come from outside the program are blocks of their own.
func aliases(f *imp.Fun, called bool) func(a, b name.Name) bool {
	same := newClasses()
	join := func(list []name.Name) {
		for _, n := range list {
			same.join(n, list[0])
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
	return func(a, b name.Name) bool { return same.find(a) == same.find(b) }
}
