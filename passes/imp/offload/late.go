package offload

import "github.com/lamina-lang/lamina/core/imp"

// late moves the loads of a list of the host, and what only computes with them, down to where
// something needs them. So the host launches what does not depend on them before it waits, and
// loads of several results come together.
func (o *offloader) late(list []imp.Stm) []imp.Stm {
	var out []imp.Stm
	w := o.waiting()
	for _, s := range list {
		switch {
		case w.takes(s):
		case w.conflicts(s):
			out = append(append(out, w.stms...), s)
			w = o.waiting()
		default:
			out = append(out, s)
		}
	}
	return append(out, w.stms...)
}

// waiting holds the statements that move down at some point of a list.
type waiting struct {
	private imp.Names // blocks that loads may wait for
	stms    []imp.Stm
	made    imp.Names // the variables that stms declare
	read    imp.Names // those that stms read
	blocks  imp.Names // that stms name
}

func (o *offloader) waiting() *waiting {
	return &waiting{private: o.private, made: imp.Names{}, read: imp.Names{}, blocks: imp.Names{}}
}

// takes lets s wait if it declares a variable by a load or by what waits, or lets go of a block
// that is loaded from.
func (w *waiting) takes(s imp.Stm) bool {
	switch st := s.(type) {
	case *imp.Declare:
		if !w.loadsOfPrivate(s) || loads(s) == 0 && !w.uses(s) {
			return false
		}
		w.made[st.Name] = true
	case *imp.AssignBlock:
		if !st.Src.IsZero() || !w.private[st.Dst] || !w.blocks[st.Dst] {
			return false
		}
	default:
		return false
	}
	w.stms = append(w.stms, s)
	blocksOf(s, w.blocks)
	for n := range usesIn([]imp.Stm{s}) {
		w.read[n] = true
	}
	return true
}

// conflicts reports whether s has to come after what waits.
func (w *waiting) conflicts(s imp.Stm) bool {
	if len(w.stms) == 0 {
		return false
	}
	for n := range imp.Changes([]imp.Stm{s}) {
		if w.read[n] {
			return true
		}
	}
	return w.uses(s) || names(s, w.blocks)
}

// uses reports whether s reads or assigns a variable that waits.
func (w *waiting) uses(s imp.Stm) bool {
	for n := range usesIn([]imp.Stm{s}) {
		if w.made[n] {
			return true
		}
	}
	return false
}

// loadsOfPrivate reports whether s loads from private blocks only.
func (w *waiting) loadsOfPrivate(s imp.Stm) bool {
	ok := true
	imp.EachLoad(s, func(l *imp.Load) { ok = ok && w.private[l.Block] })
	return ok
}
