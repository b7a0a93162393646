package imp

import "github.com/lamina-lang/lamina/core/name"

// Handover is what a run of statements that only declare and assign block variables comes to: some
// references more, some fewer, and each variable the block that another one held before. A swap
// of two blocks through temporary names counts no references at all.
type Handover struct {
	Retain, Release []name.Name // by the variables that hold the blocks before the run, once for each reference
	Dst, Src        []name.Name // at once; a zero Src stands for no block
}

// HandoverRun returns how many statements at the start of a list only declare and assign block variables.
func HandoverRun(list []Stm) int {
	for i, s := range list {
		switch s.(type) {
		case *DeclareBlock, *AssignBlock:
		default:
			return i
		}
	}
	return len(list)
}

// NewHandover summarises a run. Variables for which empty holds have no block before it, nor have those that it
// declares; those that end let go of theirs after it.
func NewHandover(run []Stm, empty func(name.Name) bool, ends []name.Name) *Handover {
	var none name.Name
	h := &handing{before: map[name.Name]name.Name{}, after: map[name.Name]name.Name{}, fresh: Names{}}
	for _, s := range run {
		switch s := s.(type) {
		case *DeclareBlock:
			h.touch(s.Name, true)
			h.fresh[s.Name] = true
		case *AssignBlock:
			h.touch(s.Dst, empty(s.Dst))
			if s.Src.IsZero() {
				h.after[s.Dst] = none
				break
			}
			h.touch(s.Src, empty(s.Src))
			h.after[s.Dst] = h.after[s.Src]
		}
	}
	for _, n := range ends {
		h.touch(n, empty(n))
		h.after[n] = none
		delete(h.fresh, n)
	}
	return h.result()
}

// handing follows a run: what each of its variables holds before and after it, as the variable that held
// that block before, and which variables it declares for the statements after it.
type handing struct {
	order         []name.Name
	before, after map[name.Name]name.Name
	fresh         Names
}

// touch takes up a variable, which is empty or not.
func (h *handing) touch(n name.Name, empty bool) {
	if _, ok := h.after[n]; ok {
		return
	}
	h.order = append(h.order, n)
	h.before[n] = n
	if empty {
		h.before[n] = name.Name{}
	}
	h.after[n] = h.before[n]
}

// result counts the references to each block before and after the run.
func (h *handing) result() *Handover {
	out := &Handover{}
	count := map[name.Name]int{}
	for _, n := range h.order {
		count[h.after[n]]++
		count[h.before[n]]--
		if h.after[n] != h.before[n] || h.fresh[n] {
			out.Dst, out.Src = append(out.Dst, n), append(out.Src, h.after[n])
		}
	}
	for _, n := range h.order {
		if h.before[n] != n {
			continue
		}
		for range count[n] {
			out.Retain = append(out.Retain, n)
		}
		for range -count[n] {
			out.Release = append(out.Release, n)
		}
	}
	return out
}
