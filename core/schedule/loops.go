package schedule

import (
	"slices"

	"github.com/lamina-lang/lamina/core/ir"
	"github.com/lamina-lang/lamina/core/source"
)

// Answer says whether a pass at level imp is to do what it does to a loop. The zero Answer leaves that to the pass.
type Answer string

// The answers.
const (
	Yes Answer = "yes"
	No  Answer = "no"
)

// answers are the words that answer for passes, and the field that each is about.
var answers = map[string]struct {
	of func(*Prescription) *Answer
	Answer
}{
	"unroll":       {func(p *Prescription) *Answer { return &p.Unroll }, Yes},
	"no-unroll":    {func(p *Prescription) *Answer { return &p.Unroll }, No},
	"cooperate":    {func(p *Prescription) *Answer { return &p.Cooperate }, Yes},
	"no-cooperate": {func(p *Prescription) *Answer { return &p.Cooperate }, No},
}

// answered is the order of these words in the text of a prescription.
var answered = []string{"unroll", "no-unroll", "cooperate", "no-cooperate"}

// forLoops is the part of p that passes at level imp carry out, on a machine with or without groups: there
// vectors are shapes of kernels.
func (p Prescription) forLoops(groups bool) Prescription {
	out := Sharing.of(p)
	if p.Space == Shared {
		out = out.and(Grouping.of(p))
	}
	out.Unroll, out.Cooperate = p.Unroll, p.Cooperate
	if !groups {
		out.Vector = p.Vector
	}
	return out
}

// Loops is what a schedule prescribes of the loops that a program at level imp has in place of operations, and
// what passes there chose. Loops and operations are known by their places in the source: a loop is of the
// operation for which it stands there.
type Loops struct {
	told   []toldLoop
	chosen []choice
}

type toldLoop struct {
	at source.Pos
	op string
	Prescription
}

// choice is what a pass chose of a loop, as a Prescription of that alone.
type choice struct {
	at   source.Pos
	what Kind
	Prescription
}

// Kind is one of the things that passes at level imp choose.
type Kind int

// The kinds.
const (
	Vectors Kind = iota
	Unrolling
	Cooperation
	Sharing  // of a reduction or a histogram whose result is to live in a group's memory
	Grouping // how many threads a group has whose memory holds a result
	kinds    = iota
)

// of is p without anything else than k.
func (k Kind) of(p Prescription) Prescription {
	switch k {
	case Vectors:
		return Prescription{Vector: p.Vector}
	case Unrolling:
		return Prescription{Unroll: p.Unroll}
	case Sharing:
		if p.Space == Shared {
			return Prescription{Level: Group, Space: Shared}
		}
		return Prescription{}
	case Grouping:
		if p.Threads > 0 {
			return Prescription{Level: Group, Threads: p.Threads}
		}
		return Prescription{}
	}
	return Prescription{Cooperate: p.Cooperate}
}

// and is p with what more prescribes of other kinds.
func (p Prescription) and(more Prescription) Prescription {
	p.Vector, p.Unroll, p.Cooperate = max(p.Vector, more.Vector), p.Unroll+more.Unroll, p.Cooperate+more.Cooperate
	p.Level, p.Space, p.Threads = max(p.Level, more.Level), max(p.Space, more.Space), max(p.Threads, more.Threads)
	return p
}

// asked is what p asks a pass to do, of k alone.
func (k Kind) asked(p Prescription) Prescription {
	if out := k.of(p); out.Unroll != No && out.Cooperate != No {
		return out
	}
	return Prescription{}
}

// Clone is a copy of l.
func (l Loops) Clone() Loops { return Loops{slices.Clone(l.told), slices.Clone(l.chosen)} }

// Leave leaves to the passes at level imp what is prescribed for them of p's operations, all of which are numbered: on
// a machine with or without groups. It reports whether that does not contradict itself, and else an operation.
func Leave(p *ir.Program, all []Operation, what []Prescription, groups bool, to *Loops) (n int, agree bool) {
	agree = true
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		for _, own := range numbersIn(s, numbers) {
			left := what[own].forLoops(groups)
			if !sharesLoop(s.Exp) {
				left.Level, left.Space = Grouping.of(left).Level, ""
			}
			if left != (Prescription{}) && !to.prescribe(s.Pos, all[own].Op, left) {
				n, agree = own, false
			}
		}
	}}
	w.Program(p)
	return n, agree
}

// sharesLoop reports whether an operation makes no array of its own: that its result lives in a group's memory is then
// left to its loop.
func sharesLoop(e ir.Exp) bool {
	switch e.(type) {
	case *ir.Reduce, *ir.Hist:
		return true
	}
	return false
}

// Places returns where the loops of the numbered operations of p stand. Of operations of which a loop also is
// another one's, there is none.
func Places(p *ir.Program) map[int]source.Pos {
	places, owners, several := map[int]source.Pos{}, map[source.Pos]int{}, map[int]bool{}
	w := &ir.Walker{Stm: func(s *ir.Stm) {
		own := numbersIn(s, numbers)
		if len(own) == 0 || isLoop(s.Exp) {
			return
		}
		n := slices.Max(own) // the innermost
		if had, known := owners[s.Pos]; known && had != n {
			several[had], several[n] = true, true
		}
		if had, known := places[n]; known && had != s.Pos {
			several[n] = true
		}
		owners[s.Pos], places[n] = n, s.Pos
	}}
	w.Program(p)
	for n := range several {
		delete(places, n)
	}
	return places
}

// Chosen returns what passes at level imp chose of operations whose loops stand at the given places.
func (l *Loops) Chosen(places map[int]source.Pos) map[int]Prescription {
	all := map[int]Prescription{}
	for n, at := range places {
		all[n] = l.chosenAt(at)
	}
	return all
}

// Op is the operation of which something is prescribed at a place, or "".
func (l *Loops) Op(at source.Pos) string {
	for _, t := range l.told {
		if t.at == at {
			return t.op
		}
	}
	return ""
}

// Told returns what is prescribed of the loops at a place.
func (l *Loops) Told(at source.Pos) Prescription {
	for _, t := range l.told {
		if t.at == at {
			return t.Prescription
		}
	}
	return Prescription{}
}

// prescribe prescribes p of the loops of an operation at a place. It reports whether nothing else is prescribed there.
func (l *Loops) prescribe(at source.Pos, op string, p Prescription) bool {
	for _, t := range l.told {
		if t.at == at {
			return t.Prescription == p
		}
	}
	l.told = append(l.told, toldLoop{at, op, p})
	return true
}

// Chose records what a pass made of a loop: p.
func (l *Loops) Chose(at source.Pos, k Kind, p Prescription) {
	l.chosen = append(l.chosen, choice{at, k, k.of(p)})
}

// Kept returns a *Refused if what is prescribed of a kind was not done to each loop of an operation, with
// the pass's reason for the place, or if there is no such loop; or nil.
func (l *Loops) Kept(k Kind, why map[source.Pos]string) error {
	for _, t := range l.told {
		want := k.asked(t.Prescription)
		if want == (Prescription{}) {
			continue
		}
		done := 0
		for _, c := range l.chosen {
			switch {
			case c.at != t.at || c.what != k:
			case c.Prescription == want:
				done++
			default:
				return Refuse(t.at, t.op, want, why[t.at])
			}
		}
		if done == 0 {
			return Refuse(t.at, t.op, want, "no loop of its own is left of it")
		}
	}
	return nil
}

// Missing returns a *Refused with a reason if any of what is prescribed of a kind was not done; or nil. What is not to be
// done needs no pass.
func (l *Loops) Missing(k Kind, reason string) error {
	for _, t := range l.told {
		if want := l.left(t, k); want != (Prescription{}) {
			return Refuse(t.at, t.op, want, reason)
		}
	}
	return nil
}

// chosenAt is what passes did of their own accord to all loops at a place.
func (l *Loops) chosenAt(at source.Pos) (all Prescription) {
	for k := Vectors; k < Sharing; k++ {
		var had *Prescription
		for _, c := range l.chosen {
			if c.at != at || c.what != k {
				continue
			}
			if had != nil && *had != c.Prescription {
				had = &Prescription{}
				break
			}
			had = &c.Prescription
		}
		if had != nil {
			all = all.and(*had)
		}
	}
	return all
}
