package cooperate

import (
	"strings"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/scalar"
	"github.com/lamina-lang/lamina/core/schedule"
	"github.com/lamina-lang/lamina/core/sym"
	"github.com/lamina-lang/lamina/core/target"
)

// A schedule may prescribe that an operation within a kernel has its result in the memory of a group. Each
// point of the kernel then has a group, whose threads share the iterations of that operation, and of the
// others that are independent; the first thread runs what else stores elements, and all run the rest alike.
// What cannot be so is refused.

// space is that of blocks that a group's threads share.
const space imp.Space = "shared"

// sharedIn are the allocations of a group's memory in a kernel.
func sharedIn(list []imp.Stm) (out []*imp.Alloc) {
	imp.Walk(list, func(s imp.Stm) bool {
		if a, ok := s.(*imp.Alloc); ok && a.Space == space {
			out = append(out, a)
		}
		return true
	})
	return out
}

// inGroups is the kernel s with a group for each of its points.
func (c *cooperation) inGroups(s *imp.Parallel, allocs []*imp.Alloc) []imp.Stm {
	blocks, inside := imp.Names{}, imp.Changes(s.Body)
	for _, a := range allocs {
		blocks[a.Block] = true
		if dependsOn(a.Bytes, inside) {
			return c.refuse(s, a, "its size is not known before the kernel starts")
		}
	}
	plain := *s
	plain.Body = without(s.Body, blocks)
	k := newKernel(&plain, c.blocks, c.values, false)
	if k == nil {
		return c.refuse(s, allocs[0], "another operation of that group calls a function, makes arrays for each of its threads or in a branch, or updates an array atomically")
	}
	k.bound, k.largest, k.anyOrder = true, c.unit.Target.Group, c.unit.Target.Math == target.Fast
	around := k.everyPoint(s)
	list, ok := k.prepare(plain.Body, around)
	if !ok {
		return c.refuse(s, allocs[0], "an iteration may fail, and the threads of a group have to meet at barriers")
	}
	body, _ := k.together(list, around, true)
	if k.stuck != "" {
		return c.refuse(s, allocs[0], "of what stands beside it, "+k.stuck)
	}
	for _, a := range allocs {
		if !k.writesSideBySide(list, a.Block, false) {
			return c.refuse(s, a, "it is not shown that its iterations touch nothing that others of them write"+orOfScan[operation(a)])
		}
	}
	c.unit.Remark(s.Pos, "%s", k.story(s.Label))
	launch := c.launchWith(k, s, body, allocs)
	if holds := k.needs.holds(); holds != nil {
		return []imp.Stm{&imp.If{Cond: holds, Then: launch, Else: c.launchWith(k, s, []imp.Stm{onlyFirst(plain.Body...)}, allocs)}}
	}
	return launch
}

// orOfScan is what else may be the reason, by operations.
var orOfScan = map[string]string{"scan": ", but the running value: scans that threads share combine integers by one associative operator, or floats by --math fast"}

// operation is the operation of the source that makes the block of a.
func operation(a *imp.Alloc) string {
	op, _, _ := strings.Cut(a.What, ":")
	return op
}

// refuse keeps s, and the reason why the block of a is not as prescribed.
func (c *cooperation) refuse(s imp.Stm, a *imp.Alloc, reason string) []imp.Stm {
	if c.refused == nil {
		c.refused = schedule.Refuse(a.Pos, operation(a), schedule.Prescription{Level: schedule.Group, Space: schedule.Shared}, reason)
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
			if k.mostOf(l, around) != nil {
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
			if _, scans := k.scanned[s]; k.decided[s] == nil && !scans && !k.writesSideBySide(s.Body, block, true) {
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
