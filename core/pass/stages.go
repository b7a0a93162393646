package pass

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
)

// Stages remembers programs between passes. Of the pipelines that a Manager with Stages runs on
// programs of the same text, those that begin with the same passes run these once. It keeps a
// copy of a program after each pass, so it should live no longer than the pipelines that share
// it. It is safe for concurrent use.
type Stages struct {
	mu   sync.Mutex
	kept map[stageKey]*stage
}

// stageKey identifies a program before a pipeline, and the passes that it went through.
type stageKey [sha256.Size]byte

// stage is a program after a pass. It is not changed.
type stage struct {
	unit  *Unit
	times []Timing // of the passes up to here
}

// way is the part of a pipeline that a program has gone through, for its Stages.
type way struct {
	stages *Stages
	at     stageKey
	open   bool // no pass so far ran in another process, where a result need not repeat
}

// onWay returns the way of u from the start of a pipeline. The manager's hooks must see the program
// between passes, so with hooks other than Check no stage is kept.
func (m *Manager) onWay(u *Unit) *way {
	if m.Stages == nil || m.Validate != nil || m.Twice || len(m.Observers) > 0 {
		return &way{}
	}
	start := fmt.Sprintf("%+v %t %t %+v\n%s", u.Target, m.Check != nil, u.Handwritten, u.Loops, u)
	return &way{stages: m.Stages, at: sha256.Sum256([]byte(start)), open: true}
}

// next goes on to the program after a step.
func (w *way) next(s Step) {
	w.open = w.open && s.Pass.Home == nil
	if w.open {
		w.at = sha256.Sum256(fmt.Appendf(nil, "%x %p %s", w.at, s.Pass, s))
	}
}

// resume replaces u by the program after the longest known part of the pipeline, and returns the
// times of that part.
func (w *way) resume(p *Pipeline, u *Unit) []Timing {
	if w.stages == nil {
		return nil
	}
	w.stages.mu.Lock()
	defer w.stages.mu.Unlock()
	var found *stage
	begin := *w
	for _, s := range p.Steps {
		if begin.next(s); !begin.open {
			break
		}
		if known := w.stages.kept[begin.at]; known != nil {
			found, *w = known, begin
		}
	}
	if found == nil {
		return nil
	}
	signatures, next := u.Signatures, u.Next
	*u = *found.unit.Clone()
	u.Signatures, u.Next = signatures, next
	return slices.Clone(found.times)
}

// keep remembers u after a step. A copy of imp costs as much as some passes, so of imp only the end
// of a pipeline is kept.
func (w *way) keep(s Step, u *Unit, times []Timing, last bool) {
	w.next(s)
	if !w.open || u.Imp != nil && !last {
		return
	}
	w.stages.mu.Lock()
	defer w.stages.mu.Unlock()
	if w.stages.kept == nil {
		w.stages.kept = map[stageKey]*stage{}
	}
	w.stages.kept[w.at] = &stage{unit: u.Clone(), times: slices.Clone(times)}
}
