// Package narrow gives kernels a form in 32 bits, at level imp.
//
// A GPU takes half as long or less for indices of 32 bits, and its compiler moves loads up
// if it knows that no store can change what they read. So a kernel becomes
//
//	if C { narrow } else { wide }
//
// where wide is the kernel as it was, and narrow a copy in which indices, sizes and what is
// computed of them are i32s (imp.Parallel.Narrow), sums of them are exact, and the blocks are
// promised to be apart (imp.Parallel.Apart). C says that all of that holds. It is computed
// at each launch, from the kernel's arguments and the sizes of its index space, by a few
// comparisons (conditions.go).
//
//   - What becomes an i32 is decided here, by the ranges that expressions have if arguments
//     are of the size that sizes usually are (fits.go). An index that is hardly ever an i32, or
//     of which nothing is known, is computed in u32s, which wrap: it is right since its
//     block has fewer than 2^32 elements, which is a part of C.
//   - Kernels whose threads allocate, or that compute with vectors, stay wide.
//   - A copy that need not be one of consecutive bytes gets a narrow kernel, too.
//   - Results have the same bits: 32 bits are used where they hold the very number.
package narrow

import (
	"context"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interval"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/scalar"
)

// Pass is narrow.
var Pass = &pass.Pass{
	Name:    "narrow",
	Summary: "give kernels a form with indices of 32 bits, for when they suffice",
	From:    pass.At(pass.Imp),
	Run:     run,
}

func init() { pass.Default.Register(Pass) }

func run(ctx context.Context, u *pass.Unit, _ pass.Options) error {
	makers := allocating(u.Imp)
	return u.EachImpFun(ctx, func(f *imp.Fun) error {
		if f.InKernel {
			return nil
		}
		h := &host{unit: u, names: u.Imp.Names, group: int64(u.Target.Group), makers: makers, tables: map[name.Name]interval.Interval{}}
		if h.group < 1 {
			h.group = typical
		}
		for b, t := range imp.Tables(f) {
			h.tables[b] = entries(t)
		}
		f.Body = h.list(f.Body)
		return nil
	})
}

// host works on a function of the host.
type host struct {
	unit   *pass.Unit
	names  *name.Supply
	group  int64 // the usual number of threads in a group
	makers map[string]bool
	tables map[name.Name]interval.Interval // what the entries of tables lie between
}

// entries is the range of a table's entries.
func entries(t *imp.Table) interval.Interval {
	if t.Elem != scalar.I64 {
		return interval.OfType(t.Elem)
	}
	out := interval.Between(t.Entries[0].Int(), t.Entries[0].Int())
	for _, e := range t.Entries {
		out = interval.Hull(out, interval.Between(e.Int(), e.Int()))
	}
	return out
}

// list gives the kernels in a statement list narrow forms.
func (h *host) list(list []imp.Stm) []imp.Stm {
	out := make([]imp.Stm, 0, len(list))
	for _, s := range list {
		switch s := s.(type) {
		case *imp.Parallel:
			out = append(out, h.parallel(s)...)
		case *imp.Launch:
			out = append(out, h.launch(s)...)
		case *imp.Copy:
			out = append(out, h.copy(s)...)
		case *imp.If:
			if done(s) {
				out = append(out, s)
				continue
			}
			out = append(out, imp.WithBodies(s, h.list))
		default:
			out = append(out, imp.WithBodies(s, h.list))
		}
	}
	return out
}

// done reports whether this pass made s.
func done(s *imp.If) bool {
	if len(s.Then) == 0 {
		return false
	}
	switch k := s.Then[len(s.Then)-1].(type) {
	case *imp.Parallel:
		return k.Narrow
	case *imp.Launch:
		return k.Apart
	}
	return false
}

// parallel gives a parallel statement a narrow form.
func (h *host) parallel(s *imp.Parallel) []imp.Stm {
	if s.Narrow || h.stays(s.Body) || !h.unit.Rewrite() {
		return []imp.Stm{s}
	}
	wide := *s
	before, counts := h.counts(s.Space)
	wide.Space = counts
	k := h.kernel(s.Body)
	narrow := *s
	narrow.Narrow, narrow.Apart = true, true
	narrow.Space = k.space(counts)
	k.arguments(s.Body)
	narrow.Body = k.list(s.Body)
	k.apart(s.Body, nil)
	return append(before, k.choose(&narrow, &wide)...)
}

// launch gives a launch a narrow form.
func (h *host) launch(s *imp.Launch) []imp.Stm {
	if s.Apart || h.stays(s.Body) || !h.unit.Rewrite() {
		return []imp.Stm{s}
	}
	wide := *s
	var before []imp.Stm
	wide.Groups = h.value("groups", s.Groups, &before)
	wide.GroupSize = h.value("threads", s.GroupSize, &before)
	k := h.kernel(s.Body)
	narrow := wide
	narrow.Apart = true
	k.threads(wide.Groups, wide.GroupSize)
	narrow.Shared = make([]imp.Shared, len(s.Shared))
	for i, b := range s.Shared {
		k.few[b.Name] = true
		narrow.Shared[i] = imp.Shared{Name: k.declare(b.Name), Bytes: b.Bytes}
	}
	k.arguments(s.Body)
	narrow.Body = k.list(s.Body)
	k.apart(s.Body, s.Shared)
	return append(before, k.choose(&narrow, &wide)...)
}

// counts are the sizes of an index space as variables or constants; what declares those
// comes before.
func (h *host) counts(space []imp.SpaceDim) (before []imp.Stm, out []imp.SpaceDim) {
	for _, d := range space {
		out = append(out, imp.SpaceDim{Index: d.Index, Count: h.value("count", d.Count, &before)})
	}
	return before, out
}

// value is the value of e as a variable or a constant.
func (h *host) value(base string, e imp.Expr, before *[]imp.Stm) imp.Expr {
	if v, ok := imp.ConstOf(e); ok {
		return &imp.Const{Value: v}
	}
	if _, ok := e.(*imp.Var); ok {
		return e
	}
	n := h.names.Fresh(base)
	*before = append(*before, &imp.Declare{Name: n, Type: scalar.I64, Init: e})
	return imp.IntVar(n)
}

// private is the space of a thread's own blocks.
const private imp.Space = "private"

// stays reports whether a kernel stays wide: its threads make blocks in their heaps, or it
// computes with vectors.
func (h *host) stays(body []imp.Stm) bool { return makes(body, h.makers) || hasVectors(body) }

func hasVectors(body []imp.Stm) bool {
	found := false
	imp.Walk(body, func(s imp.Stm) bool {
		imp.Roots(s, func(e imp.Expr) {
			imp.WalkExpr(e, func(e imp.Expr) { found = found || imp.LanesOf(e) > 0 })
		})
		return !found
	})
	return found
}

// allocating finds the functions that allocate, themselves or through others.
func allocating(p *imp.Program) map[string]bool {
	out := map[string]bool{}
	for more := true; more; {
		more = false
		for _, f := range p.Funs {
			if f.InKernel && !out[f.Name] && makes(f.Body, out) {
				out[f.Name], more = true, true
			}
		}
	}
	return out
}

func makes(body []imp.Stm, makers map[string]bool) bool {
	found := false
	imp.Walk(body, func(s imp.Stm) bool {
		switch s := s.(type) {
		case *imp.Alloc:
			found = found || s.Space != private
		case *imp.Call:
			found = found || makers[s.Fun]
		}
		return !found
	})
	return found
}
