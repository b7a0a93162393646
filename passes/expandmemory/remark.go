package expandmemory

import "github.com/lamina-lang/lamina/core/ir"

// report emits a remark on the memory that an expanded block takes.
func (k *kernel) report(alloc *ir.Stm, each, total ir.Atom) {
	known := ir.Definitions{}
	known.Add(k.out.Stms()...)
	k.unit.Remark(alloc.Pos, "%s is allocated once for all threads: %s bytes for each of %s, %s bytes in all",
		alloc.Pat[0].Name.Base, known.Formula(each), known.Formula(k.running), known.Formula(total))
}

// reportRemaining emits remarks on the allocations that remain in the kernel.
func (k *kernel) reportRemaining() {
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		if !isAlloc(s) || isOwn(s) {
			return
		}
		why := k.groups[s.Pat[0].Name].refusal()
		if why == "" {
			why = "its size cannot be told before the kernel runs"
		}
		k.unit.Remark(s.Pos, "each thread allocates %s: %s", s.Pat[0].Name.Base, why)
	}}
	w.InBody(k.body)
}
