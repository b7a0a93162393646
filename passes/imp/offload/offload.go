// Package offload moves sequential work on array elements from the host to the
// device, at level imp.
//
// Where arrays lie in a device's memory, the host waits for the device with each
// element that it reads. A loop that only loads and stores elements, and straight
// code with more than a few of them, becomes a kernel of one thread, a parallel loop
// over one point. Nothing moves in memory, so that no array is copied. Scalars that
// the host needs afterwards come back in a block of their own, one after the other.
//
//   - A region is a run of statements of one list, as long as possible, and so the
//     outermost loop that a kernel can run. What launches kernels itself, copies
//     whole arrays, makes blocks of unknown size or changes what a block variable
//     holds stays on the host, and so do the loops around it.
//   - A function that nothing else is in becomes one that kernels call.
//   - Assertions go along: a kernel reports their failures as the host would.
//   - Variables that a loop of launches only combines with elements lie in device memory
//     while it runs (accumulate.go).
//   - Loads that the host makes wait until something needs them, after launches that do
//     not (late.go).
//   - What an entry point does last stays on the host if it waits for the device then anyway
//     (last.go).
//   - Blocks of known small size that a region makes for itself alone are made
//     before it.
package offload

import (
	"context"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
)

// Pass is offload.
var Pass = &pass.Pass{
	Name:    "offload",
	Summary: "make kernels of the host's sequential work on elements of arrays in device memory",
	From:    pass.At(pass.Imp),
	Options: []pass.Option{
		{Name: "least", Default: 4, Doc: "accesses to elements, beyond the results that come back, from which on a kernel is worth its launch"},
	},
	Run: run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, opts pass.Options) error {
	d := &device{prog: u.Imp, weights: map[string]int64{}, makers: map[string]bool{}}
	for _, f := range d.calleesFirst() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if f.InKernel || imp.HasVectors(f.Body) {
			continue
		}
		if d.whole(f) && u.Rewrite() {
			f.InKernel = true
			u.Remark(f.Pos, "function %s, which has but loops over elements of arrays, is one that kernels call", f.Name)
			continue
		}
		o := &offloader{unit: u, device: d, names: u.Imp.Names, least: int64(opts.Int("least"))}
		o.lookAt(f)
		f.Body = o.list(f.Body, nil)
	}
	return nil
}

// offloader is the state within one function.
type offloader struct {
	unit   *pass.Unit
	device *device
	names  *name.Supply
	least  int64

	fun     *imp.Fun
	private imp.Names              // blocks that a region may have to itself
	results imp.Names              // the function's
	uses    map[name.Name]int      // reads and assignments of scalars
	home    map[name.Name]*imp.Stm // the innermost loop around the declaration

	mappable, hosts map[name.Name]bool // imp.Mappable and imp.HostOnly, once they are asked for
}

// lookAt finds out what is to know of a function's variables.
func (o *offloader) lookAt(f *imp.Fun) {
	o.fun = f
	o.private = privateBlocks(f.Body)
	o.results = imp.Names{}
	o.home = map[name.Name]*imp.Stm{}
	for _, r := range f.Results {
		o.results[r.Name] = true
	}
	o.uses = usesIn(f.Body)
	if f.Entry != nil {
		for _, r := range f.Entry.Results {
			for _, e := range r.Shape {
				countReads(e, o.uses)
			}
		}
	}
	var visit func(list []imp.Stm, loop *imp.Stm)
	visit = func(list []imp.Stm, loop *imp.Stm) {
		for i, s := range list {
			inner := loop
			switch s := s.(type) {
			case *imp.Declare:
				o.home[s.Name] = loop
			case *imp.For, *imp.While:
				inner = &list[i]
			}
			for _, body := range imp.Bodies(s) {
				visit(body, inner)
			}
		}
	}
	visit(f.Body, nil)
}

// list makes kernels of the regions in a list of statements of the host, which stands
// in the given loop.
func (o *offloader) list(list []imp.Stm, loop *imp.Stm) []imp.Stm {
	var out []imp.Stm
	outermost := len(list) > 0 && len(list) == len(o.fun.Body) && &list[0] == &o.fun.Body[0]
	if later := o.late(list); !slices.Equal(later, list) && o.unit.Rewrite() {
		list = later
	}
	if sorted := o.together(list); !slices.Equal(sorted, list) && o.unit.Rewrite() {
		list = sorted
	}
	for i := 0; i < len(list); {
		if n := o.run(list[i:]); n > 0 && outermost && o.last(list[i:]) {
			return append(out, list[i:]...)
		} else if n > 0 {
			out = append(out, o.region(list[i:i+n], loop)...)
			i += n
			continue
		}
		s := list[i]
		switch s := s.(type) {
		case *imp.If:
			s.Then, s.Else = o.list(s.Then, loop), o.list(s.Else, loop)
		case *imp.For:
			if replaced := o.accumulate(s); replaced != nil {
				loop := replaced[slices.IndexFunc(replaced, isLoop)].(*imp.For)
				loop.Body = o.list(loop.Body, &list[i])
				out = append(out, replaced...)
				i++
				continue
			}
			s.Body = o.list(s.Body, &list[i])
		case *imp.While:
			s.Body = o.list(s.Body, &list[i])
		}
		o.explain(s)
		out = append(out, s)
		i++
	}
	return out
}

func isLoop(s imp.Stm) bool { _, ok := s.(*imp.For); return ok }

// run is the number of statements at the beginning of list that a kernel can run.
func (o *offloader) run(list []imp.Stm) int {
	for i, s := range list {
		if o.device.obstacle(s, o.private) != "" {
			return i
		}
	}
	return len(list)
}

// explain says of a loop that reads elements on the host why it is there.
func (o *offloader) explain(s imp.Stm) {
	switch s.(type) {
	case *imp.For, *imp.While:
	default:
		return
	}
	why := o.device.obstacle(s, o.private)
	if why == "" || why == launches {
		return
	}
	reads := false
	imp.Walk([]imp.Stm{s}, func(s imp.Stm) bool {
		_, parallel := s.(*imp.Parallel)
		_, launch := s.(*imp.Launch)
		reads = reads || !parallel && !launch && loads(s) > 0
		return !parallel && !launch
	})
	if reads {
		o.unit.Remark(positionIn([]imp.Stm{s}, o.fun), "the host runs a loop that reads elements of arrays: %s", why)
	}
}
