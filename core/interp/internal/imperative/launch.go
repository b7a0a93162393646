package imperative

import (
	"fmt"
	"iter"
	"slices"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/interp/internal/store"
	"github.com/lamina-lang/lamina/core/source"
)

// Launches. The threads of a group are coroutines that give way at barriers.
// They run in order, so a run is deterministic; that nothing depends on the
// order is what the traces check: between two barriers no thread may touch what
// another thread of its group writes, and in a whole launch no group what
// another group writes.

// numThreads is how many threads a program is told that there are, so that it takes its ways
// for several. Iterations run one after the other.
const numThreads = 3

// thread is a running thread of a launch.
type thread struct {
	ids   [imp.GroupSize + 1]int64 // by imp.IDKind
	own   []store.Datum            // its variables, while another thread runs
	at    store.Position
	calls []source.Pos
	wait  func(barrierID) bool     // gives way at a barrier; false to give up
	next  func() (barrierID, bool) // runs to the next barrier or the body's end
	stop  func()
}

// barrierID tells the barriers of a program apart; 0 is the end of a body.
type barrierID int

// abandoned unwinds a thread whose launch has failed.
type abandoned struct{}

func (c *compiler) launch(s *imp.Launch) step {
	groups, size := c.expr(s.Groups), c.expr(s.GroupSize)
	bytes := make([]expr, len(s.Shared))
	for i, sh := range s.Shared {
		bytes[i] = c.expr(sh.Bytes)
	}
	shared := make([]int, len(s.Shared))
	apart := c.apart(s.Apart, s.Body, s.Shared)
	first := len(c.m.Env)
	body := c.parallelBody(func() {
		for i, sh := range s.Shared {
			shared[i] = c.declare(sh.Name)
		}
	}, s.Body)
	last := len(c.m.Env)
	return func(m *machine) {
		n, threads := max(0, groups(m).Int()), max(0, size(m).Int())
		if n > 0 && threads > 0 {
			m.Report.Launches++
			apart(m)
		}
		m.EnterKernel([]int64{n})
		m.NameIterations(func(id int32) string { return fmt.Sprintf("group %d", id-1) })
		if n == 0 {
			threads = 0 // none runs
		}
		group := m.newGroup(body, m.Env[first:last], threads)
		defer group.stop()
		for g := range n {
			m.EnterIteration()
			for i, slot := range shared {
				m.Env[slot].Block = m.Allocate(s.Shared[i].Name.String(), bytes[i](m).Int())
			}
			group.run(m, g, n)
		}
		for _, slot := range shared {
			m.Env[slot].Block = nil
		}
		m.LeaveKernel()
	}
}

// group is a work-group. The groups of a launch run one after the other, in the
// coroutines of the first.
type group struct {
	body      *list
	variables []store.Datum // those that the body declares, of the thread that runs
	threads   []*thread
}

func (m *machine) newGroup(body *list, variables []store.Datum, size int64) *group {
	g := &group{body: body, variables: variables, threads: make([]*thread, size)}
	depth := len(m.Calls)
	for i := range g.threads {
		t := &thread{own: make([]store.Datum, len(variables))}
		t.next, t.stop = iter.Pull(func(yield func(barrierID) bool) {
			defer func() {
				if r := recover(); r != nil && r != (abandoned{}) {
					panic(r)
				}
			}()
			t.wait = func(b barrierID) bool {
				if len(m.Calls) != depth {
					m.Invalid("a barrier in a function")
				}
				return yield(b)
			}
			for again := true; again; again = yield(0) {
				body.run(m)
			}
		})
		g.threads[i] = t
	}
	return g
}

func (g *group) stop() {
	for _, t := range g.threads {
		t.stop()
	}
}

// run runs the threads of a group, from barrier to barrier.
func (g *group) run(m *machine, id, groups int64) {
	host, at, calls := slices.Clone(g.variables), m.At, m.Calls
	for i, t := range g.threads {
		copy(t.own, host)
		t.at, t.calls = at, slices.Clone(calls)
		t.ids = [...]int64{imp.GroupID: id, imp.LocalID: int64(i), imp.NumGroups: groups, imp.GroupSize: int64(len(g.threads))}
	}
	defer func() {
		copy(g.variables, host)
		m.thread, m.At, m.Calls = nil, at, calls
	}()
	running := g.threads
	for len(running) > 0 {
		phase := m.EnterPhase(func(thread int32) string { return fmt.Sprintf("thread %d of group %d", thread-1, id) })
		var waiting []*thread
		var barrier barrierID
		for k, t := range running {
			phase.Resume(int32(t.ids[imp.LocalID]) + 1)
			m.thread, m.At, m.Calls = t, t.at, t.calls
			copy(g.variables, t.own)
			b, _ := t.next()
			copy(t.own, g.variables)
			t.at, t.calls = m.At, m.Calls
			if k > 0 && b != barrier {
				m.diverge(running[0], barrier, t, b)
			}
			barrier = b
			if b != 0 {
				waiting = append(waiting, t)
			}
		}
		m.LeaveKernel()
		running = waiting
	}
}

// diverge reports two threads that do not meet at one barrier.
func (m *machine) diverge(s *thread, sAt barrierID, t *thread, tAt barrierID) {
	does := func(b barrierID) string {
		if b == 0 {
			return "ends"
		}
		return "waits at a barrier"
	}
	other := ""
	if sAt != 0 && tAt != 0 {
		other = ", another one"
	}
	m.Invalid("threads of group %d do not meet: thread %d %s, thread %d %s%s",
		s.ids[imp.GroupID], s.ids[imp.LocalID], does(sAt), t.ids[imp.LocalID], does(tAt), other)
}

// barrier gives way until all threads of the group are there.
func (m *machine) barrier(b barrierID) {
	if m.thread == nil {
		m.Invalid("a barrier outside a launch")
	}
	if !m.thread.wait(b) {
		panic(abandoned{})
	}
}
