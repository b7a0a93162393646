package cooperate

import (
	"fmt"
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/target"
)

// A schedule may prescribe that an operation within a kernel has its result in the memory of a group. Each
// point of the kernel then has a group, whose threads share the iterations of that operation, and of the
// others that are independent; the first thread runs what else stores elements, and all run the rest alike.
// What cannot be so is refused.

// space is that of blocks that a group's threads share.
const space imp.Space = "shared"

// wishes are what a schedule wants to be in the memory of the groups that run a kernel.
type wishes struct {
	blocks []*imp.Alloc
	loops  []*imp.For // of operations that make no array: what they leave is there
	sized  []*imp.For // those that say how many threads a group has
}

func (c *cooperation) wishesIn(list []imp.Stm) (w wishes) {
	imp.Walk(list, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc:
			if s.Space == space {
				w.blocks = append(w.blocks, s)
			}
		case *imp.For:
			if c.wanted(s) {
				w.loops = append(w.loops, s)
			}
			if c.threads(s) > 0 {
				w.sized = append(w.sized, s)
			}
		}
		return true
	})
	return w
}

// wanted reports whether the threads of a group are to share the iterations of l.
func (c *cooperation) wanted(l *imp.For) bool {
	return c.unit.Loops.Told(l.Pos).Space == schedule.Shared
}

// threads is how many threads a group is to have in which l runs, or 0.
func (c *cooperation) threads(l *imp.For) int64 { return c.unit.Loops.Told(l.Pos).Threads }

// inGroups is the kernel s with a group for each of its points.
func (c *cooperation) inGroups(s *imp.Parallel, w wishes) []imp.Stm {
	blocks, inside := imp.Names{}, imp.Changes(s.Body)
	for _, a := range w.blocks {
		blocks[a.Block] = true
		if dependsOn(a.Bytes, inside) {
			return c.refuse(s, a, "its size is not known before the kernel starts")
		}
	}
	plain := *s
	plain.Body = without(s.Body, blocks)
	k := newKernel(&plain, c.blocks, c.values, false)
	if k == nil {
		return c.refuse(s, w.first(), "another operation of that group calls a function, makes arrays for each of its threads or in a branch, or updates an array atomically")
	}
	k.bound, k.largest, k.anyOrder = true, c.unit.Target.Group, c.unit.Target.Math == target.Fast
	for _, l := range w.sized {
		if n := c.threads(l); k.threads != 0 && k.threads != n {
			return c.refuse(s, l, fmt.Sprintf("another operation of that group says that it has %d threads", k.threads))
		}
		k.threads, k.largest = c.threads(l), c.threads(l)
	}
	k.wanted, k.own = c.wanted, blocks
	around := k.everyPoint(s)
	list, ok := k.prepare(plain.Body, around)
	if !ok {
		return c.refuse(s, w.first(), "an iteration may fail, and the threads of a group have to meet at barriers")
	}
	body, _ := k.together(list, around, true)
	if k.stuck != "" {
		return c.refuse(s, w.first(), "of what stands beside it, "+k.stuck)
	}
	for _, l := range w.loops {
		if !k.met[l.Pos] {
			return c.refuse(s, l, notShared[c.unit.Loops.Op(l.Pos)])
		}
		c.unit.Loops.Chose(l.Pos, schedule.Sharing, schedule.Prescription{Level: schedule.Group, Space: schedule.Shared})
	}
	for _, l := range w.sized {
		c.unit.Loops.Chose(l.Pos, schedule.Grouping, c.unit.Loops.Told(l.Pos))
	}
	for _, a := range w.blocks {
		if !k.writesSideBySide(list, a.Block, false) {
			return c.refuse(s, a, "it is not shown that its iterations touch nothing that others of them write"+orOfScan[operation(a)])
		}
	}
	c.unit.Remark(s.Pos, "%s", k.story(s.Label))
	launch := c.launchWith(k, s, body, w.blocks)
	if holds := k.needs.holds(); holds != nil {
		return []imp.Stm{&imp.If{Cond: holds, Then: launch, Else: c.launchWith(k, s, []imp.Stm{onlyFirst(plain.Body...)}, w.blocks)}}
	}
	return launch
}

func (w wishes) none() bool { return len(w.blocks)+len(w.loops) == 0 }

// first is one of the statements of which something is wanted.
func (w wishes) first() imp.Stm {
	if len(w.blocks) > 0 {
		return w.blocks[0]
	}
	return w.loops[0]
}

// orOfScan is what else may be the reason, by operations.
var orOfScan = map[string]string{"scan": ", but the running value: scans that threads share combine integers by one associative operator, or floats by --math fast"}

// notShared is why the iterations of a loop are not shared, by operations.
var notShared = map[string]string{
	"reduce": "the threads of a group share reductions of numbers by one operator each that is associative, commutative and exact, as sums and maxima of integers, or by --math fast of floats; another one keeps the order of docs/semantics.md",
	"hist":   "the threads of a group share histograms whose bins are made in the iteration that the group runs, and hold numbers that one operator combines in any order, as sums and maxima of integers, or by --math fast of floats",
}

// operation is the operation of the source that makes the block of a.
func operation(a *imp.Alloc) string {
	op, _, _ := strings.Cut(a.What, ":")
	return op
}

// refuse keeps s, and the reason why what is wanted of one of its statements is not so.
func (c *cooperation) refuse(s, of imp.Stm, reason string) []imp.Stm {
	if c.refused == nil {
		at, op := source.Pos{}, ""
		switch of := of.(type) {
		case *imp.Alloc:
			at, op = of.Pos, operation(of)
		case *imp.For:
			at, op = of.Pos, c.unit.Loops.Op(of.Pos)
		}
		told := schedule.Prescription{Level: schedule.Group, Threads: c.unit.Loops.Told(at).Threads, Space: schedule.Shared}
		c.refused = schedule.Refuse(at, op, told, reason)
	}
	return []imp.Stm{s}
}

// without is list without what declares, allocates and lets go of blocks.
func without(list []imp.Stm, blocks imp.Names) []imp.Stm {
	var out []imp.Stm
	for _, s := range list {
		if !blocks[blockOf(s)] {
			out = append(out, imp.WithBodies(s, func(body []imp.Stm) []imp.Stm { return without(body, blocks) }))
		}
	}
	return out
}

// holdsWanted reports whether list holds loops whose iterations are to be shared.
func (k *kernel) holdsWanted(list []imp.Stm) (yes bool) {
	if k.bound {
		imp.Walk(list, func(s imp.Stm) bool {
			l, ok := s.(*imp.For)
			yes = yes || ok && k.wanted(l)
			return !yes
		})
	}
	return yes
}

// wantedLoop is l run by all threads of the group, nil if that cannot be.
func (k *kernel) wantedLoop(l *imp.For, around []loop) (out []imp.Stm) {
	if k.share(l, around) {
		out = []imp.Stm{k.sharedOut(l, around)}
	}
	for _, together := range []func(*imp.For, []loop) []imp.Stm{k.folds, k.scans, k.updates} {
		if out == nil {
			out = together(l, around)
		}
	}
	if out != nil {
		k.met[l.Pos], k.sideBySide[l] = true, true
	}
	return out
}

// everyPoint is spread for as many points as there are.
func (k *kernel) everyPoint(s *imp.Parallel) []loop {
	if s.OnePoint() {
		return nil
	}
	var around []loop
	all := sym.Const(1)
	for _, d := range s.Space {
		count, ok := k.poly(d.Count)
		if !ok {
			count = sym.Var(d.Index) // which no proof knows anything of
		}
		k.needs.need(count.Sub(sym.Const(1)))
		all = all.Mul(count)
		around = append(around, loop{d.Index, count})
	}
	k.points = len(s.Space)
	if small(all, moderate[len(moderate)-1]) {
		k.needs.size(all)
	}
	return around
}

// alone reports whether one thread can run l for the group: nothing within is to be shared out, and it
// leaves nothing behind but elements.
func (k *kernel) alone(l *imp.For, around []loop) bool {
	inside := k.counted(l, around)
	return k.ownsVariables(l.Body) && (inside == nil || !k.sharable(l.Body, inside))
}

// counted is around with l, or nil if no proof knows how often that runs.
func (k *kernel) counted(l *imp.For, around []loop) []loop {
	if bound, ok := k.poly(l.Bound); ok && l.Type == scalar.I64 {
		return append(around[:len(around):len(around)], loop{l.Index, bound})
	}
	return nil
}

// sharable reports whether there are loops in list that can be shared out.
func (k *kernel) sharable(list []imp.Stm, around []loop) bool {
	for _, s := range list {
		inside := around
		if l, ok := s.(*imp.For); ok {
			if k.mostOf(l, around) != nil || k.wanted(l) {
				return true
			}
			if inside = k.counted(l, around); inside == nil {
				continue
			}
		}
		for _, body := range imp.Bodies(s) {
			if k.sharable(body, inside) {
				return true
			}
		}
	}
	return false
}

// onlyFirst is list for the first thread of a group.
func onlyFirst(list ...imp.Stm) imp.Stm {
	return &imp.If{Cond: prim(scalar.Eq, &imp.ID{Kind: imp.LocalID}, imp.Int(0)), Then: list}
}

// writesSideBySide reports whether all loops of list that store elements of a block are within one that is
// shared out.
func (k *kernel) writesSideBySide(list []imp.Stm, block name.Name, inLoop bool) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Store:
			if s.Block == block && inLoop {
				return false
			}
		case *imp.For:
			if _, scans := k.scanned[s]; k.decided[s] == nil && !scans && !k.sideBySide[s] && !k.writesSideBySide(s.Body, block, true) {
				return false
			}
		default:
			for _, body := range imp.Bodies(s) {
				if !k.writesSideBySide(body, block, inLoop) {
					return false
				}
			}
		}
	}
	return true
}

// launchWith is launch with blocks of the group.
func (c *cooperation) launchWith(k *kernel, s *imp.Parallel, body []imp.Stm, allocs []*imp.Alloc) []imp.Stm {
	launch := c.launched(k, s, body)
	for _, a := range allocs {
		launch.Shared = append(launch.Shared, imp.Shared{Name: a.Block, Bytes: a.Bytes})
	}
	return imp.Rename([]imp.Stm{launch}, map[name.Name]name.Name{}, c.unit.Imp.Names)
}
