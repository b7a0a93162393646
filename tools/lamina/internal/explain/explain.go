// Package explain reports what a program on mem still allocates and copies, with the
// reasons that passes gave.
package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/lmad"
	"github.com/lamina-lang/lamina/core/name"
	"github.com/lamina-lang/lamina/core/ops"
	"github.com/lamina-lang/lamina/core/pass"
	"github.com/lamina-lang/lamina/core/source"
	"github.com/lamina-lang/lamina/core/sym"
)

// Item is a remaining allocation or copy.
type Item struct {
	Pos  source.Pos
	Copy bool // otherwise an allocation
	What string
	Size string // in bytes
	In   string // "loop", "kernel", or ""
	Why  string
}

// Items lists the allocations and copies of a program on mem, by position.
func Items(p *ir.Program, remarks []pass.Remark) []Item {
	var out []Item
	for _, f := range p.Funs {
		w := &walk{known: ir.Definitions{}, arrays: map[name.Name]ir.Param{}, in: map[name.Name][]string{}, remarks: remarks}
		survey := &ir.Walker{Binders: w.binders, Stm: func(s *ir.Stm) { w.known.Add(s) }}
		survey.Fun(f)
		w.returned = returned(f)
		w.body(f.Body, "", nil)
		out = append(out, w.items...)
	}
	slices.SortStableFunc(out, func(a, b Item) int {
		return cmp.Or(cmp.Compare(a.Pos.File, b.Pos.File), cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Col, b.Pos.Col))
	})
	return out
}

// returned returns the blocks that a function returns.
func returned(f *ir.Fun) ir.Names {
	blocks := ir.Names{}
	for _, r := range f.Body.Result {
		blocks.Add(r.Name)
	}
	return blocks
}

// walk walks one function.
type walk struct {
	known    ir.Definitions
	arrays   map[name.Name]ir.Param
	in       map[name.Name][]string // by block, the arrays in it, as text
	returned ir.Names
	remarks  []pass.Remark
	items    []Item
}

func (w *walk) binders(ps []ir.Param) {
	for _, p := range ps {
		if p.At == nil {
			continue
		}
		w.arrays[p.Name] = p
		text := p.Name.Base + ": " + sourceType(p.Type)
		if !slices.Contains(w.in[p.At.Block], text) {
			w.in[p.At.Block] = append(w.in[p.At.Block], text)
		}
	}
}

// sourceType formats a type with the names of the source.
func sourceType(t ir.Type) string {
	var b strings.Builder
	for _, d := range t.Dims {
		if d.IsVar() {
			b.WriteString("[" + d.Name.Base + "]")
		} else {
			b.WriteString("[" + fmt.Sprint(d.Const.Int()) + "]")
		}
	}
	return b.String() + t.Elem.String()
}

// body walks a body in a loop or a kernel with the index space space.
func (w *walk) body(b *ir.Body, in string, space []ir.SpaceDim) {
	for _, s := range b.Stms {
		w.stm(s, in)
		if k := ops.KernelOf(s.Exp); k != nil {
			w.body(*k.Body, "kernel", *k.Space)
			from, to := k.Folded(), k.Plain(len(s.Pat))
			w.results(s, (*k.Body).Result[from:to], s.Pat[from:to], *k.Space)
			continue
		}
		if _, isLoop := s.Exp.(*ir.Loop); isLoop {
			in := cmp.Or(in, "loop")
			w.body(ops.Bodies(s.Exp)[0], in, nil)
			continue
		}
		for _, within := range ops.Bodies(s.Exp) {
			w.body(within, in, nil)
		}
	}
}

// results records the arrays that a kernel's iterations copy to their destinations.
func (w *walk) results(s *ir.Stm, values []ir.Atom, pat []ir.Param, space []ir.SpaceDim) {
	for i, r := range values {
		if _, isArray := w.arrays[r.Name]; !isArray {
			continue
		}
		to := pat[i].At.Index
		for _, d := range space {
			to = to.Fix(sym.Var(d.Index))
		}
		w.copy(s.Pos, "kernel", r.Name, pat[i].At.Block, to)
	}
}

// stm records a statement, without nested ones.
func (w *walk) stm(s *ir.Stm, in string) {
	switch e := s.Exp.(type) {
	case *ir.Alloc:
		w.alloc(s, e, in)
	case *ir.Copy:
		w.copy(s.Pos, in, e.Array, s.Pat[0].At.Block, s.Pat[0].At.Index)
	case *ir.Update:
		if e.Value.IsVar() && w.isArray(e.Value.Name) {
			w.copy(s.Pos, in, e.Value.Name, s.Pat[0].At.Block, s.Pat[0].At.Index.Slice(ir.Ranges(e.Dims)))
		}
	case *ir.FlatUpdate:
		w.copy(s.Pos, in, e.Value, s.Pat[0].At.Block, s.Pat[0].At.Index.FlatSlice(ir.FlatLMAD(e.Offset, e.Dims)))
	case *ir.Concat:
		w.concat(s, e, in)
	case *ir.Literal:
		for i, a := range e.Elems {
			if w.isArray(a.Name) {
				w.copy(s.Pos, in, a.Name, s.Pat[0].At.Block, s.Pat[0].At.Index.Fix(sym.Const(int64(i))))
			}
		}
	case *ir.Replicate:
		if w.isArray(e.Value.Name) {
			w.note(s.Pos, in, e.Value.Name, "it is repeated")
		}
	}
}

func (w *walk) isArray(n name.Name) bool {
	_, ok := w.arrays[n]
	return ok
}

// concat records the copies of a concatenation.
func (w *walk) concat(s *ir.Stm, e *ir.Concat, in string) {
	to := s.Pat[0].At
	start := sym.Const(0)
	for _, n := range e.Arrays {
		ranges := make([]lmad.Range, to.Index.Rank())
		for d, dim := range to.Index.Dims {
			ranges[d] = lmad.Range{Size: dim.Size, Step: sym.Const(1)}
		}
		size := w.arrays[n].Type.Dims[e.Dim].Poly()
		ranges[e.Dim].Start, ranges[e.Dim].Size = start, size
		w.copy(s.Pos, in, n, to.Block, to.Index.Slice(ranges))
		start = start.Add(size)
	}
}

// copy records the copy of an array to a place, unless the array is already there.
func (w *walk) copy(pos source.Pos, in string, array, block name.Name, to lmad.LMAD) {
	from := w.arrays[array]
	if from.At.Block == block && w.known.SamePlace(from.At.Index, to) {
		return
	}
	w.note(pos, in, array, w.reason(pos, array))
}

func (w *walk) note(pos source.Pos, in string, array name.Name, why string) {
	t := w.arrays[array].Type
	size := fmt.Sprint(t.Elem.Size())
	for _, d := range t.Dims {
		size += "·" + w.known.Formula(d)
	}
	w.items = append(w.items, Item{Pos: pos, Copy: true, What: array.Base + ": " + sourceType(t), Size: size, In: in, Why: why})
}

// reason returns what a pass said about a copy: why it remains, or that it moves data only
// in a case that the program tests for at run time.
func (w *walk) reason(pos source.Pos, array name.Name) string {
	for _, r := range w.remarks {
		who, rest, _ := strings.Cut(r.Text, " ")
		if r.Pos != pos || who != array.Base {
			continue
		}
		if strings.Contains(rest, "is copied to") {
			if _, why, ok := strings.Cut(rest, "): "); ok {
				return r.Pass + ": " + why
			}
			return r.Pass + ": " + rest
		}
		if _, unless, ok := strings.Cut(rest, "), and copied if "); ok {
			return r.Pass + ": it lies there already, unless " + unless
		}
	}
	return Unexplained
}

// Unexplained is the reason of a copy on which no pass commented.
const Unexplained = "no pass looked at it"

// alloc records an allocation.
func (w *walk) alloc(s *ir.Stm, e *ir.Alloc, in string) {
	block := s.Pat[0].Name
	item := Item{Pos: s.Pos, What: strings.Join(w.in[block], ", "), Size: w.known.Formula(e.Bytes), In: in}
	switch {
	case item.What == "":
		item.What, item.Why = "a loop's arrays", "the loop alternates between blocks"
	case w.returned.Has(block):
		item.Why = "it holds a result"
	default:
		item.Why = "it is needed, and the first block that its body allocates"
	}
	for _, r := range w.remarks {
		if r.Pos == s.Pos && strings.Contains(r.Text, " allocates "+block.Base+": ") {
			_, why, _ := strings.Cut(r.Text, ": ")
			item.Why = r.Pass + ": " + why
			item.What = cmp.Or(strings.Join(w.in[block], ", "), strings.TrimSuffix(block.Base, "_mem"))
		}
	}
	w.items = append(w.items, item)
}
