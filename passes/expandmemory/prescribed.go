package expandmemory

import (
	"fmt"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/schedule"
)

// What a schedule prescribes of where arrays of threads live: this pass does so, or says why not. Blocks that a
// processor's threads keep are private.

// prescribed is the space that is prescribed of one of a group's blocks.
func prescribed(g *group) schedule.Space {
	for _, s := range g.allocs {
		if space := schedule.Of(s).Space; space != "" {
			return space
		}
	}
	return ""
}

// unkept says why a thread cannot keep a group's block of so many bytes; or nothing.
func (k *kernel) unkept(g *group, isMap, known bool, bytes int64) string {
	switch {
	case !isMap:
		return "the kernel around it reduces or scans, and its threads keep no arrays"
	case g.blocks != 1:
		return "a loop or a branch passes its memory on"
	case !known:
		return "its size is not known when the program is compiled"
	case bytes > maxPrescribed:
		return fmt.Sprintf("it has %d bytes, and a thread keeps at most %d", bytes, maxPrescribed)
	}
	return ""
}

// refuse records why a group is not where it is prescribed to be, if something is prescribed.
func refuse(g *group, reason string) {
	for _, s := range g.allocs {
		if schedule.Of(s).Space != "" {
			schedule.Unmet(s, reason)
		}
	}
}

// settle removes f's prescriptions that were carried out, and says why others were not.
func (e *expansion) settle(f *ir.Fun) {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		space := schedule.Of(s).Space
		if space == "" || ops.IsKernel(s.Exp) {
			return
		}
		switch alloc, ok := s.Exp.(*ir.Alloc); {
		case !ok:
			schedule.Unmet(s, "it is not in memory of its own")
		case space == schedule.Shared && e.unit.Target.Group == 0:
			schedule.Unmet(s, schedule.NoGroups)
		case space == schedule.Shared && alloc.Space != shared:
			schedule.Unmet(s, "it is made in a function that kernels call, or in a loop of the host")
		case !e.launch && space == schedule.Global:
			schedule.Unmet(s, "what a processor's thread makes is the thread's own; prescribe it for a GPU")
		case e.launch && space == schedule.Private && alloc.Space != private:
			schedule.Unmet(s, "it is made in a function that kernels call, or in a loop of the host")
		}
		if !schedule.IsUnmet(s) {
			schedule.Set(s, schedule.Prescription{})
		}
	}}
	w.Fun(f)
}
