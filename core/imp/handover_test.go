package imp_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/lamina-lang/lamina/core/imp"
	"github.com/lamina-lang/lamina/core/name"
)

// A run of assignments leaves the same blocks in the same variables, and the same numbers of
// references, whether its statements run one after another or what it comes to is done at once.
func TestHandoverIsTheRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old := []name.Name{{Base: "a", ID: 1}, {Base: "b", ID: 2}, {Base: "c", ID: 3}, {Base: "d", ID: 4}}
		start := holding{}
		known := imp.Names{}
		for _, n := range old {
			start[n] = rapid.IntRange(0, 3).Draw(t, "block") // 0: none
			known[n] = start[n] == 0 && rapid.Bool().Draw(t, "known")
		}
		all := append([]name.Name(nil), old...)
		var run []imp.Stm
		for i := range rapid.IntRange(1, 8).Draw(t, "statements") {
			if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
				n := name.Name{Base: "fresh", ID: 10 + i}
				run, all = append(run, &imp.DeclareBlock{Name: n}), append(all, n)
				continue
			}
			s := &imp.AssignBlock{Dst: rapid.SampledFrom(all).Draw(t, "to")}
			if rapid.IntRange(0, 4).Draw(t, "empty") > 0 {
				s.Src = rapid.SampledFrom(all).Draw(t, "from")
			}
			run = append(run, s)
		}
		var ends []name.Name
		for _, n := range all {
			if rapid.Bool().Draw(t, "ends") {
				ends = append(ends, n)
			}
		}
		want := start.after(run)
		for _, n := range ends {
			delete(want, n)
		}
		h := imp.NewHandover(run, func(n name.Name) bool { return known[n] }, ends)
		references := start.references()
		for _, n := range h.Retain {
			references[start[n]]++
		}
		for _, n := range h.Release {
			references[start[n]]--
		}
		got := start.at(h)
		for _, n := range ends {
			delete(got, n)
		}
		for _, n := range all {
			if want[n] != got[n] {
				t.Fatalf("%v holds %d, not %d", n, got[n], want[n])
			}
		}
		delete(references, 0)
		if w := want.references(); fmt.Sprint(trim(w)) != fmt.Sprint(trim(references)) {
			t.Fatalf("references %v, not %v", references, w)
		}
	})
}

// A swap through temporary names counts nothing.
func TestHandoverOfASwap(t *testing.T) {
	x, y, p, q := name.Name{Base: "x", ID: 1}, name.Name{Base: "y", ID: 2}, name.Name{Base: "p", ID: 3}, name.Name{Base: "q", ID: 4}
	run := []imp.Stm{
		&imp.DeclareBlock{Name: p}, &imp.AssignBlock{Dst: p, Src: x},
		&imp.DeclareBlock{Name: q}, &imp.AssignBlock{Dst: q, Src: y},
		&imp.AssignBlock{Dst: y, Src: p}, &imp.AssignBlock{Dst: x, Src: q},
	}
	h := imp.NewHandover(run, func(name.Name) bool { return false }, []name.Name{p, q})
	if len(h.Retain)+len(h.Release) != 0 || fmt.Sprint(h.Dst, h.Src) != fmt.Sprint([]name.Name{x, y}, []name.Name{y, x}) {
		t.Errorf("%+v", h)
	}
}

// holding is which block each variable holds.
type holding map[name.Name]int

func (h holding) after(run []imp.Stm) holding {
	out := holding{}
	for n, b := range h {
		out[n] = b
	}
	for _, s := range run {
		switch s := s.(type) {
		case *imp.DeclareBlock:
			out[s.Name] = 0
		case *imp.AssignBlock:
			out[s.Dst] = out[s.Src]
		}
	}
	return out
}

func (h holding) at(m *imp.Handover) holding {
	out := h.after(nil)
	for i, n := range m.Dst {
		out[n] = h[m.Src[i]]
	}
	return out
}

func (h holding) references() map[int]int {
	out := map[int]int{}
	for _, b := range h {
		out[b]++
	}
	return out
}

// trim leaves out blocks without references, and no block.
func trim(m map[int]int) map[int]int {
	for b, n := range m {
		if n == 0 || b == 0 {
			delete(m, b)
		}
	}
	return m
}
